//! Bit widths, checked once.

use crate::DecodeError;

/// The width of a bit-packed value, 0 to 64 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BitWidth(u8);

impl BitWidth {
    /// The widest value any encoding packs.
    pub const MAX: Self = Self(64);

    /// Takes a width as it stands in a file, which must not be above `max`.
    ///
    /// # Errors
    /// [`DecodeError::BitWidth`] if it is, or if it is above 64.
    pub fn try_new(bits: u32, max: u32) -> Result<Self, DecodeError> {
        let max = max.min(64);
        if bits <= max {
            Ok(Self(bits as u8))
        } else {
            Err(DecodeError::BitWidth { found: bits, max })
        }
    }

    /// The fewest bits that hold every level from 0 to `max_level`.
    pub const fn of_level(max_level: u8) -> Self {
        Self((u8::BITS - max_level.leading_zeros()) as u8)
    }

    /// The width in bits.
    #[inline(always)]
    pub const fn bits(self) -> u32 {
        self.0 as u32
    }

    /// Bytes that `n` packed values take, or `None` past what an address can count.
    #[inline]
    pub fn packed_size(self, n: usize) -> Option<usize> {
        let bits = (n as u128) * u128::from(self.0);
        usize::try_from(bits.div_ceil(8)).ok()
    }

    /// Bytes that one value takes when stored whole, as in the header of a repeated run.
    #[inline(always)]
    pub const fn whole_bytes(self) -> usize {
        (self.0 as usize).div_ceil(8)
    }

    /// A mask of the low bits that a value of this width may have.
    #[inline(always)]
    pub const fn mask(self) -> u64 {
        if self.0 == 0 {
            0
        } else {
            u64::MAX >> (64 - self.0 as u32)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_and_derives() {
        assert_eq!(
            BitWidth::try_new(33, 32),
            Err(DecodeError::BitWidth { found: 33, max: 32 })
        );
        assert_eq!(
            BitWidth::try_new(65, 200),
            Err(DecodeError::BitWidth { found: 65, max: 64 })
        );
        for (max_level, bits) in [
            (0, 0),
            (1, 1),
            (2, 2),
            (3, 2),
            (4, 3),
            (7, 3),
            (8, 4),
            (255, 8),
        ] {
            assert_eq!(BitWidth::of_level(max_level).bits(), bits);
        }
        for (bits, mask, whole) in [
            (0, 0, 0),
            (1, 1, 1),
            (8, 255, 1),
            (9, 511, 2),
            (64, u64::MAX, 8),
        ] {
            let width = BitWidth::try_new(bits, 64).expect("at most 64");
            assert_eq!((width.mask(), width.whole_bytes()), (mask, whole));
        }
        assert_eq!(BitWidth::MAX.packed_size(usize::MAX), None);
        assert_eq!(BitWidth::of_level(7).packed_size(3), Some(2));
    }
}
