//! The footer and the page indexes of a file, read through a [`ChunkReader`].

use std::ops::Range;

use bytes::Bytes;
use herringbone_format::footer::{self, TAIL_SIZE};
use herringbone_format::metadata::{ColumnChunkMetaData, ParquetMetaData, RowGroupMetaData};
use herringbone_format::page_index::{ColumnIndexMetaData, OffsetIndexMetaData};
use herringbone_format::{FormatError, Limits};

use super::source::ChunkReader;
use crate::error::{ParquetError, Result};

/// How many bytes to read from the end of a file at first: most footers are shorter.
const TAIL_GUESS: u64 = 64 << 10;

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
    metadata: Option<ParquetMetaData>,
    column_index: PageIndexPolicy,
    offset_index: PageIndexPolicy,
    limits: Limits,
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

    /// Accepted for compatibility: one read of 64 KiB fetches most footers, whatever the hint.
    #[must_use]
    pub fn with_prefetch_hint(self, _prefetch: Option<usize>) -> Self {
        self
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
        self.metadata = Some(ParquetMetaData::try_parse(
            read_footer(reader, &self.limits)?,
            &self.limits,
        )?);
        self.read_page_indexes(reader)
    }

    /// Reads the page indexes that are asked for and adds them to the metadata.
    ///
    /// # Errors
    ///
    /// An index that is required but not there, a malformed index, a failing source.
    pub fn read_page_indexes<R: ChunkReader>(&mut self, reader: &R) -> Result<()> {
        let limits = self.limits;
        let Some(metadata) = self.metadata.as_mut() else {
            return Ok(());
        };
        if self.column_index != PageIndexPolicy::Skip {
            let index = read_indexes(
                reader,
                metadata,
                ColumnChunkMetaData::column_index_range,
                |bytes, chunk| ColumnIndexMetaData::parse(&bytes, chunk.column_type(), &limits),
            )?;
            check_policy(self.column_index, index.is_some(), "column index")?;
            metadata.set_column_index(index);
        }
        if self.offset_index != PageIndexPolicy::Skip {
            let index = read_indexes(
                reader,
                metadata,
                ColumnChunkMetaData::offset_index_range,
                |bytes, _| OffsetIndexMetaData::parse(&bytes, &limits),
            )?;
            check_policy(self.offset_index, index.is_some(), "offset index")?;
            metadata.set_offset_index(index);
        }
        Ok(())
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

/// The Thrift bytes of the footer.
fn read_footer<R: ChunkReader>(reader: &R, limits: &Limits) -> Result<Bytes> {
    let file_size = reader.len();
    let magic_size = 4;
    if file_size < TAIL_SIZE as u64 + magic_size {
        return Err(ParquetError::EOF(format!(
            "expected a Parquet file of at least {} bytes, found {file_size}",
            TAIL_SIZE as u64 + magic_size
        )));
    }
    let guess = TAIL_GUESS.min(file_size);
    let end = reader.get_bytes(file_size - guess, guess as usize)?;
    let (before, tail) = end.split_at(end.len() - TAIL_SIZE);
    let mut last = [0; TAIL_SIZE];
    last.copy_from_slice(tail);
    let tail = footer::parse_tail(&last)?;
    if tail.encrypted {
        return Err(FormatError::EncryptedFooter.into());
    }
    let size = tail.metadata_len as usize;
    let available = file_size - TAIL_SIZE as u64;
    if size as u64 > available {
        return Err(ParquetError::EOF(format!(
            "expected {size} bytes of metadata before the end of the file, found {available}"
        )));
    }
    if size > limits.metadata_size {
        let (found, limit) = (size as u64, limits.metadata_size as u64);
        return Err(FormatError::OverLimit {
            what: "metadata size",
            found,
            limit,
        }
        .into());
    }
    if size <= before.len() {
        return Ok(end.slice(before.len() - size..before.len()));
    }
    reader.get_bytes(available - size as u64, size)
}

fn check_policy(policy: PageIndexPolicy, is_there: bool, what: &str) -> Result<()> {
    if policy == PageIndexPolicy::Required && !is_there {
        return Err(ParquetError::General(format!(
            "the {what} is required, but the file has none"
        )));
    }
    Ok(())
}

/// The indexes of all chunks by row group and column; `None` unless every chunk has one.
///
/// They lie close together, so one read fetches them all.
fn read_indexes<R: ChunkReader, I>(
    reader: &R,
    metadata: &ParquetMetaData,
    range_of: impl Fn(&ColumnChunkMetaData) -> Option<Range<u64>>,
    parse: impl Fn(Bytes, &ColumnChunkMetaData) -> Result<I, FormatError>,
) -> Result<Option<Vec<Vec<I>>>> {
    let chunks = || {
        metadata
            .row_groups()
            .iter()
            .flat_map(RowGroupMetaData::columns)
    };
    let mut all: Option<Range<u64>> = None;
    for chunk in chunks() {
        // The index of an encrypted column is encrypted, too.
        let Some(range) = range_of(chunk).filter(|_| !chunk.is_encrypted()) else {
            return Ok(None);
        };
        let all = all.get_or_insert_with(|| range.clone());
        *all = all.start.min(range.start)..all.end.max(range.end);
    }
    let Some(all) = all else { return Ok(None) };
    let file_size = reader.len();
    if all.end > file_size {
        return Err(ParquetError::EOF(format!(
            "expected page indexes up to offset {}, found a file of {file_size} bytes",
            all.end
        )));
    }
    let bytes = reader.get_bytes(all.start, (all.end - all.start) as usize)?;
    let index_of = |chunk: &ColumnChunkMetaData| {
        // Every chunk has a range inside `all`, as was found above.
        let range = range_of(chunk).unwrap_or(all.start..all.start);
        let range = (range.start - all.start) as usize..(range.end - all.start) as usize;
        Ok(parse(bytes.slice(range), chunk)?)
    };
    let group = |group: &RowGroupMetaData| {
        group
            .columns()
            .iter()
            .map(index_of)
            .collect::<Result<Vec<_>>>()
    };
    Ok(Some(
        metadata
            .row_groups()
            .iter()
            .map(group)
            .collect::<Result<Vec<_>>>()?,
    ))
}
