//! The specification's enumerations, spelled as the specification spells them.
//!
//! - `types.rs`: physical types, converted types, repetition
//! - `logical_type.rs`: the `LogicalType` union and its members
//! - `encoding.rs`: encodings and the set of encodings of a column chunk
//! - `compression.rs`: codecs, and codecs with the level a writer would use
//! - `order.rs`: sort orders of values, columns and page boundaries
//! - `page.rs`: page types
//!
//! Where a newer writer may store a value that we do not know and the data around it can still be
//! used, the enumeration has an `_Unknown` variant; where nothing can be read without it (physical
//! type, repetition) it has none, and whoever parses reports the value found.
//!
//! Spec: parquet.thrift

mod compression;
mod encoding;
mod logical_type;
mod order;
mod page;
#[cfg(test)]
mod tests;
mod types;

use std::fmt;

pub use compression::{BrotliLevel, Compression, CompressionCodec, GzipLevel, ZstdLevel};
pub use encoding::{Encoding, EncodingMask};
pub use logical_type::{
    DecimalType, EdgeInterpolationAlgorithm, GeographyType, GeometryType, IntType, LogicalType,
    TimeType, TimeUnit, TimestampType, VariantType,
};
pub use order::{BoundaryOrder, ColumnOrder, SortOrder};
pub use page::PageType;
pub use types::{ConvertedType, FieldRepetitionType, Repetition, Type};

/// Why a text or a number given by a program does not name a value of an enumeration.
///
/// Nothing read from a file ends here: those errors are [`FormatError`](crate::FormatError)s.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NameError {
    /// The text names no value of the enumeration.
    Unknown {
        /// What was expected, such as "encoding".
        expected: &'static str,
        /// The text found.
        found: Box<str>,
    },
    /// The codec takes a level, as in `zstd(3)`, and none was given.
    LevelMissing {
        /// The codec named.
        codec: &'static str,
    },
    /// The codec takes no level.
    LevelUnexpected {
        /// The codec named.
        codec: &'static str,
    },
    /// The level is not one that the codec has.
    LevelOutOfRange {
        /// The level found.
        found: i64,
        /// The smallest level of the codec.
        min: i32,
        /// The largest level of the codec.
        max: i32,
    },
    /// The bits of an [`EncodingMask`] name an encoding that does not exist.
    EncodingMask {
        /// The bits found.
        found: i32,
    },
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { expected, found } => write!(f, "invalid {expected} '{found}'"),
            Self::LevelMissing { codec } => write!(f, "{codec} requires a compression level"),
            Self::LevelUnexpected { codec } => write!(f, "{codec} has no compression level"),
            Self::LevelOutOfRange { found, min, max } => {
                write!(f, "compression level {found} is not in {min}..={max}")
            }
            Self::EncodingMask { found } => write!(f, "invalid encoding mask 0x{found:x}"),
        }
    }
}

impl std::error::Error for NameError {}

/// The value among `all` whose debug text is `name`.
fn by_name<T: Copy + fmt::Debug>(
    expected: &'static str,
    all: &[T],
    name: &str,
) -> Result<T, NameError> {
    let named = all.iter().find(|value| format!("{value:?}") == name);
    named.copied().ok_or_else(|| NameError::Unknown {
        expected,
        found: name.into(),
    })
}

/// The value among `all`, which are numbered from 0 without a gap, that has the number `value`.
fn by_number<T: Copy>(all: &[T], value: i32) -> Option<T> {
    all.get(usize::try_from(value).ok()?).copied()
}
