//! The iterator of record batches.

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};

use super::builder::ParquetRecordBatchReaderBuilder;
use super::columns::Columns;
use super::filter::PredicateReader;
use super::source::ChunkReader;
use super::steps::{BatchSteps, OpenGroup, RowGroups};
use crate::error::Result;

/// Reads record batches from a Parquet file, blocking.
///
/// Each batch but the last has as many rows as the batch size says, whatever the row groups and
/// pages of the file. After an error there are no more batches; those before it stay valid.
pub struct ParquetRecordBatchReader {
    batch_size: usize,
    groups: RowGroups,
    open: Option<OpenGroup>,
    predicates: Vec<PredicateReader>,
    columns: Columns,
    is_done: bool,
}

impl std::fmt::Debug for ParquetRecordBatchReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ParquetRecordBatchReader")
            .field("schema", self.columns.schema())
            .field("batch_size", &self.batch_size)
            .finish_non_exhaustive()
    }
}

impl ParquetRecordBatchReader {
    /// Reads all of a file in batches of `batch_size` rows.
    ///
    /// # Errors
    ///
    /// A file that is not Parquet, malformed metadata, a failing source.
    pub fn try_new<T: ChunkReader + 'static>(reader: T, batch_size: usize) -> Result<Self> {
        ParquetRecordBatchReaderBuilder::try_new(reader)?
            .with_batch_size(batch_size)
            .build()
    }

    pub(crate) fn new(
        batch_size: usize,
        groups: RowGroups,
        predicates: Vec<PredicateReader>,
        columns: Columns,
    ) -> Self {
        Self {
            batch_size,
            groups,
            open: None,
            predicates,
            columns,
            is_done: batch_size == 0,
        }
    }

    /// The next batch; `None` at the end.
    pub(crate) fn next_batch(&mut self) -> Result<Option<RecordBatch>> {
        if self.is_done {
            return Ok(None);
        }
        let result = self.read_batch();
        self.is_done = !matches!(result, Ok(Some(_)));
        result
    }

    fn read_batch(&mut self) -> Result<Option<RecordBatch>> {
        let mut steps = BatchSteps::default();
        while steps.num_rows < self.batch_size {
            let mut group = match self.open.take() {
                Some(group) => group,
                None => match self.next_group()? {
                    Some(group) => group,
                    None => break,
                },
            };
            if group.extend(&mut steps, self.batch_size) {
                self.open = Some(group);
            }
        }
        if steps.num_rows == 0 {
            return Ok(None);
        }
        self.columns.read_batch(steps).map(Some)
    }

    fn next_group(&mut self) -> Result<Option<OpenGroup>> {
        while let Some(mut rows) = self.groups.next() {
            for predicate in &mut self.predicates {
                rows = predicate.refine(rows, self.batch_size)?;
            }
            let rows = self.groups.cut(rows);
            if rows.num_selected() > 0 {
                return Ok(Some(OpenGroup::new(&rows)));
            }
        }
        Ok(None)
    }
}

impl Iterator for ParquetRecordBatchReader {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_batch().map_err(ArrowError::from).transpose()
    }
}

impl RecordBatchReader for ParquetRecordBatchReader {
    fn schema(&self) -> SchemaRef {
        SchemaRef::clone(self.columns.schema())
    }
}
