//! Columns by their names, as users write them.
//!
//! A path names a column, a group with all below it, or a field inside lists and maps. The groups
//! that Parquet wraps around the elements of lists and maps can be left out: a column of lists of
//! structs is `a.b` as well as `a.list.element.b`.

use herringbone_format::basic::{ConvertedType, LogicalType, Repetition};
use herringbone_format::schema::{Node, SchemaTree};

use crate::text::one_line;

/// The leaves that were asked for, and the order of the columns that they belong to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Columns {
    /// Indices of leaves, ascending.
    pub(crate) leaves: Vec<usize>,
    /// For each top-level column in the order asked for, its place among those in the file's order.
    pub(crate) order: Vec<usize>,
}

impl Columns {
    /// Finds the columns of `lists`, each of which is one name or several with commas between.
    pub(crate) fn find(tree: &SchemaTree, lists: &[String]) -> Result<Self, String> {
        let mut leaves = Vec::new();
        for list in lists {
            // A name may hold a comma.
            let whole = leaves_of(tree, list);
            if !whole.is_empty() {
                leaves.extend(whole);
                continue;
            }
            for name in list.split(',').map(str::trim) {
                let found = leaves_of(tree, name);
                if found.is_empty() {
                    return Err(not_found(tree, name));
                }
                leaves.extend(found);
            }
        }
        Ok(Self::of(tree, leaves))
    }

    /// All columns in the file's order.
    pub(crate) fn all(tree: &SchemaTree) -> Self {
        Self::of(tree, (0..tree.num_leaves()).collect())
    }

    /// Those of the columns, in the order asked for, that `kept` says.
    pub(crate) fn only(&self, tree: &SchemaTree, kept: &[bool]) -> Self {
        let root_of = roots(tree);
        let mut in_file: Vec<usize> = self.leaves.iter().map(|&leaf| root_of[leaf]).collect();
        in_file.dedup();
        let asked = self
            .order
            .iter()
            .zip(kept)
            .filter(|(_, is_kept)| **is_kept)
            .map(|(&place, _)| in_file[place]);
        let leaves_under = |root: usize| {
            self.leaves
                .iter()
                .copied()
                .filter(|&leaf| root_of[leaf] == root)
                .collect()
        };
        Self::of(
            tree,
            asked.flat_map::<Vec<usize>, _>(leaves_under).collect(),
        )
    }

    /// The columns of `leaves`, in the order of their first leaf.
    fn of(tree: &SchemaTree, mut leaves: Vec<usize>) -> Self {
        let root_of = roots(tree);
        let mut is_seen = vec![false; tree.root().num_children()];
        let mut asked = Vec::new();
        for &leaf in &leaves {
            if !std::mem::replace(&mut is_seen[root_of[leaf]], true) {
                asked.push(root_of[leaf]);
            }
        }
        let mut in_file = asked.clone();
        in_file.sort_unstable();
        let order = asked
            .iter()
            .map(|root| in_file.partition_point(|other| other < root))
            .collect();
        leaves.sort_unstable();
        leaves.dedup();
        Self { leaves, order }
    }
}

/// For each leaf the place of its top-level column in the schema.
fn roots(tree: &SchemaTree) -> Vec<usize> {
    let children = tree.root().children().enumerate();
    children
        .flat_map(|(root, child)| child.leaf_range().map(move |_| root))
        .collect()
}

/// The leaves at or under `path`, in the file's order.
pub(crate) fn leaves_of(tree: &SchemaTree, path: &str) -> Vec<usize> {
    let mut leaves = Vec::new();
    walk(tree.root(), path, &mut leaves);
    leaves.sort_unstable();
    leaves.dedup();
    leaves
}

fn walk(group: Node<'_>, path: &str, leaves: &mut Vec<usize>) {
    for child in group.children() {
        match path.strip_prefix(child.name()) {
            Some("") => leaves.extend(child.leaf_range()),
            Some(rest) => {
                if let Some(rest) = rest.strip_prefix('.') {
                    walk(child, rest, leaves);
                }
            }
            None => {}
        }
        if is_wrapper(child) {
            walk(child, path, leaves);
        }
    }
}

