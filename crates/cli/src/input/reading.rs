//! What of a file is read: columns, row groups, rows; and its batches.

use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, Field, SchemaRef};
use herringbone::arrow::ProjectionMask;
use herringbone::arrow::arrow_reader::{
    ArrowReaderMetadata, PageLimits, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
    RowSelection,
};

use super::{Columns, IndexList, Input, LimitOption, RowRange};
use crate::failure::Failure;

/// The most values of a batch unless the user says otherwise, over all its columns.
const BATCH_VALUES: usize = 4 << 20;

/// Options of all commands that read rows.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct ReadOptions {
    /// Read these columns only, in this order; a.b is a field of a struct, also inside lists and maps
    #[arg(long, short, value_name = "A,B.C")]
    pub(crate) columns: Vec<String>,
    /// Read these row groups only
    #[arg(long, value_name = "0,2..4")]
    pub(crate) row_groups: Option<IndexList>,
    /// Rows that are read at a time
    #[arg(long, value_name = "ROWS", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) batch_size: Option<u32>,
    /// Decode on this many threads; 0 is as many as there are cores
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    #[command(flatten)]
    limit: LimitOption,
}

/// Which rows are read, counted over the row groups that are read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    pub(crate) offset: usize,
    /// `None` is all.
    pub(crate) limit: Option<usize>,
    /// Applied before offset and limit.
    pub(crate) selection: Option<RowSelection>,
}

impl From<&RowRange> for Rows {
    fn from(range: &RowRange) -> Self {
        let rows = |rows: u64| usize::try_from(rows).unwrap_or(usize::MAX);
        Self {
            offset: rows(range.start),
            limit: range.end.map(|end| rows(end - range.start)),
            selection: None,
        }
    }
}

/// A file, and what of it is read.
pub(crate) struct Reading {
    pub(crate) input: Input,
    columns: Option<Columns>,
    row_groups: Option<Vec<usize>>,
    rows: Rows,
    metadata: ArrowReaderMetadata,
    pub(crate) batch_size: usize,
    threads: usize,
    limits: PageLimits,
    schema: SchemaRef,
}

impl Reading {
    /// Settles what is read of `input`.
    pub(crate) fn new(input: Input, options: &ReadOptions) -> Result<Self, Failure> {
        let tree = input.metadata.file_metadata().schema_tree();
        let columns = match options.columns.as_slice() {
            [] => None,
            lists => Some(
                Columns::find(tree, lists).map_err(|message| Failure::usage_of(&input, message))?,
            ),
        };
        let num_row_groups = input.metadata.num_row_groups();
        let row_groups = options
            .row_groups
            .as_ref()
            .map(|list| list.resolve(num_row_groups, "row group"));
        let row_groups = row_groups
            .transpose()
            .map_err(|message| Failure::usage_of(&input, message))?;
        let num_leaves = columns
            .as_ref()
            .map_or(tree.num_leaves(), |columns| columns.leaves.len());
        let batch_size = match options.batch_size {
            Some(rows) => rows as usize,
            None => (BATCH_VALUES / num_leaves.max(1)).clamp(1024, 65_536),
        };
        let metadata = input.arrow()?;
        let schema = Arc::clone(metadata.schema());
        let limits = options.limit.limits();
        let mut reading = Self {
            input,
            columns,
            row_groups,
            rows: Rows::default(),
            metadata,
            batch_size,
            threads: options.threads,
            limits,
            schema,
        };
        reading.schema = reading.batches()?.schema()?;
        Ok(reading)
    }

    /// Reads these rows only. Their pages are found by the offset index, where there is one.
    pub(crate) fn with_rows(mut self, rows: Rows) -> Result<Self, Failure> {
        if rows.offset > 0 || rows.limit.is_some() || rows.selection.is_some() {
            self.metadata = self.input.with_offset_index().arrow()?;
        }
        if let Some(limit) = rows.limit {
            self.batch_size = self.batch_size.min(limit.max(1));
        }
        self.rows = rows;
        Ok(self)
    }

