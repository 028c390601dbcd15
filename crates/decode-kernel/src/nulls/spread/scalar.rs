//! Slot by slot, from the back: the oracle.

use std::ops::Range;

use crate::nulls::load_bits;
use crate::output::zero;
use crate::{Offset, Plain};

pub(super) fn spread<T: Plain>(
    values: &mut Vec<T>,
    bits: &[u8],
    slots: Range<usize>,
    num_present: usize,
) {
    let start = values.len() - num_present;
    values.resize(start + slots.len(), zero());
    let region = &mut values[start..];
    let mut source = num_present;
    for (target, valid) in from_the_back(bits, slots) {
        if source == target + 1 {
            break;
        }
        region[target] = if valid { region[source - 1] } else { zero() };
        source -= usize::from(valid);
    }
}

pub(super) fn spread_offsets<O: Offset>(
    offsets: &mut Vec<O>,
    bits: &[u8],
    slots: Range<usize>,
    num_present: usize,
) {
    let start = offsets.len() - num_present;
    offsets.resize(start + slots.len(), O::default());
    // The end before the first value is part of the region, for null slots in front.
    let region = &mut offsets[start - 1..];
    let mut source = num_present;
    for (target, valid) in from_the_back(bits, slots) {
        if source == target + 1 {
            break;
        }
        region[target + 1] = region[source];
        source -= usize::from(valid);
    }
}

/// The slots, counted from the first, and whether each is valid; the last comes first.
fn from_the_back(bits: &[u8], slots: Range<usize>) -> impl Iterator<Item = (usize, bool)> {
    (0..slots.len()).rev().step_by(64).flat_map(move |last| {
        let first = last.saturating_sub(63);
        let word = load_bits(bits, (slots.start + first) as u64);
        (first..=last)
            .rev()
            .map(move |i| (i, word >> (i - first) & 1 == 1))
    })
}
