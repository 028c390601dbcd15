//! Streams of record batches against the blocking reader and against `parquet`'s.

use std::io::Cursor;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use arrow_array::{ArrayRef, Int32Array, RecordBatch, StringArray};
use bytes::Bytes;
use futures_util::TryStreamExt;
use futures_util::future::{BoxFuture, FutureExt};
use herringbone::arrow::arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions};
use herringbone::arrow::async_reader::{
    AsyncFileReader, ParquetRecordBatchStream, ParquetRecordBatchStreamBuilder,
};
use herringbone::errors::{ParquetError, Result};
use herringbone::file::metadata::{PageIndexPolicy, ParquetMetaData, ParquetMetaDataReader};
use parquet::file::properties::WriterProperties;

use crate::support::write;

fn file() -> Bytes {
    let numbers: Int32Array = (0..2500).map(|i| (i % 3 != 0).then_some(i)).collect();
    let texts: StringArray = (0..2500).map(|i| Some(format!("row {i}"))).collect();
    let properties = WriterProperties::builder()
        .set_max_row_group_row_count(Some(900))
        .set_bloom_filter_enabled(true)
        .build();
    let columns: Vec<(&str, ArrayRef, bool)> = vec![
        ("n", Arc::new(numbers), true),
        ("t", Arc::new(texts), false),
    ];
    write(columns, properties)
}

/// A store that answers late, knows how many requests it had, and may fail.
#[derive(Clone)]
struct Store {
    file: Bytes,
    requests: Arc<AtomicUsize>,
    fails_after: usize,
}

impl Store {
    fn new(file: Bytes) -> Self {
        Self {
            file,
            requests: Arc::default(),
            fails_after: usize::MAX,
        }
    }
}

impl AsyncFileReader for Store {
    fn get_bytes(&mut self, range: Range<u64>) -> BoxFuture<'_, Result<Bytes>> {
        async move {
            tokio::task::yield_now().await;
            let before = self.requests.fetch_add(1, Ordering::Relaxed);
            if before >= self.fails_after {
                return Err(ParquetError::External("the store is away".into()));
            }
            Ok(self.file.slice(range.start as usize..range.end as usize))
        }
        .boxed()
    }

    fn get_metadata<'a>(
        &'a mut self,
        options: Option<&'a ArrowReaderOptions>,
    ) -> BoxFuture<'a, Result<Arc<ParquetMetaData>>> {
        async move {
            let size = self.file.len() as u64;
            let reader = ParquetMetaDataReader::new().with_arrow_reader_options(options);
            Ok(Arc::new(reader.load_and_finish(self, size).await?))
        }
        .boxed()
    }
}

async fn all<T: AsyncFileReader + Unpin + 'static>(
    stream: ParquetRecordBatchStream<T>,
) -> Vec<RecordBatch> {
    stream.try_collect().await.unwrap()
}

#[tokio::test(flavor = "current_thread")]
async fn a_tokio_file_gives_the_batches_of_parquet() {
    let file = file();
    let ours = ParquetRecordBatchStreamBuilder::new(Cursor::new(file.clone()))
        .await
        .unwrap()
        .with_batch_size(400)
        .build()
        .unwrap();
    let theirs = parquet::arrow::ParquetRecordBatchStreamBuilder::new(Cursor::new(file))
        .await
        .unwrap()
        .with_batch_size(400)
        .build()
        .unwrap();
    assert_eq!(ours.schema(), theirs.schema());
    let theirs: Vec<_> = theirs.try_collect().await.unwrap();
    assert_eq!(all(ours).await, theirs);
}

#[tokio::test(flavor = "current_thread")]
async fn a_file_on_disk_is_read_through_tokio() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/trips.parquet");
    let file = tokio::fs::File::open(path).await.unwrap();
    let stream = ParquetRecordBatchStreamBuilder::new(file).await.unwrap();
    let num_rows = stream.metadata().file_metadata().num_rows() as usize;
    let batches = all(stream.build().unwrap()).await;
    let found: usize = batches.iter().map(RecordBatch::num_rows).sum();
    assert!(num_rows > 0);
    assert_eq!(found, num_rows);
}

#[tokio::test(flavor = "current_thread")]
async fn a_store_of_ones_own_is_asked_once_for_each_row_group() {
    let store = Store::new(file());
    let mut boxed: Box<dyn AsyncFileReader> = Box::new(store.clone());
    let options = ArrowReaderOptions::new().with_page_index_policy(PageIndexPolicy::Optional);
    let loaded = ArrowReaderMetadata::load_async(&mut boxed, options)
        .await
        .unwrap();
    assert!(loaded.metadata().offset_index().is_some());
    store.requests.store(0, Ordering::Relaxed);
    let stream = ParquetRecordBatchStreamBuilder::new_with_metadata(store.clone(), loaded);
    let mut stream = stream.build().unwrap();
    let mut rows = Vec::new();
    while let Some(reader) = stream.next_row_group().await.unwrap() {
        rows.push(reader.map(|batch| batch.unwrap().num_rows()).sum::<usize>());
    }
    assert_eq!(rows, [900, 900, 700]);
    // The bloom filters lie between the row groups, the chunks of a group touch.
    assert_eq!(store.requests.load(Ordering::Relaxed), 3);
}

#[tokio::test(flavor = "current_thread")]
async fn a_failing_store_ends_the_stream_with_its_error() {
    let mut store = Store::new(file());
    let metadata = ArrowReaderMetadata::load_async(&mut store, ArrowReaderOptions::new())
        .await
        .unwrap();
    store.requests.store(0, Ordering::Relaxed);
    store.fails_after = 1;
    let builder = ParquetRecordBatchStreamBuilder::new_with_metadata(store, metadata);
    let mut stream = builder.with_batch_size(900).build().unwrap();
    assert_eq!(stream.try_next().await.unwrap().unwrap().num_rows(), 900);
    let error = stream.try_next().await.unwrap_err();
    assert!(error.to_string().contains("the store is away"), "{error}");
    assert!(stream.try_next().await.unwrap().is_none());
}

#[tokio::test(flavor = "current_thread")]
async fn bloom_filters_are_read_asynchronously() {
    let mut builder = ParquetRecordBatchStreamBuilder::new(Store::new(file()))
        .await
        .unwrap();
    let filter = builder.get_row_group_column_bloom_filter(1, 1).await;
    let filter = filter.unwrap().unwrap();
    assert!(filter.check(&"row 1000"));
    assert!(!filter.check(&"row of no number"));
}

#[tokio::test(flavor = "current_thread")]
async fn metadata_is_found_from_the_end_whatever_is_read_first() {
    let file = file();
    let expected = ParquetMetaDataReader::new()
        .parse_and_finish(&file)
        .unwrap();
    for prefetch in [None, Some(0), Some(100), Some(1 << 20)] {
        let mut cursor = Cursor::new(file.clone());
        let reader = ParquetMetaDataReader::new().with_prefetch_hint(prefetch);
        let found = reader.clone().load_via_suffix_and_finish(&mut cursor).await;
        assert_eq!(found.unwrap(), expected, "{prefetch:?}");
        let found = reader.parse_and_finish(&file).unwrap();
        assert_eq!(found, expected, "{prefetch:?}");
    }
    let mut short = Cursor::new(file.slice(file.len() - 50..));
    let error = ParquetMetaDataReader::new()
        .load_via_suffix_and_finish(&mut short)
        .await;
    let error = error.unwrap_err().to_string();
    assert!(error.contains("bytes, found 50"), "{error}");
}
