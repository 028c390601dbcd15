#![expect(clippy::unwrap_used, reason = "tests")]

use std::sync::Arc;

use super::*;
use crate::basic::{
    ConvertedType, LogicalType, Repetition, SortOrder, TimeUnit, Type as PhysicalType,
};
use crate::schema::{SchemaBuilder, SchemaTree};

fn tree() -> SchemaTree {
    SchemaBuilder::new("schema")
        .leaf("id", Repetition::REQUIRED, PhysicalType::INT64)
        .field_id(7)
        .group("names", Repetition::OPTIONAL)
        .logical_type(LogicalType::List)
        .group("list", Repetition::REPEATED)
        .leaf("element", Repetition::OPTIONAL, PhysicalType::BYTE_ARRAY)
        .logical_type(LogicalType::String)
        .leaf("d", Repetition::REQUIRED, PhysicalType::INT32)
        .logical_type(LogicalType::decimal(2, 9))
        .end()
        .end()
        .group("empty", Repetition::OPTIONAL)
        .end()
        .leaf(
            "last",
            Repetition::REPEATED,
            PhysicalType::FIXED_LEN_BYTE_ARRAY,
        )
        .type_length(3)
        .build()
        .unwrap()
}

#[test]
fn a_tree_is_described() {
    let schema = SchemaDescriptor::from_tree(&tree());
    let columns: Vec<_> = schema
        .columns()
        .iter()
        .map(|column| {
            let levels = (column.max_def_level(), column.max_rep_level());
            (
                column.path().string(),
                levels,
                column.repeated_ancestor_def_level(),
            )
        })
        .collect();
    let expected = [
        ("id", (0, 0), 0),
        ("names.list.element", (3, 1), 2),
        ("names.list.d", (2, 1), 2),
        ("last", (1, 1), 1),
    ];
    assert_eq!(
        columns,
        expected.map(|(path, levels, def)| (path.to_owned(), levels, def))
    );
    let roots: Vec<_> = (0..4)
        .map(|column| schema.get_column_root_idx(column))
        .collect();
    assert_eq!(roots, [0, 1, 1, 3]);
    assert_eq!(schema.get_column_root(2).name(), "names");
    assert_eq!((schema.name(), schema.num_columns()), ("schema", 4));
    assert!(schema.root_schema().is_schema() && !schema.root_schema().is_optional());

    let names: Vec<_> = schema
        .root_schema()
        .get_fields()
        .iter()
        .map(|field| field.name())
        .collect();
    assert_eq!(names, ["id", "names", "empty", "last"]);
    let id = schema.column(0);
    assert_eq!(
        (id.self_type().get_basic_info().id(), id.physical_type()),
        (7, PhysicalType::INT64)
    );
    let element = schema.column(1);
    assert_eq!(element.converted_type(), ConvertedType::UTF8);
    assert_eq!(element.logical_type_ref(), Some(&LogicalType::String));
    assert_eq!(element.sort_order(), SortOrder::UNSIGNED);
    assert_eq!(
        (
            schema.column(2).type_precision(),
            schema.column(2).type_scale()
        ),
        (9, 2)
    );
    assert_eq!(schema.column(3).type_length(), 3);
    assert_eq!(
        schema.get_column_root(1).get_basic_info().converted_type(),
        ConvertedType::LIST
    );
    assert!(schema.memory_size() > 500);
}

#[test]
fn a_column_touched_alone_is_the_one_among_all() {
    let tree = tree();
    let (few, all) = (
        SchemaDescriptor::from_tree(&tree),
        SchemaDescriptor::from_tree(&tree),
    );
    let before = few.memory_size();
    assert_eq!(few.num_columns(), 4);
    assert_eq!((few.get_column_root_idx(3), few.name()), (3, "schema"));
    for column in 0..4 {
        assert_eq!(few.column(column), all.columns()[column]);
    }
    assert!(few.memory_size() > before);
    let of_types = SchemaDescriptor::new(all.root_schema_ptr());
    for column in 0..4 {
        assert_eq!(of_types.column(column), few.column(column));
        let root = few.get_column_root_idx(column);
        assert_eq!(of_types.get_column_root_idx(column), root);
    }
    assert_eq!(few, few.clone());
}

