//! Bit-packed integers, least significant bit first.
//!
//! - `scalar.rs`: blocks of 32 values by a constant width; the oracle.
//!
//! Spec: Encodings.md, "Run Length Encoding / Bit-Packing Hybrid".

mod scalar;
#[cfg(test)]
pub(crate) mod tests;

use crate::nulls::load_bits;
use crate::output::{Plain, Spare};
use crate::simd::SimdLevel;
use crate::{BitWidth, DecodeError};

/// An unsigned integer that values can be unpacked to: `u8`, `u16`, `u32`, `u64`.
pub trait Unpacked: Plain + Default + sealed::Sealed {
    /// Bits of the type, which is the widest width that it takes.
    const BITS: u32;

    /// The low bits of `value`.
    fn truncated(value: u64) -> Self;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! unpacked {
    ($($type:ty),*) => { $(
        impl sealed::Sealed for $type {}
        impl Unpacked for $type {
            const BITS: u32 = <$type>::BITS;

            #[inline(always)]
            fn truncated(value: u64) -> Self {
                value as Self
            }
        }
    )* };
}
unpacked!(u8, u16, u32, u64);

/// Unpacks blocks of 32 values of one width.
#[derive(Debug, Clone, Copy)]
pub struct Unpacker<T> {
    block: scalar::Block<T>,
    bit_width: BitWidth,
}

impl<T: Unpacked> Unpacker<T> {
    /// An unpacker for values of `bit_width` bits.
    ///
    /// # Errors
    /// [`DecodeError::BitWidth`] if `T` is narrower than that.
    pub fn try_new(_level: SimdLevel, bit_width: BitWidth) -> Result<Self, DecodeError> {
        let bit_width = BitWidth::try_new(bit_width.bits(), T::BITS)?;
        Ok(Self {
            block: scalar::block(bit_width),
            bit_width,
        })
    }

    /// The width of a packed value.
    #[inline(always)]
    pub fn bit_width(&self) -> BitWidth {
        self.bit_width
    }

    /// Unpacks the 32 values at the front of `packed`, which take `4 * bit_width` bytes.
    ///
    /// Bytes behind these may be read, which is faster than if there are none. Where `packed` is shorter, the missing bytes count
    /// as zero.
    #[inline(always)]
    pub fn unpack_32(&self, packed: &[u8], values: &mut [T; 32]) {
        if packed.len() >= 4 * self.bit_width.bits() as usize + scalar::OVERREAD {
            (self.block)(packed, values);
        } else {
            self.unpack_last(packed, values);
        }
    }

    #[cold]
    fn unpack_last(&self, packed: &[u8], values: &mut [T; 32]) {
        let mut padded = [0; 4 * 64 + scalar::OVERREAD];
        let len = packed.len().min(padded.len());
        padded[..len].copy_from_slice(&packed[..len]);
        (self.block)(&padded, values);
    }
}

/// A way to unpack up to 32 values of one width, to be inlined into a decoder's loop.
pub(crate) trait Blocks<T: Unpacked> {
    /// The width of a packed value.
    fn bit_width(&self) -> BitWidth;

    /// Unpacks at least the `len` values, at most 32, at the front of `packed`; the others are unspecified.
    fn unpack(&self, packed: &[u8], len: usize, values: &mut [T; 32]);

    /// Gives the `len` values that start at bit `first` of `data` to `take`, up to 32 at a time.
    #[inline(always)]
    fn for_each(
        &self,
        data: &[u8],
        first: u64,
        len: usize,
        mut take: impl FnMut(&[T]) -> Result<(), DecodeError>,
    ) -> Result<(), DecodeError> {
        let bits = self.bit_width().bits() as usize;
        let mut block = [T::default(); 32];
        let (mut left, mut first) = (len, first);
        if first % 8 != 0 {
            // A batch ended inside a group of eight; the rest of the group leads back to a whole byte.
            let mut head = 0;
            while head < left && first % 8 != 0 {
                block[head] = T::truncated(extract(data, first, self.bit_width()));
                first += bits as u64;
                head += 1;
            }
            take(&block[..head])?;
            left -= head;
        }
        let mut packed = &data[(first / 8) as usize..];
        while left >= 32 {
            self.unpack(packed, 32, &mut block);
            take(&block)?;
            packed = &packed[4 * bits..];
            left -= 32;
        }
        if left > 0 {
            self.unpack(packed, left, &mut block);
            take(&block[..left])?;
        }
        Ok(())
    }
}

/// [`Blocks`] by the scalar kernels.
pub(crate) struct ScalarBlocks<T>(Unpacker<T>);

impl<T: Unpacked> ScalarBlocks<T> {
    pub(crate) fn try_new(bit_width: BitWidth) -> Result<Self, DecodeError> {
        Ok(Self(Unpacker::try_new(SimdLevel::Scalar, bit_width)?))
    }
}

impl<T: Unpacked> Blocks<T> for ScalarBlocks<T> {
    #[inline(always)]
    fn bit_width(&self) -> BitWidth {
        self.0.bit_width()
    }

    #[inline(always)]
    fn unpack(&self, packed: &[u8], _len: usize, values: &mut [T; 32]) {
        self.0.unpack_32(packed, values);
    }
}

/// Appends the `n` values of `bit_width` bits at the front of `packed`.
///
/// # Errors
/// [`DecodeError::Truncated`] if `packed` is shorter than they are, [`DecodeError::BitWidth`] if `T` is narrower; nothing is
/// appended then.
pub fn unpack<T: Unpacked>(
    packed: &[u8],
    bit_width: BitWidth,
    n: usize,
    out: &mut Vec<T>,
) -> Result<(), DecodeError> {
    let unpacker = Unpacker::try_new(SimdLevel::detect(), bit_width)?;
    let needed = bit_width.packed_size(n).unwrap_or(usize::MAX);
    if packed.len() < needed {
        return Err(DecodeError::Truncated {
            needed,
            available: packed.len(),
        });
    }
    let mut spare = Spare::new(out, n);
    let mut block = [T::default(); 32];
    let mut rest = packed;
    for _ in 0..n / 32 {
        unpacker.unpack_32(rest, &mut block);
        spare.extend_from_slice(&block);
        rest = &rest[4 * bit_width.bits() as usize..];
    }
    unpacker.unpack_32(rest, &mut block);
    spare.extend_from_slice(&block[..n % 32]);
    spare.finish();
    Ok(())
}

/// The value of `bit_width` bits that starts at bit `first` of `packed`; bits behind the end are zero.
#[inline(always)]
pub fn extract(packed: &[u8], first: u64, bit_width: BitWidth) -> u64 {
    load_bits(packed, first) & bit_width.mask()
}
