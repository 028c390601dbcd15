//! What the file's writer and what the caller asks for.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_schema::{IntervalUnit, Schema};
use herringbone_format::metadata::KeyValue;
use herringbone_format::schema::types::SchemaDescriptor;

use super::*;

fn by_file(tree: &SchemaTree, fields: &Fields) -> Vec<ArrowNode> {
    let all = ProjectionMask::all();
    let taken_out = arrow_roots(tree, &all, Asked::Hint(fields)).unwrap();
    let encoded = encode(fields);
    let embedded = EmbeddedSchema::decode(encoded.as_bytes()).unwrap();
    let nodes = arrow_roots(tree, &all, Asked::File(embedded)).unwrap();
    assert_eq!(fields_of(&nodes), fields_of(&taken_out));
    nodes
}

fn by_caller(tree: &SchemaTree, fields: &Fields) -> Result<Vec<ArrowNode>, String> {
    arrow_roots(tree, &ProjectionMask::all(), Asked::Caller(fields)).map_err(|e| e.to_string())
}

fn encode(fields: &Fields) -> String {
    parquet::arrow::encode_arrow_schema(&Schema::new(fields.clone()))
}

/// Whether a type asked for is had: from the file's wish, and from the caller's.
fn check(schema: SchemaBuilder, asked: DataType, by_file_and_caller: (bool, bool)) {
    let tree = schema.build().unwrap();
    let natural = roots(&tree)[0].field.data_type().clone();
    let fields = leaf_field(asked.clone());
    let found = by_file(&tree, &fields)[0].field.data_type().clone();
    let expected = if by_file_and_caller.0 {
        &asked
    } else {
        &natural
    };
    assert_eq!(found, *expected, "the file asks for {asked}");
    match by_caller(&tree, &fields) {
        Ok(nodes) => {
            assert!(by_file_and_caller.1, "the caller has {asked} of {natural}");
            assert_eq!(fields_of(&nodes), fields);
        }
        Err(message) => {
            assert!(!by_file_and_caller.1, "{message}");
            assert!(message.starts_with("field c: expected "), "{message}");
            assert!(message.ends_with(&format!("found {asked}")), "{message}");
        }
    }
}

fn dictionary(key: DataType, value: DataType) -> DataType {
    DataType::Dictionary(Box::new(key), Box::new(value))
}

fn runs(values: DataType) -> DataType {
    DataType::RunEndEncoded(
        Arc::new(Field::new("run_ends", DataType::Int32, false)),
        Arc::new(Field::new("values", values, true)),
    )
}

