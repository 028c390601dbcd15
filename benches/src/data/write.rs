//! Files, by the writer of parquet 59.3 with its defaults but for what a recipe says.

use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{Field, Schema, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::file::properties::{WriterProperties, WriterPropertiesBuilder, WriterVersion};
use parquet::schema::types::ColumnPath;

use super::recipe::{Column, Nulls, Recipe, Stored, Values};
use super::values;
use crate::error::BenchError;

/// The file of a recipe.
pub(super) fn file_of(recipe: &Recipe) -> Result<Vec<u8>, BenchError> {
    let array = |column: &Column| {
        // Of one column, the file names it; `-view` and `-keys` share a file.
        let seed = format!("{} {}", recipe.name, column.name);
        values::column(&seed, column.values, column.nulls, recipe.num_rows)
    };
    let arrays: Vec<ArrayRef> = recipe.columns.iter().map(array).collect::<Result<_, _>>()?;
    let field = |(column, array): (&Column, &ArrayRef)| {
        let is_nullable = column.nulls != Nulls::Required;
        Field::new(column.name, array.data_type().clone(), is_nullable)
    };
    let fields: Vec<Field> = recipe.columns.iter().zip(&arrays).map(field).collect();
    let schema = Arc::new(Schema::new(fields));
    let batch = RecordBatch::try_new(Arc::clone(&schema), arrays).map_err(BenchError::data)?;
    write(schema, [Ok(batch)], properties(recipe))
}

fn properties(recipe: &Recipe) -> WriterProperties {
    let mut builder = WriterProperties::builder().set_compression(recipe.codec.compression());
    if let Some(rows) = recipe.page_rows {
        // The writer looks at the limit once a batch of values.
        builder = builder
            .set_data_page_row_count_limit(rows)
            .set_write_batch_size(rows.min(1024));
    }
    if let Some(size) = recipe.dictionary_limit {
        builder = builder.set_dictionary_page_size_limit(size);
    }
    // With version 1 this writer stores FIXED_LEN_BYTE_ARRAY as PLAIN whatever it is asked for.
    let is_fixed = |column: &Column| {
        matches!(column.values, Values::Decimal(19.., _) | Values::Fixed16(_))
            && column.stored != Stored::Plain
    };
    if recipe.columns.iter().any(is_fixed) {
        builder = builder.set_writer_version(WriterVersion::PARQUET_2_0);
    }
    recipe.columns.iter().fold(builder, stored).build()
}

fn stored(builder: WriterPropertiesBuilder, column: &Column) -> WriterPropertiesBuilder {
    let path = ColumnPath::new(vec![column.name.into()]);
    if matches!(column.stored, Stored::Dictionary | Stored::Fallback) {
        return builder.set_column_dictionary_enabled(path, true);
    }
    // Of a nested column the leaves have paths of their own, and the recipe has but this column.
    if matches!(
        column.values,
        Values::List
            | Values::ListOfText
            | Values::Map
            | Values::Struct
            | Values::ListOfStruct
            | Values::ListOfList
    ) {
        return builder
            .set_dictionary_enabled(false)
            .set_encoding(column.stored.encoding());
    }
    builder
        .set_column_dictionary_enabled(path.clone(), false)
        .set_column_encoding(path, column.stored.encoding())
}

/// Without the embedded Arrow schema, as most files of other writers are: the output type is then the reader's
/// own choice or what it is asked for.
pub(super) fn write(
    schema: SchemaRef,
    batches: impl IntoIterator<Item = Result<RecordBatch, BenchError>>,
    properties: WriterProperties,
) -> Result<Vec<u8>, BenchError> {
    let options = ArrowWriterOptions::new()
        .with_properties(properties)
        .with_skip_arrow_metadata(true);
    let mut writer =
        ArrowWriter::try_new_with_options(Vec::new(), schema, options).map_err(BenchError::data)?;
    for batch in batches {
        writer.write(&batch?).map_err(BenchError::data)?;
    }
    writer.into_inner().map_err(BenchError::data)
}
