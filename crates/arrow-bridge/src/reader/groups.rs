//! The row groups of a read, and which of their rows are selected.

use std::collections::VecDeque;
use std::ops::Range;

use crate::selection::{RowSelection, RowSelector};

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
        for run in self.selection.as_ref()?.stream_runs() {
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
