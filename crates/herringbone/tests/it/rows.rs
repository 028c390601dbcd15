//! Rows without Arrow against the record batches of the same file, value by value.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Decimal128Type, Decimal256Type, Float16Type, Float32Type,
    Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, IntervalMonthDayNanoType,
    Time32MillisecondType, Time64MicrosecondType, Time64NanosecondType, TimestampMicrosecondType,
    TimestampMillisecondType, TimestampNanosecondType, UInt8Type, UInt16Type, UInt32Type,
    UInt64Type,
};
use arrow_array::{Array, RecordBatch};
use arrow_buffer::i256;
use arrow_schema::{DataType, TimeUnit};
use bytes::Bytes;
use herringbone_record::{RowCursor, RowCursorBuilder, TimeUnit as Unit, Value};

use crate::corpus::entries;
use crate::support::{Request, ours};

type Error = Box<dyn std::error::Error>;

fn open(file: &Bytes, request: &Request) -> Result<RowCursor, Error> {
    let mut builder = RowCursorBuilder::try_new(file.clone())?.with_window(request.batch_size);
    if let Some(leaves) = &request.leaves {
        builder = builder.with_leaves(leaves.iter().copied())?;
    }
    Ok(builder.build()?)
}

/// Reads all rows and looks at each value, as debug text.
fn walk(file: &Bytes, request: &Request) -> Result<usize, Error> {
    let mut cursor = open(file, request)?;
    let mut size = 0;
    while let Some(row) = cursor.next()? {
        size += format!("{row:?}").len();
    }
    Ok(size)
}

/// Reads rows beside `batches`.
fn compare(file: &Bytes, request: &Request, batches: &[RecordBatch]) -> Result<(), Error> {
    let mut cursor = open(file, request)?;
    let mut row_number = 0;
    for batch in batches {
        for i in 0..batch.num_rows() {
            let Some(row) = cursor.next()? else {
                return Err(format!("only {row_number} rows").into());
            };
            let schema = batch.schema();
            let names = schema.fields().iter().map(|field| field.name().as_str());
            if row_number == 0 && !row.names().eq(names) {
                return Err(format!("names {:?}", row.names().collect::<Vec<_>>()).into());
            }
            for ((name, cell), column) in row.cells().zip(batch.columns()) {
                agree(cell.value(), column.as_ref(), i)
                    .map_err(|difference| format!("row {row_number}, {name}: {difference}"))?;
            }
            row_number += 1;
        }
    }
    match cursor.next()? {
        None => Ok(()),
        Some(_) => Err(format!("more than {row_number} rows").into()),
    }
}

/// Checks that `value` is slot `i` of `array`.
fn agree(value: Value<'_>, array: &dyn Array, i: usize) -> Result<(), String> {
    if array.data_type() == &DataType::Null || array.is_null(i) {
        return same(value.is_null(), value);
    }
    match value {
        Value::Boolean(found) => same(array.as_boolean().value(i) == found, value),
        Value::Int8(found) => same(at::<Int8Type>(array, i) == found, value),
        Value::Int16(found) => same(at::<Int16Type>(array, i) == found, value),
        Value::Int32(found) => same(at::<Int32Type>(array, i) == found, value),
        Value::Int64(found) => same(at::<Int64Type>(array, i) == found, value),
        Value::UInt8(found) => same(at::<UInt8Type>(array, i) == found, value),
        Value::UInt16(found) => same(at::<UInt16Type>(array, i) == found, value),
        Value::UInt32(found) => same(at::<UInt32Type>(array, i) == found, value),
        Value::UInt64(found) => same(at::<UInt64Type>(array, i) == found, value),
        Value::Float16(found) => {
            let expected = at::<Float16Type>(array, i).to_f32();
            same(expected.to_bits() == found.to_bits(), value)
        }
        Value::Float32(found) => {
            let expected = at::<Float32Type>(array, i);
            same(expected.to_bits() == found.to_bits(), value)
        }
        Value::Float64(found) => {
            let expected = at::<Float64Type>(array, i);
            same(expected.to_bits() == found.to_bits(), value)
        }
        Value::Decimal(found) => {
            let (expected, digits) = match array.data_type() {
                DataType::Decimal128(precision, scale) => {
                    let expected = i256::from_i128(at::<Decimal128Type>(array, i));
                    (expected, (*precision, *scale))
                }
                DataType::Decimal256(precision, scale) => {
                    (at::<Decimal256Type>(array, i), (*precision, *scale))
                }
                other => return Err(format!("{value:?} for {other}")),
            };
            let [low, high] = found.halves();
            let is_same = expected == i256::from_parts(low, high.cast_signed())
                && digits == (found.precision(), found.scale());
            same(is_same, value)
        }
        Value::Date(found) => same(at::<Date32Type>(array, i) == found.days(), value),
        Value::Time(found) => {
            let (expected, unit) = match array.data_type() {
                DataType::Time32(_) => {
                    let expected = at::<Time32MillisecondType>(array, i);
                    (i64::from(expected), Unit::Millis)
                }
                DataType::Time64(TimeUnit::Microsecond) => {
                    (at::<Time64MicrosecondType>(array, i), Unit::Micros)
                }
                _ => (at::<Time64NanosecondType>(array, i), Unit::Nanos),
            };
            same((found.value(), found.unit()) == (expected, unit), value)
        }
        Value::Timestamp(found) => {
            let expected = timestamp(array, i);
            same(
                (found.value(), found.unit(), found.is_utc()) == expected,
                value,
            )
        }
        Value::Int96(found) => {
            let expected = timestamp(array, i);
            let found = found.nanos().map(|found| found.value());
            same(found == Some(expected.0), value)
        }
        Value::Interval(found) => {
            let expected = at::<IntervalMonthDayNanoType>(array, i);
            let is_same = expected.months == found.months.cast_signed()
                && expected.days == found.days.cast_signed()
                && expected.nanoseconds == i64::from(found.millis) * 1_000_000;
            same(is_same, value)
        }
        Value::String(found) => same(bytes_at(array, i) == found.as_bytes(), value),
        Value::Bytes(found) => same(bytes_at(array, i) == found, value),
        Value::Uuid(found) => same(bytes_at(array, i) == found.as_bytes(), value),
        Value::List(found) => {
            let expected = array.as_list::<i32>().value(i);
            same(found.len() == expected.len(), value)?;
            let mut elements = found.iter().enumerate();
            elements.try_for_each(|(k, cell)| agree(cell.value(), expected.as_ref(), k))
        }
        Value::Map(found) => {
            let expected = array.as_map().value(i);
            same(found.len() == expected.len(), value)?;
            found.iter().enumerate().try_for_each(|(k, (key, value))| {
                agree(key.value(), expected.column(0), k)?;
                agree(value.value(), expected.column(1), k)
            })
        }
        Value::Struct(found) => {
            let expected = array.as_struct();
            let is_same = found.names().eq(expected.column_names());
            same(is_same, value)?;
            let mut fields = found.cells().zip(expected.columns());
            fields.try_for_each(|((_, cell), column)| agree(cell.value(), column, i))
        }
        other => Err(format!("found {other:?}, expected {:?}", array.slice(i, 1))),
    }
}

