//! BROTLI: one stream of RFC 7932, without the large-window extension.
//!
//! The decoder keeps a ring buffer of its own, sized by what the stream has shown to need and at
//! most 16 MiB. It has no way to start over, so that nothing is kept between pages.
//!
//! Spec: Compression.md, "BROTLI".

use brotli_decompressor::{BrotliDecompressStream, BrotliResult, BrotliState, StandardAlloc};

use crate::Codec;
use crate::error::{CodecError, check_size};

const CODEC: Codec = Codec::Brotli;

pub(crate) struct Brotli;

impl Brotli {
    pub(crate) fn new() -> Self {
        Self
    }

    pub(crate) fn decompress(
        &mut self,
        compressed: &[u8],
        out: &mut [u8],
    ) -> Result<(), CodecError> {
        let mut state = BrotliState::new_strict(
            StandardAlloc::default(),
            StandardAlloc::default(),
            StandardAlloc::default(),
        );
        let (mut unread, mut read) = (compressed.len(), 0);
        let (mut unwritten, mut written) = (out.len(), 0);
        let mut total = 0;
        let result = BrotliDecompressStream(
            &mut unread,
            &mut read,
            compressed,
            &mut unwritten,
            &mut written,
            out,
            &mut total,
            &mut state,
        );
        match result {
            BrotliResult::ResultSuccess if unread == 0 => check_size(CODEC, out.len(), written),
            BrotliResult::ResultSuccess => Err(CodecError::TrailingBytes {
                codec: CODEC,
                len: unread,
            }),
            BrotliResult::NeedsMoreInput => Err(CodecError::Truncated { codec: CODEC }),
            BrotliResult::NeedsMoreOutput => {
                let declared = out.len();
                Err(CodecError::SizeMismatch {
                    codec: CODEC,
                    declared,
                    actual: declared + 1,
                })
            }
            BrotliResult::ResultFailure => Err(CodecError::Corrupt { codec: CODEC }),
        }
    }
}
