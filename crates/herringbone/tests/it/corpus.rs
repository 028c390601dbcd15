//! Every file of the corpus: what can be read against the `parquet` crate, and what cannot for a
//! clean refusal.

use std::path::{Path, PathBuf};

use bytes::Bytes;
use herringbone::file::metadata::ParquetMetaDataReader;

use crate::support::{Request, assert_same, compare, ours, theirs};

/// Sound files that `parquet` does not read, or reads as something else.
const DIFFERENT: &[(&str, &str)] = &[
    (
        "duckdb/empty.parquet",
        "parquet refuses the null column of an early Arrow C++",
    ),
    (
        "generated/arrow_hints.parquet",
        "parquet drops the zone of seconds that are stored as milliseconds",
    ),
    (
        "generated/by_duckdb.parquet",
        "parquet drops the months of intervals",
    ),
    (
        "generated/timestamps.parquet",
        "parquet drops the zone of seconds that are stored as milliseconds",
    ),
    (
        "parquet-testing/data/dict-page-offset-zero.parquet",
        "parquet refuses footer fields of another wire type",
    ),
    (
        "parquet-testing/data/repeated_no_annotation.parquet",
        "parquet caps the rows by a total of 0 in the footer",
    ),
    (
        "parquet-tools/all-types.parquet",
        "parquet drops the months of intervals",
    ),
];

/// A file of the corpus.
pub(crate) struct Entry {
    pub(crate) name: String,
    class: String,
    pub(crate) bytes: Bytes,
}

/// The files that the corpus lists with one of `classes`; none where there is no corpus.
pub(crate) fn entries(classes: &[&str]) -> Vec<Entry> {
    // It lies beside the repository, or elsewhere.
    let corpus = std::env::var_os("HERRINGBONE_CORPUS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus"),
        PathBuf::from,
    );
    let Ok(manifest) = std::fs::read_to_string(corpus.join("MANIFEST.csv")) else {
        println!("skipped: no corpus at {}", corpus.display());
        return Vec::new();
    };
    let mut entries = Vec::new();
    for line in manifest.lines().skip(1) {
        // No name has a comma, and no later column matters here.
        let mut columns = line.split(',');
        let (Some(name), Some(class)) = (columns.next(), columns.next()) else {
            continue;
        };
        if classes.contains(&class) {
            entries.push(Entry {
                name: name.to_owned(),
                class: class.to_owned(),
                bytes: std::fs::read(corpus.join(name)).unwrap().into(),
            });
        }
    }
    assert!(!entries.is_empty(), "the corpus has files of {classes:?}");
    entries
}

/// Reads of one file: whole, in small batches from its middle, and each leaf alone.
fn requests(file: &Bytes) -> Vec<Request> {
    let mut requests = vec![
        Request::batches_of(1024),
        Request {
            limit: Some(500),
            ..Request::batches_of(3)
        },
        Request {
            offset: Some(11),
            limit: Some(3000),
            page_index: true,
            ..Request::batches_of(100)
        },
    ];
    let num_leaves = ParquetMetaDataReader::new()
        .parse_and_finish(file)
        .map_or(0, |metadata| {
            metadata.file_metadata().schema_descr().num_columns()
        });
    requests.extend((0..num_leaves).map(|leaf| Request {
        leaves: Some(vec![leaf]),
        limit: (num_leaves > 40).then_some(100),
        ..Request::batches_of(1000)
    }));
    requests
}

/// Of keys or of values alone no reader makes a map.
fn is_half_a_map(error: &dyn std::error::Error) -> bool {
    error
        .to_string()
        .ends_with("a map is read with its keys and its values, found one of them")
}

#[test]
fn sound_files_read_as_parquet_reads_them() {
    let mut faults = Vec::new();
    let mut num_compared = 0;
    for Entry { name, bytes, .. } in entries(&["ok"]) {
        let different = DIFFERENT.iter().any(|(different, _)| *different == name);
        for request in &requests(&bytes) {
            let what = format!("{name} {request:?}");
            let found = ours(&bytes, request);
            if different {
                match found {
                    Ok(found) => assert_same(&found, &found, &what),
                    Err(error) if is_half_a_map(&*error) => {}
                    Err(error) => faults.push(format!("{what}: {error}")),
                }
                continue;
            }
            // `parquet` refuses files whose column index it cannot make sense of.
            let expected = theirs(&bytes, request).or_else(|_| {
                theirs(
                    &bytes,
                    &Request {
                        page_index: false,
                        ..request.clone()
                    },
                )
            });
            match (expected, found) {
                (Ok(expected), Ok(found)) => {
                    if let Err(difference) = compare(&expected, &found) {
                        faults.push(format!("{what}: {difference}"));
                    }
                    num_compared += 1;
                }
                (Err(_), Err(error)) if is_half_a_map(&*error) => {}
                (_, Err(error)) => faults.push(format!("{what}: {error}")),
                (Err(error), _) => faults.push(format!("{what}: parquet alone refuses: {error}")),
            }
        }
    }
    println!("{num_compared} reads compared");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn broken_files_are_refused() {
    let mut faults = Vec::new();
    for Entry { name, bytes, .. } in entries(&["error"]) {
        for batch_size in [1024, 3] {
            if ours(&bytes, &Request::batches_of(batch_size)).is_ok() {
                faults.push(format!("{name} in batches of {batch_size}"));
            }
        }
        // One column may be sound, but none may panic.
        for request in requests(&bytes) {
            drop(ours(&bytes, &request));
        }
    }
    assert!(faults.is_empty(), "read all the same: {faults:?}");
}

#[test]
fn doubtful_files_are_read_or_refused() {
    for Entry { name, bytes, class } in entries(&["either", "encrypted"]) {
        for request in requests(&bytes) {
            match ours(&bytes, &request) {
                Ok(batches) => assert_same(&batches, &batches, &name),
                // A column that is not encrypted may be refused for what is in it.
                Err(error) if class == "encrypted" && request.leaves.is_none() => {
                    let message = error.to_string();
                    assert!(message.contains("encrypted"), "{name}: {message}");
                }
                Err(_) => {}
            }
        }
    }
}
