//! Herringbone: the code written for `parquet`, with the crate changed.

#[path = "counting.rs"]
mod counting;
#[path = "tasks.rs"]
mod tasks;

use super::Library;

// What `tasks.rs` is compiled against.
use arrow_array as arrays;
use arrow_buffer as buffers;
use arrow_schema as schema;
use herringbone as library;

use library::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

const NAME: &str = "herringbone";

pub(super) const LIBRARY: Library = Library {
    name: NAME,
    task: |file, work| tasks::task(file.clone(), work),
    counted: |source, work| tasks::task(source.clone(), work),
    batches: |file, read| tasks::batches(file.clone(), read),
};

/// On the rayon pool of all; with one thread, on the caller's.
fn with_threads<S: library::file::reader::ChunkReader>(
    builder: ParquetRecordBatchReaderBuilder<S>,
    threads: usize,
) -> ParquetRecordBatchReaderBuilder<S> {
    builder.with_threads(threads)
}
