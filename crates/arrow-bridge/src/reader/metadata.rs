//! The footer and the page indexes of a file, read through a [`ChunkReader`].

use std::ops::Range;

use bytes::Bytes;
use herringbone_format::Limits;
use herringbone_format::footer::TAIL_SIZE;
use herringbone_format::metadata::ParquetMetaData;

use super::options::ArrowReaderOptions;
use super::source::ChunkReader;
use crate::error::{ParquetError, Result};
use crate::push_decoder::{DecodeResult, ParquetMetaDataPushDecoder};

/// How many bytes to read from the end of a file at first: most footers are shorter.
const DEFAULT_PREFETCH: usize = 64 << 10;

/// Whether to read a page index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PageIndexPolicy {
    /// Leave it alone.
    #[default]
    Skip,
    /// Read it where the file has it.
    Optional,
    /// Read it; a file without it is an error.
    Required,
}

impl From<bool> for PageIndexPolicy {
    fn from(required: bool) -> Self {
        if required { Self::Required } else { Self::Skip }
    }
}

/// Reads the metadata of a file.
#[derive(Clone, Debug, Default)]
pub struct ParquetMetaDataReader {
    pub(crate) metadata: Option<ParquetMetaData>,
    column_index: PageIndexPolicy,
    offset_index: PageIndexPolicy,
    prefetch: Option<usize>,
    pub(crate) limits: Limits,
}

impl ParquetMetaDataReader {
    /// A reader that leaves the page indexes alone.
    pub fn new() -> Self {
        Self::default()
    }

    /// A reader that adds page indexes to metadata read before.
    pub fn new_with_metadata(metadata: ParquetMetaData) -> Self {
        Self {
            metadata: Some(metadata),
            ..Self::default()
        }
    }

    /// Sets what to do about both page indexes.
    #[must_use]
    pub fn with_page_index_policy(self, policy: PageIndexPolicy) -> Self {
        self.with_column_index_policy(policy)
            .with_offset_index_policy(policy)
    }

    /// Sets what to do about the column index.
    #[must_use]
    pub fn with_column_index_policy(mut self, policy: PageIndexPolicy) -> Self {
        self.column_index = policy;
        self
    }

    /// Sets what to do about the offset index.
    #[must_use]
    pub fn with_offset_index_policy(mut self, policy: PageIndexPolicy) -> Self {
        self.offset_index = policy;
        self
    }

    /// Sets how many bytes to read from the end of the file at first; 64 KiB by default, which
    /// hold most footers.
    #[must_use]
    pub fn with_prefetch_hint(mut self, prefetch: Option<usize>) -> Self {
        self.prefetch = prefetch;
        self
    }

    /// Takes the policies of page indexes and the limits over from `options`.
    #[must_use]
    pub fn with_arrow_reader_options(self, options: Option<&ArrowReaderOptions>) -> Self {
        match options {
            None => self,
            Some(options) => self
                .with_column_index_policy(options.column_index)
                .with_offset_index_policy(options.offset_index)
                .with_limits(options.limits),
        }
    }

    /// Sets caps on what the metadata may ask for.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Whether metadata has been read.
    pub fn has_metadata(&self) -> bool {
        self.metadata.is_some()
    }

    /// Hands over the metadata.
    ///
    /// # Errors
    ///
    /// If none has been read.
    pub fn finish(&mut self) -> Result<ParquetMetaData> {
        self.metadata
            .take()
            .ok_or_else(|| ParquetError::General("no metadata has been read".to_owned()))
    }

    /// Reads the metadata of a file, and its page indexes if they are asked for.
    ///
    /// # Errors
    ///
    /// A file that is not Parquet, malformed metadata, a failing source.
    pub fn parse_and_finish<R: ChunkReader>(mut self, reader: &R) -> Result<ParquetMetaData> {
        self.try_parse(reader)?;
        self.finish()
    }

    /// Reads the metadata of a file, to be taken by [`ParquetMetaDataReader::finish`].
    ///
    /// # Errors
    ///
    /// As [`ParquetMetaDataReader::parse_and_finish`].
    pub fn try_parse<R: ChunkReader>(&mut self, reader: &R) -> Result<()> {
        let file_len = reader.len();
        let mut decoder = self.decoder(ParquetMetaDataPushDecoder::try_new(file_len)?);
        let range = file_len - self.prefetch_size(file_len)..file_len;
        decoder.push_range(range.clone(), get_range(reader, &range)?)?;
        self.finish_decoding(decoder, reader)
    }

    /// Reads the page indexes that are asked for and adds them to the metadata.
    ///
    /// # Errors
    ///
    /// An index that is required but not there, a malformed index, a failing source.
    pub fn read_page_indexes<R: ChunkReader>(&mut self, reader: &R) -> Result<()> {
        let Some(metadata) = self.metadata.take() else {
            return Ok(());
        };
        let decoder = ParquetMetaDataPushDecoder::try_new_with_metadata(reader.len(), metadata)?;
        self.finish_decoding(self.decoder(decoder), reader)
    }

    fn finish_decoding<R: ChunkReader>(
        &mut self,
        mut decoder: ParquetMetaDataPushDecoder,
        reader: &R,
    ) -> Result<()> {
        loop {
            match decoder.try_decode()? {
                DecodeResult::NeedsData(ranges) => {
                    let bytes = ranges.iter().map(|range| get_range(reader, range));
                    let bytes = bytes.collect::<Result<_>>()?;
                    decoder.push_ranges(ranges, bytes)?;
                }
                DecodeResult::Data(metadata) => self.metadata = Some(metadata),
                DecodeResult::Finished => return Ok(()),
            }
        }
    }

    /// `decoder` with the settings of this reader.
    pub(crate) fn decoder(
        &self,
        decoder: ParquetMetaDataPushDecoder,
    ) -> ParquetMetaDataPushDecoder {
        decoder
            .with_column_index_policy(self.column_index)
            .with_offset_index_policy(self.offset_index)
            .with_limits(self.limits)
    }

    /// How many of the last bytes to read at first.
    pub(crate) fn prefetch_size(&self, file_len: u64) -> u64 {
        let size = self.prefetch.unwrap_or(DEFAULT_PREFETCH).max(TAIL_SIZE);
        file_len.min(size as u64)
    }

    /// Parses metadata from the bytes of a footer, without the length and the magic behind it.
    ///
    /// # Errors
    ///
    /// Malformed metadata.
    pub fn decode_metadata(bytes: &[u8]) -> Result<ParquetMetaData> {
        Ok(ParquetMetaData::try_parse(
            Bytes::copy_from_slice(bytes),
            &Limits::default(),
        )?)
    }
}

fn get_range<R: ChunkReader>(reader: &R, range: &Range<u64>) -> Result<Bytes> {
    let size = usize::try_from(range.end - range.start)
        .map_err(|_| ParquetError::General("a range does not fit the address space".into()))?;
    reader.get_bytes(range.start, size)
}
