#![expect(clippy::unwrap_used, reason = "tests")]

use std::ops::Range;

use super::raw_element::RawElement;
use super::types::TypeProblem;
use super::*;
use crate::basic::FieldRepetitionType::{OPTIONAL, REPEATED, REQUIRED};
use crate::basic::{
    ConvertedType, EdgeInterpolationAlgorithm, LogicalType, Repetition, TimeUnit, Type,
};
use crate::{FormatError, Limits, SharedBytes};

fn parse(bytes: &[u8], list: Range<usize>, limits: &Limits) -> Result<SchemaTree, FormatError> {
    SchemaTree::parse(SharedBytes::new(bytes.to_vec()), list, limits)
}

/// id, a list of strings, a map, and a struct that holds an empty group and a decimal.
fn rich() -> SchemaBuilder {
    SchemaBuilder::new("schema")
        .leaf("id", REQUIRED, Type::INT64)
        .field_id(7)
        .group("names", OPTIONAL)
        .logical_type(LogicalType::List)
        .converted_type(ConvertedType::LIST)
        .group("list", REPEATED)
        .leaf("element", OPTIONAL, Type::BYTE_ARRAY)
        .logical_type(LogicalType::String)
        .end()
        .end()
        .group("map", REQUIRED)
        .group("key_value", REPEATED)
        .leaf("key", REQUIRED, Type::INT32)
        .leaf("välue", REPEATED, Type::DOUBLE)
        .end()
        .end()
        .group("s", OPTIONAL)
        .group("empty", OPTIONAL)
        .end()
        .leaf("d", OPTIONAL, Type::FIXED_LEN_BYTE_ARRAY)
        .type_length(16)
        .decimal(38, 2)
        .converted_type(ConvertedType::DECIMAL)
}

#[test]
fn the_tree_knows_its_shape() {
    let tree = rich().build().unwrap();
    let leaves: Vec<_> = tree
        .leaves()
        .map(|leaf| {
            let path = leaf.path().string();
            (
                path,
                leaf.max_def_level(),
                leaf.max_rep_level(),
                leaf.leaf_index().unwrap(),
            )
        })
        .collect();
    let expected = [
        ("id", 0, 0, 0),
        ("names.list.element", 3, 1, 1),
        ("map.key_value.key", 1, 1, 2),
        ("map.key_value.välue", 2, 2, 3),
        ("s.d", 2, 0, 4),
    ];
    assert_eq!(
        leaves,
        expected.map(|(path, def, rep, leaf)| (path.to_owned(), def, rep, leaf))
    );

    let root = tree.root();
    let names: Vec<_> = root.children().map(|child| child.name()).collect();
    assert_eq!(names, ["id", "names", "map", "s"]);
    let ranges: Vec<_> = root.children().map(|child| child.leaf_range()).collect();
    assert_eq!(ranges, [0..1, 1..2, 2..4, 4..5]);
    assert_eq!((root.leaf_range(), root.children().len()), (0..5, 4));
    assert!(root.parent().is_none() && root.is_root() && !root.is_leaf());
    assert_eq!(root.path().parts().len(), 0);

    let empty = root.child("s").unwrap().child("empty").unwrap();
    assert_eq!(
        (empty.num_children(), empty.leaf_range(), empty.is_leaf()),
        (0, 4..4, false)
    );
    assert_eq!(empty.leaf_index(), None);
    assert!(root.child("S").is_none());

    let d = tree.leaf(4);
    assert_eq!((d.type_length(), d.precision(), d.scale()), (16, 38, 2));
    assert_eq!(
        (d.converted_type(), d.logical_type()),
        (ConvertedType::DECIMAL, None)
    );
    assert_eq!(tree.leaf(0).field_id(), Some(7));
    assert_eq!(
        (tree.leaf(0).precision(), tree.leaf(0).type_length()),
        (-1, -1)
    );
    assert_eq!(tree.leaf(3).top_level(), root.child("map").unwrap());
    assert!(tree.leaf(3).is_under(root.child("map").unwrap()) && tree.leaf(3).is_under(root));
    assert!(!tree.leaf(4).is_under(root.child("map").unwrap()));
    for index in 0..tree.num_nodes() {
        let node = tree.node(index);
        assert_eq!(node.index() as usize, index);
        for child in node.children() {
            assert_eq!(child.parent(), Some(node));
        }
    }
}

