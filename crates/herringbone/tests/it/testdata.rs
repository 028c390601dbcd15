//! The files of `testdata`: good ones against the `parquet` crate as far as it reads them, and bad
//! ones for a refusal.

use std::path::Path;

use bytes::Bytes;
use herringbone::arrow::arrow_reader::{
    ArrowReaderOptions, Checksums, ParquetRecordBatchReaderBuilder,
};
use herringbone::file::metadata::PageIndexPolicy;

use crate::support::{Request, compare, ours, theirs};

/// All files of a folder of `testdata`, by name.
pub(crate) fn files(folder: &str) -> Vec<(String, Bytes)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../testdata")
        .join(folder);
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, Bytes::from(std::fs::read(path).unwrap()))
        })
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

/// Good files that `parquet` does not read, or reads as something else: what their names begin
/// with, and why.
const DIFFERENT: &[(&str, &str)] = &[
    ("alp_", "an encoding that parquet does not know yet"),
    (
        "dictionary_offset_zero",
        "footer fields of another wire type",
    ),
    (
        "footer_future_encodings",
        "encodings of the future in the footer",
    ),
    (
        "footer_num_rows_zero",
        "parquet caps the rows by the footer's total",
    ),
    (
        "pages_empty_between",
        "parquet ends a batch at an empty page",
    ),
    ("type_bytes_", "parquet takes the months off intervals"),
    (
        "type_future_",
        "types of the future are read as they are stored",
    ),
];

#[test]
fn good_files_are_read_as_parquet_reads_them() {
    let mut faults = Vec::new();
    for (name, file) in files("good") {
        let requests = [
            Request::batches_of(1024),
            Request::batches_of(3),
            Request {
                page_index: true,
                offset: Some(1),
                limit: Some(50),
                ..Request::batches_of(4)
            },
        ];
        let is_different = DIFFERENT.iter().any(|(start, _)| name.starts_with(start));
        for request in requests {
            let result = match (theirs(&file, &request), ours(&file, &request)) {
                (_, Err(error)) => Err(error.to_string()),
                (_, Ok(found)) if is_different => compare(&found, &found),
                (Ok(expected), Ok(found)) => compare(&expected, &found),
                (Err(error), Ok(_)) => Err(format!("parquet alone refuses: {error}")),
            };
            if let Err(fault) = result {
                faults.push(format!("{name} {request:?}: {fault}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Damage that costs no value: what is there is read.
const READ_ALL_THE_SAME: &[(&str, &str)] = &[
    (
        "chunk_size_short",
        "old writers state sizes that are too small; pages say themselves how long they are",
    ),
    ("delta_cut", "the byte that is missing holds padding alone"),
    ("group_chunk_empty", "the row group has no rows to read"),
    (
        "index_offset_beyond",
        "pages that lie one behind the other are found without an index",
    ),
];

/// The whole file, with everything compared that can be; `index` makes its absence an error.
fn read_with_every_check(
    file: Bytes,
    index: PageIndexPolicy,
) -> Result<usize, Box<dyn std::error::Error>> {
    let options = ArrowReaderOptions::new().with_offset_index_policy(index);
    let reader = ParquetRecordBatchReaderBuilder::try_new_with_options(file, options)?
        .with_checksums(Checksums::Verify)
        .build()?;
    let mut num_rows = 0;
    for batch in reader {
        num_rows += batch?.num_rows();
    }
    Ok(num_rows)
}

#[test]
fn bad_files_are_refused() {
    let mut faults = Vec::new();
    for (name, file) in files("bad") {
        let kind = name.split('_').next();
        let index = match kind {
            Some("index") => PageIndexPolicy::Required,
            _ => PageIndexPolicy::Optional,
        };
        let plain = ours(&file, &Request::batches_of(1024)).is_err();
        let small = ours(&file, &Request::batches_of(3)).is_err();
        let checked = read_with_every_check(file, index).is_err();
        let is_refused = match kind {
            Some("either") => continue,
            Some("verify" | "index") => checked,
            _ => plain && small && checked,
        };
        let is_read = READ_ALL_THE_SAME
            .iter()
            .any(|(start, _)| name.starts_with(start));
        if is_refused == is_read {
            faults.push(format!(
                "{name}: refused plainly {plain}, in small batches {small}, checked {checked}"
            ));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
