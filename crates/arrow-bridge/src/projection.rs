//! Which leaf columns to read.

use std::ops::Range;

use herringbone_format::schema::Node;
use herringbone_format::schema::types::SchemaDescriptor;

/// A set of leaf columns of a file.
///
/// Leaves are numbered in the order of a depth-first walk of the schema, roots in the order of the
/// schema's first level:
///
/// ```text
/// message schema {
///   required boolean a;        // root 0, leaf 0
///   required group b {         // root 1
///     optional int32 c;        //         leaf 1
///     optional int64 d;        //         leaf 2
///   }
/// }
/// ```
///
/// What is not in the set is neither fetched nor decoded, and not in the batches' schema. A group
/// of which no leaf is in the set vanishes; of a struct with some, the others are left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectionMask {
    /// For each leaf whether it is in the set; without it all are.
    included: Option<Vec<bool>>,
}

impl ProjectionMask {
    /// Every column.
    pub fn all() -> Self {
        Self { included: None }
    }

    /// None of `len` leaf columns.
    pub fn none(len: usize) -> Self {
        Self {
            included: Some(vec![false; len]),
        }
    }

    /// The leaf columns of these indices, in whatever order and however often they come.
    ///
    /// # Panics
    /// If an index is not below the number of leaf columns.
    pub fn leaves(schema: &SchemaDescriptor, indices: impl IntoIterator<Item = usize>) -> Self {
        let mut included = vec![false; schema.num_columns()];
        for idx in indices {
            included[idx] = true;
        }
        Self {
            included: Some(included),
        }
    }

    /// All leaf columns under the roots of these indices, in whatever order and however often they
    /// come.
    ///
    /// # Panics
    /// If an index is not below the number of roots.
    pub fn roots(schema: &SchemaDescriptor, indices: impl IntoIterator<Item = usize>) -> Self {
        let mut included = vec![false; schema.num_columns()];
        let leaves = leaves_of_roots(schema);
        for idx in indices {
            included[leaves[idx].clone()].fill(true);
        }
        Self {
            included: Some(included),
        }
    }

    /// All leaf columns at or under these paths, names joined by dots as in `a.key_value.key`.
    ///
    /// The groups that a list or map wraps around its elements are part of a path. A path that
    /// leads nowhere adds nothing. A name that has a dot in it is met as it is written.
    pub fn columns<'a>(
        schema: &SchemaDescriptor,
        names: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let mut included = vec![false; schema.num_columns()];
        match schema.tree() {
            Some(tree) => {
                for name in names {
                    include(&mut included, tree.root(), name);
                }
            }
            None => {
                for name in names {
                    for (leaf, column) in schema.columns().iter().enumerate() {
                        included[leaf] |= leads_to(name, column.path().parts());
                    }
                }
            }
        }
        Self {
            included: Some(included),
        }
    }

    /// Whether the leaf column is in the set.
    ///
    /// # Panics
    /// If the set was made for fewer leaf columns.
    pub fn leaf_included(&self, leaf_idx: usize) -> bool {
        match &self.included {
            Some(included) => included[leaf_idx],
            None => true,
        }
    }

    /// Adds the columns of `other`.
    pub fn union(&mut self, other: &Self) {
        match (&mut self.included, &other.included) {
            (Some(included), Some(others)) => {
                combine(included, others, |ours, theirs| ours | theirs);
            }
            _ => self.included = None,
        }
    }

    /// Keeps only the columns that are in `other` too.
    pub fn intersect(&mut self, other: &Self) {
        match (&mut self.included, &other.included) {
            (Some(included), Some(others)) => {
                combine(included, others, |ours, theirs| ours & theirs);
            }
            (Some(_), None) => {}
            (None, others) => self.included.clone_from(others),
        }
    }
}

fn combine(included: &mut Vec<bool>, others: &[bool], combine: impl Fn(bool, bool) -> bool) {
    debug_assert_eq!(included.len(), others.len(), "masks of one schema");
    included.truncate(others.len());
    for (ours, &theirs) in included.iter_mut().zip(others) {
        *ours = combine(*ours, theirs);
    }
}

/// The leaf columns of each root.
fn leaves_of_roots(schema: &SchemaDescriptor) -> Vec<Range<usize>> {
    if let Some(tree) = schema.tree() {
        return tree
            .root()
            .children()
            .map(|root| root.leaf_range())
            .collect();
    }
    let mut leaves = vec![0..0; schema.root_schema().get_fields().len()];
    for leaf in 0..schema.num_columns() {
        let range = &mut leaves[schema.get_column_root_idx(leaf)];
        let start = if range.end == 0 { leaf } else { range.start };
        *range = start..leaf + 1;
    }
    leaves
}

