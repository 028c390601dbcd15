//! Shapes and types as tables; every schema of the corpus against the `parquet` crate.

#![expect(clippy::unwrap_used, reason = "tests")]

use arrow_schema::{DataType, Field, Fields, TimeUnit};
use herringbone_format::basic::{
    ConvertedType, LogicalType, Repetition, TimeUnit as ParquetTimeUnit, Type as PhysicalType,
};
use herringbone_format::schema::{SchemaBuilder, SchemaTree};

use super::*;
use crate::projection::ProjectionMask;

mod asked;
mod corpus;
mod shapes;
mod types;

use PhysicalType::{BYTE_ARRAY, DOUBLE, FIXED_LEN_BYTE_ARRAY, FLOAT, INT32, INT64, INT96};
const REQUIRED: Repetition = Repetition::REQUIRED;
const OPTIONAL: Repetition = Repetition::OPTIONAL;
const REPEATED: Repetition = Repetition::REPEATED;

fn schema() -> SchemaBuilder {
    SchemaBuilder::new("schema")
}

/// A schema of one leaf `c`.
fn leaf(physical_type: PhysicalType) -> SchemaBuilder {
    schema().leaf("c", REQUIRED, physical_type)
}

fn roots(tree: &SchemaTree) -> Vec<ArrowNode> {
    arrow_roots(tree, &ProjectionMask::all(), Asked::Nothing).unwrap()
}

/// A tree in a line: names with `?` if nullable, then what they are, and in brackets the levels as
/// `rep/slot_def/valid_def`; for lists and maps `+def` of their elements behind.
fn show(nodes: &[ArrowNode]) -> String {
    nodes.iter().map(show_node).collect::<Vec<_>>().join(", ")
}

fn show_node(node: &ArrowNode) -> String {
    let NodeLevels {
        rep,
        slot_def,
        valid_def,
    } = node.levels;
    let mut levels = format!("[{rep}/{slot_def}/{valid_def}]");
    let kind = match &node.kind {
        NodeKind::Leaf(leaf) => {
            assert_eq!(node.field.data_type(), &leaf.data_type);
            format!("{}#{}", leaf.data_type, leaf.leaf_idx)
        }
        NodeKind::Struct(children) => format!("{{{}}}", show(children)),
        NodeKind::List(list) => {
            assert_eq!(list.elements.rep, rep + 1);
            assert_eq!(list.element.levels.rep, list.elements.rep);
            assert_eq!(list.element.levels.slot_def, list.elements.def);
            levels.insert_str(levels.len() - 1, &format!("+{}", list.elements.def));
            let form = match list.form {
                ListForm::List => String::new(),
                other => format!("{other:?}"),
            };
            format!("{form}<{}>", show_node(&list.element))
        }
        NodeKind::Map(map) => {
            assert_eq!(map.entries.rep, rep + 1);
            for part in [&map.key, &map.value] {
                assert_eq!(part.levels.rep, map.entries.rep);
                assert_eq!(part.levels.slot_def, map.entries.def);
            }
            assert!(!map.key.field.is_nullable());
            levels.insert_str(levels.len() - 1, &format!("+{}", map.entries.def));
            format!("<{} => {}>", show_node(&map.key), show_node(&map.value))
        }
    };
    let nullable = if node.field.is_nullable() { "?" } else { "" };
    format!("{}{nullable}{levels} {kind}", node.field.name())
}

fn leaf_field(data_type: DataType) -> Fields {
    Fields::from(vec![Field::new("c", data_type, false)])
}

/// A list of three levels, `c` of `element`s, both optional.
fn list(physical_type: PhysicalType) -> SchemaBuilder {
    schema()
        .group("c", OPTIONAL)
        .logical_type(LogicalType::List)
        .group("list", REPEATED)
        .leaf("element", OPTIONAL, physical_type)
        .end()
        .end()
}

/// A map `c` of optional values.
fn map(key: Repetition) -> SchemaBuilder {
    schema()
        .group("c", OPTIONAL)
        .logical_type(LogicalType::Map)
        .group("key_value", REPEATED)
        .leaf("key", key, INT32)
        .leaf("value", OPTIONAL, DOUBLE)
        .end()
        .end()
}