#[test]
fn leaf_types() {
    use DataType as D;
    const YES: (bool, bool) = (true, true);
    const NO: (bool, bool) = (false, false);
    const CALLER: (bool, bool) = (false, true);
    let string = || leaf(BYTE_ARRAY).logical_type(LogicalType::String);
    for asked in [D::LargeUtf8, D::Utf8View, D::Utf8] {
        check(string(), asked.clone(), YES);
        check(leaf(BYTE_ARRAY), asked.clone(), YES);
        check(string(), dictionary(D::UInt8, asked.clone()), YES);
        check(string(), runs(asked.clone()), YES);
        check(leaf(INT32), asked, NO);
    }
    for asked in [D::Binary, D::LargeBinary, D::BinaryView] {
        check(leaf(BYTE_ARRAY), asked.clone(), YES);
        check(string(), asked, CALLER);
    }
    let zone = || Some("Europe/Paris".into());
    for unit in [
        TimeUnit::Second,
        TimeUnit::Millisecond,
        TimeUnit::Microsecond,
        TimeUnit::Nanosecond,
    ] {
        for zone in [None, zone()] {
            let asked = D::Timestamp(unit, zone);
            check(leaf(INT96), asked.clone(), YES);
            check(leaf(INT64), asked.clone(), YES);
            check(leaf(INT32), asked, YES);
        }
        check(leaf(INT64), D::Duration(unit), YES);
        check(leaf(INT32), D::Duration(unit), NO);
        let short = matches!(unit, TimeUnit::Second | TimeUnit::Millisecond);
        check(leaf(INT32), D::Time32(unit), if short { YES } else { NO });
        check(leaf(INT64), D::Time64(unit), if short { NO } else { YES });
    }
    let millis =
        |utc| leaf(INT64).logical_type(LogicalType::timestamp(utc, ParquetTimeUnit::MILLIS));
    check(
        millis(true),
        D::Timestamp(TimeUnit::Millisecond, zone()),
        YES,
    );
    check(
        millis(false),
        D::Timestamp(TimeUnit::Millisecond, zone()),
        YES,
    );
    check(millis(false), D::Timestamp(TimeUnit::Second, zone()), NO);
    check(millis(true), D::Timestamp(TimeUnit::Millisecond, None), NO);
    check(leaf(INT96), D::FixedSizeBinary(12), CALLER);
    check(leaf(INT96), D::FixedSizeBinary(11), NO);
    check(leaf(INT64), D::Date64, YES);
    check(leaf(INT32).logical_type(LogicalType::Date), D::Date64, YES);
    check(leaf(INT32), D::Date64, NO);
    check(leaf(INT32), D::Int64, NO);
    check(leaf(INT32), dictionary(D::Int8, D::Int32), YES);
    check(leaf(INT32), dictionary(D::Float32, D::Int32), NO);

    let decimal = || leaf(INT32).logical_type(LogicalType::decimal(2, 9));
    for asked in [D::Decimal32(9, 2), D::Decimal64(9, 2), D::Decimal256(9, 2)] {
        check(decimal(), asked, YES);
    }
    check(decimal(), D::Decimal64(12, 2), CALLER);
    for asked in [
        D::Decimal32(8, 2),
        D::Decimal32(10, 2),
        D::Decimal64(9, 3),
        D::Decimal256(77, 2),
    ] {
        check(decimal(), asked, NO);
    }
    let wide = || {
        leaf(FIXED_LEN_BYTE_ARRAY)
            .type_length(17)
            .logical_type(LogicalType::decimal(0, 38))
    };
    check(wide(), D::Decimal128(38, 0), YES);
    check(wide(), D::Decimal64(38, 0), NO);

    let interval = || {
        leaf(FIXED_LEN_BYTE_ARRAY)
            .type_length(12)
            .converted_type(ConvertedType::INTERVAL)
    };
    for unit in [
        IntervalUnit::YearMonth,
        IntervalUnit::DayTime,
        IntervalUnit::MonthDayNano,
    ] {
        check(interval(), D::Interval(unit), YES);
    }
    check(interval(), D::FixedSizeBinary(12), CALLER);
    check(leaf(INT32).logical_type(LogicalType::Unknown), D::Int32, NO);
}

#[test]
fn seconds_keep_their_zone() {
    let tree = leaf(INT64)
        .logical_type(LogicalType::timestamp(true, ParquetTimeUnit::MILLIS))
        .build()
        .unwrap();
    let asked = DataType::Timestamp(TimeUnit::Second, Some("Asia/Tokyo".into()));
    let found = by_file(&tree, &leaf_field(asked.clone()));
    assert_eq!(
        *found[0].field.data_type(),
        DataType::Timestamp(TimeUnit::Millisecond, Some("Asia/Tokyo".into()))
    );
    assert!(by_caller(&tree, &leaf_field(asked)).is_err());
}

#[test]
fn half_a_dictionary() {
    // The values cannot be had as asked for, so the file's own type stays, and no dictionary.
    let tree = leaf(INT32).build().unwrap();
    let found = by_file(
        &tree,
        &leaf_field(dictionary(DataType::Int8, DataType::Utf8)),
    );
    assert_eq!(*found[0].field.data_type(), DataType::Int32);
    // Of a dictionary of dictionaries the inner one can be had.
    let inner = dictionary(DataType::Int8, DataType::Int32);
    let fields = leaf_field(dictionary(DataType::Int16, inner.clone()));
    let nodes = arrow_roots(&tree, &ProjectionMask::all(), Asked::Hint(&fields)).unwrap();
    assert_eq!(fields_of(&nodes), leaf_field(inner));
    assert!(by_caller(&tree, &fields).is_err());
}

