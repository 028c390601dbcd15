//! Lists, maps and structs: what is made of each shape, with its levels.

use super::*;

fn check(schema: SchemaBuilder, expected: &str) {
    let tree = schema.build().unwrap();
    assert_eq!(show(&roots(&tree)), expected);
}

#[test]
fn flat_and_structs() {
    check(leaf(INT32), "c[0/0/0] Int32#0");
    check(
        schema()
            .leaf("a", OPTIONAL, INT64)
            .group("s", OPTIONAL)
            .leaf("x", REQUIRED, FLOAT)
            .group("t", REQUIRED)
            .leaf("y", OPTIONAL, DOUBLE)
            .end()
            .end(),
        "a?[0/0/1] Int64#0, \
         s?[0/0/1] {x[0/0/1] Float32#1, t[0/0/1] {y?[0/0/2] Float64#2}}",
    );
    // A group without leaves is not there.
    check(
        schema()
            .group("s", OPTIONAL)
            .group("empty", REQUIRED)
            .end()
            .end()
            .leaf("a", REQUIRED, INT32),
        "a[0/0/0] Int32#0",
    );
}

#[test]
fn three_level_lists() {
    check(list(INT32), "c?[0/0/1+2] <element?[1/2/3] Int32#0>");
    // Names do not matter, nor does the older annotation.
    check(
        schema()
            .group("l", REQUIRED)
            .converted_type(ConvertedType::LIST)
            .group("element", REPEATED)
            .leaf("str", REQUIRED, BYTE_ARRAY)
            .end()
            .end(),
        "l[0/0/0+1] <str[1/1/1] Binary#0>",
    );
    check(
        schema()
            .group("outer", OPTIONAL)
            .logical_type(LogicalType::List)
            .group("list", REPEATED)
            .group("element", OPTIONAL)
            .logical_type(LogicalType::List)
            .group("list", REPEATED)
            .group("element", OPTIONAL)
            .leaf("x", OPTIONAL, INT32)
            .leaf("y", REQUIRED, INT32)
            .end()
            .end()
            .end()
            .end()
            .end(),
        "outer?[0/0/1+2] <element?[1/2/3+4] \
         <element?[2/4/5] {x?[2/4/6] Int32#0, y[2/4/5] Int32#1}>>",
    );
}

#[test]
fn two_level_lists() {
    let list = |schema: SchemaBuilder| schema.group("l", OPTIONAL).logical_type(LogicalType::List);
    // The rules of the specification, by number.
    check(
        list(schema()).leaf("element", REPEATED, INT32).end(),
        "l?[0/0/1+2] <element[1/2/2] Int32#0>",
    );
    check(
        list(schema())
            .group("element", REPEATED)
            .leaf("str", REQUIRED, BYTE_ARRAY)
            .leaf("num", OPTIONAL, INT32)
            .end()
            .end(),
        "l?[0/0/1+2] <element[1/2/2] {str[1/2/2] Binary#0, num?[1/2/3] Int32#1}>",
    );
    check(
        list(schema())
            .group("array", REPEATED)
            .logical_type(LogicalType::List)
            .leaf("array", REPEATED, INT32)
            .end()
            .end(),
        "l?[0/0/1+2] <array[1/2/2+3] <array[2/3/3] Int32#0>>",
    );
    check(
        list(schema())
            .group("element", REPEATED)
            .leaf("items", REPEATED, INT32)
            .end()
            .end(),
        "l?[0/0/1+2] <element[1/2/2] {items[1/2/2+3] <items[2/3/3] Int32#0>}>",
    );
    check(
        list(schema())
            .group("entry", REPEATED)
            .logical_type(LogicalType::Map)
            .group("key_value", REPEATED)
            .leaf("key", REQUIRED, INT32)
            .leaf("value", OPTIONAL, INT32)
            .end()
            .end()
            .end(),
        "l?[0/0/1+2] <entry[1/2/2+3] <key[2/3/3] Int32#0 => value?[2/3/4] Int32#1>>",
    );
    for name in ["array", "l_tuple"] {
        check(
            list(schema())
                .group(name, REPEATED)
                .leaf("str", OPTIONAL, BYTE_ARRAY)
                .end()
                .end(),
            &format!("l?[0/0/1+2] <{name}[1/2/2] {{str?[1/2/3] Binary#0}}>"),
        );
    }
    for name in ["tuple", "x_tuple", "arrays", "_tuple"] {
        check(
            list(schema())
                .group(name, REPEATED)
                .leaf("str", OPTIONAL, BYTE_ARRAY)
                .end()
                .end(),
            "l?[0/0/1+2] <str?[1/2/3] Binary#0>",
        );
    }
}

