//! Definition levels to slots and their validity.

use super::lanes::{Lanes, Scalar, low_bits, split_64};
use crate::nulls::Validity;

/// What the levels of a column hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Slots {
    /// Entries that are slots of the array.
    pub num_slots: usize,
    /// Slots that hold a value.
    pub num_present: usize,
}

/// Appends a slot for each level of `def` that is at least `slot_level`; it is valid if the level is at least `max_level`.
pub fn slots(def: &[u8], slot_level: u8, max_level: u8, out: &mut Validity) -> Slots {
    slots_by(Scalar, def, slot_level, max_level, out)
}

#[inline(always)]
pub(super) fn slots_by(
    lanes: impl Lanes,
    def: &[u8],
    slot_level: u8,
    max_level: u8,
    out: &mut Validity,
) -> Slots {
    let words = def.chunks(64).map(|chunk| {
        let (levels, len) = split_64(chunk);
        let slots = lanes.at_least(&levels, slot_level) & low_bits(len);
        let valid = lanes.at_least(&levels, max_level);
        (lanes.compress(valid, slots), slots.count_ones())
    });
    let (num_slots, num_present) = out.extend_words(words);
    Slots {
        num_slots,
        num_present,
    }
}

/// The number of levels that are at least `level`.
pub fn count_at_least(def: &[u8], level: u8) -> usize {
    count(def, |found| found >= level)
}

/// The number of levels that equal `level`.
pub fn count_equal(def: &[u8], level: u8) -> usize {
    count(def, |found| found == level)
}

/// Counts in bytes first, which is what vectorises well: 255 levels a time cannot overflow them.
#[inline(always)]
fn count(levels: &[u8], counts: impl Fn(u8) -> bool) -> usize {
    levels
        .chunks(255)
        .map(|chunk| {
            usize::from(
                chunk
                    .iter()
                    .map(|&level| u8::from(counts(level)))
                    .sum::<u8>(),
            )
        })
        .sum()
}
