//! The push decoder: which bytes it asks for, and the same rows as the blocking reader.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, ArrayRef, BooleanArray, Int64Array, ListArray, RecordBatch, StringArray};
use arrow_select::concat::concat_batches;
use bytes::Bytes;
use herringbone::DecodeResult;
use herringbone::arrow::ProjectionMask;
use herringbone::arrow::arrow_reader::{
    ArrowPredicate, ArrowPredicateFn, ArrowReaderMetadata, ArrowReaderOptions,
    ParquetRecordBatchReaderBuilder, RowFilter, RowSelection, RowSelector,
};
use herringbone::arrow::push_decoder::{ParquetPushDecoder, ParquetPushDecoderBuilder};
use herringbone::file::metadata::{
    PageIndexPolicy, ParquetMetaData, ParquetMetaDataPushDecoder, ParquetMetaDataReader,
};
use parquet::file::properties::WriterProperties;
use proptest::prelude::*;

use crate::support::write;

const NUM_ROWS: usize = 3000;

fn file() -> Bytes {
    let numbers: Int64Array = (0..NUM_ROWS as i64)
        .map(|i| (i % 7 != 0).then_some(i))
        .collect();
    let texts: StringArray = (0..NUM_ROWS)
        .map(|i| Some(format!("text {}", i % 40)))
        .collect();
    let lists = (0..NUM_ROWS).map(|i| {
        (i % 9 != 0).then(|| (0..i % 4).map(|k| Some((i * k) as i64)).collect::<Vec<_>>())
    });
    let lists = ListArray::from_iter_primitive::<Int64Type, _, _>(lists);
    let properties = WriterProperties::builder()
        .set_data_page_row_count_limit(100)
        .set_write_batch_size(50)
        .set_max_row_group_row_count(Some(1100))
        .build();
    let columns: Vec<(&str, ArrayRef, bool)> = vec![
        ("n", Arc::new(numbers), true),
        ("t", Arc::new(texts), true),
        ("l", Arc::new(lists), true),
    ];
    write(columns, properties)
}

fn slice(file: &Bytes, range: &Range<u64>) -> Bytes {
    file.slice(range.start as usize..range.end as usize)
}

/// The metadata, decoded from just what its decoder asks for.
fn metadata(file: &Bytes, policy: PageIndexPolicy) -> Arc<ParquetMetaData> {
    let mut decoder = ParquetMetaDataPushDecoder::try_new(file.len() as u64)
        .unwrap()
        .with_page_index_policy(policy);
    loop {
        match decoder.try_decode().unwrap() {
            DecodeResult::NeedsData(ranges) => {
                let bytes = ranges.iter().map(|range| slice(file, range)).collect();
                decoder.push_ranges(ranges, bytes).unwrap();
            }
            DecodeResult::Data(metadata) => {
                assert!(matches!(decoder.try_decode(), Ok(DecodeResult::Finished)));
                return Arc::new(metadata);
            }
            DecodeResult::Finished => panic!("finished without metadata"),
        }
    }
}

fn builder(file: &Bytes, policy: PageIndexPolicy) -> ParquetPushDecoderBuilder {
    ParquetPushDecoderBuilder::try_new_decoder(metadata(file, policy)).unwrap()
}

/// All batches, and what was asked for.
fn drive(file: &Bytes, decoder: &mut ParquetPushDecoder) -> (Vec<RecordBatch>, Vec<Range<u64>>) {
    let mut batches = Vec::new();
    let mut asked = Vec::new();
    loop {
        match decoder.try_decode().unwrap() {
            DecodeResult::NeedsData(ranges) => {
                assert!(!ranges.is_empty(), "asked for nothing");
                let bytes = ranges.iter().map(|range| slice(file, range)).collect();
                asked.extend_from_slice(&ranges);
                decoder.push_ranges(ranges, bytes).unwrap();
            }
            DecodeResult::Data(batch) => {
                batch
                    .columns()
                    .iter()
                    .for_each(|column| column.to_data().validate_full().unwrap());
                batches.push(batch);
            }
            DecodeResult::Finished => return (batches, asked),
        }
    }
}

fn num_bytes(ranges: &[Range<u64>]) -> u64 {
    ranges.iter().map(|range| range.end - range.start).sum()
}

fn filter(mask: ProjectionMask) -> RowFilter {
    let is_wanted = |batch: RecordBatch| {
        let numbers = batch.column(0).as_primitive::<Int64Type>();
        Ok(numbers
            .iter()
            .map(|n| n.map(|n| n % 500 < 40))
            .collect::<BooleanArray>())
    };
    let predicates: Vec<Box<dyn ArrowPredicate>> =
        vec![Box::new(ArrowPredicateFn::new(mask, is_wanted))];
    RowFilter::new(predicates)
}

