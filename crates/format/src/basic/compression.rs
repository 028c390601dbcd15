//! Compression codecs.
//!
//! Spec: Compression.md

use std::fmt;
use std::str::FromStr;

use super::NameError;

/// A compression codec, as a file names it.
#[allow(non_camel_case_types, reason = "the specification's spelling")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CompressionCodec {
    /// No compression.
    UNCOMPRESSED,
    /// Snappy.
    SNAPPY,
    /// GZIP.
    GZIP,
    /// LZO.
    LZO,
    /// Brotli.
    BROTLI,
    /// LZ4 in the framing of Hadoop. Deprecated.
    LZ4,
    /// Zstandard.
    ZSTD,
    /// An LZ4 block without framing.
    LZ4_RAW,
    /// A number that we do not know.
    _Unknown(i32),
}

impl CompressionCodec {
    /// Every variant that has a name, in the order of the specification's numbers.
    pub const VARIANTS: &'static [Self] = &[
        Self::UNCOMPRESSED,
        Self::SNAPPY,
        Self::GZIP,
        Self::LZO,
        Self::BROTLI,
        Self::LZ4,
        Self::ZSTD,
        Self::LZ4_RAW,
    ];

    /// The codec with this number in the specification.
    pub fn from_i32(value: i32) -> Self {
        super::by_number(Self::VARIANTS, value).unwrap_or(Self::_Unknown(value))
    }
}

impl fmt::Display for CompressionCodec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// A compression codec together with the level that a writer would use.
///
/// A file does not tell the level: what is read from one carries the default level.
#[allow(non_camel_case_types, reason = "the specification's spelling")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// No compression.
    UNCOMPRESSED,
    /// Snappy.
    SNAPPY,
    /// GZIP.
    GZIP(GzipLevel),
    /// LZO.
    LZO,
    /// Brotli.
    BROTLI(BrotliLevel),
    /// LZ4 in the framing of Hadoop. Deprecated.
    LZ4,
    /// Zstandard.
    ZSTD(ZstdLevel),
    /// An LZ4 block without framing.
    LZ4_RAW,
    /// A number that we do not know.
    _Unknown(i32),
}

impl fmt::Display for Compression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl From<CompressionCodec> for Compression {
    fn from(codec: CompressionCodec) -> Self {
        match codec {
            CompressionCodec::UNCOMPRESSED => Self::UNCOMPRESSED,
            CompressionCodec::SNAPPY => Self::SNAPPY,
            CompressionCodec::GZIP => Self::GZIP(GzipLevel::default()),
            CompressionCodec::LZO => Self::LZO,
            CompressionCodec::BROTLI => Self::BROTLI(BrotliLevel::default()),
            CompressionCodec::LZ4 => Self::LZ4,
            CompressionCodec::ZSTD => Self::ZSTD(ZstdLevel::default()),
            CompressionCodec::LZ4_RAW => Self::LZ4_RAW,
            CompressionCodec::_Unknown(value) => Self::_Unknown(value),
        }
    }
}

impl From<Compression> for CompressionCodec {
    fn from(compression: Compression) -> Self {
        match compression {
            Compression::UNCOMPRESSED => Self::UNCOMPRESSED,
            Compression::SNAPPY => Self::SNAPPY,
            Compression::GZIP(_) => Self::GZIP,
            Compression::LZO => Self::LZO,
            Compression::BROTLI(_) => Self::BROTLI,
            Compression::LZ4 => Self::LZ4,
            Compression::ZSTD(_) => Self::ZSTD,
            Compression::LZ4_RAW => Self::LZ4_RAW,
            Compression::_Unknown(value) => Self::_Unknown(value),
        }
    }
}

