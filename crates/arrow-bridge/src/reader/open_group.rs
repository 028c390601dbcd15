//! Which rows of a row group the next batch takes.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

use arrow_buffer::BooleanBuffer;

use super::groups::GroupRows;
use super::steps::{BatchSteps, Step};
use crate::selection::{RowSelection, RowSelector, word};

/// Gaps of fewer rows than this between selected rows are decoded with them and then filtered out:
/// one long run is read faster than many short ones.
const MIN_SKIP: usize = 32;

/// The same where the selected rows are held as bits: a gap with so many whole words is passed
/// over.
const MIN_SKIP_WORDS: usize = 2;

/// Gaps of this many rows are passed over in any case.
const MAX_READ_GAP: usize = MIN_SKIP_WORDS * 64 + 64;

/// Selections of which a run is shorter on average are taken as bits, others run by run.
const MIN_RUN: usize = 32;

/// The row group that batches are taken from.
pub(crate) struct OpenGroup {
    row_group: usize,
    is_opened: bool,
    reads_all: bool,
    /// What is fetched of the group, if that is not all.
    needed: Option<Arc<[Range<u64>]>>,
    rows: Rows,
}

/// The rows that are still to be read.
enum Rows {
    Runs(VecDeque<RowSelector>),
    Bits {
        bits: BooleanBuffer,
        position: usize,
        num_left: usize,
    },
}

impl OpenGroup {
    /// Takes batches from `group`. With `plans_pages` the sources of its columns are told which
    /// rows are needed, so that they read ahead no further.
    pub(crate) fn new(group: &GroupRows, plans_pages: bool) -> Self {
        let rows = match &group.selection {
            None => Rows::Runs(VecDeque::from([RowSelector::select(group.num_rows)])),
            Some(selection) => Rows::new(selection),
        };
        Self {
            row_group: group.row_group,
            is_opened: false,
            reads_all: group.num_selected() == group.num_rows,
            needed: plans_pages
                .then(|| needed_rows(group).map(Arc::from))
                .flatten(),
            rows,
        }
    }

    /// Adds steps to `batch` until it has `batch_size` rows; whether rows are left after that.
    pub(crate) fn extend(&mut self, batch: &mut BatchSteps, batch_size: usize) -> bool {
        if !self.is_opened && !self.rows.is_empty() && batch.num_rows < batch_size {
            batch
                .steps
                .push(Step::Open(self.row_group, self.needed.take()));
            self.is_opened = true;
        }
        self.rows.extend(batch, batch_size);
        let has_more = !self.rows.is_empty();
        if !has_more && self.reads_all {
            batch.steps.push(Step::Close);
        }
        has_more
    }
}

/// The rows that are read of `group`, ascending: those selected, and those in gaps that are too
/// short to be passed over. `None` if all are.
pub(crate) fn needed_rows(group: &GroupRows) -> Option<Vec<Range<u64>>> {
    group.ranges(MAX_READ_GAP)
}

/// The same selection as bits if its runs are short.
pub(crate) fn bits_if_short(selection: RowSelection) -> RowSelection {
    let is_short = selection.as_mask().is_none() && {
        let num_runs = selection.iter().count();
        num_runs > selection.total_row_count() / MIN_RUN
    };
    if is_short {
        selection.force_mask()
    } else {
        selection
    }
}

impl Rows {
    /// `selection` is held as bits if its runs are short; see [`RowGroups`](super::groups::RowGroups).
    fn new(selection: &RowSelection) -> Self {
        let num_selected = selection.row_count();
        match selection.as_mask() {
            Some(bits) if num_selected >= bits.len() / (2 * MIN_RUN) => Self::Bits {
                bits: bits.clone(),
                position: 0,
                num_left: num_selected,
            },
            _ => {
                let mut runs: VecDeque<_> = selection.stream_runs().collect();
                // What is skipped at the end is not even skipped.
                if runs.back().is_some_and(|run| run.skip) {
                    runs.pop_back();
                }
                Self::Runs(runs)
            }
        }
    }

    fn is_empty(&self) -> bool {
        match self {
            Self::Runs(runs) => runs.is_empty(),
            Self::Bits { num_left, .. } => *num_left == 0,
        }
    }

    fn extend(&mut self, batch: &mut BatchSteps, batch_size: usize) {
        match self {
            Self::Runs(runs) => extend_by_runs(runs, batch, batch_size),
            Self::Bits {
                bits,
                position,
                num_left,
            } => {
                let num_rows = (batch_size.saturating_sub(batch.num_rows)).min(*num_left);
                if num_rows == 0 {
                    return;
                }
                // The place behind the last of the rows.
                let end = bits.find_nth_set_bit_position(*position, num_rows);
                extend_by_bits(bits, *position..end, batch);
                *position = end;
                *num_left -= num_rows;
            }
        }
    }
}

