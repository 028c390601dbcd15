//! Which rows of which row groups the next batch takes.
//!
//! All columns take the same steps, so the steps of a batch are made once and then walked by each
//! column on its own, from the first to the last.

use std::collections::VecDeque;
use std::ops::Range;

use arrow_buffer::{BooleanBuffer, BooleanBufferBuilder};

use crate::selection::{RowSelection, RowSelector};

/// Gaps of fewer rows than this between selected rows are decoded with them and then filtered out:
/// one long run is read faster than many short ones.
pub(crate) const MIN_SKIP: usize = 32;

/// What a column does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Continue with the first row of this row group.
    Open(usize),
    /// Pass over rows of the open row group.
    Skip(usize),
    /// Read rows of the open row group.
    Read(usize),
    /// All rows of the open row group have been read: nothing must be left.
    Close,
}

/// The steps of one batch.
#[derive(Debug, Default)]
pub(crate) struct BatchSteps {
    pub(crate) steps: Vec<Step>,
    /// Rows that the steps read.
    pub(crate) num_read: usize,
    /// Rows of the batch: those read, less those that the mask drops.
    pub(crate) num_rows: usize,
    /// Which of the rows read stay; `None` if all do.
    mask: Option<BooleanBufferBuilder>,
}

impl BatchSteps {
    /// Which of the rows read stay; `None` if all do.
    pub(crate) fn take_mask(&mut self) -> Option<BooleanBuffer> {
        self.mask.take().map(|mut mask| mask.finish())
    }

    fn read(&mut self, num_rows: usize) {
        if let Some(mask) = &mut self.mask {
            mask.append_n(num_rows, true);
        }
        self.extend_read(num_rows);
        self.num_rows += num_rows;
    }

    fn read_and_drop(&mut self, num_rows: usize) {
        let num_read = self.num_read;
        let mask = self.mask.get_or_insert_with(|| {
            let mut mask = BooleanBufferBuilder::new(num_read + 1024);
            mask.append_n(num_read, true);
            mask
        });
        mask.append_n(num_rows, false);
        self.extend_read(num_rows);
    }

    fn extend_read(&mut self, num_rows: usize) {
        self.num_read += num_rows;
        match self.steps.last_mut() {
            Some(Step::Read(rows)) => *rows += num_rows,
            _ => self.steps.push(Step::Read(num_rows)),
        }
    }
}

/// The selected rows of one row group.
#[derive(Clone, Debug)]
pub(crate) struct GroupRows {
    pub(crate) row_group: usize,
    pub(crate) num_rows: usize,
    /// `None` selects all.
    pub(crate) selection: Option<RowSelection>,
}

impl GroupRows {
    /// How many rows are selected.
    pub(crate) fn num_selected(&self) -> usize {
        self.selection
            .as_ref()
            .map_or(self.num_rows, RowSelection::row_count)
    }

    /// The selected rows as ranges, joined across gaps of fewer than `min_gap` rows; `None` if all
    /// are selected.
    pub(crate) fn ranges(&self, min_gap: usize) -> Option<Vec<Range<u64>>> {
        let mut ranges: Vec<Range<u64>> = Vec::new();
        let mut row = 0;
        for run in self.selection.as_ref()?.iter() {
            let rows = row..row + run.row_count as u64;
            row = rows.end;
            if run.skip || rows.is_empty() {
                continue;
            }
            match ranges.last_mut() {
                Some(last) if rows.start - last.end < min_gap as u64 => last.end = rows.end,
                _ => ranges.push(rows),
            }
        }
        Some(ranges)
    }
}

/// The row group that batches are taken from.
pub(crate) struct OpenGroup {
    row_group: usize,
    is_opened: bool,
    reads_all: bool,
    runs: VecDeque<RowSelector>,
}

impl OpenGroup {
    pub(crate) fn new(rows: &GroupRows) -> Self {
        let runs = match &rows.selection {
            None => VecDeque::from([RowSelector::select(rows.num_rows)]),
            Some(selection) => selection
                .iter()
                .copied()
                .filter(|run| run.row_count > 0)
                .collect(),
        };
        let reads_all = runs.iter().all(|run| !run.skip) && rows.num_selected() == rows.num_rows;
        Self {
            row_group: rows.row_group,
            is_opened: false,
            reads_all,
            runs,
        }
    }

