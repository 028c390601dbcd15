//! Encodings of values and levels.
//!
//! Spec: Encodings.md

use std::fmt;
use std::str::FromStr;

use super::{NameError, by_name};

/// How values or levels are encoded.
#[allow(non_camel_case_types, reason = "the specification's spelling")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Encoding {
    /// Values one after the other.
    PLAIN,
    /// The older name of [`Encoding::RLE_DICTIONARY`]; in a dictionary page it means PLAIN.
    PLAIN_DICTIONARY,
    /// Hybrid of run lengths and bit packing: levels, booleans, dictionary indices.
    RLE,
    /// Levels packed without runs, most significant bit first. Deprecated.
    BIT_PACKED,
    /// Differences of integers, packed in miniblocks.
    DELTA_BINARY_PACKED,
    /// Lengths as DELTA_BINARY_PACKED, then the bytes.
    DELTA_LENGTH_BYTE_ARRAY,
    /// Each value as a shared prefix with the one before and a suffix.
    DELTA_BYTE_ARRAY,
    /// Indices into the dictionary page.
    RLE_DICTIONARY,
    /// The first bytes of all values, then the second bytes, and so on.
    BYTE_STREAM_SPLIT,
    /// Adaptive lossless encoding of floating-point numbers.
    ALP,
    /// A number that we do not know.
    _Unknown(i32),
}

impl Encoding {
    /// Every variant that has a name, in the order of the specification's numbers.
    pub const VARIANTS: &'static [Self] = &[
        Self::PLAIN,
        Self::PLAIN_DICTIONARY,
        Self::RLE,
        Self::BIT_PACKED,
        Self::DELTA_BINARY_PACKED,
        Self::DELTA_LENGTH_BYTE_ARRAY,
        Self::DELTA_BYTE_ARRAY,
        Self::RLE_DICTIONARY,
        Self::BYTE_STREAM_SPLIT,
        Self::ALP,
    ];

    /// The encoding with this number in the specification. The number 1 was given up before any
    /// file used it.
    pub fn from_i32(value: i32) -> Self {
        match value {
            0 => Self::PLAIN,
            2 => Self::PLAIN_DICTIONARY,
            3 => Self::RLE,
            4 => Self::BIT_PACKED,
            5 => Self::DELTA_BINARY_PACKED,
            6 => Self::DELTA_LENGTH_BYTE_ARRAY,
            7 => Self::DELTA_BYTE_ARRAY,
            8 => Self::RLE_DICTIONARY,
            9 => Self::BYTE_STREAM_SPLIT,
            10 => Self::ALP,
            _ => Self::_Unknown(value),
        }
    }

    /// The encoding's number in the specification.
    pub fn as_i32(self) -> i32 {
        match self {
            Self::PLAIN => 0,
            Self::PLAIN_DICTIONARY => 2,
            Self::RLE => 3,
            Self::BIT_PACKED => 4,
            Self::DELTA_BINARY_PACKED => 5,
            Self::DELTA_LENGTH_BYTE_ARRAY => 6,
            Self::DELTA_BYTE_ARRAY => 7,
            Self::RLE_DICTIONARY => 8,
            Self::BYTE_STREAM_SPLIT => 9,
            Self::ALP => 10,
            Self::_Unknown(value) => value,
        }
    }

    /// Whether values of a data page in this encoding are indices into a dictionary.
    pub fn is_dictionary(self) -> bool {
        matches!(self, Self::PLAIN_DICTIONARY | Self::RLE_DICTIONARY)
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// Reads a name all in upper or all in lower case.
impl FromStr for Encoding {
    type Err = NameError;

    fn from_str(name: &str) -> Result<Self, NameError> {
        match by_name("encoding", Self::VARIANTS, name) {
            Err(_) if !name.contains(|c: char| c.is_ascii_uppercase()) => {
                by_name("encoding", Self::VARIANTS, &name.to_ascii_uppercase())
            }
            found => found,
        }
    }
}

/// The set of encodings of a column chunk, one bit each.
///
/// Holds numbers 0 to 31; encodings with other numbers do not exist and are left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EncodingMask(i32);

impl EncodingMask {
    /// The bits of all encodings that have a name.
    const NAMED: i32 = 0b111_1111_1101;

    /// The set with these bits.
    ///
    /// # Errors
    /// [`NameError::EncodingMask`] if a bit stands for an encoding that does not exist.
    pub fn try_new(bits: i32) -> Result<Self, NameError> {
        if bits & !Self::NAMED != 0 {
            return Err(NameError::EncodingMask { found: bits });
        }
        Ok(Self(bits))
    }

    /// The bits of the set.
    pub fn as_i32(&self) -> i32 {
        self.0
    }

    /// The set of `encodings`.
    pub fn new_from_encodings<'a>(encodings: impl Iterator<Item = &'a Encoding>) -> Self {
        let mut mask = Self::default();
        for &encoding in encodings {
            mask.insert(encoding);
        }
        mask
    }

    /// Adds `encoding`.
    pub fn insert(&mut self, encoding: Encoding) {
        self.0 |= Self::bit(encoding);
    }

    /// Whether `encoding` is in the set.
    pub fn is_set(&self, encoding: Encoding) -> bool {
        self.0 & Self::bit(encoding) != 0
    }

    /// Whether `encoding` is in the set and nothing else is.
    pub fn is_only(&self, encoding: Encoding) -> bool {
        self.is_set(encoding) && self.0 == Self::bit(encoding)
    }

    /// Whether all of `encodings` are in the set.
    pub fn all_set<'a>(&self, mut encodings: impl Iterator<Item = &'a Encoding>) -> bool {
        encodings.all(|&encoding| self.is_set(encoding))
    }

    /// The encodings in the set, by their numbers.
    pub fn encodings(&self) -> impl Iterator<Item = Encoding> + use<> {
        let bits = self.0;
        (0..32)
            .filter(move |number| bits & (1 << number) != 0)
            .map(Encoding::from_i32)
    }

    fn bit(encoding: Encoding) -> i32 {
        let number = u32::try_from(encoding.as_i32()).unwrap_or(u32::MAX);
        1i32.checked_shl(number).unwrap_or(0)
    }
}