fn joined(batches: &[RecordBatch]) -> RecordBatch {
    concat_batches(&batches[0].schema(), batches).unwrap()
}

/// All rows by the blocking reader.
fn expected(
    file: &Bytes,
    set: impl Fn(ParquetRecordBatchReaderBuilder<Bytes>) -> ParquetRecordBatchReaderBuilder<Bytes>,
) -> Vec<RecordBatch> {
    let builder = ParquetRecordBatchReaderBuilder::try_new(file.clone()).unwrap();
    let batches = set(builder).build().unwrap();
    batches.collect::<Result<_, _>>().unwrap()
}

#[test]
fn batches_end_with_row_groups_as_in_parquet() {
    let file = file();
    let mut ours = builder(&file, PageIndexPolicy::Skip)
        .with_batch_size(500)
        .build()
        .unwrap();
    let (batches, asked) = drive(&file, &mut ours);
    let metadata = parquet::file::metadata::ParquetMetaDataReader::new()
        .parse_and_finish(&file)
        .unwrap();
    let mut theirs =
        parquet::arrow::push_decoder::ParquetPushDecoderBuilder::try_new_decoder(metadata.into())
            .unwrap()
            .with_batch_size(500)
            .build()
            .unwrap();
    let size = file.len() as u64;
    theirs.push_range(0..size, file.clone()).unwrap();
    let mut expected = Vec::new();
    while let parquet::DecodeResult::Data(batch) = theirs.try_decode().unwrap() {
        expected.push(batch);
    }
    assert_eq!(batches, expected);
    // Each row group is one range: its chunks touch. Nothing is kept of what was decoded.
    assert_eq!(asked.len(), 3);
    assert_eq!(ours.buffered_bytes(), 0);
}

#[test]
fn a_filter_fetches_its_own_columns_first_and_then_only_pages_with_rows() {
    let file = file();
    let whole = expected(&file, |builder| {
        let mask = ProjectionMask::columns(builder.parquet_schema(), ["n"]);
        builder.with_row_filter(filter(mask))
    });
    let mut sizes = Vec::new();
    for policy in [PageIndexPolicy::Skip, PageIndexPolicy::Required] {
        let builder = builder(&file, policy);
        let mask = ProjectionMask::columns(builder.parquet_schema(), ["n"]);
        let mut decoder = builder.with_row_filter(filter(mask)).build().unwrap();
        let (batches, asked) = drive(&file, &mut decoder);
        assert_eq!(joined(&batches), joined(&whole), "{policy:?}");
        sizes.push(num_bytes(&asked));
    }
    assert!(3 * sizes[0] > 4 * sizes[1], "{sizes:?}");
}

#[test]
fn a_selection_without_rows_in_a_group_fetches_nothing_of_it() {
    let file = file();
    let select = |builder: ParquetPushDecoderBuilder| {
        builder.with_row_selection(RowSelection::from(vec![
            RowSelector::skip(1250),
            RowSelector::select(10),
        ]))
    };
    let mut decoder = select(builder(&file, PageIndexPolicy::Required))
        .build()
        .unwrap();
    assert_eq!(decoder.peek_next_row_group().unwrap(), Some(1));
    let (batches, asked) = drive(&file, &mut decoder);
    assert_eq!(joined(&batches).num_rows(), 10);
    let first = decoder_group_range(&file, 0);
    assert!(asked.iter().all(|range| range.start >= first.end));
}

fn decoder_group_range(file: &Bytes, group: usize) -> Range<u64> {
    let metadata = metadata(file, PageIndexPolicy::Skip);
    let chunks = metadata.row_group(group).columns().iter();
    let ranges: Vec<_> = chunks.map(|chunk| chunk.byte_range()).collect();
    let end = ranges.iter().map(|(start, size)| start + size).max();
    ranges.iter().map(|(start, _)| *start).min().unwrap()..end.unwrap()
}

#[test]
fn readers_of_row_groups_outlive_the_decoder_and_settings_can_change_between() {
    let file = file();
    let mut decoder = builder(&file, PageIndexPolicy::Skip)
        .with_offset(100)
        .with_limit(2500)
        .build()
        .unwrap();
    let mut readers = Vec::new();
    loop {
        match decoder.try_next_reader().unwrap() {
            DecodeResult::NeedsData(ranges) => {
                assert!(!decoder.is_at_row_group_boundary());
                for range in ranges {
                    let bytes = slice(&file, &range);
                    decoder.push_range(range, bytes).unwrap();
                }
            }
            DecodeResult::Data(reader) => {
                readers.push(reader);
                assert!(decoder.is_at_row_group_boundary());
                let builder = decoder.into_builder().unwrap();
                let mask = ProjectionMask::columns(builder.parquet_schema(), ["t"]);
                decoder = builder.with_projection(mask).build().unwrap();
            }
            DecodeResult::Finished => break,
        }
    }
    assert_eq!(decoder.row_groups_remaining(), 0);
    drop(decoder);
    let rows = readers.into_iter().enumerate().map(|(i, reader)| {
        let batches: Vec<_> = reader.collect::<Result<_, _>>().unwrap();
        let batch = joined(&batches);
        assert_eq!(batch.num_columns(), if i == 0 { 3 } else { 1 });
        batch.num_rows()
    });
    assert_eq!(rows.collect::<Vec<_>>(), [1000, 1100, 400]);
}

