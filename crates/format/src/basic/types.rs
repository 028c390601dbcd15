//! Physical types, converted types and repetition.

use std::fmt;
use std::str::FromStr;

use super::{LogicalType, NameError, TimeUnit, by_name, by_number};

/// How values lie in the file: the physical types.
#[allow(non_camel_case_types, reason = "the specification's spelling")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    /// One bit.
    BOOLEAN = 0,
    /// Four bytes, little endian, two's complement.
    INT32 = 1,
    /// Eight bytes, little endian, two's complement.
    INT64 = 2,
    /// Twelve bytes: nanoseconds of the day and a Julian day. Deprecated, yet common.
    INT96 = 3,
    /// IEEE 754 single precision.
    FLOAT = 4,
    /// IEEE 754 double precision.
    DOUBLE = 5,
    /// Bytes with a length.
    BYTE_ARRAY = 6,
    /// Bytes whose length is in the schema.
    FIXED_LEN_BYTE_ARRAY = 7,
}

impl Type {
    /// Every variant, in the order of the specification's numbers.
    pub const VARIANTS: &'static [Self] = &[
        Self::BOOLEAN,
        Self::INT32,
        Self::INT64,
        Self::INT96,
        Self::FLOAT,
        Self::DOUBLE,
        Self::BYTE_ARRAY,
        Self::FIXED_LEN_BYTE_ARRAY,
    ];

    /// The type with this number in the specification.
    pub fn from_i32(value: i32) -> Option<Self> {
        by_number(Self::VARIANTS, value)
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl FromStr for Type {
    type Err = NameError;

    fn from_str(name: &str) -> Result<Self, NameError> {
        match name {
            // The name that the message-type syntax of parquet-mr uses.
            "BINARY" => Ok(Self::BYTE_ARRAY),
            _ => by_name("physical type", Self::VARIANTS, name),
        }
    }
}

/// What a value means, in the older of the two vocabularies.
///
/// Superseded by [`LogicalType`]; writers store both so that old readers understand them.
#[allow(non_camel_case_types, reason = "the specification's spelling")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ConvertedType {
    /// No converted type, or one that we do not know. Never stored in a file.
    NONE = -1,
    /// BYTE_ARRAY that holds UTF-8 text.
    UTF8 = 0,
    /// A group that is a map.
    MAP = 1,
    /// The repeated key-value group inside a map.
    MAP_KEY_VALUE = 2,
    /// A group that is a list.
    LIST = 3,
    /// BYTE_ARRAY that holds the name of an enumeration's value.
    ENUM = 4,
    /// A decimal number; precision and scale are in the schema element.
    DECIMAL = 5,
    /// INT32 days since 1970-01-01.
    DATE = 6,
    /// INT32 milliseconds since midnight.
    TIME_MILLIS = 7,
    /// INT64 microseconds since midnight.
    TIME_MICROS = 8,
    /// INT64 milliseconds since 1970-01-01T00:00:00Z.
    TIMESTAMP_MILLIS = 9,
    /// INT64 microseconds since 1970-01-01T00:00:00Z.
    TIMESTAMP_MICROS = 10,
    /// Unsigned 8-bit integer in an INT32.
    UINT_8 = 11,
    /// Unsigned 16-bit integer in an INT32.
    UINT_16 = 12,
    /// Unsigned 32-bit integer in an INT32.
    UINT_32 = 13,
    /// Unsigned 64-bit integer in an INT64.
    UINT_64 = 14,
    /// Signed 8-bit integer in an INT32.
    INT_8 = 15,
    /// Signed 16-bit integer in an INT32.
    INT_16 = 16,
    /// Signed 32-bit integer in an INT32.
    INT_32 = 17,
    /// Signed 64-bit integer in an INT64.
    INT_64 = 18,
    /// BYTE_ARRAY that holds a JSON document in UTF-8.
    JSON = 19,
    /// BYTE_ARRAY that holds a BSON document.
    BSON = 20,
    /// FIXED_LEN_BYTE_ARRAY(12): months, days and milliseconds, three unsigned little-endian numbers.
    INTERVAL = 21,
}

