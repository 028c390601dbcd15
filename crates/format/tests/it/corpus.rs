//! The footers of the corpus, where it lies beside the checkout: parsed by this crate and by `parquet-format-safe`.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use herringbone_format::bloom_filter::Sbbf;
use herringbone_format::footer::{TAIL_SIZE, parse_tail};
use herringbone_format::metadata::{ColumnChunkMetaData, ParquetMetaData};
use herringbone_format::page_index::{ColumnIndexMetaData, OffsetIndexMetaData};
use herringbone_format::{FormatError, Limits, PageHeader};
use parquet_format_safe as thrift;
use parquet_format_safe::thrift::protocol::TCompactInputProtocol;

struct File {
    path: String,
    class: String,
    bytes: Vec<u8>,
}

/// Every file of the corpus with its class, or none where there is no corpus.
fn corpus() -> Option<Vec<File>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let Ok(manifest) = fs::read_to_string(root.join("MANIFEST.csv")) else {
        eprintln!("skipped: no corpus beside the checkout");
        return None;
    };
    let mut lines = manifest.lines();
    let columns: Vec<&str> = lines.next().unwrap().split(',').collect();
    let class = columns
        .iter()
        .position(|&column| column == "class")
        .unwrap();
    let files = lines.filter_map(|line| {
        let cells: Vec<&str> = line.split(',').collect();
        let path: PathBuf = root.join(cells[0]);
        let bytes = fs::read(&path).ok()?;
        Some(File {
            path: cells[0].into(),
            class: cells.get(class)?.to_string(),
            bytes,
        })
    });
    Some(files.collect())
}

/// The footer's Thrift bytes.
fn footer(file: &[u8]) -> Result<&[u8], FormatError> {
    let short = FormatError::Truncated {
        offset: 0,
        needed: TAIL_SIZE,
        available: file.len(),
    };
    let tail = parse_tail(file.last_chunk().ok_or(short)?)?;
    if tail.encrypted {
        return Err(FormatError::EncryptedFooter);
    }
    let start = tail.metadata_offset(file.len() as u64)? as usize;
    Ok(&file[start..file.len() - TAIL_SIZE])
}

fn parse(file: &[u8]) -> Result<ParquetMetaData, FormatError> {
    ParquetMetaData::try_parse(footer(file)?.to_vec(), &Limits::default())
}

/// Touches everything that decodes on touch.
fn touch(metadata: &ParquetMetaData) -> usize {
    let file = metadata.file_metadata();
    let mut touched = file.key_value_metadata().map_or(0, Vec::len);
    touched += file.column_orders().map_or(0, Vec::len) + file.schema_descr().num_columns();
    touched += file.created_by().map_or(0, str::len);
    for group in metadata.row_groups() {
        touched +=
            group.sorting_columns().map_or(0, Vec::len) + usize::from(group.compressed_size() > 0);
        for column in group.columns() {
            touched += usize::from(column.checked().is_ok()) + column.encodings().count();
            touched += usize::from(column.statistics().is_some());
            touched += column.page_encoding_stats().map_or(0, Vec::len);
            touched += usize::from(column.geo_statistics().is_some());
            touched += column
                .definition_level_histogram()
                .map_or(0, |histogram| histogram.len());
            touched += (column.byte_range().1 != 0) as usize + column.column_path().parts().len();
            let ranges = (column.column_index_range(), column.offset_index_range());
            touched += usize::from(ranges.0.is_some()) + usize::from(ranges.1.is_some());
        }
    }
    touched + usize::from(metadata.memory_size() > 0)
}

#[test]
fn sound_files_are_sound() {
    for file in corpus().unwrap_or_default() {
        if file.class != "ok" {
            continue;
        }
        let metadata = parse(&file.bytes).unwrap_or_else(|error| panic!("{}: {error}", file.path));
        touch(&metadata);
        for group in metadata.row_groups() {
            for column in group.columns() {
                column
                    .checked()
                    .unwrap_or_else(|error| panic!("{}: {error}", file.path));
                let (start, len) = column.byte_range();
                assert!(start.checked_add(len).is_some(), "{}", file.path);
            }
        }
    }
}

