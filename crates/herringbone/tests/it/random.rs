//! Files, columns and reads drawn at random, against the `parquet` crate.
//!
//! The other tests vary one thing at a time; here all that a reader may meet together is drawn together: types, nulls, encodings,
//! pages, row groups and, of a read, projection, selection, predicates, limit, offset, batch size, threads.
//! `HERRINGBONE_DRAWS=5000 cargo test -p herringbone --test it random` draws more files than a test run does, from
//! `HERRINGBONE_FIRST_DRAW` on.

use std::env;
use std::panic::catch_unwind;
use std::sync::Arc;

use arrow_array::{ArrayRef, Int64Array};
use arrow_schema::{DataType, FieldRef};
use bytes::Bytes;
use parquet::basic::{BrotliLevel, Compression, Encoding, GzipLevel, ZstdLevel};
use parquet::file::properties::{WriterProperties, WriterVersion};
use parquet::schema::types::ColumnPath;

use crate::matrix::{self, NUM_ROWS, Nulls};
use crate::shapes::{Numbers, array, field, list, map, required, structure};
use crate::support::{Policy, Predicate, Request, compare, ours, theirs, write};

const READS_PER_FILE: u64 = 8;

#[test]
fn whatever_is_drawn_is_read_as_the_rival_reads_it() {
    let number = |name| env::var(name).ok().and_then(|text| text.parse().ok());
    let first: u64 = number("HERRINGBONE_FIRST_DRAW").unwrap_or(0);
    let draws: u64 = number("HERRINGBONE_DRAWS").unwrap_or(60);
    let mut num_refused = 0;
    for seed in first..first + draws {
        let mut numbers = Numbers::new(seed);
        let (file, rows_per_group, what) = file(&mut numbers);
        for _ in 0..READS_PER_FILE {
            let request = request(&mut numbers, rows_per_group);
            let found = ours(&file, &request);
            // Some selections are too much for the rival: these are read to see that nothing panics.
            let Ok(Ok(expected)) = catch_unwind(|| theirs(&file, &request)) else {
                num_refused += 1;
                continue;
            };
            let what = || format!("draw {seed}: {what}, {request:?}");
            let found = found.unwrap_or_else(|error| panic!("{error}: {}", what()));
            if let Err(difference) = compare(&expected, &found) {
                panic!("{difference}: {}", what());
            }
        }
    }
    let num_reads = draws * READS_PER_FILE;
    assert!(
        num_refused * 20 <= num_reads,
        "the rival refused {num_refused} of {num_reads} reads"
    );
}

fn pick<T: Clone>(numbers: &mut Numbers, choices: &[T]) -> T {
    choices[numbers.below(choices.len())].clone()
}

/// A few columns: one that numbers the rows, flat ones and nested ones. Also the rows of a group, and what is in it in words.
fn file(numbers: &mut Numbers) -> (Bytes, usize, String) {
    use Compression::*;
    let version = pick(
        numbers,
        &[WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0],
    );
    let codecs = [
        UNCOMPRESSED,
        UNCOMPRESSED,
        SNAPPY,
        GZIP(GzipLevel::default()),
        BROTLI(BrotliLevel::try_new(1).unwrap()),
        ZSTD(ZstdLevel::default()),
        LZ4_RAW,
    ];
    let codec = pick(numbers, &codecs);
    let rows_per_page = pick(numbers, &[7, 40, 130, 400, 1000, 100_000]);
    let rows_per_group = pick(numbers, &[333, 1000, 1024, 5000]);
    // A dictionary that is full goes on as PLAIN within the chunk.
    let dictionary_size = pick(numbers, &[100, 2000, 1 << 20]);
    let mut properties = WriterProperties::builder()
        .set_writer_version(version)
        .set_compression(codec)
        .set_data_page_row_count_limit(rows_per_page)
        .set_write_batch_size(pick(numbers, &[5, 64, 1024]).min(rows_per_page))
        .set_max_row_group_row_count(Some(rows_per_group))
        .set_dictionary_page_size_limit(dictionary_size);

    let ids: ArrayRef = Arc::new(Int64Array::from_iter_values(0..NUM_ROWS as i64));
    let mut columns = vec![("id", ids, false)];
    let mut what = format!(
        "{version:?} {codec:?}, {rows_per_page} rows a page, {rows_per_group} a group, dictionaries of {dictionary_size}:"
    );
    for name in ["a", "b"] {
        let nulls = pick(numbers, &Nulls::EACH);
        let (kind, values, encodings) = pick(numbers, &matrix::columns(nulls));
        let encoding = match numbers.below(encodings.len() + 3) {
            0 | 1 => None,
            2 => Some(Encoding::PLAIN),
            i => Some(encodings[i - 3]),
        };
        let path = ColumnPath::from(name);
        properties = properties.set_column_dictionary_enabled(path.clone(), encoding.is_none());
        if let Some(encoding) = encoding {
            properties = properties.set_column_encoding(path, encoding);
        }
        what += &format!(" {name} {kind} {nulls:?} {encoding:?},");
        columns.push((name, values, !matches!(nulls, Nulls::Required)));
    }
    for name in ["c", "d"] {
        let nested = drawn_field(name, numbers, 0);
        what += &format!(" {name} {nested:?},");
        let is_nullable = nested.is_nullable();
        columns.push((name, array(&nested, NUM_ROWS, numbers), is_nullable));
    }
    (write(columns, properties.build()), rows_per_group, what)
}

