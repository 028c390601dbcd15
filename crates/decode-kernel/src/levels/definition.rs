//! Definition levels to slots and their validity.

use super::lanes::{self, Lanes, LanesJob, first_64, low_bits};
use crate::nulls::{Validity, Words};
use crate::simd::SimdLevel;

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
    lanes::run(
        SimdLevel::detect(),
        SlotsJob {
            def,
            slot_level,
            max_level,
            out,
        },
    )
}

struct SlotsJob<'a> {
    def: &'a [u8],
    slot_level: u8,
    max_level: u8,
    out: &'a mut Validity,
}

impl LanesJob for SlotsJob<'_> {
    type Output = Slots;

    #[inline(always)]
    fn run(self, lanes: impl Lanes) -> Slots {
        let Self {
            def,
            slot_level,
            max_level,
            out,
        } = self;
        let (num_slots, num_present) = out.extend_words(SlotWords {
            lanes,
            def,
            slot_level,
            max_level,
        });
        Slots {
            num_slots,
            num_present,
        }
    }
}

struct SlotWords<'a, L> {
    lanes: L,
    /// The levels that are left.
    def: &'a [u8],
    slot_level: u8,
    max_level: u8,
}

impl<L: Lanes> Words for SlotWords<'_, L> {
    #[inline(always)]
    fn next(&mut self) -> Option<(u64, u32)> {
        if self.def.is_empty() {
            return None;
        }
        let mut padded = [0; 64];
        let (levels, len) = first_64(self.def, &mut padded);
        let slots = self.lanes.at_least(levels, self.slot_level) & low_bits(len);
        let valid = self.lanes.at_least(levels, self.max_level);
        self.def = &self.def[len..];
        Some((self.lanes.compress(valid, slots), slots.count_ones()))
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
