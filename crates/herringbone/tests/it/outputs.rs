//! Other Arrow types than the file's own: asked for with a schema, or hinted at by the writer.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::*;
use arrow_cast::cast;
use arrow_schema::{DataType, Field, FieldRef, Schema, SchemaRef, TimeUnit};
use bytes::Bytes;
use parquet::basic::Encoding;
use parquet::file::properties::{WriterProperties, WriterPropertiesBuilder, WriterVersion};

use crate::shapes::{Numbers, array, field, list, map, structure};
use crate::support::{Request, check, ours, theirs, write};

const NUM_ROWS: usize = 1200;

pub(crate) fn small_pages() -> WriterPropertiesBuilder {
    WriterProperties::builder()
        .set_data_page_row_count_limit(90)
        .set_write_batch_size(30)
        .set_max_row_group_row_count(Some(350))
}

/// Files of the same column, written in every way that matters to where its values lie.
fn files(values: &ArrayRef) -> Vec<(&'static str, Bytes)> {
    let file = |properties: WriterProperties| {
        write(vec![("column", Arc::clone(values), true)], properties)
    };
    let plain = |builder: WriterPropertiesBuilder| builder.set_dictionary_enabled(false);
    let mut files = vec![
        ("dictionary", file(small_pages().build())),
        (
            // The dictionary is full after a few pages, and the rest is PLAIN.
            "dictionary, then plain",
            file(small_pages().set_dictionary_page_size_limit(150).build()),
        ),
        ("plain", file(plain(small_pages()).build())),
    ];
    let is_text = matches!(
        values.data_type(),
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Binary
    );
    if is_text {
        let delta = |encoding| {
            let builder = plain(small_pages().set_writer_version(WriterVersion::PARQUET_2_0));
            file(builder.set_encoding(encoding).build())
        };
        files.push(("lengths", delta(Encoding::DELTA_LENGTH_BYTE_ARRAY)));
        files.push(("prefixes", delta(Encoding::DELTA_BYTE_ARRAY)));
    }
    files
}

/// A column of the type that `data_type` has by itself when it is written.
pub(crate) fn column(data_type: DataType, seed: u64) -> ArrayRef {
    array(
        &field("column", data_type),
        NUM_ROWS,
        &mut Numbers::new(seed),
    )
}

pub(crate) fn asking_for(data_type: &DataType, batch_size: usize) -> Request {
    let schema: SchemaRef = Arc::new(Schema::new(vec![field("column", data_type.clone())]));
    Request {
        schema: Some(schema),
        ..Request::batches_of(batch_size)
    }
}

/// Batches that end within a row group, and that span several.
const BATCH_SIZES: [usize; 3] = [60, 777, 5000];

/// Reads as `data_type`, and checks that casting back gives what is read without asking.
fn check_by_cast(file: &Bytes, data_type: &DataType, what: &str) {
    for batch_size in BATCH_SIZES {
        let what = format!("{what} as {data_type} in batches of {batch_size}");
        let expected = theirs(file, &Request::batches_of(batch_size)).unwrap();
        let found = ours(file, &asking_for(data_type, batch_size))
            .unwrap_or_else(|error| panic!("{what}: {error}"));
        assert_eq!(expected.len(), found.len(), "{what}");
        for (expected, found) in expected.iter().zip(&found) {
            let (expected, found) = (expected.column(0), found.column(0));
            assert_eq!(found.data_type(), data_type, "{what}");
            found.to_data().validate_full().unwrap();
            let back = cast(found, expected.data_type()).unwrap();
            assert_eq!(&back, expected, "{what}");
        }
    }
}

/// Reads as `data_type`, and checks that `parquet` does so, too.
pub(crate) fn check_like_parquet(file: &Bytes, data_type: &DataType, what: &str) {
    for batch_size in BATCH_SIZES {
        let request = asking_for(data_type, batch_size);
        check(file, &request, &format!("{what} {request:?}"));
    }
}

fn dictionary(key: DataType, value: DataType) -> DataType {
    DataType::Dictionary(Box::new(key), Box::new(value))
}

const KEYS: [DataType; 8] = [
    DataType::Int8,
    DataType::Int16,
    DataType::Int32,
    DataType::Int64,
    DataType::UInt8,
    DataType::UInt16,
    DataType::UInt32,
    DataType::UInt64,
];

/// Texts of which each row group has its own.
fn texts_by_group() -> ArrayRef {
    let text = |i: usize| {
        let (group, entry) = (i / 350, i * 7 % 20);
        (!i.is_multiple_of(9)).then(|| format!("group {group} entry {entry}"))
    };
    Arc::new((0..NUM_ROWS).map(text).collect::<StringArray>())
}

