//! Rows as JSON objects: an array of them, or one a line.

use std::io::Write;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_json::WriterBuilder;
use arrow_json::writer::{JsonFormat, LineDelimited, Writer};
use arrow_schema::ArrowError;

use super::Sink;
use super::delimited::with_shown_zones;
use super::json_values::Factory;

/// Rows as JSON objects.
pub(super) struct JsonSink<W: Write, F: JsonFormat>(Writer<W, F>);

impl<W: Write> JsonSink<W, Array> {
    /// An array of objects, each on a line of its own.
    pub(super) fn array(out: W) -> Self {
        Self(builder().build(out))
    }
}

impl<W: Write> JsonSink<W, LineDelimited> {
    /// An object a line, and nothing around them.
    pub(super) fn lines(out: W) -> Self {
        Self(builder().build(out))
    }
}

fn builder() -> WriterBuilder {
    WriterBuilder::new()
        .with_explicit_nulls(true)
        .with_encoder_factory(Arc::new(Factory))
}

impl<W: Write, F: JsonFormat> Sink for JsonSink<W, F> {
    fn write(&mut self, batch: &RecordBatch) -> Result<(), ArrowError> {
        self.0.write(&with_shown_zones(batch)?)
    }

    fn finish(&mut self) -> Result<(), ArrowError> {
        self.0.finish()?;
        Ok(self.0.get_mut().flush()?)
    }
}

/// An array with each row on a line.
#[derive(Debug, Default)]
pub(super) struct Array;

impl JsonFormat for Array {
    fn start_stream<W: Write>(&self, writer: &mut W) -> Result<(), ArrowError> {
        Ok(writer.write_all(b"[")?)
    }

    fn start_row<W: Write>(&self, writer: &mut W, is_first_row: bool) -> Result<(), ArrowError> {
        Ok(writer.write_all(if is_first_row { b"\n" } else { b",\n" })?)
    }

    fn end_stream<W: Write>(&self, writer: &mut W) -> Result<(), ArrowError> {
        Ok(writer.write_all(b"\n]\n")?)
    }
}
