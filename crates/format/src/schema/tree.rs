//! The schema as a flat tree, parsed in one pass over its list in the footer.
//!
//! The file stores the schema as the preorder of a tree: each element tells how many of the
//! elements behind it are its children. We keep that order. An element knows where its subtree
//! ends, which is where its next sibling begins, and how many leaves come before it, so walking
//! down, sideways and over the leaves of a subtree is arithmetic:
//!
//! ```text
//!     index  element         subtree_end   first_leaf
//!       0    schema               5            0
//!       1      a                  2            0       leaf 0
//!       2      b                  5            1
//!       3        c                4            1       leaf 1
//!       4        d                5            2       leaf 2
//! ```
//!
//! Names are gathered into one string. What else an element says (its logical type, a field id)
//! stays in the footer's bytes until somebody asks: most elements say something, and most are never
//! asked.
//!
//! Spec: parquet.thrift, `SchemaElement`

use std::fmt;
use std::ops::Range;

use super::raw_element::RawElement;
use super::types::Type as ParquetType;
use super::{Node, SchemaBuilder};
use crate::basic::{Repetition, Type};
use crate::thrift::{Cursor, Wire};
use crate::{FormatError, Limits, SharedBytes};

/// The least that an element can take in the file: name, type or child count, repetition, end.
const MIN_ELEMENT_SIZE: usize = 7;

/// How deep a schema may nest whatever the limits say: walks over it recurse, and so does dropping a
/// `types::Type`.
const MAX_DEPTH: usize = 1000;

/// Bytes of a name for which memory is reserved.
const USUAL_NAME_SIZE: usize = 12;

/// The schema of a file: a tree of groups and leaves.
///
/// Costs a handful of allocations in all, however many elements there are. Everything is reached
/// through [`Node`]s.
#[derive(Clone)]
pub struct SchemaTree {
    /// The footer, in which the elements lie.
    pub(super) footer: SharedBytes,
    /// All names, one behind the other.
    pub(super) names: String,
    /// All elements in preorder; the root is the first and is always there.
    pub(super) elements: Vec<Element>,
    /// The element of each leaf.
    pub(super) leaves: Vec<u32>,
}

/// One element. `u32` holds every index and offset: the footer is checked to be shorter.
#[derive(Clone, Copy)]
pub(super) struct Element {
    /// Where the element lies in the footer, to parse what is seldom asked for.
    pub(super) offset: u32,
    /// Where the name starts; it ends where that of the next element starts.
    pub(super) name_offset: u32,
    pub(super) parent: u32,
    pub(super) subtree_end: u32,
    pub(super) first_leaf: u32,
    pub(super) num_children: u32,
    /// Set in leaves and in nothing else.
    pub(super) physical_type: Option<Type>,
    /// That of the root is REQUIRED, whatever the file says.
    pub(super) repetition: Repetition,
    pub(super) max_def_level: u8,
    pub(super) max_rep_level: u8,
}

const _: () = assert!(size_of::<Element>() == 28);

impl SchemaTree {
    /// Parses the schema list, header first, that starts at `list.start` of `footer` and ends before `list.end`.
    ///
    /// Real writers are met half-way: the root may have a repetition and a type, a leaf may say that it has no children, a
    /// group may be empty, a child count may be missing. Converted and logical types that we do not know are kept as unknown.
    ///
    /// # Errors
    /// If the bytes are not a list of schema elements, if the child counts do not make it one tree, if an element lacks what
    /// nothing can be read without (name, repetition, physical type, positive length of FIXED_LEN_BYTE_ARRAY), if a name is
    /// not UTF-8, or if there are more or more deeply nested elements than `limits` allow.
    pub fn parse(
        footer: SharedBytes,
        list: Range<usize>,
        limits: &Limits,
    ) -> Result<Self, FormatError> {
        Self::parse_with_end(footer, list, limits).map(|(tree, _)| tree)
    }

