//! What each library does, in the words of `parquet`; compiled once for each of them.

use std::fmt::Display;
use std::sync::Arc;

use super::arrays::cast::AsArray;
use super::arrays::{Array, ArrayRef, BooleanArray, RecordBatch, types};
use super::buffers::BooleanBuffer;
use super::library::arrow::ProjectionMask;
use super::library::arrow::arrow_reader::{
    ArrowPredicateFn, ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader,
    ParquetRecordBatchReaderBuilder, RowFilter, RowSelection, RowSelector,
};
use super::library::file::metadata::{PageIndexPolicy, ParquetMetaData, ParquetMetaDataReader};
use super::library::file::reader::ChunkReader;
use super::schema::{DataType, Field, Schema};
use crate::case::{Footer, Output, Read, Rows, SCAN, Work};
use crate::error::BenchError;
use crate::libraries::{Task, selection};

/// The work as something that can be done again and again.
pub(super) fn task<S: ChunkReader + Clone + 'static>(
    source: S,
    work: &Work,
) -> Result<Task, BenchError> {
    match work {
        Work::Read(read) => {
            let reading = Reading::prepare(source, read)?;
            Ok(Box::new(move || {
                let mut num_rows = 0;
                for batch in reading.reader()? {
                    num_rows += batch.map_err(failed)?.num_rows();
                }
                Ok(num_rows)
            }))
        }
        Work::Footer(footer) => {
            let footer = *footer;
            Ok(Box::new(move || on_footer(&source, footer)))
        }
    }
}

/// The batches of that reading.
pub(super) fn batches<S: ChunkReader + Clone + 'static>(
    source: S,
    read: &Read,
) -> Result<Vec<RecordBatch>, BenchError> {
    let reader = Reading::prepare(source, read)?.reader()?;
    reader.collect::<Result<_, _>>().map_err(failed)
}

/// What is made once, before the clock starts: the types that are asked for and the selection.
struct Reading<S> {
    source: S,
    read: Read,
    options: ArrowReaderOptions,
    selection: Option<RowSelection>,
}

impl<S: ChunkReader + Clone + 'static> Reading<S> {
    fn prepare(source: S, read: &Read) -> Result<Self, BenchError> {
        // As a query engine does that wants to skip pages.
        let page_index = match read.rows {
            Rows::Scattered(_) | Rows::Runs { .. } => PageIndexPolicy::Required,
            _ => PageIndexPolicy::Skip,
        };
        let options = ArrowReaderOptions::new().with_page_index_policy(page_index);
        let metadata = ArrowReaderMetadata::load(&source, options.clone()).map_err(failed)?;
        let num_rows = metadata.metadata().file_metadata().num_rows() as usize;
        let selector = |(is_wanted, len)| match is_wanted {
            true => RowSelector::select(len),
            false => RowSelector::skip(len),
        };
        let selection = selection::runs(&read.rows, num_rows)
            .map(|runs| runs.into_iter().map(selector).collect::<Vec<_>>().into());
        let options = match read.output {
            Output::Stock => options,
            other => options.with_schema(Arc::new(asked(metadata.schema(), other))),
        };
        Ok(Reading {
            source,
            read: read.clone(),
            options,
            selection,
        })
    }

    fn reader(&self) -> Result<ParquetRecordBatchReader, BenchError> {
        let builder = ParquetRecordBatchReaderBuilder::try_new_with_options(
            self.source.clone(),
            self.options.clone(),
        );
        let mut builder = builder
            .map_err(failed)?
            .with_batch_size(self.read.batch_size);
        if !self.read.columns.is_empty() {
            let columns = self.read.columns.iter().copied();
            let mask = ProjectionMask::columns(builder.parquet_schema(), columns);
            builder = builder.with_projection(mask);
        }
        if let Some(selection) = &self.selection {
            builder = builder.with_row_selection(selection.clone());
        }
        let (column, holds) = match self.read.rows.clone() {
            Rows::Equal(column, wanted) => (column, equal(wanted)),
            Rows::Below(column, bound) => (column, below(bound)),
            _ => return self.build(builder),
        };
        let mask = ProjectionMask::columns(builder.parquet_schema(), [column]);
        let predicate = ArrowPredicateFn::new(mask, move |batch| Ok(holds(&batch.columns()[0])));
        let filter = RowFilter::new(vec![Box::new(predicate)]);
        self.build(builder.with_row_filter(filter))
    }

    fn build(
        &self,
        builder: ParquetRecordBatchReaderBuilder<S>,
    ) -> Result<ParquetRecordBatchReader, BenchError> {
        let builder = super::with_threads(builder, self.read.threads);
        builder.build().map_err(failed)
    }
}

