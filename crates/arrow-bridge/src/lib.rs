//! Levels and values to Arrow record batches.
//!
//! - `schema/`: Parquet schema to Arrow schema, and the tree that readers are built from
//! - `projection.rs`, `selection/`, `filter/`: which columns and rows are read
//! - `leaf/`: one leaf column into one Arrow array
//! - `nested/`: lists, maps and structs assembled from levels
//! - `statistics/`: bounds and counts of row groups and pages as Arrow arrays
//! - `reader/`: options, builder, and the iterator of batches
#![deny(unsafe_code)]

mod error;
mod filter;
mod leaf;
mod nested;
mod projection;
mod reader;
mod schema;
mod selection;
mod statistics;

pub use error::{ParquetError, Result};
pub use filter::{ArrowPredicate, ArrowPredicateFn, RowFilter};
pub use projection::ProjectionMask;
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
