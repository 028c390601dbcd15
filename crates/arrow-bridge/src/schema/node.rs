//! The tree that a reader is built from: one node per Arrow field, with the levels that its
//! kernels need.

use arrow_schema::{DataType, FieldRef};
use herringbone_format::basic::Type as PhysicalType;

/// One Arrow field and how it is read.
///
/// The Parquet group that a list or map wraps around its repeated field has no node of its own: it
/// is part of the list's. A tree holds projected fields only; a group of which nothing is
/// projected is not there.
#[derive(Debug, Clone)]
pub(crate) struct ArrowNode {
    /// Name, type, nullability and metadata of the field as the batch's schema shows it.
    ///
    /// A map's key is never nullable here, though its levels may allow nulls (files by Presto):
    /// whoever reads it refuses a null that is really there. Likewise under
    /// [`ListForm::FixedSize`] a list of another length is refused when it is met.
    pub(crate) field: FieldRef,
    /// Which level entries belong to this node.
    pub(crate) levels: NodeLevels,
    /// What lies below.
    pub(crate) kind: NodeKind,
}

/// The levels of one node. An entry of the level streams of any leaf below it
///
/// * starts a slot of the node if `rep <= self.rep && def >= self.slot_def`,
/// * which is valid (not null) if moreover `def >= self.valid_def`.
///
/// A slot exists for every element of the innermost list around the node, also where a struct in
/// between is null; the node is then null with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NodeLevels {
    /// How many repeated fields enclose the node; a list's own repeated field does not count.
    pub(crate) rep: u8,
    /// The definition level from which on a slot exists.
    pub(crate) slot_def: u8,
    /// The definition level from which on the slot is valid.
    pub(crate) valid_def: u8,
}

impl NodeLevels {
    /// Whether the levels can express a null of this node, or of a struct around it.
    pub(crate) fn optional(self) -> bool {
        self.valid_def > self.slot_def
    }
}

/// What a node is made of.
#[derive(Debug, Clone)]
pub(crate) enum NodeKind {
    /// A column of the file.
    Leaf(LeafPlan),
    /// A struct; at least one child, in the file's order.
    Struct(Vec<ArrowNode>),
    /// A list of any form, also of an unannotated repeated field.
    List(ListPlan),
    /// A map; keys and values share the boundaries of their entries.
    Map(MapPlan),
}

/// A leaf column and the Arrow type that it is read into.
#[derive(Debug, Clone)]
pub(crate) struct LeafPlan {
    /// The column's index among the leaves of the file.
    pub(crate) leaf_idx: usize,
    /// How the values are stored.
    pub(crate) physical_type: PhysicalType,
    /// Bytes of a value of FIXED_LEN_BYTE_ARRAY, 0 for the others.
    pub(crate) type_length: usize,
    /// The type to produce: [`DataType::Dictionary`] and [`DataType::RunEndEncoded`] included.
    ///
    /// Only the pairs of physical type and data type in `leaf_type` occur, see there.
    pub(crate) data_type: DataType,
}

/// A list.
#[derive(Debug, Clone)]
pub(crate) struct ListPlan {
    /// Which of Arrow's list arrays is built.
    pub(crate) form: ListForm,
    /// Where its elements begin.
    pub(crate) elements: ElementLevels,
    /// The element; its `levels.rep` is `elements.rep` and its `levels.slot_def` is
    /// `elements.def`.
    pub(crate) element: Box<ArrowNode>,
}

/// A map.
#[derive(Debug, Clone)]
pub(crate) struct MapPlan {
    /// Where its entries begin.
    pub(crate) entries: ElementLevels,
    /// The key of an entry.
    pub(crate) key: Box<ArrowNode>,
    /// The value of an entry.
    pub(crate) value: Box<ArrowNode>,
}

/// Which entries of the level streams hold an element of a list.
///
/// An entry adds an element if `rep <= self.rep && def >= self.def`. Together with the list's
/// [`NodeLevels`] this is all that finding its boundaries takes: `self.rep` is the list's
/// `levels.rep + 1`, and `self.def` its `levels.valid_def + 1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ElementLevels {
    /// The repetition level of the list's repeated field.
    pub(crate) rep: u8,
    /// The definition level from which on an element exists.
    pub(crate) def: u8,
}

/// Arrow's list arrays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ListForm {
    /// Offsets of 32 bits.
    List,
    /// Offsets of 64 bits.
    LargeList,
    /// Offsets and sizes of 32 bits.
    ListView,
    /// Offsets and sizes of 64 bits.
    LargeListView,
    /// As many elements in each list; a null list takes the room of one.
    FixedSize(usize),
}

impl ArrowNode {
    /// Calls `visit` for each leaf below this node, in the order of the file.
    pub(crate) fn for_each_leaf<'a>(&'a self, visit: &mut impl FnMut(&'a LeafPlan)) {
        match &self.kind {
            NodeKind::Leaf(leaf) => visit(leaf),
            NodeKind::Struct(children) => {
                for child in children {
                    child.for_each_leaf(visit);
                }
            }
            NodeKind::List(list) => list.element.for_each_leaf(visit),
            NodeKind::Map(map) => {
                map.key.for_each_leaf(visit);
                map.value.for_each_leaf(visit);
            }
        }
    }
}
