//! The bloom filter of a column chunk.

use std::ops::Range;

use bytes::Bytes;
use herringbone_format::Limits;
use herringbone_format::bloom_filter::{BloomFilterHeader, Sbbf};
use herringbone_format::metadata::ColumnChunkMetaData;

use super::source::ChunkReader;
use crate::error::{ParquetError, Result};

/// Where the bloom filter of a chunk lies, as far as that is known.
pub(crate) struct BloomFilterPlan {
    offset: u64,
    size: usize,
    /// Older writers do not say how long the filter is; its header does.
    is_header: bool,
}

impl BloomFilterPlan {
    /// `None` where the chunk has no bloom filter.
    pub(crate) fn new(chunk: &ColumnChunkMetaData) -> Result<Option<Self>> {
        let Some(offset) = chunk.bloom_filter_offset() else {
            return Ok(None);
        };
        let offset = u64::try_from(offset).map_err(|_| {
            ParquetError::General(format!("the bloom filter is at offset {offset}"))
        })?;
        let size = match chunk.bloom_filter_length() {
            Some(size) => usize::try_from(size).map_err(|_| {
                ParquetError::General(format!("the bloom filter takes {size} bytes"))
            })?,
            None => BloomFilterHeader::SIZE_ESTIMATE,
        };
        Ok(Some(Self {
            offset,
            size,
            is_header: chunk.bloom_filter_length().is_none(),
        }))
    }

    /// The bytes to read; the file always has them, since its footer comes behind.
    pub(crate) fn range(&self) -> Range<u64> {
        self.offset..self.offset.saturating_add(self.size as u64)
    }

    /// The filter, or where all of it lies if `bytes` were its header.
    pub(crate) fn parse(&self, bytes: &Bytes) -> Result<Result<Sbbf, Self>> {
        let limits = Limits::default();
        if !self.is_header {
            return Ok(Ok(Sbbf::parse(bytes, &limits)?));
        }
        let (header, header_size) = BloomFilterHeader::parse(bytes, &limits)?;
        Ok(Err(Self {
            offset: self.offset,
            size: header_size + header.num_bytes,
            is_header: false,
        }))
    }
}

/// Reads the bloom filter of `chunk`; `None` where it has none.
pub(super) fn read_bloom_filter<R: ChunkReader>(
    reader: &R,
    chunk: &ColumnChunkMetaData,
) -> Result<Option<Sbbf>> {
    let Some(mut plan) = BloomFilterPlan::new(chunk)? else {
        return Ok(None);
    };
    loop {
        let range = plan.range();
        let size = (range.end - range.start) as usize;
        match plan.parse(&reader.get_bytes(range.start, size)?)? {
            Ok(filter) => return Ok(Some(filter)),
            Err(longer) => plan = longer,
        }
    }
}