    /// Adds steps to `batch` until it has `batch_size` rows; whether rows are left after that.
    pub(crate) fn extend(&mut self, batch: &mut BatchSteps, batch_size: usize) -> bool {
        let mut has_read = false;
        while batch.num_rows < batch_size {
            let Some(run) = self.runs.pop_front() else {
                break;
            };
            if run.skip {
                // What is skipped at the end is not even skipped.
                if self.runs.is_empty() {
                    break;
                }
                self.open(batch);
                if has_read && run.row_count < MIN_SKIP {
                    batch.read_and_drop(run.row_count);
                } else {
                    batch.steps.push(Step::Skip(run.row_count));
                }
                continue;
            }
            self.open(batch);
            let num_rows = run.row_count.min(batch_size - batch.num_rows);
            batch.read(num_rows);
            has_read = true;
            if num_rows < run.row_count {
                self.runs
                    .push_front(RowSelector::select(run.row_count - num_rows));
            }
        }
        if self.runs.is_empty() && self.reads_all {
            batch.steps.push(Step::Close);
        }
        !self.runs.is_empty()
    }

    fn open(&mut self, batch: &mut BatchSteps) {
        if !self.is_opened {
            batch.steps.push(Step::Open(self.row_group));
            self.is_opened = true;
        }
    }
}

/// The row groups of a read, one after the other, with what the caller selected of each.
#[derive(Clone, Debug)]
pub(crate) struct RowGroups {
    /// Row groups to come, with their numbers of rows.
    pub(crate) groups: VecDeque<(usize, usize)>,
    /// The selection over the rows of all groups to come.
    pub(crate) selection: Option<RowSelection>,
    /// Selected rows to pass over, after filters.
    pub(crate) offset: usize,
    /// Rows to deliver at most, after filters.
    pub(crate) limit: Option<usize>,
}

impl RowGroups {
    /// The rows of one row group alone.
    pub(crate) fn single(rows: GroupRows) -> Self {
        Self {
            groups: VecDeque::from([(rows.row_group, rows.num_rows)]),
            selection: rows.selection,
            offset: 0,
            limit: None,
        }
    }

    /// The next row group of which rows are selected; `None` if no more rows are delivered.
    pub(crate) fn next(&mut self) -> Option<GroupRows> {
        while self.limit != Some(0) {
            let (row_group, num_rows) = self.groups.pop_front()?;
            let selection = self
                .selection
                .as_mut()
                .map(|selection| selection.split_off(num_rows));
            let rows = GroupRows {
                row_group,
                num_rows,
                selection,
            };
            if rows.num_selected() > 0 {
                return Some(rows);
            }
        }
        None
    }

    /// Applies what is left of offset and limit, once filters have refined the rows.
    pub(crate) fn cut(&mut self, mut rows: GroupRows) -> GroupRows {
        let num_selected = rows.num_selected();
        let offset = self.offset.min(num_selected);
        let left = num_selected - offset;
        let limit = self.limit.unwrap_or(left).min(left);
        self.offset -= offset;
        self.limit = self.limit.map(|rows| rows - limit);
        if limit < num_selected {
            let all = || RowSelection::from(vec![RowSelector::select(rows.num_rows)]);
            let selection = rows.selection.take().unwrap_or_else(all);
            rows.selection = Some(selection.offset(offset).limit(limit));
        }
        rows
    }
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
        OpenGroup::new(&GroupRows {
            row_group: 7,
            num_rows,
            selection: Some(RowSelection::from(runs)),
        })
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
            [Open(7), Skip(100), Read(13), Skip(500), Read(2)]
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
    fn a_group_read_whole_is_closed() {
        let mut group = OpenGroup::new(&GroupRows {
            row_group: 0,
            num_rows: 10,
            selection: None,
        });
        let mut batch = BatchSteps::default();
        assert!(group.extend(&mut batch, 6));
        assert!(!group.extend(&mut batch, 12));
        assert_eq!(batch.steps, [Step::Open(0), Step::Read(10), Step::Close]);
    }

    #[test]
    fn ranges_are_joined_across_gaps_that_are_read_anyway() {
        let select = |runs: &[(usize, bool)]| {
            let runs = runs
                .iter()
                .map(|&(row_count, skip)| RowSelector { row_count, skip });
            GroupRows {
                row_group: 0,
                num_rows: 1000,
                selection: Some(runs.collect::<Vec<_>>().into()),
            }
        };
        let rows = select(&[
            (100, true),
            (5, false),
            (31, true),
            (5, false),
            (32, true),
            (1, false),
        ]);
        assert_eq!(rows.ranges(32), Some(vec![100..141, 173..174]));
        assert_eq!(select(&[(1000, true)]).ranges(32), Some(vec![]));
    }

    #[test]
    fn offset_and_limit_run_through_groups() {
        let mut groups = RowGroups {
            groups: VecDeque::from([(0, 10), (1, 10), (2, 10)]),
            selection: None,
            offset: 12,
            limit: Some(10),
        };
        let mut selected = Vec::new();
        while let Some(rows) = groups.next() {
            let rows = groups.cut(rows);
            if rows.num_selected() > 0 {
                selected.push((rows.row_group, rows.num_selected()));
            }
        }
        assert_eq!(selected, [(1, 8), (2, 2)]);
    }
}
