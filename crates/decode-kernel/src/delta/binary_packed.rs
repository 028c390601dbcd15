//! DELTA_BINARY_PACKED: integers as bit-packed differences.
//!
//! ```text
//! header      | block length | miniblocks in a block | number of values | first value |
//! each block  | smallest difference | a bit width for each miniblock | the miniblocks |
//! ```
//!
//! Numbers are ULEB128, values and differences zigzag. A block has a multiple of 128 values, each miniblock of it a multiple
//! of 32, so differences are unpacked and summed 32 at a time. The last miniblock is padded to its full length; those behind it
//! have a width, which means nothing, and no bytes.
//!
//! Widths beyond the type's own are read too (a writer that subtracts in 64 bits needs 33 for `i32`), and everything wraps at the
//! width of the type.
//!
//! Spec: Encodings.md, "Delta Encoding"

use super::prefix_sum::{Delta, Summed};
use crate::bitpack::{BlockJob, Blocks, decode_with};
use crate::output::Spare;
#[cfg(target_arch = "x86_64")]
use crate::simd::Job;
use crate::simd::SimdLevel;
use crate::varint::{uleb128, zigzag};
use crate::{BitWidth, DecodeError, Plain};

/// Values that are unpacked and summed together.
const GROUP: usize = 32;

/// The integers that DELTA_BINARY_PACKED holds: `i32` and `i64`.
#[expect(private_bounds, reason = "no other type can implement it")]
pub trait DeltaInt: Plain + Default + Summed {}

impl DeltaInt for i32 {}
impl DeltaInt for i64 {}

/// Decodes DELTA_BINARY_PACKED integers.
#[derive(Debug, Clone)]
pub struct BinaryPacked<B, T> {
    data: B,
    stream: Stream<T>,
}

impl<B: AsRef<[u8]>, T: DeltaInt> BinaryPacked<B, T> {
    /// A decoder of the stream at the front of `data`; what follows it is not touched.
    ///
    /// # Errors
    /// [`DecodeError::Truncated`] if the header is not complete, [`DecodeError::Malformed`] if the lengths of its blocks and
    /// miniblocks are not what the encoding allows.
    pub fn try_new(data: B) -> Result<Self, DecodeError> {
        Self::try_new_with(SimdLevel::detect(), data)
    }

    /// As [`BinaryPacked::try_new`], with the instructions of `level`.
    ///
    /// # Errors
    /// As there.
    pub fn try_new_with(level: SimdLevel, data: B) -> Result<Self, DecodeError> {
        let stream = Stream::try_new(level, data.as_ref())?;
        Ok(Self { data, stream })
    }

    /// The number of values not yet decoded or skipped, as the header says: there may be fewer.
    #[must_use]
    pub fn remaining(&self) -> usize {
        self.stream.remaining()
    }

    /// Appends the next `n` values to `out`.
    ///
    /// # Errors
    /// [`DecodeError::TooFewValues`] if the header has fewer, [`DecodeError::Truncated`] if the bytes have fewer,
    /// [`DecodeError::BitWidth`] for a width above 64. `out` is then untouched, the decoder somewhere before the fault.
    pub fn decode(&mut self, n: usize, out: &mut Vec<T>) -> Result<(), DecodeError> {
        self.stream.decode(self.data.as_ref(), n, out)
    }

    /// Passes over the next `n` values; they have to be summed all the same.
    ///
    /// # Errors
    /// As [`BinaryPacked::decode`].
    pub fn skip(&mut self, n: usize) -> Result<(), DecodeError> {
        self.stream.skip(self.data.as_ref(), n)
    }

    /// The position in `data` behind the stream, found from its widths without unpacking anything.
    ///
    /// # Errors
    /// [`DecodeError::Truncated`] if `data` ends before the stream does, [`DecodeError::BitWidth`] for a width above 64.
    pub fn end_position(&self) -> Result<usize, DecodeError> {
        self.stream.end_position(self.data.as_ref())
    }
}

