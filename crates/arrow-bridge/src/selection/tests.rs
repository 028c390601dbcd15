//! Selections against a `Vec<bool>`, and against the ones of the `parquet` crate.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::panic::{AssertUnwindSafe, catch_unwind};

use arrow_array::BooleanArray;
use arrow_buffer::BooleanBuffer;
use herringbone_format::page_index::PageLocation;
use parquet::arrow::arrow_reader as theirs;
use proptest::prelude::*;

use super::*;

/// Each form of the selection that keeps the rows that are `true`: runs, a bitmap, and a bitmap
/// that does not start at a byte.
fn forms(rows: &[bool]) -> [RowSelection; 3] {
    let runs = rows
        .iter()
        .map(|&kept| RowSelector {
            row_count: 1,
            skip: !kept,
        })
        .collect();
    let shifted: BooleanBuffer = std::iter::repeat_n(true, 5)
        .chain(rows.iter().copied())
        .chain([true; 3])
        .collect();
    [
        runs,
        RowSelection::from_boolean_buffer(rows.iter().copied().collect()),
        RowSelection::from_boolean_buffer(shifted.slice(5, rows.len())),
    ]
}

fn rows(selection: &RowSelection) -> Vec<bool> {
    selection
        .iter()
        .flat_map(|run| std::iter::repeat_n(!run.skip, run.row_count))
        .collect()
}

fn same_runs(ours: &RowSelection, theirs: &theirs::RowSelection) {
    let ours: Vec<(usize, bool)> = ours.iter().map(|run| (run.row_count, run.skip)).collect();
    let theirs: Vec<(usize, bool)> = theirs.iter().map(|run| (run.row_count, run.skip)).collect();
    assert_eq!(ours, theirs);
}

fn their_forms(rows: &[bool]) -> [theirs::RowSelection; 3] {
    forms(rows).map(|selection| match selection.as_mask() {
        Some(mask) => theirs::RowSelection::from_boolean_buffer(mask.clone()),
        None => selection
            .iter()
            .map(|run| theirs::RowSelector {
                row_count: run.row_count,
                skip: run.skip,
            })
            .collect(),
    })
}

/// Runs of up to 70 rows, so that words of 64 bits are met whole, cut and mixed.
fn any_rows() -> impl Strategy<Value = Vec<bool>> {
    prop::collection::vec((any::<bool>(), prop_oneof![1usize..4, 1usize..70]), 0..12).prop_map(
        |runs| {
            runs.into_iter()
                .flat_map(|(kept, len)| std::iter::repeat_n(kept, len))
                .collect()
        },
    )
}

fn combine(left: &[bool], right: &[bool], keep: impl Fn(bool, bool) -> bool) -> Vec<bool> {
    let longer = if left.len() > right.len() {
        left
    } else {
        right
    };
    let common = left.len().min(right.len());
    left.iter()
        .zip(right)
        .map(|(&l, &r)| keep(l, r))
        .chain(longer[common..].iter().copied())
        .collect()
}

