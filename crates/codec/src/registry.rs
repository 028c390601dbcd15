//! Which codecs there are, which are compiled in, and the one door to all of them.

use std::fmt;

#[cfg(feature = "brotli")]
use crate::brotli::Brotli;
use crate::error::CodecError;
#[cfg(feature = "gzip")]
use crate::gzip::Gzip;
#[cfg(feature = "snappy")]
use crate::snappy::Snappy;
use crate::uncompressed;
#[cfg(feature = "zstd")]
use crate::zstd::Zstd;
#[cfg(feature = "lz4")]
use crate::{lz4_hadoop, lz4_raw};

/// The compression codecs that a column chunk can name.
#[non_exhaustive]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Codec {
    /// Bytes as they are.
    Uncompressed,
    /// Snappy's raw format, without framing.
    Snappy,
    /// Gzip (RFC 1952), of one or several members.
    Gzip,
    /// Brotli (RFC 7932).
    Brotli,
    /// Zstandard (RFC 8878).
    Zstd,
    /// One LZ4 block without framing (`LZ4_RAW`).
    Lz4Raw,
    /// The deprecated `LZ4`: Hadoop's framing, and what writers have put under its name.
    Lz4Hadoop,
    /// LZO, which no reader of today supports.
    Lzo,
}

impl Codec {
    /// Whether this build can decompress the codec.
    #[must_use]
    pub const fn is_compiled_in(self) -> bool {
        match self {
            Self::Uncompressed => true,
            Self::Snappy => cfg!(feature = "snappy"),
            Self::Gzip => cfg!(feature = "gzip"),
            Self::Brotli => cfg!(feature = "brotli"),
            Self::Zstd => cfg!(feature = "zstd"),
            Self::Lz4Raw | Self::Lz4Hadoop => cfg!(feature = "lz4"),
            Self::Lzo => false,
        }
    }

    /// The most bytes that `compressed_size` bytes can come to, whatever they are.
    ///
    /// A declared size beyond it is a lie that can be refused before memory is taken. Where the
    /// codec has no bound worth the name this is `usize::MAX`.
    #[must_use]
    pub const fn max_size(self, compressed_size: usize) -> usize {
        // Each is what the shortest code for the longest repetition gives.
        let times = match self {
            Self::Uncompressed => return compressed_size,
            // A copy of 64 bytes takes 3.
            Self::Snappy => 22,
            // A match of 258 bytes takes 2 bits.
            Self::Gzip => 1032,
            // A further byte of length adds 255.
            Self::Lz4Raw | Self::Lz4Hadoop => 255,
            // A block of 128 KiB takes 4 bytes.
            Self::Zstd => 32 << 10,
            Self::Brotli | Self::Lzo => return usize::MAX,
        };
        compressed_size.saturating_mul(times)
    }
}

/// The name as the format spells it.
impl fmt::Display for Codec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Uncompressed => "UNCOMPRESSED",
            Self::Snappy => "SNAPPY",
            Self::Gzip => "GZIP",
            Self::Brotli => "BROTLI",
            Self::Zstd => "ZSTD",
            Self::Lz4Raw => "LZ4_RAW",
            Self::Lz4Hadoop => "LZ4",
            Self::Lzo => "LZO",
        })
    }
}

/// Decompresses pages of one codec, keeping the codec's context between them.
pub struct Decompressor {
    codec: Codec,
    context: Context,
}

enum Context {
    Uncompressed,
    #[cfg(feature = "snappy")]
    Snappy(Snappy),
    #[cfg(feature = "gzip")]
    Gzip(Gzip),
    #[cfg(feature = "brotli")]
    Brotli(Brotli),
    #[cfg(feature = "zstd")]
    Zstd(Zstd),
    #[cfg(feature = "lz4")]
    Lz4Raw,
    #[cfg(feature = "lz4")]
    Lz4Hadoop,
}

impl Decompressor {
    /// Makes a decompressor for `codec`.
    ///
    /// # Errors
    /// [`CodecError::Unsupported`] for a codec that Herringbone does not know,
    /// [`CodecError::NotCompiledIn`] for one whose feature is off, and
    /// [`CodecError::OutOfMemory`] if its context cannot be allocated.
    pub fn try_new(codec: Codec) -> Result<Self, CodecError> {
        let context = match codec {
            Codec::Uncompressed => Context::Uncompressed,
            #[cfg(feature = "snappy")]
            Codec::Snappy => Context::Snappy(Snappy::new()),
            #[cfg(feature = "gzip")]
            Codec::Gzip => Context::Gzip(Gzip::new()),
            #[cfg(feature = "brotli")]
            Codec::Brotli => Context::Brotli(Brotli::new()),
            #[cfg(feature = "zstd")]
            Codec::Zstd => Context::Zstd(Zstd::try_new()?),
            #[cfg(feature = "lz4")]
            Codec::Lz4Raw => Context::Lz4Raw,
            #[cfg(feature = "lz4")]
            Codec::Lz4Hadoop => Context::Lz4Hadoop,
            Codec::Lzo => return Err(CodecError::Unsupported { codec }),
            #[allow(unreachable_patterns, reason = "reached only where features are off")]
            _ => return Err(CodecError::NotCompiledIn { codec }),
        };
        Ok(Self { codec, context })
    }

    /// The codec this was made for.
    #[must_use]
    pub fn codec(&self) -> Codec {
        self.codec
    }

    /// Decompresses `compressed` into the whole of `out`, whose length is the declared size.
    ///
    /// Empty input is taken for empty output whatever the codec: writers store a page without
    /// values so, without even the codec's header.
    ///
    /// # Errors
    /// [`CodecError::SizeMismatch`] if the data comes to more or fewer bytes than `out` has, and
    /// [`CodecError::Corrupt`], [`CodecError::Truncated`] or [`CodecError::TrailingBytes`] if it is
    /// damaged. What `out` holds is then unspecified, and the decompressor stays usable.
    pub fn decompress(&mut self, compressed: &[u8], out: &mut [u8]) -> Result<(), CodecError> {
        if compressed.is_empty() && out.is_empty() {
            return Ok(());
        }
        match &mut self.context {
            Context::Uncompressed => uncompressed::decompress(compressed, out),
            #[cfg(feature = "snappy")]
            Context::Snappy(snappy) => snappy.decompress(compressed, out),
            #[cfg(feature = "gzip")]
            Context::Gzip(gzip) => gzip.decompress(compressed, out),
            #[cfg(feature = "brotli")]
            Context::Brotli(brotli) => brotli.decompress(compressed, out),
            #[cfg(feature = "zstd")]
            Context::Zstd(zstd) => zstd.decompress(compressed, out),
            #[cfg(feature = "lz4")]
            Context::Lz4Raw => lz4_raw::decompress(compressed, out),
            #[cfg(feature = "lz4")]
            Context::Lz4Hadoop => lz4_hadoop::decompress(compressed, out),
        }
    }
}

impl fmt::Debug for Decompressor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decompressor")
            .field("codec", &self.codec)
            .finish_non_exhaustive()
    }
}