#[test]
fn unknown_annotations_stay() {
    let tree = SchemaBuilder::new("schema")
        .leaf("nulls", Repetition::OPTIONAL, PhysicalType::INT32)
        .converted_type_number(24)
        .leaf("future", Repetition::OPTIONAL, PhysicalType::INT64)
        .logical_type(LogicalType::_Unknown { field_id: 99 })
        .leaf("date", Repetition::OPTIONAL, PhysicalType::INT32)
        .converted_type(ConvertedType::DATE)
        .build()
        .unwrap();
    let schema = SchemaDescriptor::from_tree(&tree);
    let again = SchemaTree::from_type(schema.root_schema()).unwrap();
    for schema in [schema, SchemaDescriptor::from_tree(&again)] {
        let number = |column| {
            let column = schema.column(column);
            column.self_type().get_basic_info().converted_type_number()
        };
        assert_eq!([number(0), number(1), number(2)], [Some(24), None, Some(6)]);
        assert_eq!(schema.column(0).converted_type(), ConvertedType::NONE);
        assert_eq!(schema.column(0).physical_type(), PhysicalType::INT32);
        let expected = LogicalType::_Unknown { field_id: 99 };
        assert_eq!(schema.column(1).logical_type(), Some(expected));
    }
}

#[test]
fn types_built_by_hand_equal_those_of_a_tree() {
    let primitive = |name, physical_type, repetition| {
        Type::primitive_type_builder(name, physical_type).with_repetition(repetition)
    };
    let id = primitive("id", PhysicalType::INT64, Repetition::REQUIRED).with_id(Some(7));
    let element = primitive("element", PhysicalType::BYTE_ARRAY, Repetition::OPTIONAL)
        .with_logical_type(Some(LogicalType::String));
    let decimal = primitive("d", PhysicalType::INT32, Repetition::REQUIRED)
        .with_logical_type(Some(LogicalType::decimal(2, 9)))
        .with_precision(9)
        .with_scale(2);
    let list = Type::group_type_builder("list")
        .with_repetition(Repetition::REPEATED)
        .with_fields(vec![
            Arc::new(element.build().unwrap()),
            Arc::new(decimal.build().unwrap()),
        ]);
    let names = Type::group_type_builder("names")
        .with_repetition(Repetition::OPTIONAL)
        .with_logical_type(Some(LogicalType::List))
        .with_fields(vec![Arc::new(list.build().unwrap())]);
    let empty = Type::group_type_builder("empty").with_repetition(Repetition::OPTIONAL);
    let last = primitive(
        "last",
        PhysicalType::FIXED_LEN_BYTE_ARRAY,
        Repetition::REPEATED,
    )
    .with_length(3);
    let fields = vec![
        Arc::new(id.build().unwrap()),
        Arc::new(names.build().unwrap()),
        Arc::new(empty.build().unwrap()),
        Arc::new(last.build().unwrap()),
    ];
    let part = Type::group_type_builder("schema")
        .with_fields(fields[1..].to_vec())
        .build()
        .unwrap();
    let root = Type::group_type_builder("schema")
        .with_fields(fields)
        .build()
        .unwrap();
    let schema = SchemaDescriptor::from_tree(&tree());
    assert_eq!(SchemaDescriptor::new(Arc::new(root.clone())), schema);
    assert!(root.check_contains(&part) && root.check_contains(&root));
    assert!(!part.check_contains(&root));
    let other = primitive("id", PhysicalType::INT32, Repetition::REQUIRED)
        .build()
        .unwrap();
    assert!(!schema.column(0).self_type().check_contains(&other));
}

#[test]
fn types_become_trees_again() {
    let schema = SchemaDescriptor::from_tree(&tree());
    let again = SchemaTree::from_type(schema.root_schema()).unwrap();
    assert_eq!(SchemaDescriptor::from_tree(&again), schema);
    let alone = SchemaTree::from_type(schema.column(0).self_type()).unwrap();
    assert_eq!((alone.num_leaves(), alone.leaf(0).name()), (1, "id"));
    let no_length = Type::PrimitiveType {
        basic_info: schema.column(0).self_type().get_basic_info().clone(),
        physical_type: PhysicalType::FIXED_LEN_BYTE_ARRAY,
        type_length: -1,
        scale: -1,
        precision: -1,
    };
    assert!(SchemaTree::from_type(&no_length).is_err());
}

