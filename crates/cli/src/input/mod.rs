//! Opening a file, and choosing what of it is read.
//!
//! - `source.rs`: [`Source`], a file on disk or standard input
//! - `columns.rs`: which columns, by names as users write them
//! - `ranges.rs`: which rows and row groups; `limit.rs`: how large a page may be
//! - `wide_keys.rs`: dictionary keys that are wide enough
//! - `chunk.rs`: one column chunk and its pages
//! - `reading.rs`: [`Reading`], all of that together, and its batches

mod chunk;
mod columns;
mod limit;
mod ranges;
mod reading;
mod source;
mod wide_keys;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use herringbone::arrow::arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions};
use herringbone::file::metadata::{PageIndexPolicy, ParquetMetaData, ParquetMetaDataReader};

pub(crate) use chunk::Chunk;
pub(crate) use columns::{Columns, leaves_of, not_found};
pub(crate) use limit::LimitOption;
pub(crate) use ranges::{IndexList, RowRange};
pub(crate) use reading::{ReadOptions, Reading, Rows};
pub(crate) use source::Source;
use wide_keys::with_wide_keys;

use crate::failure::Failure;

/// An open file and its footer.
#[derive(Clone)]
pub(crate) struct Input {
    /// The file as the user named it.
    pub(crate) name: String,
    pub(crate) source: Arc<Source>,
    pub(crate) metadata: Arc<ParquetMetaData>,
}

impl Input {
    /// Opens the file at `path`; `-` is standard input.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        let name = if path == Path::new("-") {
            "standard input".to_owned()
        } else {
            path.display().to_string()
        };
        let source = Source::open(path).map_err(|error| Failure::file(&name, error))?;
        let metadata = ParquetMetaDataReader::new().parse_and_finish(&source);
        let metadata = metadata.map_err(|error| Failure::file(&name, error))?;
        Ok(Self {
            name,
            source: Arc::new(source),
            metadata: Arc::new(metadata),
        })
    }

    /// Rows of all row groups. What the footer says of the whole file is not relied upon.
    pub(crate) fn num_rows(&self) -> u64 {
        self.metadata
            .row_groups()
            .iter()
            .map(|group| group.num_rows().max(0).unsigned_abs())
            .sum()
    }

    /// The file as Arrow sees it.
    pub(crate) fn arrow(&self) -> Result<ArrowReaderMetadata, Failure> {
        let read = |options| ArrowReaderMetadata::try_new(Arc::clone(&self.metadata), options);
        let mut metadata = read(ArrowReaderOptions::new());
        if let Ok(arrow) = &metadata
            && self.metadata.num_row_groups() > 1
            && let Some(schema) = with_wide_keys(arrow.schema())
        {
            metadata = read(ArrowReaderOptions::new().with_schema(schema));
        }
        metadata.map_err(|error| Failure::file(&self.name, error))
    }

    /// The same file with its offset index, if it has a sound one: it only saves reading the pages
    /// of rows that nobody asked for.
    pub(crate) fn with_offset_index(&self) -> Self {
        let reader =
            ParquetMetaDataReader::new().with_offset_index_policy(PageIndexPolicy::Optional);
        let metadata = reader.parse_and_finish(&self.source).map(Arc::new);
        Self {
            metadata: metadata.unwrap_or_else(|_| Arc::clone(&self.metadata)),
            ..self.clone()
        }
    }
}

/// The file that most commands take.
#[derive(clap::Args)]
pub(crate) struct FileArgument {
    /// The Parquet file; - is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
}
