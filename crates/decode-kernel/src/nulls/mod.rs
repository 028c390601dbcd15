//! Nulls: bitmaps of validity, and values moved to the slots that are not null.
//!
//! - `bitmap.rs`: [`Bitmap`], bits appended by run or copied from packed bytes.
//! - `validity.rs`: [`Validity`], a bitmap that takes no memory while nothing is null.
//! - `spread/`: values moved from where they were decoded, back to back, to the slots that are valid.

mod bitmap;
mod spread;
#[cfg(test)]
mod tests;
mod validity;

pub use bitmap::Bitmap;
pub(crate) use bitmap::{BitAppender, ShortBits, load_bits};
pub use spread::{
    spread, spread_bits, spread_bytes, spread_bytes_from, spread_from, spread_offsets,
};
pub use validity::Validity;
pub(crate) use validity::Words;
