//! Decimals: INT32, INT64, FIXED_LEN_BYTE_ARRAY or BYTE_ARRAY into 32, 64, 128 or 256 bits.

use arrow_schema::DataType;
use herringbone_column::decode::{DecimalStorage, DecimalValues, Identity, LeafSpec};
use herringbone_decode_kernel::big_endian::Decimal;
use herringbone_format::basic::Type as PhysicalType;
use std::panic::RefUnwindSafe;

use super::primitive::{fixed, mapped, try_mapped};
use super::{LeafArray, cannot_read, leaf, trusted};
use crate::error::Result;

pub(super) fn open(
    physical_type: PhysicalType,
    type_length: usize,
    data_type: &DataType,
    spec: LeafSpec,
) -> Result<Box<dyn LeafArray>> {
    use DataType as D;
    use PhysicalType as P;
    let storage = match physical_type {
        P::FIXED_LEN_BYTE_ARRAY => DecimalStorage::Fixed(type_length),
        _ => DecimalStorage::Variable,
    };
    Ok(match (physical_type, data_type) {
        (P::INT32, D::Decimal32(..)) => fixed(Identity::<i32>::default(), data_type, spec),
        (P::INT32, D::Decimal64(..)) => mapped(data_type, spec, |value: i32| i64::from(value)),
        (P::INT32, D::Decimal128(..)) => mapped(data_type, spec, |value: i32| i128::from(value)),
        (P::INT32, D::Decimal256(..)) => {
            mapped(data_type, spec, |value: i32| limbs(i64::from(value)))
        }
        (P::INT64, D::Decimal32(..)) => {
            try_mapped(data_type, spec, |value: i64| i32::try_from(value).ok())
        }
        (P::INT64, D::Decimal64(..)) => fixed(Identity::<i64>::default(), data_type, spec),
        (P::INT64, D::Decimal128(..)) => mapped(data_type, spec, |value: i64| i128::from(value)),
        (P::INT64, D::Decimal256(..)) => mapped(data_type, spec, limbs),
        (P::FIXED_LEN_BYTE_ARRAY | P::BYTE_ARRAY, D::Decimal32(..)) => {
            bytes::<i32>(storage, data_type, spec)
        }
        (P::FIXED_LEN_BYTE_ARRAY | P::BYTE_ARRAY, D::Decimal64(..)) => {
            bytes::<i64>(storage, data_type, spec)
        }
        (P::FIXED_LEN_BYTE_ARRAY | P::BYTE_ARRAY, D::Decimal128(..)) => {
            bytes::<i128>(storage, data_type, spec)
        }
        (P::FIXED_LEN_BYTE_ARRAY | P::BYTE_ARRAY, D::Decimal256(..)) => {
            bytes::<[u128; 2]>(storage, data_type, spec)
        }
        _ => return Err(cannot_read(physical_type, data_type)),
    })
}

/// Low and high half of `value` as 256 bits.
fn limbs(value: i64) -> [u128; 2] {
    let value = i128::from(value);
    [value as u128, (value >> 127) as u128]
}

fn bytes<L>(storage: DecimalStorage, data_type: &DataType, spec: LeafSpec) -> Box<dyn LeafArray>
where
    L: Decimal + RefUnwindSafe,
{
    let data_type = data_type.clone();
    leaf(
        spec,
        DecimalValues::<L>::new(storage),
        move |values, _, nulls| Ok(trusted::fixed_width(&data_type, values.take(), nulls)),
    )
}
