//! Maps: lists of entries, each a key and a value.

use std::sync::Arc;

use arrow_array::{ArrayRef, MapArray, StructArray};
use arrow_buffer::{OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field, FieldRef, Fields};
use herringbone_decode_kernel::levels::ListLevels;

use super::list::{Boundaries, list_levels};
use super::{Column, check_len};
use crate::error::Result;
use crate::schema::{ArrowNode, MapPlan};

/// A map of keys to values.
pub(crate) struct MapColumn {
    name: String,
    entries_field: FieldRef,
    is_ordered: bool,
    levels: ListLevels,
    pub(super) key: Box<Column>,
    pub(super) value: Box<Column>,
}

impl MapColumn {
    pub(super) fn new(node: &ArrowNode, plan: &MapPlan, key: Column, value: Column) -> Self {
        let (entries_field, is_ordered) = match node.field.data_type() {
            DataType::Map(field, is_ordered) => (Arc::clone(field), *is_ordered),
            _ => {
                let fields = Fields::from(vec![
                    Arc::clone(&plan.key.field),
                    Arc::clone(&plan.value.field),
                ]);
                (
                    Arc::new(Field::new("entries", DataType::Struct(fields), false)),
                    false,
                )
            }
        };
        Self {
            name: node.field.name().clone(),
            entries_field,
            is_ordered,
            levels: list_levels(node.levels, plan.entries),
            key: Box::new(key),
            value: Box::new(value),
        }
    }

    pub(super) fn assemble(&mut self) -> Result<ArrayRef> {
        let boundaries = Boundaries::<i32>::of(&self.key, self.levels)?;
        let (keys, values) = (self.key.assemble()?, self.value.assemble()?);
        check_len(
            &format!("{}.key", self.name),
            &keys,
            boundaries.num_elements(),
        )?;
        check_len(
            &format!("{}.value", self.name),
            &values,
            boundaries.num_elements(),
        )?;
        let fields = match self.entries_field.data_type() {
            DataType::Struct(fields) => fields.clone(),
            _ => Fields::empty(),
        };
        let entries = StructArray::try_new(fields, vec![keys, values], None)?;
        let Boundaries { offsets, nulls } = boundaries;
        let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
        let field = Arc::clone(&self.entries_field);
        Ok(Arc::new(MapArray::try_new(
            field,
            offsets,
            entries,
            nulls,
            self.is_ordered,
        )?))
    }
}
