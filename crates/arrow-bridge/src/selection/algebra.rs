//! Two selections made one: over runs by merging them, over bitmaps by the word.

use arrow_buffer::{BooleanBuffer, BooleanBufferBuilder, Buffer};

use super::mask::{Mask, word};
use super::selector::{RowSelector, Runs};

/// Walks two lists of runs together and keeps what `keep` says of each row; the rest of the longer
/// list follows as it is.
pub(super) fn combine_runs(
    mut left: impl Iterator<Item = RowSelector>,
    mut right: impl Iterator<Item = RowSelector>,
    keep: impl Fn(bool, bool) -> bool,
) -> Runs {
    let mut combined = Runs::default();
    let (mut from_left, mut from_right) = (left.next(), right.next());
    while let (Some(l), Some(r)) = (&mut from_left, &mut from_right) {
        let row_count = l.row_count.min(r.row_count);
        combined.push(RowSelector {
            row_count,
            skip: !keep(!l.skip, !r.skip),
        });
        l.row_count -= row_count;
        r.row_count -= row_count;
        let (left_done, right_done) = (l.row_count == 0, r.row_count == 0);
        if left_done {
            from_left = left.next();
        }
        if right_done {
            from_right = right.next();
        }
    }
    combined.extend(from_left.into_iter().chain(left));
    combined.extend(from_right.into_iter().chain(right));
    combined
}

/// Combines the common part of two bitmaps by `combine`; the rest of the longer one follows as it
/// is.
pub(super) fn combine_masks(
    left: &BooleanBuffer,
    right: &BooleanBuffer,
    combine: impl Fn(&BooleanBuffer, &BooleanBuffer) -> BooleanBuffer,
) -> BooleanBuffer {
    if left.len() == right.len() {
        return combine(left, right);
    }
    let longer = if left.len() > right.len() {
        left
    } else {
        right
    };
    let common = left.len().min(right.len());
    let mut combined = BooleanBufferBuilder::new(longer.len());
    combined.append_buffer(&combine(&left.slice(0, common), &right.slice(0, common)));
    combined.append_buffer(&longer.slice(common, longer.len() - common));
    combined.finish()
}

/// Checks that a selection of `found` rows fits one that keeps `num_selected`.
///
/// # Panics
/// If it does not.
pub(super) fn check_covers(num_selected: usize, found: usize) {
    assert!(
        found <= num_selected,
        "selection exceeds the number of selected rows"
    );
    assert!(
        found >= num_selected,
        "selection contains less than the number of selected rows"
    );
}

/// Spreads `second` over the rows that `first` keeps.
pub(super) fn and_then_runs(
    first: &[RowSelector],
    mut second: impl Iterator<Item = RowSelector>,
) -> Runs {
    let mut combined = Runs::default();
    let mut pending = RowSelector::skip(0);
    for run in first {
        if run.skip {
            combined.push(*run);
            continue;
        }
        let mut left = run.row_count;
        while left > 0 {
            if pending.row_count == 0 {
                pending = second
                    .next()
                    .expect("selection contains less than the number of selected rows");
            }
            let row_count = left.min(pending.row_count);
            combined.push(RowSelector {
                row_count,
                skip: pending.skip,
            });
            pending.row_count -= row_count;
            left -= row_count;
        }
    }
    assert!(
        pending.row_count == 0 && second.all(|run| run.row_count == 0),
        "selection exceeds the number of selected rows"
    );
    combined
}

/// Spreads the bits of `second` over the set bits of `first`, 64 rows at a time.
pub(super) fn and_then_masks(first: &Mask, second: &BooleanBuffer) -> Mask {
    check_covers(first.num_selected(), second.len());
    let bits = first.bits();
    let mut words = Vec::with_capacity(bits.len().div_ceil(64));
    let mut used = 0;
    for start in (0..bits.len()).step_by(64) {
        let outer = word(bits, start, (bits.len() - start).min(64));
        let num_kept = outer.count_ones() as usize;
        let inner = word(second, used, num_kept);
        used += num_kept;
        words.push(deposit(inner, outer).to_le());
    }
    Mask::new(BooleanBuffer::new(Buffer::from_vec(words), 0, bits.len()))
}

/// Puts the low bits of `source` where `places` has its set bits, in order.
fn deposit(mut source: u64, mut places: u64) -> u64 {
    // Whole words kept are common, and copies; words of which nothing stays end at once.
    if places == u64::MAX {
        return source;
    }
    let mut deposited = 0;
    while source != 0 {
        let lowest = places & places.wrapping_neg();
        if source & 1 == 1 {
            deposited |= lowest;
        }
        places ^= lowest;
        source >>= 1;
    }
    deposited
}