    /// The schema of the batches.
    pub(crate) fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// The same rows, but only of the top-level columns that `is_kept` keeps.
    pub(crate) fn only(&self, is_kept: impl Fn(&Field) -> bool) -> Result<Self, Failure> {
        let tree = self.input.metadata.file_metadata().schema_tree();
        let all = || Columns::all(tree);
        let columns = self.columns.clone().unwrap_or_else(all);
        let kept: Vec<bool> = self
            .schema
            .fields()
            .iter()
            .map(|field| is_kept(field))
            .collect();
        let mut reading = Self {
            input: self.input.clone(),
            columns: Some(columns.only(tree, &kept)),
            row_groups: self.row_groups.clone(),
            rows: self.rows.clone(),
            metadata: self.metadata.clone(),
            batch_size: self.batch_size,
            threads: self.threads,
            limits: self.limits,
            schema: Arc::clone(&self.schema),
        };
        reading.schema = reading.batches()?.schema()?;
        Ok(reading)
    }

    /// Rows of the row groups that are read, before any are selected.
    pub(crate) fn num_group_rows(&self) -> usize {
        let rows = |idx: usize| {
            self.input
                .metadata
                .row_group(idx)
                .num_rows()
                .max(0)
                .unsigned_abs()
        };
        let total: u64 = match &self.row_groups {
            Some(groups) => groups.iter().map(|&idx| rows(idx)).sum(),
            None => self.input.num_rows(),
        };
        usize::try_from(total).unwrap_or(usize::MAX)
    }

    /// How many rows are read.
    pub(crate) fn num_rows(&self) -> usize {
        let selected = self
            .rows
            .selection
            .as_ref()
            .map_or(self.num_group_rows(), RowSelection::row_count);
        let left = selected.saturating_sub(self.rows.offset);
        self.rows.limit.unwrap_or(left).min(left)
    }

    /// Opens the columns; can be called any number of times.
    pub(crate) fn batches(&self) -> Result<Batches, Failure> {
        let source = Arc::clone(&self.input.source);
        let mut builder =
            ParquetRecordBatchReaderBuilder::new_with_metadata(source, self.metadata.clone())
                .with_batch_size(self.batch_size)
                .with_threads(self.threads)
                .with_page_limits(self.limits);
        if let Some(columns) = &self.columns {
            let mask =
                ProjectionMask::leaves(builder.parquet_schema(), columns.leaves.iter().copied());
            builder = builder.with_projection(mask);
        }
        if let Some(groups) = &self.row_groups {
            builder = builder.with_row_groups(groups.clone());
        }
        if let Some(selection) = &self.rows.selection {
            builder = builder.with_row_selection(selection.clone());
        }
        if self.rows.offset > 0 {
            builder = builder.with_offset(self.rows.offset);
        }
        if let Some(limit) = self.rows.limit {
            builder = builder.with_limit(limit);
        }
        let reader = builder
            .build()
            .map_err(|error| Failure::file(&self.input.name, error))?;
        let order = self.columns.as_ref().map(|columns| columns.order.clone());
        Ok(Batches {
            file: self.input.name.clone(),
            reader,
            order,
        })
    }
}

/// The batches of a [`Reading`], columns in the order asked for.
pub(crate) struct Batches {
    file: String,
    reader: ParquetRecordBatchReader,
    order: Option<Vec<usize>>,
}

impl Batches {
    fn schema(&self) -> Result<SchemaRef, Failure> {
        let schema = arrow_array::RecordBatchReader::schema(&self.reader);
        match &self.order {
            None => Ok(schema),
            Some(order) => Ok(Arc::new(
                schema
                    .project(order)
                    .map_err(|error| self.failure(&error))?,
            )),
        }
    }

    fn failure(&self, error: &ArrowError) -> Failure {
        Failure::arrow(&self.file, error)
    }
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        let batch = self.reader.next()?.and_then(|batch| match &self.order {
            None => Ok(batch),
            Some(order) => batch.project(order),
        });
        Some(batch.map_err(|error| self.failure(&error)))
    }
}