#[test]
fn runs_of_nullable_values() {
    let not_null = DataType::RunEndEncoded(
        Arc::new(Field::new("run_ends", DataType::Int32, false)),
        Arc::new(Field::new("values", DataType::Int32, false)),
    );
    let fields = Fields::from(vec![Field::new("c", not_null, true)]);
    let tree = schema().leaf("c", OPTIONAL, INT32).build().unwrap();
    assert_eq!(
        *by_file(&tree, &fields)[0].field.data_type(),
        DataType::Int32
    );
    assert!(by_caller(&tree, &fields).unwrap_err().contains("nullable"));
}

#[test]
fn list_forms() {
    let element = |name: &str| Arc::new(Field::new(name, DataType::Int32, true));
    for (form, expected) in [
        (DataType::List(element("item")), ListForm::List),
        (DataType::LargeList(element("item")), ListForm::LargeList),
        (DataType::ListView(element("item")), ListForm::ListView),
        (
            DataType::LargeListView(element("item")),
            ListForm::LargeListView,
        ),
        (
            DataType::FixedSizeList(element("item"), 3),
            ListForm::FixedSize(3),
        ),
    ] {
        let tree = list(INT32).build().unwrap();
        let fields = Fields::from(vec![Field::new("c", form, true)]);
        for (nodes, name) in [
            (by_file(&tree, &fields), "element"),
            (by_caller(&tree, &fields).unwrap(), "item"),
        ] {
            let NodeKind::List(list) = &nodes[0].kind else {
                panic!("a list")
            };
            assert_eq!(list.form, expected);
            assert_eq!(list.element.field.name(), name);
        }
    }
    // Of a repeated field without annotation too.
    let tree = schema().leaf("c", REPEATED, INT32).build().unwrap();
    let fields = Fields::from(vec![Field::new(
        "c",
        DataType::LargeList(Arc::new(Field::new("c", DataType::Date32, false))),
        false,
    )]);
    let NodeKind::List(list) = &by_file(&tree, &fields)[0].kind else {
        panic!("a list")
    };
    assert_eq!(list.form, ListForm::LargeList);
    assert_eq!(*list.element.field.data_type(), DataType::Int32);
    assert_eq!(
        by_caller(&tree, &fields).unwrap_err(),
        "field c: expected a type that Int32 can be read as, found Date32"
    );
}

#[test]
fn nested_wishes() {
    let tree = schema()
        .group("s", REQUIRED)
        .leaf("a", OPTIONAL, BYTE_ARRAY)
        .logical_type(LogicalType::String)
        .leaf("b", REQUIRED, INT64)
        .end()
        .build()
        .unwrap();
    let a = Field::new("a", DataType::Utf8View, true);
    let b = Field::new("b", DataType::Date64, false);
    let s = |fields: Vec<Field>| {
        Fields::from(vec![Field::new(
            "s",
            DataType::Struct(fields.into()),
            false,
        )])
    };

    let fields = s(vec![a.clone(), b.clone()]);
    assert_eq!(fields_of(&by_file(&tree, &fields)), fields);
    assert_eq!(fields_of(&by_caller(&tree, &fields).unwrap()), fields);
    // Moved and dropped fields are found by name; the caller must say what is there.
    for asked in [
        vec![b.clone(), a.clone()],
        vec![Field::new("x", DataType::Null, true), a.clone(), b.clone()],
    ] {
        assert_eq!(fields_of(&by_file(&tree, &s(asked.clone()))), fields);
        assert!(by_caller(&tree, &s(asked)).is_err());
    }
    for (asked, expected) in [
        (
            s(vec![a.clone()]),
            "field s: expected a struct of 2 fields, found Struct(\"a\": Utf8View)",
        ),
        (
            s(vec![a.clone(), Field::new("y", DataType::Int64, false)]),
            "field s.b: the schema asked for has y in its place",
        ),
        (
            s(vec![a.clone().with_nullable(false), b.clone()]),
            "field s.a: expected a nullable field as in the file, found one that is not",
        ),
        (
            Fields::from(vec![Field::new("s", DataType::Int32, false)]),
            "field s: expected a struct, found Int32",
        ),
        (
            Fields::empty(),
            "the schema asked for has 0 fields, expected 1 as in the file",
        ),
    ] {
        assert_eq!(by_caller(&tree, &asked).unwrap_err(), expected);
        by_file(&tree, &asked);
    }
    // More may be allowed to be null than is.
    let looser = s(vec![a, b.with_nullable(true)]);
    assert_eq!(fields_of(&by_caller(&tree, &looser).unwrap()), looser);
}