#[test]
fn pushed_bytes_must_be_as_many_as_their_range_says() {
    let file = file();
    let mut decoder = builder(&file, PageIndexPolicy::Skip).build().unwrap();
    let error = decoder.push_range(4..14, Bytes::from_static(b"123"));
    assert!(
        error
            .unwrap_err()
            .to_string()
            .contains("expected 10 bytes at offset 4")
    );
    let short = decoder.push_ranges(vec![4..5, 7..8], vec![]);
    assert!(short.is_err());
}

#[test]
fn a_file_that_is_too_short_or_no_parquet_is_refused() {
    assert!(ParquetMetaDataPushDecoder::try_new(11).is_err());
    let mut decoder = ParquetMetaDataPushDecoder::try_new(20).unwrap();
    decoder
        .push_range(0..20, Bytes::from_static(&[7; 20]))
        .unwrap();
    assert!(decoder.try_decode().is_err());
    let mut huge = ParquetMetaDataPushDecoder::try_new(20).unwrap();
    let tail = [0xff, 0xff, 0xff, 0x7f, b'P', b'A', b'R', b'1'];
    huge.push_range(12..20, tail.to_vec().into()).unwrap();
    let error = huge.try_decode().unwrap_err().to_string();
    assert!(
        error.contains("before the end of the file, found 12"),
        "{error}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 40 } else { 400 }))]

    /// Whatever is selected, whatever of it is fetched page by page.
    #[test]
    fn any_selection_gives_the_rows_of_the_blocking_reader(
        runs in prop::collection::vec((1usize..200, any::<bool>()), 1..60),
        batch_size in 1usize..700,
        page_index in any::<bool>(),
        filtered in any::<bool>(),
        (offset, limit) in (prop::option::of(0usize..900), prop::option::of(0usize..900)),
    ) {
        let file = file();
        let mut left = NUM_ROWS;
        let mut selectors: Vec<_> = runs
            .iter()
            .map(|&(len, skip)| {
                let row_count = len.min(left);
                left -= row_count;
                RowSelector { row_count, skip }
            })
            .collect();
        selectors.push(RowSelector::skip(left));
        let selection = RowSelection::from(selectors);
        let policy = if page_index { PageIndexPolicy::Required } else { PageIndexPolicy::Skip };
        macro_rules! set {
            ($builder:expr) => {{
                let mut builder = $builder
                    .with_batch_size(batch_size)
                    .with_row_selection(selection.clone());
                if filtered {
                    let mask = ProjectionMask::columns(builder.parquet_schema(), ["n"]);
                    builder = builder.with_row_filter(filter(mask));
                }
                if let Some(offset) = offset {
                    builder = builder.with_offset(offset);
                }
                if let Some(limit) = limit {
                    builder = builder.with_limit(limit);
                }
                builder
            }};
        }
        let expected = expected(&file, |builder| set!(builder));
        let mut decoder = set!(builder(&file, policy)).build().unwrap();
        let (found, _) = drive(&file, &mut decoder);
        let rows = |batches: &[RecordBatch]| batches.iter().map(RecordBatch::num_rows).sum::<usize>();
        prop_assert_eq!(rows(&expected), rows(&found));
        if rows(&found) > 0 {
            prop_assert_eq!(joined(&expected), joined(&found));
        }
    }
}

#[test]
fn metadata_loaded_before_serves_both_readers() {
    let file = file();
    let options = ArrowReaderOptions::new().with_page_index_policy(PageIndexPolicy::Optional);
    let loaded = ArrowReaderMetadata::load(&file, options).unwrap();
    let mut decoder = ParquetPushDecoderBuilder::new_with_metadata(loaded.clone())
        .with_row_groups(vec![2, 0])
        .build()
        .unwrap();
    let (found, _) = drive(&file, &mut decoder);
    let reader = ParquetRecordBatchReaderBuilder::new_with_metadata(file.clone(), loaded)
        .with_row_groups(vec![2, 0])
        .build()
        .unwrap();
    let expected: Vec<_> = reader.collect::<Result<_, _>>().unwrap();
    assert_eq!(joined(&found), joined(&expected));
    let again = ParquetMetaDataReader::new_with_metadata(ParquetMetaData::clone(&metadata(
        &file,
        PageIndexPolicy::Skip,
    )));
    assert!(again.has_metadata());
}