#[test]
fn dictionaries_of_text_with_each_key() {
    for (name, file) in files(&texts_by_group()) {
        for key in KEYS {
            check_like_parquet(&file, &dictionary(key.clone(), DataType::Utf8), name);
            check_by_cast(&file, &dictionary(key.clone(), DataType::LargeUtf8), name);
            check_by_cast(&file, &dictionary(key.clone(), DataType::Utf8View), name);
            check_by_cast(&file, &dictionary(key, DataType::Binary), name);
        }
    }
}

#[test]
fn dictionaries_of_other_values() {
    let int = || DataType::Int32;
    for (seed, data_type) in [
        DataType::Int64,
        DataType::Int32,
        DataType::UInt16,
        DataType::Float64,
        DataType::Date32,
        DataType::Timestamp(TimeUnit::Microsecond, None),
        DataType::Decimal128(20, 2),
        DataType::FixedSizeBinary(5),
    ]
    .into_iter()
    .enumerate()
    {
        let values = column(data_type.clone(), seed as u64);
        for (name, file) in files(&values) {
            check_by_cast(&file, &dictionary(int(), data_type.clone()), name);
        }
    }
    let file = write(
        vec![("column", column(DataType::Int64, 9), true)],
        small_pages().build(),
    );
    for key in KEYS {
        check_like_parquet(&file, &dictionary(key, DataType::Int64), "int64");
    }
}

#[test]
fn more_entries_than_keys() {
    let texts: StringArray = (0..NUM_ROWS).map(|i| Some(format!("{i}"))).collect();
    let texts: ArrayRef = Arc::new(texts);
    let file = write(
        vec![("column", texts, true)],
        WriterProperties::builder().build(),
    );
    // The chunk's dictionary has far more entries than keys, a batch has not.
    for key in [DataType::Int8, DataType::UInt8] {
        let asked = dictionary(key, DataType::Utf8);
        let found = ours(&file, &asking_for(&asked, 100)).unwrap();
        assert_eq!(found.len(), 12);
        for (i, batch) in found.iter().enumerate() {
            let texts = cast(batch.column(0), &DataType::Utf8).unwrap();
            assert_eq!(
                texts.as_string::<i32>().value(99),
                format!("{}", i * 100 + 99)
            );
        }
        let error = ours(&file, &asking_for(&asked, 500)).unwrap_err();
        let message = error.to_string();
        assert!(message.contains("column"), "{message}");
    }
    check_like_parquet(&file, &dictionary(DataType::Int16, DataType::Utf8), "int16");
}

#[test]
fn nested_dictionaries() {
    let text = || dictionary(DataType::Int32, DataType::Utf8);
    let plain = list(field("element", DataType::Utf8));
    let values = column(plain, 20);
    for (name, file) in files(&values) {
        check_like_parquet(&file, &list(field("element", text())), name);
        let small = dictionary(DataType::UInt8, DataType::LargeUtf8);
        check_by_cast(&file, &list(field("element", small)), name);
    }
    let leaves = |data_type: DataType| {
        structure([
            field("a", data_type.clone()),
            field("b", list(field("element", data_type.clone()))),
            field("c", map(DataType::Int32, field("values", data_type))),
        ])
    };
    for (name, file) in files(&column(leaves(DataType::Utf8), 21)) {
        check_like_parquet(&file, &leaves(text()), name);
    }
}

#[test]
fn texts_and_bytes_in_each_form() {
    use DataType::{Binary, BinaryView, LargeBinary, LargeUtf8, Utf8, Utf8View};
    let forms = [Utf8, LargeUtf8, Utf8View, Binary, LargeBinary, BinaryView];
    for natural in [Utf8, Binary] {
        let values = column(natural.clone(), 30);
        for (name, file) in files(&values) {
            for asked in &forms {
                check_by_cast(&file, asked, name);
                let parquet_cannot =
                    matches!((&natural, asked), (Utf8, Binary | LargeBinary | BinaryView));
                if !parquet_cannot {
                    check_like_parquet(&file, asked, name);
                }
            }
        }
    }
    let nested = |data_type: DataType| list(field("element", data_type));
    for (name, file) in files(&column(nested(Utf8), 31)) {
        for asked in [LargeUtf8, Utf8View] {
            check_like_parquet(&file, &nested(asked), name);
        }
    }
}

#[test]
fn bytes_that_are_no_text_are_refused_as_text() {
    let bytes: ArrayRef = Arc::new(BinaryArray::from_iter_values((0..NUM_ROWS).map(|i| {
        match i {
            // Two characters, each cut in half by the boundary of its value.
            900 => b"\xc3".as_slice(),
            901 => b"\xa4",
            _ => b"sound",
        }
    })));
    for (name, file) in files(&bytes) {
        for asked in [DataType::Utf8, DataType::LargeUtf8, DataType::Utf8View] {
            let error = ours(&file, &asking_for(&asked, 100)).unwrap_err();
            let message = error.to_string();
            assert!(message.contains("UTF-8"), "{name} {asked}: {message}");
            assert!(message.contains("column"), "{name} {asked}: {message}");
        }
    }
}

