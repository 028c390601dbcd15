//! Every statistic of the corpus against the `parquet` crate's.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_array::types::{Decimal32Type, Decimal128Type, Int64Type};
use arrow_schema::DataType;
use herringbone_format::metadata::ParquetMetaData;
use herringbone_format::page_index::{ColumnIndexMetaData, OffsetIndexMetaData};
use herringbone_format::{Limits, footer};
use parquet::arrow::arrow_reader::statistics as theirs;
use parquet::file::metadata::{
    PageIndexPolicy, ParquetMetaData as TheirMetaData, ParquetMetaDataReader,
};

use super::bounds::Bound;
use super::*;

#[test]
fn corpus() {
    let corpus = std::env::var_os("HERRINGBONE_CORPUS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus"),
        PathBuf::from,
    );
    let mut folders = vec![corpus.clone()];
    let mut compared = Compared::default();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(bytes) = std::fs::read(&path) {
                compare_file(&path.display().to_string(), bytes, &mut compared);
            }
        }
    }
    if corpus.is_dir() {
        assert!(
            compared.columns > 2000 && compared.paged > 500,
            "{compared:?}"
        );
    }
}

#[derive(Debug, Default)]
struct Compared {
    columns: usize,
    paged: usize,
}

fn compare_file(name: &str, bytes: Vec<u8>, compared: &mut Compared) {
    let bytes = bytes::Bytes::from(bytes);
    let (Some(ours), Ok(theirs)) = (
        our_metadata(&bytes),
        ParquetMetaDataReader::new()
            .with_page_index_policy(PageIndexPolicy::Optional)
            .parse_and_finish(&bytes),
    ) else {
        return;
    };
    let file = theirs.file_metadata();
    let Ok(schema) =
        parquet::arrow::parquet_to_arrow_schema(file.schema_descr(), file.key_value_metadata())
    else {
        return;
    };
    for field in schema.fields() {
        // Where types differ on purpose, or are none, there is nothing to compare.
        if matches!(
            field.data_type(),
            DataType::Interval(_) | DataType::Duration(_) | DataType::Decimal256(77, _)
        ) {
            continue;
        }
        let ours_is = StatisticsConverter::try_new(
            field.name(),
            &schema,
            ours.file_metadata().schema_descr(),
        )
        .unwrap();
        let theirs_is =
            theirs::StatisticsConverter::try_new(field.name(), &schema, file.schema_descr())
                .unwrap();
        assert_eq!(
            ours_is.parquet_column_index(),
            theirs_is.parquet_column_index()
        );
        compare_row_groups(name, (&ours_is, &ours), (&theirs_is, &theirs));
        compared.columns += 1;
        if compare_pages(name, (&ours_is, &ours), (&theirs_is, &theirs)) {
            compared.paged += 1;
        }
    }
}

fn compare_row_groups<'a>(
    name: &str,
    (ours, our_file): (&StatisticsConverter<'a>, &'a ParquetMetaData),
    (theirs, their_file): (&theirs::StatisticsConverter<'a>, &'a TheirMetaData),
) {
    let (our_groups, their_groups) = (our_file.row_groups(), their_file.row_groups());
    let place = format!("{name} {}", ours.arrow_field().name());
    same(&place, &ours.row_group_mins(our_groups).unwrap(), || {
        theirs.row_group_mins(their_groups)
    });
    same(&place, &ours.row_group_maxes(our_groups).unwrap(), || {
        theirs.row_group_maxes(their_groups)
    });
    assert_eq!(
        ours.row_group_null_counts(our_groups).unwrap(),
        theirs.row_group_null_counts(their_groups).unwrap(),
        "{name}"
    );
    assert_eq!(
        ours.row_group_row_counts(our_groups).unwrap(),
        theirs.row_group_row_counts(their_groups).unwrap(),
        "{name}"
    );
    assert_eq!(
        ours.row_group_is_max_value_exact(our_groups).unwrap(),
        theirs.row_group_is_max_value_exact(their_groups).unwrap(),
        "{name}"
    );
    assert_eq!(
        ours.row_group_is_min_value_exact(our_groups).unwrap(),
        theirs.row_group_is_min_value_exact(their_groups).unwrap(),
        "{name}"
    );
}

