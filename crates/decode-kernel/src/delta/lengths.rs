//! The lengths within the delta encodings of byte arrays, a block at a time.

use super::binary_packed::Stream;
use crate::DecodeError;
use crate::simd::SimdLevel;

/// The most lengths in a block: few enough to stay in the nearest cache with what is made of them.
pub(super) const BLOCK: usize = 512;

/// A stream of lengths that lies somewhere in the page.
#[derive(Debug, Clone)]
pub(super) struct Lengths {
    stream: Stream<i32>,
    /// Where in the page the stream starts.
    start: usize,
    block: Vec<i32>,
}

impl Lengths {
    /// The lengths that start at `start` of `data`, and where what follows them starts.
    pub(super) fn try_new(
        level: SimdLevel,
        data: &[u8],
        start: usize,
    ) -> Result<(Self, usize), DecodeError> {
        let bytes = data.get(start..).unwrap_or_default();
        let stream = Stream::try_new(level, bytes)?;
        let end = start + stream.end_position(bytes)?;
        let lengths = Self {
            stream,
            start,
            block: Vec::new(),
        };
        Ok((lengths, end))
    }

    pub(super) fn remaining(&self) -> usize {
        self.stream.remaining()
    }

    /// Whether `n` lengths are left.
    pub(super) fn check_remaining(&self, n: usize) -> Result<(), DecodeError> {
        let available = self.remaining();
        if n > available {
            return Err(DecodeError::TooFewValues {
                needed: n,
                available,
            });
        }
        Ok(())
    }

    /// Decodes the next `n` lengths, at most [`BLOCK`], none of which is negative.
    pub(super) fn next_block(&mut self, data: &[u8], n: usize) -> Result<&[i32], DecodeError> {
        let data = data.get(self.start..).unwrap_or_default();
        self.block.clear();
        self.stream.decode(data, n, &mut self.block)?;
        let any = self.block.iter().fold(0, |any, &length| any | length);
        if any < 0 {
            let negative = self.block.iter().find(|&&length| length < 0);
            return Err(DecodeError::Malformed {
                what: "negative length",
                found: negative.map_or(0, |&length| u64::from(length.unsigned_abs())),
            });
        }
        Ok(&self.block)
    }
}

/// The sum of lengths that are not negative, of which there are at most [`BLOCK`].
pub(super) fn total(lengths: &[i32]) -> usize {
    let total: u64 = lengths.iter().map(|&length| u64::from(length as u32)).sum();
    usize::try_from(total).unwrap_or(usize::MAX)
}
