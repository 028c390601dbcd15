//! UNCOMPRESSED: a copy. Callers that can borrow the bytes do so instead.

use crate::Codec;
use crate::error::{CodecError, check_size};

pub(crate) fn decompress(compressed: &[u8], out: &mut [u8]) -> Result<(), CodecError> {
    check_size(Codec::Uncompressed, out.len(), compressed.len())?;
    out.copy_from_slice(compressed);
    Ok(())
}
