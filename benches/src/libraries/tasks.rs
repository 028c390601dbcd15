//! What each library does, in the words of `parquet`; compiled once for each of them.

use std::fmt::Display;
use std::sync::Arc;

use bytes::Bytes;

use super::library::arrow::ProjectionMask;
use super::library::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader,
    ParquetRecordBatchReaderBuilder,
};
use super::library::file::metadata::ParquetMetaDataReader;
use super::schema::{DataType, Field, Schema};
use crate::basic::Output;
use crate::error::BenchError;
use crate::libraries::{BATCH_SIZE, Footer, Task, three_of};

/// Reads all of a file; opening it is part of the time.
pub(super) fn scan(file: &Bytes, output: Output) -> Result<Task, BenchError> {
    let (file, options) = (file.clone(), options(file, output)?);
    Ok(Box::new(move || {
        let mut num_rows = 0;
        for batch in reader(&file, options.clone())? {
            num_rows += batch.map_err(failed)?.num_rows();
        }
        Ok(num_rows)
    }))
}

pub(super) fn reader(
    file: &Bytes,
    options: ArrowReaderOptions,
) -> Result<ParquetRecordBatchReader, BenchError> {
    let builder = ParquetRecordBatchReaderBuilder::try_new_with_options(file.clone(), options)
        .map_err(failed)?;
    builder.with_batch_size(BATCH_SIZE).build().map_err(failed)
}

/// The options that ask for this output; they take the file's own schema, with the type of strings replaced.
pub(super) fn options(file: &Bytes, output: Output) -> Result<ArrowReaderOptions, BenchError> {
    let options = ArrowReaderOptions::new();
    let wanted = match output {
        Output::Stock => return Ok(options),
        Output::View => DataType::Utf8View,
        Output::Dictionary => {
            DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8))
        }
    };
    let metadata = ArrowReaderMetadata::load(file, options.clone()).map_err(failed)?;
    let asked = |field: &Arc<Field>| field.as_ref().clone().with_data_type(wanted.clone());
    let fields: Vec<Field> = metadata.schema().fields().iter().map(asked).collect();
    Ok(options.with_schema(Arc::new(Schema::new(fields))))
}

pub(super) fn footer(file: &Bytes, footer: Footer) -> Task {
    let file = file.clone();
    match footer {
        Footer::Parse => Box::new(move || parse(&file)),
        Footer::Open => Box::new(move || open(&file)),
        Footer::Schema => Box::new(move || schema(&file)),
        Footer::ReadThree => Box::new(move || read_three(&file)),
    }
}

fn parse(file: &Bytes) -> Result<usize, BenchError> {
    let metadata = ParquetMetaDataReader::new()
        .parse_and_finish(file)
        .map_err(failed)?;
    Ok(metadata.row_group(0).num_columns())
}

fn open(file: &Bytes) -> Result<usize, BenchError> {
    let builder = ParquetRecordBatchReaderBuilder::try_new(file.clone()).map_err(failed)?;
    Ok(builder.metadata().row_group(0).num_columns())
}

fn schema(file: &Bytes) -> Result<usize, BenchError> {
    let metadata = ArrowReaderMetadata::load(file, ArrowReaderOptions::new()).map_err(failed)?;
    Ok(metadata.schema().fields().len())
}

fn read_three(file: &Bytes) -> Result<usize, BenchError> {
    let builder = ParquetRecordBatchReaderBuilder::try_new(file.clone()).map_err(failed)?;
    let chosen = three_of(builder.metadata().row_group(0).num_columns());
    let mask = ProjectionMask::leaves(builder.parquet_schema(), chosen);
    let mut num_values = 0;
    for batch in builder
        .with_projection(mask)
        .with_batch_size(BATCH_SIZE)
        .build()
        .map_err(failed)?
    {
        let batch = batch.map_err(failed)?;
        num_values += batch.num_rows() * batch.num_columns();
    }
    Ok(num_values)
}

pub(super) fn failed(error: impl Display) -> BenchError {
    BenchError::Library {
        library: super::NAME,
        message: error.to_string(),
    }
}
