//! Big-endian two's complement to integers: decimals as BYTE_ARRAY and FIXED_LEN_BYTE_ARRAY have them.
//!
//! Bytes fewer than the output has are sign-extended; more are right if all that is beyond is the sign.
//!
//! Spec: LogicalTypes.md, "DECIMAL"

use crate::output::Spare;
use crate::{DecodeError, Plain};

/// An integer that decimals are read into: `i32`, `i64`, `i128`, or 256 bits as two halves, the low one first.
pub trait Decimal: Plain + sealed::Sealed {
    /// The number of bytes.
    const SIZE: usize;

    /// The low bytes of the 32 big-endian ones.
    #[doc(hidden)]
    fn from_sign_extended(bytes: &[u8; 32]) -> Self;

    /// The low bytes of `value`, or more of its sign.
    #[doc(hidden)]
    fn from_i128(value: i128) -> Self;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! decimal {
    ($($type:ty),*) => { $(
        impl sealed::Sealed for $type {}
        impl Decimal for $type {
            const SIZE: usize = size_of::<$type>();

            #[inline(always)]
            fn from_sign_extended(bytes: &[u8; 32]) -> Self {
                Self::from_i128(low_half(bytes) as i128)
            }

            #[inline(always)]
            fn from_i128(value: i128) -> Self {
                value as Self
            }
        }
    )* };
}
decimal!(i32, i64, i128);

impl sealed::Sealed for [u128; 2] {}

impl Decimal for [u128; 2] {
    const SIZE: usize = 32;

    #[inline(always)]
    fn from_sign_extended(bytes: &[u8; 32]) -> Self {
        let mut high = [0; 16];
        high.copy_from_slice(&bytes[..16]);
        [low_half(bytes), u128::from_be_bytes(high)]
    }

    #[inline(always)]
    fn from_i128(value: i128) -> Self {
        [value as u128, (value >> 127) as u128]
    }
}

fn low_half(bytes: &[u8; 32]) -> u128 {
    let mut low = [0; 16];
    low.copy_from_slice(&bytes[16..]);
    u128::from_be_bytes(low)
}

/// The integer that `bytes` are, or `None` if `T` cannot hold it. No bytes at all are 0.
#[must_use]
pub fn decimal<T: Decimal>(bytes: &[u8]) -> Option<T> {
    let negative = bytes.first().is_some_and(|&byte| byte >= 0x80);
    let sign = if negative { 0xff } else { 0 };
    let excess = bytes.len().saturating_sub(T::SIZE);
    let (beyond, bytes) = bytes.split_at(excess);
    let keeps_sign = bytes.first().is_none_or(|&byte| (byte >= 0x80) == negative);
    if beyond.iter().any(|&byte| byte != sign) || !keeps_sign {
        return None;
    }
    let mut extended = [sign; 32];
    extended[32 - bytes.len()..].copy_from_slice(bytes);
    Some(T::from_sign_extended(&extended))
}

/// Appends the integers that lie in `bytes`, `width` bytes each.
///
/// # Errors
/// [`DecodeError::WrongLength`] if `bytes` is not a whole number of values, [`DecodeError::ValueOutOfRange`] for a value that
/// `T` cannot hold. `out` is then untouched.
pub fn decimals_from_fixed<T: Decimal>(
    bytes: &[u8],
    width: usize,
    out: &mut Vec<T>,
) -> Result<(), DecodeError> {
    let len = bytes.len().checked_div(width).unwrap_or(0);
    if len * width != bytes.len() {
        return Err(DecodeError::WrongLength {
            expected: len * width,
            found: bytes.len(),
        });
    }
    if len == 0 {
        return Ok(());
    }
    if width > T::SIZE.min(16) {
        let start = out.len();
        for (index, value) in bytes.chunks_exact(width).enumerate() {
            let Some(value) = decimal(value) else {
                out.truncate(start);
                return Err(out_of_range::<T>(index));
            };
            out.push(value);
        }
        return Ok(());
    }
    let mut spare = Spare::new(out, len);
    macro_rules! widths {
        ($($width:literal)*) => {
            match width {
                $($width => append_narrow::<T, $width>(bytes, &mut spare),)*
                _ => unreachable!("widths are 1 to 16 here"),
            }
        };
    }
    widths!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16);
    spare.finish();
    Ok(())
}

/// Appends values of `W` bytes, at most 16 and not more than `T` has: all of them fit.
fn append_narrow<T: Decimal, const W: usize>(bytes: &[u8], out: &mut Spare<'_, T>) {
    out.extend_map(bytes.as_chunks::<W>().0, |value| {
        // At the top of the register the sign is in place, and the shift down repeats it.
        let mut top = [0; 16];
        top[..W].copy_from_slice(&value);
        T::from_i128(i128::from_be_bytes(top) >> (8 * (16 - W)))
    });
}

