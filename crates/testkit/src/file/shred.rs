//! Nested rows as columns of values and levels.
//!
//! An entry is written for every leaf at every place where a value, a null or an empty list is.
//! Its definition level counts the optional and repeated fields on the way that are there, its
//! repetition level the repeated field on the way that has just been continued.

use crate::file::column::{Column, Layout};
use crate::file::schema::{Element, Kind, Repetition};
use crate::file::{FileBuilder, RowGroup};
use crate::values::{Physical, Values};

/// A value of a row.
#[derive(Debug, Clone, PartialEq)]
pub enum Datum {
    /// Nothing, where the field is optional.
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A floating-point number.
    Double(f64),
    /// Bytes: byte arrays, fixed-length ones, INT96.
    Bytes(Vec<u8>),
    /// The occurrences of a repeated field.
    List(Vec<Datum>),
    /// The fields of a group.
    Group(Vec<Datum>),
}

impl From<i32> for Datum {
    fn from(v: i32) -> Self {
        Self::Int(i64::from(v))
    }
}

impl From<&str> for Datum {
    fn from(v: &str) -> Self {
        Self::Bytes(v.as_bytes().to_vec())
    }
}

impl<D: Into<Datum>> From<Option<D>> for Datum {
    fn from(v: Option<D>) -> Self {
        v.map_or(Self::Null, Into::into)
    }
}

/// The occurrences of a repeated field.
pub fn items<D: Into<Datum>>(items: impl IntoIterator<Item = D>) -> Datum {
    Datum::List(items.into_iter().map(Into::into).collect())
}

/// The fields of a group.
pub fn group(fields: impl IntoIterator<Item = Datum>) -> Datum {
    Datum::Group(fields.into_iter().collect())
}

/// A list by the rules of today: an optional group around a repeated group of one element.
pub fn list<D: Into<Datum>>(elements: impl IntoIterator<Item = D>) -> Datum {
    group([Datum::List(
        elements
            .into_iter()
            .map(|element| group([element.into()]))
            .collect(),
    )])
}

/// The leaves of the schema in order, each with its path.
///
/// # Panics
/// If the rows are not of the schema.
#[must_use]
pub fn shred(elements: &[Element], rows: &[Datum]) -> Vec<(Vec<String>, Column)> {
    let (root, mut leaves) = tree(elements);
    for row in rows {
        root.write(Some(row), 0, 0, &mut leaves);
    }
    leaves
}

/// A file of one row group.
///
/// # Panics
/// If the rows are not of the schema, or the encoding not for one of its types.
#[must_use]
pub fn file(elements: Vec<Element>, rows: &[Datum], layout: Layout) -> FileBuilder {
    let chunks = shred(&elements, rows)
        .into_iter()
        .map(|(path, column)| {
            let path: Vec<&str> = path.iter().map(String::as_str).collect();
            column.chunk(&path, layout)
        })
        .collect();
    FileBuilder::new(elements).row_group(RowGroup::new(rows.len(), chunks))
}

struct Node {
    is_optional: bool,
    is_repeated: bool,
    max_rep: u8,
    content: Content,
}

enum Content {
    Leaf(usize),
    Group(Vec<Node>),
}

fn tree(elements: &[Element]) -> (Node, Vec<(Vec<String>, Column)>) {
    let (mut leaves, mut path) = (Vec::new(), Vec::new());
    let (node, rest) = subtree(elements, 0, 0, &mut path, &mut leaves);
    assert!(rest.is_empty(), "all elements are below the root");
    (node, leaves)
}

fn subtree<'a>(
    elements: &'a [Element],
    def: u8,
    rep: u8,
    path: &mut Vec<String>,
    leaves: &mut Vec<(Vec<String>, Column)>,
) -> (Node, &'a [Element]) {
    let (element, mut rest) = elements
        .split_first()
        .expect("as many elements as announced");
    let is_optional = element.repetition == Repetition::Optional;
    let is_repeated = element.repetition == Repetition::Repeated;
    let max_def = def + u8::from(is_optional || is_repeated);
    let max_rep = rep + u8::from(is_repeated);
    let content = match element.kind {
        Kind::Leaf { physical, width } => {
            let column = Column::nested(no_values(physical, width), max_def, &[], max_rep, &[]);
            leaves.push((path.clone(), column));
            Content::Leaf(leaves.len() - 1)
        }
        Kind::Group { num_children } => {
            let mut children = Vec::new();
            for _ in 0..num_children {
                path.push(
                    rest.first()
                        .map_or_else(String::new, |child| child.name.clone()),
                );
                let (child, behind) = subtree(rest, max_def, max_rep, path, leaves);
                path.pop();
                children.push(child);
                rest = behind;
            }
            Content::Group(children)
        }
    };
    (
        Node {
            is_optional,
            is_repeated,
            max_rep,
            content,
        },
        rest,
    )
}

