//! Several threads give the batches of one.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type};
use arrow_array::{
    ArrayRef, BooleanArray, DictionaryArray, Int64Array, ListArray, RecordBatch, StringArray,
    StringViewArray,
};
use arrow_schema::{DataType, Field};
use bytes::Bytes;
use herringbone::arrow::ProjectionMask;
use herringbone::arrow::arrow_reader::{
    ArrowPredicate, ArrowPredicateFn, ArrowReaderOptions, ParquetRecordBatchReaderBuilder,
    RowFilter, RowSelection, RowSelector,
};
use herringbone::arrow::virtual_type::RowNumber;
use parquet::file::properties::WriterProperties;
use proptest::prelude::*;

use crate::support::{assert_same, write};

/// Enough for several lanes.
const NUM_ROWS: usize = 150_000;

fn file(rows_per_group: usize) -> Bytes {
    let numbers: Int64Array = (0..NUM_ROWS as i64)
        .map(|i| (i % 7 != 0).then_some(i))
        .collect();
    let texts: StringArray = (0..NUM_ROWS)
        .map(|i| (i % 5 != 0).then(|| format!("text number {}", i % 9000)))
        .collect();
    let views = StringViewArray::from_iter_values(
        (0..NUM_ROWS).map(|i| format!("{} is longer than twelve bytes", i % 300)),
    );
    let keys: DictionaryArray<Int32Type> = (0..NUM_ROWS)
        .map(|i| Some(["low", "middle", "high"][i / 1000 % 3]))
        .collect();
    let lists = (0..NUM_ROWS).map(|i| {
        (i % 9 != 0).then(|| (0..i % 4).map(|k| Some((i * k) as i64)).collect::<Vec<_>>())
    });
    let lists = ListArray::from_iter_primitive::<Int64Type, _, _>(lists);
    let properties = WriterProperties::builder()
        .set_max_row_group_row_count(Some(rows_per_group))
        .build();
    let columns: Vec<(&str, ArrayRef, bool)> = vec![
        ("n", Arc::new(numbers), true),
        ("t", Arc::new(texts), true),
        ("v", Arc::new(views), false),
        ("d", Arc::new(keys), false),
        ("l", Arc::new(lists), true),
    ];
    write(columns, properties)
}

type Builder = ParquetRecordBatchReaderBuilder<Bytes>;

fn builder(file: &Bytes) -> Builder {
    let number = Field::new("row", DataType::Int64, false).with_extension_type(RowNumber);
    let options = ArrowReaderOptions::new()
        .with_virtual_columns(vec![Arc::new(number)])
        .unwrap();
    Builder::try_new_with_options(file.clone(), options).unwrap()
}

fn read(builder: Builder) -> Vec<RecordBatch> {
    builder.build().unwrap().collect::<Result<_, _>>().unwrap()
}

fn filter(builder: &Builder, is_wanted: impl Fn(i64) -> bool + Send + 'static) -> RowFilter {
    let mask = ProjectionMask::columns(builder.parquet_schema(), ["n"]);
    let is_wanted = move |batch: RecordBatch| {
        let numbers = batch.column(0).as_primitive::<Int64Type>();
        Ok(numbers
            .iter()
            .map(|n| n.map(&is_wanted))
            .collect::<BooleanArray>())
    };
    let predicates: Vec<Box<dyn ArrowPredicate>> =
        vec![Box::new(ArrowPredicateFn::new(mask, is_wanted))];
    RowFilter::new(predicates)
}

#[test]
fn groups_and_batches_of_any_size_come_in_order() {
    for rows_per_group in [1500, 41_001, 1 << 20] {
        let file = file(rows_per_group);
        for batch_size in [1000, 1024, 8192, NUM_ROWS, 1 << 30] {
            let expected = read(builder(&file).with_batch_size(batch_size));
            for (threads, look_ahead) in [(0, 64 << 20), (2, 0), (3, 1 << 20), (8, usize::MAX)] {
                let found = builder(&file)
                    .with_batch_size(batch_size)
                    .with_threads(threads)
                    .with_look_ahead(look_ahead);
                let what = format!("{rows_per_group} {batch_size} {threads} {look_ahead}");
                assert_same(&expected, &read(found), &what);
            }
        }
    }
}

#[test]
fn a_reader_inside_a_pool_whose_threads_are_all_busy_goes_on() {
    use rayon::prelude::*;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build();
    let file = file(5000);
    let rows: Vec<usize> = pool.unwrap().install(|| {
        (0..8)
            .into_par_iter()
            .map(|_| {
                let batches = read(builder(&file).with_threads(4));
                batches.iter().map(RecordBatch::num_rows).sum()
            })
            .collect()
    });
    assert_eq!(rows, [NUM_ROWS; 8]);
}