impl ConvertedType {
    /// Every variant, `NONE` first, then in the order of the specification's numbers.
    pub const VARIANTS: &'static [Self] = &[
        Self::NONE,
        Self::UTF8,
        Self::MAP,
        Self::MAP_KEY_VALUE,
        Self::LIST,
        Self::ENUM,
        Self::DECIMAL,
        Self::DATE,
        Self::TIME_MILLIS,
        Self::TIME_MICROS,
        Self::TIMESTAMP_MILLIS,
        Self::TIMESTAMP_MICROS,
        Self::UINT_8,
        Self::UINT_16,
        Self::UINT_32,
        Self::UINT_64,
        Self::INT_8,
        Self::INT_16,
        Self::INT_32,
        Self::INT_64,
        Self::JSON,
        Self::BSON,
        Self::INTERVAL,
    ];

    /// The converted type with this number in the specification, which never is `NONE`.
    pub fn from_i32(value: i32) -> Option<Self> {
        by_number(&Self::VARIANTS[1..], value)
    }
}

impl fmt::Display for ConvertedType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl FromStr for ConvertedType {
    type Err = NameError;

    fn from_str(name: &str) -> Result<Self, NameError> {
        by_name("converted type", Self::VARIANTS, name)
    }
}

/// The converted type an old reader should see; `NONE` where the older vocabulary has no word.
impl From<Option<LogicalType>> for ConvertedType {
    fn from(logical_type: Option<LogicalType>) -> Self {
        match logical_type {
            Some(LogicalType::String) => Self::UTF8,
            Some(LogicalType::Map) => Self::MAP,
            Some(LogicalType::List) => Self::LIST,
            Some(LogicalType::Enum) => Self::ENUM,
            Some(LogicalType::Decimal(_)) => Self::DECIMAL,
            Some(LogicalType::Date) => Self::DATE,
            Some(LogicalType::Time(time)) => match time.unit {
                TimeUnit::MILLIS => Self::TIME_MILLIS,
                TimeUnit::MICROS => Self::TIME_MICROS,
                TimeUnit::NANOS => Self::NONE,
            },
            Some(LogicalType::Timestamp(timestamp)) => match timestamp.unit {
                TimeUnit::MILLIS => Self::TIMESTAMP_MILLIS,
                TimeUnit::MICROS => Self::TIMESTAMP_MICROS,
                TimeUnit::NANOS => Self::NONE,
            },
            Some(LogicalType::Integer(int)) => match (int.bit_width, int.is_signed) {
                (8, true) => Self::INT_8,
                (16, true) => Self::INT_16,
                (32, true) => Self::INT_32,
                (64, true) => Self::INT_64,
                (8, false) => Self::UINT_8,
                (16, false) => Self::UINT_16,
                (32, false) => Self::UINT_32,
                (64, false) => Self::UINT_64,
                _ => Self::NONE,
            },
            Some(LogicalType::Json) => Self::JSON,
            Some(LogicalType::Bson) => Self::BSON,
            _ => Self::NONE,
        }
    }
}

/// How often a field occurs in its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FieldRepetitionType {
    /// Exactly once.
    REQUIRED = 0,
    /// Once or not at all: the field can be null.
    OPTIONAL = 1,
    /// Any number of times.
    REPEATED = 2,
}

/// The usual, shorter name of [`FieldRepetitionType`].
pub type Repetition = FieldRepetitionType;

impl FieldRepetitionType {
    /// Every variant, in the order of the specification's numbers.
    pub const VARIANTS: &'static [Self] = &[Self::REQUIRED, Self::OPTIONAL, Self::REPEATED];

    /// The repetition with this number in the specification.
    pub fn from_i32(value: i32) -> Option<Self> {
        by_number(Self::VARIANTS, value)
    }
}

impl fmt::Display for FieldRepetitionType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl FromStr for FieldRepetitionType {
    type Err = NameError;

    fn from_str(name: &str) -> Result<Self, NameError> {
        by_name("repetition", Self::VARIANTS, name)
    }
}
