//! Herringbone: the code written for `parquet`, with the crate changed.

#[path = "tasks.rs"]
mod tasks;

use arrow_array::RecordBatch;
use bytes::Bytes;

use super::Library;
use crate::basic::Output;
use crate::error::BenchError;

// What `tasks.rs` is compiled against.
use arrow_schema as schema;
use herringbone as library;

const NAME: &str = "herringbone";

pub(super) const LIBRARY: Library = Library {
    name: NAME,
    scan: tasks::scan,
    batches,
    footer: tasks::footer,
};

fn batches(file: &Bytes, output: Output) -> Result<Vec<RecordBatch>, BenchError> {
    tasks::reader(file, tasks::options(file, output)?)?
        .collect::<Result<_, _>>()
        .map_err(tasks::failed)
}
