//! `parquet` 59.3.

#[path = "counting.rs"]
mod counting;
#[path = "tasks.rs"]
mod tasks;

use super::Library;

// What `tasks.rs` is compiled against.
use arrow_array as arrays;
use arrow_buffer as buffers;
use arrow_schema as schema;
use parquet as library;

use library::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

const NAME: &str = "parquet 59.3";

pub(super) const LIBRARY: Library = Library {
    name: NAME,
    task: |file, work| tasks::task(file.clone(), work),
    counted: |source, work| tasks::task(source.clone(), work),
    batches: |file, read| tasks::batches(file.clone(), read),
};

/// One thread is all that there is.
fn with_threads<S: library::file::reader::ChunkReader>(
    builder: ParquetRecordBatchReaderBuilder<S>,
    _threads: usize,
) -> ParquetRecordBatchReaderBuilder<S> {
    builder
}