fn same(is_same: bool, value: Value<'_>) -> Result<(), String> {
    if is_same {
        Ok(())
    } else {
        Err(format!("found {value:?}"))
    }
}

/// The value of an array that has to be of type `T`.
fn at<T: ArrowPrimitiveType>(array: &dyn Array, i: usize) -> T::Native {
    array.as_primitive::<T>().value(i)
}

fn timestamp(array: &dyn Array, i: usize) -> (i64, Unit, bool) {
    match array.data_type() {
        DataType::Timestamp(TimeUnit::Millisecond, zone) => {
            let value = at::<TimestampMillisecondType>(array, i);
            (value, Unit::Millis, zone.is_some())
        }
        DataType::Timestamp(TimeUnit::Microsecond, zone) => {
            let value = at::<TimestampMicrosecondType>(array, i);
            (value, Unit::Micros, zone.is_some())
        }
        other => {
            let is_utc = matches!(other, DataType::Timestamp(_, Some(_)));
            (at::<TimestampNanosecondType>(array, i), Unit::Nanos, is_utc)
        }
    }
}

fn bytes_at(array: &dyn Array, i: usize) -> &[u8] {
    match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().value(i).as_bytes(),
        DataType::FixedSizeBinary(_) => array.as_fixed_size_binary().value(i),
        _ => array.as_binary::<i32>().value(i),
    }
}

/// Reads of one file by both ways: whole, in small windows, and each leaf alone.
fn requests(file: &Bytes) -> Vec<Request> {
    let of = |batch_size| Request {
        skip_arrow_metadata: true,
        ..Request::batches_of(batch_size)
    };
    let num_leaves = RowCursorBuilder::try_new(file.clone()).map_or(0, |builder| {
        let metadata = builder.metadata().file_metadata();
        metadata.schema_tree().num_leaves()
    });
    let leaves = (0..num_leaves.min(40)).map(|leaf| Request {
        leaves: Some(vec![leaf]),
        ..of(1000)
    });
    [of(4096), of(7)].into_iter().chain(leaves).collect()
}

/// What differs between the rows and the batches of `file`, if both can be read.
fn faults(name: &str, file: &Bytes) -> Vec<String> {
    let mut faults = Vec::new();
    for request in &requests(file) {
        let what = || format!("{name} {:?} of {}", request.leaves, request.batch_size);
        match (ours(file, request), walk(file, request)) {
            (Ok(batches), Ok(_)) => {
                if let Err(difference) = compare(file, request, &batches) {
                    faults.push(format!("{}: {difference}", what()));
                }
            }
            // Rows show what is stored, batches count nanoseconds.
            (Err(error), Ok(_)) if error.to_string().contains("INT96 is out of range") => {}
            (Ok(_), Err(error)) => faults.push(format!("{}: only rows: {error}", what())),
            (Err(error), Ok(_)) => faults.push(format!("{}: only batches: {error}", what())),
            (Err(_), Err(_)) => {}
        }
    }
    faults
}

#[test]
fn rows_of_sound_files_are_those_of_the_batches() {
    let mut found = Vec::new();
    for entry in entries(&["ok"]) {
        found.extend(faults(&entry.name, &entry.bytes));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn rows_of_other_files_are_read_or_refused_as_the_batches_are() {
    let mut found = Vec::new();
    for entry in entries(&["error", "either", "encrypted"]) {
        found.extend(faults(&entry.name, &entry.bytes));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn rows_of_the_test_data_are_those_of_the_batches() {
    let mut found = Vec::new();
    for folder in ["good", "bad"] {
        for (name, file) in crate::testdata::files(folder) {
            found.extend(faults(&name, &file));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
