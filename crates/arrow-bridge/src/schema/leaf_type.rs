//! The Arrow type of a leaf, and which other types it can be read into.
//!
//! A leaf is read into one of these, and whoever decodes can rely on it:
//!
//! | physical type | Arrow types |
//! |---|---|
//! | any | `Null`; `Dictionary` and `RunEndEncoded` of those below |
//! | BOOLEAN | `Boolean` |
//! | INT32 | `Int8` … `UInt32`; `Date32`; `Date64` (days made milliseconds); `Time32` and `Timestamp` of any unit as stored; decimals |
//! | INT64 | `Int64`, `UInt64`; `Date64`, `Time64`, `Timestamp` and `Duration` of any unit as stored; decimals |
//! | INT96 | `Timestamp` of any unit; `FixedSizeBinary(12)` as stored |
//! | FLOAT, DOUBLE | `Float32`, `Float64` |
//! | BYTE_ARRAY | `Utf8`, `Binary`, and their large and view forms; decimals |
//! | FIXED_LEN_BYTE_ARRAY | `FixedSizeBinary`; of 2 bytes `Float16`; of 12 bytes `Interval` of any unit; decimals |
//!
//! Decimals are of 32, 64, 128 or 256 bits and may be narrower than what is stored: a value that
//! does not fit must be refused when it is met.
//!
//! Spec: LogicalTypes.md

use arrow_schema::{
    DECIMAL32_MAX_PRECISION, DECIMAL64_MAX_PRECISION, DECIMAL128_MAX_PRECISION,
    DECIMAL256_MAX_PRECISION, DataType, IntervalUnit, TimeUnit,
};
use herringbone_format::basic::{
    ConvertedType, IntType, LogicalType, TimeUnit as ParquetTimeUnit, Type as PhysicalType,
};
use herringbone_format::schema::Node;
use herringbone_format::schema::shape::{is_null_of_early_arrow, logical_type};

use super::convert::Asker;

/// The type that the file itself asks for; what has no meaning to us is its physical type.
pub(super) fn natural_type(leaf: Node<'_>, physical_type: PhysicalType) -> DataType {
    let logical_type = logical_type(leaf);
    if logical_type == Some(LogicalType::Unknown) || is_null_of_early_arrow(leaf) {
        return DataType::Null;
    }
    // Intervals are the one annotation that never got a logical type.
    if physical_type == PhysicalType::FIXED_LEN_BYTE_ARRAY
        && leaf.converted_type() == ConvertedType::INTERVAL
        && leaf.type_length() == 12
    {
        return DataType::Interval(IntervalUnit::MonthDayNano);
    }
    logical_type
        .and_then(|logical_type| annotated_type(leaf, physical_type, &logical_type))
        .unwrap_or_else(|| storage_type(leaf, physical_type))
}

/// The type of a leaf without regard to annotations.
fn storage_type(leaf: Node<'_>, physical_type: PhysicalType) -> DataType {
    match physical_type {
        PhysicalType::BOOLEAN => DataType::Boolean,
        PhysicalType::INT32 => DataType::Int32,
        PhysicalType::INT64 => DataType::Int64,
        PhysicalType::INT96 => DataType::Timestamp(TimeUnit::Nanosecond, None),
        PhysicalType::FLOAT => DataType::Float32,
        PhysicalType::DOUBLE => DataType::Float64,
        PhysicalType::BYTE_ARRAY => DataType::Binary,
        PhysicalType::FIXED_LEN_BYTE_ARRAY => DataType::FixedSizeBinary(leaf.type_length()),
    }
}

