//! The projected columns as a tree, filled with one window of rows after the other.
//!
//! - `open.rs`: the tree, from the file's schema
//! - `leaf.rs`: leaves, each with the reader that its type takes
//! - `fill.rs`: a window of rows, read and put together
//!
//! Every leaf below a group carries the levels of the group, so a group looks at its first leaf
//! alone, finds its own boundaries and nulls, and lets its children do the same.
//!
//! Spec: README.md, "Nested Encoding"

mod fill;
mod leaf;
mod open;

use std::sync::Arc;

use herringbone_column::decode::Levels;
use herringbone_decode_kernel::nulls::Validity;
use herringbone_format::schema::shape::{ElementLevels, NodeLevels};

use crate::DataType;

pub(crate) use fill::FileContext;
pub(crate) use leaf::{Leaf, LeafValues};
pub(crate) use open::open_columns;

/// A column, or a part of one, and its values in the window.
pub(crate) struct Column {
    pub(crate) name: Arc<str>,
    pub(crate) path: Arc<str>,
    pub(crate) data_type: DataType,
    levels: NodeLevels,
    /// Which slots of the window are not null.
    validity: Validity,
    pub(crate) kind: Kind,
}

/// What a column is made of.
pub(crate) enum Kind {
    Leaf(Leaf),
    Struct(Vec<Column>),
    List(ListColumn),
    Map(MapColumn),
}

/// Lists: list `i` has the elements from `offsets[i]` up to `offsets[i + 1]`.
pub(crate) struct ListColumn {
    elements: ElementLevels,
    pub(crate) offsets: Vec<i32>,
    pub(crate) element: Box<Column>,
}

/// Maps, likewise.
pub(crate) struct MapColumn {
    entries: ElementLevels,
    pub(crate) offsets: Vec<i32>,
    pub(crate) key: Box<Column>,
    pub(crate) value: Box<Column>,
}

impl Column {
    /// Whether `slot` is not null.
    #[inline]
    pub(crate) fn is_valid(&self, slot: usize) -> bool {
        self.validity.bits().is_none_or(|bits| bits.get(slot))
    }

    /// Calls `visit` for each leaf, in the order of the file.
    pub(crate) fn for_each_leaf<E>(
        &mut self,
        visit: &mut dyn FnMut(&mut Leaf) -> Result<(), E>,
    ) -> Result<(), E> {
        match &mut self.kind {
            Kind::Leaf(leaf) => visit(leaf),
            Kind::Struct(children) => children
                .iter_mut()
                .try_for_each(|child| child.for_each_leaf(visit)),
            Kind::List(list) => list.element.for_each_leaf(visit),
            Kind::Map(map) => {
                map.key.for_each_leaf(visit)?;
                map.value.for_each_leaf(visit)
            }
        }
    }

    /// The levels of the first leaf; `None` for a struct without children, which no tree holds.
    fn first_levels(&self) -> Option<&Levels> {
        match &self.kind {
            Kind::Leaf(leaf) => Some(leaf.levels()),
            Kind::Struct(children) => children.first()?.first_levels(),
            Kind::List(list) => list.element.first_levels(),
            Kind::Map(map) => map.key.first_levels(),
        }
    }
}
