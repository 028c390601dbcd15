//! Levels and values to Arrow record batches.
//!
//! - `schema/`: Parquet schema to Arrow schema, and the tree that readers are built from
//! - `projection.rs`, `selection/`, `filter/`: which columns and rows are read
//! - `leaf/`: one leaf column into one Arrow array
//! - `nested/`: lists, maps and structs assembled from levels
//! - `statistics/`: bounds and counts of row groups and pages as Arrow arrays
//! - `reader/`: options, builder, and the iterator of batches
//! - `parallel/`: the same on several threads
//! - `push_decoder/`: the same driven by a caller who fetches the bytes
//! - `async_reader/`: the same as a stream (feature `async`)
#![deny(unsafe_code)]

#[cfg(feature = "async")]
mod async_reader;
mod error;
mod filter;
mod leaf;
mod nested;
mod parallel;
mod projection;
mod push_decoder;
mod reader;
mod schema;
mod selection;
mod statistics;

#[cfg(feature = "async")]
pub use async_reader::{
    AsyncFileReader, AsyncReader, MetadataFetch, MetadataSuffixFetch, ParquetRecordBatchStream,
    ParquetRecordBatchStreamBuilder,
};
pub use error::{ParquetError, Result};
pub use filter::{ArrowPredicate, ArrowPredicateFn, RowFilter};
pub use projection::ProjectionMask;
pub use push_decoder::{
    DecodeResult, ParquetMetaDataPushDecoder, ParquetPushDecoder, ParquetPushDecoderBuilder,
    PushDecoderInput,
};
pub use reader::{
    ArrowReaderBuilder, ArrowReaderMetadata, ArrowReaderOptions, ChunkReader, FileReader, Length,
    PageIndexPolicy, ParquetMetaDataReader, ParquetRecordBatchReader,
    ParquetRecordBatchReaderBuilder, SerializedFileReader, SyncReader,
};
pub use schema::{
    ARROW_SCHEMA_META_KEY, FieldLevels, FilePath, PARQUET_FIELD_ID_META_KEY, RowGroupIndex,
    RowNumber, is_virtual_column, parquet_to_arrow_field_levels,
    parquet_to_arrow_field_levels_with_virtual, parquet_to_arrow_schema,
    parquet_to_arrow_schema_by_columns,
};
pub use selection::{MaskRunIter, RowSelection, RowSelectionPolicy, RowSelector};
pub use statistics::{StatisticsConverter, parquet_column};