/// What the leaf's annotation says on top of its physical type; nothing if the two do not go
/// together.
fn annotated_type(
    leaf: Node<'_>,
    physical_type: PhysicalType,
    logical_type: &LogicalType,
) -> Option<DataType> {
    use PhysicalType::{BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY, INT32, INT64};
    Some(match (physical_type, logical_type) {
        (INT32, LogicalType::Integer(int)) => match int {
            IntType {
                bit_width: 8,
                is_signed: true,
            } => DataType::Int8,
            IntType {
                bit_width: 16,
                is_signed: true,
            } => DataType::Int16,
            IntType {
                bit_width: 32,
                is_signed: true,
            } => DataType::Int32,
            IntType {
                bit_width: 8,
                is_signed: false,
            } => DataType::UInt8,
            IntType {
                bit_width: 16,
                is_signed: false,
            } => DataType::UInt16,
            IntType {
                bit_width: 32,
                is_signed: false,
            } => DataType::UInt32,
            _ => return None,
        },
        (INT64, LogicalType::Integer(int)) => match int {
            IntType {
                bit_width: 64,
                is_signed: true,
            } => DataType::Int64,
            IntType {
                bit_width: 64,
                is_signed: false,
            } => DataType::UInt64,
            _ => return None,
        },
        (INT32, LogicalType::Date) => DataType::Date32,
        (INT32, LogicalType::Time(time)) => match time.unit {
            ParquetTimeUnit::MILLIS => DataType::Time32(TimeUnit::Millisecond),
            ParquetTimeUnit::MICROS | ParquetTimeUnit::NANOS => return None,
        },
        (INT64, LogicalType::Time(time)) => match time.unit {
            ParquetTimeUnit::MICROS => DataType::Time64(TimeUnit::Microsecond),
            ParquetTimeUnit::NANOS => DataType::Time64(TimeUnit::Nanosecond),
            ParquetTimeUnit::MILLIS => return None,
        },
        (INT64, LogicalType::Timestamp(timestamp)) => DataType::Timestamp(
            match timestamp.unit {
                ParquetTimeUnit::MILLIS => TimeUnit::Millisecond,
                ParquetTimeUnit::MICROS => TimeUnit::Microsecond,
                ParquetTimeUnit::NANOS => TimeUnit::Nanosecond,
            },
            timestamp.is_adjusted_to_u_t_c.then(|| "UTC".into()),
        ),
        (INT32 | INT64 | BYTE_ARRAY | FIXED_LEN_BYTE_ARRAY, LogicalType::Decimal(decimal)) => {
            // As `parquet` has it: bytes that could exceed 128 bits are read into 256.
            let wide = physical_type == FIXED_LEN_BYTE_ARRAY && leaf.type_length() > 16;
            decimal_type(decimal.precision, decimal.scale, wide)?
        }
        (BYTE_ARRAY, LogicalType::String | LogicalType::Json) => DataType::Utf8,
        (FIXED_LEN_BYTE_ARRAY, LogicalType::Float16) if leaf.type_length() == 2 => {
            DataType::Float16
        }
        // UUID, BSON, ENUM, GEOMETRY, GEOGRAPHY and what is still to come: bytes as stored.
        _ => return None,
    })
}

fn decimal_type(precision: i32, scale: i32, wide: bool) -> Option<DataType> {
    let precision = u8::try_from(precision).ok()?;
    let scale = i8::try_from(scale).ok()?;
    if !(1..=DECIMAL256_MAX_PRECISION).contains(&precision) || i16::from(scale) > precision.into() {
        return None;
    }
    Some(if wide || precision > DECIMAL128_MAX_PRECISION {
        DataType::Decimal256(precision, scale)
    } else {
        DataType::Decimal128(precision, scale)
    })
}