#[test]
fn what_the_chunks_point_at_is_sound() {
    let limits = Limits::default();
    let (mut num_pages, mut num_indexes, mut num_filters) = (0, 0, 0);
    for file in corpus().unwrap_or_default() {
        if file.class != "ok" {
            continue;
        }
        let path = &file.path;
        let slice = |range: Range<u64>| &file.bytes[range.start as usize..range.end as usize];
        let metadata = parse(&file.bytes).unwrap();
        for column in metadata
            .row_groups()
            .iter()
            .flat_map(|group| group.columns())
        {
            let (start, len) = column.byte_range();
            // Some writers give no offset to a chunk without pages.
            if len > 0 && start > 0 {
                let bytes = slice(start..(start + len).min(file.bytes.len() as u64));
                let (header, size) = PageHeader::parse(bytes, &limits).unwrap();
                header
                    .parse_statistics(bytes, column.column_type())
                    .unwrap();
                assert!(size + header.compressed_size <= bytes.len() + 100, "{path}");
                num_pages += 1;
            }
            let offset_index = column.offset_index_range().map(|range| {
                OffsetIndexMetaData::parse(slice(range), &limits)
                    .unwrap_or_else(|error| panic!("{path}: {error}"))
            });
            if let Some(range) = column.column_index_range() {
                let index = ColumnIndexMetaData::parse(slice(range), column.column_type(), &limits)
                    .unwrap_or_else(|error| panic!("{path}: {error}"));
                let pages = offset_index.unwrap().page_locations().len() as u64;
                // This writer's column indexes count the dictionary page, its offset indexes do not.
                if !path.starts_with("parquet-tools/") {
                    assert_eq!(index.num_pages(), pages, "{path}");
                }
                num_indexes += 1;
            }
            if let Some(offset) = column.bloom_filter_offset() {
                let filter = Sbbf::parse(&file.bytes[offset as usize..], &limits).unwrap();
                assert!(filter.num_blocks() > 0, "{path}");
                num_filters += 1;
                if path.ends_with("data/data_index_bloom_encoding_stats.parquet") {
                    assert!(filter.check("Hello") && !filter.check("Hello_Not_Exists"));
                }
            }
        }
    }
    eprintln!("{num_pages} first pages, {num_indexes} column indexes, {num_filters} bloom filters");
}

#[test]
fn encrypted_files_say_so() {
    for file in corpus().unwrap_or_default() {
        if file.class != "encrypted" {
            continue;
        }
        let is_encrypted = match parse(&file.bytes) {
            Err(error) => error == FormatError::EncryptedFooter,
            Ok(metadata) => metadata.row_groups().iter().any(|group| {
                group
                    .columns()
                    .iter()
                    .any(|column| column.checked() == Err(FormatError::EncryptedColumn))
            }),
        };
        assert!(is_encrypted, "{}", file.path);
    }
}

#[test]
fn agrees_with_parquet_format_safe() {
    let mut agreed = 0;
    for file in corpus().unwrap_or_default() {
        if file.class != "ok" {
            continue;
        }
        let (Ok(metadata), Ok(bytes)) = (parse(&file.bytes), footer(&file.bytes)) else {
            continue;
        };
        let mut input = TCompactInputProtocol::new(bytes, bytes.len() * 100 + (1 << 20));
        let Ok(expected) = thrift::FileMetaData::read_from_in_protocol(&mut input) else {
            continue;
        };
        agreed += 1;
        compare_file(&file.path, &metadata, &expected);
    }
    assert!(agreed == 0 || agreed > 200, "{agreed}");
}

fn compare_file(path: &str, metadata: &ParquetMetaData, expected: &thrift::FileMetaData) {
    let file = metadata.file_metadata();
    assert_eq!(file.num_rows(), expected.num_rows, "{path}");
    assert_eq!(file.version(), expected.version, "{path}");
    assert_eq!(file.created_by(), expected.created_by.as_deref(), "{path}");
    let pairs = file.key_value_metadata().map(|pairs| {
        pairs
            .iter()
            .map(|pair| (pair.key.clone(), pair.value.clone()))
            .collect::<Vec<_>>()
    });
    let expected_pairs = expected.key_value_metadata.as_ref().map(|pairs| {
        pairs
            .iter()
            .map(|pair| (pair.key.clone(), pair.value.clone()))
            .collect::<Vec<_>>()
    });
    assert_eq!(pairs, expected_pairs, "{path}");
    for (key, value) in pairs.iter().flatten() {
        assert_eq!(file.key_value(key).is_some(), value.is_some(), "{path}");
    }
    assert_eq!(
        metadata.num_row_groups(),
        expected.row_groups.len(),
        "{path}"
    );
    for (group, expected) in metadata.row_groups().iter().zip(&expected.row_groups) {
        assert_eq!(group.num_rows(), expected.num_rows, "{path}");
        assert_eq!(group.total_byte_size(), expected.total_byte_size, "{path}");
        assert_eq!(group.file_offset(), expected.file_offset, "{path}");
        assert_eq!(group.ordinal(), expected.ordinal, "{path}");
        assert_eq!(group.num_columns(), expected.columns.len(), "{path}");
        let sorting = group.sorting_columns().map(Vec::len);
        assert_eq!(
            sorting,
            expected.sorting_columns.as_ref().map(Vec::len),
            "{path}"
        );
        for (i, expected) in expected.columns.iter().enumerate() {
            compare_column(path, group.column(i), expected);
            assert!(group.column(i) == &group.columns()[i]);
        }
    }
}

