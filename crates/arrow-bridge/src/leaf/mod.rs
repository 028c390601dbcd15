//! One leaf column into one Arrow array.
//!
//! - `primitive.rs`: numbers, dates, times, timestamps, durations, and INT96
//! - `boolean.rs`: booleans
//! - `decimal.rs`: decimals of every storage and width
//! - `bytes.rs`: strings and binary, with offsets or as views
//! - `fixed_size.rs`: fixed-size binary, half floats, intervals
//! - `dictionary.rs`: dictionary arrays that keep the file's own dictionary
//! - `cast.rs`: what no decoder makes directly, cast from what one does
//! - `trusted.rs`: arrays from decoded buffers, without validating them again

mod boolean;
mod bytes;
mod cast;
mod decimal;
mod dictionary;
mod fixed_size;
mod primitive;
mod trusted;

use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use herringbone_column::decode::{LeafReader, LeafSpec, LeafValues, Levels, NullValues};
use herringbone_column::{ByteSource, ChunkSpec, ColumnError};
use herringbone_decode_kernel::select::Selected;
use herringbone_format::basic::Type as PhysicalType;

pub(crate) use trusted::nulls;

use crate::error::{ParquetError, Result};
use crate::schema::LeafPlan;

/// A leaf column that is read into an Arrow array.
pub(crate) trait LeafArray: Send {
    /// Continues with the first row of a chunk.
    fn open_chunk(&mut self, source: Arc<dyn ByteSource>, chunk: &ChunkSpec);

    /// Makes room for rows that are read by more than one call.
    fn reserve(&mut self, num_rows: usize);

    /// Reads the next rows of the chunk; fewer at its end only.
    fn read(&mut self, num_rows: usize) -> Result<usize, ColumnError>;

    /// Reads those of the next rows of the chunk that are selected; returns how many rows were passed,
    /// fewer than there are bits at the chunk's end only.
    fn read_selected(&mut self, selected: Selected<'_>) -> Result<usize, ColumnError>;

    /// Skips the next rows of the chunk; fewer at its end only.
    fn skip(&mut self, num_rows: usize) -> Result<usize, ColumnError>;

    /// Checks that the chunk has no rows beyond those read.
    fn check_end(&mut self) -> Result<(), ColumnError>;

    /// The levels of what was read since [`LeafArray::clear_levels`].
    fn levels(&self) -> &Levels;

    /// Makes an array of what was read.
    fn finish(&mut self) -> Result<ArrayRef>;

    /// Forgets the levels, once all that is assembled from them is.
    fn clear_levels(&mut self);
}

/// A reader, and how its output becomes an array of `len` slots.
struct TypedLeaf<V, F> {
    reader: LeafReader<V>,
    finish: F,
}

impl<V, F> LeafArray for TypedLeaf<V, F>
where
    V: LeafValues,
    F: FnMut(&mut V, usize, Option<NullBuffer>) -> Result<ArrayRef> + Send,
{
    fn open_chunk(&mut self, source: Arc<dyn ByteSource>, chunk: &ChunkSpec) {
        self.reader.open_chunk(source, chunk);
    }

    fn reserve(&mut self, num_rows: usize) {
        self.reader.reserve(num_rows);
    }

    fn read(&mut self, num_rows: usize) -> Result<usize, ColumnError> {
        self.reader.read(num_rows)
    }

    fn read_selected(&mut self, selected: Selected<'_>) -> Result<usize, ColumnError> {
        self.reader.read_selected(selected)
    }

    fn skip(&mut self, num_rows: usize) -> Result<usize, ColumnError> {
        self.reader.skip(num_rows)
    }

    fn check_end(&mut self) -> Result<(), ColumnError> {
        self.reader.check_end()
    }

    fn levels(&self) -> &Levels {
        self.reader.levels()
    }

    fn finish(&mut self) -> Result<ArrayRef> {
        let levels = self.reader.levels_mut();
        let num_slots = levels.num_slots;
        let nulls = nulls(&mut levels.validity, num_slots)?;
        (self.finish)(self.reader.values_mut(), num_slots, nulls)
    }

    fn clear_levels(&mut self) {
        self.reader.levels_mut().clear();
    }
}

/// A leaf read through `values`, whose output `finish` turns into an array.
fn leaf<V, F>(spec: LeafSpec, values: V, finish: F) -> Box<dyn LeafArray>
where
    V: LeafValues + 'static,
    F: FnMut(&mut V, usize, Option<NullBuffer>) -> Result<ArrayRef> + Send + 'static,
{
    Box::new(TypedLeaf {
        reader: LeafReader::new(spec, values),
        finish,
    })
}

/// The reader of one leaf into `plan.data_type`.
///
/// # Errors
///
/// A pair of physical type and data type that no decoder and no cast serves.
pub(crate) fn open(plan: &LeafPlan, spec: LeafSpec) -> Result<Box<dyn LeafArray>> {
    let LeafPlan {
        physical_type,
        type_length,
        data_type,
        ..
    } = plan;
    match (physical_type, data_type) {
        (_, DataType::Null) => Ok(leaf(spec, NullValues, |_, len, _| {
            Ok(Arc::new(arrow_array::NullArray::new(len)))
        })),
        (PhysicalType::BOOLEAN, DataType::Boolean) => Ok(boolean::open(spec)),
        (
            _,
            DataType::Decimal32(..)
            | DataType::Decimal64(..)
            | DataType::Decimal128(..)
            | DataType::Decimal256(..),
        ) => decimal::open(*physical_type, *type_length, data_type, spec),
        (PhysicalType::BYTE_ARRAY, DataType::Dictionary(key, value))
            if dictionary::keeps(value) =>
        {
            dictionary::open(key, value, spec)
        }
        (_, DataType::Dictionary(..) | DataType::RunEndEncoded(..)) => cast::open(plan, spec),
        (PhysicalType::BYTE_ARRAY, _) => bytes::open(data_type, spec),
        (PhysicalType::FIXED_LEN_BYTE_ARRAY, _) => fixed_size::open(plan, spec),
        _ => primitive::open(*physical_type, data_type, spec),
    }
}

/// The error for a pair that cannot be read.
fn cannot_read(physical_type: PhysicalType, data_type: &DataType) -> ParquetError {
    ParquetError::General(format!(
        "cannot read physical type {physical_type} as {data_type}"
    ))
}
