//! What to read of a file, and how.

use std::sync::Arc;

use arrow_schema::SchemaRef;
use herringbone_column::{Budget, Checksums, PageLimits};
use herringbone_format::bloom_filter::Sbbf;
use herringbone_format::metadata::ParquetMetaData;
use herringbone_format::schema::types::SchemaDescriptor;

use super::batches::ParquetRecordBatchReader;
use super::bloom::read_bloom_filter;
use super::chunk::check_encryption;
use super::columns::{Columns, FileContext};
use super::filter::PredicateReader;
use super::groups::RowGroups;
use super::options::{ArrowReaderMetadata, ArrowReaderOptions};
use super::plan::Projected;
use super::source::{ChunkReader, ChunkSource};
use crate::error::{ParquetError, Result};
use crate::filter::RowFilter;
use crate::parallel::{ParallelScan, ScanSettings};
use crate::projection::ProjectionMask;
use crate::selection::{RowSelection, RowSelectionPolicy};

/// Rows of a batch unless the builder says otherwise.
const DEFAULT_BATCH_SIZE: usize = 1024;

/// Bytes that several threads decode ahead unless the builder says otherwise.
const DEFAULT_LOOK_AHEAD: usize = 64 << 20;

/// Bytes of pages below which a read stays on one thread: about a tenth of a millisecond's work.
const MIN_PARALLEL_SIZE: u64 = 256 << 10;

/// Builds readers of record batches from an input of type `T`.
///
/// [`ParquetRecordBatchReaderBuilder`] is the one for blocking sources.
#[derive(Debug)]
pub struct ArrowReaderBuilder<T> {
    pub(crate) input: T,
    pub(crate) metadata: ArrowReaderMetadata,
    pub(crate) batch_size: usize,
    pub(crate) row_groups: Option<Vec<usize>>,
    pub(crate) projection: ProjectionMask,
    pub(crate) filter: Option<RowFilter>,
    pub(crate) selection: Option<RowSelection>,
    pub(crate) selection_policy: RowSelectionPolicy,
    pub(crate) limit: Option<usize>,
    pub(crate) offset: Option<usize>,
    pub(crate) limits: PageLimits,
    pub(crate) checksums: Checksums,
    pub(crate) budget: Option<Arc<Budget>>,
    pub(crate) file_path: Arc<str>,
    pub(crate) threads: usize,
    pub(crate) look_ahead: usize,
}

/// Builds blocking readers.
pub type ParquetRecordBatchReaderBuilder<T> = ArrowReaderBuilder<SyncReader<T>>;

/// A blocking source, as the builder holds it.
#[derive(Debug)]
pub struct SyncReader<T>(T);

impl<T> ArrowReaderBuilder<T> {
    pub(crate) fn new_builder(input: T, metadata: ArrowReaderMetadata) -> Self {
        Self {
            input,
            metadata,
            batch_size: DEFAULT_BATCH_SIZE,
            row_groups: None,
            projection: ProjectionMask::all(),
            filter: None,
            selection: None,
            selection_policy: RowSelectionPolicy::default(),
            limit: None,
            offset: None,
            limits: PageLimits::default(),
            checksums: Checksums::default(),
            budget: None,
            file_path: Arc::from(""),
            threads: 1,
            look_ahead: DEFAULT_LOOK_AHEAD,
        }
    }

    /// The same with another input, and the input that it had.
    #[cfg(feature = "async")]
    pub(crate) fn replace_input<U>(self, input: U) -> (T, ArrowReaderBuilder<U>) {
        let builder = ArrowReaderBuilder {
            input,
            metadata: self.metadata,
            batch_size: self.batch_size,
            row_groups: self.row_groups,
            projection: self.projection,
            filter: self.filter,
            selection: self.selection,
            selection_policy: self.selection_policy,
            limit: self.limit,
            offset: self.offset,
            limits: self.limits,
            checksums: self.checksums,
            budget: self.budget,
            file_path: self.file_path,
            threads: self.threads,
            look_ahead: self.look_ahead,
        };
        (self.input, builder)
    }

    /// The file's metadata.
    pub fn metadata(&self) -> &Arc<ParquetMetaData> {
        self.metadata.metadata()
    }

    /// The file's schema, as Parquet has it.
    pub fn parquet_schema(&self) -> &SchemaDescriptor {
        self.metadata.parquet_schema()
    }

    /// The Arrow schema of all columns of the file, projected or not.
    pub fn schema(&self) -> &SchemaRef {
        self.metadata.schema()
    }

