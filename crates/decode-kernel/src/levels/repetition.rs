//! Repetition levels to the boundaries of lists.
//!
//! Each pair of levels is an entry. For a list it may begin a slot (a list, be it null or empty), add an element, both, or neither
//! (it belongs to a list further out that is null or empty, or to an element's inside). Both questions are answered for 64 entries
//! at once, as bits; only entries that begin a slot are looked at one by one, to write its offset.

use super::count_equal;
use super::lanes::{self, Lanes, LanesJob, Scalar, first_64, low_bits};
use crate::nulls::{Validity, Words};
use crate::simd::SimdLevel;
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
    lanes::run(
        SimdLevel::detect(),
        ListJob {
            def,
            rep,
            levels,
            offsets,
            validity,
        },
    )
}

struct ListJob<'a, O> {
    def: &'a [u8],
    rep: &'a [u8],
    levels: ListLevels,
    offsets: &'a mut Vec<O>,
    validity: &'a mut Validity,
}

impl<O: Offset> LanesJob for ListJob<'_, O> {
    type Output = Result<(), DecodeError>;

    #[inline(always)]
    fn run(self, lanes: impl Lanes) -> Self::Output {
        let Self {
            def,
            rep,
            levels,
            offsets,
            validity,
        } = self;
        // From here on `offsets` takes the beginning of each list, which is the end of the one before; the last end comes at the end.
        let mut elements = offsets.pop().map_or(0, O::to_usize);
        validity.extend_words(ListWords {
            lanes,
            def,
            rep,
            levels,
            offsets,
            elements: &mut elements,
        });
        // Elements only grow: if the last offset fits, all do.
        offsets.push(O::try_from_usize(elements)?);
        Ok(())
    }
}

struct ListWords<'a, O, L> {
    lanes: L,
    /// The levels that are left.
    def: &'a [u8],
    rep: &'a [u8],
    levels: ListLevels,
    /// Where each list begins.
    offsets: &'a mut Vec<O>,
    /// Elements so far.
    elements: &'a mut usize,
}

impl<O: Offset, L: Lanes> Words for ListWords<'_, O, L> {
    #[inline(always)]
    fn next(&mut self) -> Option<(u64, u32)> {
        if self.def.is_empty() {
            return None;
        }
        let (mut padded_def, mut padded_rep) = ([0; 64], [0; 64]);
        let (def, len) = first_64(self.def, &mut padded_def);
        let (rep, _) = first_64(self.rep, &mut padded_rep);
        let (lanes, levels, all) = (self.lanes, self.levels, low_bits(len));
        let starts = all & !lanes.at_least(rep, levels.rep) & lanes.at_least(def, levels.slot_def);
        let adds = all & !above(lanes, rep, levels.rep) & lanes.at_least(def, levels.element_def);
        let valid = lanes.at_least(def, levels.valid_def);
        self.def = &self.def[len..];
        self.rep = &self.rep[len..];

        let num_starts = starts.count_ones();
        let mut begins = [O::default(); 64];
        let mut rest = starts;
        for begin in &mut begins[..num_starts as usize] {
            let before = rest ^ rest.wrapping_sub(1);
            *begin = O::truncate(*self.elements + (adds & (before >> 1)).count_ones() as usize);
            rest &= rest.wrapping_sub(1);
        }
        self.offsets
            .extend_from_slice(&begins[..num_starts as usize]);
        *self.elements += adds.count_ones() as usize;
        Some((lanes.compress(valid, starts), num_starts))
    }
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
    lanes::run(
        SimdLevel::detect(),
        GroupJob {
            def,
            rep,
            max_rep,
            slot_def,
            valid_def,
            validity,
        },
    );
    Ok(())
}

struct GroupJob<'a> {
    def: &'a [u8],
    rep: &'a [u8],
    max_rep: u8,
    slot_def: u8,
    valid_def: u8,
    validity: &'a mut Validity,
}

impl LanesJob for GroupJob<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, lanes: impl Lanes) {
        let Self {
            def,
            rep,
            max_rep,
            slot_def,
            valid_def,
            validity,
        } = self;
        validity.extend_words(GroupWords {
            lanes,
            def,
            rep,
            max_rep,
            slot_def,
            valid_def,
        });
    }
}

struct GroupWords<'a, L> {
    lanes: L,
    /// The levels that are left.
    def: &'a [u8],
    rep: &'a [u8],
    max_rep: u8,
    slot_def: u8,
    valid_def: u8,
}

impl<L: Lanes> Words for GroupWords<'_, L> {
    #[inline(always)]
    fn next(&mut self) -> Option<(u64, u32)> {
        if self.def.is_empty() {
            return None;
        }
        let (mut padded_def, mut padded_rep) = ([0; 64], [0; 64]);
        let (def, len) = first_64(self.def, &mut padded_def);
        let (rep, _) = first_64(self.rep, &mut padded_rep);
        let lanes = self.lanes;
        let within = low_bits(len) & !above(lanes, rep, self.max_rep);
        let slots = within & lanes.at_least(def, self.slot_def);
        let valid = lanes.at_least(def, self.valid_def);
        self.def = &self.def[len..];
        self.rep = &self.rep[len..];
        Some((lanes.compress(valid, slots), slots.count_ones()))
    }
}

/// The number of rows that begin among the entries of `rep`.
pub fn count_rows(rep: &[u8]) -> usize {
    count_equal(rep, 0)
}

/// The entry at which row `row` begins, counted from 0 among those that begin in `rep`; `None` if there are fewer.
pub fn row_start(rep: &[u8], row: usize) -> Option<usize> {
    let mut left = row;
    for (i, chunk) in rep.chunks(64).enumerate() {
        let mut padded = [0; 64];
        let (levels, len) = first_64(chunk, &mut padded);
        let mut starts = !Scalar.at_least(levels, 1) & low_bits(len);
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