fn compare_pages<'a>(
    name: &str,
    (ours, our_file): (&StatisticsConverter<'a>, &'a ParquetMetaData),
    (theirs, their_file): (&theirs::StatisticsConverter<'a>, &'a TheirMetaData),
) -> bool {
    let (Some(our_bounds), Some(our_pages), Some(their_bounds), Some(their_pages)) = (
        our_file.column_index(),
        our_file.offset_index(),
        their_file.column_index(),
        their_file.offset_index(),
    ) else {
        return false;
    };
    // A file of which the two indexes contradict each other gives no bounds by page, and theirs are
    // of other lengths.
    let contradict = |(bounds, pages): (&ColumnIndexMetaData, &OffsetIndexMetaData)| {
        bounds.num_pages() != pages.page_locations().len() as u64
    };
    let mut chunks = our_bounds.iter().flatten().zip(our_pages.iter().flatten());
    if chunks.any(contradict) {
        return false;
    }
    let groups: &'static [usize] = (0..our_file.num_row_groups()).collect::<Vec<_>>().leak();
    let place = format!("{name} {} by page", ours.arrow_field().name());
    same(
        &place,
        &ours.data_page_mins(our_bounds, our_pages, groups).unwrap(),
        || theirs.data_page_mins(their_bounds, their_pages, groups),
    );
    same(
        &place,
        &ours.data_page_maxes(our_bounds, our_pages, groups).unwrap(),
        || theirs.data_page_maxes(their_bounds, their_pages, groups),
    );
    let their_counts: UInt64Array = theirs
        .data_page_null_counts(their_bounds, their_pages, groups)
        .unwrap()
        .iter()
        // A writer puts -1 for a count that it does not know; theirs makes it 2^64 - 1.
        .map(|count| count.filter(|&count| count != u64::MAX))
        .collect();
    assert_eq!(
        ours.data_page_null_counts(our_bounds, our_pages, groups)
            .unwrap(),
        their_counts,
        "{place}"
    );
    assert_eq!(
        ours.data_page_row_counts(our_pages, our_file.row_groups(), groups)
            .unwrap(),
        theirs
            .data_page_row_counts(their_pages, their_file.row_groups(), groups)
            .unwrap(),
        "{place}"
    );
    true
}

/// Compares with what `theirs` makes, unless that panics: it does on an empty decimal.
fn same<E>(place: &str, ours: &ArrayRef, theirs: impl FnOnce() -> Result<ArrayRef, E>) {
    let Ok(Ok(theirs)) = catch_unwind(AssertUnwindSafe(theirs)) else {
        return;
    };
    assert_eq!(ours.data_type(), theirs.data_type(), "{place}");
    // By what is printed, as NaNs differ from themselves.
    assert_eq!(format!("{ours:?}"), format!("{theirs:?}"), "{place}");
}

/// The metadata with its page indexes, if all chunks have them.
fn our_metadata(bytes: &[u8]) -> Option<ParquetMetaData> {
    let (rest, tail) = bytes.split_last_chunk::<8>()?;
    let tail = footer::parse_tail(tail).ok()?;
    let start = rest.len().checked_sub(tail.metadata_len as usize)?;
    let limits = Limits::default();
    let mut metadata = ParquetMetaData::try_parse(rest[start..].to_vec(), &limits).ok()?;
    let (mut bounds, mut pages) = (Vec::new(), Vec::new());
    for row_group in metadata.row_groups() {
        let (mut group_bounds, mut group_pages) = (Vec::new(), Vec::new());
        for chunk in row_group.columns() {
            let (Some(column_index), Some(offset_index)) =
                (chunk.column_index_range(), chunk.offset_index_range())
            else {
                return Some(metadata);
            };
            let slice = |range: std::ops::Range<u64>| {
                bytes
                    .get(usize::try_from(range.start).unwrap()..usize::try_from(range.end).unwrap())
            };
            group_bounds.push(
                ColumnIndexMetaData::parse(slice(column_index)?, chunk.column_type(), &limits)
                    .ok()?,
            );
            group_pages.push(OffsetIndexMetaData::parse(slice(offset_index)?, &limits).ok()?);
        }
        bounds.push(group_bounds);
        pages.push(group_pages);
    }
    metadata.set_column_index(Some(bounds));
    metadata.set_offset_index(Some(pages));
    Some(metadata)
}