/// The type to read a leaf into that is `natural` by itself and `asked` for by someone: `asked` if
/// that can be done, else as much of it as can.
pub(super) fn read_as(
    physical_type: PhysicalType,
    natural: &DataType,
    asked: &DataType,
    asker: Asker,
) -> DataType {
    match (natural, asked) {
        (DataType::Null, _) => DataType::Null,
        (_, DataType::Dictionary(key, value)) => {
            let inner = read_as(physical_type, natural, value, asker);
            if inner == **value && key.is_dictionary_key_type() && is_plain(&inner) {
                DataType::Dictionary(key.clone(), value.clone())
            } else {
                inner
            }
        }
        (_, DataType::RunEndEncoded(ends, values)) => {
            let inner = read_as(physical_type, natural, values.data_type(), asker);
            if inner == *values.data_type()
                && ends.data_type().is_run_ends_type()
                && is_plain(&inner)
            {
                DataType::RunEndEncoded(ends.clone(), values.clone())
            } else {
                inner
            }
        }
        // A writer that cannot store seconds stores milliseconds; the zone holds for them too.
        (DataType::Timestamp(unit, Some(_)), DataType::Timestamp(_, zone @ Some(_)))
            if asker == Asker::File && physical_type == PhysicalType::INT64 =>
        {
            DataType::Timestamp(*unit, zone.clone())
        }
        _ if natural == asked || converts(physical_type, natural, asked, asker) => asked.clone(),
        _ => natural.clone(),
    }
}

/// Neither a dictionary nor runs.
fn is_plain(data_type: &DataType) -> bool {
    !matches!(
        data_type,
        DataType::Dictionary(_, _) | DataType::RunEndEncoded(_, _)
    )
}

/// Whether a leaf that is `natural` by itself can be read into `asked`, which differs from it.
fn converts(
    physical_type: PhysicalType,
    natural: &DataType,
    asked: &DataType,
    asker: Asker,
) -> bool {
    use DataType as D;
    let by_caller = asker == Asker::Caller;
    match (natural, asked) {
        // What Arrow writers store in bare integers because the format has no word for it.
        (D::Int32 | D::Int64, D::Timestamp(_, _)) => true,
        (D::Int32, D::Time32(unit)) => matches!(unit, TimeUnit::Second | TimeUnit::Millisecond),
        (D::Int64, D::Time64(unit)) => {
            matches!(unit, TimeUnit::Microsecond | TimeUnit::Nanosecond)
        }
        (D::Int64, D::Duration(_) | D::Date64) | (D::Date32, D::Date64) => true,
        (D::Timestamp(_, _), D::Timestamp(_, _)) if physical_type == PhysicalType::INT96 => true,
        (D::Timestamp(_, _), D::FixedSizeBinary(12)) => {
            by_caller && physical_type == PhysicalType::INT96
        }
        (D::Timestamp(stored, _), D::Timestamp(unit, zone)) => stored == unit && zone.is_some(),
        (D::Utf8, D::LargeUtf8 | D::Utf8View) => true,
        (D::Binary, D::LargeBinary | D::BinaryView | D::Utf8 | D::LargeUtf8 | D::Utf8View) => true,
        (D::Utf8, D::Binary | D::LargeBinary | D::BinaryView) => by_caller,
        (D::Interval(_), D::Interval(_)) => true,
        (D::Interval(_), D::FixedSizeBinary(12)) => by_caller,
        _ => match (decimal_parts(natural), decimal_parts(asked)) {
            (Some(stored), Some(asked)) => {
                let precision_fits = match asker {
                    Asker::File => asked.precision == stored.precision,
                    Asker::Caller => asked.precision >= stored.precision,
                };
                precision_fits
                    && asked.precision <= asked.max_precision
                    && asked.scale == stored.scale
            }
            _ => false,
        },
    }
}

struct Decimal {
    precision: u8,
    scale: i8,
    max_precision: u8,
}

fn decimal_parts(data_type: &DataType) -> Option<Decimal> {
    let (precision, scale, max_precision) = match *data_type {
        DataType::Decimal32(precision, scale) => (precision, scale, DECIMAL32_MAX_PRECISION),
        DataType::Decimal64(precision, scale) => (precision, scale, DECIMAL64_MAX_PRECISION),
        DataType::Decimal128(precision, scale) => (precision, scale, DECIMAL128_MAX_PRECISION),
        DataType::Decimal256(precision, scale) => (precision, scale, DECIMAL256_MAX_PRECISION),
        _ => return None,
    };
    Some(Decimal {
        precision,
        scale,
        max_precision,
    })
}
