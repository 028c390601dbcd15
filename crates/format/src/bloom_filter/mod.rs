//! Bloom filters: whether a value can be in a column chunk.
//!
//! - `header.rs`: [`BloomFilterHeader`], what stands in front of the bits
//! - `hash.rs`: [`BloomValue`], values as they are hashed
//! - `split_block.rs`: [`Sbbf`], the bits and membership
//!
//! Spec: BloomFilter.md

mod hash;
mod header;
mod split_block;
#[cfg(test)]
mod tests;

pub use hash::BloomValue;
pub use header::BloomFilterHeader;
pub use split_block::Sbbf;