    /// Does what [`SchemaTree::parse`] does, and tells where the list ends.
    pub(crate) fn parse_with_end(
        footer: SharedBytes,
        list: Range<usize>,
        limits: &Limits,
    ) -> Result<(Self, usize), FormatError> {
        check_limit("metadata size", footer.len(), u32::MAX as usize)?;
        let end = list.end.min(footer.len());
        let bytes = &footer[..end];
        let mut cursor = Cursor::at(bytes, list.start);
        let len = cursor.read_list_of(Wire::Struct, "schema")?;
        check_limit("schema elements", len, limits.schema_elements)?;
        if len == 0 {
            return Err(FormatError::MissingField {
                field: "schema",
                offset: list.start,
            });
        }

        // A count is believed as far as bytes are there to back it.
        let capacity = len.min(cursor.remaining() / MIN_ELEMENT_SIZE + 1);
        let mut growth = Growth {
            footer: &footer,
            names: Vec::with_capacity(capacity * USUAL_NAME_SIZE),
            elements: Vec::with_capacity(capacity),
            leaves: Vec::with_capacity(capacity),
            open: Vec::new(),
        };
        let mut position = cursor.position();
        let mut raw = RawElement::default();
        for index in 0..len {
            position = raw.replace(bytes, position)?;
            growth.add(&raw, len - index - 1, limits)?;
        }
        let (names, elements, leaves) = growth.finish()?;
        let tree = Self {
            footer,
            names,
            elements,
            leaves,
        };
        Ok((tree, position))
    }

    /// The tree of a schema in the shape of the `parquet` crate.
    ///
    /// # Errors
    /// If no file could hold the schema, as those of [`SchemaTree::parse`] under the default limits.
    pub fn from_type(root: &ParquetType) -> Result<Self, FormatError> {
        SchemaBuilder::from_type(root).build()
    }

    /// The root, whose children are the top-level fields.
    pub fn root(&self) -> Node<'_> {
        Node::new(self, 0)
    }

    /// How many elements there are, root and groups included.
    pub fn num_nodes(&self) -> usize {
        self.elements.len()
    }

    /// The element at `index` of the preorder, the root being 0.
    ///
    /// # Panics
    /// If there is no such element.
    pub fn node(&self, index: usize) -> Node<'_> {
        assert!(index < self.elements.len(), "no schema element {index}");
        Node::new(self, index as u32)
    }

    /// How many leaves there are, which is how many columns the file has.
    pub fn num_leaves(&self) -> usize {
        self.leaves.len()
    }

    /// The leaf of column `index`.
    ///
    /// # Panics
    /// If there is no such column.
    pub fn leaf(&self, index: usize) -> Node<'_> {
        Node::new(self, self.leaves[index])
    }

    /// All leaves, in the order of the columns.
    pub fn leaves(&self) -> impl ExactSizeIterator<Item = Node<'_>> + Clone {
        self.leaves.iter().map(|&index| Node::new(self, index))
    }

    /// Bytes of memory that the tree holds, the footer it shares not counted.
    pub fn memory_size(&self) -> usize {
        size_of::<Self>()
            + self.names.capacity()
            + self.elements.capacity() * size_of::<Element>()
            + self.leaves.capacity() * size_of::<u32>()
    }
}

impl fmt::Debug for SchemaTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SchemaTree").field(&self.root()).finish()
    }
}

/// A tree that is being built, one element after the other.
struct Growth<'a> {
    footer: &'a [u8],
    /// Not checked to be UTF-8 before the end, when all are checked at once.
    names: Vec<u8>,
    elements: Vec<Element>,
    leaves: Vec<u32>,
    /// The groups that the next element may belong to, outermost first.
    open: Vec<OpenGroup>,
}

struct OpenGroup {
    index: u32,
    missing_children: u32,
}

