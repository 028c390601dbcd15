//! Values of varying length.

use super::entries::{ByteArrayDictionary, EntryWriter};
use super::index::IndexCheck;
use crate::bitpack::{Block, BlockJob, BlockSink, Blocks, decode_with};
use crate::hybrid_rle::{HybridRle, ValueSink};
use crate::output::Spare;
use crate::{ByteArrays, DecodeError, Offset};

/// How often, on the average, entries are expected to be repeated in one batch at most.
const MOST_REPEATED: usize = 16;

/// Appends the entries of `dict` at the next `n` of `indices`.
///
/// # Errors
/// As for [`gather`](super::gather), or [`DecodeError::OffsetOverflow`] if the bytes are more than `O` counts; `out` then holds
/// unspecified values and is to be cleared.
pub fn gather_byte_arrays<O: Offset, B: AsRef<[u8]>>(
    indices: &mut HybridRle<B>,
    dict: &ByteArrayDictionary,
    n: usize,
    out: &mut ByteArrays<O>,
) -> Result<(), DecodeError> {
    let (level, bit_width) = (indices.level(), indices.bit_width());
    decode_with(
        level,
        bit_width,
        Gather {
            runs: indices,
            dict,
            n,
            out,
        },
    )
}

struct Gather<'a, O, B> {
    runs: &'a mut HybridRle<B>,
    dict: &'a ByteArrayDictionary,
    n: usize,
    out: &'a mut ByteArrays<O>,
}

impl<O: Offset, B: AsRef<[u8]>> BlockJob<u32> for Gather<'_, O, B> {
    #[inline(always)]
    fn decode(self, blocks: impl Blocks<u32>) -> Result<(), DecodeError> {
        let Self { runs, dict, n, out } = self;
        // Where the caller has no better guess, the mean size of an entry is one at that of a value; what turns out to be more is
        // found as it comes. No more is taken at first than some times what the entries take themselves: a few bytes of indices can
        // ask for a long entry as often as they like.
        let expected = if out.values.capacity() == 0 {
            let mean = dict.values().len().div_ceil(dict.len().max(1));
            let most = dict.memory_size().saturating_mul(MOST_REPEATED);
            n.saturating_mul(mean).min(most).min(O::MAX / 2)
        } else {
            0
        };
        let mut sink = ByteArraySink {
            offsets: Spare::new(&mut out.offsets, n),
            values: EntryWriter::new(&mut out.values, expected),
            dict,
            check: IndexCheck::new(dict.len()),
        };
        runs.drive_values(n, blocks, &mut sink)?;
        sink.offsets.finish();
        Ok(())
    }
}

struct ByteArraySink<'a, O: Offset> {
    offsets: Spare<'a, O>,
    values: EntryWriter<'a>,
    dict: &'a ByteArrayDictionary,
    check: IndexCheck,
}

impl<O: Offset> ValueSink<u32> for ByteArraySink<'_, O> {
    #[inline(always)]
    fn repeated(&mut self, value: u32, len: usize) -> Result<(), DecodeError> {
        let index = self.check.repeated(value)?;
        let block = [index as u32; 32];
        let mut left = len;
        while left > 0 {
            let len = left.min(32);
            self.values
                .append(self.dict, &block[..len], &mut self.offsets)?;
            left -= len;
        }
        Ok(())
    }
}

impl<O: Offset> BlockSink<u32> for ByteArraySink<'_, O> {
    #[inline(always)]
    fn block(&mut self, indices: Block<'_, u32>) -> Result<(), DecodeError> {
        self.check.block(indices)?;
        self.values
            .append(self.dict, indices.in_memory(), &mut self.offsets)
    }
}
