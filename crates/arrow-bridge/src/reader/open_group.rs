//! Which rows of a row group the next batch takes.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

use arrow_buffer::BooleanBuffer;
use herringbone_column::decode::MAX_READ_GAP;

use super::groups::GroupRows;
use super::steps::{BatchSteps, Opening, Step};
use crate::selection::{RowSelection, RowSelector, is_dense, word};

/// A gap with so many whole words between selected rows that are held as bits is passed over by a
/// step of its own; columns pass over shorter ones themselves.
const MIN_SKIP_WORDS: usize = 16;

/// The row group that batches are taken from.
pub(crate) struct OpenGroup {
    /// Until it is opened.
    opening: Option<Opening>,
    reads_all: bool,
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
        let num_selected = group.num_selected();
        let reads_all = num_selected == group.num_rows;
        Self {
            opening: Some(Opening {
                row_group: group.row_group,
                num_wanted: (!reads_all).then_some(num_selected),
                needed: plans_pages
                    .then(|| needed_rows(group).map(Arc::from))
                    .flatten(),
            }),
            reads_all,
            rows,
        }
    }

    /// Adds steps to `batch` until it has `batch_size` rows; whether rows are left after that.
    pub(crate) fn extend(&mut self, batch: &mut BatchSteps, batch_size: usize) -> bool {
        if !self.rows.is_empty() && batch.num_rows < batch_size {
            batch.steps.extend(self.opening.take().map(Step::Open));
        }
        self.rows.extend(batch, batch_size);
        let has_more = !self.rows.is_empty();
        if !has_more && self.reads_all {
            batch.steps.push(Step::Close);
        }
        has_more
    }
}

/// The rows that are read of `group`, ascending, and those in short gaps between them. `None` if all
/// are.
pub(crate) fn needed_rows(group: &GroupRows) -> Option<Vec<Range<u64>>> {
    group.ranges(MAX_READ_GAP)
}

impl Rows {
    /// As bits or as runs, as `selection` is held; see [`RowSelectionPolicy`](crate::selection::RowSelectionPolicy).
    fn new(selection: &RowSelection) -> Self {
        let num_selected = selection.row_count();
        match selection.as_mask() {
            Some(bits) if is_dense(num_selected, bits.len()) => Self::Bits {
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
    while batch.num_rows < batch_size
        && let Some(run) = runs.pop_front()
    {
        if run.skip {
            batch.skip(run.row_count);
            continue;
        }
        let num_rows = run.row_count.min(batch_size - batch.num_rows);
        batch.read(num_rows);
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
        batch.select(bits.slice(position, len), num_kept);
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

    fn open(row_group: usize, num_wanted: Option<usize>) -> Step {
        Step::Open(Opening {
            row_group,
            num_wanted,
            needed: None,
        })
    }

    #[test]
    fn runs_are_read_and_skipped_in_turns() {
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
            [
                open(7, Some(20)),
                Skip(100),
                Read(5),
                Skip(3),
                Read(5),
                Skip(500),
                Read(2)
            ]
        );
        assert_eq!(batch.num_rows, 12);
        let mut batch = BatchSteps::default();
        group.extend(&mut batch, 12);
        assert_eq!(batch.steps, [Read(8)]);
    }

    #[test]
    fn rows_held_as_bits_are_selected_in_one_go_but_for_long_gaps() {
        use Step::*;
        // Rows 3, 4 and 70 of the first 100; none of the next 1900; each second of the last 200.
        let kept = (0..2200).map(|i| matches!(i, 3 | 4 | 70) || (i >= 2000 && i % 2 == 0));
        let bits: BooleanBuffer = kept.collect();
        let mut group = OpenGroup::new(
            &GroupRows {
                row_group: 1,
                num_rows: 2200,
                selection: Some(RowSelection::from_boolean_buffer(bits.clone())),
            },
            false,
        );
        let mut batch = BatchSteps::default();
        assert!(group.extend(&mut batch, 10));
        let (first, second) = (Select(bits.slice(3, 68)), Select(bits.slice(2000, 13)));
        assert_eq!(
            batch.steps,
            [open(1, Some(103)), Skip(3), first, Skip(1929), second]
        );
        assert_eq!(batch.num_rows, 10);
        let mut batch = BatchSteps::default();
        assert!(!group.extend(&mut batch, 1000));
        assert_eq!(batch.steps, [Skip(1), Select(bits.slice(2014, 185))]);
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
        assert_eq!(batch.steps, [open(0, None), Step::Read(10), Step::Close]);
    }
}
