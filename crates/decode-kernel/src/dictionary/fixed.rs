//! Entries of one width that is known at run time only.

use super::index::IndexCheck;
use crate::DecodeError;
use crate::bitpack::{Block, BlockJob, BlockSink, Blocks, decode_with};
use crate::hybrid_rle::{HybridRle, ValueSink};
use crate::output::{PADDING, Spare};

/// The entries of a dictionary of FIXED_LEN_BYTE_ARRAY, back to back.
#[derive(Debug, Clone)]
pub struct FixedDictionary {
    /// The entries and [`PADDING`] zeros: an entry is loaded as if it had 16, 32 or 64 bytes.
    bytes: Vec<u8>,
    width: usize,
    len: usize,
}

impl FixedDictionary {
    /// Takes entries of `width` bytes each.
    ///
    /// # Errors
    /// [`DecodeError::WrongLength`] if that is not a whole number of entries.
    pub fn try_new(entries: Vec<u8>, width: usize) -> Result<Self, DecodeError> {
        if width == 0 || !entries.len().is_multiple_of(width) {
            return Err(DecodeError::WrongLength {
                expected: width,
                found: entries.len(),
            });
        }
        let len = entries.len() / width;
        let mut bytes = entries;
        bytes.resize(bytes.len() + PADDING, 0);
        Ok(Self { bytes, width, len })
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The bytes of an entry.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Entry `index`, which there is.
    #[inline(always)]
    pub(super) fn get(&self, index: usize) -> &[u8] {
        &self.from(index)[..self.width]
    }

    /// Entry `index`, which there is, and the bytes behind it.
    #[inline(always)]
    fn from(&self, index: usize) -> &[u8] {
        &self.bytes[index * self.width..]
    }
}

/// Appends the entries of `dict` at the next `n` of `indices`.
///
/// # Errors
/// As for [`gather`](super::gather), or [`DecodeError::OffsetOverflow`] if memory cannot hold as many; nothing is appended then.
pub fn gather_fixed<B: AsRef<[u8]>>(
    indices: &mut HybridRle<B>,
    dict: &FixedDictionary,
    n: usize,
    out: &mut Vec<u8>,
) -> Result<(), DecodeError> {
    let (level, bit_width) = (indices.level(), indices.bit_width());
    let max = usize::MAX as u64;
    let size = n
        .checked_mul(dict.width)
        .and_then(|size| size.checked_add(PADDING))
        .ok_or(DecodeError::OffsetOverflow {
            total: u64::MAX,
            max,
        })?;
    macro_rules! gather {
        ($size:literal) => {
            decode_with(
                level,
                bit_width,
                Gather::<$size, _> {
                    indices,
                    dict,
                    n,
                    size,
                    out,
                },
            )
        };
    }
    match dict.width {
        0..=8 => gather!(8),
        9..=16 => gather!(16),
        17..=32 => gather!(32),
        _ => gather!(64),
    }
}

/// [`gather_fixed`] of entries that are copied `SIZE` bytes a time; what is too much is overwritten by the next entry.
struct Gather<'a, const SIZE: usize, B> {
    indices: &'a mut HybridRle<B>,
    dict: &'a FixedDictionary,
    n: usize,
    /// Bytes of the values and the padding.
    size: usize,
    out: &'a mut Vec<u8>,
}

impl<const SIZE: usize, B: AsRef<[u8]>> BlockJob<u32> for Gather<'_, SIZE, B> {
    #[inline(always)]
    fn decode(self, blocks: impl Blocks<u32>) -> Result<(), DecodeError> {
        let mut sink = FixedSink::<SIZE> {
            spare: Spare::new(self.out, self.size),
            dict: self.dict,
            check: IndexCheck::new(self.dict.len),
        };
        self.indices.drive_values(self.n, blocks, &mut sink)?;
        sink.spare.finish();
        Ok(())
    }
}

struct FixedSink<'a, const SIZE: usize> {
    spare: Spare<'a, u8>,
    dict: &'a FixedDictionary,
    check: IndexCheck,
}

impl<const SIZE: usize> FixedSink<'_, SIZE> {
    /// Appends the entry at the front of `bytes`.
    #[inline(always)]
    fn append(&mut self, bytes: &[u8]) {
        let width = self.dict.width;
        match bytes.first_chunk::<SIZE>() {
            Some(chunk) if width <= SIZE => self.spare.extend_from_prefix(chunk, width),
            _ => self.spare.extend_from_slice(&bytes[..width]),
        }
    }
}

impl<const SIZE: usize> ValueSink<u32> for FixedSink<'_, SIZE> {
    #[inline(always)]
    fn repeated(&mut self, value: u32, len: usize) -> Result<(), DecodeError> {
        let entry = self.dict.from(self.check.repeated(value)?);
        for _ in 0..len {
            self.append(entry);
        }
        Ok(())
    }
}

impl<const SIZE: usize> BlockSink<u32> for FixedSink<'_, SIZE> {
    #[inline(always)]
    fn block(&mut self, indices: Block<'_, u32>) -> Result<(), DecodeError> {
        self.check.block(indices)?;
        for &index in indices.in_memory() {
            self.append(self.dict.from(index as usize));
        }
        Ok(())
    }
}
