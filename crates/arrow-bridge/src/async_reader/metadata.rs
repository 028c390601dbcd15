//! Footer and page indexes from an asynchronous source.

use std::ops::Range;

use bytes::Bytes;
use futures_core::future::BoxFuture;
use herringbone_format::metadata::ParquetMetaData;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncSeek, AsyncSeekExt};

use super::AsyncFileReader;
use crate::error::{ParquetError, Result};
use crate::push_decoder::{DecodeResult, ParquetMetaDataPushDecoder};
use crate::reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetMetaDataReader, Suffix, parse_suffix,
};

/// A source of ranges, for metadata.
pub trait MetadataFetch {
    /// Reads all of `range`.
    fn fetch(&mut self, range: Range<u64>) -> BoxFuture<'_, Result<Bytes>>;
}

/// A source that can be read from its end without its size being known.
pub trait MetadataSuffixFetch: MetadataFetch {
    /// Reads the last `suffix` bytes; all, where the file is shorter.
    fn fetch_suffix(&mut self, suffix: usize) -> BoxFuture<'_, Result<Bytes>>;
}

impl<T: AsyncFileReader> MetadataFetch for &mut T {
    fn fetch(&mut self, range: Range<u64>) -> BoxFuture<'_, Result<Bytes>> {
        self.get_bytes(range)
    }
}

impl<T> MetadataSuffixFetch for T
where
    T: AsyncFileReader + MetadataFetch + AsyncRead + AsyncSeek + Unpin,
{
    fn fetch_suffix(&mut self, suffix: usize) -> BoxFuture<'_, Result<Bytes>> {
        Box::pin(async move {
            let size = self.seek(std::io::SeekFrom::End(0)).await?;
            let start = size.saturating_sub(suffix as u64);
            self.seek(std::io::SeekFrom::Start(start)).await?;
            let mut buffer = Vec::new();
            self.take(suffix as u64).read_to_end(&mut buffer).await?;
            Ok(buffer.into())
        })
    }
}

impl ParquetMetaDataReader {
    /// Reads the metadata of a file of `file_size` bytes, and its page indexes if they are asked
    /// for.
    ///
    /// # Errors
    ///
    /// A file that is not Parquet, malformed metadata, a failing source.
    pub async fn load_and_finish<F: MetadataFetch>(
        mut self,
        fetch: F,
        file_size: u64,
    ) -> Result<ParquetMetaData> {
        self.try_load(fetch, file_size).await?;
        self.finish()
    }

    /// Reads the metadata of a file whose size is not known, and its page indexes if they are
    /// asked for.
    ///
    /// # Errors
    ///
    /// As [`ParquetMetaDataReader::load_and_finish`].
    pub async fn load_via_suffix_and_finish<F: MetadataSuffixFetch>(
        mut self,
        fetch: F,
    ) -> Result<ParquetMetaData> {
        self.try_load_via_suffix(fetch).await?;
        self.finish()
    }

    /// Reads the metadata of a file of `file_size` bytes, to be taken by
    /// [`ParquetMetaDataReader::finish`].
    ///
    /// # Errors
    ///
    /// As [`ParquetMetaDataReader::load_and_finish`].
    pub async fn try_load<F: MetadataFetch>(&mut self, mut fetch: F, file_size: u64) -> Result<()> {
        let mut decoder = self.decoder(ParquetMetaDataPushDecoder::try_new(file_size)?);
        let range = file_size - self.prefetch_size(file_size)..file_size;
        decoder.push_range(range.clone(), fetch.fetch(range).await?)?;
        self.feed(decoder, fetch).await
    }

    /// Reads the metadata of a file whose size is not known, to be taken by
    /// [`ParquetMetaDataReader::finish`].
    ///
    /// # Errors
    ///
    /// As [`ParquetMetaDataReader::load_and_finish`].
    pub async fn try_load_via_suffix<F: MetadataSuffixFetch>(
        &mut self,
        mut fetch: F,
    ) -> Result<()> {
        let mut size = self.prefetch_size(u64::MAX) as usize;
        let metadata = loop {
            let suffix = fetch.fetch_suffix(size).await?;
            match parse_suffix(&suffix, None, &self.limits)? {
                Suffix::Metadata(metadata) => break metadata,
                Suffix::Needs(needed) if suffix.len() < size => {
                    let found = suffix.len();
                    return Err(ParquetError::EOF(format!(
                        "expected a file of at least {needed} bytes, found {found}"
                    )));
                }
                Suffix::Needs(needed) => size = needed,
            }
        };
        self.metadata = Some(metadata);
        self.load_page_index(fetch).await
    }

    /// Reads the page indexes that are asked for and adds them to the metadata.
    ///
    /// # Errors
    ///
    /// An index that is required but not there, a malformed index, a failing source.
    pub async fn load_page_index<F: MetadataFetch>(&mut self, fetch: F) -> Result<()> {
        let Some(metadata) = self.metadata.take() else {
            return Ok(());
        };
        let decoder = ParquetMetaDataPushDecoder::try_new_with_metadata(u64::MAX, metadata)?;
        self.feed(self.decoder(decoder), fetch).await
    }

    async fn feed<F: MetadataFetch>(
        &mut self,
        mut decoder: ParquetMetaDataPushDecoder,
        mut fetch: F,
    ) -> Result<()> {
        loop {
            match decoder.try_decode()? {
                DecodeResult::NeedsData(ranges) => {
                    for range in ranges {
                        decoder.push_range(range.clone(), fetch.fetch(range).await?)?;
                    }
                }
                DecodeResult::Data(metadata) => self.metadata = Some(metadata),
                DecodeResult::Finished => return Ok(()),
            }
        }
    }
}

impl ArrowReaderMetadata {
    /// Reads the metadata of a file.
    ///
    /// # Errors
    ///
    /// Whatever [`AsyncFileReader::get_metadata`] says, and as [`ArrowReaderMetadata::try_new`].
    pub async fn load_async<T: AsyncFileReader>(
        input: &mut T,
        options: ArrowReaderOptions,
    ) -> Result<Self> {
        let metadata = input.get_metadata(Some(&options)).await?;
        Self::try_new(metadata, options)
    }
}
