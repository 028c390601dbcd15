//! Bounds of statistics as text.

use std::sync::Arc;

use arrow_array::{
    ArrayRef, BooleanArray, Date32Array, Decimal128Array, Float16Array, Float32Array, Float64Array,
    Int32Array, Int64Array, PrimitiveArray, Time32MillisecondArray, Time64MicrosecondArray,
    Time64NanosecondArray, TimestampNanosecondArray, UInt32Array, UInt64Array,
    types::{
        ArrowTimestampType, TimestampMicrosecondType, TimestampMillisecondType,
        TimestampNanosecondType,
    },
};
use herringbone_format::basic::{ConvertedType, LogicalType, TimeUnit, Type};
use herringbone_format::data_type::Int96;
use herringbone_format::schema::types::ColumnDescriptor;

use crate::text::{hex, single};

/// A bound in the PLAIN encoding as text, by the type of `column`.
pub(super) fn bound_text(bytes: &[u8], column: &ColumnDescriptor) -> String {
    let meaning = Meaning::of(column);
    let array = match column.physical_type() {
        Type::BOOLEAN => bytes
            .first()
            .map(|&byte| Arc::new(BooleanArray::from(vec![byte != 0])) as ArrayRef),
        Type::INT32 => bytes
            .try_into()
            .ok()
            .map(|bytes| of_i32(i32::from_le_bytes(bytes), meaning)),
        Type::INT64 => bytes
            .try_into()
            .ok()
            .map(|bytes| of_i64(i64::from_le_bytes(bytes), meaning)),
        Type::INT96 => bytes.try_into().ok().map(|bytes| {
            let nanos = Int96::from_le_bytes(bytes).to_nanos();
            Arc::new(TimestampNanosecondArray::from(vec![nanos])) as ArrayRef
        }),
        Type::FLOAT => bytes
            .try_into()
            .ok()
            .map(|bytes| array_of(Float32Array::from(vec![f32::from_le_bytes(bytes)]))),
        Type::DOUBLE => bytes
            .try_into()
            .ok()
            .map(|bytes| array_of(Float64Array::from(vec![f64::from_le_bytes(bytes)]))),
        Type::BYTE_ARRAY | Type::FIXED_LEN_BYTE_ARRAY => return of_bytes(bytes, meaning),
    };
    array.map_or_else(|| hex(bytes), |array| single(&array))
}

/// What stored numbers and bytes mean, as far as their text depends on it.
#[derive(Clone, Copy)]
enum Meaning {
    Plain,
    Text,
    Unsigned,
    Decimal { scale: i32 },
    Date,
    Time(TimeUnit),
    Timestamp { unit: TimeUnit, is_utc: bool },
    Uuid,
    Float16,
}

impl Meaning {
    fn of(column: &ColumnDescriptor) -> Self {
        if let Some(logical) = column.logical_type_ref() {
            return match logical {
                LogicalType::String | LogicalType::Enum | LogicalType::Json => Self::Text,
                LogicalType::Integer(int) if !int.is_signed => Self::Unsigned,
                LogicalType::Decimal(decimal) => Self::Decimal {
                    scale: decimal.scale,
                },
                LogicalType::Date => Self::Date,
                LogicalType::Time(time) => Self::Time(time.unit),
                LogicalType::Timestamp(time) => Self::Timestamp {
                    unit: time.unit,
                    is_utc: time.is_adjusted_to_u_t_c,
                },
                LogicalType::Uuid => Self::Uuid,
                LogicalType::Float16 => Self::Float16,
                _ => Self::Plain,
            };
        }
        match column.converted_type() {
            ConvertedType::UTF8 | ConvertedType::ENUM | ConvertedType::JSON => Self::Text,
            ConvertedType::UINT_8
            | ConvertedType::UINT_16
            | ConvertedType::UINT_32
            | ConvertedType::UINT_64 => Self::Unsigned,
            ConvertedType::DECIMAL => Self::Decimal {
                scale: column.type_scale(),
            },
            ConvertedType::DATE => Self::Date,
            ConvertedType::TIME_MILLIS => Self::Time(TimeUnit::MILLIS),
            ConvertedType::TIME_MICROS => Self::Time(TimeUnit::MICROS),
            ConvertedType::TIMESTAMP_MILLIS => Self::Timestamp {
                unit: TimeUnit::MILLIS,
                is_utc: true,
            },
            ConvertedType::TIMESTAMP_MICROS => Self::Timestamp {
                unit: TimeUnit::MICROS,
                is_utc: true,
            },
            _ => Self::Plain,
        }
    }
}

fn array_of(array: impl arrow_array::Array + 'static) -> ArrayRef {
    Arc::new(array)
}

fn of_i32(value: i32, meaning: Meaning) -> ArrayRef {
    match meaning {
        Meaning::Unsigned => array_of(UInt32Array::from(vec![value.cast_unsigned()])),
        Meaning::Decimal { scale } => decimal(value.into(), scale),
        Meaning::Date => array_of(Date32Array::from(vec![value])),
        Meaning::Time(_) => array_of(Time32MillisecondArray::from(vec![value])),
        _ => array_of(Int32Array::from(vec![value])),
    }
}

