//! `parquet` 60.1, whose arrays are those of Arrow 60.

#[path = "counting.rs"]
mod counting;
#[path = "tasks.rs"]
mod tasks;

use std::io::Cursor;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_ipc::reader::StreamReader;
use arrow_ipc60::writer::StreamWriter;
use bytes::Bytes;

use super::Library;
use crate::case::Read;
use crate::error::BenchError;

// What `tasks.rs` is compiled against.
use arrow_array60 as arrays;
use arrow_buffer60 as buffers;
use arrow_schema60 as schema;
use parquet60 as library;

use arrays::cast::AsArray;
use library::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

const NAME: &str = "parquet 60.1";

pub(super) const LIBRARY: Library = Library {
    name: NAME,
    task: |file, work| tasks::task(file.clone(), work),
    counted: |source, work| tasks::task(source.clone(), work),
    batches,
};

/// Carried from Arrow 60 to Arrow 59 as an IPC stream, which would write all that views point to for each batch anew:
/// of a dictionary that all batches share, many times what there is.
fn batches(file: &Bytes, read: &Read) -> Result<Vec<RecordBatch>, BenchError> {
    let batches = tasks::batches(file.clone(), read)?;
    let Some(first) = batches.first() else {
        return Ok(Vec::new());
    };
    let mut writer = StreamWriter::try_new(Vec::new(), &first.schema()).map_err(tasks::failed)?;
    batches
        .iter()
        .try_for_each(|batch| {
            let columns = batch.columns().iter().map(own_views).collect();
            writer.write(&arrays::RecordBatch::try_new(batch.schema(), columns)?)
        })
        .map_err(tasks::failed)?;
    let stream = writer.into_inner().map_err(tasks::failed)?;
    let carried = StreamReader::try_new(Cursor::new(stream), None).map_err(tasks::failed)?;
    carried.collect::<Result<_, _>>().map_err(tasks::failed)
}

/// The same values; views then point to nothing but their own.
fn own_views(array: &arrays::ArrayRef) -> arrays::ArrayRef {
    match array.data_type() {
        schema::DataType::Utf8View => Arc::new(array.as_string_view().gc()),
        schema::DataType::BinaryView => Arc::new(array.as_binary_view().gc()),
        _ => Arc::clone(array),
    }
}

/// One thread is all that there is.
fn with_threads<S: library::file::reader::ChunkReader>(
    builder: ParquetRecordBatchReaderBuilder<S>,
    _threads: usize,
) -> ParquetRecordBatchReaderBuilder<S> {
    builder
}
