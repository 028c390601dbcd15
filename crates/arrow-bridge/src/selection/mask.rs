//! The bitmap form of a selection.

use std::ops::Range;
use std::sync::OnceLock;

use arrow_buffer::bit_iterator::BitSliceIterator;
use arrow_buffer::{BooleanBuffer, BooleanBufferBuilder, Buffer};
use herringbone_decode_kernel::select::Selected;

use super::selector::{RowSelector, Runs};

/// A bit for each row, set if it is kept. The count of set bits and the runs are found when first
/// asked for and kept.
#[derive(Debug)]
pub(super) struct Mask {
    bits: BooleanBuffer,
    num_selected: OnceLock<usize>,
    runs: OnceLock<Vec<RowSelector>>,
}

impl Clone for Mask {
    fn clone(&self) -> Self {
        // The runs can be far bigger than the bits; most clones are never asked for them.
        Self {
            bits: self.bits.clone(),
            num_selected: self.num_selected.clone(),
            runs: OnceLock::new(),
        }
    }
}

impl Mask {
    pub(super) fn new(bits: BooleanBuffer) -> Self {
        Self {
            bits,
            num_selected: OnceLock::new(),
            runs: OnceLock::new(),
        }
    }

    fn with_num_selected(bits: BooleanBuffer, num_selected: usize) -> Self {
        Self {
            bits,
            num_selected: OnceLock::from(num_selected),
            runs: OnceLock::new(),
        }
    }

    pub(super) fn from_runs(runs: &Runs) -> Self {
        let mut filled = Filled::default();
        // Without a bound, the bits of all runs are set.
        filled.set_runs(runs, usize::MAX);
        filled.finish()
    }

    /// The same if the runs that are kept are shorter than `threshold` on average, and at least one row
    /// in `max_sparseness` is kept. In one walk, for there may be as many runs as half the rows.
    pub(super) fn from_short_runs(
        runs: &Runs,
        threshold: usize,
        max_sparseness: usize,
    ) -> Option<Self> {
        let mut filled = Filled::default();
        let max_rows = runs
            .as_slice()
            .len()
            .saturating_mul(threshold)
            .saturating_mul(max_sparseness);
        let is_short = filled.set_runs(runs, max_rows)
            && filled.num_selected < filled.num_kept_runs.saturating_mul(threshold)
            && filled.num_selected >= filled.num_rows / max_sparseness;
        is_short.then(|| filled.finish())
    }

    pub(super) fn bits(&self) -> &BooleanBuffer {
        &self.bits
    }

    pub(super) fn num_selected(&self) -> usize {
        *self.num_selected.get_or_init(|| self.bits.count_set_bits())
    }

    pub(super) fn selects_any(&self) -> bool {
        match self.num_selected.get() {
            Some(&num_selected) => num_selected > 0,
            None => self.bits.set_slices().next().is_some(),
        }
    }

    pub(super) fn runs(&self) -> &[RowSelector] {
        self.runs
            .get_or_init(|| MaskRunIter::new(&self.bits).collect())
    }

    pub(super) fn into_runs(self) -> Vec<RowSelector> {
        match self.runs.into_inner() {
            Some(runs) => runs,
            None => MaskRunIter::new(&self.bits).collect(),
        }
    }

    /// Takes the first `row_count` rows off and returns them. Counts known are carried over, so
    /// that splitting a selection piece by piece reads each bit once.
    pub(super) fn split_off_front(&mut self, row_count: usize) -> Self {
        let cut = row_count.min(self.bits.len());
        let front = self.bits.slice(0, cut);
        let rest = self.bits.slice(cut, self.bits.len() - cut);
        let (front, rest) = match self.num_selected.get() {
            Some(&num_selected) => {
                let in_front = front.count_set_bits();
                (
                    Self::with_num_selected(front, in_front),
                    Self::with_num_selected(rest, num_selected - in_front),
                )
            }
            None => (Self::new(front), Self::new(rest)),
        };
        *self = rest;
        front
    }

    pub(super) fn trim(&mut self) {
        let len = match last_set_bit(&self.bits) {
            Some(last) => last + 1,
            None => 0,
        };
        self.shorten(len, self.num_selected.get().copied());
    }

    pub(super) fn offset(self, offset: usize) -> Self {
        let num_selected = self.num_selected();
        if offset >= num_selected {
            return Self::with_num_selected(BooleanBuffer::new_unset(0), 0);
        }
        let first_kept = self.bits.find_nth_set_bit_position(0, offset);
        let mut bits = BooleanBufferBuilder::new(self.bits.len());
        bits.append_n(first_kept, false);
        bits.append_buffer(&self.bits.slice(first_kept, self.bits.len() - first_kept));
        Self::with_num_selected(bits.finish(), num_selected - offset)
    }

