//! What a group is by its annotation and its shape, and the levels of a node.
//!
//! Spec: LogicalTypes.md, "Nested Types", its backward-compatibility rules

use herringbone_format::basic::{ConvertedType, LogicalType, Repetition};
use herringbone_format::schema::Node;

use super::node::NodeLevels;

/// What the annotation of a group says that it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Annotation {
    List,
    Map,
    Other,
}

/// The levels of a node as one value.
pub(super) fn own_levels(node: Node<'_>) -> NodeLevels {
    NodeLevels {
        rep: node.max_rep_level(),
        slot_def: slot_def(node),
        valid_def: node.max_def_level(),
    }
}

/// The definition level from which on a slot of the node exists: that of the innermost repeated
/// field that it lies in, itself included. A struct that is null has slots all the same.
pub(super) fn slot_def(node: Node<'_>) -> u8 {
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

pub(super) fn annotation(group: Node<'_>) -> Annotation {
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
pub(super) fn repeated_child(group: Node<'_>) -> Option<Node<'_>> {
    only_child(group).filter(|child| child.repetition() == Repetition::REPEATED)
}

fn only_child(group: Node<'_>) -> Option<Node<'_>> {
    let mut children = group.children();
    children.next().filter(|_| children.next().is_none())
}

/// The element of a list that is wrapped in its repeated group, as new writers have it; nothing if
/// the repeated field is the element itself.
pub(super) fn wrapped_element<'a>(list: Node<'_>, repeated: Node<'a>) -> Option<Node<'a>> {
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

pub(super) struct MapEntries<'a> {
    pub(super) repeated: Node<'a>,
    pub(super) key: Node<'a>,
    pub(super) value: Node<'a>,
}

/// The parts of a map; nothing if the group does not have its shape.
///
/// Presto declares keys optional; the specification wants them required and never null, so such a
/// file is a map all the same.
pub(super) fn map_entries(group: Node<'_>) -> Option<MapEntries<'_>> {
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