    /// Sets the number of rows in a batch; 1024 by default.
    #[must_use]
    pub fn with_batch_size(self, batch_size: usize) -> Self {
        Self { batch_size, ..self }
    }

    /// Reads these row groups only, in this order.
    #[must_use]
    pub fn with_row_groups(self, row_groups: Vec<usize>) -> Self {
        Self {
            row_groups: Some(row_groups),
            ..self
        }
    }

    /// Reads these columns only.
    #[must_use]
    pub fn with_projection(self, mask: ProjectionMask) -> Self {
        Self {
            projection: mask,
            ..self
        }
    }

    /// Reads these rows only: a selection over the rows of all row groups that are read.
    ///
    /// Pages without a selected row are not even fetched if the offset index was read.
    #[must_use]
    pub fn with_row_selection(self, selection: RowSelection) -> Self {
        Self {
            selection: Some(selection),
            ..self
        }
    }

    /// How the row selection is applied; the rows are the same, the time is not.
    ///
    /// By default short runs are picked by a mask. What filters keep is always a mask, and where less
    /// than one row in a thousand is selected, a mask is walked run by run.
    #[must_use]
    pub fn with_row_selection_policy(self, policy: RowSelectionPolicy) -> Self {
        Self {
            selection_policy: policy,
            ..self
        }
    }

    /// Reads only rows that every predicate of `filter` keeps.
    ///
    /// Predicates run in order, row group by row group, each on the rows that the ones before it
    /// kept.
    #[must_use]
    pub fn with_row_filter(self, filter: RowFilter) -> Self {
        Self {
            filter: Some(filter),
            ..self
        }
    }

    /// Reads at most `limit` rows, counted after selection and filter.
    #[must_use]
    pub fn with_limit(self, limit: usize) -> Self {
        Self {
            limit: Some(limit),
            ..self
        }
    }

    /// Passes over the first `offset` rows, counted after selection and filter.
    #[must_use]
    pub fn with_offset(self, offset: usize) -> Self {
        Self {
            offset: Some(offset),
            ..self
        }
    }

    /// Accepted for compatibility; no predicate results are cached.
    #[must_use]
    pub fn with_max_predicate_cache_size(self, _size: usize) -> Self {
        self
    }

    /// Sets caps on what a page may ask for.
    #[must_use]
    pub fn with_page_limits(self, limits: PageLimits) -> Self {
        Self { limits, ..self }
    }

    /// Whether page checksums are compared; they are ignored by default.
    #[must_use]
    pub fn with_checksums(self, checksums: Checksums) -> Self {
        Self { checksums, ..self }
    }

    /// Accounts for page buffers in `budget`, which may be shared with other readers.
    #[must_use]
    pub fn with_budget(self, budget: Arc<Budget>) -> Self {
        Self {
            budget: Some(budget),
            ..self
        }
    }

    /// Sets what the virtual column [`FilePath`](crate::FilePath) says; empty by default.
    #[must_use]
    pub fn with_file_path(self, file_path: impl Into<Arc<str>>) -> Self {
        Self {
            file_path: file_path.into(),
            ..self
        }
    }

    /// Decodes on up to `threads` threads, that of the caller included: columns and row groups are
    /// tasks on the current [`rayon`] pool, batches come in order. 1 by default; 0 stands for as
    /// many as the pool has.
    ///
    /// A read too small to gain from it stays on one thread. Push decoders and streams leave
    /// threads to their callers.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Bounds what several threads decode ahead of the caller, in bytes of decoded arrays; 64 MiB
    /// by default. The batches of one window, about 32 Ki rows, are always decoded.
    #[must_use]
    pub fn with_look_ahead(self, look_ahead: usize) -> Self {
        Self { look_ahead, ..self }
    }

    /// The row groups to read, with their numbers of rows.
    pub(crate) fn row_group_queue(&mut self) -> Result<RowGroups> {
        let selection = self.selection.take();
        let metadata = self.metadata();
        let num_row_groups = metadata.num_row_groups();
        let indices = self
            .row_groups
            .clone()
            .unwrap_or_else(|| (0..num_row_groups).collect());
        let groups = indices.into_iter().map(|index| {
            if index >= num_row_groups {
                return Err(ParquetError::General(format!(
                    "row group {index} is out of range: the file has {num_row_groups}"
                )));
            }
            let num_rows = metadata.row_group(index).num_rows();
            let num_rows = usize::try_from(num_rows).map_err(|_| {
                ParquetError::General(format!("row group {index} counts {num_rows} rows"))
            })?;
            Ok((index, num_rows))
        });
        Ok(RowGroups {
            groups: groups.collect::<Result<_>>()?,
            selection: selection.map(|selection| self.selection_policy.apply(selection)),
            offset: self.offset.unwrap_or(0),
            limit: self.limit,
        })
    }
}

