//! The bloom filter of a column chunk.

use herringbone_format::Limits;
use herringbone_format::bloom_filter::{BloomFilterHeader, Sbbf};
use herringbone_format::metadata::ColumnChunkMetaData;

use super::source::ChunkReader;
use crate::error::{ParquetError, Result};

/// Reads the bloom filter of `chunk`; `None` where it has none.
pub(super) fn read_bloom_filter<R: ChunkReader>(
    reader: &R,
    chunk: &ColumnChunkMetaData,
) -> Result<Option<Sbbf>> {
    let Some(offset) = chunk.bloom_filter_offset() else {
        return Ok(None);
    };
    let offset = u64::try_from(offset)
        .map_err(|_| ParquetError::General(format!("the bloom filter is at offset {offset}")))?;
    let limits = Limits::default();
    let size = match chunk.bloom_filter_length() {
        Some(size) => usize::try_from(size)
            .map_err(|_| ParquetError::General(format!("the bloom filter takes {size} bytes")))?,
        // Older writers do not say how long it is; its header does.
        None => {
            let available = reader
                .len()
                .saturating_sub(offset)
                .min(BloomFilterHeader::SIZE_ESTIMATE as u64);
            let (header, header_size) =
                BloomFilterHeader::parse(&reader.get_bytes(offset, available as usize)?, &limits)?;
            header_size + header.num_bytes
        }
    };
    Ok(Some(Sbbf::parse(
        &reader.get_bytes(offset, size)?,
        &limits,
    )?))
}
