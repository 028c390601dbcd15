//! Which values are wanted.

use std::ops::Range;

use crate::nulls::{Bitmap, load_bits};
#[cfg(target_arch = "x86_64")]
use crate::simd::{Job, SimdLevel};

/// A bit for each of a sequence of values, set if the value is wanted; the first is the lowest of its byte.
#[derive(Debug, Clone, Copy)]
pub struct Selected<'a> {
    bytes: &'a [u8],
    /// The first bit in `bytes`.
    first: u64,
    len: usize,
}

/// What comes next on a walk over values of which some are wanted.
#[derive(Debug, Clone, Copy)]
pub enum Piece<'a> {
    /// None of so many values is wanted.
    Skip(usize),
    /// Some of these values are, the last among them.
    Take(Selected<'a>),
}

impl<'a> Selected<'a> {
    /// The `len` bits of `bytes` from bit `bit_offset` on.
    ///
    /// # Panics
    /// If `bytes` ends before they do.
    pub fn new(bytes: &'a [u8], bit_offset: usize, len: usize) -> Self {
        let first = bit_offset as u64;
        let fits = first
            .checked_add(len as u64)
            .is_some_and(|end| end.div_ceil(8) <= bytes.len() as u64);
        assert!(fits, "{len} bits from bit {bit_offset} of {}", bytes.len());
        Self { bytes, first, len }
    }

    /// All bits of `bitmap`.
    pub fn of(bitmap: &'a Bitmap) -> Self {
        Self::new(bitmap.as_bytes(), 0, bitmap.len())
    }

    /// The number of values, wanted or not.
    #[inline]
    pub fn len(self) -> usize {
        self.len
    }

    /// Whether there are no values.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    /// How many values are wanted.
    #[inline]
    pub fn count(self) -> usize {
        #[cfg(target_arch = "x86_64")]
        if let Some(proof) = SimdLevel::detect().avx2() {
            // For the instruction that counts bits.
            return proof.run(Count(self));
        }
        Count(self).count()
    }

    /// The bits of the values in `range`.
    ///
    /// # Panics
    /// If `range` ends behind the last value or is reversed.
    #[inline]
    #[must_use]
    pub fn slice(self, range: Range<usize>) -> Self {
        assert!(
            range.start <= range.end && range.end <= self.len,
            "{range:?} of {}",
            self.len
        );
        Self {
            first: self.first + range.start as u64,
            len: range.len(),
            ..self
        }
    }

    /// The bits of up to 64 values from `start` on, zeros behind the last.
    #[inline(always)]
    pub fn word(self, start: usize) -> u64 {
        let left = self.len.saturating_sub(start);
        if left == 0 {
            return 0;
        }
        let word = load_bits(self.bytes, self.first + start as u64);
        if left < 64 {
            word & (u64::MAX >> (64 - left))
        } else {
            word
        }
    }

    /// How many values at the front are not wanted; all of them if none is.
    #[inline]
    pub fn leading_unset(self) -> usize {
        let mut start = 0;
        while start < self.len {
            let word = self.word(start);
            if word != 0 {
                return start + word.trailing_zeros() as usize;
            }
            start += 64;
        }
        self.len
    }

    /// The same without the values behind the last that is wanted.
    #[must_use]
    pub fn trimmed(self) -> Self {
        let mut end = self.len;
        while end > 0 {
            let start = end.saturating_sub(64);
            let word = self.word(start) & (u64::MAX >> (64 - (end - start)));
            if word != 0 {
                end = start + 64 - word.leading_zeros() as usize;
                break;
            }
            end = start;
        }
        self.slice(0..end)
    }

    /// Stretches of 64 values and more of which none is wanted, and between them blocks of at most `max` values.
    ///
    /// # Panics
    /// If `max` is not a multiple of 64, or 0.
    pub fn pieces(self, max: usize) -> impl Iterator<Item = Piece<'a>> {
        assert!(max > 0 && max.is_multiple_of(64), "{max} values");
        let mut rest = self;
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let unset = rest.leading_unset();
            if unset >= 64 || unset == rest.len() {
                rest = rest.slice(unset..rest.len());
                return Some(Piece::Skip(unset));
            }
            let mut end = 64;
            while end < max && rest.word(end) != 0 {
                end += 64;
            }
            let block = rest.slice(0..end.min(rest.len())).trimmed();
            rest = rest.slice(block.len()..rest.len());
            Some(Piece::Take(block))
        })
    }

    /// The lengths of runs, in turns of values that are not wanted, maybe 0, and values that are.
    pub fn runs(self) -> impl Iterator<Item = (usize, usize)> {
        let mut rest = self;
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let unset = rest.leading_unset();
            rest = rest.slice(unset..rest.len());
            let set = rest.leading_set();
            rest = rest.slice(set..rest.len());
            Some((unset, set))
        })
    }

    /// How many values at the front are wanted.
    #[inline]
    pub fn leading_set(self) -> usize {
        let mut start = 0;
        while start < self.len {
            let ones = self.word(start).trailing_ones() as usize;
            start += ones;
            if ones < 64 {
                break;
            }
        }
        start
    }
}

struct Count<'a>(Selected<'a>);

impl Count<'_> {
    #[inline(always)]
    fn count(self) -> usize {
        let mut count = 0;
        for start in (0..self.0.len).step_by(64) {
            count += self.0.word(start).count_ones() as usize;
        }
        count
    }
}

#[cfg(target_arch = "x86_64")]
impl Job for Count<'_> {
    type Output = usize;

    #[inline(always)]
    fn run(self) -> usize {
        self.count()
    }
}
