//! `verify`: what is wrong, and where.

use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;

use arrow_array::{ArrayRef, Int64Array, RecordBatch};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use crate::files::{Files, grouped_properties, properties};
use crate::program::{print, run};

#[test]
fn sound_files() {
    let files = Files::new();
    for path in [files.small(), files.grouped()] {
        let text = print(&["verify", path.to_str().unwrap()]);
        assert!(
            text.starts_with(&format!("{}: fine (", path.display())),
            "{text}"
        );
        assert_eq!(text.lines().count(), 1);
    }
}

/// The problems found in the file at `path`.
fn problems(path: &Path) -> Vec<String> {
    let ended = run(&["verify", path.to_str().unwrap()]);
    let text = ended.text();
    assert_eq!(ended.code, Some(1), "{text}");
    let plural = if text.lines().count() == 1 { "" } else { "s" };
    let told = format!(
        "herringbone: {}: {} problem{plural} found\n",
        path.display(),
        text.lines().count()
    );
    assert_eq!(ended.stderr, told);
    text.lines()
        .map(|line| {
            line.strip_prefix(&format!("{}: ", path.display()))
                .unwrap()
                .to_owned()
        })
        .collect()
}

/// Replaces the only or, if there are several, every occurrence of `old` from `start` on.
fn replace(path: &Path, start: usize, old: &[u8], new: &[u8]) {
    let mut bytes = fs::read(path).unwrap();
    let mut at = start;
    let mut count = 0;
    while at + old.len() <= bytes.len() {
        if &bytes[at..at + old.len()] == old {
            bytes[at..at + old.len()].copy_from_slice(new);
            count += 1;
        }
        at += 1;
    }
    assert!(count > 0, "nothing to replace");
    fs::write(path, bytes).unwrap();
}

/// Values whose greatest is found in the file wherever it is stated.
fn numbers(files: &Files) -> (std::path::PathBuf, usize) {
    let values = Int64Array::from_iter_values((0..100).map(|i| i * 0x0001_0203_0405_0607));
    let batch = RecordBatch::try_from_iter([("n", Arc::new(values) as ArrayRef)]).unwrap();
    let path = files.write(
        "numbers.parquet",
        &[batch],
        properties()
            .set_dictionary_enabled(false)
            .set_write_page_header_statistics(false),
    );
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(&path).unwrap()).unwrap();
    let (start, size) = reader.metadata().row_group(0).column(0).byte_range();
    (path, (start + size) as usize)
}

#[test]
fn statistics_that_values_contradict() {
    let files = Files::new();
    let (path, end) = numbers(&files);
    let greatest: i64 = 99 * 0x0001_0203_0405_0607;
    replace(
        &path,
        end,
        &greatest.to_le_bytes(),
        &(greatest - 1).to_le_bytes(),
    );
    let found = problems(&path);
    let message = format!(
        "max is {}, but the greatest value is {greatest}",
        greatest - 1
    );
    assert!(
        found
            .iter()
            .any(|problem| problem == &format!("column n, row group 0: statistics: {message}")),
        "{found:?}"
    );
    assert!(
        found
            .iter()
            .any(|problem| problem
                == &format!("column n, row group 0, page 0: column index: {message}")),
        "{found:?}"
    );
}

#[test]
fn damage_is_found_where_it_is() {
    let files = Files::new();
    // A value that is no longer what it was contradicts the bounds, as there are no checksums.
    let (path, _) = numbers(&files);
    let value: i64 = 50 * 0x0001_0203_0405_0607;
    replace(&path, 0, &value.to_le_bytes(), &i64::MIN.to_le_bytes());
    let found = problems(&path);
    assert!(
        found
            .iter()
            .any(|problem| problem.contains("the least value is -9223372036854775808")),
        "{found:?}"
    );

    let path = files.grouped();
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(&path).unwrap()).unwrap();
    let (start, size) = reader.metadata().row_group(1).column(2).byte_range();
    let mut bytes = fs::read(&path).unwrap();
    bytes[(start + size) as usize - 10..(start + size) as usize].fill(0xff);
    fs::write(&path, &bytes).unwrap();
    let found = problems(&path);
    assert!(
        found
            .iter()
            .all(|problem| problem.starts_with("column text, row group 1, page ")),
        "{found:?}"
    );

    bytes[0] = b'X';
    fs::write(&path, &bytes).unwrap();
    assert_eq!(
        problems(&path)[0],
        "expected the file to start with \"PAR1\", found \"XAR1\""
    );
}

#[test]
fn an_offset_index_that_leads_astray() {
    let files = Files::new();
    let path = files.write(
        "odd.parquet",
        &[crate::files::grouped(300)],
        grouped_properties(),
    );
    let options = parquet::arrow::arrow_reader::ArrowReaderOptions::new()
        .with_page_index_policy(parquet::file::metadata::PageIndexPolicy::Required);
    let reader =
        ParquetRecordBatchReaderBuilder::try_new_with_options(File::open(&path).unwrap(), options)
            .unwrap();
    let metadata = reader.metadata();
    let at = metadata
        .row_group(0)
        .column(0)
        .offset_index_offset()
        .unwrap() as usize;
    // Zigzag varints: the second page starts with row 100, written as 200.
    let mut bytes = fs::read(&path).unwrap();
    let first_row = bytes[at..]
        .windows(2)
        .position(|pair| pair == [0xc8, 0x01])
        .unwrap();
    bytes[at + first_row] = 0xca;
    fs::write(&path, bytes).unwrap();
    let found = problems(&path);
    assert!(
        found
            .iter()
            .any(|problem| problem
                .contains("rows of the page: the offset index says 101, found 100")),
        "{found:?}"
    );
}

#[test]
fn several_files() {
    let files = Files::new();
    let (small, (numbers, end)) = (files.small(), numbers(&files));
    replace(&numbers, end, &0_i64.to_le_bytes(), &1_i64.to_le_bytes());
    let ended = run(&[
        "verify",
        small.to_str().unwrap(),
        numbers.to_str().unwrap(),
        "missing",
        "--quiet",
    ]);
    assert_eq!(ended.code, Some(1));
    assert!(
        ended
            .text()
            .starts_with(&format!("{}: fine", small.display())),
        "{}",
        ended.text()
    );
    assert_eq!(ended.stderr.lines().count(), 2, "{}", ended.stderr);
}
