//! One element of the schema tree, seen from outside.

use std::fmt;
use std::ops::Range;

use super::raw_element::RawElement;
use super::tree::Element;
use super::types::{PrimitiveTypeBuilder, TypeProblem};
use super::{ColumnPath, SchemaTree, logical_type};
use crate::basic::{ConvertedType, LogicalType, Repetition, Type};

/// A group or leaf of a [`SchemaTree`]: a reference to the tree and a place in it.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    tree: &'a SchemaTree,
    index: u32,
}

impl<'a> Node<'a> {
    /// `index` is that of an element.
    pub(super) fn new(tree: &'a SchemaTree, index: u32) -> Self {
        Self { tree, index }
    }

    fn element(&self) -> &'a Element {
        &self.tree.elements[self.index as usize]
    }

    /// What the file says of this element, parsed anew.
    fn raw(&self) -> RawElement {
        // It was parsed before; should the bytes have changed since, they say nothing.
        let parsed = RawElement::parse(&self.tree.footer, self.element().offset as usize);
        parsed.unwrap_or_default().0
    }

    /// The place of this element in the preorder of the tree; the root's is 0.
    pub fn index(&self) -> u32 {
        self.index
    }

    /// The name, without those of its ancestors.
    pub fn name(&self) -> &'a str {
        let start = self.element().name_offset as usize;
        let next = self.tree.elements.get(self.index as usize + 1);
        let end = next.map_or(self.tree.names.len(), |next| next.name_offset as usize);
        &self.tree.names[start..end]
    }

    /// How often the element occurs in its parent; the root occurs once, whatever the file says.
    pub fn repetition(&self) -> Repetition {
        self.element().repetition
    }

    /// Whether this is the root.
    pub fn is_root(&self) -> bool {
        self.index == 0
    }

    /// Whether this is a column, not a group.
    pub fn is_leaf(&self) -> bool {
        self.element().physical_type.is_some()
    }

    /// How many children there are; none in a leaf or an empty group.
    pub fn num_children(&self) -> usize {
        self.element().num_children as usize
    }

    /// The children, in the order of the file.
    pub fn children(&self) -> Children<'a> {
        Children {
            tree: self.tree,
            next: self.index + 1,
            remaining: self.element().num_children,
        }
    }

    /// The first child of this name, compared byte by byte.
    pub fn child(&self, name: &str) -> Option<Node<'a>> {
        self.children().find(|child| child.name() == name)
    }

    /// The group that this element belongs to; none for the root.
    pub fn parent(&self) -> Option<Node<'a>> {
        (!self.is_root()).then(|| Self::new(self.tree, self.element().parent))
    }

    /// How the values of a leaf lie in the file; none for a group.
    pub fn physical_type(&self) -> Option<Type> {
        self.element().physical_type
    }

    /// Bytes of a FIXED_LEN_BYTE_ARRAY value, which are at least one. For other types whatever the
    /// file says, and -1 if it says nothing.
    pub fn type_length(&self) -> i32 {
        self.raw().type_length().unwrap_or(-1)
    }

    /// What values mean, decoded from the file's bytes at each call.
    pub fn logical_type(&self) -> Option<LogicalType> {
        self.logical_type_of(&self.raw())
    }

    fn logical_type_of(&self, raw: &RawElement) -> Option<LogicalType> {
        let offset = raw.logical_type_offset()?;
        Some(logical_type::parse(&self.tree.footer, offset))
    }

    /// What values mean in the older vocabulary, as stored: `NONE` if nothing is, or if it is a
    /// number that we do not know.
    pub fn converted_type(&self) -> ConvertedType {
        converted_type_of(&self.raw())
    }

    /// The number of the converted type, as stored.
    ///
    /// 24 is not in the specification: an early Arrow C++ marked columns of nulls with it.
    pub fn converted_type_number(&self) -> Option<i32> {
        self.raw().converted_type()
    }

    /// Digits of a decimal, as stored beside its converted type; -1 if nothing is.
    pub fn precision(&self) -> i32 {
        self.raw().precision().unwrap_or(-1)
    }

    /// Digits behind the decimal point, as stored beside the converted type; -1 if nothing is.
    pub fn scale(&self) -> i32 {
        self.raw().scale().unwrap_or(-1)
    }

    /// Why the values of this leaf cannot mean what the file says they do, such as a date in a
    /// BYTE_ARRAY; none if they can, or if this is a group.
    ///
    /// A tree with such a leaf can be parsed, and its other columns be read.
    pub fn annotation_problem(&self) -> Option<TypeProblem> {
        let details = self.details();
        PrimitiveTypeBuilder::new("", self.physical_type()?)
            .with_logical_type(details.logical_type)
            .with_converted_type(details.converted_type)
            .with_length(details.type_length)
            .with_precision(details.precision)
            .with_scale(details.scale)
            .check()
            .err()
    }

    /// The number by which the writer knows this field.
    pub fn field_id(&self) -> Option<i32> {
        self.raw().field_id()
    }

    /// All that is parsed on touch, parsed once.
    pub(super) fn details(&self) -> Details {
        let raw = self.raw();
        let logical_type = self.logical_type_of(&raw);
        // A writer may leave to the logical type what the specification has in both places.
        let (precision, scale) = match (&logical_type, raw.precision(), raw.scale()) {
            (Some(LogicalType::Decimal(decimal)), None, None) => (decimal.precision, decimal.scale),
            (_, precision, scale) => (precision.unwrap_or(-1), scale.unwrap_or(-1)),
        };
        Details {
            logical_type,
            converted_type: converted_type_of(&raw),
            unknown_converted_type: raw
                .converted_type()
                .filter(|&number| ConvertedType::from_i32(number).is_none()),
            type_length: raw.type_length().unwrap_or(-1),
            precision,
            scale,
            field_id: raw.field_id(),
        }
    }

    /// The definition level of a value of this element that is there.
    pub fn max_def_level(&self) -> u8 {
        self.element().max_def_level
    }

    /// How many of this element and its ancestors are repeated.
    pub fn max_rep_level(&self) -> u8 {
        self.element().max_rep_level
    }

    /// The columns at or below this element.
    pub fn leaf_range(&self) -> Range<usize> {
        let element = self.element();
        let end = self.tree.elements.get(element.subtree_end as usize);
        let end = end.map_or(self.tree.leaves.len(), |next| next.first_leaf as usize);
        element.first_leaf as usize..end
    }

    /// The column that a leaf is; none for a group.
    pub fn leaf_index(&self) -> Option<usize> {
        let element = self.element();
        element.physical_type.map(|_| element.first_leaf as usize)
    }

    /// The names from the top-level field down to this element; empty for the root.
    pub fn path(&self) -> ColumnPath {
        let mut parts = Vec::new();
        let mut node = *self;
        while let Some(parent) = node.parent() {
            parts.push(node.name().to_owned());
            node = parent;
        }
        parts.reverse();
        ColumnPath::new(parts)
    }

    /// The top-level field that this element is or belongs to; the root itself for the root.
    pub fn top_level(&self) -> Node<'a> {
        let mut node = *self;
        while let Some(parent) = node.parent().filter(|parent| !parent.is_root()) {
            node = parent;
        }
        node
    }

    /// Whether `ancestor` is this element or a group that holds it.
    pub fn is_under(&self, ancestor: Node<'_>) -> bool {
        (ancestor.index..ancestor.element().subtree_end).contains(&self.index)
    }
}

