//! ZSTD: one or several frames, decompressed in one step into the output.
//!
//! The one-step interface writes matches from the output itself and so never allocates the window
//! that a frame asks for, however large.
//!
//! Spec: Compression.md, "ZSTD".

use ::zstd::zstd_safe::zstd_sys::ZSTD_ErrorCode;
use ::zstd::zstd_safe::{DCtx, is_error_kind};

use crate::Codec;
use crate::error::{CodecError, check_size};

const CODEC: Codec = Codec::Zstd;

pub(crate) struct Zstd {
    context: DCtx<'static>,
}

impl Zstd {
    pub(crate) fn try_new() -> Result<Self, CodecError> {
        let context = DCtx::try_create().ok_or(CodecError::OutOfMemory { codec: CODEC })?;
        Ok(Self { context })
    }

    pub(crate) fn decompress(
        &mut self,
        compressed: &[u8],
        out: &mut [u8],
    ) -> Result<(), CodecError> {
        match self.context.decompress(out, compressed) {
            Ok(actual) => check_size(CODEC, out.len(), actual),
            Err(code) if is_error_kind(code, ZSTD_ErrorCode::ZSTD_error_dstSize_tooSmall) => {
                let declared = out.len();
                Err(CodecError::SizeMismatch {
                    codec: CODEC,
                    declared,
                    actual: declared + 1,
                })
            }
            Err(_) => Err(CodecError::Corrupt { codec: CODEC }),
        }
    }
}