#[test]
fn bounds_that_do_not_fit_are_null() {
    let nulls = |data_type: &DataType, physical_type, bound| {
        bounds_array(data_type, physical_type, &[Some(bound), None]).null_count()
    };
    for (data_type, bound, expected) in [
        (DataType::Int8, Bound::Int32(127), 1),
        (DataType::Int8, Bound::Int32(128), 2),
        (DataType::UInt8, Bound::Int32(-1), 2),
        (DataType::UInt32, Bound::Int32(-1), 1),
        (DataType::Int32, Bound::Int64(1), 2),
        (DataType::Float32, Bound::Int32(1), 2),
        (DataType::Float16, Bound::FixedLenByteArray(&[0, 0x3c]), 1),
        (DataType::Float16, Bound::FixedLenByteArray(&[0]), 2),
        (DataType::Utf8, Bound::ByteArray(b"abc"), 1),
        (DataType::Utf8View, Bound::ByteArray(b"\xe4\xbd"), 2),
        (DataType::BinaryView, Bound::ByteArray(b"\xe4\xbd"), 1),
        (
            DataType::FixedSizeBinary(2),
            Bound::FixedLenByteArray(b"ab"),
            1,
        ),
        (
            DataType::FixedSizeBinary(2),
            Bound::FixedLenByteArray(b"abc"),
            2,
        ),
        (DataType::Null, Bound::Int32(1), 0),
        (DataType::Decimal32(9, 0), Bound::ByteArray(&[]), 2),
        (
            DataType::Decimal32(9, 0),
            Bound::ByteArray(&[0, 0x80, 0, 0, 0]),
            2,
        ),
        (
            DataType::Decimal32(9, 0),
            Bound::ByteArray(&[1, 0, 0, 0, 0]),
            2,
        ),
        (DataType::Decimal32(9, 0), Bound::Int64(i64::MAX), 2),
    ] {
        assert_eq!(
            nulls(&data_type, PhysicalType::INT32, bound),
            expected,
            "{data_type} {bound:?}"
        );
    }
}

#[test]
fn decimals_of_every_width() {
    let i64_of = |bound| {
        let array = bounds_array(
            &DataType::Decimal128(38, 2),
            PhysicalType::INT32,
            &[Some(bound)],
        );
        array.as_primitive::<Decimal128Type>().value(0)
    };
    for (bytes, expected) in [
        (&[0xff][..], -1),
        (&[0x7f], 127),
        (&[0xff, 0x00], -256),
        (&[0xff; 20], -1),
        (&[0; 40], 0),
    ] {
        assert_eq!(i64_of(Bound::ByteArray(bytes)), expected);
        assert_eq!(i64_of(Bound::FixedLenByteArray(bytes)), expected);
    }
    assert_eq!(i64_of(Bound::Int32(-5)), -5);
    assert_eq!(i64_of(Bound::Int64(i64::MIN)), i128::from(i64::MIN));
    let narrow = bounds_array(
        &DataType::Decimal32(9, 0),
        PhysicalType::INT64,
        &[Some(Bound::ByteArray(&[0xff, 0x80, 0, 0, 0]))],
    );
    assert_eq!(narrow.as_primitive::<Decimal32Type>().value(0), i32::MIN);
}

#[test]
fn dates_in_days_and_milliseconds() {
    for (physical_type, bound, expected) in [
        (PhysicalType::INT32, Bound::Int32(-1), -86_400_000),
        (PhysicalType::INT64, Bound::Int64(7), 7),
    ] {
        let array = bounds_array(&DataType::Date64, physical_type, &[Some(bound)]);
        let array = arrow_array::make_array(
            array
                .to_data()
                .into_builder()
                .data_type(DataType::Int64)
                .build()
                .unwrap(),
        );
        assert_eq!(array.as_primitive::<Int64Type>().value(0), expected);
    }
}

#[test]
fn columns_that_are_not_there() {
    let tree = herringbone_format::schema::SchemaBuilder::new("schema")
        .leaf(
            "a",
            herringbone_format::basic::Repetition::REQUIRED,
            PhysicalType::INT32,
        )
        .build()
        .unwrap();
    let descriptor = SchemaDescriptor::from_tree(&tree);
    let schema = Schema::new(vec![
        Arc::new(Field::new("a", DataType::Int32, false)),
        Arc::new(Field::new("added", DataType::Utf8, true)),
    ]);
    assert!(StatisticsConverter::try_new("b", &schema, &descriptor).is_err());
    let added = StatisticsConverter::try_new("added", &schema, &descriptor).unwrap();
    assert_eq!(added.parquet_column_index(), None);
    let none: [RowGroupMetaData; 0] = [];
    assert_eq!(
        added.row_group_mins(&none).unwrap().data_type(),
        &DataType::Utf8
    );
    assert_eq!(added.row_group_row_counts(&none).unwrap(), None);
    assert_eq!(
        added.data_page_row_counts(&vec![], &none, &[0]).unwrap(),
        None
    );
    let mins = added.data_page_mins(&vec![], &vec![], &[0, 1]).unwrap();
    assert_eq!(mins.null_count(), 2);
    let field = schema.field(0);
    assert!(StatisticsConverter::from_column_index(1, field, &descriptor).is_err());
    let a = StatisticsConverter::from_column_index(0, field, &descriptor).unwrap();
    assert_eq!(a.parquet_column_index(), Some(0));
}
