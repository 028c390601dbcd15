//! Each type, from its storage to its value.

use herringbone_record::{DataType, Decimal, TimeUnit};
use herringbone_testkit::compress::Codec;
use herringbone_testkit::encode::Encoding;
use herringbone_testkit::file::chunk::Chunk;
use herringbone_testkit::file::column::{Column, Layout};
use herringbone_testkit::file::page::Page;
use herringbone_testkit::file::schema::{Converted, Element, Repetition, logical};
use herringbone_testkit::file::{FileBuilder, RowGroup};
use herringbone_testkit::values::{Physical, Values};

use crate::support::{builder, cursor, text};

/// Checks the type and the values of an optional column with a null in its middle.
fn check(element: Element, values: Values, data_type: DataType, expected: &[&str]) {
    let num_rows = values.len() + 1;
    let mut present = vec![true; num_rows];
    present[1] = false;
    let column = Column::optional(values, &present);
    let chunk = column.chunk(&["a"], Layout::default());
    let file = FileBuilder::new(vec![Element::root(1), element])
        .row_group(RowGroup::new(num_rows, vec![chunk]));
    let mut cursor = cursor(&file);
    assert_eq!(cursor.columns().next(), Some(("a", data_type)));
    let mut found = Vec::new();
    while let Some(row) = cursor.next().unwrap() {
        found.push(format!("{:?}", row.get(0).unwrap()));
    }
    assert_eq!(found.remove(1), "null", "{data_type}");
    assert_eq!(found, expected, "{data_type}");
}

fn leaf(physical: Physical) -> Element {
    Element::leaf("a", Repetition::Optional, physical)
}

fn fixed(width: usize) -> Element {
    Element::fixed("a", Repetition::Optional, width)
}

#[test]
fn integers() {
    let of_32 = |bits, is_signed, data_type, expected: [&str; 2]| {
        let element = leaf(Physical::Int32).logical(logical::integer(bits, is_signed));
        check(element, Values::Int32(vec![1, -2]), data_type, &expected);
    };
    of_32(8, true, DataType::Int8, ["1", "-2"]);
    of_32(16, true, DataType::Int16, ["1", "-2"]);
    of_32(32, true, DataType::Int32, ["1", "-2"]);
    of_32(8, false, DataType::UInt8, ["1", "254"]);
    of_32(16, false, DataType::UInt16, ["1", "65534"]);
    of_32(32, false, DataType::UInt32, ["1", "4294967294"]);
    let of_64 = |is_signed, data_type, expected: [&str; 2]| {
        let element = leaf(Physical::Int64).logical(logical::integer(64, is_signed));
        check(element, Values::Int64(vec![1, -2]), data_type, &expected);
    };
    of_64(true, DataType::Int64, ["1", "-2"]);
    of_64(false, DataType::UInt64, ["1", "18446744073709551614"]);
    // Writers of small integers may leave anything in the bits above.
    let element = leaf(Physical::Int32).converted(Converted::Int8);
    check(
        element,
        Values::Int32(vec![257, 128]),
        DataType::Int8,
        &["1", "-128"],
    );
}

#[test]
fn booleans_and_floats() {
    let values = Values::Boolean(vec![true, false]);
    check(
        leaf(Physical::Boolean),
        values,
        DataType::Boolean,
        &["true", "false"],
    );
    let values = Values::Float(vec![0.1, f32::INFINITY]);
    check(
        leaf(Physical::Float),
        values,
        DataType::Float32,
        &["0.1", "inf"],
    );
    let values = Values::Double(vec![0.1, -0.0]);
    check(
        leaf(Physical::Double),
        values,
        DataType::Float64,
        &["0.1", "-0.0"],
    );
    let values = Values::Fixed(2, vec![vec![0x00, 0x3e], vec![0x01, 0x00]]);
    let element = fixed(2).logical(logical::float16());
    check(element, values, DataType::Float16, &["1.5", "5.9604645e-8"]);
}