type Condition = Box<dyn Fn(&ArrayRef) -> BooleanArray + Send>;

fn equal(wanted: String) -> Condition {
    Box::new(move |array| {
        let strings = array.as_string::<i32>();
        let holds = |row| strings.value(row) == wanted;
        BooleanArray::new(BooleanBuffer::collect_bool(array.len(), holds), None)
    })
}

fn below(bound: i64) -> Condition {
    Box::new(move |array| {
        let numbers = array.as_primitive::<types::Int64Type>().values();
        let holds = |row: usize| numbers[row] < bound;
        BooleanArray::new(BooleanBuffer::collect_bool(array.len(), holds), None)
    })
}

/// The file's own schema, with the type of strings and binary values replaced.
fn asked(schema: &Schema, output: Output) -> Schema {
    let wanted = |of: &DataType| match (output, of) {
        (Output::View, DataType::Utf8) => DataType::Utf8View,
        (Output::View, DataType::Binary) => DataType::BinaryView,
        (Output::Dictionary, DataType::Utf8 | DataType::Binary) => {
            DataType::Dictionary(Box::new(DataType::Int32), Box::new(of.clone()))
        }
        _ => of.clone(),
    };
    let field = |field: &Arc<Field>| {
        let wanted = wanted(field.data_type());
        field.as_ref().clone().with_data_type(wanted)
    };
    Schema::new(schema.fields().iter().map(field).collect::<Vec<Field>>())
}

fn on_footer<S: ChunkReader + Clone + 'static>(
    source: &S,
    footer: Footer,
) -> Result<usize, BenchError> {
    let parse = || ParquetMetaDataReader::new().parse_and_finish(source);
    match footer {
        Footer::Parse => Ok(num_chunks(&parse().map_err(failed)?)),
        Footer::ParseAll => {
            let metadata = parse().map_err(failed)?;
            let chunks = metadata
                .row_groups()
                .iter()
                .flat_map(|group| group.columns());
            Ok(chunks.filter(|chunk| chunk.compressed_size() > 0).count())
        }
        Footer::Schema => {
            let metadata = ArrowReaderMetadata::load(source, ArrowReaderOptions::new());
            Ok(metadata.map_err(failed)?.schema().fields().len())
        }
        Footer::Read(wanted) => {
            let builder =
                ParquetRecordBatchReaderBuilder::try_new(source.clone()).map_err(failed)?;
            let num_columns = builder
                .metadata()
                .file_metadata()
                .schema_descr()
                .num_columns();
            let chosen = Footer::chosen(wanted, num_columns);
            let mask = ProjectionMask::leaves(builder.parquet_schema(), chosen);
            let mut num_values = 0;
            let builder = builder
                .with_projection(mask)
                .with_batch_size(SCAN.batch_size);
            for batch in builder.build().map_err(failed)? {
                let batch = batch.map_err(failed)?;
                num_values += batch.num_rows() * batch.num_columns();
            }
            Ok(num_values)
        }
    }
}

fn num_chunks(metadata: &ParquetMetaData) -> usize {
    metadata.num_row_groups() * metadata.file_metadata().schema_descr().num_columns()
}

pub(super) fn failed(error: impl Display) -> BenchError {
    BenchError::Library {
        library: super::NAME,
        message: error.to_string(),
    }
}