    pub(super) fn limit(&mut self, limit: usize) {
        // The position after the last row kept; the whole length if there are not that many.
        let len = self.bits.find_nth_set_bit_position(0, limit);
        let num_selected = self.num_selected.get().map(|&count| count.min(limit));
        self.shorten(len, num_selected);
    }

    fn shorten(&mut self, len: usize, num_selected: Option<usize>) {
        if len < self.bits.len() {
            let bits = self.bits.slice(0, len);
            *self = match num_selected {
                Some(num_selected) => Self::with_num_selected(bits, num_selected),
                None => Self::new(bits),
            };
        }
    }
}

/// The bits of runs, and what was counted on the way.
#[derive(Default)]
struct Filled {
    words: Vec<u64>,
    num_rows: usize,
    num_selected: usize,
    num_kept_runs: usize,
}

impl Filled {
    /// Sets the bits of `runs`; `false`, and only some are set, if they have more than `max_rows`.
    fn set_runs(&mut self, runs: &Runs, max_rows: usize) -> bool {
        for run in runs.as_slice() {
            let start = self.num_rows;
            let end = start.saturating_add(run.row_count);
            if end > max_rows {
                return false;
            }
            self.num_rows = end;
            if run.skip {
                continue;
            }
            self.num_selected += run.row_count;
            self.num_kept_runs += 1;
            if end / 64 + 2 > self.words.len() {
                let len = (end / 64 + 2).max(2 * self.words.len());
                self.words.resize(len, 0);
            }
            if run.row_count <= 64 {
                // Two words without a question where one ends; a shift by 64 is made of two.
                let (word, shift) = (start / 64, start % 64);
                let bits = u64::MAX >> (64 - run.row_count);
                self.words[word] |= bits << shift;
                self.words[word + 1] |= bits >> 1 >> (63 - shift);
            } else {
                set_range(&mut self.words, start..end);
            }
        }
        true
    }

    fn finish(mut self) -> Mask {
        self.words.resize(self.num_rows.div_ceil(64), 0);
        self.words.iter_mut().for_each(|word| *word = word.to_le());
        let bits = BooleanBuffer::new(Buffer::from_vec(self.words), 0, self.num_rows);
        Mask::with_num_selected(bits, self.num_selected)
    }
}

/// Sets the bits of a range, which is not empty.
fn set_range(words: &mut [u64], range: Range<usize>) {
    let (first, last) = (range.start / 64, (range.end - 1) / 64);
    let from_start = u64::MAX << (range.start % 64);
    let to_end = u64::MAX >> (63 - (range.end - 1) % 64);
    if first == last {
        words[first] |= from_start & to_end;
        return;
    }
    words[first] |= from_start;
    words[first + 1..last].fill(u64::MAX);
    words[last] |= to_end;
}

/// `len` bits of `bits` from `start` on, the first in the lowest bit; `len` is at most 64.
pub(crate) fn word(bits: &BooleanBuffer, start: usize, len: usize) -> u64 {
    debug_assert!(len <= 64 && start + len <= bits.len());
    Selected::new(bits.values(), bits.offset(), start + len).word(start)
}

fn last_set_bit(bits: &BooleanBuffer) -> Option<usize> {
    let mut end = bits.len();
    while end > 0 {
        let len = end.min(64);
        let start = end - len;
        let found = word(bits, start, len);
        if found != 0 {
            return Some(start + found.ilog2() as usize);
        }
        end = start;
    }
    None
}

/// Reads the runs off a bitmap, in order, without keeping anything.
#[derive(Debug)]
pub struct MaskRunIter<'a> {
    kept: BitSliceIterator<'a>,
    /// The kept run that follows the skipped one that was just returned.
    pending: Option<RowSelector>,
    position: usize,
    len: usize,
}

impl<'a> MaskRunIter<'a> {
    /// The runs of `mask`: set bits are rows kept.
    pub fn new(mask: &'a BooleanBuffer) -> Self {
        Self {
            kept: mask.set_slices(),
            pending: None,
            position: 0,
            len: mask.len(),
        }
    }
}

impl Iterator for MaskRunIter<'_> {
    type Item = RowSelector;

    fn next(&mut self) -> Option<RowSelector> {
        if let Some(kept) = self.pending.take() {
            return Some(kept);
        }
        let (start, end) = self.kept.next().unwrap_or((self.len, self.len));
        let skipped = start - self.position;
        self.position = end;
        match (skipped, end - start) {
            (0, 0) => None,
            (0, kept) => Some(RowSelector::select(kept)),
            (skipped, kept) => {
                self.pending = (kept > 0).then(|| RowSelector::select(kept));
                Some(RowSelector::skip(skipped))
            }
        }
    }
}
