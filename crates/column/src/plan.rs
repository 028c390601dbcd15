//! Which bytes of a file a read needs, before any is fetched.
//!
//! A plan is made from metadata alone. A driver that cannot block (asynchronous, or pushed by its
//! caller) fetches the ranges and hands them over as [`FetchedRanges`](crate::FetchedRanges).

use std::ops::Range;

use herringbone_format::page_index::PageLocation;

/// The ranges of one column chunk that hold the rows of `selected`.
///
/// `chunk` is the chunk by its metadata. Without page locations, or without a selection, all of it
/// is needed, and `slack` bytes behind it: old writers leave the header of the dictionary page out
/// of the chunk's size. With both, the bytes before the first data page (the dictionary) and the
/// pages with a selected row are. `selected` holds ranges of rows of the row group, ascending and
/// disjoint.
pub fn column_ranges(
    chunk: Range<u64>,
    slack: u64,
    locations: Option<&[PageLocation]>,
    num_rows: u64,
    selected: Option<&[Range<u64>]>,
) -> Vec<Range<u64>> {
    let whole = chunk.start..chunk.end.saturating_add(slack);
    let (Some(locations), Some(selected)) = (locations, selected) else {
        return vec![whole];
    };
    let Some(first) = locations.first() else {
        return vec![whole];
    };
    let mut ranges = Vec::new();
    let first_page = unsigned(first.offset);
    if chunk.start < first_page {
        ranges.push(chunk.start..first_page);
    }
    let mut selected = selected.iter().peekable();
    for (i, location) in locations.iter().enumerate() {
        let rows_end = locations
            .get(i + 1)
            .map_or(num_rows, |next| unsigned(next.first_row_index));
        let rows = unsigned(location.first_row_index)..rows_end;
        while selected.next_if(|range| range.end <= rows.start).is_some() {}
        if selected.peek().is_some_and(|range| range.start < rows.end) {
            let start = unsigned(location.offset);
            let size = u64::from(location.compressed_page_size.max(0).unsigned_abs());
            ranges.push(start..start.saturating_add(size));
        }
    }
    ranges
}

/// Joins ranges that touch or lie at most `gap` bytes apart, so that fewer reads fetch them.
pub fn coalesce(mut ranges: Vec<Range<u64>>, gap: u64) -> Vec<Range<u64>> {
    ranges.sort_unstable_by_key(|range| (range.start, range.end));
    let mut joined: Vec<Range<u64>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match joined.last_mut() {
            Some(last) if range.start <= last.end.saturating_add(gap) => {
                last.end = last.end.max(range.end)
            }
            _ => joined.push(range),
        }
    }
    joined
}

fn unsigned(value: i64) -> u64 {
    value.max(0).unsigned_abs()
}

#[cfg(test)]
mod tests {
    #![expect(
        clippy::single_range_in_vec_init,
        reason = "lists of ranges, some of one"
    )]
    use super::*;

    fn location(offset: i64, size: i32, first_row_index: i64) -> PageLocation {
        PageLocation {
            offset,
            compressed_page_size: size,
            first_row_index,
        }
    }

    #[test]
    fn only_pages_with_a_selected_row_are_needed() {
        let locations = [
            location(120, 10, 0),
            location(130, 10, 50),
            location(140, 10, 80),
        ];
        let check = |selected: &[Range<u64>], expected: &[Range<u64>]| {
            let ranges = column_ranges(100..150, 9, Some(&locations), 100, Some(selected));
            assert_eq!(ranges, expected, "{selected:?}");
        };
        check(&[], &[100..120]);
        check(&[0..1], &[100..120, 120..130]);
        check(&[49..51], &[100..120, 120..130, 130..140]);
        check(&[10..20, 99..100], &[100..120, 120..130, 140..150]);
        let whole = column_ranges(100..150, 9, None, 100, Some(&[]));
        assert_eq!(whole, [100..159]);
        let whole = column_ranges(100..150, 0, Some(&locations), 100, None);
        assert_eq!(whole, [100..150]);
    }

    #[test]
    fn ranges_join_where_they_touch() {
        assert_eq!(
            coalesce(vec![10..20, 0..5, 20..30, 34..40], 0),
            [0..5, 10..30, 34..40]
        );
        assert_eq!(coalesce(vec![10..20, 0..5, 20..30, 34..40], 5), [0..40]);
    }
}
