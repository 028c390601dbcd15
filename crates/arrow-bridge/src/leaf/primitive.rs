//! Numbers, dates, times, timestamps and durations, of a fixed width each.

use arrow_schema::{DataType, TimeUnit};
use herringbone_column::decode::{
    Convert, FixedValues, Identity, LeafSpec, Mapped, Physical, TryMapped,
};
use herringbone_decode_kernel::Plain;
use herringbone_decode_kernel::int96::{TimestampUnit, timestamp};
use herringbone_format::basic::Type as PhysicalType;
use std::panic::RefUnwindSafe;

use super::{LeafArray, cannot_read, leaf, trusted};
use crate::error::Result;

const MILLIS_PER_DAY: i64 = 86_400_000;

pub(super) fn open(
    physical_type: PhysicalType,
    data_type: &DataType,
    spec: LeafSpec,
) -> Result<Box<dyn LeafArray>> {
    use DataType as D;
    use PhysicalType as P;
    let same = |physical_type| match physical_type {
        P::INT32 => fixed(Identity::<i32>::default(), data_type, spec.clone()),
        P::INT64 => fixed(Identity::<i64>::default(), data_type, spec.clone()),
        P::FLOAT => fixed(Identity::<f32>::default(), data_type, spec.clone()),
        _ => fixed(Identity::<f64>::default(), data_type, spec.clone()),
    };
    Ok(match (physical_type, data_type) {
        (P::INT32, D::Int32 | D::UInt32 | D::Date32 | D::Time32(_)) => same(P::INT32),
        // Writers of small integers may leave anything in the bits above; readers cut them off.
        (P::INT32, D::Int8) => mapped(data_type, spec, |value: i32| value as i8),
        (P::INT32, D::UInt8) => mapped(data_type, spec, |value: i32| value as u8),
        (P::INT32, D::Int16) => mapped(data_type, spec, |value: i32| value as i16),
        (P::INT32, D::UInt16) => mapped(data_type, spec, |value: i32| value as u16),
        (P::INT32, D::Int64) => mapped(data_type, spec, |value: i32| i64::from(value)),
        (P::INT32, D::UInt64) => mapped(data_type, spec, |value: i32| u64::from(value as u32)),
        (P::INT32, D::Date64) => mapped(data_type, spec, |days: i32| {
            i64::from(days) * MILLIS_PER_DAY
        }),
        (P::INT32, D::Timestamp(TimeUnit::Second, _)) => mapped(data_type, spec, |days: i32| {
            i64::from(days) * (MILLIS_PER_DAY / 1000)
        }),
        (
            P::INT64,
            D::Int64 | D::UInt64 | D::Date64 | D::Time64(_) | D::Timestamp(..) | D::Duration(_),
        ) => same(P::INT64),
        (P::FLOAT, D::Float32) => same(P::FLOAT),
        (P::FLOAT, D::Float64) => mapped(data_type, spec, |value: f32| f64::from(value)),
        (P::DOUBLE, D::Float64) => same(P::DOUBLE),
        (P::INT96, D::Timestamp(unit, _)) => {
            let unit = match unit {
                TimeUnit::Second => TimestampUnit::Second,
                TimeUnit::Millisecond => TimestampUnit::Millisecond,
                TimeUnit::Microsecond => TimestampUnit::Microsecond,
                TimeUnit::Nanosecond => TimestampUnit::Nanosecond,
            };
            try_mapped(data_type, spec, move |value| timestamp(value, unit))
        }
        (P::INT96, D::FixedSizeBinary(12)) => super::fixed_size::int96(spec),
        _ => return Err(cannot_read(physical_type, data_type)),
    })
}

/// A column converted by `convert`.
pub(super) fn fixed<C>(convert: C, data_type: &DataType, spec: LeafSpec) -> Box<dyn LeafArray>
where
    C: Convert + 'static,
    C::Output: RefUnwindSafe,
{
    let data_type = data_type.clone();
    leaf(
        spec,
        FixedValues::sharing(convert),
        move |values, _, nulls| {
            Ok(match values.take_shared() {
                Some(values) => trusted::shared_fixed_width::<C::Output>(&data_type, values, nulls),
                None => trusted::fixed_width(&data_type, values.take(), nulls),
            })
        },
    )
}

/// A column converted value by value, all of which fit.
pub(super) fn mapped<S, O>(
    data_type: &DataType,
    spec: LeafSpec,
    convert: impl Fn(S) -> O + Send + 'static,
) -> Box<dyn LeafArray>
where
    S: Physical,
    O: Plain + RefUnwindSafe,
{
    fixed(Mapped::new(convert), data_type, spec)
}

/// A column converted value by value; `None` is out of range.
pub(super) fn try_mapped<S, O>(
    data_type: &DataType,
    spec: LeafSpec,
    convert: impl Fn(S) -> Option<O> + Send + 'static,
) -> Box<dyn LeafArray>
where
    S: Physical,
    O: Plain + RefUnwindSafe,
{
    fixed(TryMapped::new(name(data_type), convert), data_type, spec)
}

/// A type's name for errors about values that do not fit it.
fn name(data_type: &DataType) -> &'static str {
    match data_type {
        DataType::Timestamp(TimeUnit::Second, _) => "timestamp in seconds",
        DataType::Timestamp(TimeUnit::Millisecond, _) => "timestamp in milliseconds",
        DataType::Timestamp(TimeUnit::Microsecond, _) => "timestamp in microseconds",
        DataType::Timestamp(TimeUnit::Nanosecond, _) => "timestamp in nanoseconds",
        DataType::Decimal32(..) => "decimal of 32 bits",
        DataType::Decimal64(..) => "decimal of 64 bits",
        DataType::Decimal128(..) => "decimal of 128 bits",
        DataType::Decimal256(..) => "decimal of 256 bits",
        _ => "the output type",
    }
}