proptest! {
    #[test]
    fn questions(expected in any_rows()) {
        for (ours, theirs) in forms(&expected).iter().zip(their_forms(&expected)) {
            let kept = expected.iter().filter(|&&kept| kept).count();
            prop_assert_eq!(rows(ours), expected.clone());
            prop_assert_eq!(ours.selects_any(), kept > 0);
            prop_assert_eq!(ours.row_count(), kept);
            prop_assert_eq!(ours.skipped_row_count(), expected.len() - kept);
            prop_assert_eq!(ours.total_row_count(), expected.len());
            prop_assert_eq!(ours.selects_any(), kept > 0);
            prop_assert_eq!(Vec::from(ours.clone()), ours.iter().copied().collect::<Vec<_>>());
            prop_assert_eq!(&ours.clone().force_mask(), ours);
            prop_assert_eq!(ours.clone().force_mask().row_count(), kept);
            prop_assert_eq!(&RowSelection::from(Vec::from(ours.clone())), ours);
            same_runs(ours, &theirs);
        }
    }

    #[test]
    fn pieces(expected in any_rows(), at in 0usize..300) {
        for (ours, mut theirs) in forms(&expected).into_iter().zip(their_forms(&expected)) {
            // With the count known and unknown.
            for known in [false, true] {
                let mut rest = ours.clone();
                if known {
                    rest.row_count();
                }
                let front = rest.split_off(at);
                let cut = at.min(expected.len());
                prop_assert_eq!(rows(&front), &expected[..cut]);
                prop_assert_eq!(rows(&rest), &expected[cut..]);
                for part in [&front, &rest] {
                    prop_assert_eq!(part.row_count(), rows(part).iter().filter(|&&k| k).count());
                }
                let joined: RowSelection = [front, rest].into_iter().collect();
                prop_assert_eq!(&joined, &ours);
                prop_assert_eq!(joined.as_mask().is_some(), ours.as_mask().is_some());
            }
            let front = theirs.split_off(at);
            let mut rest = ours.clone();
            same_runs(&rest.split_off(at), &front);
            same_runs(&rest, &theirs);
        }
    }

    #[test]
    fn trim_offset_limit(expected in any_rows(), n in 0usize..200) {
        let end = expected.iter().rposition(|&kept| kept).map_or(0, |last| last + 1);
        let nth = |n: usize| expected.iter().enumerate().filter(|&(_, &kept)| kept).nth(n);
        for ours in forms(&expected) {
            for known in [false, true] {
                if known {
                    ours.row_count();
                }
                let check = |ours: RowSelection, expected: &[bool]| {
                    prop_assert_eq!(rows(&ours), expected);
                    prop_assert_eq!(ours.row_count(), expected.iter().filter(|&&k| k).count());
                    Ok(())
                };
                check(ours.clone().trim(), &expected[..end])?;

                let limited = match n.checked_sub(1) {
                    None => 0,
                    Some(last) => nth(last).map_or(expected.len(), |(idx, _)| idx + 1),
                };
                check(ours.clone().limit(n), &expected[..limited])?;

                let offset: Vec<bool> = match nth(n) {
                    _ if n == 0 => expected.clone(),
                    Some((first, _)) => (0..expected.len())
                        .map(|idx| idx >= first && expected[idx])
                        .collect(),
                    None => Vec::new(),
                };
                check(ours.clone().offset(n), &offset)?;
            }
        }
    }

    #[test]
    fn intersection_and_union(left in any_rows(), right in any_rows()) {
        let both = combine(&left, &right, |l, r| l && r);
        let either = combine(&left, &right, |l, r| l || r);
        for (l, their_l) in forms(&left).iter().zip(their_forms(&left)) {
            for (r, their_r) in forms(&right).iter().zip(their_forms(&right)) {
                prop_assert_eq!(rows(&l.intersection(r)), both.clone());
                prop_assert_eq!(rows(&l.union(r)), either.clone());
                same_runs(&l.intersection(r), &their_l.intersection(&their_r));
                same_runs(&l.union(r), &their_l.union(&their_r));
                prop_assert_eq!(l == r, left == right);
            }
        }
    }

    #[test]
    fn and_then((first, second) in any_rows().prop_flat_map(|first| {
        let kept = first.iter().filter(|&&kept| kept).count();
        (Just(first), prop::collection::vec(prop::bool::weighted(0.7), kept))
    })) {
        let mut left = second.iter();
        let expected: Vec<bool> = first
            .iter()
            .map(|&kept| kept && *left.next().unwrap())
            .collect();
        for (a, their_a) in forms(&first).iter().zip(their_forms(&first)) {
            for (b, their_b) in forms(&second).iter().zip(their_forms(&second)) {
                let ours = a.and_then(b);
                prop_assert_eq!(rows(&ours), expected.clone());
                prop_assert_eq!(ours.as_mask().is_some(), a.as_mask().is_some());
                same_runs(&ours, &their_a.and_then(&their_b));
            }
        }
    }

    #[test]
    fn scan_ranges(
        expected in any_rows(),
        mut pages in prop::collection::vec((1i64..60, 1i32..1000), 1..10),
    ) {
        pages[0].0 = 0;
        let (mut offset, mut first_row_index) = (4, 0);
        let located: Vec<(i64, i32, i64)> = pages
            .into_iter()
            .map(|(rows, size)| {
                first_row_index += rows;
                let page = (offset, size, first_row_index);
                offset += i64::from(size);
                page
            })
            .collect();
        let ours: Vec<PageLocation> = located
            .iter()
            .map(|&(offset, compressed_page_size, first_row_index)| PageLocation {
                offset,
                compressed_page_size,
                first_row_index,
            })
            .collect();
        let theirs: Vec<_> = located
            .iter()
            .map(|&(offset, compressed_page_size, first_row_index)| {
                parquet::file::page_index::offset_index::PageLocation {
                    offset,
                    compressed_page_size,
                    first_row_index,
                }
            })
            .collect();
        for (selection, their_selection) in forms(&expected).iter().zip(their_forms(&expected)) {
            prop_assert_eq!(
                selection.scan_ranges(&ours),
                their_selection.scan_ranges(&theirs)
            );
        }
    }

    #[test]
    fn from_filters_and_ranges(
        expected in any_rows(),
        split in 0usize..100,
    ) {
        let split = split.min(expected.len());
        let filters = [&expected[..split], &expected[split..]]
            .map(|rows| BooleanArray::from(rows.to_vec()));
        let ours = RowSelection::from_filters(&filters);
        prop_assert_eq!(rows(&ours), expected.clone());
        same_runs(&ours, &theirs::RowSelection::from_filters(&filters));

        let singles = expected
            .iter()
            .enumerate()
            .filter(|&(_, &kept)| kept)
            .map(|(idx, _)| idx..idx + 1);
        let ours = RowSelection::from_consecutive_ranges(singles, expected.len());
        prop_assert_eq!(rows(&ours), expected);
    }
}