/// Takes rows run by run; the last run is one that is selected.
fn extend_by_runs(runs: &mut VecDeque<RowSelector>, batch: &mut BatchSteps, batch_size: usize) {
    let mut has_read = false;
    while batch.num_rows < batch_size
        && let Some(run) = runs.pop_front()
    {
        if run.skip {
            if has_read && run.row_count < MIN_SKIP {
                batch.read_and_drop(run.row_count);
            } else {
                batch.skip(run.row_count);
            }
            continue;
        }
        let num_rows = run.row_count.min(batch_size - batch.num_rows);
        batch.read(num_rows);
        has_read = true;
        if num_rows < run.row_count {
            runs.push_front(RowSelector::select(run.row_count - num_rows));
        }
    }
}

/// Takes the rows of `range` whose bits are set, the last of which is.
fn extend_by_bits(bits: &BooleanBuffer, range: Range<usize>, batch: &mut BatchSteps) {
    let mut position = range.start;
    while position < range.end {
        let unset = leading_unset(bits, position..range.end);
        if unset > 0 {
            batch.skip(unset);
            position += unset;
        }
        let (len, num_kept) = read_length(bits, position..range.end);
        batch.read_masked(&bits.slice(position, len), num_kept);
        position += len;
    }
}

/// How many bits at the front of `range` are not set.
fn leading_unset(bits: &BooleanBuffer, range: Range<usize>) -> usize {
    for start in range.clone().step_by(64) {
        let len = (range.end - start).min(64);
        let found = word(bits, start, len);
        if found != 0 {
            return start - range.start + found.trailing_zeros() as usize;
        }
    }
    range.len()
}

/// How many rows to read in one go, up to the last before a gap that is worth a skip, and how many
/// of them stay.
fn read_length(bits: &BooleanBuffer, range: Range<usize>) -> (usize, usize) {
    let (mut end, mut num_kept) = (range.start, 0);
    let mut num_unset_words = 0;
    for start in range.clone().step_by(64) {
        let found = word(bits, start, (range.end - start).min(64));
        if found != 0 {
            num_kept += found.count_ones() as usize;
            end = start + 64 - found.leading_zeros() as usize;
            num_unset_words = 0;
            continue;
        }
        num_unset_words += 1;
        if num_unset_words == MIN_SKIP_WORDS {
            break;
        }
    }
    (end - range.start, num_kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(runs: &[(usize, bool)]) -> OpenGroup {
        let runs: Vec<_> = runs
            .iter()
            .map(|&(row_count, skip)| RowSelector { row_count, skip })
            .collect();
        let num_rows = runs.iter().map(|run| run.row_count).sum();
        OpenGroup::new(
            &GroupRows {
                row_group: 7,
                num_rows,
                selection: Some(RowSelection::from(runs)),
            },
            false,
        )
    }

    #[test]
    fn short_gaps_are_read_and_dropped_and_long_ones_skipped() {
        use Step::*;
        let mut group = group(&[
            (100, true),
            (5, false),
            (3, true),
            (5, false),
            (500, true),
            (10, false),
            (9, true),
        ]);
        let mut batch = BatchSteps::default();
        assert!(group.extend(&mut batch, 12));
        assert_eq!(
            batch.steps,
            [Open(7, None), Skip(100), Read(13), Skip(500), Read(2)]
        );
        assert_eq!((batch.num_read, batch.num_rows), (15, 12));
        let kept = batch.take_mask().map(|mask| mask.count_set_bits());
        assert_eq!(kept, Some(12));
        let mut batch = BatchSteps::default();
        group.extend(&mut batch, 12);
        assert_eq!(batch.steps, [Read(8)]);
        assert!(batch.take_mask().is_none());
    }

    #[test]
    fn rows_held_as_bits_are_read_in_one_go_but_for_words_without_any() {
        use Step::*;
        // Rows 3, 4 and 70 of the first 100; none of the next 900; each second of the last 200.
        let kept = (0..1200).map(|i| matches!(i, 3 | 4 | 70) || (i >= 1000 && i % 2 == 0));
        let bits: BooleanBuffer = kept.collect();
        let mut group = OpenGroup::new(
            &GroupRows {
                row_group: 1,
                num_rows: 1200,
                selection: Some(RowSelection::from_boolean_buffer(bits)),
            },
            false,
        );
        let mut batch = BatchSteps::default();
        assert!(group.extend(&mut batch, 10));
        assert_eq!(
            batch.steps,
            [Open(1, None), Skip(3), Read(68), Skip(929), Read(13)]
        );
        assert_eq!((batch.num_read, batch.num_rows), (81, 10));
        let mask = batch.take_mask();
        assert_eq!(mask.map(|mask| mask.count_set_bits()), Some(10));
        let mut batch = BatchSteps::default();
        assert!(!group.extend(&mut batch, 1000));
        assert_eq!(batch.steps, [Skip(1), Read(185)]);
        assert_eq!(batch.num_rows, 93);
    }

    #[test]
    fn a_group_read_whole_is_closed() {
        let mut group = OpenGroup::new(
            &GroupRows {
                row_group: 0,
                num_rows: 10,
                selection: None,
            },
            false,
        );
        let mut batch = BatchSteps::default();
        assert!(group.extend(&mut batch, 6));
        assert!(!group.extend(&mut batch, 12));
        assert_eq!(
            batch.steps,
            [Step::Open(0, None), Step::Read(10), Step::Close]
        );
    }
}