fn compare_column(path: &str, column: &ColumnChunkMetaData, expected: &thrift::ColumnChunk) {
    assert_eq!(column.file_offset(), expected.file_offset, "{path}");
    assert_eq!(column.file_path(), expected.file_path.as_deref(), "{path}");
    assert_eq!(
        column.offset_index_offset(),
        expected.offset_index_offset,
        "{path}"
    );
    assert_eq!(
        column.offset_index_length(),
        expected.offset_index_length,
        "{path}"
    );
    assert_eq!(
        column.column_index_offset(),
        expected.column_index_offset,
        "{path}"
    );
    assert_eq!(
        column.column_index_length(),
        expected.column_index_length,
        "{path}"
    );
    assert_eq!(
        column.crypto_metadata().is_some(),
        expected.crypto_metadata.is_some(),
        "{path}"
    );
    assert_eq!(
        column.encrypted_column_metadata(),
        expected.encrypted_column_metadata.as_deref(),
        "{path}"
    );
    let Some(expected) = &expected.meta_data else {
        return;
    };
    assert_eq!(column.num_values(), expected.num_values, "{path}");
    assert_eq!(
        column.compressed_size(),
        expected.total_compressed_size,
        "{path}"
    );
    assert_eq!(
        column.uncompressed_size(),
        expected.total_uncompressed_size,
        "{path}"
    );
    assert_eq!(
        column.data_page_offset(),
        expected.data_page_offset,
        "{path}"
    );
    assert_eq!(
        column.index_page_offset(),
        expected.index_page_offset,
        "{path}"
    );
    assert_eq!(
        column.dictionary_page_offset(),
        expected.dictionary_page_offset,
        "{path}"
    );
    assert_eq!(
        column.bloom_filter_offset(),
        expected.bloom_filter_offset,
        "{path}"
    );
    assert_eq!(column.column_type() as i32, expected.type_.0, "{path}");
    assert_eq!(
        column.column_path().parts(),
        expected.path_in_schema,
        "{path}"
    );
    let mut encodings: Vec<i32> = expected
        .encodings
        .iter()
        .map(|encoding| encoding.0)
        .collect();
    encodings.sort_unstable();
    encodings.dedup();
    assert_eq!(
        column
            .encodings()
            .map(|encoding| encoding.as_i32())
            .collect::<Vec<_>>(),
        encodings,
        "{path}"
    );
    let stats = column.page_encoding_stats().map(|stats| {
        stats
            .iter()
            .map(|stats| (stats.encoding.as_i32(), stats.count))
            .collect::<Vec<_>>()
    });
    let expected_stats = expected.encoding_stats.as_ref().map(|stats| {
        stats
            .iter()
            .map(|stats| (stats.encoding.0, stats.count))
            .collect::<Vec<_>>()
    });
    assert_eq!(stats, expected_stats, "{path}");
    let (statistics, expected) = (column.statistics(), expected.statistics.as_ref());
    assert_eq!(statistics.is_some(), expected.is_some(), "{path}");
    if let (Some(statistics), Some(expected)) = (statistics, expected) {
        let null_count = expected
            .null_count
            .and_then(|count| u64::try_from(count).ok());
        assert_eq!(statistics.null_count_opt(), null_count, "{path}");
    }
}

#[test]
fn broken_footers_bring_nothing_down() {
    for file in corpus().unwrap_or_default() {
        let Ok(bytes) = footer(&file.bytes) else {
            continue;
        };
        // Every cut of a long footer would take minutes; a prime step meets every kind of field all the same.
        let step = match bytes.len() {
            ..1000 => 1,
            1000..4000 => 17,
            _ => 211,
        };
        for end in (0..bytes.len()).step_by(step) {
            if let Ok(metadata) =
                ParquetMetaData::try_parse(bytes[..end].to_vec(), &Limits::default())
            {
                touch(&metadata);
            }
            let mut changed = bytes.to_vec();
            changed[end] = changed[end].wrapping_mul(31).wrapping_add(end as u8 | 1);
            if let Ok(metadata) = ParquetMetaData::try_parse(changed, &Limits::default()) {
                touch(&metadata);
            }
        }
    }
}