impl Growth<'_> {
    /// Adds the next element; `num_following` elements come behind it.
    fn add(
        &mut self,
        raw: &RawElement,
        num_following: usize,
        limits: &Limits,
    ) -> Result<(), FormatError> {
        let index = self.elements.len() as u32;
        let num_children = raw.num_children(num_following)?;
        let mut element = Element {
            offset: raw.offset as u32,
            name_offset: self.names.len() as u32,
            parent: 0,
            subtree_end: index + 1,
            first_leaf: self.leaves.len() as u32,
            num_children,
            physical_type: None,
            repetition: Repetition::REQUIRED,
            max_def_level: 0,
            max_rep_level: 0,
        };
        if index > 0 {
            self.attach(&mut element, raw)?;
            if num_children == 0 {
                element.physical_type = raw.physical_type()?;
            }
        }
        if element.physical_type.is_some() {
            self.leaves.push(index);
        }
        if num_children > 0 {
            let limit = limits.schema_depth.min(MAX_DEPTH);
            check_limit("schema depth", self.open.len(), limit)?;
            self.open.push(OpenGroup {
                index,
                missing_children: num_children,
            });
        }
        self.names.extend_from_slice(&self.footer[raw.name.clone()]);
        self.elements.push(element);
        self.close_finished();
        Ok(())
    }

    /// Gives `element` its parent and the levels that follow from it.
    fn attach(&mut self, element: &mut Element, raw: &RawElement) -> Result<(), FormatError> {
        let group = self.open.last_mut().ok_or(FormatError::Malformed {
            what: "schema element outside of the tree",
            offset: raw.offset,
        })?;
        group.missing_children -= 1;
        element.repetition = raw.repetition()?;
        let (def, rep) = match element.repetition {
            Repetition::REQUIRED => (0, 0),
            Repetition::OPTIONAL => (1, 0),
            Repetition::REPEATED => (1, 1),
        };
        let parent = &self.elements[group.index as usize];
        element.parent = group.index;
        element.max_def_level = deeper(parent.max_def_level, def)?;
        element.max_rep_level = deeper(parent.max_rep_level, rep)?;
        Ok(())
    }

    /// Closes the groups that have all their children.
    fn close_finished(&mut self) {
        let end = self.elements.len() as u32;
        while let Some(group) = self.open.pop_if(|group| group.missing_children == 0) {
            self.elements[group.index as usize].subtree_end = end;
        }
    }

    fn finish(self) -> Result<(String, Vec<Element>, Vec<u32>), FormatError> {
        if let Some(group) = self.open.last() {
            let expected = self.elements[group.index as usize].num_children;
            return Err(FormatError::Mismatch {
                what: "children of a schema group",
                expected: u64::from(expected),
                found: u64::from(expected - group.missing_children),
            });
        }
        let names = match String::from_utf8(self.names) {
            Ok(names) if are_whole(&names, &self.elements) => names,
            _ => return Err(invalid_name(self.footer, &self.elements)),
        };
        Ok((names, self.elements, self.leaves))
    }
}

/// Whether no character lies in two names.
fn are_whole(names: &str, elements: &[Element]) -> bool {
    elements
        .iter()
        .all(|element| names.is_char_boundary(element.name_offset as usize))
}

/// Says which name is not UTF-8.
#[cold]
fn invalid_name(footer: &[u8], elements: &[Element]) -> FormatError {
    let field = "SchemaElement.name";
    let parse = |element: &Element| {
        let (raw, _) = RawElement::parse(footer, element.offset as usize).unwrap_or_default();
        raw.name
    };
    let offset = elements
        .iter()
        .map(parse)
        .find(|name| str::from_utf8(&footer[name.clone()]).is_err())
        .map_or(0, |name| name.start);
    FormatError::InvalidUtf8 { field, offset }
}

fn deeper(level: u8, by: u8) -> Result<u8, FormatError> {
    level.checked_add(by).ok_or(FormatError::OverLimit {
        what: "levels of a column",
        found: u64::from(u8::MAX) + 1,
        limit: u64::from(u8::MAX),
    })
}

fn check_limit(what: &'static str, found: usize, limit: usize) -> Result<(), FormatError> {
    if found > limit {
        return Err(FormatError::OverLimit {
            what,
            found: found as u64,
            limit: limit as u64,
        });
    }
    Ok(())
}