/// Whether a group is there only because a list or map is stored by it.
fn is_wrapper(node: Node<'_>) -> bool {
    let Some(parent) = node.parent() else {
        return false;
    };
    if node.repetition() == Repetition::REPEATED {
        return is_list(parent) || is_map(parent);
    }
    // The element of a list of three levels.
    let of_list = parent.parent().is_some_and(is_list);
    of_list && parent.repetition() == Repetition::REPEATED && parent.num_children() == 1
}

fn is_list(node: Node<'_>) -> bool {
    matches!(node.logical_type(), Some(LogicalType::List))
        || node.converted_type() == ConvertedType::LIST
}

fn is_map(node: Node<'_>) -> bool {
    matches!(node.logical_type(), Some(LogicalType::Map))
        || matches!(
            node.converted_type(),
            ConvertedType::MAP | ConvertedType::MAP_KEY_VALUE
        )
}

/// How many names an error lists.
const MAX_NAMES: usize = 12;

/// What to say of a column that is not there: which ones are.
pub(crate) fn not_found(tree: &SchemaTree, name: &str) -> String {
    let names: Vec<_> = tree
        .root()
        .children()
        .map(|child| one_line(child.name()))
        .collect();
    let listed = names[..names.len().min(MAX_NAMES)].join(", ");
    let more = if names.len() > MAX_NAMES {
        format!(", and {} more", names.len() - MAX_NAMES)
    } else {
        String::new()
    };
    format!(
        "no column '{}': the file has {listed}{more}",
        one_line(name)
    )
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

    use herringbone_format::schema::parser::parse_message_type;

    use super::*;

    fn tree() -> SchemaTree {
        let message = "message m {
            required int32 a;
            required group s { optional int32 x; optional int32 y; }
            optional group l (LIST) { repeated group list { optional group element { optional int32 p; optional int32 q; } } }
            optional group m (MAP) { repeated group key_value { required int32 key; optional int32 value; } }
            required int32 ab;
        }";
        SchemaTree::from_type(&parse_message_type(message).unwrap()).unwrap()
    }

    #[test]
    fn paths() {
        let tree = tree();
        let check =
            |path: &str, expected: &[usize]| assert_eq!(leaves_of(&tree, path), expected, "{path}");
        check("a", &[0]);
        check("ab", &[7]);
        check("s", &[1, 2]);
        check("s.y", &[2]);
        check("l", &[3, 4]);
        check("l.q", &[4]);
        check("l.list", &[3, 4]);
        check("l.list.element.q", &[4]);
        check("l.element.q", &[4]);
        check("m.key", &[5]);
        check("m.key_value.value", &[6]);
        check("s.z", &[]);
        check("a.b", &[]);
        check("", &[]);
        check("x", &[]);
    }

    #[test]
    fn lists_keep_the_order_asked_for() {
        let tree = tree();
        let check = |lists: &[&str], leaves: &[usize], order: &[usize]| {
            let lists: Vec<_> = lists.iter().map(ToString::to_string).collect();
            let found = Columns::find(&tree, &lists).unwrap();
            assert_eq!(
                (found.leaves.as_slice(), found.order.as_slice()),
                (leaves, order),
                "{lists:?}"
            );
        };
        check(&["a,s"], &[0, 1, 2], &[0, 1]);
        check(&["ab,s.y,a"], &[0, 2, 7], &[2, 1, 0]);
        check(&["ab", "a, m.key"], &[0, 5, 7], &[2, 0, 1]);
        check(&["s.x,a,s.y"], &[0, 1, 2], &[1, 0]);
        let found = Columns::find(&tree, &["ab,s.y,a".to_owned()]).unwrap();
        let kept = found.only(&tree, &[true, false, true]);
        assert_eq!((kept.leaves, kept.order), (vec![0, 7], vec![1, 0]));
        assert_eq!(
            Columns::find(&tree, &["a,b".to_owned()]).unwrap_err(),
            "no column 'b': the file has a, s, l, m, ab"
        );
    }
}
