//! Which leaf columns to read.

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
        let mut roots = vec![false; schema.root_schema().get_fields().len()];
        for idx in indices {
            roots[idx] = true;
        }
        let included = (0..schema.num_columns())
            .map(|leaf| roots[schema.get_column_root_idx(leaf)])
            .collect();
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
        for name in names {
            for (leaf, column) in schema.columns().iter().enumerate() {
                if leads_to(name, column.path().parts()) {
                    included[leaf] = true;
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
mod tests {
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
