//! What can be wrong with compressed bytes.

use std::fmt;

use crate::Codec;

/// Why a page could not be decompressed.
#[non_exhaustive]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodecError {
    /// The bytes are not what the codec writes: a bad header, code, offset or checksum.
    Corrupt {
        /// The codec that refused them.
        codec: Codec,
    },
    /// The bytes end before the codec's own end of data.
    Truncated {
        /// The codec that wanted more.
        codec: Codec,
    },
    /// The codec's data ends before the bytes do.
    TrailingBytes {
        /// The codec that had finished.
        codec: Codec,
        /// How many bytes are left over.
        len: usize,
    },
    /// The bytes are sound, but do not come to the declared size.
    SizeMismatch {
        /// The codec that decompressed them.
        codec: Codec,
        /// The size that the page header declares.
        declared: usize,
        /// The size they come to: exact if below `declared`, else at least this much.
        actual: usize,
    },
    /// Herringbone has no decompressor for this codec.
    Unsupported {
        /// The codec asked for.
        codec: Codec,
    },
    /// The codec's cargo feature is switched off in this build.
    NotCompiledIn {
        /// The codec asked for.
        codec: Codec,
    },
    /// The codec could not get memory for its context.
    OutOfMemory {
        /// The codec asked for.
        codec: Codec,
    },
}

impl fmt::Display for CodecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Corrupt { codec } => write!(f, "corrupt {codec} data"),
            Self::Truncated { codec } => write!(f, "{codec} data ends early"),
            Self::TrailingBytes { codec, len } => {
                write!(f, "{len} bytes follow the end of the {codec} data")
            }
            Self::SizeMismatch {
                codec,
                declared,
                actual,
            } if actual > declared => write!(
                f,
                "{codec} data comes to at least {actual} bytes, expected {declared} as declared"
            ),
            Self::SizeMismatch {
                codec,
                declared,
                actual,
            } => {
                write!(
                    f,
                    "{codec} data comes to {actual} bytes, expected {declared} as declared"
                )
            }
            Self::Unsupported { codec } => write!(f, "codec {codec} is not supported"),
            Self::NotCompiledIn { codec } => {
                write!(f, "codec {codec} is not compiled into this build")
            }
            Self::OutOfMemory { codec } => write!(f, "no memory for a {codec} context"),
        }
    }
}

impl std::error::Error for CodecError {}

/// Checks that `actual` bytes were produced where `declared` were expected.
pub(crate) fn check_size(codec: Codec, declared: usize, actual: usize) -> Result<(), CodecError> {
    if actual == declared {
        Ok(())
    } else {
        Err(CodecError::SizeMismatch {
            codec,
            declared,
            actual,
        })
    }
}
