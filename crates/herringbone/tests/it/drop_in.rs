//! One program, compiled against `parquet` and against Herringbone, says and reads the same.

use std::sync::Arc;

use arrow_array::{ArrayRef, Float64Array, Int64Array, StringArray};
use bytes::Bytes;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;

use crate::shapes::{Numbers, array, field, list, structure};
use crate::support::{assert_same, write};

/// The program of the example, as it is.
mod with_herringbone {
    include!("../../examples/drop_in/program.rs");
}

/// The same lines, in which `herringbone` means the other crate.
mod with_parquet {
    use parquet as herringbone;
    include!("../../examples/drop_in/program.rs");
}

fn trips() -> Bytes {
    const NUM_ROWS: usize = 1500;
    let ids: Int64Array = (0..NUM_ROWS as i64).map(|i| Some(i * 3 - 200)).collect();
    let distances: Float64Array = (0..NUM_ROWS)
        .map(|i| (i % 13 != 0).then_some((i * 37 % 500) as f64 / 10.0))
        .collect();
    let cities = ["Berlin", "Basel", "Paris", "København", "Oslo"];
    let cities: StringArray = (0..NUM_ROWS)
        .map(|i| (i % 17 != 0).then(|| cities[i * i % cities.len()]))
        .collect();
    let stops = field(
        "stops",
        list(field(
            "element",
            structure([
                field("name", arrow_schema::DataType::Utf8),
                field("minutes", arrow_schema::DataType::Int32),
            ]),
        )),
    );
    let stops = array(&stops, NUM_ROWS, &mut Numbers::new(5));
    let columns: Vec<(&str, ArrayRef, bool)> = vec![
        ("id", Arc::new(ids), false),
        ("distance", Arc::new(distances), true),
        ("city", Arc::new(cities), true),
        ("stops", stops, true),
    ];
    let note = KeyValue::new("note".to_owned(), "made for a test".to_owned());
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_data_page_row_count_limit(120)
        .set_write_batch_size(40)
        .set_max_row_group_row_count(Some(600))
        .set_key_value_metadata(Some(vec![note]))
        .build();
    write(columns, properties)
}

#[test]
fn a_program_for_parquet_needs_other_imports_only() {
    let file = trips();
    let (mut expected, mut found) = (Vec::new(), Vec::new());
    let expected_reads = with_parquet::run(file.clone(), &mut expected).unwrap();
    let found_reads = with_herringbone::run(file, &mut found).unwrap();
    let expected = String::from_utf8(expected).unwrap();
    let found = String::from_utf8(found).unwrap();
    for (expected, found) in expected.lines().zip(found.lines()) {
        assert_eq!(expected, found);
    }
    assert_eq!(expected.lines().count(), found.lines().count());
    assert_eq!(expected_reads.len(), found_reads.len());
    for (i, (expected, found)) in expected_reads.iter().zip(&found_reads).enumerate() {
        assert_same(expected, found, &format!("read {i}"));
        assert!(!found.is_empty(), "read {i}");
    }
}
