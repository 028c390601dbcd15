//! What stands in front of a bloom filter's bits.
//!
//! Spec: parquet.thrift, `BloomFilterHeader`.

use super::split_block::BLOCK_SIZE;
use crate::limits::check;
use crate::thrift::{Cursor, Wire};
use crate::{FormatError, Limits};

/// The header of a bloom filter of the one kind that there is: split blocks, XXH64, not compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct BloomFilterHeader {
    /// Bytes of the bits that follow the header: a positive number of blocks.
    pub num_bytes: usize,
}

impl BloomFilterHeader {
    /// Bytes that hold any header that a writer is known to write, for a first read where the footer does not give the
    /// filter's length.
    pub const SIZE_ESTIMATE: usize = 64;

    /// Parses the header at the start of `bytes`, which may hold more; returns it with its size in bytes.
    ///
    /// # Errors
    /// [`FormatError::Truncated`] if more bytes are needed; [`FormatError::Unsupported`] for a filter of another kind;
    /// [`FormatError::OverLimit`] for one over [`Limits::bloom_filter_size`].
    pub fn parse(bytes: &[u8], limits: &Limits) -> Result<(Self, usize), FormatError> {
        let mut cursor = Cursor::new(bytes);
        let (mut num_bytes, mut algorithm, mut hash, mut compression) = (None, None, None, None);
        let mut last_id = 0;
        while let Some(field) = cursor.next_field(&mut last_id)? {
            match (field.id, field.wire) {
                (1, Wire::I32) => num_bytes = Some(cursor.read_i32()?),
                (2, Wire::Struct) => algorithm = read_member(&mut cursor)?,
                (3, Wire::Struct) => hash = read_member(&mut cursor)?,
                (4, Wire::Struct) => compression = read_member(&mut cursor)?,
                _ => cursor.skip(field.wire)?,
            }
        }
        let kinds = [
            (
                "BloomFilterHeader.algorithm",
                algorithm,
                "bloom filter of another algorithm than BLOCK",
            ),
            (
                "BloomFilterHeader.hash",
                hash,
                "bloom filter of another hash than XXHASH",
            ),
            (
                "BloomFilterHeader.compression",
                compression,
                "bloom filter that is compressed",
            ),
        ];
        for (field, member, what) in kinds {
            match member {
                None => return Err(FormatError::MissingField { field, offset: 0 }),
                Some(1) => {}
                Some(_) => return Err(FormatError::Unsupported { what }),
            }
        }
        let field = "BloomFilterHeader.numBytes";
        let value = i64::from(num_bytes.ok_or(FormatError::MissingField { field, offset: 0 })?);
        let num_bytes =
            usize::try_from(value).map_err(|_| FormatError::Negative { field, value })?;
        check("bloom filter size", num_bytes, limits.bloom_filter_size)?;
        if num_bytes == 0 || !num_bytes.is_multiple_of(BLOCK_SIZE) {
            return Err(FormatError::OutOfRange { field, value });
        }
        Ok((Self { num_bytes }, cursor.position()))
    }
}

/// Which member of a union is set.
fn read_member(cursor: &mut Cursor<'_>) -> Result<Option<i16>, FormatError> {
    let mut member = None;
    let mut last_id = 0;
    while let Some(field) = cursor.next_field(&mut last_id)? {
        member = Some(field.id);
        cursor.skip(field.wire)?;
    }
    Ok(member)
}
