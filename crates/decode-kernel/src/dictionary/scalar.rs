//! Gathers in plain code: the oracle.

use super::index::IndexCheck;
use crate::bitpack::{Blocks, ScalarBlocks};
use crate::hybrid_rle::{HybridRle, RunSink};
use crate::output::Spare;
use crate::{DecodeError, Plain};

pub(super) fn gather<T: Plain, B: AsRef<[u8]>>(
    indices: &mut HybridRle<B>,
    dict: &[T],
    n: usize,
    out: &mut Vec<T>,
) -> Result<(), DecodeError> {
    let mut sink = GatherSink {
        spare: Spare::new(out, n),
        dict,
        check: IndexCheck::new(indices.bit_width(), dict.len()),
        blocks: ScalarBlocks::try_new(indices.bit_width())?,
    };
    indices.drive(n, &mut sink)?;
    sink.spare.finish();
    Ok(())
}

struct GatherSink<'a, T: Plain, K> {
    spare: Spare<'a, T>,
    dict: &'a [T],
    check: IndexCheck,
    blocks: K,
}

impl<T: Plain, K: Blocks<u32>> RunSink for GatherSink<'_, T, K> {
    #[inline(always)]
    fn repeated(&mut self, value: u32, len: usize) -> Result<(), DecodeError> {
        let entry = self.dict[self.check.repeated(value)?];
        self.spare.fill(entry, len);
        Ok(())
    }

    #[inline(always)]
    fn packed(&mut self, data: &[u8], first: u64, len: usize) -> Result<(), DecodeError> {
        let Self {
            spare,
            dict,
            check,
            blocks,
        } = self;
        blocks.for_each(data, first, len, |indices| {
            check.packed(indices)?;
            spare.extend_map(indices, |index| dict[index as usize]);
            Ok(())
        })
    }
}

pub(super) fn gather_fixed<B: AsRef<[u8]>>(
    indices: &mut HybridRle<B>,
    dict: &[u8],
    width: usize,
    n: usize,
    out: &mut Vec<u8>,
) -> Result<(), DecodeError> {
    let size = n.checked_mul(width);
    let size = size.ok_or(DecodeError::OffsetOverflow {
        total: u64::MAX,
        max: usize::MAX as u64,
    })?;
    let mut sink = FixedSink {
        spare: Spare::new(out, size),
        dict,
        width,
        check: IndexCheck::new(indices.bit_width(), dict.len() / width),
        blocks: ScalarBlocks::try_new(indices.bit_width())?,
    };
    indices.drive(n, &mut sink)?;
    sink.spare.finish();
    Ok(())
}

struct FixedSink<'a, K> {
    spare: Spare<'a, u8>,
    dict: &'a [u8],
    width: usize,
    check: IndexCheck,
    blocks: K,
}

impl<K: Blocks<u32>> RunSink for FixedSink<'_, K> {
    #[inline(always)]
    fn repeated(&mut self, value: u32, len: usize) -> Result<(), DecodeError> {
        let start = self.check.repeated(value)? * self.width;
        let entry = &self.dict[start..start + self.width];
        for _ in 0..len {
            self.spare.extend_from_slice(entry);
        }
        Ok(())
    }

    #[inline(always)]
    fn packed(&mut self, data: &[u8], first: u64, len: usize) -> Result<(), DecodeError> {
        let Self {
            spare,
            dict,
            width,
            check,
            blocks,
        } = self;
        blocks.for_each(data, first, len, |indices| {
            check.packed(indices)?;
            for &index in indices {
                let start = index as usize * *width;
                spare.extend_from_slice(&dict[start..start + *width]);
            }
            Ok(())
        })
    }
}