#[test]
fn logical_types_go_round() {
    let all = [
        LogicalType::String,
        LogicalType::Map,
        LogicalType::List,
        LogicalType::Enum,
        LogicalType::decimal(2, 38),
        LogicalType::decimal(-3, i32::MAX),
        LogicalType::Date,
        LogicalType::time(true, TimeUnit::MILLIS),
        LogicalType::time(false, TimeUnit::MICROS),
        LogicalType::timestamp(true, TimeUnit::NANOS),
        LogicalType::integer(8, false),
        LogicalType::integer(-128, true),
        LogicalType::Unknown,
        LogicalType::Json,
        LogicalType::Bson,
        LogicalType::Uuid,
        LogicalType::Float16,
        LogicalType::variant(None),
        LogicalType::variant(Some(1)),
        LogicalType::geometry(None),
        LogicalType::geometry(Some("EPSG:4326 é".to_owned())),
        LogicalType::geography(None, Some(EdgeInterpolationAlgorithm::KARNEY)),
        LogicalType::geography(
            Some(String::new()),
            Some(EdgeInterpolationAlgorithm::_Unknown(77)),
        ),
        LogicalType::File,
        LogicalType::_Unknown { field_id: 9 },
        LogicalType::_Unknown { field_id: 20 },
        LogicalType::_Unknown { field_id: i16::MAX },
        LogicalType::_Unknown { field_id: -5 },
    ];
    for logical_type in all {
        let tree = SchemaBuilder::new("m")
            .leaf("a", OPTIONAL, Type::BYTE_ARRAY)
            .logical_type(logical_type.clone())
            .build()
            .unwrap();
        assert_eq!(tree.leaf(0).logical_type(), Some(logical_type));
    }
}

#[test]
fn broken_logical_types_are_unknown() {
    // Each is the union's bytes; whatever is wrong in it, the column stays.
    let check = |union: &[u8], expected: LogicalType| {
        let mut bytes = vec![0x2c, 0x48, 1, b'm', 0x15, 2, 0];
        bytes.extend([0x15, 12, 0x25, 2, 0x18, 1, b'a', 0x6c]);
        bytes.extend(union);
        bytes.push(0);
        let len = bytes.len();
        let tree = parse(&bytes[..], 0..len, &Limits::default()).unwrap();
        assert_eq!(tree.leaf(0).logical_type(), Some(expected), "{union:?}");
    };
    check(&[0x1c, 0, 0], LogicalType::String);
    check(&[0x1c, 0, 0x1c, 0, 0], LogicalType::String);
    check(&[0], LogicalType::_Unknown { field_id: 0 });
    check(&[0x15, 2, 0], LogicalType::_Unknown { field_id: 1 });
    check(&[0x5c, 0, 0], LogicalType::_Unknown { field_id: 5 });
    check(
        &[0x5c, 0x15, 4, 0, 0],
        LogicalType::_Unknown { field_id: 5 },
    );
    check(&[0x8c, 0x11, 0, 0], LogicalType::_Unknown { field_id: 8 });
    // A time unit that does not exist yet.
    check(
        &[0x8c, 0x11, 0x1c, 0x4c, 0, 0, 0, 0],
        LogicalType::_Unknown { field_id: 8 },
    );
    // The same with a member that we know, and with a parameter that we do not.
    check(
        &[0x8c, 0x11, 0x1c, 0x1c, 0, 0, 0, 0],
        LogicalType::timestamp(true, TimeUnit::MILLIS),
    );
    check(
        &[0x5c, 0x15, 4, 0x15, 20, 0x25, 2, 0, 0],
        LogicalType::decimal(2, 10),
    );
    // A coordinate system that is not UTF-8.
    check(
        &[0x0c, 34, 0x18, 1, 0xff, 0, 0],
        LogicalType::_Unknown { field_id: 17 },
    );
}