impl<T: ChunkReader + 'static> ParquetRecordBatchReaderBuilder<T> {
    /// Opens a file with the default options.
    ///
    /// # Errors
    ///
    /// A file that is not Parquet, malformed metadata, a failing source.
    pub fn try_new(reader: T) -> Result<Self> {
        Self::try_new_with_options(reader, ArrowReaderOptions::default())
    }

    /// Opens a file.
    ///
    /// # Errors
    ///
    /// As [`ParquetRecordBatchReaderBuilder::try_new`], and a schema or index that the options ask
    /// for and the file does not have.
    pub fn try_new_with_options(reader: T, options: ArrowReaderOptions) -> Result<Self> {
        let metadata = ArrowReaderMetadata::load(&reader, options)?;
        Ok(Self::new_with_metadata(reader, metadata))
    }

    /// Uses metadata loaded before, so that it is parsed once for many readers.
    pub fn new_with_metadata(input: T, metadata: ArrowReaderMetadata) -> Self {
        Self::new_builder(SyncReader(input), metadata)
    }

    /// The bloom filter of a column chunk; `None` where it has none.
    ///
    /// # Errors
    ///
    /// A malformed filter, a failing source.
    ///
    /// # Panics
    ///
    /// If there is no such row group or column.
    pub fn get_row_group_column_bloom_filter(
        &self,
        row_group_idx: usize,
        column_idx: usize,
    ) -> Result<Option<Sbbf>> {
        let chunk = self.metadata().row_group(row_group_idx).column(column_idx);
        read_bloom_filter(&self.input.0, chunk)
    }

    /// Builds the reader.
    ///
    /// # Errors
    ///
    /// A row group that is not there, or a column that cannot be read into its type.
    pub fn build(mut self) -> Result<ParquetRecordBatchReader> {
        let groups = self.row_group_queue()?;
        let context = FileContext {
            source: Arc::new(ChunkSource::new(self.input.0)),
            metadata: Arc::clone(self.metadata.metadata()),
            limits: self.limits,
            checksums: self.checksums,
            budget: self.budget.unwrap_or_else(Budget::unbounded),
            file_path: self.file_path,
        };
        let plan = self.metadata.plan();
        let predicates = self
            .filter
            .map(RowFilter::into_predicates)
            .unwrap_or_default();
        let predicates = predicates.into_iter().map(|predicate| {
            let projected = plan.project_stored(predicate.projection())?;
            PredicateReader::new(predicate, &projected, &context)
        });
        let predicates = predicates.collect::<Result<_>>()?;
        let projected = plan.project(&self.projection)?;
        if let Some(&(row_group, _)) = groups.groups.front() {
            check_encryption(&projected, &context.metadata, row_group)?;
        }
        let num_threads = match self.threads {
            0 => rayon::current_num_threads(),
            threads => threads,
        };
        let is_worth_it = || stored_size(&projected, &context, &groups) >= MIN_PARALLEL_SIZE;
        if num_threads > 1 && self.batch_size > 0 && is_worth_it() {
            let settings = ScanSettings {
                batch_size: self.batch_size,
                num_threads,
                look_ahead: self.look_ahead,
            };
            let scan = ParallelScan::new(settings, projected, context, groups, predicates);
            return Ok(ParquetRecordBatchReader::parallel(scan));
        }
        let columns = Columns::open(&projected, &context)?;
        Ok(ParquetRecordBatchReader::serial(
            self.batch_size,
            groups,
            predicates,
            columns,
        ))
    }
}

/// Bytes of pages of the projected columns, decompressed, in the row groups that are read.
fn stored_size(projected: &Projected, context: &FileContext, groups: &RowGroups) -> u64 {
    let mut size = 0u64;
    for &(row_group, _) in &groups.groups {
        let group = context.metadata.row_group(row_group);
        for node in &projected.nodes {
            node.for_each_leaf(&mut |leaf| {
                let stored = group.column(leaf.leaf_idx).uncompressed_size();
                size = size.saturating_add(stored.max(0).unsigned_abs());
            });
        }
        // Enough is known: metadata of further chunks need not be decoded now.
        if size >= MIN_PARALLEL_SIZE {
            break;
        }
    }
    size
}
