//! Values of fixed size.

use super::index::IndexCheck;
use crate::bitpack::{Block, BlockJob, BlockSink, Blocks, decode_with};
use crate::hybrid_rle::{HybridRle, ValueSink};
use crate::output::Spare;
use crate::{DecodeError, Plain};

/// Appends the entries of `dict` at the next `n` of `indices`.
///
/// # Errors
/// [`DecodeError::IndexOutOfRange`] if one is behind the dictionary, and as for [`HybridRle::next_run`]; nothing is appended then.
pub fn gather<T: Plain, B: AsRef<[u8]>>(
    indices: &mut HybridRle<B>,
    dict: &[T],
    n: usize,
    out: &mut Vec<T>,
) -> Result<(), DecodeError> {
    let (level, bit_width) = (indices.level(), indices.bit_width());
    decode_with(
        level,
        bit_width,
        Gather {
            indices,
            dict,
            n,
            out,
        },
    )
}

struct Gather<'a, T, B> {
    indices: &'a mut HybridRle<B>,
    dict: &'a [T],
    n: usize,
    out: &'a mut Vec<T>,
}

impl<T: Plain, B: AsRef<[u8]>> BlockJob<u32> for Gather<'_, T, B> {
    #[inline(always)]
    fn decode(self, blocks: impl Blocks<u32>) -> Result<(), DecodeError> {
        let Self {
            indices,
            dict,
            n,
            out,
        } = self;
        let mut sink = GatherSink {
            spare: Spare::new(out, n),
            dict,
        };
        indices.drive_values(n, blocks, &mut sink)?;
        sink.spare.finish();
        Ok(())
    }
}

struct GatherSink<'a, T: Plain> {
    spare: Spare<'a, T>,
    dict: &'a [T],
}

impl<T: Plain> ValueSink<u32> for GatherSink<'_, T> {
    #[inline(always)]
    fn repeated(&mut self, value: u32, len: usize) -> Result<(), DecodeError> {
        let index = IndexCheck::new(self.dict.len()).repeated(value)?;
        self.spare.fill(self.dict[index], len);
        Ok(())
    }
}

impl<T: Plain> BlockSink<u32> for GatherSink<'_, T> {
    #[inline(always)]
    fn block(&mut self, indices: Block<'_, u32>) -> Result<(), DecodeError> {
        if self.spare.extend_gather(indices, self.dict) {
            Ok(())
        } else {
            IndexCheck::new(self.dict.len()).block(indices)
        }
    }
}

/// Appends the entries at the next `n` of `indices` of a dictionary whose entries are `width` bytes each.
///
/// # Errors
/// As for [`gather`], or [`DecodeError::WrongLength`] if `dict` is not a whole number of entries; nothing is appended then.
pub fn gather_fixed<B: AsRef<[u8]>>(
    indices: &mut HybridRle<B>,
    dict: &[u8],
    width: usize,
    n: usize,
    out: &mut Vec<u8>,
) -> Result<(), DecodeError> {
    if width == 0 || !dict.len().is_multiple_of(width) {
        return Err(DecodeError::WrongLength {
            expected: width,
            found: dict.len(),
        });
    }
    let (level, bit_width) = (indices.level(), indices.bit_width());
    decode_with(
        level,
        bit_width,
        GatherFixed {
            indices,
            dict,
            width,
            n,
            out,
        },
    )
}

struct GatherFixed<'a, B> {
    indices: &'a mut HybridRle<B>,
    dict: &'a [u8],
    width: usize,
    n: usize,
    out: &'a mut Vec<u8>,
}

impl<B: AsRef<[u8]>> BlockJob<u32> for GatherFixed<'_, B> {
    #[inline(always)]
    fn decode(self, blocks: impl Blocks<u32>) -> Result<(), DecodeError> {
        let Self {
            indices,
            dict,
            width,
            n,
            out,
        } = self;
        let max = usize::MAX as u64;
        let size = n.checked_mul(width).ok_or(DecodeError::OffsetOverflow {
            total: u64::MAX,
            max,
        })?;
        let check = IndexCheck::new(dict.len() / width);
        let mut sink = FixedSink {
            spare: Spare::new(out, size),
            dict,
            width,
            check,
        };
        indices.drive_values(n, blocks, &mut sink)?;
        sink.spare.finish();
        Ok(())
    }
}

struct FixedSink<'a> {
    spare: Spare<'a, u8>,
    dict: &'a [u8],
    width: usize,
    check: IndexCheck,
}

impl ValueSink<u32> for FixedSink<'_> {
    #[inline(always)]
    fn repeated(&mut self, value: u32, len: usize) -> Result<(), DecodeError> {
        let start = self.check.repeated(value)? * self.width;
        let entry = &self.dict[start..start + self.width];
        for _ in 0..len {
            self.spare.extend_from_slice(entry);
        }
        Ok(())
    }
}

impl BlockSink<u32> for FixedSink<'_> {
    #[inline(always)]
    fn block(&mut self, indices: Block<'_, u32>) -> Result<(), DecodeError> {
        self.check.block(indices)?;
        for &index in indices.in_memory() {
            let start = index as usize * self.width;
            self.spare
                .extend_from_slice(&self.dict[start..start + self.width]);
        }
        Ok(())
    }
}
