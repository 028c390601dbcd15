//! How values compare, by the type of their column.

use std::cmp::Ordering;

use herringbone_format::basic::{ConvertedType, LogicalType, SortOrder, Type};
use herringbone_format::schema::types::ColumnDescriptor;

use crate::command::statistics::bound_text;

/// An order of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Signed,
    Unsigned,
    /// As [`f64`], in which every `f32` has a place too. NaNs compare with nothing; zeros are equal.
    Float,
    /// Half precision, as [`Order::Float`].
    Half,
    /// Byte by byte.
    Bytes,
    /// Numbers in two's complement, highest byte first.
    BigEndian,
}

/// A value that can be compared with others of its column.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Key {
    Int(i128),
    Float(f64),
    Bytes(Vec<u8>),
}

impl Order {
    /// The order of a column's values by its type; none where the format defines none.
    pub(crate) fn of(column: &ColumnDescriptor) -> Option<Self> {
        let is_unsigned = match column.sort_order() {
            SortOrder::UNSIGNED => true,
            SortOrder::SIGNED | SortOrder::TOTAL_ORDER => false,
            SortOrder::UNDEFINED | SortOrder::INT96_TIMESTAMP => return None,
        };
        match column.physical_type() {
            Type::BOOLEAN => Some(Self::Signed),
            Type::INT32 | Type::INT64 => Some(if is_unsigned {
                Self::Unsigned
            } else {
                Self::Signed
            }),
            Type::INT96 => None,
            Type::FLOAT | Type::DOUBLE => Some(Self::Float),
            Type::BYTE_ARRAY | Type::FIXED_LEN_BYTE_ARRAY => match column.logical_type_ref() {
                Some(LogicalType::Decimal(_)) => Some(Self::BigEndian),
                Some(LogicalType::Float16) => Some(Self::Half),
                None if column.converted_type() == ConvertedType::DECIMAL => Some(Self::BigEndian),
                None if column.converted_type() == ConvertedType::INTERVAL => None,
                _ => Some(Self::Bytes),
            },
        }
    }

    /// A bound in the PLAIN encoding; none for NaNs, and for what is no value of the type.
    pub(crate) fn key(self, plain: &[u8], physical_type: Type) -> Option<Key> {
        let int = |signed: i128, unsigned: i128| {
            Some(Key::Int(if self == Self::Unsigned {
                unsigned
            } else {
                signed
            }))
        };
        match physical_type {
            Type::BOOLEAN => Some(Key::Int(i128::from(*plain.first()? != 0))),
            Type::INT32 => {
                let value = i32::from_le_bytes(plain.try_into().ok()?);
                int(value.into(), value.cast_unsigned().into())
            }
            Type::INT64 => {
                let value = i64::from_le_bytes(plain.try_into().ok()?);
                int(value.into(), value.cast_unsigned().into())
            }
            Type::INT96 => None,
            Type::FLOAT => number(f32::from_le_bytes(plain.try_into().ok()?).into()),
            Type::DOUBLE => number(f64::from_le_bytes(plain.try_into().ok()?)),
            Type::BYTE_ARRAY | Type::FIXED_LEN_BYTE_ARRAY if self == Self::Half => {
                number(half(plain)?)
            }
            Type::BYTE_ARRAY | Type::FIXED_LEN_BYTE_ARRAY => Some(Key::Bytes(plain.to_vec())),
        }
    }

    /// Compares two keys of one column.
    pub(crate) fn compare(self, left: &Key, right: &Key) -> Ordering {
        match (left, right) {
            (Key::Int(left), Key::Int(right)) => left.cmp(right),
            // Neither is a NaN.
            (Key::Float(left), Key::Float(right)) => {
                left.partial_cmp(right).unwrap_or(Ordering::Equal)
            }
            (Key::Bytes(left), Key::Bytes(right)) => self.compare_bytes(left, right),
            _ => Ordering::Equal,
        }
    }

    /// Compares two byte arrays.
    pub(crate) fn compare_bytes(self, left: &[u8], right: &[u8]) -> Ordering {
        if self == Self::BigEndian {
            compare_numbers(left, right)
        } else {
            left.cmp(right)
        }
    }
}

