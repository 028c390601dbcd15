//! Nulls: bitmaps of validity, and values moved to the slots that are not null.
//!
//! - `bitmap.rs`: [`Bitmap`], bits appended by run or copied from packed bytes.
//! - `validity.rs`: [`Validity`], a bitmap that takes no memory while nothing is null.

mod bitmap;
mod validity;

pub use bitmap::Bitmap;
pub(crate) use bitmap::{BitAppender, count_ones, load_bits};
pub use validity::Validity;
