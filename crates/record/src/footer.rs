//! A file's metadata, read from its end.

use herringbone_column::{ByteSource, ColumnError, ColumnErrorKind};
use herringbone_format::footer::{self, TAIL_SIZE};
use herringbone_format::metadata::ParquetMetaData;
use herringbone_format::{FormatError, Limits};

/// Most footers fit; those that do not take a second read.
const FIRST_READ: u64 = 64 << 10;

/// Reads and parses the footer of `source`.
pub(crate) fn read_metadata(
    source: &dyn ByteSource,
    limits: &Limits,
) -> Result<ParquetMetaData, ColumnError> {
    let file_size = source.size();
    // At most 64 KiB.
    let first_size = FIRST_READ.min(file_size) as usize;
    let suffix = source.read(file_size - first_size as u64, first_size)?;
    let Some((_, tail)) = suffix.split_last_chunk::<TAIL_SIZE>() else {
        return Err(FormatError::Truncated {
            offset: 0,
            needed: TAIL_SIZE,
            available: suffix.len(),
        }
        .into());
    };
    let tail = footer::parse_tail(tail)?;
    if tail.encrypted {
        return Err(FormatError::EncryptedFooter.into());
    }
    let size = tail.metadata_len as usize;
    if size > limits.metadata_size {
        return Err(FormatError::OverLimit {
            what: "metadata size",
            found: size as u64,
            limit: limits.metadata_size as u64,
        }
        .into());
    }
    let available = file_size - TAIL_SIZE as u64;
    let Some(offset) = available.checked_sub(size as u64) else {
        return Err(ColumnErrorKind::ShortSource {
            offset: 0,
            size: size as u64 + TAIL_SIZE as u64,
            available: file_size,
        }
        .into());
    };
    let held = suffix.len() - TAIL_SIZE;
    let bytes = match held.checked_sub(size) {
        Some(start) => suffix.slice(start..held),
        None => source.read(offset, size)?,
    };
    Ok(ParquetMetaData::try_parse(bytes, limits)?)
}