fn of_i64(value: i64, meaning: Meaning) -> ArrayRef {
    match meaning {
        Meaning::Unsigned => array_of(UInt64Array::from(vec![value.cast_unsigned()])),
        Meaning::Decimal { scale } => decimal(value.into(), scale),
        Meaning::Time(TimeUnit::NANOS) => array_of(Time64NanosecondArray::from(vec![value])),
        Meaning::Time(_) => array_of(Time64MicrosecondArray::from(vec![value])),
        Meaning::Timestamp {
            unit: TimeUnit::MILLIS,
            is_utc,
        } => timestamp::<TimestampMillisecondType>(value, is_utc),
        Meaning::Timestamp {
            unit: TimeUnit::MICROS,
            is_utc,
        } => timestamp::<TimestampMicrosecondType>(value, is_utc),
        Meaning::Timestamp {
            unit: TimeUnit::NANOS,
            is_utc,
        } => timestamp::<TimestampNanosecondType>(value, is_utc),
        _ => array_of(Int64Array::from(vec![value])),
    }
}

fn timestamp<T: ArrowTimestampType>(value: i64, is_utc: bool) -> ArrayRef {
    let array = PrimitiveArray::<T>::from_iter_values([value]);
    array_of(array.with_timezone_opt(is_utc.then_some("+00:00")))
}

fn of_bytes(bytes: &[u8], meaning: Meaning) -> String {
    match meaning {
        Meaning::Text => std::str::from_utf8(bytes).map_or_else(|_| hex(bytes), str::to_owned),
        Meaning::Decimal { scale } => {
            signed(bytes).map_or_else(|| hex(bytes), |value| single(&decimal(value, scale)))
        }
        Meaning::Uuid if bytes.len() == 16 => {
            let digits = hex(bytes);
            [
                &digits[..8],
                &digits[8..12],
                &digits[12..16],
                &digits[16..20],
                &digits[20..],
            ]
            .join("-")
        }
        Meaning::Float16 => match bytes.try_into() {
            Ok(bytes) => single(&array_of(Float16Array::from(vec![half_of(bytes)]))),
            Err(_) => hex(bytes),
        },
        _ => hex(bytes),
    }
}

type Half = <arrow_array::types::Float16Type as arrow_array::ArrowPrimitiveType>::Native;

fn half_of(bytes: [u8; 2]) -> Half {
    Half::from_le_bytes(bytes)
}

fn decimal(value: i128, scale: i32) -> ArrayRef {
    let scale = i8::try_from(scale).unwrap_or(0);
    let array = Decimal128Array::from(vec![value]);
    array_of(
        array
            .clone()
            .with_precision_and_scale(38, scale)
            .unwrap_or(array),
    )
}

/// The number that `bytes` are, highest byte first.
fn signed(bytes: &[u8]) -> Option<i128> {
    let is_negative = bytes.first()? & 0x80 != 0;
    let fill = if is_negative { 0xff } else { 0 };
    let (extra, bytes) = bytes.split_at(bytes.len().saturating_sub(16));
    if extra.iter().any(|&byte| byte != fill) {
        return None;
    }
    let mut wide = [fill; 16];
    wide[16 - bytes.len()..].copy_from_slice(bytes);
    Some(i128::from_be_bytes(wide))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

    use herringbone_format::schema::parser::parse_message_type;
    use herringbone_format::schema::types::SchemaDescriptor;

    use super::*;

    fn check(field: &str, bytes: &[u8], expected: &str) {
        let root = parse_message_type(&format!("message m {{ required {field}; }}")).unwrap();
        let schema = SchemaDescriptor::new(Arc::new(root));
        assert_eq!(bound_text(bytes, &schema.column(0)), expected, "{field}");
    }

    #[test]
    fn bounds_of_every_meaning() {
        check("boolean a", &[1], "true");
        check("int32 a", &(-5_i32).to_le_bytes(), "-5");
        check("int32 a (UINT_32)", &(-1_i32).to_le_bytes(), "4294967295");
        check("int32 a (DATE)", &19_000_i32.to_le_bytes(), "2022-01-08");
        check(
            "int32 a (DECIMAL(5,2))",
            &(-12_345_i32).to_le_bytes(),
            "-123.45",
        );
        check(
            "int32 a (TIME_MILLIS)",
            &1500_i32.to_le_bytes(),
            "00:00:01.500",
        );
        check("int64 a", &7_i64.to_le_bytes(), "7");
        check(
            "int64 a (TIMESTAMP(MILLIS,true))",
            &1500_i64.to_le_bytes(),
            "1970-01-01T00:00:01.500Z",
        );
        check(
            "int64 a (TIMESTAMP(MICROS,false))",
            &0_i64.to_le_bytes(),
            "1970-01-01T00:00:00",
        );
        check("double a", &0.5_f64.to_le_bytes(), "0.5");
        check("binary a (STRING)", b"abc", "abc");
        check("binary a (STRING)", &[0xff], "ff");
        check("binary a", b"abc", "616263");
        check("binary a (DECIMAL(5,2))", &[0xff, 0x38], "-2.00");
        check(
            "fixed_len_byte_array(16) a (UUID)",
            &[0x11; 16],
            "11111111-1111-1111-1111-111111111111",
        );
        check("int32 a", &[1, 2], "0102");
    }
}