impl Key {
    /// The value as text, by the type of `column`.
    pub(super) fn text(&self, column: &ColumnDescriptor) -> String {
        match (self, column.physical_type()) {
            (Self::Int(value), Type::BOOLEAN) => (*value != 0).to_string(),
            // Keys of these columns come from their values, so that the low bytes are all there is.
            (Self::Int(value), Type::INT32) => bound_text(&(*value as i32).to_le_bytes(), column),
            (Self::Int(value), _) => bound_text(&(*value as i64).to_le_bytes(), column),
            (Self::Float(value), _) => value.to_string(),
            (Self::Bytes(bytes), _) => bound_text(bytes, column),
        }
    }
}

/// Compares two bounds in the PLAIN encoding, if an order is defined for them.
pub(crate) fn compare(left: &[u8], right: &[u8], column: &ColumnDescriptor) -> Option<Ordering> {
    let order = Order::of(column)?;
    let key = |plain| order.key(plain, column.physical_type());
    Some(order.compare(&key(left)?, &key(right)?))
}

/// The number in two bytes of half precision, lowest byte first.
pub(super) fn half(plain: &[u8]) -> Option<f64> {
    type Half = <arrow_array::types::Float16Type as arrow_array::ArrowPrimitiveType>::Native;
    Some(Half::from_le_bytes(plain.try_into().ok()?).to_f64())
}

fn number(value: f64) -> Option<Key> {
    (!value.is_nan()).then_some(Key::Float(value))
}

/// Compares numbers in two's complement of any length, highest byte first.
fn compare_numbers(left: &[u8], right: &[u8]) -> Ordering {
    let is_negative = |bytes: &[u8]| bytes.first().is_some_and(|&byte| byte & 0x80 != 0);
    if is_negative(left) != is_negative(right) {
        return is_negative(right).cmp(&is_negative(left));
    }
    let fill = if is_negative(left) { 0xff } else { 0 };
    let len = left.len().max(right.len());
    let padded = |bytes: &[u8], i: usize| match (i + bytes.len()).checked_sub(len) {
        Some(at) => bytes[at],
        None => fill,
    };
    (0..len)
        .map(|i| padded(left, i).cmp(&padded(right, i)))
        .find(|order| order.is_ne())
        .unwrap_or(Ordering::Equal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_any_length() {
        let values: [i64; 9] = [i64::MIN, -70_000, -300, -1, 0, 1, 200, 70_000, i64::MAX];
        let shortest = |value: i64| {
            let bytes = value.to_be_bytes();
            let len = (1..=8).find(|&len| {
                let shift = 64 - 8 * len;
                (value << shift) >> shift == value
            });
            bytes[8 - len.unwrap_or(8)..].to_vec()
        };
        for left in values {
            for right in values {
                assert_eq!(
                    compare_numbers(&shortest(left), &shortest(right)),
                    left.cmp(&right),
                    "{left} {right}"
                );
                assert_eq!(
                    compare_numbers(&left.to_be_bytes(), &shortest(right)),
                    left.cmp(&right),
                    "{left} {right}"
                );
            }
        }
        assert_eq!(compare_numbers(&[], &[0]), Ordering::Equal);
    }

    #[test]
    fn keys() {
        let int = |order: Order, value: i32| order.key(&value.to_le_bytes(), Type::INT32);
        assert_eq!(int(Order::Signed, -1), Some(Key::Int(-1)));
        assert_eq!(int(Order::Unsigned, -1), Some(Key::Int(u32::MAX.into())));
        assert_eq!(Order::Float.key(&f32::NAN.to_le_bytes(), Type::FLOAT), None);
        assert_eq!(
            Order::Half.key(&[0, 0x3c], Type::FIXED_LEN_BYTE_ARRAY),
            Some(Key::Float(1.0))
        );
        assert_eq!(Order::Signed.key(&[1], Type::INT32), None);
        assert_eq!(
            Order::Float.compare(&Key::Float(0.0), &Key::Float(-0.0)),
            Ordering::Equal
        );
    }
}
