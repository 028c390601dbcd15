//! The iterator of record batches.

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};

use super::builder::ParquetRecordBatchReaderBuilder;
use super::columns::Columns;
use super::filter::PredicateReader;
use super::groups::RowGroups;
use super::open_group::OpenGroup;
use super::source::ChunkReader;
use super::steps::BatchSteps;
use crate::error::Result;
use crate::parallel::ParallelScan;

/// Reads record batches from a Parquet file, blocking.
///
/// Each batch but the last has as many rows as the batch size says, whatever the row groups and
/// pages of the file. After an error there are no more batches; those before it stay valid.
pub struct ParquetRecordBatchReader {
    engine: Engine,
    is_done: bool,
}

/// Who reads the batches.
enum Engine {
    /// The thread that asks for them.
    Serial(SerialScan),
    /// Several threads.
    Parallel(Box<ParallelScan>),
}

/// Reads batches in order, each when it is asked for.
struct SerialScan {
    batch_size: usize,
    groups: RowGroups,
    open: Option<OpenGroup>,
    predicates: Vec<PredicateReader>,
    columns: Columns,
}

impl std::fmt::Debug for ParquetRecordBatchReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ParquetRecordBatchReader")
            .field("schema", self.schema_ref())
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

    pub(crate) fn serial(
        batch_size: usize,
        groups: RowGroups,
        predicates: Vec<PredicateReader>,
        columns: Columns,
    ) -> Self {
        let engine = Engine::Serial(SerialScan {
            batch_size,
            groups,
            open: None,
            predicates,
            columns,
        });
        Self {
            engine,
            is_done: batch_size == 0,
        }
    }

    pub(crate) fn parallel(scan: ParallelScan) -> Self {
        Self {
            engine: Engine::Parallel(scan.into()),
            is_done: false,
        }
    }

    fn schema_ref(&self) -> &SchemaRef {
        match &self.engine {
            Engine::Serial(scan) => scan.columns.schema(),
            Engine::Parallel(scan) => scan.schema(),
        }
    }

    /// The next batch; `None` at the end.
    pub(crate) fn next_batch(&mut self) -> Result<Option<RecordBatch>> {
        if self.is_done {
            return Ok(None);
        }
        let result = match &mut self.engine {
            Engine::Serial(scan) => scan.next_batch(),
            Engine::Parallel(scan) => scan.next_batch(),
        };
        self.is_done = !matches!(result, Ok(Some(_)));
        result
    }
}

impl SerialScan {
    fn next_batch(&mut self) -> Result<Option<RecordBatch>> {
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
                return Ok(Some(OpenGroup::new(
                    &rows,
                    self.columns.context().plans_pages(),
                )));
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
        SchemaRef::clone(self.schema_ref())
    }
}
