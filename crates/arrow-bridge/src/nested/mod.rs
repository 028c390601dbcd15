//! Columns of any shape: leaves, and the lists, maps and structs that are assembled from levels.
//!
//! - `list.rs`: the four list arrays with boundaries, and fixed-size lists
//! - `map.rs`: maps
//! - `struct_.rs`: structs
//!
//! Every leaf below a group carries the levels of the group, so a group looks at its first leaf
//! alone, finds its own boundaries and nulls, and lets its children do the same.
//!
//! Spec: README.md, "Nested Encoding"

mod list;
mod map;
mod struct_;

use arrow_array::{Array, ArrayRef};
use herringbone_column::decode::{LeafLevels, LevelDetail, Levels};

use crate::error::{ParquetError, Result};
use crate::leaf::LeafArray;
use crate::schema::{ArrowNode, LeafPlan, NodeKind, NodeLevels};

use list::ListColumn;
use map::MapColumn;
use struct_::StructColumn;

/// One projected field of the file, read into an Arrow array.
pub(crate) enum Column {
    /// A leaf.
    Leaf {
        leaf_idx: usize,
        array: Box<dyn LeafArray>,
    },
    /// A struct.
    Struct(StructColumn),
    /// A list of any form.
    List(ListColumn),
    /// A map.
    Map(MapColumn),
}

/// Opens a leaf of which the levels and their detail are known.
pub(crate) type OpenLeaf<'a> =
    dyn Fn(&LeafPlan, LeafLevels, LevelDetail) -> Result<Box<dyn LeafArray>> + 'a;

impl Column {
    /// The column that `node` describes.
    ///
    /// # Errors
    ///
    /// Whatever `open_leaf` says.
    pub(crate) fn open(node: &ArrowNode, open_leaf: &OpenLeaf<'_>) -> Result<Self> {
        Self::open_below(node, LevelDetail::Validity, open_leaf)
    }

    fn open_below(node: &ArrowNode, detail: LevelDetail, open_leaf: &OpenLeaf<'_>) -> Result<Self> {
        let NodeLevels {
            rep,
            slot_def,
            valid_def,
        } = node.levels;
        let open = |child: &ArrowNode, detail| Self::open_below(child, detail, open_leaf);
        Ok(match &node.kind {
            NodeKind::Leaf(plan) => {
                let levels = LeafLevels {
                    max_def: valid_def,
                    max_rep: rep,
                    slot_def,
                };
                // Outside lists every entry is a slot of the leaf, also where a struct around it is null.
                let levels = if rep == 0 {
                    LeafLevels {
                        slot_def: 0,
                        ..levels
                    }
                } else {
                    levels
                };
                Self::Leaf {
                    leaf_idx: plan.leaf_idx,
                    array: open_leaf(plan, levels, detail)?,
                }
            }
            NodeKind::Struct(children) => {
                let detail = if node.levels.optional() {
                    LevelDetail::Levels
                } else {
                    detail
                };
                let children = children
                    .iter()
                    .map(|child| open(child, detail))
                    .collect::<Result<_>>()?;
                Self::Struct(StructColumn::new(node, children))
            }
            NodeKind::List(plan) => Self::List(ListColumn::new(
                node,
                plan,
                open(&plan.element, LevelDetail::Levels)?,
            )),
            NodeKind::Map(plan) => {
                let key = open(&plan.key, LevelDetail::Levels)?;
                let value = open(&plan.value, LevelDetail::Levels)?;
                Self::Map(MapColumn::new(node, plan, key, value))
            }
        })
    }

    /// Calls `visit` for each leaf with its index in the file.
    pub(crate) fn for_each_leaf<E>(
        &mut self,
        visit: &mut dyn FnMut(usize, &mut dyn LeafArray) -> Result<(), E>,
    ) -> Result<(), E> {
        match self {
            Self::Leaf { leaf_idx, array } => visit(*leaf_idx, array.as_mut()),
            Self::Struct(column) => column
                .children
                .iter_mut()
                .try_for_each(|child| child.for_each_leaf(visit)),
            Self::List(column) => column.element.for_each_leaf(visit),
            Self::Map(column) => {
                column.key.for_each_leaf(visit)?;
                column.value.for_each_leaf(visit)
            }
        }
    }

    /// The levels of the column's first leaf.
    fn levels(&self) -> &Levels {
        match self {
            Self::Leaf { array, .. } => array.levels(),
            Self::Struct(column) => column.first_child().levels(),
            Self::List(column) => column.element.levels(),
            Self::Map(column) => column.key.levels(),
        }
    }

    /// Makes an array of what was read since the last call.
    ///
    /// # Errors
    ///
    /// Columns of one group that do not agree, or a null where the schema has none.
    pub(crate) fn finish(&mut self) -> Result<ArrayRef> {
        let array = self.assemble()?;
        self.for_each_leaf::<ParquetError>(&mut |_, leaf| {
            leaf.clear_levels();
            Ok(())
        })?;
        Ok(array)
    }

    /// Makes an array and leaves the levels to the groups above.
    fn assemble(&mut self) -> Result<ArrayRef> {
        match self {
            Self::Leaf { array, .. } => array.finish(),
            Self::Struct(column) => column.assemble(),
            Self::List(column) => column.assemble(),
            Self::Map(column) => column.assemble(),
        }
    }
}

/// Checks that `array` has the `expected` number of slots, which another column of its group gave.
fn check_len(name: &str, array: &ArrayRef, expected: usize) -> Result<()> {
    if array.len() == expected {
        return Ok(());
    }
    let found = array.len();
    Err(ParquetError::General(format!(
        "columns of one group do not agree: expected {expected} values in {name}, found {found}"
    )))
}
