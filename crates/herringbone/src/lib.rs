//! Reads Parquet straight into Arrow, with the names of the `parquet` crate.
//!
//! A program that reads with `parquet::arrow::arrow_reader` changes one import:
//!
//! ```no_run
//! use herringbone::arrow::arrow_reader::ParquetRecordBatchReaderBuilder; // was: use parquet::arrow::…
//!
//! let file = std::fs::File::open("testdata/trips.parquet")?;
//! let reader = ParquetRecordBatchReaderBuilder::try_new(file)?.with_batch_size(8192).build()?;
//! for batch in reader {
//!     println!("{} rows", batch?.num_rows());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Modules, names, argument order and defaults are those of `parquet` 59 and 60, as far as they
//! read; what Herringbone adds comes as further methods. `docs/support.md` lists what can be read.
//!
//! There is no decoding here: this crate gives names to `herringbone-arrow-bridge`,
//! `herringbone-column` and `herringbone-format`.
#![forbid(unsafe_code)]

pub use herringbone_arrow_bridge::DecodeResult;
pub use herringbone_format::{basic, bloom_filter, data_type};

/// Arrow record batches, schemas and projections.
pub mod arrow {
    pub use herringbone_arrow_bridge::{
        ARROW_SCHEMA_META_KEY, FieldLevels, PARQUET_FIELD_ID_META_KEY, ProjectionMask,
        parquet_column, parquet_to_arrow_field_levels, parquet_to_arrow_field_levels_with_virtual,
        parquet_to_arrow_schema, parquet_to_arrow_schema_by_columns,
    };

    /// The blocking reader of record batches.
    pub mod arrow_reader {
        pub use herringbone_arrow_bridge::{
            ArrowPredicate, ArrowPredicateFn, ArrowReaderBuilder, ArrowReaderMetadata,
            ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
            RowFilter, RowSelection, RowSelectionPolicy, RowSelector, SyncReader,
        };
        pub use herringbone_column::{Budget, Checksums, PageLimits};

        /// Statistics of row groups and pages as Arrow arrays.
        pub mod statistics {
            pub use herringbone_arrow_bridge::StatisticsConverter;
        }
    }

    /// Decoding without reading: the caller fetches the bytes that a decoder says it needs.
    pub mod push_decoder {
        pub use herringbone_arrow_bridge::{
            ParquetPushDecoder, ParquetPushDecoderBuilder, PushDecoderInput,
        };
    }

    #[cfg(feature = "async")]
    pub use herringbone_arrow_bridge::ParquetRecordBatchStreamBuilder;

    /// Streams of record batches from sources that answer later.
    #[cfg(feature = "async")]
    pub mod async_reader {
        pub use herringbone_arrow_bridge::{
            AsyncFileReader, AsyncReader, MetadataFetch, MetadataSuffixFetch,
            ParquetRecordBatchStream, ParquetRecordBatchStreamBuilder,
        };
    }

    /// Columns that are not in the file.
    pub mod virtual_type {
        pub use herringbone_arrow_bridge::{FilePath, RowGroupIndex, RowNumber, is_virtual_column};
    }
}

/// Errors.
pub mod errors {
    pub use herringbone_arrow_bridge::{ParquetError, Result};
}

/// Files: where their bytes come from, and their metadata.
pub mod file {
    pub use herringbone_format::statistics;

    /// The metadata of a file, decoded on touch.
    pub mod metadata {
        pub use herringbone_arrow_bridge::{
            PageIndexPolicy, ParquetMetaDataPushDecoder, ParquetMetaDataReader,
        };
        pub use herringbone_format::metadata::*;
    }

    /// The indexes of pages.
    pub mod page_index {
        pub use herringbone_format::page_index::*;
    }

    /// Sources of bytes.
    pub mod reader {
        pub use herringbone_arrow_bridge::{ChunkReader, FileReader, Length, SerializedFileReader};
    }

    /// Files opened for their metadata alone.
    pub mod serialized_reader {
        pub use herringbone_arrow_bridge::SerializedFileReader;
    }
}

/// The Parquet schema.
pub mod schema {
    pub use herringbone_format::schema::{parser, printer, types};
}