#[test]
fn lists_in_each_form() {
    let element = || field("element", DataType::Int32);
    for (name, file) in files(&column(list(element()), 40)) {
        for asked in [
            DataType::LargeList(element()),
            DataType::ListView(element()),
            DataType::LargeListView(element()),
        ] {
            check_like_parquet(&file, &asked, name);
        }
        let message = ours(
            &file,
            &asking_for(&DataType::FixedSizeList(element(), 2), 100),
        )
        .unwrap_err()
        .to_string();
        assert!(message.contains("column"), "{message}");
    }
    let nested = |outer: fn(FieldRef) -> DataType, inner: fn(FieldRef) -> DataType| {
        outer(field("element", inner(element())))
    };
    for (name, file) in files(&column(nested(DataType::List, DataType::List), 41)) {
        let forms: [fn(FieldRef) -> DataType; 4] = [
            DataType::List,
            DataType::LargeList,
            DataType::ListView,
            DataType::LargeListView,
        ];
        for outer in forms {
            for inner in forms {
                check_like_parquet(&file, &nested(outer, inner), name);
            }
        }
    }
    let triples = DataType::FixedSizeList(element(), 3);
    let file = write(
        vec![("column", column(triples.clone(), 42), true)],
        small_pages().build(),
    );
    check_like_parquet(&file, &triples, "fixed-size list");
}

#[test]
fn runs() {
    let runs = |ends: DataType, values: DataType| {
        DataType::RunEndEncoded(
            Arc::new(Field::new("run_ends", ends, false)),
            field("values", values),
        )
    };
    let leaves = [
        DataType::Utf8,
        DataType::Int64,
        DataType::Boolean,
        DataType::Float64,
        DataType::Decimal128(20, 2),
    ];
    for (seed, leaf) in leaves.into_iter().enumerate() {
        for (name, file) in files(&column(leaf.clone(), 50 + seed as u64)) {
            for ends in [DataType::Int16, DataType::Int32, DataType::Int64] {
                check_by_cast(&file, &runs(ends, leaf.clone()), name);
            }
        }
    }
}

#[test]
fn integers_with_another_meaning() {
    let units = [
        TimeUnit::Second,
        TimeUnit::Millisecond,
        TimeUnit::Microsecond,
        TimeUnit::Nanosecond,
    ];
    let int64 = write(
        vec![("column", column(DataType::Int64, 60), true)],
        small_pages().build(),
    );
    let int32 = write(
        vec![("column", column(DataType::Int32, 61), true)],
        small_pages().build(),
    );
    for unit in units {
        check_like_parquet(&int64, &DataType::Timestamp(unit, None), "int64");
        let zone = Some("+05:30".into());
        check_like_parquet(&int64, &DataType::Timestamp(unit, zone), "int64");
        check_like_parquet(&int64, &DataType::Duration(unit), "int64");
    }
    check_like_parquet(&int64, &DataType::Date64, "int64");
    check_like_parquet(&int64, &DataType::Time64(TimeUnit::Microsecond), "int64");
    check_like_parquet(&int64, &DataType::Time64(TimeUnit::Nanosecond), "int64");
    check_like_parquet(&int32, &DataType::Time32(TimeUnit::Second), "int32");
    check_like_parquet(&int32, &DataType::Time32(TimeUnit::Millisecond), "int32");
    let dates = write(
        vec![("column", column(DataType::Date32, 62), true)],
        small_pages().build(),
    );
    check_like_parquet(&dates, &DataType::Date64, "date32");
    let micros = DataType::Timestamp(TimeUnit::Microsecond, None);
    let instants = write(
        vec![("column", column(micros, 63), true)],
        small_pages().build(),
    );
    let zoned = DataType::Timestamp(TimeUnit::Microsecond, Some("Europe/Berlin".into()));
    check_like_parquet(&instants, &zoned, "timestamp");
}

