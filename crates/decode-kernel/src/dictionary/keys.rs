//! Indices as keys of a dictionary array.

use super::index::IndexCheck;
use crate::bitpack::{Block, BlockJob, BlockSink, Blocks, decode_with};
use crate::hybrid_rle::{HybridRle, ValueSink};
use crate::output::Spare;
use crate::{DecodeError, Plain};

/// An integer that keys a dictionary array: `i8` to `i64`, `u8` to `u64`.
pub trait Key: Plain + sealed::Sealed {
    /// The largest key.
    const MAX: u64;

    /// The key for `index`, at most [`MAX`](Self::MAX).
    fn truncated(index: u64) -> Self;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! key {
    ($($type:ty),*) => { $(
        impl sealed::Sealed for $type {}
        impl Key for $type {
            const MAX: u64 = <$type>::MAX as u64;

            #[inline(always)]
            fn truncated(index: u64) -> Self {
                index as Self
            }
        }
    )* };
}
key!(i8, i16, i32, i64, u8, u16, u32, u64);

/// Appends the next `n` of `indices` as keys, each raised by `base`.
///
/// `base` is where this dictionary's entries begin in the array's, should that hold those of several chunks.
///
/// # Errors
/// [`DecodeError::IndexOutOfRange`] if one is not below `dict_len`, [`DecodeError::OffsetOverflow`] if `K` cannot hold one, and as
/// for [`HybridRle::next_run`]; nothing is appended then.
pub fn keys<K: Key, B: AsRef<[u8]>>(
    indices: &mut HybridRle<B>,
    dict_len: usize,
    base: usize,
    n: usize,
    out: &mut Vec<K>,
) -> Result<(), DecodeError> {
    // An index is refused from the first on that either does not have; which one it was is found out when it happens.
    let keys_left = K::MAX.saturating_add(1).saturating_sub(base as u64);
    let limit = usize::try_from(keys_left)
        .unwrap_or(usize::MAX)
        .min(dict_len);
    let check = IndexCheck::new(limit);
    let job = Keys {
        runs: &mut *indices,
        check,
        base: base as u64,
        n,
        out,
    };
    match decode_with(job.runs.level(), job.runs.bit_width(), job) {
        Err(DecodeError::IndexOutOfRange { index, .. }) if index < dict_len as u64 => {
            let total = index.saturating_add(base as u64);
            Err(DecodeError::OffsetOverflow { total, max: K::MAX })
        }
        Err(DecodeError::IndexOutOfRange { index, .. }) => Err(DecodeError::IndexOutOfRange {
            index,
            len: dict_len,
        }),
        other => other,
    }
}

struct Keys<'a, K, B> {
    runs: &'a mut HybridRle<B>,
    check: IndexCheck,
    base: u64,
    n: usize,
    out: &'a mut Vec<K>,
}

impl<K: Key, B: AsRef<[u8]>> BlockJob<u32> for Keys<'_, K, B> {
    #[inline(always)]
    fn decode(self, blocks: impl Blocks<u32>) -> Result<(), DecodeError> {
        let Self {
            runs,
            check,
            base,
            n,
            out,
        } = self;
        let mut sink = KeySink {
            spare: Spare::new(out, n),
            base,
            check,
        };
        runs.drive_values(n, blocks, &mut sink)?;
        sink.spare.finish();
        Ok(())
    }
}

struct KeySink<'a, K: Key> {
    spare: Spare<'a, K>,
    base: u64,
    check: IndexCheck,
}

impl<K: Key> ValueSink<u32> for KeySink<'_, K> {
    #[inline(always)]
    fn repeated(&mut self, value: u32, len: usize) -> Result<(), DecodeError> {
        let index = self.check.repeated(value)? as u64;
        self.spare.fill(K::truncated(index + self.base), len);
        Ok(())
    }
}

impl<K: Key> BlockSink<u32> for KeySink<'_, K> {
    #[inline(always)]
    fn block(&mut self, indices: Block<'_, u32>) -> Result<(), DecodeError> {
        self.check.block(indices)?;
        // By way of arrays, since memory that might overlap with the indices would be written key by key.
        let (eights, rest) = indices.in_memory().as_chunks::<8>();
        for eight in eights {
            self.spare
                .extend_from_slice(&eight.map(|index| K::truncated(u64::from(index) + self.base)));
        }
        let base = self.base;
        self.spare
            .extend_map(rest, |index| K::truncated(u64::from(index) + base));
        Ok(())
    }
}
