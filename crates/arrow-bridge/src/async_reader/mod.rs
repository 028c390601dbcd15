//! Reading record batches as a stream, from sources that answer later.
//!
//! - `metadata.rs`: footer and page indexes
//! - `bloom.rs`: bloom filters
//! - `stream.rs`: [`ParquetRecordBatchStream`], the push decoder fed by an [`AsyncFileReader`]

mod bloom;
mod metadata;
mod stream;

use std::io::SeekFrom;
use std::ops::Range;
use std::sync::Arc;

use bytes::Bytes;
use futures_core::future::BoxFuture;
use herringbone_format::metadata::ParquetMetaData;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncSeek, AsyncSeekExt};

pub use metadata::{MetadataFetch, MetadataSuffixFetch};
pub use stream::{AsyncReader, ParquetRecordBatchStream, ParquetRecordBatchStreamBuilder};

use crate::error::{ParquetError, Result};
use crate::reader::{ArrowReaderOptions, ParquetMetaDataReader};

/// A file whose ranges are read asynchronously.
///
/// Implemented for whatever is `tokio`'s `AsyncRead` and `AsyncSeek`; implement it for an object
/// store.
pub trait AsyncFileReader: Send {
    /// Reads all of `range`.
    fn get_bytes(&mut self, range: Range<u64>) -> BoxFuture<'_, Result<Bytes>>;

    /// Reads several ranges, in the order of the request; one after the other unless the source
    /// knows better.
    fn get_byte_ranges(&mut self, ranges: Vec<Range<u64>>) -> BoxFuture<'_, Result<Vec<Bytes>>> {
        Box::pin(async move {
            let mut buffers = Vec::with_capacity(ranges.len());
            for range in ranges {
                buffers.push(self.get_bytes(range).await?);
            }
            Ok(buffers)
        })
    }

    /// Reads the metadata of the file; [`ParquetMetaDataReader::with_arrow_reader_options`] and
    /// [`ParquetMetaDataReader::load_and_finish`] do it.
    fn get_metadata<'a>(
        &'a mut self,
        options: Option<&'a ArrowReaderOptions>,
    ) -> BoxFuture<'a, Result<Arc<ParquetMetaData>>>;
}

impl AsyncFileReader for Box<dyn AsyncFileReader + '_> {
    fn get_bytes(&mut self, range: Range<u64>) -> BoxFuture<'_, Result<Bytes>> {
        self.as_mut().get_bytes(range)
    }

    fn get_byte_ranges(&mut self, ranges: Vec<Range<u64>>) -> BoxFuture<'_, Result<Vec<Bytes>>> {
        self.as_mut().get_byte_ranges(ranges)
    }

    fn get_metadata<'a>(
        &'a mut self,
        options: Option<&'a ArrowReaderOptions>,
    ) -> BoxFuture<'a, Result<Arc<ParquetMetaData>>> {
        self.as_mut().get_metadata(options)
    }
}

impl<T: AsyncRead + AsyncSeek + Unpin + Send> AsyncFileReader for T {
    fn get_bytes(&mut self, range: Range<u64>) -> BoxFuture<'_, Result<Bytes>> {
        Box::pin(async move {
            self.seek(SeekFrom::Start(range.start)).await?;
            let expected = range.end.saturating_sub(range.start);
            // Grows as bytes arrive: a range may claim more than there is.
            let mut buffer = Vec::with_capacity(expected.min(1 << 20) as usize);
            let found = self.take(expected).read_to_end(&mut buffer).await?;
            if found as u64 != expected {
                let start = range.start;
                return Err(ParquetError::EOF(format!(
                    "expected {expected} bytes at offset {start}, found {found}"
                )));
            }
            Ok(buffer.into())
        })
    }

    fn get_metadata<'a>(
        &'a mut self,
        options: Option<&'a ArrowReaderOptions>,
    ) -> BoxFuture<'a, Result<Arc<ParquetMetaData>>> {
        Box::pin(async move {
            let reader = ParquetMetaDataReader::new().with_arrow_reader_options(options);
            Ok(Arc::new(reader.load_via_suffix_and_finish(self).await?))
        })
    }
}
