//! Nulls: bitmaps of validity, and values moved to the slots that are not null.
//!
//! - `bitmap.rs`: [`Bitmap`], bits appended by run or copied from packed bytes.
//! - `bit_writer.rs`: pieces of bits, written without a branch on where a word ends.
//! - `validity.rs`: [`Validity`], a bitmap that takes no memory while nothing is null.
//! - `spread/`: values moved from where they were decoded, back to back, to the slots that are valid.

mod bit_writer;
mod bitmap;
mod spread;
#[cfg(test)]
mod tests;
mod validity;

pub(crate) use bit_writer::{BitWriter, Pieces};
pub use bitmap::Bitmap;
pub(crate) use bitmap::{BitAppender, load_bits};
pub use spread::{
    spread, spread_bits, spread_bytes, spread_bytes_from, spread_from, spread_offsets,
};
pub use validity::Validity;
pub(crate) use validity::Words;