/// Reads names such as `snappy` or `ZSTD(3)`; the codecs that have a level need one.
impl FromStr for Compression {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let unknown = || NameError::Unknown {
            expected: "compression",
            found: text.into(),
        };
        let (name, level) = match text.split_once('(') {
            None => (text, None),
            Some((name, rest)) => {
                let digits = rest.strip_suffix(')').ok_or_else(unknown)?;
                (name, Some(digits.parse::<i32>().map_err(|_| unknown())?))
            }
        };
        let required = |codec| level.ok_or(NameError::LevelMissing { codec });
        let plain = |compression, codec| match level {
            None => Ok(compression),
            Some(_) => Err(NameError::LevelUnexpected { codec }),
        };
        match name {
            "UNCOMPRESSED" | "uncompressed" => plain(Self::UNCOMPRESSED, "UNCOMPRESSED"),
            "SNAPPY" | "snappy" => plain(Self::SNAPPY, "SNAPPY"),
            "GZIP" | "gzip" => Ok(Self::GZIP(GzipLevel(GZIP.check(required("GZIP")?)?))),
            "LZO" | "lzo" => plain(Self::LZO, "LZO"),
            "BROTLI" | "brotli" => {
                let level = BROTLI.check(required("BROTLI")?)?;
                Ok(Self::BROTLI(BrotliLevel(level)))
            }
            "LZ4" | "lz4" => plain(Self::LZ4, "LZ4"),
            "ZSTD" | "zstd" => Ok(Self::ZSTD(ZstdLevel(ZSTD.check(required("ZSTD")?)?))),
            "LZ4_RAW" | "lz4_raw" => plain(Self::LZ4_RAW, "LZ4_RAW"),
            _ => Err(unknown()),
        }
    }
}

/// The levels that a codec has.
struct Levels {
    min: i32,
    max: i32,
}

const GZIP: Levels = Levels { min: 0, max: 9 };
const BROTLI: Levels = Levels { min: 0, max: 11 };
const ZSTD: Levels = Levels { min: 1, max: 22 };

impl Levels {
    fn check<T: TryFrom<i32>>(&self, level: impl Into<i64>) -> Result<T, NameError> {
        let found = level.into();
        i32::try_from(found)
            .ok()
            .filter(|level| (self.min..=self.max).contains(level))
            .and_then(|level| T::try_from(level).ok())
            .ok_or(NameError::LevelOutOfRange {
                found,
                min: self.min,
                max: self.max,
            })
    }
}

/// Level of GZIP compression, 0 to 9; 6 by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GzipLevel(u32);

impl GzipLevel {
    /// Checks and wraps `level`.
    ///
    /// # Errors
    /// [`NameError::LevelOutOfRange`] if GZIP has no such level.
    pub fn try_new(level: u32) -> Result<Self, NameError> {
        GZIP.check(level).map(Self)
    }

    /// The level as a number.
    pub fn compression_level(&self) -> u32 {
        self.0
    }
}

impl Default for GzipLevel {
    fn default() -> Self {
        Self(6)
    }
}

/// Level of Brotli compression, 0 to 11; 1 by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BrotliLevel(u32);

impl BrotliLevel {
    /// Checks and wraps `level`.
    ///
    /// # Errors
    /// [`NameError::LevelOutOfRange`] if Brotli has no such level.
    pub fn try_new(level: u32) -> Result<Self, NameError> {
        BROTLI.check(level).map(Self)
    }

    /// The level as a number.
    pub fn compression_level(&self) -> u32 {
        self.0
    }
}

impl Default for BrotliLevel {
    fn default() -> Self {
        Self(1)
    }
}

/// Level of Zstandard compression, 1 to 22; 1 by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ZstdLevel(i32);

impl ZstdLevel {
    /// Checks and wraps `level`.
    ///
    /// # Errors
    /// [`NameError::LevelOutOfRange`] if Zstandard has no such level.
    pub fn try_new(level: i32) -> Result<Self, NameError> {
        ZSTD.check(level).map(Self)
    }

    /// The level as a number.
    pub fn compression_level(&self) -> i32 {
        self.0
    }
}

impl Default for ZstdLevel {
    fn default() -> Self {
        Self(1)
    }
}
