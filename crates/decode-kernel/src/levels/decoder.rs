//! The levels of a page as they are encoded.

use super::BitPackedLevels;
use crate::hybrid_rle::HybridRle;
use crate::nulls::Validity;
use crate::simd::SimdLevel;
use crate::{BitWidth, DecodeError};

/// Decodes the definition or the repetition levels of a page.
#[derive(Debug, Clone)]
pub enum LevelDecoder<B> {
    /// Runs, what all present-day writers use.
    Rle(HybridRle<B>),
    /// The deprecated packing without runs.
    BitPacked(BitPackedLevels<B>),
}

impl<B: AsRef<[u8]>> LevelDecoder<B> {
    /// A decoder of the runs in `data`, without the length that stands before them in version 1 pages.
    pub fn rle(data: B, max_level: u8) -> Self {
        Self::rle_with_level(data, max_level, SimdLevel::detect())
    }

    /// Like [`rle`](Self::rle), with kernels of `level`.
    #[expect(clippy::missing_panics_doc, reason = "8 bits are always allowed")]
    pub fn rle_with_level(data: B, max_level: u8, level: SimdLevel) -> Self {
        let decoder = HybridRle::try_with_level(data, BitWidth::of_level(max_level), level);
        Self::Rle(decoder.expect("a level has at most 8 bits"))
    }

    /// A decoder of deprecated BIT_PACKED levels in `data`.
    pub fn bit_packed(data: B, max_level: u8) -> Self {
        Self::BitPacked(BitPackedLevels::new(data, max_level))
    }

    /// Passes over `n` levels.
    ///
    /// # Errors
    /// [`DecodeError::Truncated`] if there are fewer, [`DecodeError::Malformed`] if a run's header is broken.
    pub fn skip(&mut self, n: usize) -> Result<(), DecodeError> {
        match self {
            Self::Rle(decoder) => decoder.skip(n),
            Self::BitPacked(decoder) => decoder.skip(n),
        }
    }

    /// Appends `n` levels, none of which is above `max_level`.
    ///
    /// # Errors
    /// As for [`skip`](Self::skip), or [`DecodeError::LevelOutOfRange`] if one is; what was appended is then to be discarded.
    pub fn decode(
        &mut self,
        n: usize,
        max_level: u8,
        out: &mut Vec<u8>,
    ) -> Result<(), DecodeError> {
        let start = out.len();
        match self {
            Self::Rle(decoder) => decoder.decode_u8(n, out)?,
            Self::BitPacked(decoder) => decoder.decode(n, out)?,
        }
        let highest = out[start..]
            .iter()
            .fold(0, |highest, &level| level.max(highest));
        if highest > max_level {
            return Err(DecodeError::LevelOutOfRange {
                level: u32::from(highest),
                max: max_level,
            });
        }
        Ok(())
    }

    /// Appends `n` levels of one bit as slots that are valid if it is set; returns how many are.
    ///
    /// Runs are filled and packed runs copied as they are. Until the first null nothing is stored at all.
    ///
    /// # Errors
    /// As for [`decode`](Self::decode), or [`DecodeError::BitWidth`] if levels are wider than a bit; slots before the fault may have
    /// been appended.
    pub fn decode_validity(&mut self, n: usize, out: &mut Validity) -> Result<usize, DecodeError> {
        match self {
            Self::Rle(decoder) => decode_validity(decoder, n, out),
            Self::BitPacked(decoder) => decoder.decode_validity(n, out),
        }
    }

    /// Passes over `n` levels of one bit; returns how many are set.
    ///
    /// # Errors
    /// As for [`decode_validity`](Self::decode_validity).
    pub fn skip_validity(&mut self, n: usize) -> Result<usize, DecodeError> {
        match self {
            Self::Rle(decoder) => decoder.skip_bits(n),
            Self::BitPacked(decoder) => decoder.skip_validity(n),
        }
    }
}

