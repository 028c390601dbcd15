//! What a group is by its annotation and its shape, what a leaf is by its, and the levels of a node.
//!
//! These are the rules by which every reader of nested files, into Arrow or into rows, takes the schema.
//!
//! Spec: LogicalTypes.md, "Nested Types", its backward-compatibility rules

use super::Node;
use crate::basic::{ConvertedType, LogicalType, Repetition, TimeUnit};

/// The levels of one node. An entry of the level streams of any leaf below it
///
/// * starts a slot of the node if `rep <= self.rep && def >= self.slot_def`,
/// * which is valid (not null) if moreover `def >= self.valid_def`.
///
/// A slot exists for every element of the innermost list around the node, also where a struct in
/// between is null; the node is then null with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NodeLevels {
    /// How many repeated fields enclose the node; a list's own repeated field does not count.
    pub rep: u8,
    /// The definition level from which on a slot exists.
    pub slot_def: u8,
    /// The definition level from which on the slot is valid.
    pub valid_def: u8,
}

impl NodeLevels {
    /// Whether the levels can express a null of this node, or of a struct around it.
    #[must_use]
    pub fn optional(self) -> bool {
        self.valid_def > self.slot_def
    }
}

/// Which entries of the level streams hold an element of a list.
///
/// An entry adds an element if `rep <= self.rep && def >= self.def`. Together with the list's
/// [`NodeLevels`] this is all that finding its boundaries takes: `self.rep` is the list's
/// `rep + 1`, and `self.def` its `valid_def + 1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ElementLevels {
    /// The repetition level of the list's repeated field.
    pub rep: u8,
    /// The definition level from which on an element exists.
    pub def: u8,
}

/// What the annotation of a group says that it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Annotation {
    /// A list.
    List,
    /// A map.
    Map,
    /// Anything else, or nothing.
    Other,
}

/// The levels of a node as one value.
pub fn own_levels(node: Node<'_>) -> NodeLevels {
    NodeLevels {
        rep: node.max_rep_level(),
        slot_def: slot_def(node),
        valid_def: node.max_def_level(),
    }
}

/// The definition level from which on a slot of the node exists: that of the innermost repeated
/// field that it lies in, itself included. A struct that is null has slots all the same.
pub fn slot_def(node: Node<'_>) -> u8 {
    let mut around = Some(node);
    while let Some(node) = around {
        let parent = node.parent();
        if parent.is_some() && node.repetition() == Repetition::REPEATED {
            return node.max_def_level();
        }
        around = parent;
    }
    0
}

/// What the group says that it is, in either vocabulary.
pub fn annotation(group: Node<'_>) -> Annotation {
    match group.logical_type() {
        Some(LogicalType::List) => return Annotation::List,
        Some(LogicalType::Map) => return Annotation::Map,
        None | Some(LogicalType::_Unknown { .. }) => {}
        Some(_) => return Annotation::Other,
    }
    match group.converted_type() {
        ConvertedType::LIST => Annotation::List,
        ConvertedType::MAP | ConvertedType::MAP_KEY_VALUE => Annotation::Map,
        _ => Annotation::Other,
    }
}

/// The only child, if it is repeated.
pub fn repeated_child(group: Node<'_>) -> Option<Node<'_>> {
    only_child(group).filter(|child| child.repetition() == Repetition::REPEATED)
}

fn only_child(group: Node<'_>) -> Option<Node<'_>> {
    let mut children = group.children();
    children.next().filter(|_| children.next().is_none())
}

/// The element of a list that is wrapped in its repeated group, as new writers have it; nothing if
/// the repeated field is the element itself.
pub fn wrapped_element<'a>(list: Node<'_>, repeated: Node<'a>) -> Option<Node<'a>> {
    let child = only_child(repeated)?;
    if child.repetition() == Repetition::REPEATED {
        return None;
    }
    let named_as_element =
        repeated.name() == "array" || repeated.name().strip_suffix("_tuple") == Some(list.name());
    if named_as_element && annotation(repeated) == Annotation::Other {
        return None;
    }
    Some(child)
}

/// The parts of a map.
#[derive(Clone, Copy, Debug)]
pub struct MapEntries<'a> {
    /// The repeated group.
    pub repeated: Node<'a>,
    /// The key of an entry.
    pub key: Node<'a>,
    /// The value of an entry.
    pub value: Node<'a>,
}

/// The parts of a map; nothing if the group does not have its shape.
///
/// Presto declares keys optional; the specification wants them required and never null, so such a
/// file is a map all the same.
pub fn map_entries(group: Node<'_>) -> Option<MapEntries<'_>> {
    let repeated = repeated_child(group)?;
    let mut fields = repeated.children();
    let (Some(key), Some(value), None) = (fields.next(), fields.next(), fields.next()) else {
        return None;
    };
    let once = |node: Node<'_>| node.repetition() != Repetition::REPEATED;
    (once(key) && once(value)).then_some(MapEntries {
        repeated,
        key,
        value,
    })
}

/// The leaf's logical type, or that which its converted type stands for.
pub fn logical_type(leaf: Node<'_>) -> Option<LogicalType> {
    use ConvertedType as C;
    match leaf.logical_type() {
        // What a newer format wrote for newer readers; it may have left a word for older ones.
        None | Some(LogicalType::_Unknown { .. }) => {}
        known => return known,
    }
    Some(match leaf.converted_type() {
        C::UTF8 => LogicalType::String,
        C::ENUM => LogicalType::Enum,
        C::DECIMAL => LogicalType::decimal(leaf.scale().max(0), leaf.precision()),
        C::DATE => LogicalType::Date,
        C::TIME_MILLIS => LogicalType::time(true, TimeUnit::MILLIS),
        C::TIME_MICROS => LogicalType::time(true, TimeUnit::MICROS),
        C::TIMESTAMP_MILLIS => LogicalType::timestamp(true, TimeUnit::MILLIS),
        C::TIMESTAMP_MICROS => LogicalType::timestamp(true, TimeUnit::MICROS),
        C::UINT_8 => LogicalType::integer(8, false),
        C::UINT_16 => LogicalType::integer(16, false),
        C::UINT_32 => LogicalType::integer(32, false),
        C::UINT_64 => LogicalType::integer(64, false),
        C::INT_8 => LogicalType::integer(8, true),
        C::INT_16 => LogicalType::integer(16, true),
        C::INT_32 => LogicalType::integer(32, true),
        C::INT_64 => LogicalType::integer(64, true),
        C::JSON => LogicalType::Json,
        C::BSON => LogicalType::Bson,
        C::NONE | C::MAP | C::MAP_KEY_VALUE | C::LIST | C::INTERVAL => return None,
    })
}

/// Whether an early Arrow C++ marked the leaf as a column of nulls, by a converted type of its own.
pub fn is_null_of_early_arrow(leaf: Node<'_>) -> bool {
    leaf.converted_type_number() == Some(24)
}
