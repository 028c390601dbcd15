//! Bytes of a fixed size: fixed-size binary, half floats, intervals.

use std::sync::Arc;

use arrow_array::{ArrayRef, FixedSizeBinaryArray, Float16Array, IntervalMonthDayNanoArray};
use arrow_buffer::{Buffer, IntervalMonthDayNano, NullBuffer, ScalarBuffer};
use arrow_schema::DataType;
use herringbone_column::decode::{FixedLenValues, FixedValues, Identity, LeafSpec};
use herringbone_format::basic::Type as PhysicalType;

use super::{LeafArray, cannot_read, leaf};
use crate::error::{ParquetError, Result};
use crate::schema::LeafPlan;

pub(super) fn open(plan: &LeafPlan, spec: LeafSpec) -> Result<Box<dyn LeafArray>> {
    let LeafPlan {
        type_length,
        data_type,
        ..
    } = plan;
    let values = FixedLenValues::new(*type_length);
    Ok(match (type_length, data_type) {
        (_, DataType::FixedSizeBinary(size)) if usize::try_from(*size) == Ok(*type_length) => {
            let size = *size;
            leaf(spec, values, move |values, len, nulls| {
                binary(size, values.take(), len, nulls)
            })
        }
        (2, DataType::Float16) => leaf(spec, values, |values, _, nulls| {
            // Vectors of bytes may begin at an odd address, which ScalarBuffer does not take.
            let values: Vec<_> = values
                .take()
                .chunks_exact(2)
                .map(|le| half::f16::from_le_bytes([le[0], le[1]]))
                .collect();
            Ok(Arc::new(Float16Array::new(
                ScalarBuffer::from(values),
                nulls,
            )))
        }),
        (12, DataType::Interval(arrow_schema::IntervalUnit::MonthDayNano)) => {
            leaf(spec, values, |values, _, nulls| {
                let values: Vec<_> = values.take().chunks_exact(12).map(month_day_nano).collect();
                Ok(Arc::new(IntervalMonthDayNanoArray::new(
                    ScalarBuffer::from(values),
                    nulls,
                )))
            })
        }
        _ => return Err(cannot_read(PhysicalType::FIXED_LEN_BYTE_ARRAY, data_type)),
    })
}

/// INT96 as its 12 bytes.
pub(super) fn int96(spec: LeafSpec) -> Box<dyn LeafArray> {
    leaf(
        spec,
        FixedValues::new(Identity::<[u8; 12]>::default()),
        |values, len, nulls| binary(12, values.take().into_flattened(), len, nulls),
    )
}

fn binary(size: i32, values: Vec<u8>, len: usize, nulls: Option<NullBuffer>) -> Result<ArrayRef> {
    if size == 0 {
        return Ok(Arc::new(FixedSizeBinaryArray::try_new_with_len(
            size,
            Buffer::from_vec(values),
            nulls,
            len,
        )?));
    }
    let array = FixedSizeBinaryArray::try_new(size, Buffer::from_vec(values), nulls)?;
    if arrow_array::Array::len(&array) == len {
        return Ok(Arc::new(array));
    }
    let found = arrow_array::Array::len(&array);
    Err(ParquetError::General(format!(
        "expected {len} values of {size} bytes, found {found}"
    )))
}

/// Months, days and milliseconds, little endian and unsigned each.
fn month_day_nano(bytes: &[u8]) -> IntervalMonthDayNano {
    let word = |i: usize| i32::from_le_bytes([bytes[i], bytes[i + 1], bytes[i + 2], bytes[i + 3]]);
    let millis = i64::from(word(8) as u32);
    IntervalMonthDayNano::new(word(0), word(4), millis * 1_000_000)
}
