//! LZ4_RAW: a single LZ4 block, nothing around it.
//!
//! Spec: Compression.md, "LZ4_RAW".

use lz4_flex::block::{DecompressError, decompress_into};

use crate::Codec;
use crate::error::{CodecError, check_size};

pub(crate) fn decompress(compressed: &[u8], out: &mut [u8]) -> Result<(), CodecError> {
    let actual = block(Codec::Lz4Raw, compressed, out)?;
    check_size(Codec::Lz4Raw, out.len(), actual)
}

/// Decompresses one block into the front of `out` and returns how many bytes it came to.
///
/// `codec` is the one to name in errors.
pub(crate) fn block(codec: Codec, compressed: &[u8], out: &mut [u8]) -> Result<usize, CodecError> {
    decompress_into(compressed, out).map_err(|error| match error {
        DecompressError::OutputTooSmall { .. } => CodecError::SizeMismatch {
            codec,
            declared: out.len(),
            actual: out.len() + 1,
        },
        DecompressError::ExpectedAnotherByte => CodecError::Truncated { codec },
        _ => CodecError::Corrupt { codec },
    })
}