/// Includes the leaf columns at or under `name`, a path that starts below `group`.
fn include(included: &mut [bool], group: Node<'_>, name: &str) {
    for child in group.children() {
        match name.strip_prefix(child.name()) {
            Some("") => included[child.leaf_range()].fill(true),
            Some(below) => {
                if let Some(below) = below.strip_prefix('.') {
                    include(included, child, below);
                }
            }
            None => {}
        }
    }
}

/// Whether the column at `path` lies at or under `name`.
fn leads_to(name: &str, path: &[String]) -> bool {
    let mut rest = name;
    for part in path {
        match rest.strip_prefix(part.as_str()) {
            Some("") => return true,
            Some(below) => match below.strip_prefix('.') {
                Some(below) => rest = below,
                None => return false,
            },
            None => return false,
        }
    }
    false
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests")]
mod tests {
    use herringbone_format::basic::{Repetition, Type};
    use herringbone_format::schema::SchemaBuilder;

    use super::*;

    fn mask(included: &[bool]) -> ProjectionMask {
        ProjectionMask {
            included: Some(included.to_vec()),
        }
    }

    #[test]
    fn paths() {
        for (name, path, expected) in [
            ("a", &["a"][..], true),
            ("a", &["a", "b"], true),
            ("a.b", &["a", "b"], true),
            ("a.b", &["a", "b", "c"], true),
            ("a.b", &["a"], false),
            ("a.b", &["a", "bc"], false),
            ("ab", &["a", "b"], false),
            ("a", &["ab"], false),
            ("", &["a"], false),
            ("a.", &["a"], false),
            // A name with a dot of its own.
            ("a.b", &["a.b"], true),
            ("a.b.c", &["a.b", "c"], true),
            ("a", &["a.b"], false),
            ("", &[""], true),
        ] {
            let path: Vec<String> = path.iter().map(ToString::to_string).collect();
            assert_eq!(leads_to(name, &path), expected, "{name} {path:?}");
        }
    }

    #[test]
    fn masks_of_a_file_are_those_of_its_types() {
        let tree = SchemaBuilder::new("schema")
            .leaf("a", Repetition::REQUIRED, Type::INT64)
            .group("empty", Repetition::OPTIONAL)
            .end()
            .group("b", Repetition::OPTIONAL)
            .group("list", Repetition::REPEATED)
            .leaf("element", Repetition::OPTIONAL, Type::BYTE_ARRAY)
            .leaf("", Repetition::OPTIONAL, Type::BYTE_ARRAY)
            .end()
            .leaf("c", Repetition::OPTIONAL, Type::INT32)
            .end()
            .leaf("b.c", Repetition::OPTIONAL, Type::INT32)
            .leaf("a", Repetition::OPTIONAL, Type::INT32)
            .build()
            .unwrap();
        let of_file = SchemaDescriptor::from_tree(&tree);
        let of_types = SchemaDescriptor::new(of_file.root_schema_ptr());
        assert!(of_file.tree().is_some() && of_types.tree().is_none());
        for (name, expected) in [
            ("a", &[0, 5][..]),
            ("b", &[1, 2, 3]),
            ("b.c", &[3, 4]),
            ("b.list", &[1, 2]),
            ("b.list.element", &[1]),
            ("b.list.", &[2]),
            ("b.", &[]),
            ("empty", &[]),
            ("", &[]),
            ("nothing", &[]),
        ] {
            let expected = ProjectionMask::leaves(&of_types, expected.iter().copied());
            assert_eq!(
                ProjectionMask::columns(&of_file, [name]),
                expected,
                "{name}"
            );
            assert_eq!(
                ProjectionMask::columns(&of_types, [name]),
                expected,
                "{name}"
            );
        }
        for (root, expected) in [&[0][..], &[], &[1, 2, 3], &[4], &[5]].iter().enumerate() {
            let expected = ProjectionMask::leaves(&of_file, expected.iter().copied());
            assert_eq!(ProjectionMask::roots(&of_file, [root]), expected, "{root}");
            assert_eq!(ProjectionMask::roots(&of_types, [root]), expected, "{root}");
        }
    }

    #[test]
    fn set_operations() {
        let (left, right) = (mask(&[true, false, true]), mask(&[false, true, true]));
        for (left, right, union, intersection) in [
            (&left, &right, mask(&[true; 3]), mask(&[false, false, true])),
            (
                &left,
                &ProjectionMask::all(),
                ProjectionMask::all(),
                left.clone(),
            ),
            (
                &ProjectionMask::all(),
                &left,
                ProjectionMask::all(),
                left.clone(),
            ),
            (
                &left,
                &ProjectionMask::none(3),
                left.clone(),
                mask(&[false; 3]),
            ),
        ] {
            let mut joined = left.clone();
            joined.union(right);
            assert_eq!(joined, union);
            let mut common = left.clone();
            common.intersect(right);
            assert_eq!(common, intersection);
        }
        assert!(ProjectionMask::all().leaf_included(1000));
        assert!(!left.leaf_included(1) && left.leaf_included(2));
    }
}