/// A decoder without the bytes, which each call is given anew: always the same, from the stream's first byte on.
#[derive(Debug, Clone)]
pub(super) struct Stream<T> {
    level: SimdLevel,
    miniblocks: Miniblocks,
    min_delta: T,
    /// The last value summed.
    last: T,
    /// Values not yet summed.
    unsummed: usize,
    /// Values summed and, from `ahead_taken` on, not yet given out: a call may end inside a group.
    ahead: Vec<T>,
    ahead_taken: usize,
}

impl<T: DeltaInt> Stream<T> {
    pub(super) fn try_new(level: SimdLevel, data: &[u8]) -> Result<Self, DecodeError> {
        let (header, miniblocks) = Header::parse(data)?;
        let first = T::wrapping_from(header.first_value as u64);
        let first_len = header.num_values.min(1);
        Ok(Self {
            level,
            miniblocks,
            min_delta: T::default(),
            last: first,
            unsummed: header.num_values - first_len,
            ahead: vec![first; first_len],
            ahead_taken: 0,
        })
    }

    pub(super) fn remaining(&self) -> usize {
        self.ahead.len() - self.ahead_taken + self.unsummed
    }

    pub(super) fn decode(
        &mut self,
        data: &[u8],
        n: usize,
        out: &mut Vec<T>,
    ) -> Result<(), DecodeError> {
        self.check_remaining(n)?;
        let mut spare = Spare::new(out, n);
        let ahead = self.take_ahead(n);
        spare.extend_from_slice(ahead);
        let mut left = n - ahead.len();
        let level = self.level;
        // Miniblocks are often as short as a group, and a call for each would cost as much as its values.
        let job = SumMiniblocks {
            stream: self,
            data,
            left: &mut left,
            out: &mut spare,
        };
        #[cfg(target_arch = "x86_64")]
        match level.avx2() {
            Some(proof) => proof.run(job)?,
            None => job.sum()?,
        }
        #[cfg(not(target_arch = "x86_64"))]
        job.sum()?;
        if left > 0 {
            self.sum_ahead(data)?;
            spare.extend_from_slice(self.take_ahead(left));
        }
        spare.finish();
        Ok(())
    }

    pub(super) fn skip(&mut self, data: &[u8], n: usize) -> Result<(), DecodeError> {
        self.check_remaining(n)?;
        let mut left = n - self.take_ahead(n).len();
        while left > 0 {
            self.next_miniblock(data)?;
            self.sum_ahead(data)?;
            left -= self.take_ahead(left).len();
        }
        Ok(())
    }

    pub(super) fn end_position(&self, data: &[u8]) -> Result<usize, DecodeError> {
        let mut miniblocks = self.miniblocks.clone();
        let mut values = self.unsummed;
        loop {
            // A miniblock that has any value is padded to its full length.
            values = values.saturating_sub(miniblocks.left);
            miniblocks.pass_over();
            if values == 0 {
                break;
            }
            miniblocks.next(data)?;
        }
        if miniblocks.position > data.len() {
            return Err(DecodeError::Truncated {
                needed: miniblocks.position,
                available: data.len(),
            });
        }
        Ok(miniblocks.position)
    }

    fn check_remaining(&self, n: usize) -> Result<(), DecodeError> {
        let available = self.remaining();
        if n > available {
            return Err(DecodeError::TooFewValues {
                needed: n,
                available,
            });
        }
        Ok(())
    }

    /// Takes up to `n` of the values that are summed already.
    fn take_ahead(&mut self, n: usize) -> &[T] {
        let start = self.ahead_taken;
        self.ahead_taken += n.min(self.ahead.len() - start);
        &self.ahead[start..self.ahead_taken]
    }

    /// Sums the next group and holds its values back, those that are there: its end may be padding.
    fn sum_ahead(&mut self, data: &[u8]) -> Result<(), DecodeError> {
        let mut ahead = std::mem::take(&mut self.ahead);
        ahead.clear();
        let len = self.unsummed.min(GROUP);
        let mut spare = Spare::new(&mut ahead, GROUP);
        self.sum_groups(data, 1, &mut spare)?;
        spare.finish();
        ahead.truncate(len);
        self.ahead = ahead;
        self.ahead_taken = 0;
        Ok(())
    }

