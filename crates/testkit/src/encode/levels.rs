//! Definition and repetition levels in the three forms that pages have.
//!
//! Spec: Encodings.md, "Run Length Encoding / Bit-Packing Hybrid" and "Bit-packed (Deprecated)".

use crate::bits::{bit_width, pack};
use crate::encode::hybrid;

/// Levels of a v1 page: runs with their length before them.
#[must_use]
pub fn v1(levels: &[u8], max: u8) -> Vec<u8> {
    hybrid::with_length(v2(levels, max))
}

/// Levels of a v2 page: runs alone, the length being in the page header.
#[must_use]
pub fn v2(levels: &[u8], max: u8) -> Vec<u8> {
    hybrid::encode(&widen(levels), width(max))
}

/// Levels in BIT_PACKED, which v1 pages may have: no length, no runs.
///
/// The specification begins with the highest bit, but the readers that know this encoding (Arrow
/// C++, the `parquet` crate) begin with the lowest, and what they read is what files hold.
#[must_use]
pub fn bit_packed(levels: &[u8], max: u8) -> Vec<u8> {
    pack(&widen(levels), width(max))
}

/// The bit width of levels up to `max`.
#[must_use]
pub fn width(max: u8) -> u32 {
    bit_width(u64::from(max))
}

/// Levels as the hybrid encoder takes them.
#[must_use]
pub fn widen(levels: &[u8]) -> Vec<u64> {
    levels.iter().map(|&level| u64::from(level)).collect()
}
