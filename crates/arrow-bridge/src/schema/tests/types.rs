//! The Arrow type of each leaf.

use arrow_schema::IntervalUnit;

use super::*;

fn check(schema: SchemaBuilder, expected: DataType) {
    let tree = schema.build().unwrap();
    assert_eq!(*roots(&tree)[0].field.data_type(), expected);
}

#[test]
fn physical_types() {
    for (physical_type, expected) in [
        (PhysicalType::BOOLEAN, DataType::Boolean),
        (INT32, DataType::Int32),
        (INT64, DataType::Int64),
        (INT96, DataType::Timestamp(TimeUnit::Nanosecond, None)),
        (FLOAT, DataType::Float32),
        (DOUBLE, DataType::Float64),
        (BYTE_ARRAY, DataType::Binary),
    ] {
        check(leaf(physical_type), expected.clone());
        // What we do not know, and what does not go with any number, changes nothing.
        for unknown in [
            LogicalType::_Unknown { field_id: 99 },
            LogicalType::Uuid,
            LogicalType::Float16,
            LogicalType::List,
            LogicalType::integer(24, true),
            LogicalType::decimal(1, 0),
            LogicalType::decimal(0, 77),
            LogicalType::decimal(200, 300),
            LogicalType::decimal(5, 4),
            LogicalType::decimal(0, -1),
        ] {
            check(leaf(physical_type).logical_type(unknown), expected.clone());
        }
        check(leaf(physical_type).converted_type_number(99), expected);
        check(
            leaf(physical_type).logical_type(LogicalType::Unknown),
            DataType::Null,
        );
        check(
            leaf(physical_type).converted_type_number(24),
            DataType::Null,
        );
    }
    check(
        leaf(FIXED_LEN_BYTE_ARRAY).type_length(7),
        DataType::FixedSizeBinary(7),
    );
}

#[test]
fn logical_types() {
    use ParquetTimeUnit::{MICROS, MILLIS, NANOS};
    let utc = || Some("UTC".into());
    for (physical_type, logical_type, expected) in [
        (INT32, LogicalType::integer(8, true), DataType::Int8),
        (INT32, LogicalType::integer(16, true), DataType::Int16),
        (INT32, LogicalType::integer(32, true), DataType::Int32),
        (INT32, LogicalType::integer(8, false), DataType::UInt8),
        (INT32, LogicalType::integer(16, false), DataType::UInt16),
        (INT32, LogicalType::integer(32, false), DataType::UInt32),
        (INT32, LogicalType::integer(64, false), DataType::Int32),
        (INT64, LogicalType::integer(64, true), DataType::Int64),
        (INT64, LogicalType::integer(64, false), DataType::UInt64),
        (INT64, LogicalType::integer(32, false), DataType::Int64),
        (INT32, LogicalType::Date, DataType::Date32),
        (INT64, LogicalType::Date, DataType::Int64),
        (
            INT32,
            LogicalType::time(false, MILLIS),
            DataType::Time32(TimeUnit::Millisecond),
        ),
        (INT32, LogicalType::time(false, MICROS), DataType::Int32),
        (
            INT64,
            LogicalType::time(true, MICROS),
            DataType::Time64(TimeUnit::Microsecond),
        ),
        (
            INT64,
            LogicalType::time(true, NANOS),
            DataType::Time64(TimeUnit::Nanosecond),
        ),
        (INT64, LogicalType::time(true, MILLIS), DataType::Int64),
        (
            INT64,
            LogicalType::timestamp(true, MILLIS),
            DataType::Timestamp(TimeUnit::Millisecond, utc()),
        ),
        (
            INT64,
            LogicalType::timestamp(false, MICROS),
            DataType::Timestamp(TimeUnit::Microsecond, None),
        ),
        (
            INT64,
            LogicalType::timestamp(true, NANOS),
            DataType::Timestamp(TimeUnit::Nanosecond, utc()),
        ),
        (INT32, LogicalType::timestamp(true, NANOS), DataType::Int32),
        (
            INT32,
            LogicalType::decimal(2, 9),
            DataType::Decimal128(9, 2),
        ),
        (
            INT64,
            LogicalType::decimal(0, 18),
            DataType::Decimal128(18, 0),
        ),
        (
            INT64,
            LogicalType::decimal(0, 40),
            DataType::Decimal256(40, 0),
        ),
        (
            BYTE_ARRAY,
            LogicalType::decimal(38, 38),
            DataType::Decimal128(38, 38),
        ),
        (
            BYTE_ARRAY,
            LogicalType::decimal(1, 76),
            DataType::Decimal256(76, 1),
        ),
        (BYTE_ARRAY, LogicalType::String, DataType::Utf8),
        (BYTE_ARRAY, LogicalType::Json, DataType::Utf8),
        (BYTE_ARRAY, LogicalType::Bson, DataType::Binary),
        (BYTE_ARRAY, LogicalType::Enum, DataType::Binary),
        (BYTE_ARRAY, LogicalType::geometry(None), DataType::Binary),
        (
            BYTE_ARRAY,
            LogicalType::geography(None, None),
            DataType::Binary,
        ),
        (INT32, LogicalType::String, DataType::Int32),
    ] {
        check(leaf(physical_type).logical_type(logical_type), expected);
    }
    for (length, logical_type, expected) in [
        (2, LogicalType::Float16, DataType::Float16),
        (3, LogicalType::Float16, DataType::FixedSizeBinary(3)),
        (16, LogicalType::Uuid, DataType::FixedSizeBinary(16)),
        (4, LogicalType::String, DataType::FixedSizeBinary(4)),
        (16, LogicalType::decimal(3, 20), DataType::Decimal128(20, 3)),
        (17, LogicalType::decimal(3, 20), DataType::Decimal256(20, 3)),
        (40, LogicalType::decimal(3, 76), DataType::Decimal256(76, 3)),
        (
            33,
            LogicalType::decimal(3, 77),
            DataType::FixedSizeBinary(33),
        ),
    ] {
        check(
            leaf(FIXED_LEN_BYTE_ARRAY)
                .type_length(length)
                .logical_type(logical_type),
            expected,
        );
    }
}

