//! SNAPPY: the raw format, which begins with the uncompressed length.
//!
//! Spec: Compression.md, "SNAPPY".

use crate::Codec;
use crate::error::{CodecError, check_size};

const CODEC: Codec = Codec::Snappy;

pub(crate) struct Snappy {
    decoder: snap::raw::Decoder,
}

impl Snappy {
    pub(crate) fn new() -> Self {
        Self {
            decoder: snap::raw::Decoder::new(),
        }
    }

    pub(crate) fn decompress(
        &mut self,
        compressed: &[u8],
        out: &mut [u8],
    ) -> Result<(), CodecError> {
        // The length in the bytes must agree before any work is done for it.
        let actual = snap::raw::decompress_len(compressed)
            .map_err(|_| CodecError::Corrupt { codec: CODEC })?;
        check_size(CODEC, out.len(), actual)?;
        let written = self
            .decoder
            .decompress(compressed, out)
            .map_err(|_| CodecError::Corrupt { codec: CODEC })?;
        check_size(CODEC, out.len(), written)
    }
}