#[test]
fn the_writers_types_may_be_left_aside() {
    let text_values = dictionary(DataType::Int32, DataType::Utf8);
    let types = [
        DataType::LargeUtf8,
        DataType::Utf8View,
        DataType::BinaryView,
        text_values.clone(),
        DataType::UInt16,
        DataType::Timestamp(TimeUnit::Microsecond, Some("+02:00".into())),
        DataType::LargeList(field("item", DataType::LargeUtf8)),
        DataType::ListView(field("item", DataType::Int32)),
        DataType::FixedSizeList(field("item", text_values), 2),
        structure([field("a", DataType::LargeUtf8)]),
    ];
    for (seed, data_type) in types.into_iter().enumerate() {
        let values = column(data_type.clone(), 70 + seed as u64);
        let file = write(vec![("column", values, true)], small_pages().build());
        for skip_arrow_metadata in [false, true] {
            let request = Request {
                skip_arrow_metadata,
                ..Request::batches_of(500)
            };
            check(
                &file,
                &request,
                &format!("{data_type} {skip_arrow_metadata}"),
            );
        }
    }
}

#[test]
fn what_cannot_be_had_is_refused_by_name() {
    let item = || field("element", DataType::Int32);
    let pairs = [
        (DataType::Int64, DataType::Utf8),
        (DataType::Int64, DataType::Int32),
        (DataType::Int32, DataType::Int64),
        (DataType::Utf8, DataType::Int32),
        (DataType::Utf8, DataType::FixedSizeBinary(4)),
        (DataType::Float64, DataType::Float32),
        (DataType::Boolean, DataType::Int8),
        (DataType::Decimal128(20, 2), DataType::Decimal128(20, 3)),
        (DataType::Decimal128(20, 2), DataType::Decimal128(19, 2)),
        (DataType::Decimal128(20, 2), DataType::Decimal32(9, 2)),
        (DataType::FixedSizeBinary(5), DataType::FixedSizeBinary(6)),
        (
            DataType::Timestamp(TimeUnit::Microsecond, None),
            DataType::Timestamp(TimeUnit::Nanosecond, None),
        ),
        (DataType::Utf8, dictionary(DataType::Utf8, DataType::Utf8)),
        (DataType::Utf8, dictionary(DataType::Int32, DataType::Int64)),
        (list(item()), DataType::Int32),
        (DataType::Int32, list(item())),
        (list(item()), structure([item()])),
        (structure([item()]), list(item())),
        (
            structure([item()]),
            structure([field("other", DataType::Int32)]),
        ),
        (
            structure([item()]),
            structure([field("element", DataType::Utf8)]),
        ),
        (
            structure([item()]),
            structure([item(), field("more", DataType::Int32)]),
        ),
        (list(item()), list(field("element", DataType::Utf8))),
    ];
    for (seed, (natural, asked)) in pairs.into_iter().enumerate() {
        let values = column(natural.clone(), 100 + seed as u64);
        let file = write(vec![("column", values, true)], small_pages().build());
        let error = ours(&file, &asking_for(&asked, 100));
        let message = error
            .expect_err(&format!("{natural} as {asked}"))
            .to_string();
        assert!(
            message.contains("column"),
            "{natural} as {asked}: {message}"
        );
    }
}

#[test]
fn a_schema_of_other_fields_is_refused() {
    let file = write(
        vec![("column", column(DataType::Int32, 130), true)],
        small_pages().build(),
    );
    let schemas = [
        vec![],
        vec![field("other", DataType::Int32)],
        vec![
            field("column", DataType::Int32),
            field("more", DataType::Int32),
        ],
        vec![Arc::new(Field::new("column", DataType::Int32, false))],
    ];
    for fields in schemas {
        let request = Request {
            schema: Some(Arc::new(Schema::new(fields.clone()))),
            ..Request::batches_of(100)
        };
        assert!(ours(&file, &request).is_err(), "{fields:?}");
        assert!(theirs(&file, &request).is_err(), "{fields:?}");
    }
}

#[test]
fn numbers_that_lie_in_a_page_as_they_are_wanted_are_not_copied() {
    let numbers: ArrayRef = Arc::new(Int64Array::from_iter_values(0..5000));
    let properties = WriterProperties::builder()
        .set_dictionary_enabled(false)
        .set_compression(parquet::basic::Compression::SNAPPY)
        .set_data_page_row_count_limit(3000)
        .set_write_batch_size(1000)
        .build();
    let file = write(vec![("n", numbers, false)], properties);
    // Whether a batch lies right behind the one before it, in the same page. A batch that has rows
    // of two pages is copied.
    for (rows, expected) in [
        (1000, [true, true, false, true].as_slice()),
        (1250, &[true, false, false]),
    ] {
        let batches = ours(&file, &Request::batches_of(rows)).unwrap();
        let places: Vec<_> = batches
            .iter()
            .map(|batch| batch.column(0).to_data().buffers()[0].as_ptr() as usize)
            .collect();
        let follows = places.windows(2).map(|pair| pair[1] == pair[0] + 8 * rows);
        assert_eq!(follows.collect::<Vec<_>>(), expected);
        check(&file, &Request::batches_of(rows), "shared");
    }
}
