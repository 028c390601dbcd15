//! Reading record batches: from a file and options to an iterator.
//!
//! - `source.rs`: [`ChunkReader`], where a blocking reader's bytes come from
//! - `metadata.rs`: [`ParquetMetaDataReader`], the footer and the page indexes
//! - `file_reader.rs`: [`SerializedFileReader`], a file opened for its metadata alone
//! - `bloom.rs`: bloom filters
//! - `options.rs`: [`ArrowReaderOptions`] and what is loaded by them, [`ArrowReaderMetadata`]
//! - `plan.rs`: the Arrow schema, made as far as it is asked for
//! - `builder.rs`: [`ArrowReaderBuilder`], what to read
//! - `steps.rs`: which rows of which row groups the next batch takes
//! - `columns.rs`: projected columns, read step by step
//! - `virtual_columns.rs`: columns that are not in the file
//! - `filter.rs`: predicates evaluated row group by row group
//! - `batches.rs`: [`ParquetRecordBatchReader`], the iterator

mod batches;
mod bloom;
mod builder;
mod columns;
mod file_reader;
mod filter;
mod metadata;
mod options;
mod plan;
mod source;
mod steps;
mod virtual_columns;

pub use batches::ParquetRecordBatchReader;
pub use builder::{ArrowReaderBuilder, ParquetRecordBatchReaderBuilder, SyncReader};
pub use file_reader::{FileReader, SerializedFileReader};
pub use metadata::{PageIndexPolicy, ParquetMetaDataReader};
pub use options::{ArrowReaderMetadata, ArrowReaderOptions};
pub use source::{ChunkReader, Length};