#[test]
fn unannotated_repeated_fields() {
    check(
        schema().leaf("num", REPEATED, INT32),
        "num[0/0/0+1] <num[1/1/1] Int32#0>",
    );
    check(
        schema()
            .group("s", OPTIONAL)
            .group("phone", REPEATED)
            .leaf("number", REQUIRED, INT64)
            .leaf("kind", OPTIONAL, BYTE_ARRAY)
            .end()
            .end(),
        "s?[0/0/1] {phone[0/0/1+2] \
         <phone[1/2/2] {number[1/2/2] Int64#0, kind?[1/2/3] Binary#1}>}",
    );
    // A repeated group that is annotated: a list of lists, a list of maps.
    check(
        schema()
            .group("l", REPEATED)
            .logical_type(LogicalType::List)
            .group("list", REPEATED)
            .leaf("element", OPTIONAL, INT32)
            .end()
            .end(),
        "l[0/0/0+1] <l[1/1/1+2] <element?[2/2/3] Int32#0>>",
    );
    check(
        schema()
            .group("m", REPEATED)
            .logical_type(LogicalType::Map)
            .group("key_value", REPEATED)
            .leaf("key", REQUIRED, INT32)
            .leaf("value", REQUIRED, INT32)
            .end()
            .end(),
        "m[0/0/0+1] <m[1/1/1+2] <key[2/2/2] Int32#0 => value[2/2/2] Int32#1>>",
    );
}

#[test]
fn maps() {
    check(
        map(REQUIRED),
        "c?[0/0/1+2] <key[1/2/2] Int32#0 => value?[1/2/3] Float64#1>",
    );
    // Presto's keys: levels that allow nulls, a field that does not.
    check(
        map(OPTIONAL),
        "c?[0/0/1+2] <key[1/2/3] Int32#0 => value?[1/2/3] Float64#1>",
    );
    check(
        schema()
            .group("m", REQUIRED)
            .converted_type(ConvertedType::MAP_KEY_VALUE)
            .group("map", REPEATED)
            .leaf("str", REQUIRED, INT32)
            .leaf("num", REQUIRED, INT32)
            .end()
            .end(),
        "m[0/0/0+1] <str[1/1/1] Int32#0 => num[1/1/1] Int32#1>",
    );
    // The value is a list; the inner group carries the older annotation too.
    check(
        schema()
            .group("m", OPTIONAL)
            .converted_type(ConvertedType::MAP)
            .group("map", REPEATED)
            .converted_type(ConvertedType::MAP_KEY_VALUE)
            .leaf("key", REQUIRED, INT32)
            .group("value", OPTIONAL)
            .converted_type(ConvertedType::LIST)
            .leaf("array", REPEATED, INT32)
            .end()
            .end()
            .end(),
        "m?[0/0/1+2] <key[1/2/2] Int32#0 => value?[1/2/3+4] <array[2/4/4] Int32#1>>",
    );
    // Keys without values.
    check(
        schema()
            .group("m", REQUIRED)
            .logical_type(LogicalType::Map)
            .group("key_value", REPEATED)
            .leaf("key", REQUIRED, INT32)
            .end()
            .end(),
        "m[0/0/0+1] <key[1/1/1] Int32#0>",
    );
}

#[test]
fn annotations_without_their_shape() {
    for annotation in [LogicalType::List, LogicalType::Map] {
        // Not repeated; two fields; on a leaf.
        check(
            schema()
                .group("g", OPTIONAL)
                .logical_type(annotation.clone())
                .leaf("x", OPTIONAL, INT32)
                .end(),
            "g?[0/0/1] {x?[0/0/2] Int32#0}",
        );
        check(
            schema()
                .group("g", OPTIONAL)
                .logical_type(annotation.clone())
                .leaf("x", REPEATED, INT32)
                .leaf("y", REQUIRED, INT32)
                .end(),
            "g?[0/0/1] {x[0/0/1+2] <x[1/2/2] Int32#0>, y[0/0/1] Int32#1}",
        );
        check(
            leaf(INT32).logical_type(annotation.clone()),
            "c[0/0/0] Int32#0",
        );
        check(
            schema()
                .group("g", OPTIONAL)
                .logical_type(annotation)
                .group("nothing", REPEATED)
                .end()
                .end()
                .leaf("c", REQUIRED, INT32),
            "c[0/0/0] Int32#0",
        );
    }
    // A map of three fields, or whose value is repeated, is a list of structs.
    check(
        schema()
            .group("m", OPTIONAL)
            .logical_type(LogicalType::Map)
            .group("kv", REPEATED)
            .leaf("key", REQUIRED, INT32)
            .leaf("value", REPEATED, INT32)
            .end()
            .end(),
        "m?[0/0/1+2] <kv[1/2/2] {key[1/2/2] Int32#0, value[1/2/2+3] <value[2/3/3] Int32#1>}>",
    );
}

