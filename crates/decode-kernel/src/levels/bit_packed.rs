//! Levels packed one after another without runs: what the first writers wrote.
//!
//! The specification packs them from the most significant bit down. The readers that read this encoding at all (Arrow C++ and the
//! `parquet` crate) take the least significant bit first, as everywhere else in the format, and files are made and checked with
//! those; so do we, since two readings of one file would be worse than either.
//!
//! Spec: Encodings.md, "Bit-packed (Deprecated) (BIT_PACKED = 4)".

use crate::nulls::Validity;
use crate::output::Spare;
use crate::{BitWidth, DecodeError};

/// Decodes levels that are packed from each byte's least significant bit on.
#[derive(Debug, Clone)]
pub struct BitPackedLevels<B> {
    data: B,
    bit_width: BitWidth,
    /// The next level's first bit.
    first: u64,
}

impl<B: AsRef<[u8]>> BitPackedLevels<B> {
    /// A decoder of the levels up to `max_level` in `data`.
    pub fn new(data: B, max_level: u8) -> Self {
        Self {
            data,
            bit_width: BitWidth::of_level(max_level),
            first: 0,
        }
    }

    /// Passes over `n` levels.
    ///
    /// # Errors
    /// [`DecodeError::Truncated`] if there are fewer.
    pub fn skip(&mut self, n: usize) -> Result<(), DecodeError> {
        self.check(n)?;
        self.first += n as u64 * u64::from(self.bit_width.bits());
        Ok(())
    }

    /// Appends `n` levels.
    ///
    /// # Errors
    /// [`DecodeError::Truncated`] if there are fewer; nothing is appended then.
    pub fn decode(&mut self, n: usize, out: &mut Vec<u8>) -> Result<(), DecodeError> {
        self.check(n)?;
        let mut spare = Spare::new(out, n);
        let bits = self.bit_width.bits();
        for _ in 0..n {
            let level = match bits {
                0 => 0,
                _ => self.bits_at(self.first) & ((1 << bits) - 1),
            };
            spare.fill(level as u8, 1);
            self.first += u64::from(bits);
        }
        spare.finish();
        Ok(())
    }

    /// Appends `n` levels of one bit as slots that are valid if it is set; returns how many are.
    ///
    /// # Errors
    /// [`DecodeError::Truncated`] if there are fewer, [`DecodeError::BitWidth`] if levels are wider than a bit.
    pub fn decode_validity(&mut self, n: usize, out: &mut Validity) -> Result<usize, DecodeError> {
        self.for_each_word(n, |word, len| out.push_bits(&word.to_le_bytes(), 0, len))
    }

    /// Passes over `n` levels of one bit; returns how many are set.
    ///
    /// # Errors
    /// As for [`decode_validity`](Self::decode_validity).
    pub fn skip_validity(&mut self, n: usize) -> Result<usize, DecodeError> {
        self.for_each_word(n, |word, _| word.count_ones() as usize)
    }

    /// Gives `n` bits to `take`, up to 56 a time, the first one lowest; returns the sum of what it returns.
    fn for_each_word(
        &mut self,
        n: usize,
        mut take: impl FnMut(u64, usize) -> usize,
    ) -> Result<usize, DecodeError> {
        BitWidth::try_new(self.bit_width.bits(), 1)?;
        self.check(n)?;
        let (mut left, mut sum) = (n, 0);
        while left > 0 {
            let len = left.min(56);
            let bits = match self.bit_width.bits() {
                0 => 0,
                _ => self.bits_at(self.first) & ((1 << len) - 1),
            };
            sum += take(bits, len);
            self.first += len as u64 * u64::from(self.bit_width.bits());
            left -= len;
        }
        Ok(sum)
    }

    fn check(&self, n: usize) -> Result<(), DecodeError> {
        let end = u128::from(self.first) + n as u128 * u128::from(self.bit_width.bits());
        let available = self.data.as_ref().len();
        if end > available as u128 * 8 {
            let needed = usize::try_from(end.div_ceil(8)).unwrap_or(usize::MAX);
            return Err(DecodeError::Truncated { needed, available });
        }
        Ok(())
    }

    /// At least 57 bits from bit `first` on, the first one lowest; bits behind the end are zero.
    #[inline(always)]
    fn bits_at(&self, first: u64) -> u64 {
        let rest = self
            .data
            .as_ref()
            .get((first / 8) as usize..)
            .unwrap_or(&[]);
        let word = match rest.first_chunk::<8>() {
            Some(window) => u64::from_le_bytes(*window),
            None => {
                let mut window = [0; 8];
                window[..rest.len()].copy_from_slice(rest);
                u64::from_le_bytes(window)
            }
        };
        word >> (first % 8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitpack::tests::numbers;

    fn pack(levels: &[u8], bits: u32) -> Vec<u8> {
        let mut bytes = vec![0; (levels.len() * bits as usize).div_ceil(8)];
        for (i, level) in levels.iter().enumerate() {
            for bit in 0..bits as usize {
                let at = i * bits as usize + bit;
                bytes[at / 8] |= (level >> bit & 1) << (at % 8);
            }
        }
        bytes
    }

    #[test]
    fn zero_to_seven_in_three_bits() {
        // The bytes of the hybrid encoding's example in the specification.
        let mut decoder = BitPackedLevels::new([0b1000_1000, 0b1100_0110, 0b1111_1010], 7);
        let mut out = Vec::new();
        assert_eq!(decoder.decode(8, &mut out), Ok(()));
        assert_eq!(out, [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(
            decoder.skip(1),
            Err(DecodeError::Truncated {
                needed: 4,
                available: 3
            })
        );
    }

    #[test]
    fn every_width_and_alignment() {
        for max_level in 0..=255 {
            let bits = BitWidth::of_level(max_level).bits();
            let levels: Vec<u8> = numbers(200)
                .map(|v| ((v >> 9) % (u64::from(max_level) + 1)) as u8)
                .collect();
            let bytes = pack(&levels, bits);
            for skip in 0..9 {
                let mut decoder = BitPackedLevels::new(&bytes, max_level);
                let mut out = vec![9];
                assert_eq!(decoder.skip(skip), Ok(()));
                for n in [1, 10, 0, 80, 200 - 91 - skip] {
                    assert_eq!(decoder.decode(n, &mut out), Ok(()));
                }
                assert_eq!(out[1..], levels[skip..]);
                assert_eq!(decoder.decode(9, &mut out).is_err(), bits > 0);
                assert!(bits == 0 || decoder.decode(usize::MAX, &mut out).is_err());
            }
        }
    }

    #[test]
    fn bits_become_validity() {
        let levels: Vec<u8> = numbers(300).map(|v| (v >> 40 & 1) as u8).collect();
        let bytes = pack(&levels, 1);
        let mut decoder = BitPackedLevels::new(&bytes, 1);
        let mut skipping = decoder.clone();
        let mut validity = Validity::new();
        let mut at = 0;
        for n in [3, 0, 64, 13, 100, 120] {
            let present = levels[at..at + n]
                .iter()
                .filter(|&&level| level == 1)
                .count();
            assert_eq!(decoder.decode_validity(n, &mut validity), Ok(present));
            assert_eq!(skipping.skip_validity(n), Ok(present));
            at += n;
        }
        assert!((0..300).all(|i| validity.get(i) == (levels[i] == 1)));
        assert!(decoder.decode_validity(5, &mut validity).is_err());
        assert!(
            BitPackedLevels::new(&bytes, 2)
                .decode_validity(5, &mut validity)
                .is_err()
        );
    }
}
