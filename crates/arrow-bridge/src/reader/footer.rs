//! Footer and page indexes out of the bytes of a file's end, whoever reads those.

use std::ops::Range;

use bytes::Bytes;
use herringbone_column::{ByteSource, FetchedRanges};
use herringbone_format::footer::{self, TAIL_SIZE};
use herringbone_format::metadata::{ColumnChunkMetaData, ParquetMetaData, RowGroupMetaData};
use herringbone_format::page_index::{ColumnIndexMetaData, OffsetIndexMetaData};
use herringbone_format::{FormatError, Limits};

use super::metadata::PageIndexPolicy;
use crate::error::{ParquetError, Result};

/// The shortest Parquet file: magic, length of the footer, magic.
pub(crate) const MIN_FILE_SIZE: u64 = TAIL_SIZE as u64 + 4;

/// What the last bytes of a file give.
pub(crate) enum Suffix {
    /// They hold the footer.
    Metadata(ParquetMetaData),
    /// They do not: this many are needed.
    Needs(usize),
}

/// Parses the footer from the last bytes of a file, of which there are at least [`TAIL_SIZE`]
/// unless the file is too short to be Parquet.
pub(crate) fn parse_suffix(
    suffix: &Bytes,
    file_size: Option<u64>,
    limits: &Limits,
) -> Result<Suffix> {
    let known_size = file_size.unwrap_or(u64::MAX);
    let Some((before, tail)) = suffix
        .split_last_chunk::<TAIL_SIZE>()
        .filter(|_| known_size >= MIN_FILE_SIZE)
    else {
        let found = file_size.unwrap_or(suffix.len() as u64);
        return Err(ParquetError::EOF(format!(
            "expected a Parquet file of at least {MIN_FILE_SIZE} bytes, found {found}"
        )));
    };
    let tail = footer::parse_tail(tail)?;
    if tail.encrypted {
        return Err(FormatError::EncryptedFooter.into());
    }
    let size = tail.metadata_len as usize;
    let available = known_size - TAIL_SIZE as u64;
    if size as u64 > available {
        return Err(ParquetError::EOF(format!(
            "expected {size} bytes of metadata before the end of the file, found {available}"
        )));
    }
    if size > limits.metadata_size {
        return Err(FormatError::OverLimit {
            what: "metadata size",
            found: size as u64,
            limit: limits.metadata_size as u64,
        }
        .into());
    }
    if size > before.len() {
        return Ok(Suffix::Needs(size + TAIL_SIZE));
    }
    let bytes = suffix.slice(before.len() - size..before.len());
    Ok(Suffix::Metadata(ParquetMetaData::try_parse(bytes, limits)?))
}

/// The page indexes that are to be read, and where they lie.
pub(crate) struct PageIndexPlan {
    column_index: Option<Range<u64>>,
    offset_index: Option<Range<u64>>,
}

impl PageIndexPlan {
    /// # Errors
    ///
    /// An index that is required but not there, or that lies behind the end of the file.
    pub(crate) fn new(
        metadata: &ParquetMetaData,
        column_index: PageIndexPolicy,
        offset_index: PageIndexPolicy,
        file_size: u64,
    ) -> Result<Self> {
        let plan = |policy, range_of: fn(&ColumnChunkMetaData) -> _, what| {
            let range = match policy {
                PageIndexPolicy::Skip => return Ok(None),
                _ => index_range(metadata, range_of),
            };
            match range {
                None if policy == PageIndexPolicy::Required => Err(ParquetError::General(format!(
                    "the {what} is required, but the file has none"
                ))),
                Some(range) if range.end > file_size => Err(ParquetError::EOF(format!(
                    "expected page indexes up to offset {}, found a file of {file_size} bytes",
                    range.end
                ))),
                range => Ok(range),
            }
        };
        Ok(Self {
            column_index: plan(
                column_index,
                ColumnChunkMetaData::column_index_range,
                "column index",
            )?,
            offset_index: plan(
                offset_index,
                ColumnChunkMetaData::offset_index_range,
                "offset index",
            )?,
        })
    }

    /// The bytes to fetch.
    pub(crate) fn ranges(&self) -> impl Iterator<Item = &Range<u64>> {
        self.column_index.iter().chain(&self.offset_index)
    }

    /// Parses the indexes from `fetched`, which has all of [`PageIndexPlan::ranges`].
    pub(crate) fn load(
        &self,
        metadata: &mut ParquetMetaData,
        fetched: &FetchedRanges,
        limits: &Limits,
    ) -> Result<()> {
        if let Some(range) = &self.column_index {
            let range_of = ColumnChunkMetaData::column_index_range;
            let parse = |bytes: Bytes, chunk: &ColumnChunkMetaData| {
                ColumnIndexMetaData::parse(&bytes, chunk.column_type(), limits)
            };
            let index = parse_indexes(metadata, fetched, range, range_of, parse)?;
            metadata.set_column_index(Some(index));
        }
        if let Some(range) = &self.offset_index {
            let range_of = ColumnChunkMetaData::offset_index_range;
            let parse = |bytes: Bytes, _: &_| OffsetIndexMetaData::parse(&bytes, limits);
            let index = parse_indexes(metadata, fetched, range, range_of, parse)?;
            metadata.set_offset_index(Some(index));
        }
        Ok(())
    }
}

/// One range around the indexes of all chunks, which lie close together; `None` unless every chunk
/// has one.
fn index_range(
    metadata: &ParquetMetaData,
    range_of: impl Fn(&ColumnChunkMetaData) -> Option<Range<u64>>,
) -> Option<Range<u64>> {
    let mut all: Option<Range<u64>> = None;
    let chunks = metadata
        .row_groups()
        .iter()
        .flat_map(RowGroupMetaData::columns);
    for chunk in chunks {
        // The index of an encrypted column is encrypted, too.
        let range = range_of(chunk).filter(|_| !chunk.is_encrypted())?;
        let all = all.get_or_insert_with(|| range.clone());
        *all = all.start.min(range.start)..all.end.max(range.end);
    }
    all
}

/// The indexes of all chunks by row group and column, out of the bytes at `all`.
fn parse_indexes<I>(
    metadata: &ParquetMetaData,
    fetched: &FetchedRanges,
    all: &Range<u64>,
    range_of: impl Fn(&ColumnChunkMetaData) -> Option<Range<u64>>,
    parse: impl Fn(Bytes, &ColumnChunkMetaData) -> Result<I, FormatError>,
) -> Result<Vec<Vec<I>>> {
    let size = usize::try_from(all.end - all.start)
        .map_err(|_| ParquetError::General("page indexes do not fit the address space".into()))?;
    let bytes = fetched.read(all.start, size)?;
    let index_of = |chunk: &ColumnChunkMetaData| {
        // Every chunk has a range inside `all`, as was found when that was made.
        let range = range_of(chunk).unwrap_or(all.start..all.start);
        let range = (range.start - all.start) as usize..(range.end - all.start) as usize;
        Ok(parse(bytes.slice(range), chunk)?)
    };
    let groups = metadata.row_groups().iter();
    groups
        .map(|group| group.columns().iter().map(index_of).collect())
        .collect()
}