/// A schema of everything, four leaves apart from a map's two.
fn everything() -> SchemaTree {
    schema()
        .leaf("a", REQUIRED, INT32)
        .group("s", OPTIONAL)
        .leaf("x", OPTIONAL, INT32)
        .group("l", OPTIONAL)
        .logical_type(LogicalType::List)
        .group("list", REPEATED)
        .group("element", OPTIONAL)
        .leaf("y", REQUIRED, INT32)
        .leaf("z", REQUIRED, INT32)
        .end()
        .end()
        .end()
        .end()
        .group("m", REQUIRED)
        .logical_type(LogicalType::Map)
        .group("key_value", REPEATED)
        .leaf("key", REQUIRED, INT32)
        .leaf("value", OPTIONAL, INT32)
        .end()
        .end()
        .build()
        .unwrap()
}

fn leaves_of(node: &ArrowNode, found: &mut Vec<usize>) {
    match &node.kind {
        NodeKind::Leaf(leaf) => found.push(leaf.leaf_idx),
        NodeKind::Struct(children) => {
            for child in children {
                leaves_of(child, found);
            }
        }
        NodeKind::List(list) => leaves_of(&list.element, found),
        NodeKind::Map(map) => {
            leaves_of(&map.key, found);
            leaves_of(&map.value, found);
        }
    }
}

#[test]
fn projection() {
    let tree = everything();
    let check = |leaves: &[usize], expected: &str| {
        let mut mask = ProjectionMask::none(tree.num_leaves());
        for &leaf in leaves {
            let descriptor = herringbone_format::schema::types::SchemaDescriptor::from_tree(&tree);
            mask.union(&ProjectionMask::leaves(&descriptor, [leaf]));
        }
        let nodes = arrow_roots(&tree, &mask, Asked::Nothing).unwrap();
        assert_eq!(show(&nodes), expected, "{leaves:?}");
        let mut found = Vec::new();
        for node in &nodes {
            leaves_of(node, &mut found);
        }
        assert!(found.is_sorted() && found.iter().all(|leaf| leaves.contains(leaf)));
    };
    check(&[], "");
    check(&[0], "a[0/0/0] Int32#0");
    check(&[1], "s?[0/0/1] {x?[0/0/2] Int32#1}");
    check(
        &[3],
        "s?[0/0/1] {l?[0/0/2+3] <element?[1/3/4] {z[1/3/4] Int32#3}>}",
    );
    check(
        &[0, 2, 4, 5],
        "a[0/0/0] Int32#0, \
         s?[0/0/1] {l?[0/0/2+3] <element?[1/3/4] {y[1/3/4] Int32#2}>}, \
         m[0/0/0+1] <key[1/1/1] Int32#4 => value?[1/1/2] Int32#5>",
    );
    // Of half a map nothing can be made.
    for leaf in [4, 5] {
        let mut mask = ProjectionMask::all();
        let descriptor = herringbone_format::schema::types::SchemaDescriptor::from_tree(&tree);
        mask.intersect(&ProjectionMask::leaves(&descriptor, [0, leaf]));
        let error = arrow_roots(&tree, &mask, Asked::Nothing).unwrap_err();
        assert!(error.to_string().starts_with("field m: "), "{error}");
    }
}

#[test]
fn field_ids() {
    let tree = schema()
        .group("l", OPTIONAL)
        .logical_type(LogicalType::List)
        .field_id(1)
        .group("list", REPEATED)
        .field_id(2)
        .leaf("element", OPTIONAL, INT32)
        .field_id(3)
        .end()
        .end()
        .leaf("n", REPEATED, INT32)
        .field_id(0)
        .build()
        .unwrap();
    let id = |field: &Field| field.metadata().get(PARQUET_FIELD_ID_META_KEY).cloned();
    let [list, repeated] = &roots(&tree)[..] else {
        panic!("two fields")
    };
    assert_eq!(id(&list.field).as_deref(), Some("1"));
    assert_eq!(id(&repeated.field).as_deref(), Some("0"));
    for (node, expected) in [(list, Some("3")), (repeated, None)] {
        let DataType::List(element) = node.field.data_type() else {
            panic!("a list")
        };
        assert_eq!(id(element).as_deref(), expected);
    }
}
