#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]
//! What is made here, read by the reference reader.

mod files;
mod reference;
mod samples;

use crate::compress::Codec;
use crate::encode::Encoding;
use crate::file::column::{Column, Layout, Version};
use crate::file::schema::{Element, Repetition};
use crate::file::{FileBuilder, RowGroup};
use crate::values::Values;

/// The encodings that the format allows on the type of `values`.
fn encodings(values: &Values) -> Vec<Encoding> {
    let mut encodings = vec![Encoding::Plain];
    if !matches!(values, Values::Boolean(_)) {
        encodings.extend([Encoding::RleDictionary, Encoding::PlainDictionary]);
    }
    encodings.extend(match values {
        Values::Boolean(_) => vec![Encoding::Rle],
        Values::Int32(_) | Values::Int64(_) => {
            vec![Encoding::DeltaBinaryPacked, Encoding::ByteStreamSplit]
        }
        Values::Int96(_) => vec![],
        Values::Float(_) | Values::Double(_) => vec![Encoding::ByteStreamSplit],
        Values::ByteArray(_) => vec![Encoding::DeltaLengthByteArray, Encoding::DeltaByteArray],
        Values::Fixed(..) => vec![Encoding::DeltaByteArray, Encoding::ByteStreamSplit],
    });
    encodings
}

fn leaf(values: &Values, repetition: Repetition) -> Element {
    match values {
        Values::Fixed(width, _) => Element::fixed("a", repetition, *width),
        other => Element::leaf("a", repetition, other.physical()),
    }
}

/// A file of one column.
fn file_of(column: &Column, element: Element, layout: Layout) -> Vec<u8> {
    let chunk = column.chunk(&["a"], layout).offset_index();
    FileBuilder::new(vec![Element::root(1), element])
        .row_group(RowGroup::new(column.num_rows(), vec![chunk]))
        .build()
}

#[test]
fn every_type_encoding_version_and_nulls() {
    for values in samples::all(300) {
        let present = samples::present(values.len());
        let columns = [
            (Column::required(values.clone()), Repetition::Required),
            (
                Column::optional(values.clone(), &present),
                Repetition::Optional,
            ),
        ];
        for (column, repetition) in columns {
            for encoding in encodings(&values) {
                for version in [Version::V1, Version::V2] {
                    for rows_per_page in [usize::MAX, 100, 7] {
                        let layout = Layout {
                            encoding,
                            version,
                            rows_per_page,
                            crc: true,
                            ..Layout::default()
                        };
                        let file = file_of(&column, leaf(&values, repetition), layout);
                        reference::check(&file, 0, 0, &column);
                    }
                }
            }
        }
    }
}

#[test]
fn every_codec() {
    let codecs = [
        Codec::Uncompressed,
        Codec::Snappy,
        Codec::Gzip,
        Codec::Brotli,
        Codec::Lz4,
        Codec::Zstd,
        Codec::Lz4Raw,
    ];
    let values = Values::strings((0..500).map(|i| format!("row {}", i % 37)));
    let column = Column::optional(values, &samples::present(500));
    for codec in codecs {
        for version in [Version::V1, Version::V2] {
            let layout = Layout {
                codec,
                version,
                rows_per_page: 200,
                ..Layout::default()
            };
            let file = file_of(&column, leaf(&column.values, Repetition::Optional), layout);
            reference::check(&file, 0, 0, &column);
        }
    }
}

#[test]
fn nothing_at_all() {
    for values in samples::all(0) {
        for encoding in encodings(&values) {
            let column = Column::required(values.clone());
            let layout = Layout {
                encoding,
                ..Layout::default()
            };
            let file = file_of(&column, leaf(&values, Repetition::Required), layout);
            reference::check(&file, 0, 0, &column);
        }
    }
}

#[test]
fn the_reference_reads_the_good_test_files() {
    // What it does not know, or refuses though the format allows it.
    let refused = |name: &str| {
        name.starts_with("good/alp_")
            || name.starts_with("good/type_future_")
            || name == "good/dictionary_offset_zero.parquet"
            || name == "good/footer_future_encodings.parquet"
    };
    let mut wrong = Vec::new();
    for file in crate::testdata::good() {
        let read = reference::read_all(&file.bytes);
        if read.is_err() != refused(&file.name) {
            wrong.push((file.name, read));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn test_files_are_small_and_named_once() {
    let files = [crate::testdata::good(), crate::testdata::bad()].concat();
    let mut names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
    for file in &files {
        let limit = if file.name.contains("_deep") {
            128 << 10
        } else {
            64 << 10
        };
        assert!(
            file.bytes.len() < limit,
            "{} has {} bytes",
            file.name,
            file.bytes.len()
        );
    }
    assert!(files.iter().map(|file| file.bytes.len()).sum::<usize>() < 3 << 20);
}

#[cfg(feature = "testdata")]
#[test]
fn the_table_of_trips_is_the_same_each_time() {
    let files = crate::testdata::files();
    assert_eq!(files, crate::testdata::files());
    let find = |wanted: &str| files.iter().find(|(name, _)| name == wanted).unwrap();
    let trips = find("trips.parquet");
    assert_eq!(reference::read_all(&trips.1), Ok(10_000));
    assert!(trips.1.len() < 1 << 20);
    let readme = std::str::from_utf8(&find("README.md").1).unwrap();
    assert!(
        files
            .iter()
            .all(|(name, _)| name == "README.md" || readme.contains(name.as_str()))
    );
}
