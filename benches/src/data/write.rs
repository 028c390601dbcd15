//! Files, by the writer of parquet 59.3 with its defaults but for the encoding and the codec.

use std::sync::Arc;

use arrow_array::{ArrayRef, Int64Array, RecordBatch};
use arrow_schema::{Field, Schema};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::file::properties::{WriterProperties, WriterPropertiesBuilder, WriterVersion};

use super::values;
use crate::basic::{Cell, Column, Nulls, Stored};
use crate::error::BenchError;

/// The file of a cell.
pub(super) fn file_of(cell: Cell, num_rows: usize) -> Result<Vec<u8>, BenchError> {
    let family = cell.family;
    let array = values::column(family.file, family.column, cell.nulls, num_rows)?;
    let field = Field::new(
        "value",
        array.data_type().clone(),
        cell.nulls != Nulls::Required,
    );
    let builder = WriterProperties::builder().set_compression(cell.codec.compression());
    write(
        field_batch(vec![field], vec![array])?,
        stored(builder, family.column, family.stored).build(),
    )
}

/// A file of so many int64 columns and few rows: mostly footer.
pub(crate) fn wide_file(num_columns: usize, num_rows: usize) -> Result<Vec<u8>, BenchError> {
    let field = |column| {
        Field::new(
            format!("column_{column:05}"),
            arrow_schema::DataType::Int64,
            true,
        )
    };
    let array = |column| {
        Arc::new(Int64Array::from_iter_values(
            (0..num_rows).map(|row| (row * num_columns + column) as i64),
        )) as ArrayRef
    };
    let fields = (0..num_columns).map(field).collect();
    let arrays = (0..num_columns).map(array).collect();
    write(
        field_batch(fields, arrays)?,
        WriterProperties::builder().build(),
    )
}

fn stored(
    builder: WriterPropertiesBuilder,
    column: Column,
    stored: Stored,
) -> WriterPropertiesBuilder {
    if stored != Stored::Dictionary {
        return builder
            .set_dictionary_enabled(false)
            .set_encoding(stored.encoding());
    }
    // With version 1 this writer stores FIXED_LEN_BYTE_ARRAY as PLAIN whatever it is asked for.
    let is_fixed = matches!(column, Column::Decimal(19.., _));
    let version = if is_fixed {
        WriterVersion::PARQUET_2_0
    } else {
        WriterVersion::PARQUET_1_0
    };
    builder
        .set_dictionary_enabled(true)
        .set_writer_version(version)
}

fn field_batch(fields: Vec<Field>, arrays: Vec<ArrayRef>) -> Result<RecordBatch, BenchError> {
    RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays).map_err(BenchError::data)
}

/// Without the embedded Arrow schema, as most files of other writers are: the output type is then the reader's
/// own choice or what it is asked for.
fn write(batch: RecordBatch, properties: WriterProperties) -> Result<Vec<u8>, BenchError> {
    let options = ArrowWriterOptions::new()
        .with_properties(properties)
        .with_skip_arrow_metadata(true);
    let mut writer = ArrowWriter::try_new_with_options(Vec::new(), batch.schema(), options)
        .map_err(BenchError::data)?;
    writer.write(&batch).map_err(BenchError::data)?;
    writer.into_inner().map_err(BenchError::data)
}
