//! Types that no decoder makes directly, cast from one that a decoder makes.

use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_cast::cast;
use arrow_schema::DataType;
use herringbone_column::decode::{LeafSpec, Levels};
use herringbone_column::{ByteSource, ChunkSpec, ColumnError};
use herringbone_decode_kernel::select::Selected;

use super::LeafArray;
use crate::error::Result;
use crate::schema::LeafPlan;

/// A leaf read as the values of a dictionary or of runs, then cast.
struct CastLeaf {
    values: Box<dyn LeafArray>,
    data_type: DataType,
}

/// Opens the leaf as the value type of `plan.data_type`, which is a dictionary or has run ends.
pub(super) fn open(plan: &LeafPlan, spec: LeafSpec) -> Result<Box<dyn LeafArray>> {
    let value_type = match &plan.data_type {
        DataType::Dictionary(_, value) => value.as_ref().clone(),
        DataType::RunEndEncoded(_, values) => values.data_type().clone(),
        other => other.clone(),
    };
    let values = super::open(
        &LeafPlan {
            data_type: value_type,
            ..plan.clone()
        },
        spec,
    )?;
    Ok(Box::new(CastLeaf {
        values,
        data_type: plan.data_type.clone(),
    }))
}

impl LeafArray for CastLeaf {
    fn open_chunk(&mut self, source: Arc<dyn ByteSource>, chunk: &ChunkSpec) {
        self.values.open_chunk(source, chunk);
    }

    fn reserve(&mut self, num_rows: usize) {
        self.values.reserve(num_rows);
    }

    fn read(&mut self, num_rows: usize) -> Result<usize, ColumnError> {
        self.values.read(num_rows)
    }

    fn read_selected(&mut self, selected: Selected<'_>) -> Result<usize, ColumnError> {
        self.values.read_selected(selected)
    }

    fn skip(&mut self, num_rows: usize) -> Result<usize, ColumnError> {
        self.values.skip(num_rows)
    }

    fn check_end(&mut self) -> Result<(), ColumnError> {
        self.values.check_end()
    }

    fn levels(&self) -> &Levels {
        self.values.levels()
    }

    fn finish(&mut self) -> Result<ArrayRef> {
        let values = self.values.finish()?;
        Ok(cast(&values, &self.data_type)?)
    }

    fn clear_levels(&mut self) {
        self.values.clear_levels();
    }
}
