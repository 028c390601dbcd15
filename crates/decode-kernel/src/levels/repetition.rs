//! Repetition levels to the boundaries of lists.
//!
//! Each pair of levels is an entry. For a list it may begin a slot (a list, be it null or empty), add an element, both, or neither
//! (it belongs to a list further out that is null or empty, or to an element's inside). Both questions are answered for 64 entries
//! at once, as bits; only entries that begin a slot are looked at one by one, to write its offset.

use super::count_equal;
use super::lanes::{Lanes, Scalar, low_bits, split_64};
use crate::nulls::Validity;
use crate::{DecodeError, Offset};

/// The levels that tell a list's entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListLevels {
    /// The repetition level of the list's elements: an entry below it begins a new list.
    pub rep: u8,
    /// The definition level from which on there is a slot for the list.
    pub slot_def: u8,
    /// The definition level from which on the list is not null.
    pub valid_def: u8,
    /// The definition level from which on the list has an element.
    pub element_def: u8,
}

/// Appends the end of each list to `offsets`, which already holds the end of the last one before (0 at first), and its validity.
///
/// Entries that carry on a list which an earlier call began raise that last offset.
///
/// # Errors
/// [`DecodeError::WrongLength`] if there are not as many levels of both kinds, [`DecodeError::OffsetOverflow`] if the elements are more
/// than `O` counts; what was appended is then unspecified.
pub fn list_boundaries<O: Offset>(
    def: &[u8],
    rep: &[u8],
    levels: ListLevels,
    offsets: &mut Vec<O>,
    validity: &mut Validity,
) -> Result<(), DecodeError> {
    check_lengths(def, rep)?;
    list_boundaries_by(Scalar, def, rep, levels, offsets, validity)
}

#[inline(always)]
pub(super) fn list_boundaries_by<O: Offset>(
    lanes: impl Lanes,
    def: &[u8],
    rep: &[u8],
    levels: ListLevels,
    offsets: &mut Vec<O>,
    validity: &mut Validity,
) -> Result<(), DecodeError> {
    // From here on `offsets` takes the beginning of each list, which is the end of the one before; the last end comes at the end.
    let mut elements = offsets.pop().map_or(0, O::to_usize);
    // No more elements than entries: checked once, the offsets below cannot wrap unnoticed.
    let mut ends = [O::default(); 64];
    validity.extend_words(def.chunks(64).zip(rep.chunks(64)).map(|(def, rep)| {
        let (def, len) = split_64(def);
        let (rep, _) = split_64(rep);
        let all = low_bits(len);
        let starts =
            all & !lanes.at_least(&rep, levels.rep) & lanes.at_least(&def, levels.slot_def);
        let within = all & !above(lanes, &rep, levels.rep);
        let adds = within & lanes.at_least(&def, levels.element_def);
        let valid = lanes.at_least(&def, levels.valid_def);

        let num_starts = starts.count_ones();
        let mut rest = starts;
        for end in &mut ends[..num_starts as usize] {
            let before = (rest & rest.wrapping_neg()).wrapping_sub(1);
            *end = O::truncate(elements + (adds & before).count_ones() as usize);
            rest &= rest.wrapping_sub(1);
        }
        offsets.extend_from_slice(&ends[..num_starts as usize]);
        elements += adds.count_ones() as usize;
        (lanes.compress(valid, starts), num_starts)
    }));
    offsets.push(O::try_from_usize(elements)?);
    Ok(())
}

/// Appends the validity of a group: a slot for each entry of a repetition level up to `max_rep` whose definition level is at least
/// `slot_def`; it is valid from `valid_def` on.
///
/// # Errors
/// [`DecodeError::WrongLength`] if there are not as many levels of both kinds.
pub fn group_validity(
    def: &[u8],
    rep: &[u8],
    max_rep: u8,
    slot_def: u8,
    valid_def: u8,
    validity: &mut Validity,
) -> Result<(), DecodeError> {
    check_lengths(def, rep)?;
    group_validity_by(Scalar, def, rep, max_rep, slot_def, valid_def, validity);
    Ok(())
}

#[inline(always)]
pub(super) fn group_validity_by(
    lanes: impl Lanes,
    def: &[u8],
    rep: &[u8],
    max_rep: u8,
    slot_def: u8,
    valid_def: u8,
    validity: &mut Validity,
) {
    validity.extend_words(def.chunks(64).zip(rep.chunks(64)).map(|(def, rep)| {
        let (def, len) = split_64(def);
        let (rep, _) = split_64(rep);
        let slots = low_bits(len) & !above(lanes, &rep, max_rep) & lanes.at_least(&def, slot_def);
        let valid = lanes.at_least(&def, valid_def);
        (lanes.compress(valid, slots), slots.count_ones())
    }));
}

/// The number of rows that begin among the entries of `rep`.
pub fn count_rows(rep: &[u8]) -> usize {
    count_equal(rep, 0)
}

/// The entry at which row `row` begins, counted from 0 among those that begin in `rep`; `None` if there are fewer.
pub fn row_start(rep: &[u8], row: usize) -> Option<usize> {
    let mut left = row;
    for (i, chunk) in rep.chunks(64).enumerate() {
        let (levels, len) = split_64(chunk);
        let mut starts = !Scalar.at_least(&levels, 1) & low_bits(len);
        let here = starts.count_ones() as usize;
        if left < here {
            for _ in 0..left {
                starts &= starts - 1;
            }
            return Some(64 * i + starts.trailing_zeros() as usize);
        }
        left -= here;
    }
    None
}

/// The entries whose level is above `level`.
#[inline(always)]
fn above(lanes: impl Lanes, levels: &[u8; 64], level: u8) -> u64 {
    match level.checked_add(1) {
        Some(floor) => lanes.at_least(levels, floor),
        None => 0,
    }
}

fn check_lengths(def: &[u8], rep: &[u8]) -> Result<(), DecodeError> {
    if def.len() == rep.len() {
        Ok(())
    } else {
        Err(DecodeError::WrongLength {
            expected: def.len(),
            found: rep.len(),
        })
    }
}