/// Appends the integers between `offsets` of `bytes`, of any number of bytes each.
///
/// # Errors
/// [`DecodeError::Truncated`] if an offset is beyond `bytes` or below the one before,
/// [`DecodeError::ValueOutOfRange`] for a value that `T` cannot hold. `out` is then untouched.
pub fn decimals_from_offsets<T: Decimal, O: crate::Offset>(
    bytes: &[u8],
    offsets: &[O],
    out: &mut Vec<T>,
) -> Result<(), DecodeError> {
    let start = out.len();
    out.reserve(offsets.len().saturating_sub(1));
    for (index, pair) in offsets.windows(2).enumerate() {
        let (from, to) = (pair[0].to_usize(), pair[1].to_usize());
        let value = bytes.get(from..to).ok_or(DecodeError::Truncated {
            needed: to,
            available: bytes.len(),
        });
        match value.map(decimal) {
            Ok(Some(value)) => out.push(value),
            Ok(None) => {
                out.truncate(start);
                return Err(out_of_range::<T>(index));
            }
            Err(error) => {
                out.truncate(start);
                return Err(error);
            }
        }
    }
    Ok(())
}

#[cold]
fn out_of_range<T: Decimal>(value: usize) -> DecodeError {
    DecodeError::ValueOutOfRange {
        value,
        bits: 8 * T::SIZE as u32,
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

    use super::*;

    /// The last `width` bytes of `value`.
    fn encode(value: i128, width: usize) -> Vec<u8> {
        let mut bytes = vec![if value < 0 { 0xff } else { 0 }; 40];
        bytes.extend(value.to_be_bytes());
        bytes.split_off(56 - width)
    }

    fn check<T: Decimal + PartialEq + std::fmt::Debug>(value: i128, expected: Option<T>) {
        let fewest = (1..=16)
            .find(|&width| value >> (8 * width - 1) == value >> 127)
            .unwrap();
        for width in fewest..40 {
            let bytes = encode(value, width);
            assert_eq!(decimal::<T>(&bytes), expected, "{value} in {width} bytes");
            let mut out = vec![];
            let found = decimals_from_fixed(&[bytes.clone(), bytes].concat(), width, &mut out);
            match expected {
                Some(expected) => assert_eq!((found, out), (Ok(()), vec![expected; 2])),
                None => {
                    let bits = 8 * size_of::<T>() as u32;
                    let error = DecodeError::ValueOutOfRange { value: 0, bits };
                    assert_eq!((found, out.len()), (Err(error), 0));
                }
            }
        }
    }

    #[test]
    fn all_widths_and_their_edges() {
        for shift in 0..127 {
            for value in [
                0,
                1,
                -1,
                1 << shift,
                (1 << shift) - 1,
                -(1 << shift),
                -(1 << shift) - 1,
            ] {
                check::<i32>(value, i32::try_from(value).ok());
                check::<i64>(value, i64::try_from(value).ok());
                check::<i128>(value, Some(value));
                check::<[u128; 2]>(value, Some([value as u128, (value >> 127) as u128]));
            }
        }
        check::<i128>(i128::MIN, Some(i128::MIN));
        check::<i128>(i128::MAX, Some(i128::MAX));
    }

    #[test]
    fn values_beyond_16_bytes() {
        let mut bytes = [0x11; 32];
        bytes[0] = 0x92;
        let halves = [
            0x1111_1111_1111_1111_1111_1111_1111_1111,
            0x9211_1111_1111_1111_1111_1111_1111_1111,
        ];
        assert_eq!(decimal::<[u128; 2]>(&bytes), Some(halves));
        assert_eq!(decimal::<i128>(&bytes), None);
        // 31 bytes of which the first is 0x11 lack the sign and one byte of the high half.
        let halves = [halves[0], halves[0] >> 8];
        assert_eq!(decimal::<[u128; 2]>(&bytes[1..]), Some(halves));
        let mut longer = vec![0; 33];
        longer.extend_from_slice(&bytes[1..]);
        assert_eq!(decimal::<[u128; 2]>(&longer), Some(halves));
        longer[33] = 0x80;
        assert_eq!(
            decimal::<[u128; 2]>(&[&longer[33..], &[0]].concat()).map(|value| value[1] >> 127),
            Some(1)
        );
        assert_eq!(
            decimal::<[u128; 2]>(&[&[0], &longer[33..], &[0]].concat()),
            None
        );
    }

    #[test]
    fn between_offsets() {
        let bytes = [&encode(-2, 1)[..], &encode(300, 2), &encode(-70_000, 3)].concat();
        let mut out = vec![9];
        decimals_from_offsets::<i32, i32>(&bytes, &[0, 0, 1, 3, 6], &mut out).unwrap();
        assert_eq!(out, [9, 0, -2, 300, -70_000]);
        assert!(decimals_from_offsets::<i32, i32>(&bytes, &[0, 7], &mut out).is_err());
        assert!(decimals_from_offsets::<i32, i32>(&bytes, &[3, 1], &mut out).is_err());
        let long = encode(1 << 40, 6);
        let error = DecodeError::ValueOutOfRange { value: 1, bits: 32 };
        assert_eq!(
            decimals_from_offsets::<i32, i64>(&long, &[0, 0, 6], &mut out),
            Err(error)
        );
        assert_eq!(out.len(), 5);
        assert_eq!(
            decimals_from_offsets::<i32, i64>(&long, &[], &mut out),
            Ok(())
        );
    }

    #[test]
    fn a_part_of_a_value_is_an_error() {
        for (size, width) in [(1, 0), (3, 2), (5, usize::MAX), (17, 16)] {
            let found = decimals_from_fixed::<i128>(&vec![0; size], width, &mut vec![]);
            assert!(matches!(found, Err(DecodeError::WrongLength { .. })));
        }
        assert_eq!(decimals_from_fixed::<i64>(&[], 0, &mut vec![]), Ok(()));
    }
}
