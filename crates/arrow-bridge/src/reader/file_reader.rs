//! A file opened for its metadata alone.

use herringbone_format::metadata::ParquetMetaData;

use super::metadata::ParquetMetaDataReader;
use super::source::ChunkReader;
use crate::error::Result;

/// A Parquet file with metadata.
pub trait FileReader: Send + Sync {
    /// The file's metadata.
    fn metadata(&self) -> &ParquetMetaData;

    /// How many row groups the file has.
    fn num_row_groups(&self) -> usize {
        self.metadata().num_row_groups()
    }
}

/// A file and its metadata, for programs that print what is in a file.
///
/// Rows are read through [`ParquetRecordBatchReaderBuilder`](crate::ParquetRecordBatchReaderBuilder).
#[derive(Debug)]
pub struct SerializedFileReader<R> {
    reader: R,
    metadata: ParquetMetaData,
}

impl<R: ChunkReader> SerializedFileReader<R> {
    /// Reads the metadata of a file.
    ///
    /// # Errors
    ///
    /// A file that is not Parquet, malformed metadata, a failing source.
    pub fn new(reader: R) -> Result<Self> {
        let metadata = ParquetMetaDataReader::new().parse_and_finish(&reader)?;
        Ok(Self { reader, metadata })
    }

    /// The source, back again.
    pub fn into_inner(self) -> R {
        self.reader
    }
}

impl<R: ChunkReader> FileReader for SerializedFileReader<R> {
    fn metadata(&self) -> &ParquetMetaData {
        &self.metadata
    }
}