fn decode_validity<B: AsRef<[u8]>>(
    decoder: &mut HybridRle<B>,
    n: usize,
    out: &mut Validity,
) -> Result<usize, DecodeError> {
    use crate::hybrid_rle::Run;

    let bit_width = BitWidth::try_new(decoder.bit_width().bits(), 1)?;
    let (mut left, mut present) = (n, 0);
    // While there are no nulls, a run is no more than a number.
    while left > 0 && out.null_count() == 0 {
        let run = decoder.next_run(left)?;
        match run {
            Run::Repeated { value, len } if value <= 1 => {
                out.push_run(value == 1, len);
                present += if value == 1 { len } else { 0 };
            }
            Run::Repeated { value, .. } => {
                return Err(DecodeError::LevelOutOfRange {
                    level: value,
                    max: 1,
                });
            }
            Run::Packed { len, .. } if bit_width.bits() == 0 => out.push_run(false, len),
            Run::Packed {
                bytes,
                bit_offset,
                len,
                ..
            } => present += out.push_bits(bytes, bit_offset, len),
        }
        left -= run.len();
    }
    if left == 0 {
        return Ok(present);
    }
    let mut decoded = Ok(());
    present += out.append(|appender| {
        let (taken, result) = decoder.append_bits(left, appender);
        decoded = result;
        (taken.len, taken.ones)
    });
    decoded.map(|()| present)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hybrid_rle::tests::{Piece, batches, encode, pieces, values_of};

    fn check_validity(pieces: &[Piece], seed: usize) {
        let expected = values_of(pieces);
        let bytes = encode(pieces, 1);
        let mut decoder = LevelDecoder::rle(&bytes, 1);
        let mut skipping = decoder.clone();
        let mut validity = Validity::new();
        let mut at = 0;
        for n in batches(seed, expected.len()) {
            let present = expected[at..at + n].iter().filter(|&&v| v == 1).count();
            assert_eq!(decoder.decode_validity(n, &mut validity), Ok(present));
            assert_eq!(skipping.skip_validity(n), Ok(present));
            at += n;
            assert_eq!(validity.len(), at);
        }
        let nulls = expected.iter().filter(|&&v| v == 0).count();
        assert_eq!(validity.null_count(), nulls);
        assert_eq!(validity.bits().is_some(), nulls > 0);
        assert!(
            expected
                .iter()
                .enumerate()
                .all(|(i, &v)| validity.get(i) == (v == 1))
        );
        assert!(decoder.decode_validity(1, &mut validity).is_err());
        assert!(skipping.skip_validity(1).is_err());
    }

    #[test]
    fn one_bit_is_validity() {
        for seed in 0..24 {
            check_validity(&pieces(seed, 2), seed);
            let ones = [
                Piece::Repeated(1, 100),
                Piece::Packed(vec![1; 24]),
                Piece::Repeated(1, seed),
            ];
            check_validity(&ones, seed);
            for late in [
                Piece::Repeated(0, 1),
                Piece::Packed(vec![1, 1, 1, 0, 1, 1, 0, 1]),
            ] {
                check_validity(&[&ones[..], &[late], &ones].concat(), seed);
            }
        }
    }

    #[test]
    fn levels_are_checked_against_their_maximum() {
        for max_level in 2..=255 {
            let bits = BitWidth::of_level(max_level).bits();
            let pieces = pieces(usize::from(max_level), u64::from(max_level) + 1);
            let expected = values_of(&pieces);
            let bytes = encode(&pieces, bits);
            let mut out = vec![255];
            let mut decoder = LevelDecoder::rle(&bytes, max_level);
            assert_eq!(decoder.decode(expected.len(), max_level, &mut out), Ok(()));
            assert!(
                out[1..]
                    .iter()
                    .map(|&level| u32::from(level))
                    .eq(expected.iter().copied())
            );
            let top = expected.iter().max().map_or(0, |&top| top as u8);
            let mut decoder = LevelDecoder::rle(&bytes, max_level);
            let error = DecodeError::LevelOutOfRange {
                level: u32::from(top),
                max: top - 1,
            };
            assert_eq!(
                decoder.decode(expected.len(), top - 1, &mut out),
                Err(error)
            );
        }
        let mut decoder = LevelDecoder::rle([20, 2], 1);
        let error = DecodeError::LevelOutOfRange { level: 2, max: 1 };
        assert_eq!(
            decoder.clone().decode_validity(1, &mut Validity::new()),
            Err(error)
        );
        assert_eq!(decoder.decode(1, 1, &mut Vec::new()), Err(error));
        let mut after_a_null = LevelDecoder::rle([2, 0, 20, 2], 1);
        assert_eq!(
            after_a_null.decode_validity(5, &mut Validity::new()),
            Err(error)
        );
    }

    #[test]
    fn both_encodings_share_the_door() {
        let mut rle = LevelDecoder::rle(&[6, 1, 4, 0][..], 1);
        let mut packed = LevelDecoder::bit_packed(&[0b0000_0111][..], 1);
        for decoder in [&mut rle, &mut packed] {
            let (mut out, mut validity) = (Vec::new(), Validity::new());
            assert_eq!(decoder.skip(1), Ok(()));
            assert_eq!(decoder.decode(1, 1, &mut out), Ok(()));
            assert_eq!(decoder.decode_validity(2, &mut validity), Ok(1));
            assert_eq!(decoder.skip_validity(1), Ok(0));
            assert_eq!((out, validity.null_count()), (vec![1], 1));
        }
    }
}
