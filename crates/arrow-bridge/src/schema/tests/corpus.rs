//! Every schema of the corpus against the `parquet` crate, and where we mean to differ.

use std::path::{Path, PathBuf};

use herringbone_format::metadata::ParquetMetaData;
use herringbone_format::{Limits, footer};
use parquet::arrow::arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions};

use arrow_schema::Schema;

use super::*;

/// Files whose schema is not that which `parquet` makes of them, and why.
const DIFFERENT: &[(&str, &str)] = &[
    (
        "duckdb/bigdecimal.parquet",
        "77 digits are more than Arrow's decimals hold: the bytes as stored",
    ),
    (
        "generated/arrow_hints.parquet",
        "seconds stored as milliseconds keep the zone of the writer's schema",
    ),
    ("generated/by_duckdb.parquet", "intervals keep their months"),
    (
        "generated/timestamps.parquet",
        "seconds stored as milliseconds keep the zone of the writer's schema",
    ),
    (
        "parquet-tools/all-types.parquet",
        "intervals keep their months",
    ),
];

#[test]
fn schemas_of_the_corpus() {
    // The corpus lies beside the repository, or elsewhere; without one there is nothing to compare.
    let corpus = std::env::var_os("HERRINGBONE_CORPUS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus"),
        PathBuf::from,
    );
    let mut files = Vec::new();
    list_files(&corpus, &mut files);
    let mut different = Vec::new();
    let mut compared = 0;
    for path in files {
        let bytes = std::fs::read(&path).unwrap();
        let name = path.strip_prefix(&corpus).unwrap().display().to_string();
        let Some(metadata) = metadata(&bytes) else {
            continue;
        };
        for skip_arrow_metadata in [false, true] {
            let options = ArrowReaderOptions::new().with_skip_arrow_metadata(skip_arrow_metadata);
            let bytes = bytes::Bytes::from(bytes.clone());
            let Ok(theirs) = ArrowReaderMetadata::load(&bytes, options) else {
                continue;
            };
            let file = metadata.file_metadata();
            let pairs = match file.key_value_metadata() {
                Some(pairs) if !skip_arrow_metadata => pairs.as_slice(),
                _ => &[],
            };
            let embedded = embedded_schema(pairs);
            let asked = embedded.map_or(Asked::Nothing, Asked::File);
            let all = ProjectionMask::all();
            let nodes = arrow_roots(file.schema_tree(), &all, asked).unwrap();
            let ours =
                Schema::new_with_metadata(fields_of(&nodes), schema_metadata(pairs, embedded));
            let pairs = pairs.to_vec();
            let by_descriptor = parquet_to_arrow_schema(file.schema_descr(), Some(&pairs)).unwrap();
            assert_eq!(ours, by_descriptor, "{name}");
            compared += 1;
            if ours != **theirs.schema() {
                for (ours, theirs) in ours.fields.iter().zip(theirs.schema().fields()) {
                    if ours != theirs {
                        println!("{name}:\n  {ours:?}\n  {theirs:?}");
                    }
                }
                different.push(name.clone());
            }
        }
    }
    different.dedup();
    if corpus.is_dir() {
        println!("{compared} compared");
        let expected: Vec<&str> = DIFFERENT.iter().map(|&(name, _)| name).collect();
        assert_eq!(different, expected);
    }
}

fn metadata(bytes: &[u8]) -> Option<ParquetMetaData> {
    let (rest, tail) = bytes.split_last_chunk::<8>()?;
    let tail = footer::parse_tail(tail).ok()?;
    let start = rest.len().checked_sub(tail.metadata_len as usize)?;
    ParquetMetaData::try_parse(rest[start..].to_vec(), &Limits::default()).ok()
}

fn list_files(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            list_files(&path, files);
        } else if path.to_string_lossy().contains(".parquet")
            && !path.to_string_lossy().ends_with(".arrow")
        {
            files.push(path);
        }
    }
}