#[test]
fn map_wishes() {
    let tree = map(OPTIONAL).build().unwrap();
    let entries = |name: &str, value| {
        let fields = vec![
            Field::new("k", DataType::Int32, false),
            Field::new("v", value, true),
        ];
        Arc::new(Field::new(name, DataType::Struct(fields.into()), false))
    };
    let asked = DataType::Map(entries("entries", DataType::Float64), true);
    let fields = Fields::from(vec![Field::new("c", asked, true)]);
    assert_eq!(fields_of(&by_caller(&tree, &fields).unwrap()), fields);
    let DataType::Map(found, true) = by_file(&tree, &fields)[0].field.data_type().clone() else {
        panic!("a sorted map")
    };
    assert_eq!(found.name(), "key_value");

    let asked = DataType::Map(entries("entries", DataType::Utf8), false);
    let fields = Fields::from(vec![Field::new("c", asked, true)]);
    assert_eq!(
        by_caller(&tree, &fields).unwrap_err(),
        "field c.key_value.value: expected a type that Float64 can be read as, found Utf8"
    );
}

#[test]
fn metadata_of_fields_and_schema() {
    let metadata = |key: &str, value: &str| HashMap::from([(key.to_owned(), value.to_owned())]);
    let field = Field::new("c", DataType::FixedSizeBinary(16), false)
        .with_metadata(metadata("ARROW:extension:name", "arrow.uuid"));
    let tree = leaf(FIXED_LEN_BYTE_ARRAY)
        .type_length(16)
        .logical_type(LogicalType::Uuid)
        .field_id(3)
        .build()
        .unwrap();
    let fields = Fields::from(vec![field]);
    assert_eq!(fields_of(&by_file(&tree, &fields)), fields);

    let hint = Schema::new_with_metadata(
        fields.clone(),
        HashMap::from([
            ("both".to_owned(), "schema".to_owned()),
            ("schema".to_owned(), "x".to_owned()),
        ]),
    );
    let pairs = vec![
        KeyValue::new("both".to_owned(), "file".to_owned()),
        KeyValue::new("empty".to_owned(), None),
        KeyValue::new(
            ARROW_SCHEMA_META_KEY.to_owned(),
            parquet::arrow::encode_arrow_schema(&hint),
        ),
    ];
    let schema =
        parquet_to_arrow_schema(&SchemaDescriptor::from_tree(&tree), Some(&pairs)).unwrap();
    assert_eq!(schema.fields, fields);
    assert_eq!(
        schema.metadata,
        HashMap::from([
            ("both".to_owned(), "file".to_owned()),
            ("schema".to_owned(), "x".to_owned()),
        ])
    );
    let schema = parquet_to_arrow_schema(&SchemaDescriptor::from_tree(&tree), None).unwrap();
    assert_eq!(
        schema.field(0).metadata(),
        &metadata(PARQUET_FIELD_ID_META_KEY, "3")
    );
}

