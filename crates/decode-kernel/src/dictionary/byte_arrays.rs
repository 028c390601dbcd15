//! Dictionaries of values of varying length.

use super::index::IndexCheck;
use crate::bitpack::{Block, BlockJob, BlockSink, Blocks, decode_with};
use crate::hybrid_rle::{HybridRle, ValueSink};
use crate::output::Spare;
use crate::strings::ByteWriter;
use crate::{ByteArrays, DecodeError, Offset};

/// Bytes behind the last entry, so that a short one can be copied as if it were longer.
const PADDING: usize = 64;

/// The entries of a dictionary, back to back.
#[derive(Debug, Clone)]
pub struct ByteArrayDictionary {
    /// One more than there are entries, never falling; the last is where the padding begins.
    offsets: Vec<u32>,
    /// The entries and [`PADDING`] zeros.
    bytes: Vec<u8>,
}

impl ByteArrayDictionary {
    /// Takes the entries; their bytes stay where they are if there is room behind them.
    ///
    /// # Errors
    /// [`DecodeError::Malformed`] if the offsets fall, do not begin at 0, or do not end with the values.
    pub fn try_new(entries: ByteArrays<i32>) -> Result<Self, DecodeError> {
        let ByteArrays {
            offsets,
            mut values,
        } = entries;
        let rising = offsets.is_sorted() && offsets.first() == Some(&0);
        let end = offsets.last().map_or(0, |end| end.to_usize());
        if !rising || end != values.len() {
            return Err(DecodeError::Malformed {
                what: "dictionary offsets",
                found: end as u64,
            });
        }
        values.resize(end + PADDING, 0);
        Ok(Self {
            offsets: offsets.into_iter().map(|offset| offset as u32).collect(),
            bytes: values,
        })
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Entry `index`, or `None` behind the last.
    #[inline]
    pub fn get(&self, index: usize) -> Option<&[u8]> {
        let (start, end) = self.span(index)?;
        Some(&self.bytes[start..end])
    }

    /// All entries in order.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.len()).filter_map(|index| self.get(index))
    }

    /// The offsets of the entries in [`values`](Self::values), one more than there are entries.
    pub fn offsets(&self) -> &[u32] {
        &self.offsets
    }

    /// The bytes of all entries.
    pub fn values(&self) -> &[u8] {
        &self.bytes[..self.bytes.len() - PADDING]
    }

    /// Bytes of memory taken.
    pub fn memory_size(&self) -> usize {
        self.offsets.capacity() * size_of::<u32>() + self.bytes.capacity()
    }

    #[inline(always)]
    fn span(&self, index: usize) -> Option<(usize, usize)> {
        let &[start, end] = self.offsets.get(index..)?.first_chunk()?;
        Some((start as usize, end as usize))
    }
}

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
        // The mean size of an entry is a guess at that of a value; what turns out to be more is found as it comes.
        let mean = dict.values().len() / dict.len().max(1);
        let mut sink = ByteArraySink {
            offsets: Spare::new(&mut out.offsets, n),
            values: ByteWriter::new(&mut out.values, n.saturating_mul(mean.min(64))),
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
    values: ByteWriter<'a>,
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
            append(
                &mut self.offsets,
                &mut self.values,
                self.dict,
                &block[..len],
            )?;
            left -= len;
        }
        Ok(())
    }
}

impl<O: Offset> BlockSink<u32> for ByteArraySink<'_, O> {
    #[inline(always)]
    fn block(&mut self, indices: Block<'_, u32>) -> Result<(), DecodeError> {
        self.check.block(indices)?;
        append(
            &mut self.offsets,
            &mut self.values,
            self.dict,
            indices.in_memory(),
        )
    }
}

/// Appends the entries at `indices`, which are all within the dictionary.
#[inline(always)]
fn append<O: Offset>(
    offsets: &mut Spare<'_, O>,
    values: &mut ByteWriter<'_>,
    dict: &ByteArrayDictionary,
    indices: &[u32],
) -> Result<(), DecodeError> {
    offsets.extend_map(indices, |index| {
        let (start, end) = dict.span(index as usize).unwrap_or_default();
        let appended = values.append_prefix(&dict.bytes[start..], end - start);
        debug_assert!(appended, "an entry lies within the dictionary's bytes");
        O::truncate(values.len())
    });
    // A block is at most 32 entries: checked after it, the total cannot have wrapped.
    O::try_from_usize(values.len()).map(|_| ())
}
