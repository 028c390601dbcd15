//! Structs: children side by side, and a validity of their own.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, StructArray};
use arrow_schema::{DataType, Fields};
use herringbone_decode_kernel::levels::group_validity;
use herringbone_decode_kernel::nulls::Validity;

use super::{Column, check_len};
use crate::error::Result;
use crate::leaf::nulls;
use crate::schema::{ArrowNode, NodeLevels};

/// A struct of at least one column.
pub(crate) struct StructColumn {
    name: String,
    fields: Fields,
    levels: NodeLevels,
    pub(super) children: Vec<Column>,
}

impl StructColumn {
    /// # Panics
    ///
    /// If there are no children, which no tree holds.
    pub(super) fn new(node: &ArrowNode, children: Vec<Column>) -> Self {
        assert!(
            !children.is_empty(),
            "a struct without children is not in the tree"
        );
        let fields = match node.field.data_type() {
            DataType::Struct(fields) => fields.clone(),
            _ => Fields::empty(),
        };
        Self {
            name: node.field.name().clone(),
            fields,
            levels: node.levels,
            children,
        }
    }

    pub(super) fn first_child(&self) -> &Column {
        &self.children[0]
    }

    pub(super) fn assemble(&mut self) -> Result<ArrayRef> {
        let mut validity = Validity::new();
        if self.levels.optional() {
            let NodeLevels {
                rep,
                slot_def,
                valid_def,
            } = self.levels;
            let levels = self.first_child().levels();
            // A column outside lists keeps no repetition levels: all are 0.
            let zeros = if levels.rep.is_empty() {
                vec![0; levels.def.len()]
            } else {
                Vec::new()
            };
            let reps = if levels.rep.is_empty() {
                &zeros
            } else {
                &levels.rep
            };
            group_validity(&levels.def, reps, rep, slot_def, valid_def, &mut validity)?;
        }
        let children = self
            .children
            .iter_mut()
            .map(Column::assemble)
            .collect::<Result<Vec<_>>>()?;
        let len = children[0].len();
        let nulls = if self.levels.optional() {
            nulls(&mut validity, len)?
        } else {
            None
        };
        for (child, field) in children.iter().zip(&self.fields) {
            check_len(&format!("{}.{}", self.name, field.name()), child, len)?;
        }
        Ok(Arc::new(StructArray::try_new(
            self.fields.clone(),
            children,
            nulls,
        )?))
    }
}