/// Every type that can be in a hint comes back as it was.
#[test]
fn embedded_types() {
    use DataType as D;
    let child = |name: &str| Arc::new(Field::new(name, D::Int8, true));
    let mut types = vec![
        D::Null,
        D::Boolean,
        D::Float16,
        D::Float32,
        D::Float64,
        D::Binary,
        D::LargeBinary,
        D::BinaryView,
        D::Utf8,
        D::LargeUtf8,
        D::Utf8View,
        D::FixedSizeBinary(3),
        D::Date32,
        D::Date64,
        D::Time32(TimeUnit::Second),
        D::Time32(TimeUnit::Millisecond),
        D::Time64(TimeUnit::Microsecond),
        D::Time64(TimeUnit::Nanosecond),
        D::Timestamp(TimeUnit::Second, None),
        D::Timestamp(TimeUnit::Nanosecond, Some("+05:30".into())),
        D::Duration(TimeUnit::Microsecond),
        D::Interval(IntervalUnit::YearMonth),
        D::Interval(IntervalUnit::DayTime),
        D::Interval(IntervalUnit::MonthDayNano),
        D::Decimal32(9, 2),
        D::Decimal64(18, -3),
        D::Decimal128(38, 38),
        D::Decimal256(76, 0),
        D::List(child("item")),
        D::LargeList(child("item")),
        D::ListView(child("item")),
        D::LargeListView(child("item")),
        D::FixedSizeList(child("item"), 4),
        D::Struct(Fields::from(vec![child("a"), child("b")])),
        D::Struct(Fields::empty()),
        D::Map(
            Arc::new(Field::new(
                "entries",
                D::Struct(Fields::from(vec![child("k"), child("v")])),
                false,
            )),
            true,
        ),
        runs(D::Utf8),
        dictionary(D::UInt16, D::LargeUtf8),
    ];
    types.extend([D::Int8, D::Int16, D::Int32, D::Int64]);
    types.extend([D::UInt8, D::UInt16, D::UInt32, D::UInt64]);
    let fields: Fields = types
        .into_iter()
        .enumerate()
        .map(|(idx, data_type)| {
            Field::new(format!("f{idx}"), data_type, idx % 2 == 0)
                .with_metadata(HashMap::from([("number".to_owned(), idx.to_string())]))
        })
        .collect();
    let encoded = encode(&fields);
    let embedded = EmbeddedSchema::decode(encoded.as_bytes()).unwrap();
    for num_wanted in [1, fields.len()] {
        let found = embedded.fields(num_wanted);
        for (idx, field) in fields.iter().enumerate() {
            assert_eq!(
                found.field(idx, field.name()).as_ref(),
                Some(field.as_ref())
            );
            // At another place.
            assert_eq!(
                found.field(idx + 1, field.name()).as_ref(),
                Some(field.as_ref())
            );
        }
        assert_eq!(found.field(0, "g"), None);
    }
}

/// A hint that is not one is passed over, and never more than that.
#[test]
fn malformed_hints() {
    use base64::Engine;
    use base64::prelude::BASE64_STANDARD;

    for text in ["", "=", "not base64 at all", "/////wAAAAA=", "/////w=="] {
        assert!(EmbeddedSchema::decode(text.as_bytes()).is_none());
    }
    let tree = list(INT32).build().unwrap();
    let element = Arc::new(Field::new("element", DataType::Int32, true));
    let fields = Fields::from(vec![
        Field::new("c", DataType::LargeList(element), true),
        Field::new("d", dictionary(DataType::Int8, DataType::Utf8), true),
    ]);
    let encoded = encode(&fields);
    let bytes = BASE64_STANDARD.decode(&encoded).unwrap();
    let read = |bytes: &[u8]| {
        let encoded = BASE64_STANDARD.encode(bytes);
        if let Some(embedded) = EmbeddedSchema::decode(encoded.as_bytes()) {
            embedded.metadata();
            arrow_roots(&tree, &ProjectionMask::all(), Asked::File(embedded)).unwrap();
            for num_wanted in [0, 2] {
                embedded.fields(num_wanted).field(1, "d");
            }
        }
    };
    for len in 0..bytes.len() {
        read(&bytes[..len]);
    }
    for at in 0..bytes.len() {
        for value in [
            0,
            1,
            0x7f,
            0x80,
            0xff,
            bytes[at] ^ 1,
            bytes[at].wrapping_add(8),
        ] {
            let mut changed = bytes.clone();
            changed[at] = value;
            read(&changed);
        }
    }
}
