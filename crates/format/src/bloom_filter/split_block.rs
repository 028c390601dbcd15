//! Membership in a split-block bloom filter.
//!
//! A filter is a row of blocks, a block eight words of 32 bits. The upper half of a value's hash chooses the block, the lower
//! half one bit of each word: the value can be in the set if all eight bits are set.
//!
//! Spec: BloomFilter.md, "Technical Approach".

use super::hash::BloomValue;
use super::header::BloomFilterHeader;
use crate::{FormatError, Limits};

/// Bytes of a block.
pub(super) const BLOCK_SIZE: usize = 32;

/// Odd numbers that make eight hashes of one, as the specification has them.
pub(super) const SALT: [u32; 8] = [
    0x47b6_137b,
    0x4497_4d91,
    0x8824_ad5b,
    0xa2b7_289d,
    0x7054_95c7,
    0x2df1_424b,
    0x9efc_4947,
    0x5c6b_fb31,
];

/// A split-block bloom filter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sbbf {
    bits: Box<[[u8; BLOCK_SIZE]]>,
}

impl Sbbf {
    /// A filter of these bits. Bytes behind the last whole block are left out.
    pub fn new(bitset: &[u8]) -> Self {
        Self {
            bits: bitset.as_chunks().0.into(),
        }
    }

    /// Parses a filter's header and takes the bits behind it; what follows them is not looked at.
    ///
    /// # Errors
    /// As those of [`BloomFilterHeader::parse`], and [`FormatError::Truncated`] if the bits are not all there.
    pub fn parse(bytes: &[u8], limits: &Limits) -> Result<Self, FormatError> {
        let (header, offset) = BloomFilterHeader::parse(bytes, limits)?;
        let bits = &bytes[offset..];
        let available = bits.len();
        let bits = bits.get(..header.num_bytes).ok_or(FormatError::Truncated {
            offset,
            needed: header.num_bytes,
            available,
        })?;
        Ok(Self::new(bits))
    }

    /// Whether `value` can be in the set: false is certain, true is not.
    pub fn check<T: BloomValue + ?Sized>(&self, value: &T) -> bool {
        self.check_hash(value.bloom_hash())
    }

    /// Whether a value of this hash can be in the set.
    pub fn check_hash(&self, hash: u64) -> bool {
        // Anything can be in a set of which nothing is known.
        let Some(block) = self.bits.get(block_index(hash, self.bits.len())) else {
            return true;
        };
        let words = block
            .as_chunks()
            .0
            .iter()
            .map(|&word| u32::from_le_bytes(word));
        words.zip(mask(hash)).all(|(word, bit)| word & bit != 0)
    }

    /// Number of blocks.
    pub fn num_blocks(&self) -> usize {
        self.bits.len()
    }
}

/// The block of a hash. Its upper half is spread over the blocks by a multiplication.
pub(super) fn block_index(hash: u64, num_blocks: usize) -> usize {
    ((hash >> 32).saturating_mul(num_blocks as u64) >> 32) as usize
}

/// The bit of each word.
pub(super) fn mask(hash: u64) -> [u32; 8] {
    SALT.map(|salt| 1 << ((hash as u32).wrapping_mul(salt) >> 27))
}
