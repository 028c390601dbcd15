//! What a column holds, by its annotation.
//!
//! Spec: LogicalTypes.md

use std::fmt;

use herringbone_format::basic::{
    ConvertedType, IntType, LogicalType, TimeUnit as FormatTimeUnit, Type as PhysicalType,
};
use herringbone_format::schema::Node;
use herringbone_format::schema::shape::{is_null_of_early_arrow, logical_type};

/// What the values of a column are.
///
/// A logical type from a later version of the format is passed over: the column is what it is stored
/// as. One that does not go with the physical type is an error when the column is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the variants are the format's own types")]
pub enum DataType {
    /// A column of nulls alone.
    Null,
    Boolean,
    Int8,
    Int16,
    Int32,
    Int64,
    UInt8,
    UInt16,
    UInt32,
    UInt64,
    Float16,
    Float32,
    Float64,
    /// Digits, and how many of them stand behind the point.
    Decimal {
        precision: u8,
        scale: i8,
    },
    /// Days.
    Date,
    /// Time of day.
    Time {
        unit: TimeUnit,
        is_utc: bool,
    },
    /// A point in time if it is UTC, else a local date and time.
    Timestamp {
        unit: TimeUnit,
        is_utc: bool,
    },
    /// The timestamp of old writers.
    Int96,
    Interval,
    /// STRING, ENUM and JSON.
    String,
    /// Any bytes.
    Bytes,
    /// As many bytes in each value.
    FixedBytes(usize),
    Uuid,
    List,
    Map,
    Struct,
}

/// What times and timestamps are counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimeUnit {
    /// Milliseconds.
    Millis,
    /// Microseconds.
    Micros,
    /// Nanoseconds.
    Nanos,
}

impl TimeUnit {
    /// How many of it make a second.
    #[must_use]
    pub const fn per_second(self) -> i64 {
        match self {
            Self::Millis => 1_000,
            Self::Micros => 1_000_000,
            Self::Nanos => 1_000_000_000,
        }
    }
}

impl From<FormatTimeUnit> for TimeUnit {
    fn from(unit: FormatTimeUnit) -> Self {
        match unit {
            FormatTimeUnit::MILLIS => Self::Millis,
            FormatTimeUnit::MICROS => Self::Micros,
            FormatTimeUnit::NANOS => Self::Nanos,
        }
    }
}

impl DataType {
    /// What the values of `leaf` are.
    pub(crate) fn of_leaf(leaf: Node<'_>, physical_type: PhysicalType) -> Self {
        let logical_type = logical_type(leaf);
        if logical_type == Some(LogicalType::Unknown) || is_null_of_early_arrow(leaf) {
            return Self::Null;
        }
        // Intervals are the one annotation that never got a logical type.
        if physical_type == PhysicalType::FIXED_LEN_BYTE_ARRAY
            && leaf.converted_type() == ConvertedType::INTERVAL
            && leaf.type_length() == 12
        {
            return Self::Interval;
        }
        logical_type
            .and_then(|logical_type| annotated(leaf, physical_type, &logical_type))
            .unwrap_or_else(|| stored(leaf, physical_type))
    }
}

fn stored(leaf: Node<'_>, physical_type: PhysicalType) -> DataType {
    match physical_type {
        PhysicalType::BOOLEAN => DataType::Boolean,
        PhysicalType::INT32 => DataType::Int32,
        PhysicalType::INT64 => DataType::Int64,
        PhysicalType::INT96 => DataType::Int96,
        PhysicalType::FLOAT => DataType::Float32,
        PhysicalType::DOUBLE => DataType::Float64,
        PhysicalType::BYTE_ARRAY => DataType::Bytes,
        PhysicalType::FIXED_LEN_BYTE_ARRAY => {
            DataType::FixedBytes(usize::try_from(leaf.type_length()).unwrap_or(0))
        }
    }
}

/// What the annotation says on top of the physical type; nothing if the two do not go together.
fn annotated(
    leaf: Node<'_>,
    physical_type: PhysicalType,
    logical_type: &LogicalType,
) -> Option<DataType> {
    use PhysicalType::{BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY, INT32, INT64};
    Some(match (physical_type, logical_type) {
        (INT32 | INT64, LogicalType::Integer(int)) => integer(physical_type, int)?,
        (INT32, LogicalType::Date) => DataType::Date,
        (INT32 | INT64, LogicalType::Time(time)) => {
            // Milliseconds are stored in 32 bits, finer units in 64.
            if (physical_type == INT32) != (time.unit == FormatTimeUnit::MILLIS) {
                return None;
            }
            DataType::Time {
                unit: time.unit.into(),
                is_utc: time.is_adjusted_to_u_t_c,
            }
        }
        (INT64, LogicalType::Timestamp(timestamp)) => DataType::Timestamp {
            unit: timestamp.unit.into(),
            is_utc: timestamp.is_adjusted_to_u_t_c,
        },
        (INT32 | INT64 | BYTE_ARRAY | FIXED_LEN_BYTE_ARRAY, LogicalType::Decimal(decimal)) => {
            let precision = u8::try_from(decimal.precision).ok()?;
            let scale = i8::try_from(decimal.scale).ok()?;
            if !(1..=MAX_PRECISION).contains(&precision) || i16::from(scale) > precision.into() {
                return None;
            }
            DataType::Decimal { precision, scale }
        }
        (BYTE_ARRAY, LogicalType::String | LogicalType::Enum | LogicalType::Json) => {
            DataType::String
        }
        (FIXED_LEN_BYTE_ARRAY, LogicalType::Float16) if leaf.type_length() == 2 => {
            DataType::Float16
        }
        (FIXED_LEN_BYTE_ARRAY, LogicalType::Uuid) if leaf.type_length() == 16 => DataType::Uuid,
        // BSON, GEOMETRY, GEOGRAPHY and what is still to come: bytes as stored.
        _ => return None,
    })
}

/// The digits that always fit 256 bits.
const MAX_PRECISION: u8 = 76;

fn integer(physical_type: PhysicalType, int: &IntType) -> Option<DataType> {
    Some(match (physical_type, int.bit_width, int.is_signed) {
        (PhysicalType::INT32, 8, true) => DataType::Int8,
        (PhysicalType::INT32, 16, true) => DataType::Int16,
        (PhysicalType::INT32, 32, true) => DataType::Int32,
        (PhysicalType::INT32, 8, false) => DataType::UInt8,
        (PhysicalType::INT32, 16, false) => DataType::UInt16,
        (PhysicalType::INT32, 32, false) => DataType::UInt32,
        (PhysicalType::INT64, 64, true) => DataType::Int64,
        (PhysicalType::INT64, 64, false) => DataType::UInt64,
        _ => return None,
    })
}

impl fmt::Display for DataType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Decimal { precision, scale } => write!(f, "Decimal({precision}, {scale})"),
            Self::Time { unit, is_utc } => write!(f, "Time({unit:?}, UTC: {is_utc})"),
            Self::Timestamp { unit, is_utc } => write!(f, "Timestamp({unit:?}, UTC: {is_utc})"),
            other => fmt::Debug::fmt(other, f),
        }
    }
}