#[test]
fn dates_and_times() {
    let element = leaf(Physical::Int32).logical(logical::date());
    let values = Values::Int32(vec![0, -1]);
    check(
        element,
        values,
        DataType::Date,
        &["1970-01-01", "1969-12-31"],
    );
    let time = |unit, is_utc| DataType::Time { unit, is_utc };
    let element = leaf(Physical::Int32).logical(logical::time(logical::Unit::Millis, false));
    let values = Values::Int32(vec![1]);
    check(
        element,
        values,
        time(TimeUnit::Millis, false),
        &["00:00:00.001"],
    );
    let element = leaf(Physical::Int64).converted(Converted::TimeMicros);
    let values = Values::Int64(vec![1]);
    check(
        element,
        values,
        time(TimeUnit::Micros, true),
        &["00:00:00.000001"],
    );
    let timestamp = |unit, is_utc| DataType::Timestamp { unit, is_utc };
    let element = leaf(Physical::Int64).logical(logical::timestamp(logical::Unit::Nanos, false));
    let values = Values::Int64(vec![1]);
    let expected = ["1970-01-01T00:00:00.000000001"];
    check(
        element,
        values,
        timestamp(TimeUnit::Nanos, false),
        &expected,
    );
    let element = leaf(Physical::Int64).converted(Converted::TimestampMillis);
    let values = Values::Int64(vec![-1]);
    let expected = ["1969-12-31T23:59:59.999Z"];
    check(
        element,
        values,
        timestamp(TimeUnit::Millis, true),
        &expected,
    );
    let mut int96 = [0; 12];
    int96[8..].copy_from_slice(&2_440_588_u32.to_le_bytes());
    let values = Values::Int96(vec![int96]);
    check(
        leaf(Physical::Int96),
        values,
        DataType::Int96,
        &["1970-01-01T00:00:00"],
    );
}

#[test]
fn an_annotation_that_does_not_go_with_the_type_is_refused() {
    let element = leaf(Physical::Int32).logical(logical::time(logical::Unit::Nanos, false));
    let file = FileBuilder::new(vec![Element::root(1), element]);
    let error = builder(&file).build().unwrap_err().to_string();
    assert!(error.starts_with("column a: Time"), "{error}");
    assert!(
        error.ends_with("cannot annotate physical type INT32"),
        "{error}"
    );
}

#[test]
fn decimals() {
    let decimal = |precision, scale| DataType::Decimal { precision, scale };
    let element = leaf(Physical::Int32).decimal(9, 2);
    check(
        element,
        Values::Int32(vec![-5, 123]),
        decimal(9, 2),
        &["-0.05", "1.23"],
    );
    let element = leaf(Physical::Int64).logical(logical::decimal(18, 0));
    check(element, Values::Int64(vec![-5]), decimal(18, 0), &["-5"]);
    let element = fixed(3).decimal(6, 1);
    let values = Values::Fixed(3, vec![vec![0xff, 0xff, 0xff], vec![0, 1, 0]]);
    check(element, values, decimal(6, 1), &["-0.1", "25.6"]);
    let element = leaf(Physical::ByteArray).decimal(38, 3);
    let values = Values::ByteArray(vec![vec![], vec![0x80]]);
    check(element, values, decimal(38, 3), &["0.000", "-0.128"]);
    let element = fixed(32).decimal(76, 0);
    let mut one_with_128_zeros = vec![0; 32];
    one_with_128_zeros[15] = 1;
    let values = Values::Fixed(32, vec![one_with_128_zeros, vec![0xff; 32]]);
    let expected = ["340282366920938463463374607431768211456", "-1"];
    check(element, values, decimal(76, 0), &expected);
    assert_eq!(
        Decimal::new(-1, 76, 0),
        Decimal::from_halves([u128::MAX; 2], 76, 0)
    );
}

