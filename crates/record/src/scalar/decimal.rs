//! Decimals of up to 256 bits.

use std::fmt;

/// An integer, and how many of its digits stand behind the decimal point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decimal {
    /// 256 bits in two's complement, low ones first; words of 64 bits keep values small in memory.
    words: [u64; 4],
    precision: u8,
    scale: i8,
}

impl Decimal {
    /// The decimal `unscaled` · 10^-`scale`.
    #[must_use]
    #[inline]
    pub const fn new(unscaled: i128, precision: u8, scale: i8) -> Self {
        let sign = (unscaled >> 127) as u64;
        Self {
            words: [unscaled as u64, (unscaled >> 64) as u64, sign, sign],
            precision,
            scale,
        }
    }

    /// The same of 256 bits in two's complement, low half first.
    #[must_use]
    pub const fn from_halves(halves: [u128; 2], precision: u8, scale: i8) -> Self {
        let [low, high] = halves;
        Self {
            words: [
                low as u64,
                (low >> 64) as u64,
                high as u64,
                (high >> 64) as u64,
            ],
            precision,
            scale,
        }
    }

    /// The integer, if it fits 128 bits; it always does up to a precision of 38.
    #[must_use]
    #[inline]
    pub const fn unscaled(self) -> Option<i128> {
        let [low, high] = self.halves();
        let low = low as i128;
        if high as i128 == low >> 127 {
            Some(low)
        } else {
            None
        }
    }

    /// The integer as 256 bits in two's complement, low half first.
    #[must_use]
    pub const fn halves(self) -> [u128; 2] {
        let [a, b, c, d] = self.words;
        [a as u128 | (b as u128) << 64, c as u128 | (d as u128) << 64]
    }

    /// The most digits that the column has.
    #[must_use]
    pub const fn precision(self) -> u8 {
        self.precision
    }

    /// Digits behind the decimal point; zeros before it if negative.
    #[must_use]
    pub const fn scale(self) -> i8 {
        self.scale
    }

    const fn is_negative(self) -> bool {
        self.words[3] >> 63 == 1
    }

    /// The digits of the absolute value into the end of `digits`; returns where they start.
    fn digits(self, digits: &mut [u8; MAX_DIGITS]) -> usize {
        let mut limbs = self.absolute();
        let mut start = digits.len();
        loop {
            // Nine digits at a time, from the back.
            let mut nine = 0u64;
            for limb in limbs.iter_mut().rev() {
                let value = (nine << 32) | u64::from(*limb);
                *limb = (value / 1_000_000_000) as u32;
                nine = value % 1_000_000_000;
            }
            let is_last = limbs.iter().all(|&limb| limb == 0);
            for place in 0..9 {
                if is_last && nine == 0 && place > 0 {
                    break;
                }
                start -= 1;
                digits[start] = b'0' + (nine % 10) as u8;
                nine /= 10;
            }
            if is_last {
                return start;
            }
        }
    }

    /// The absolute value in 32-bit limbs, low ones first.
    fn absolute(self) -> [u32; 8] {
        let [mut low, mut high] = self.halves();
        if self.is_negative() {
            let (negated, carry) = (!low).overflowing_add(1);
            low = negated;
            high = (!high).wrapping_add(u128::from(carry));
        }
        let limb = |half: u128, i: usize| (half >> (32 * i)) as u32;
        std::array::from_fn(|i| {
            if i < 4 {
                limb(low, i)
            } else {
                limb(high, i - 4)
            }
        })
    }
}

/// 2^255 has 77 digits; they are made nine at a time.
const MAX_DIGITS: usize = 81;

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut buffer = [b'0'; MAX_DIGITS];
        let start = self.digits(&mut buffer);
        let digits = str::from_utf8(&buffer[start..]).unwrap_or_default();
        if self.is_negative() {
            f.write_str("-")?;
        }
        let scale = usize::from(self.scale.unsigned_abs());
        if self.scale <= 0 {
            f.write_str(digits)?;
            let is_zero = digits == "0";
            return (0..scale)
                .filter(|_| !is_zero)
                .try_for_each(|_| f.write_str("0"));
        }
        match digits.len().checked_sub(scale) {
            None | Some(0) => write!(f, "0.{digits:0>scale$}"),
            Some(whole) => write!(f, "{}.{}", &digits[..whole], &digits[whole..]),
        }
    }
}