/// A field of any type, down to four levels.
fn drawn_field(name: &str, numbers: &mut Numbers, depth: usize) -> FieldRef {
    use DataType::*;
    let leaves = [Int32, Int64, Float64, Utf8, Boolean, Binary, Utf8View];
    let data_type = match numbers.below(8 + 2 * depth) {
        0 | 1 if depth < 4 => list(drawn_field("element", numbers, depth + 1)),
        2 | 3 if depth < 4 => structure([
            drawn_field("x", numbers, depth + 1),
            drawn_field("y", numbers, depth + 1),
        ]),
        4 if depth < 4 => map(Utf8, drawn_field("values", numbers, depth + 1)),
        _ => pick(numbers, &leaves),
    };
    match numbers.below(3) {
        0 => required(name, data_type),
        _ => field(name, data_type),
    }
}

fn request(numbers: &mut Numbers, rows_per_group: usize) -> Request {
    let mut one_in = |n| numbers.below(n) == 0;
    let (with_columns, with_selection, with_groups) = (one_in(2), !one_in(4), one_in(5));
    let (with_limit, with_offset) = (one_in(4), one_in(4));
    let num_predicates = [0, 0, 1, 2][numbers.below(4)];
    let columns = with_columns.then(|| {
        let mut columns = vec!["id", "a", "b", "c", "d"];
        columns.retain(|_| numbers.below(2) == 0);
        columns
    });
    let row_groups = with_groups.then(|| pick(numbers, &[vec![0], vec![0, 0], vec![]]));
    let num_rows = match &row_groups {
        Some(groups) => groups.len() * rows_per_group.min(NUM_ROWS),
        None => NUM_ROWS,
    };
    let predicates = (0..num_predicates).map(|_| predicate(numbers)).collect();
    Request {
        // Not more: the rival makes no batch longer than the file, also where groups are read twice.
        batch_size: pick(numbers, &[1, 7, 64, 100, 500, 1024, NUM_ROWS]),
        selection: with_selection.then(|| selection(numbers, num_rows)),
        row_groups,
        columns,
        limit: with_limit.then(|| numbers.below(NUM_ROWS + 50)),
        offset: with_offset.then(|| numbers.below(NUM_ROWS / 2)),
        page_index: numbers.below(2) == 0,
        predicates,
        policy: pick(
            numbers,
            &[None, Some(Policy::Selectors), Some(Policy::Mask)],
        ),
        threads: pick(numbers, &[1, 1, 2, 3]),
        ..Request::default()
    }
}

/// Keeps some of the rows, alone or together with their neighbours.
fn predicate(numbers: &mut Numbers) -> Predicate {
    Predicate {
        salt: numbers.next(),
        rows_together: pick(numbers, &[1, 1, 3, 50, 700]),
        one_in: pick(numbers, &[1, 2, 2, 10, 100]),
    }
}

/// Runs whose lengths are of any order of magnitude; at times they end before the rows do.
fn selection(numbers: &mut Numbers, num_rows: usize) -> Vec<(usize, bool)> {
    let (longest_skip, longest_take) = (
        pick(numbers, &[2, 20, 200, 1500]),
        pick(numbers, &[2, 3, 30, 300, 1500]),
    );
    let rows = match numbers.below(5) {
        0 => numbers.below(num_rows + 1),
        _ => num_rows,
    };
    let (mut runs, mut left, mut is_skip) = (Vec::new(), rows, numbers.below(2) == 0);
    while left > 0 {
        let longest = if is_skip { longest_skip } else { longest_take };
        let len = (1 + numbers.below(longest)).min(left);
        runs.push((len, is_skip));
        left -= len;
        is_skip = !is_skip;
    }
    runs
}