#[test]
fn normal_form() {
    let selection = RowSelection::from(vec![
        RowSelector::skip(0),
        RowSelector::skip(2),
        RowSelector::select(0),
        RowSelector::skip(3),
        RowSelector::select(1),
    ]);
    assert_eq!(
        selection.iter().copied().collect::<Vec<_>>(),
        [RowSelector::skip(5), RowSelector::select(1)]
    );
    assert_eq!(RowSelection::default().total_row_count(), 0);
    assert_eq!(
        RowSelection::default(),
        RowSelection::from_boolean_buffer(BooleanBuffer::new_unset(0))
    );
}

/// Page locations that no sound file has are met without a panic.
#[test]
fn hostile_page_locations() {
    let page = |offset, compressed_page_size, first_row_index| PageLocation {
        offset,
        compressed_page_size,
        first_row_index,
    };
    let selection = RowSelection::from(vec![RowSelector::select(usize::MAX)]);
    let pages = [
        page(-1, -1, -1),
        page(i64::MAX, i32::MAX, i64::MAX),
        page(0, 1, 5),
    ];
    assert!(selection.scan_ranges(&pages).len() <= pages.len());
    assert!(selection.scan_ranges(&[]).is_empty());
}

fn check_panics(what: &str, expected: &str, call: impl FnOnce()) {
    let panic = catch_unwind(AssertUnwindSafe(call)).unwrap_err();
    let found = panic
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string))
        .unwrap();
    assert!(found.contains(expected), "{what}: {found}");
}

#[test]
fn panics() {
    for first in forms(&[true, false, true]) {
        for (second, expected) in [
            (vec![true], "contains less than"),
            (vec![true; 3], "exceeds"),
        ] {
            for second in forms(&second) {
                check_panics("and_then", expected, || {
                    first.and_then(&second);
                });
            }
        }
    }
    check_panics("nulls", "true or false", || {
        RowSelection::from_filters(&[BooleanArray::from(vec![Some(true), None])]);
    });
    for (ranges, expected) in [
        (vec![3..4, 0..1], "out of order"),
        (vec![0..2, 1..3], "out of order"),
        (vec![2..3, 4..11], "past the last row"),
    ] {
        check_panics("ranges", expected, || {
            RowSelection::from_consecutive_ranges(ranges.into_iter(), 10);
        });
    }
    check_panics("runs", "longer than usize", || {
        let _ = RowSelection::from(vec![
            RowSelector::select(usize::MAX),
            RowSelector::select(1),
        ]);
    });
}