#[test]
fn impossible_types_are_refused() {
    use PhysicalType::{BYTE_ARRAY, DOUBLE, FIXED_LEN_BYTE_ARRAY, INT32, INT64};
    let problem =
        |builder: PrimitiveTypeBuilder<'_>| builder.build().err().map(|error| error.problem);
    let logical = |physical_type, logical_type: LogicalType, length, fits: bool| {
        let builder = PrimitiveTypeBuilder::new("a", physical_type)
            .with_length(length)
            .with_logical_type(Some(logical_type.clone()));
        let found = problem(builder);
        let expected = TypeProblem::LogicalType {
            found: logical_type,
            physical_type,
        };
        assert_eq!(found, (!fits).then_some(expected));
    };
    logical(BYTE_ARRAY, LogicalType::String, -1, true);
    logical(INT32, LogicalType::String, -1, false);
    logical(FIXED_LEN_BYTE_ARRAY, LogicalType::Uuid, 16, true);
    logical(FIXED_LEN_BYTE_ARRAY, LogicalType::Uuid, 15, false);
    logical(FIXED_LEN_BYTE_ARRAY, LogicalType::Float16, 2, true);
    logical(INT32, LogicalType::time(true, TimeUnit::MILLIS), -1, true);
    logical(INT32, LogicalType::time(true, TimeUnit::NANOS), -1, false);
    logical(INT64, LogicalType::time(true, TimeUnit::MILLIS), -1, false);
    logical(INT32, LogicalType::integer(16, true), -1, true);
    logical(INT32, LogicalType::integer(64, true), -1, false);
    logical(INT64, LogicalType::integer(64, false), -1, true);
    logical(INT64, LogicalType::List, -1, false);
    logical(DOUBLE, LogicalType::_Unknown { field_id: 77 }, -1, true);

    let decimal = |physical_type, length, precision, scale, max_precision| {
        let builder = PrimitiveTypeBuilder::new("a", physical_type)
            .with_converted_type(ConvertedType::DECIMAL)
            .with_length(length)
            .with_precision(precision)
            .with_scale(scale);
        let expected = TypeProblem::Decimal {
            precision,
            scale,
            max_precision,
        };
        assert_eq!(problem(builder), (max_precision > 0).then_some(expected));
    };
    decimal(INT32, -1, 9, 9, 0);
    decimal(INT32, -1, 10, 0, 9);
    decimal(INT64, -1, 18, 2, 0);
    decimal(INT64, -1, 18, 19, 18);
    decimal(BYTE_ARRAY, -1, 1000, 2, 0);
    decimal(BYTE_ARRAY, -1, 0, 0, i32::MAX);
    decimal(FIXED_LEN_BYTE_ARRAY, 16, 38, 0, 0);
    decimal(FIXED_LEN_BYTE_ARRAY, 16, 39, 0, 38);
    decimal(FIXED_LEN_BYTE_ARRAY, 1, 3, 0, 2);
    decimal(FIXED_LEN_BYTE_ARRAY, i32::MAX, i32::MAX, 0, 0);

    let both = PrimitiveTypeBuilder::new("a", BYTE_ARRAY)
        .with_logical_type(Some(LogicalType::String))
        .with_converted_type(ConvertedType::JSON);
    let expected = TypeProblem::Contradiction {
        expected: ConvertedType::UTF8,
        found: ConvertedType::JSON,
    };
    assert_eq!(problem(both), Some(expected));
    let no_length = PrimitiveTypeBuilder::new("a", FIXED_LEN_BYTE_ARRAY)
        .build()
        .unwrap_err();
    assert_eq!(
        no_length.to_string(),
        "field 'a': invalid length -1 of FIXED_LEN_BYTE_ARRAY"
    );
}
