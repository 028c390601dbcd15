//! Arrow IPC files and streams.

use std::io::Write;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{BinaryViewType, ByteViewType, StringViewType};
use arrow_array::{ArrayRef, GenericByteViewArray, RecordBatch};
use arrow_ipc::writer::{FileWriter, StreamWriter};
use arrow_schema::{ArrowError, DataType, Schema};

use super::Sink;
use super::rebuild::rebuild_batch;

/// An IPC file: batches, and a footer that says where they lie.
pub(super) struct FileSink<W: Write>(FileWriter<W>);

impl<W: Write> FileSink<W> {
    pub(super) fn new(out: W, schema: &Schema) -> Result<Self, ArrowError> {
        Ok(Self(FileWriter::try_new(out, schema)?))
    }
}

impl<W: Write> Sink for FileSink<W> {
    fn write(&mut self, batch: &RecordBatch) -> Result<(), ArrowError> {
        self.0.write(&compact(batch)?)
    }

    fn finish(&mut self) -> Result<(), ArrowError> {
        self.0.finish()?;
        self.0.flush()
    }
}

/// An IPC stream: one batch after the other. A dictionary that changes is sent anew.
pub(super) struct StreamSink<W: Write>(StreamWriter<W>);

impl<W: Write> StreamSink<W> {
    pub(super) fn new(out: W, schema: &Schema) -> Result<Self, ArrowError> {
        Ok(Self(StreamWriter::try_new(out, schema)?))
    }
}

impl<W: Write> Sink for StreamSink<W> {
    fn write(&mut self, batch: &RecordBatch) -> Result<(), ArrowError> {
        self.0.write(&compact(batch)?)
    }

    fn finish(&mut self) -> Result<(), ArrowError> {
        self.0.finish()?;
        self.0.flush()
    }
}

/// `batch` with views over few bytes of large buffers copied together: IPC writes whole buffers,
/// and the views of a batch often point into pages that many batches share.
fn compact(batch: &RecordBatch) -> Result<RecordBatch, ArrowError> {
    let has_views = batch
        .schema()
        .flattened_fields()
        .iter()
        .any(|field| is_view(field.data_type()));
    if !has_views {
        return Ok(batch.clone());
    }
    rebuild_batch(batch, &mut |array| {
        Ok(match array.data_type() {
            DataType::Utf8View => compact_views(array.as_byte_view::<StringViewType>()),
            DataType::BinaryView => compact_views(array.as_byte_view::<BinaryViewType>()),
            _ => None,
        })
    })
}

fn is_view(data_type: &DataType) -> bool {
    matches!(data_type, DataType::Utf8View | DataType::BinaryView)
}

fn compact_views<T: ByteViewType>(array: &GenericByteViewArray<T>) -> Option<ArrayRef> {
    let stored: usize = array.data_buffers().iter().map(|buffer| buffer.len()).sum();
    let used = array.total_buffer_bytes_used();
    (stored > used.saturating_mul(2)).then(|| Arc::new(array.gc()) as ArrayRef)
}