impl Node {
    /// Writes one occurrence of the field, or that it is missing since definition level `def`.
    fn write(&self, datum: Option<&Datum>, def: u8, rep: u8, leaves: &mut [(Vec<String>, Column)]) {
        match datum {
            Some(Datum::List(items)) if self.is_repeated => {
                for (i, item) in items.iter().enumerate() {
                    let rep = if i == 0 { rep } else { self.max_rep };
                    self.write_content(Some(item), def + 1, rep, leaves);
                }
                if items.is_empty() {
                    self.write_content(None, def, rep, leaves);
                }
            }
            Some(Datum::Null) if self.is_optional => self.write_content(None, def, rep, leaves),
            Some(datum) => {
                assert!(
                    !self.is_repeated,
                    "a repeated field takes a list, found {datum:?}"
                );
                self.write_content(Some(datum), def + u8::from(self.is_optional), rep, leaves);
            }
            None => self.write_content(None, def, rep, leaves),
        }
    }

    fn write_content(
        &self,
        datum: Option<&Datum>,
        def: u8,
        rep: u8,
        leaves: &mut [(Vec<String>, Column)],
    ) {
        match (&self.content, datum) {
            (Content::Leaf(leaf), datum) => {
                let column = &mut leaves[*leaf].1;
                if column.max_def > 0 {
                    column.def.push(def);
                }
                if column.max_rep > 0 {
                    column.rep.push(rep);
                }
                if let Some(datum) = datum {
                    push(&mut column.values, datum);
                }
            }
            (Content::Group(children), None) => {
                for child in children {
                    child.write(None, def, rep, leaves);
                }
            }
            (Content::Group(children), Some(Datum::Group(fields))) => {
                assert_eq!(children.len(), fields.len(), "one datum a field");
                for (child, field) in children.iter().zip(fields) {
                    child.write(Some(field), def, rep, leaves);
                }
            }
            (Content::Group(_), Some(other)) => panic!("expected a group, found {other:?}"),
        }
    }
}

fn no_values(physical: Physical, width: usize) -> Values {
    match physical {
        Physical::Boolean => Values::Boolean(vec![]),
        Physical::Int32 => Values::Int32(vec![]),
        Physical::Int64 => Values::Int64(vec![]),
        Physical::Int96 => Values::Int96(vec![]),
        Physical::Float => Values::Float(vec![]),
        Physical::Double => Values::Double(vec![]),
        Physical::ByteArray => Values::ByteArray(vec![]),
        Physical::Fixed => Values::Fixed(width, vec![]),
    }
}

fn push(values: &mut Values, datum: &Datum) {
    match (values, datum) {
        (Values::Boolean(v), Datum::Bool(datum)) => v.push(*datum),
        (Values::Int32(v), Datum::Int(datum)) => v.push(*datum as i32),
        (Values::Int64(v), Datum::Int(datum)) => v.push(*datum),
        (Values::Float(v), Datum::Double(datum)) => v.push(*datum as f32),
        (Values::Double(v), Datum::Double(datum)) => v.push(*datum),
        (Values::ByteArray(v) | Values::Fixed(_, v), Datum::Bytes(datum)) => v.push(datum.clone()),
        (Values::Int96(v), Datum::Bytes(datum)) => {
            v.push(datum.as_slice().try_into().expect("an INT96 has 12 bytes"));
        }
        (values, datum) => panic!("{datum:?} is no {}", values.type_name()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_dremel_paper() {
        let text = |name, repetition| Element::leaf(name, repetition, Physical::ByteArray);
        let elements = [
            Element::root(3),
            Element::leaf("DocId", Repetition::Required, Physical::Int64),
            Element::group("Links", Repetition::Optional, 2),
            Element::leaf("Backward", Repetition::Repeated, Physical::Int64),
            Element::leaf("Forward", Repetition::Repeated, Physical::Int64),
            Element::group("Name", Repetition::Repeated, 2),
            Element::group("Language", Repetition::Repeated, 2),
            text("Code", Repetition::Required),
            text("Country", Repetition::Optional),
            text("Url", Repetition::Optional),
        ];
        let language = |code: &str, country: Option<&str>| group([code.into(), country.into()]);
        let rows = [
            group([
                10.into(),
                group([items::<i32>([]), items([20, 40, 60])]),
                items([
                    group([
                        items([language("en-us", Some("us")), language("en", None)]),
                        "http://A".into(),
                    ]),
                    group([items::<i32>([]), "http://B".into()]),
                    group([items([language("en-gb", Some("gb"))]), Datum::Null]),
                ]),
            ]),
            group([
                20.into(),
                group([items([10, 30]), items([80])]),
                items([group([items::<i32>([]), "http://C".into()])]),
            ]),
        ];
        let leaves = shred(&elements, &rows);
        let levels = |leaf: usize| (leaves[leaf].1.rep.clone(), leaves[leaf].1.def.clone());
        assert_eq!(levels(0), (vec![], vec![]));
        assert_eq!(levels(1), (vec![0, 0, 1], vec![1, 2, 2]));
        assert_eq!(levels(2), (vec![0, 1, 1, 0], vec![2, 2, 2, 2]));
        assert_eq!(levels(3), (vec![0, 2, 1, 1, 0], vec![2, 2, 1, 2, 1]));
        assert_eq!(levels(4), (vec![0, 2, 1, 1, 0], vec![3, 2, 1, 3, 1]));
        assert_eq!(levels(5), (vec![0, 1, 1, 0], vec![2, 2, 1, 2]));
        assert_eq!(leaves[3].0, ["Name", "Language", "Code"]);
    }
}
