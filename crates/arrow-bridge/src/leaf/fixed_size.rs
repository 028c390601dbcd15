//! Bytes of a fixed size: fixed-size binary, half floats, intervals.

use std::sync::Arc;

use arrow_array::types::{IntervalDayTimeType, IntervalMonthDayNanoType, IntervalYearMonthType};
use arrow_array::{
    ArrayRef, ArrowPrimitiveType, FixedSizeBinaryArray, Float16Array, PrimitiveArray,
};
use arrow_buffer::{Buffer, IntervalDayTime, IntervalMonthDayNano, NullBuffer, ScalarBuffer};
use arrow_schema::{DataType, IntervalUnit};
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
        (12, DataType::Interval(IntervalUnit::MonthDayNano)) => {
            intervals::<IntervalMonthDayNanoType>(spec, |months, days, millis| {
                Some(IntervalMonthDayNano::new(
                    months,
                    days,
                    i64::from(millis) * 1_000_000,
                ))
            })
        }
        (12, DataType::Interval(IntervalUnit::YearMonth)) => {
            intervals::<IntervalYearMonthType>(spec, |months, days, millis| {
                (days == 0 && millis == 0).then_some(months)
            })
        }
        (12, DataType::Interval(IntervalUnit::DayTime)) => {
            intervals::<IntervalDayTimeType>(spec, |months, days, millis| {
                (months == 0).then_some(IntervalDayTime::new(days, millis as i32))
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

/// Intervals of months, days and milliseconds; `convert` answers `None` where a part gets lost.
///
/// Spec: LogicalTypes.md, "INTERVAL"
fn intervals<T: ArrowPrimitiveType>(
    spec: LeafSpec,
    convert: fn(i32, i32, u32) -> Option<T::Native>,
) -> Box<dyn LeafArray> {
    leaf(spec, FixedLenValues::new(12), move |values, _, nulls| {
        let bytes = values.take();
        let (intervals, _) = bytes.as_chunks::<12>();
        let intervals = intervals
            .iter()
            .map(|&[a, b, c, d, e, f, g, h, millis @ ..]| {
                let (months, days) = (
                    i32::from_le_bytes([a, b, c, d]),
                    i32::from_le_bytes([e, f, g, h]),
                );
                convert(months, days, u32::from_le_bytes(millis)).ok_or_else(|| {
                    let target = T::DATA_TYPE;
                    ParquetError::General(format!(
                        "an interval of {months} months and {days} days does not fit {target}"
                    ))
                })
            });
        let values = intervals.collect::<Result<Vec<_>>>()?;
        Ok(Arc::new(PrimitiveArray::<T>::new(values.into(), nulls)))
    })
}