    /// Sees to it that the miniblock at hand has values, and returns how many.
    #[inline(always)]
    fn next_miniblock(&mut self, data: &[u8]) -> Result<usize, DecodeError> {
        if self.miniblocks.left == 0 {
            self.miniblocks.next(data)?;
            self.min_delta = T::wrapping_from(self.miniblocks.min_delta as u64);
        }
        Ok(self.miniblocks.left)
    }

    /// Appends the next `groups` of the miniblock at hand, which has as many, padding included.
    #[inline(always)]
    fn sum_groups(
        &mut self,
        data: &[u8],
        groups: usize,
        out: &mut Spare<'_, T>,
    ) -> Result<(), DecodeError> {
        let len = self.unsummed.min(groups * GROUP);
        let packed = self.miniblocks.next_groups(data, groups, len)?;
        let bit_width = self.miniblocks.bit_width;
        let job = SumGroups {
            level: self.level,
            packed,
            groups,
            min_delta: self.min_delta,
            last: &mut self.last,
            out,
        };
        // Over 25 bits, vectors unpack to 64 bits first, and should stop there if the sums are of 64 bits.
        let widest = if size_of::<T>() == 4 { 32 } else { 25 };
        if bit_width.bits() <= widest {
            decode_with::<u32>(self.level, bit_width, job)?;
        } else {
            decode_with::<u64>(self.level, bit_width, job)?;
        }
        self.unsummed -= len;
        Ok(())
    }
}

/// Sums whole groups until fewer than a group of values is `left`.
struct SumMiniblocks<'a, 'out, T: Plain> {
    stream: &'a mut Stream<T>,
    data: &'a [u8],
    left: &'a mut usize,
    out: &'a mut Spare<'out, T>,
}

impl<T: DeltaInt> SumMiniblocks<'_, '_, T> {
    #[inline(always)]
    fn sum(self) -> Result<(), DecodeError> {
        let Self {
            stream,
            data,
            left,
            out,
        } = self;
        while *left > 0 {
            let groups = (*left).min(stream.next_miniblock(data)?) / GROUP;
            if groups == 0 {
                break;
            }
            stream.sum_groups(data, groups, out)?;
            *left -= groups * GROUP;
        }
        Ok(())
    }
}

#[cfg(target_arch = "x86_64")]
impl<T: DeltaInt> Job for SumMiniblocks<'_, '_, T> {
    type Output = Result<(), DecodeError>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        self.sum()
    }
}

/// Unpacks and sums groups of one width.
struct SumGroups<'a, 'out, T: Plain> {
    level: SimdLevel,
    packed: &'a [u8],
    groups: usize,
    min_delta: T,
    last: &'a mut T,
    out: &'a mut Spare<'out, T>,
}

impl<T: DeltaInt, U: Delta> BlockJob<U> for SumGroups<'_, '_, T> {
    #[inline(always)]
    fn decode(self, blocks: impl Blocks<U>) -> Result<(), DecodeError> {
        let group_size = GROUP / 8 * blocks.bit_width().bits() as usize;
        let mut deltas = [U::default(); GROUP];
        let (mut packed, mut last) = (self.packed, *self.last);
        for _ in 0..self.groups {
            blocks.unpack(packed, GROUP, &mut deltas);
            packed = packed.get(group_size..).unwrap_or_default();
            let deltas = U::deltas(&deltas);
            T::append_sums(self.level, deltas, self.min_delta, &mut last, self.out);
        }
        *self.last = last;
        Ok(())
    }
}

/// What a stream says of itself.
struct Header {
    num_values: usize,
    first_value: i64,
}

