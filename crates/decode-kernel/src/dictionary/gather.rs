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