/// What an element says beyond its shape.
pub(super) struct Details {
    pub(super) logical_type: Option<LogicalType>,
    pub(super) converted_type: ConvertedType,
    pub(super) unknown_converted_type: Option<i32>,
    pub(super) type_length: i32,
    pub(super) precision: i32,
    pub(super) scale: i32,
    pub(super) field_id: Option<i32>,
}

fn converted_type_of(raw: &RawElement) -> ConvertedType {
    raw.converted_type()
        .and_then(ConvertedType::from_i32)
        .unwrap_or(ConvertedType::NONE)
}

/// Two nodes are equal if they are the same place in the same tree.
impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index && std::ptr::eq(self.tree, other.tree)
    }
}

impl Eq for Node<'_> {}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Node");
        shown.field("name", &self.name());
        shown.field("repetition", &self.repetition());
        match self.physical_type() {
            Some(physical_type) => shown.field("physical_type", &physical_type),
            None => shown.field("children", &self.children().collect::<Vec<_>>()),
        };
        shown.finish()
    }
}

/// The children of a [`Node`].
#[derive(Clone, Debug)]
pub struct Children<'a> {
    tree: &'a SchemaTree,
    next: u32,
    remaining: u32,
}

impl<'a> Iterator for Children<'a> {
    type Item = Node<'a>;

    fn next(&mut self) -> Option<Node<'a>> {
        self.remaining = self.remaining.checked_sub(1)?;
        let child = Node::new(self.tree, self.next);
        self.next = child.element().subtree_end;
        Some(child)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.remaining as usize, Some(self.remaining as usize))
    }
}

impl ExactSizeIterator for Children<'_> {}
