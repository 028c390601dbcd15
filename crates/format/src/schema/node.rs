//! One element of the schema tree, seen from outside.

use std::fmt;
use std::ops::Range;

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

    /// The place of this element in the preorder of the tree; the root's is 0.
    pub fn index(&self) -> u32 {
        self.index
    }

    /// The name, without those of its ancestors.
    pub fn name(&self) -> &'a str {
        let element = self.element();
        let start = element.name_offset as usize;
        &self.tree.names[start..start + element.name_len as usize]
    }

    /// How often the element occurs in its parent; the root occurs once, whatever the file says.
    pub fn repetition(&self) -> Repetition {
        match self.element().repetition {
            Some(repetition) if !self.is_root() => repetition,
            _ => Repetition::REQUIRED,
        }
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
        self.element().type_length.unwrap_or(-1)
    }

    /// What values mean, decoded from the file's bytes at each call.
    pub fn logical_type(&self) -> Option<LogicalType> {
        match self.element().logical_type_offset {
            0 => None,
            offset => Some(logical_type::parse(&self.tree.footer, offset as usize)),
        }
    }

    /// What values mean in the older vocabulary, as stored: `NONE` if nothing is, or if it is a
    /// number that we do not know.
    pub fn converted_type(&self) -> ConvertedType {
        self.converted_type_number()
            .and_then(ConvertedType::from_i32)
            .unwrap_or(ConvertedType::NONE)
    }

    /// The number of the converted type, as stored.
    ///
    /// 24 is not in the specification: an early Arrow C++ marked columns of nulls with it.
    pub fn converted_type_number(&self) -> Option<i32> {
        self.element().converted_type
    }

    /// Digits of a decimal, as stored beside its converted type; -1 if nothing is.
    pub fn precision(&self) -> i32 {
        self.element().precision.unwrap_or(-1)
    }

    /// Digits behind the decimal point, as stored beside the converted type; -1 if nothing is.
    pub fn scale(&self) -> i32 {
        self.element().scale.unwrap_or(-1)
    }

    /// Why the values of this leaf cannot mean what the file says they do, such as a date in a
    /// BYTE_ARRAY; none if they can, or if this is a group.
    ///
    /// A tree with such a leaf can be parsed, and its other columns be read.
    pub fn annotation_problem(&self) -> Option<TypeProblem> {
        let logical_type = self.logical_type();
        let (precision, scale) = self.stored_decimal(logical_type.as_ref());
        PrimitiveTypeBuilder::new("", self.physical_type()?)
            .with_logical_type(logical_type)
            .with_converted_type(self.converted_type())
            .with_length(self.type_length())
            .with_precision(precision)
            .with_scale(scale)
            .check()
            .err()
    }

    /// Precision and scale as stored beside the converted type, or else as in `logical_type`.
    pub(super) fn stored_decimal(&self, logical_type: Option<&LogicalType>) -> (i32, i32) {
        match (logical_type, self.precision(), self.scale()) {
            (Some(LogicalType::Decimal(decimal)), -1, -1) => (decimal.precision, decimal.scale),
            (_, precision, scale) => (precision, scale),
        }
    }

    /// The number by which the writer knows this field.
    pub fn field_id(&self) -> Option<i32> {
        self.element().field_id
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