#[test]
fn converted_types() {
    let utc = || Some("UTC".into());
    for (physical_type, converted_type, expected) in [
        (BYTE_ARRAY, ConvertedType::UTF8, DataType::Utf8),
        (BYTE_ARRAY, ConvertedType::JSON, DataType::Utf8),
        (BYTE_ARRAY, ConvertedType::BSON, DataType::Binary),
        (BYTE_ARRAY, ConvertedType::ENUM, DataType::Binary),
        (INT32, ConvertedType::DATE, DataType::Date32),
        (
            INT32,
            ConvertedType::TIME_MILLIS,
            DataType::Time32(TimeUnit::Millisecond),
        ),
        (
            INT64,
            ConvertedType::TIME_MICROS,
            DataType::Time64(TimeUnit::Microsecond),
        ),
        (
            INT64,
            ConvertedType::TIMESTAMP_MILLIS,
            DataType::Timestamp(TimeUnit::Millisecond, utc()),
        ),
        (
            INT64,
            ConvertedType::TIMESTAMP_MICROS,
            DataType::Timestamp(TimeUnit::Microsecond, utc()),
        ),
        (INT32, ConvertedType::INT_8, DataType::Int8),
        (INT32, ConvertedType::INT_16, DataType::Int16),
        (INT32, ConvertedType::INT_32, DataType::Int32),
        (INT64, ConvertedType::INT_64, DataType::Int64),
        (INT32, ConvertedType::UINT_8, DataType::UInt8),
        (INT32, ConvertedType::UINT_16, DataType::UInt16),
        (INT32, ConvertedType::UINT_32, DataType::UInt32),
        (INT64, ConvertedType::UINT_64, DataType::UInt64),
        (INT32, ConvertedType::UTF8, DataType::Int32),
        (BYTE_ARRAY, ConvertedType::INTERVAL, DataType::Binary),
    ] {
        check(leaf(physical_type).converted_type(converted_type), expected);
    }
    check(
        leaf(INT32)
            .converted_type(ConvertedType::DECIMAL)
            .decimal(7, 2),
        DataType::Decimal128(7, 2),
    );
    check(
        leaf(INT32).converted_type(ConvertedType::DECIMAL),
        DataType::Int32,
    );
    for (length, expected) in [
        (12, DataType::Interval(IntervalUnit::MonthDayNano)),
        (11, DataType::FixedSizeBinary(11)),
    ] {
        check(
            leaf(FIXED_LEN_BYTE_ARRAY)
                .type_length(length)
                .converted_type(ConvertedType::INTERVAL),
            expected,
        );
    }
    // A logical type from the future beside a word for older readers.
    check(
        leaf(BYTE_ARRAY)
            .logical_type(LogicalType::_Unknown { field_id: 77 })
            .converted_type(ConvertedType::UTF8),
        DataType::Utf8,
    );
}
