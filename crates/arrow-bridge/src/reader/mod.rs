//! Reading record batches: from a file and options to an iterator.
//!
//! - `source.rs`: [`ChunkReader`], where a blocking reader's bytes come from
//! - `metadata.rs`: [`ParquetMetaDataReader`], the footer and the page indexes
//! - `footer.rs`: the same from bytes alone
//! - `file_reader.rs`: [`SerializedFileReader`], a file opened for its metadata alone
//! - `bloom.rs`: bloom filters
//! - `options.rs`: [`ArrowReaderOptions`] and what is loaded by them, [`ArrowReaderMetadata`]
//! - `plan.rs`: the Arrow schema, made as far as it is asked for
//! - `builder.rs`: [`ArrowReaderBuilder`], what to read
//! - `groups.rs`: the row groups of a read and their selected rows
//! - `open_group.rs`: which rows of a row group the next batch takes
//! - `steps.rs`: what every column does for a batch
//! - `chunk.rs`: where the bytes of a column chunk lie
//! - `columns.rs`: projected columns, read step by step
//! - `virtual_columns.rs`: columns that are not in the file
//! - `filter.rs`: predicates evaluated row group by row group
//! - `batches.rs`: [`ParquetRecordBatchReader`], the iterator

mod batches;
mod bloom;
mod builder;
mod chunk;
mod columns;
mod file_reader;
mod filter;
mod footer;
mod groups;
mod metadata;
mod open_group;
mod options;
mod plan;
mod source;
mod steps;
mod virtual_columns;

#[cfg(feature = "async")]
pub(crate) use bloom::BloomFilterPlan;
pub(crate) use chunk::{check_encryption, group_ranges};
pub(crate) use columns::{Columns, FileContext, read_column};
pub(crate) use filter::{PredicateReader, refine};
pub(crate) use footer::{MIN_FILE_SIZE, PageIndexPlan, Suffix, parse_suffix};
pub(crate) use groups::{GroupRows, RowGroups};
pub(crate) use open_group::OpenGroup;
pub(crate) use plan::Projected;
pub(crate) use steps::BatchSteps;
pub(crate) use virtual_columns::VirtualColumns;

pub use batches::ParquetRecordBatchReader;
pub use builder::{ArrowReaderBuilder, ParquetRecordBatchReaderBuilder, SyncReader};
pub use file_reader::{FileReader, SerializedFileReader};
pub use metadata::{PageIndexPolicy, ParquetMetaDataReader};
pub use options::{ArrowReaderMetadata, ArrowReaderOptions};
pub use source::{ChunkReader, Length};