#[test]
fn text_and_bytes() {
    let bytes = || Values::strings(["é", ""]);
    let text = ["\"é\"", "\"\""];
    let element = leaf(Physical::ByteArray).logical(logical::string());
    check(element, bytes(), DataType::String, &text);
    let element = leaf(Physical::ByteArray).logical(logical::json());
    check(element, bytes(), DataType::String, &text);
    let element = leaf(Physical::ByteArray).converted(Converted::Enum);
    check(element, bytes(), DataType::String, &text);
    let raw = ["b\"\\xc3\\xa9\"", "b\"\""];
    check(leaf(Physical::ByteArray), bytes(), DataType::Bytes, &raw);
    let element = leaf(Physical::ByteArray).logical(logical::geometry());
    check(element, bytes(), DataType::Bytes, &raw);
    // A logical type from the future.
    let element = leaf(Physical::ByteArray).logical(logical::plain(99));
    check(element, bytes(), DataType::Bytes, &raw);
    let values = || Values::Fixed(3, vec![b"abc".to_vec(), b"xyz".to_vec()]);
    let expected = ["b\"abc\"", "b\"xyz\""];
    check(fixed(3), values(), DataType::FixedBytes(3), &expected);
    let element = fixed(16).logical(logical::uuid());
    let values = Values::Fixed(16, vec![(0..16).map(|i| i * 17).collect()]);
    let expected = ["00112233-4455-6677-8899-aabbccddeeff"];
    check(element, values, DataType::Uuid, &expected);
    let element = fixed(12).converted(Converted::Interval);
    let values = Values::Fixed(12, vec![vec![2, 0, 0, 0, 10, 0, 0, 0, 172, 13, 0, 0]]);
    check(element, values, DataType::Interval, &["P2M10DT3.500S"]);
}

#[test]
fn nulls_without_a_type() {
    let present = [false; 3];
    let column = Column::optional(Values::Int32(vec![]), &present);
    let element = leaf(Physical::Int32).logical(logical::unknown());
    let file = FileBuilder::new(vec![Element::root(1), element]).row_group(RowGroup::new(
        3,
        vec![column.chunk(&["a"], Layout::default())],
    ));
    let mut cursor = cursor(&file);
    assert_eq!(cursor.columns().next(), Some(("a", DataType::Null)));
    while let Some(row) = cursor.next().unwrap() {
        assert!(row.is_null(0).unwrap());
    }
}

#[test]
fn text_that_is_not_utf8_is_refused() {
    let column = Column::required(Values::ByteArray(vec![vec![0xc3], vec![0xa9]]));
    for encoding in [Encoding::Plain, Encoding::RleDictionary] {
        let layout = Layout {
            encoding,
            ..Layout::default()
        };
        let element = Element::leaf("a", Repetition::Required, Physical::ByteArray)
            .logical(logical::string());
        let file = FileBuilder::new(vec![Element::root(1), element])
            .row_group(RowGroup::new(2, vec![column.chunk(&["a"], layout)]));
        let mut cursor = cursor(&file);
        let error = cursor.next().unwrap_err().to_string();
        assert!(error.starts_with("column a, row group 0, page "), "{error}");
        assert!(error.contains("expected UTF-8"), "{error}");
        assert!(cursor.next().unwrap().is_none(), "no rows after an error");
    }
}

#[test]
fn dictionaries_may_give_way_to_plain_values_within_a_window() {
    let column = |values: &[&str]| Column::required(Values::strings(values));
    let dictionary = column(&["one", "two"]);
    let plain = column(&["three", "", "fünf"]);
    let indices = |indices: &[u64]| {
        let encoded = herringbone_testkit::encode::dictionary_indices(indices);
        Page::v1(indices.len(), Encoding::RleDictionary, &[], &encoded)
    };
    let encoded = herringbone_testkit::encode::encode(&plain.values, Encoding::Plain);
    let plain_page = || Page::v1(3, Encoding::Plain, &[], &encoded);
    let chunk = Chunk::new(&["a"], Physical::ByteArray, Codec::Uncompressed).pages([
        Page::dictionary(
            2,
            &herringbone_testkit::encode::encode(&dictionary.values, Encoding::Plain),
        ),
        indices(&[1, 0, 1]),
        plain_page(),
        indices(&[0]),
        plain_page(),
    ]);
    let expected = [
        "two", "one", "two", "three", "", "fünf", "one", "three", "", "fünf",
    ];
    for element in [
        Element::leaf("a", Repetition::Required, Physical::ByteArray),
        text("a", Repetition::Required),
    ] {
        let file = FileBuilder::new(vec![Element::root(1), element])
            .row_group(RowGroup::new(10, vec![chunk.clone()]))
            .row_group(RowGroup::new(10, vec![chunk.clone()]));
        for window in [1, 2, 4, 100] {
            let mut cursor = builder(&file).with_window(window).build().unwrap();
            for &expected in expected.iter().chain(&expected) {
                let row = cursor.next().unwrap().unwrap();
                assert_eq!(row.bytes(0).unwrap(), expected.as_bytes());
            }
            assert!(cursor.next().unwrap().is_none());
        }
    }
}