#[test]
fn batches_before_an_error_are_those_of_one_thread() {
    let file = file(20_000);
    let reader = builder(&file);
    let (offset, size) = reader.metadata().row_group(1).column(1).byte_range();
    let mut damaged = file.to_vec();
    let middle = (offset + size / 2) as usize;
    damaged[middle..middle + 2000].fill(0xff);
    let damaged = Bytes::from(damaged);
    let read = |threads| {
        let reader = builder(&damaged).with_threads(threads).build().unwrap();
        let mut batches = Vec::new();
        for batch in reader {
            match batch {
                Ok(batch) => batches.push(batch),
                Err(error) => return (batches, error.to_string()),
            }
        }
        panic!("no error");
    };
    let (expected, message) = read(1);
    assert!(!expected.is_empty());
    for threads in [2, 5] {
        let (found, found_message) = read(threads);
        assert_same(&expected, &found, "before the error");
        assert_eq!(message, found_message);
    }
}

#[test]
#[should_panic(expected = "a predicate's own")]
fn a_panic_of_a_predicate_reaches_the_caller() {
    let file = file(10_000);
    let reader = builder(&file).with_threads(3);
    let filter = filter(&reader, |_| panic!("a predicate's own"));
    read(reader.with_row_filter(filter));
}

#[test]
fn a_reader_may_be_dropped_at_any_time() {
    let file = file(3000);
    for num_batches in 0..20 {
        let mut reader = builder(&file).with_threads(4).build().unwrap();
        for _ in 0..num_batches {
            assert_eq!(reader.next().unwrap().unwrap().num_rows(), 1024);
        }
    }
}

#[test]
fn what_is_decoded_ahead_is_bounded() {
    use herringbone::arrow::arrow_reader::ArrowReaderMetadata;
    use herringbone::errors::Result;
    use herringbone::file::reader::{ChunkReader, Length};

    /// Counts the bytes that were read.
    #[derive(Clone)]
    struct Counting(Bytes, Arc<AtomicUsize>);

    impl Length for Counting {
        fn len(&self) -> u64 {
            self.0.len() as u64
        }
    }

    impl ChunkReader for Counting {
        type T = bytes::buf::Reader<Bytes>;
        fn get_read(&self, start: u64) -> Result<Self::T> {
            self.0.get_read(start)
        }
        fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
            self.1.fetch_add(length, Ordering::SeqCst);
            self.0.get_bytes(start, length)
        }
        fn read_ahead(&self) -> usize {
            0
        }
    }

    let file = file(4000);
    let read = |look_ahead| {
        let source = Counting(file.clone(), Arc::default());
        let metadata = ArrowReaderMetadata::load(&source, ArrowReaderOptions::new()).unwrap();
        source.1.store(0, Ordering::SeqCst);
        let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(source.clone(), metadata);
        let mut reader = builder
            .with_batch_size(2000)
            .with_threads(4)
            .with_look_ahead(look_ahead)
            .build()
            .unwrap();
        reader.next().unwrap().unwrap();
        drop(reader);
        source.1.load(Ordering::SeqCst)
    };
    let (little, much) = (read(0), read(usize::MAX));
    assert!(little < file.len() / 20, "{little} of {}", file.len());
    // At least a window of 32 Ki rows.
    assert!(much > file.len() / 6, "{much} of {}", file.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 15 } else { 200 }))]

    #[test]
    fn selections_filters_and_limits_give_the_batches_of_one_thread(
        rows_per_group in prop_oneof![Just(2_900usize), Just(18_000), Just(70_000)],
        runs in prop::option::of(prop::collection::vec((1usize..3000, any::<bool>()), 1..60)),
        batch_size in prop_oneof![200usize..3000, Just(1 << 16)],
        modulus in prop::option::of(2i64..2000),
        (offset, limit) in (prop::option::of(0usize..30_000), prop::option::of(0usize..50_000)),
        (threads, look_ahead) in (2usize..6, prop_oneof![Just(0usize), Just(1 << 20), Just(1 << 30)]),
    ) {
        let file = file(rows_per_group);
        let set = |builder: Builder| {
            let mut builder = builder.with_batch_size(batch_size);
            if let Some(runs) = &runs {
                let mut left = NUM_ROWS;
                let selectors = runs.iter().map(|&(len, skip)| {
                    let row_count = len.min(left);
                    left -= row_count;
                    RowSelector { row_count, skip }
                });
                let selectors: Vec<_> = selectors.collect();
                builder = builder.with_row_selection(RowSelection::from(selectors));
            }
            if let Some(modulus) = modulus {
                let filter = filter(&builder, move |n| n % modulus < modulus / 2);
                builder = builder.with_row_filter(filter);
            }
            if let Some(offset) = offset {
                builder = builder.with_offset(offset);
            }
            if let Some(limit) = limit {
                builder = builder.with_limit(limit);
            }
            builder
        };
        let expected = read(set(builder(&file)));
        let found = set(builder(&file)).with_threads(threads).with_look_ahead(look_ahead);
        assert_same(&expected, &read(found), "several threads");
    }
}
