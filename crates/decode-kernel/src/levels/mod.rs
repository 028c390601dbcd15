//! Definition and repetition levels: which slots are null, and where lists begin.
//!
//! - `decoder.rs`: [`LevelDecoder`], the levels of a page as they are encoded.
//! - `bit_packed.rs`: the deprecated encoding that packs the most significant bit first.
//! - `definition.rs`: levels to slots and their validity.
//! - `repetition.rs`: levels to the boundaries of lists.
//! - `lanes.rs`: comparisons of 64 levels at once, on which the last two stand; `avx2.rs`: the same by vectors.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod bit_packed;
mod decoder;
mod definition;
mod lanes;
mod repetition;
#[cfg(test)]
mod tests;

pub use bit_packed::BitPackedLevels;
pub use decoder::LevelDecoder;
pub use definition::{Slots, count_at_least, count_equal, slots};
pub use repetition::{ListLevels, count_rows, group_validity, list_boundaries, row_start};
