//! The one error of this crate: facts with numbers, no ready-made sentences.

use std::fmt;

/// Why bytes are not the Parquet metadata they were taken for.
///
/// `offset` counts from the start of the structure that was being parsed: the footer's Thrift bytes, the page header, the
/// index. Whoever knows where that lies in the file adds its own offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FormatError {
    /// The bytes end before the structure does. With more bytes it may be read.
    Truncated {
        /// Where the bytes ran out.
        offset: usize,
        /// How many bytes were wanted at `offset`, at least.
        needed: usize,
        /// How many there were.
        available: usize,
    },
    /// The file does not end in `PAR1` or `PARE`.
    BadMagic {
        /// The last four bytes of the file.
        found: [u8; 4],
    },
    /// The footer is encrypted (`PARE`).
    EncryptedFooter,
    /// The column chunk is encrypted.
    EncryptedColumn,
    /// A variable-length integer does not end within the bytes its width allows.
    VarintTooLong {
        /// Where it starts.
        offset: usize,
    },
    /// A Thrift type code that the compact protocol does not have.
    UnknownWireType {
        /// The code.
        code: u8,
        /// Where it stands.
        offset: usize,
    },
    /// A list holds elements of another Thrift type than its field has.
    WrongElementType {
        /// The field, in the spec's spelling.
        field: &'static str,
        /// The Thrift type code found.
        found: u8,
        /// Where the list starts.
        offset: usize,
    },
    /// A required field is not there.
    MissingField {
        /// The field, in the spec's spelling.
        field: &'static str,
        /// Where its structure starts.
        offset: usize,
    },
    /// A size, count or offset is negative.
    Negative {
        /// The field, in the spec's spelling.
        field: &'static str,
        /// What was found.
        value: i64,
    },
    /// A number lies outside what its field can hold.
    OutOfRange {
        /// The field, in the spec's spelling.
        field: &'static str,
        /// What was found.
        value: i64,
    },
    /// A number of an enum that this version does not know, where the data cannot be read without it.
    UnknownValue {
        /// The field, in the spec's spelling.
        field: &'static str,
        /// What was found.
        value: i32,
    },
    /// Two counts or lengths that have to agree do not.
    Mismatch {
        /// What is counted.
        what: &'static str,
        /// What the one side says.
        expected: u64,
        /// What the other side says.
        found: u64,
    },
    /// A text is not UTF-8.
    InvalidUtf8 {
        /// The field, in the spec's spelling.
        field: &'static str,
        /// Where its bytes start.
        offset: usize,
    },
    /// More than [`Limits`](crate::Limits) allow.
    OverLimit {
        /// What is limited.
        what: &'static str,
        /// What was found.
        found: u64,
        /// What is allowed.
        limit: u64,
    },
    /// The structure contradicts itself or the spec in a way that no number describes.
    Malformed {
        /// What is wrong.
        what: &'static str,
        /// Where.
        offset: usize,
    },
    /// The structure is sound but asks for something this version does not do.
    Unsupported {
        /// What it asks for.
        what: &'static str,
    },
}

const _: () = assert!(size_of::<FormatError>() <= 40);

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Truncated {
                offset,
                needed,
                available,
            } => {
                write!(
                    f,
                    "metadata ends early: {needed} more bytes expected at offset {offset}, found {available}"
                )
            }
            Self::BadMagic { found } => {
                write!(
                    f,
                    "not a Parquet file: expected it to end in \"PAR1\", found \"{}\"",
                    found.escape_ascii()
                )
            }
            Self::EncryptedFooter => {
                f.write_str("the footer is encrypted, which is not supported yet")
            }
            Self::EncryptedColumn => {
                f.write_str("the column chunk is encrypted, which is not supported yet")
            }
            Self::VarintTooLong { offset } => write!(f, "integer at offset {offset} does not end"),
            Self::UnknownWireType { code, offset } => {
                write!(f, "unknown Thrift type {code} at offset {offset}")
            }
            Self::WrongElementType {
                field,
                found,
                offset,
            } => {
                write!(
                    f,
                    "list {field} at offset {offset} holds elements of the wrong Thrift type {found}"
                )
            }
            Self::MissingField { field, offset } => {
                write!(
                    f,
                    "required field {field} is missing from the structure at offset {offset}"
                )
            }
            Self::Negative { field, value } => write!(f, "{field} is negative: {value}"),
            Self::OutOfRange { field, value } => write!(f, "{field} is out of range: {value}"),
            Self::UnknownValue { field, value } => write!(f, "unknown value of {field}: {value}"),
            Self::Mismatch {
                what,
                expected,
                found,
            } => write!(f, "{what}: expected {expected}, found {found}"),
            Self::InvalidUtf8 { field, offset } => {
                write!(f, "{field} at offset {offset} is not UTF-8")
            }
            Self::OverLimit { what, found, limit } => {
                write!(f, "{what} over the limit: {limit} allowed, found {found}")
            }
            Self::Malformed { what, offset } => write!(f, "{what} (at offset {offset})"),
            Self::Unsupported { what } => write!(f, "not supported: {what}"),
        }
    }
}

impl std::error::Error for FormatError {}