#[test]
fn what_writers_do_is_read() {
    // Root with a type, a repetition and no child count; leaves with a child count of zero.
    let parse = |bytes: &[u8]| parse(bytes, 0..bytes.len(), &Limits::default());
    let lone_root = parse(&[0x1c, 0x15, 2, 0x25, 4, 0x18, 1, b'm', 0]).unwrap();
    assert_eq!(
        (lone_root.num_leaves(), lone_root.root().repetition()),
        (0, REQUIRED)
    );
    let zero_children = parse(&[
        0x2c, 0x35, 4, 0x18, 1, b'm', 0x15, 2, 0, // the root, REPEATED
        0x15, 2, 0x25, 2, 0x18, 1, b'a', 0x15, 0, 0, // INT32, OPTIONAL, num_children 0
    ])
    .unwrap();
    assert_eq!(zero_children.leaf(0).max_def_level(), 1);
    assert_eq!(zero_children.leaf(0).max_rep_level(), 0);
    // Unknown converted types, among them that of early Arrow C++.
    for number in [24, -1, 22, i32::MAX] {
        let builder = SchemaBuilder::new("m").leaf("a", OPTIONAL, Type::INT32);
        let tree = builder.converted_type_number(number).build().unwrap();
        assert_eq!(tree.leaf(0).converted_type(), ConvertedType::NONE);
        assert_eq!(tree.leaf(0).converted_type_number(), Some(number));
    }
    // A field of another wire type than the spec's is skipped as Thrift does: field_id as a text.
    let text_id = parse(&[
        0x2c, 0x48, 1, b'm', 0x15, 2, 0, //
        0x15, 2, 0x25, 0, 0x18, 1, b'a', 0x58, 1, b'9', 0,
    ])
    .unwrap();
    assert_eq!(text_id.leaf(0).field_id(), None);
    // Names may be empty, equal, or hold dots.
    let odd =
        SchemaBuilder::new("")
            .leaf("", OPTIONAL, Type::INT32)
            .leaf("a.b", REQUIRED, Type::INT32);
    let odd = odd.leaf("", REQUIRED, Type::INT64).build().unwrap();
    assert_eq!(odd.leaf(1).path().parts(), ["a.b"]);
}

#[test]
fn meanings_that_cannot_be_are_told() {
    let check = |builder: SchemaBuilder, expected: Option<TypeProblem>| {
        let tree = builder.build().unwrap();
        assert_eq!(tree.leaf(0).annotation_problem(), expected);
        assert_eq!(tree.root().annotation_problem(), None);
    };
    let leaf = |physical_type| SchemaBuilder::new("m").leaf("a", OPTIONAL, physical_type);
    let (found, physical_type) = (ConvertedType::DATE, Type::BYTE_ARRAY);
    let date_in_bytes = TypeProblem::ConvertedType {
        found,
        physical_type,
    };
    check(
        leaf(physical_type).converted_type(found),
        Some(date_in_bytes),
    );
    check(leaf(Type::INT32).converted_type(found), None);
    check(leaf(Type::INT32).converted_type_number(24), None);
    check(
        leaf(Type::INT32).logical_type(LogicalType::decimal(2, 9)),
        None,
    );
    check(
        leaf(Type::INT32).logical_type(LogicalType::_Unknown { field_id: 77 }),
        None,
    );
    let found = LogicalType::Uuid;
    let uuid_in_bytes = TypeProblem::LogicalType {
        found: found.clone(),
        physical_type,
    };
    check(leaf(physical_type).logical_type(found), Some(uuid_in_bytes));
}

#[test]
fn lies_are_refused() {
    let check = |bytes: &[u8], expected: FormatError| {
        let found = parse(bytes, 0..bytes.len(), &Limits::default());
        assert_eq!(found.unwrap_err(), expected, "{bytes:?}");
    };
    let (missing, field) = (
        |field| FormatError::MissingField { field, offset: 7 },
        "SchemaElement.name",
    );
    check(
        &[0x0c],
        FormatError::MissingField {
            field: "schema",
            offset: 0,
        },
    );
    check(
        &[0x1c, 0x35, 0, 0],
        FormatError::MissingField { field, offset: 1 },
    );
    check(
        &[0x15, 2],
        FormatError::WrongElementType {
            field: "schema",
            found: 5,
            offset: 0,
        },
    );
    // One root that has a child, and a second element of each kind.
    let root = [0x2c, 0x48, 1, b'm', 0x15, 2, 0];
    let child = |child: &[u8], expected| check(&[&root, child].concat(), expected);
    child(
        &[0x15, 2, 0x38, 1, b'a', 0],
        missing("SchemaElement.repetition_type"),
    );
    child(
        &[0x15, 2, 0x25, 6, 0x18, 1, b'a', 0],
        FormatError::UnknownValue {
            field: "SchemaElement.repetition_type",
            value: 3,
        },
    );
    child(
        &[0x15, 16, 0x25, 0, 0x18, 1, b'a', 0],
        FormatError::UnknownValue {
            field: "SchemaElement.type",
            value: 8,
        },
    );
    child(
        &[0x15, 14, 0x25, 0, 0x18, 1, b'a', 0],
        missing("SchemaElement.type_length"),
    );
    for (zigzag, value) in [(0, 0), (1, -1)] {
        child(
            &[0x15, 14, 0x15, zigzag, 0x15, 0, 0x18, 1, b'a', 0],
            FormatError::OutOfRange {
                field: "SchemaElement.type_length",
                value,
            },
        );
    }
    child(
        &[0x15, 2, 0x25, 0, 0x18, 1, 0xff, 0],
        FormatError::InvalidUtf8 { field, offset: 13 },
    );
    child(
        &[0x35, 0, 0x18, 1, b'a', 0x15, 1, 0],
        FormatError::Negative {
            field: "SchemaElement.num_children",
            value: -1,
        },
    );
    child(
        &[0x35, 0, 0x18, 1, b'a', 0x15, 2, 0],
        FormatError::Mismatch {
            what: "children of a schema group",
            expected: 1,
            found: 0,
        },
    );
    // Two elements where the root wants none.
    check(
        &[0x2c, 0x48, 1, b'm', 0, 0x15, 2, 0x25, 0, 0x18, 1, b'a', 0],
        FormatError::Malformed {
            what: "schema element outside of the tree",
            offset: 5,
        },
    );
    // The root wants two, one is a group that takes the other.
    check(
        &[
            0x3c, 0x48, 1, b'm', 0x15, 4, 0, 0x35, 0, 0x18, 1, b'g', 0x15, 2, 0, 0x15, 2, 0x25, 0,
            0x18, 1, b'a', 0,
        ],
        FormatError::Mismatch {
            what: "children of a schema group",
            expected: 2,
            found: 1,
        },
    );
}

