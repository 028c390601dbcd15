//! Which pages of a column chunk hold selected rows.

use std::ops::Range;

use herringbone_format::page_index::PageLocation;

use super::selector::RowSelector;

/// The byte range of each page with a row that `runs` keep.
pub(super) fn scan_ranges(
    runs: impl Iterator<Item = RowSelector>,
    page_locations: &[PageLocation],
) -> Vec<Range<u64>> {
    let mut kept = kept_rows(runs);
    let mut rows = kept.next();
    let mut ranges = Vec::new();
    for (idx, page) in page_locations.iter().enumerate() {
        let first_row = row_index(page);
        let end_row = page_locations.get(idx + 1).map_or(usize::MAX, row_index);
        while rows.as_ref().is_some_and(|rows| rows.end <= first_row) {
            rows = kept.next();
        }
        let Some(rows) = &rows else { break };
        if rows.start < end_row && first_row < end_row {
            // Negative numbers have no meaning; a reader that uses them fails at its own checks.
            let start = u64::try_from(page.offset).unwrap_or(0);
            let size = u64::try_from(page.compressed_page_size).unwrap_or(0);
            ranges.push(start..start.saturating_add(size));
        }
    }
    ranges
}

/// The row numbers of the runs kept.
fn kept_rows(runs: impl Iterator<Item = RowSelector>) -> impl Iterator<Item = Range<usize>> {
    let mut position: usize = 0;
    runs.filter_map(move |run| {
        let start = position;
        position = position.saturating_add(run.row_count);
        (!run.skip).then_some(start..position)
    })
}

fn row_index(page: &PageLocation) -> usize {
    usize::try_from(page.first_row_index).unwrap_or(0)
}
