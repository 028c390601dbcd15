//! What can be wrong with encoded bytes.

use std::fmt;

/// A fact about encoded bytes that stopped a decoder.
///
/// It says what was found and what was expected; where in the file it happened is known to the caller alone, who adds it.
#[non_exhaustive]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecodeError {
    /// The bytes end before the values do.
    Truncated {
        /// Bytes that the next step needs.
        needed: usize,
        /// Bytes that are there.
        available: usize,
    },
    /// More values were asked for than the encoded stream declares.
    TooFewValues {
        /// Values asked for.
        needed: usize,
        /// Values that are left.
        available: usize,
    },
    /// A bit width that its place does not allow.
    BitWidth {
        /// The width found, in bits.
        found: u32,
        /// The largest allowed there.
        max: u32,
    },
    /// A dictionary index that points behind the dictionary.
    IndexOutOfRange {
        /// The index found.
        index: u64,
        /// Entries in the dictionary.
        len: usize,
    },
    /// A definition or repetition level above the column's maximum.
    LevelOutOfRange {
        /// The level found.
        level: u32,
        /// The column's maximum.
        max: u8,
    },
    /// A field of an encoding's header with a value that the encoding does not allow.
    Malformed {
        /// The field, in the spec's words.
        what: &'static str,
        /// The value found.
        found: u64,
    },
    /// Bytes of a string column that are not UTF-8.
    InvalidUtf8 {
        /// The first value at fault, counted from the first of the call.
        value: usize,
    },
    /// More bytes or elements than the offset type can count.
    OffsetOverflow {
        /// The total that was reached.
        total: u64,
        /// The largest that the offset type holds.
        max: u64,
    },
    /// A length that differs from what the schema or the caller fixed.
    WrongLength {
        /// The length expected.
        expected: usize,
        /// The length found.
        found: usize,
    },
    /// A value that the output type cannot hold.
    ValueOutOfRange {
        /// The value at fault, counted from the first of the call.
        value: usize,
        /// Bits of the output type.
        bits: u32,
    },
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Truncated { needed, available } => {
                write!(f, "expected {needed} more bytes, found {available}")
            }
            Self::TooFewValues { needed, available } => {
                write!(f, "expected {needed} more values, found {available}")
            }
            Self::BitWidth { found, max } => {
                write!(f, "expected a bit width of at most {max}, found {found}")
            }
            Self::IndexOutOfRange { index, len } => {
                write!(f, "expected a dictionary index below {len}, found {index}")
            }
            Self::LevelOutOfRange { level, max } => {
                write!(f, "expected a level of at most {max}, found {level}")
            }
            Self::Malformed { what, found } => write!(f, "malformed {what}, found {found}"),
            Self::InvalidUtf8 { value } => {
                write!(f, "expected UTF-8, found other bytes in value {value}")
            }
            Self::OffsetOverflow { total, max } => {
                write!(
                    f,
                    "expected a total of at most {max} for the offset type, found {total}"
                )
            }
            Self::WrongLength { expected, found } => {
                write!(f, "expected a length of {expected}, found {found}")
            }
            Self::ValueOutOfRange { value, bits } => {
                write!(
                    f,
                    "expected values of at most {bits} bits, found a larger one at {value}"
                )
            }
        }
    }
}

impl std::error::Error for DecodeError {}

const _: () = assert!(size_of::<DecodeError>() <= 32);