#[test]
fn names_are_text_one_by_one() {
    // Two names that only together are UTF-8.
    let mut bytes = vec![0x3c, 0x48, 1, b'm', 0x15, 4, 0];
    bytes.extend([0x15, 2, 0x25, 0, 0x18, 1, 0xc3, 0]);
    bytes.extend([0x15, 2, 0x25, 0, 0x18, 1, 0xa9, 0]);
    let field = "SchemaElement.name";
    let expected = FormatError::InvalidUtf8 { field, offset: 13 };
    assert_eq!(
        parse(&bytes, 0..bytes.len(), &Limits::default()).unwrap_err(),
        expected
    );
}

/// Whatever the fast way of parsing takes, the careful way takes for the same.
#[test]
fn both_ways_of_parsing_agree() {
    let bytes = rich().to_bytes();
    let tree = rich().build().unwrap();
    let ends = (1..tree.num_nodes()).map(|index| tree.elements[index].offset as usize);
    let starts = (0..tree.num_nodes()).map(|index| tree.elements[index].offset as usize);
    let mut num_fast = 0;
    for (start, end) in starts.zip(ends.chain([bytes.len()])) {
        let mut element = bytes[start..end].to_vec();
        for at in 0..element.len() {
            let original = element[at];
            for value in 0..=255 {
                element[at] = value;
                let mut fast = RawElement::default();
                if let Some(end) = fast.replace_by_usual(&element, 0) {
                    num_fast += 1;
                    let careful = RawElement::parse_any(&element, 0).unwrap();
                    assert_eq!(careful, (fast, end), "{element:?}");
                }
            }
            element[at] = original;
        }
    }
    assert!(num_fast > 1000);
}

/// Elements as no writer known to us lays them out, but as Thrift allows.
#[test]
fn unusual_shapes_are_read() {
    let check = |element: &[u8], expected: (Type, Repetition, Option<i32>)| {
        let bytes = [&[0x2c, 0x48, 1, b'm', 0x15, 2, 0], element].concat();
        let tree = parse(&bytes, 0..bytes.len(), &Limits::default()).unwrap();
        let leaf = tree.leaf(0);
        assert_eq!(leaf.name(), "a");
        let found = (
            leaf.physical_type().unwrap(),
            leaf.repetition(),
            leaf.field_id(),
        );
        assert_eq!(found, expected, "{element:?}");
    };
    let usual = (Type::INT32, OPTIONAL, None);
    // Ids in full; fields in another order; fields from the future; a field twice.
    check(&[0x05, 2, 2, 0x05, 6, 2, 0x08, 8, 1, b'a', 0], usual);
    check(&[0x48, 1, b'a', 0x05, 6, 2, 0x05, 2, 2, 0], usual);
    check(&[0x15, 2, 0x25, 2, 0x18, 1, b'a', 0xf8, 1, b'x', 0], usual);
    check(
        &[0x15, 2, 0x25, 2, 0x18, 1, b'a', 0x8c, 0x15, 2, 0, 0],
        usual,
    );
    check(&[0x15, 4, 0x05, 2, 2, 0x25, 2, 0x18, 1, b'a', 0], usual);
    // Integers of five bytes, of more bytes than they need, and of another width than the spec's.
    let wide = (Type::INT32, OPTIONAL, Some(i32::MIN));
    check(
        &[
            0x15, 2, 0x25, 2, 0x18, 1, b'a', 0x55, 0xff, 0xff, 0xff, 0xff, 0x0f, 0,
        ],
        wide,
    );
    check(
        &[0x15, 0x82, 0x00, 0x25, 2, 0x18, 0x81, 0x80, 0, b'a', 0],
        usual,
    );
    check(&[0x15, 2, 0x25, 2, 0x18, 1, b'a', 0x56, 9, 0], usual);
}