impl Header {
    fn parse(data: &[u8]) -> Result<(Self, Miniblocks), DecodeError> {
        let mut position = 0;
        let block_len = uleb128(data, &mut position)?;
        let per_block = uleb128(data, &mut position)?;
        let num_values = uleb128(data, &mut position)?;
        let first_value = zigzag(uleb128(data, &mut position)?);
        let malformed = |what, found| Err(DecodeError::Malformed { what, found });
        let (Ok(per_block), Ok(num_values)) =
            (usize::try_from(per_block), usize::try_from(num_values))
        else {
            return malformed("number of values", num_values);
        };
        // The spec wants multiples of 128, but nothing here needs more than miniblocks of whole groups.
        let miniblock_len = usize::try_from(block_len)
            .ok()
            .and_then(|len| len.checked_div(per_block));
        let Some(miniblock_len) = miniblock_len else {
            return malformed("number of miniblocks in a block", per_block as u64);
        };
        if miniblock_len == 0
            || !miniblock_len.is_multiple_of(GROUP)
            || miniblock_len.checked_mul(per_block) != usize::try_from(block_len).ok()
        {
            return malformed("block length", block_len);
        }
        let miniblocks = Miniblocks {
            len: miniblock_len,
            per_block,
            min_delta: 0,
            widths: 0,
            widths_left: 0,
            bit_width: BitWidth::of_level(0),
            left: 0,
            position,
        };
        Ok((
            Self {
                num_values,
                first_value,
            },
            miniblocks,
        ))
    }
}

/// A walk from miniblock to miniblock.
#[derive(Debug, Clone)]
struct Miniblocks {
    /// Values in a miniblock, a multiple of 32 and not 0.
    len: usize,
    per_block: usize,
    /// The smallest difference of the block at hand.
    min_delta: i64,
    /// Where the width of the block's next miniblock is.
    widths: usize,
    /// Miniblocks of the block that are not yet begun.
    widths_left: usize,
    /// The width of the miniblock at hand.
    bit_width: BitWidth,
    /// Values of the miniblock at hand that are not yet unpacked: a multiple of 32.
    left: usize,
    /// Where the next group, or what follows the miniblock, is; may lie behind the end of the bytes.
    position: usize,
}

impl Miniblocks {
    /// Begins the next miniblock, when nothing is left of the one at hand.
    #[inline(always)]
    fn next(&mut self, data: &[u8]) -> Result<(), DecodeError> {
        if self.widths_left == 0 {
            let mut position = self.position;
            self.min_delta = zigzag(uleb128(data, &mut position)?);
            let available = data.len().saturating_sub(position);
            if self.per_block > available {
                return Err(DecodeError::Truncated {
                    needed: self.per_block,
                    available,
                });
            }
            self.widths = position;
            self.widths_left = self.per_block;
            self.position = position + self.per_block;
        }
        let bits = data.get(self.widths).copied().unwrap_or_default();
        self.bit_width = BitWidth::try_new(u32::from(bits), u64::BITS)?;
        self.widths += 1;
        self.widths_left -= 1;
        self.left = self.len;
        Ok(())
    }

    /// The bytes from the next `groups` on, of which the first `len` values are all there.
    #[inline(always)]
    fn next_groups<'a>(
        &mut self,
        data: &'a [u8],
        groups: usize,
        len: usize,
    ) -> Result<&'a [u8], DecodeError> {
        let packed = data.get(self.position..).unwrap_or_default();
        let needed = self.bit_width.packed_size(len).unwrap_or(usize::MAX);
        if packed.len() < needed {
            return Err(DecodeError::Truncated {
                needed,
                available: packed.len(),
            });
        }
        self.position += groups * (GROUP / 8) * self.bit_width.bits() as usize;
        self.left -= groups * GROUP;
        Ok(packed)
    }

    /// Passes over what is left of the miniblock at hand, whether or not the bytes are there.
    fn pass_over(&mut self) {
        let group_size = GROUP / 8 * self.bit_width.bits() as usize;
        let size = (self.left / GROUP).saturating_mul(group_size);
        self.position = self.position.saturating_add(size);
        self.left = 0;
    }
}

#[cfg(test)]
mod tests;
