//! The tree that a reader is built from: one node per Arrow field, with the levels that its
//! kernels need.

use arrow_schema::{DataType, FieldRef};
use herringbone_format::basic::Type as PhysicalType;
pub(crate) use herringbone_format::schema::shape::{ElementLevels, NodeLevels};

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
