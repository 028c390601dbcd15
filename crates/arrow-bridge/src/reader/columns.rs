//! Projected columns, read step by step.

use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::SchemaRef;
use herringbone_column::decode::LeafSpec;
use herringbone_column::{
    Budget, ByteSource, Checksums, ChunkSpec, ColumnError, ColumnErrorKind, PageLimits, Place,
};
use herringbone_decode_kernel::select::Selected;
use herringbone_format::metadata::ParquetMetaData;

use super::plan::Projected;
use super::steps::{BatchSteps, Step};
use super::virtual_columns::VirtualColumns;
use crate::error::{ParquetError, Result};
use crate::leaf::{self, LeafArray};
use crate::nested::Column;

/// What all columns of a read share.
#[derive(Clone)]
pub(crate) struct FileContext {
    pub(crate) source: Arc<dyn ByteSource>,
    pub(crate) metadata: Arc<ParquetMetaData>,
    pub(crate) limits: PageLimits,
    pub(crate) checksums: Checksums,
    pub(crate) budget: Arc<Budget>,
    /// What the virtual column of file paths says.
    pub(crate) file_path: Arc<str>,
}

impl FileContext {
    /// Whether it is worth to know which pages are needed before they are read.
    pub(crate) fn plans_pages(&self) -> bool {
        self.metadata.offset_index().is_some() && self.source.read_ahead() < usize::MAX
    }
}

/// The projected columns, each at the same row.
pub(crate) struct Columns {
    context: FileContext,
    columns: Vec<Column>,
    virtual_columns: VirtualColumns,
    schema: SchemaRef,
}

impl Columns {
    /// Opens the columns of a projection.
    pub(crate) fn open(projected: &Projected, context: &FileContext) -> Result<Self> {
        let open_leaf = |plan: &_, levels, detail| {
            let FileContext {
                limits,
                checksums,
                budget,
                ..
            } = context.clone();
            leaf::open(
                plan,
                LeafSpec {
                    levels,
                    detail,
                    limits,
                    checksums,
                    budget,
                },
            )
        };
        let Projected {
            nodes,
            virtual_columns,
            schema,
        } = projected;
        let columns = nodes
            .iter()
            .map(|node| Column::open(node, &open_leaf))
            .collect::<Result<_>>()?;
        let virtual_columns = VirtualColumns::new(virtual_columns.clone());
        Ok(Self {
            context: context.clone(),
            columns,
            virtual_columns,
            schema: SchemaRef::clone(schema),
        })
    }

    /// The schema of the batches.
    pub(crate) fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// What the columns share.
    pub(crate) fn context(&self) -> &FileContext {
        &self.context
    }

    /// The columns on their own, without the virtual ones.
    pub(crate) fn into_columns(self) -> Vec<Column> {
        self.columns
    }

    /// Reads the rows of `steps` into a batch, column by column.
    pub(crate) fn read_batch(&mut self, steps: BatchSteps) -> Result<RecordBatch> {
        let context = &self.context;
        let mut arrays = Vec::with_capacity(self.schema.fields().len());
        for (column, field) in self.columns.iter_mut().zip(self.schema.fields()) {
            arrays.push(read_column(context, column, field.name(), &steps)?);
        }
        arrays.extend(self.virtual_columns.walk(&steps.steps, context));
        let options = RecordBatchOptions::new().with_row_count(Some(steps.num_rows));
        let schema = SchemaRef::clone(&self.schema);
        Ok(RecordBatch::try_new_with_options(schema, arrays, &options)?)
    }
}

/// Reads the rows of `steps` into an array of the column, which is called `name`.
pub(crate) fn read_column(
    context: &FileContext,
    column: &mut Column,
    name: &str,
    steps: &BatchSteps,
) -> Result<ArrayRef> {
    column.for_each_leaf::<ParquetError>(&mut |leaf_idx, leaf| {
        leaf.reserve(steps.num_rows);
        Ok(walk_leaf(context, leaf_idx, leaf, &steps.steps)?)
    })?;
    column.finish().map_err(|error| named(error, name))
}

/// `error`, which came up when the pages of `column` had been read.
fn named(error: ParquetError, column: &str) -> ParquetError {
    match error {
        ParquetError::Column(error) => ParquetError::Column(error.at(&Place {
            column: Some(column.into()),
            ..Place::default()
        })),
        other => other,
    }
}

fn walk_leaf(
    context: &FileContext,
    leaf_idx: usize,
    leaf: &mut dyn LeafArray,
    steps: &[Step],
) -> Result<(), ColumnError> {
    let metadata = &context.metadata;
    let mut row_group = None;
    for step in steps {
        let result = match step {
            Step::Open(opening) => {
                row_group = Some(opening.row_group);
                ChunkSpec::of(
                    metadata,
                    context.source.size(),
                    opening.row_group,
                    leaf_idx,
                    opening.needed.as_deref(),
                )
                .map(|mut spec| {
                    spec.num_wanted = opening.num_wanted;
                    leaf.open_chunk(Arc::clone(&context.source), &spec);
                })
            }
            Step::Skip(num_rows) => leaf
                .skip(*num_rows)
                .and_then(|found| check_rows(*num_rows, found)),
            Step::Read(num_rows) => leaf
                .read(*num_rows)
                .and_then(|found| check_rows(*num_rows, found)),
            Step::Select(bits) => leaf
                .read_selected(Selected::new(bits.values(), bits.offset(), bits.len()))
                .and_then(|found| check_rows(bits.len(), found)),
            Step::Close => leaf.check_end(),
        };
        result.map_err(|error| {
            error.at(&Place {
                row_group,
                ..Place::of_leaf(metadata, leaf_idx)
            })
        })?;
    }
    Ok(())
}

fn check_rows(expected: usize, found: usize) -> Result<(), ColumnError> {
    if expected == found {
        return Ok(());
    }
    let (expected, found) = (expected as u64, found as u64);
    Err(ColumnErrorKind::Count {
        what: "more rows in the column chunk",
        expected,
        found,
    }
    .into())
}