#[test]
fn limits_hold() {
    let nested = |depth: usize| {
        let groups = (0..depth).fold(SchemaBuilder::new("m"), |builder, _| {
            builder.group("g", REPEATED)
        });
        groups.leaf("a", REPEATED, Type::INT32).to_bytes()
    };
    let parse_to = |bytes: Vec<u8>, depth| {
        let (len, mut limits) = (bytes.len(), Limits::default());
        limits.schema_depth = depth;
        limits.schema_elements = 1000;
        parse(&bytes[..], 0..len, &limits)
    };
    assert_eq!(
        parse_to(nested(100), 100).unwrap().leaf(0).max_def_level(),
        101
    );
    assert!(matches!(
        parse_to(nested(101), 100),
        Err(FormatError::OverLimit { found: 101, .. })
    ));
    assert_eq!(
        parse_to(nested(254), 999).unwrap().leaf(0).max_rep_level(),
        255
    );
    assert!(matches!(
        parse_to(nested(255), 999),
        Err(FormatError::OverLimit { limit: 255, .. })
    ));
    assert!(matches!(
        parse_to(nested(1000), 9999),
        Err(FormatError::OverLimit { limit: 1000, .. })
    ));
    let groups = (0..1100).fold(SchemaBuilder::new("m"), |builder, _| {
        builder.group("g", REQUIRED)
    });
    let (deep, mut limits) = (groups.to_bytes(), Limits::default());
    limits.schema_depth = usize::MAX;
    let refused = parse(&deep, 0..deep.len(), &limits);
    assert!(matches!(refused, Err(FormatError::OverLimit { .. })));
    // A list that claims more elements than there are bytes asks for no memory.
    let claim = [0xfc, 0xff, 0xff, 0xff, 0xff, 0x0f, 0x48, 0, 0];
    assert!(matches!(
        parse_to(claim.to_vec(), 9),
        Err(FormatError::Truncated { .. })
    ));
}

#[test]
fn no_bytes_bring_it_down() {
    let bytes = rich().to_bytes();
    for end in 0..bytes.len() {
        assert!(
            parse(&bytes[..end], 0..end, &Limits::default()).is_err(),
            "{end}"
        );
        assert!(
            parse(&bytes[..], 0..end, &Limits::default()).is_err(),
            "{end}"
        );
    }
    assert!(parse(&bytes[..], 0..usize::MAX, &Limits::default()).is_ok());
    assert!(parse(&bytes[..], usize::MAX..usize::MAX, &Limits::default()).is_err());
    // Every byte set to every value: parsed or refused, and whatever parses can be walked.
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        for value in 0..=255 {
            changed[at] = value;
            if let Ok(tree) = parse(&changed[..], 0..changed.len(), &Limits::default()) {
                walk(tree.root());
            }
        }
    }
}

/// Touches all that can be asked of `node` and of what lies below it.
fn walk(node: Node<'_>) {
    let range = node.leaf_range();
    assert!(range.start <= range.end && node.is_leaf() == node.leaf_index().is_some());
    assert!(!node.is_leaf() || range.len() == 1);
    let _ = (
        node.name(),
        node.path(),
        node.logical_type(),
        node.converted_type(),
        node.field_id(),
    );
    let mut next = range.start;
    for child in node.children() {
        assert_eq!(child.leaf_range().start, next);
        assert_eq!(child.parent(), Some(node));
        assert!(child.max_def_level() >= node.max_def_level());
        next = child.leaf_range().end;
        walk(child);
    }
    assert!(node.is_leaf() || next == range.end);
}
