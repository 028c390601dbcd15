//! Which rows to read, by position.
//!
//! A [`RowSelection`] is held as runs ([`RowSelector`]) or as a bitmap, whichever its maker had.
//! Both forms answer every question alike; operations keep the form of their left operand where
//! they can.
//!
//! * `selector`: one run, and lists of runs that are kept in normal form
//! * `mask`: the bitmap form, and runs read off a bitmap
//! * `algebra`: `and_then`, intersection and union
//! * `pages`: which pages of a column chunk hold selected rows
//! * `policy`: what a caller may ask of the reader

use std::collections::VecDeque;
use std::fmt;
use std::ops::Range;

use arrow_array::{Array, BooleanArray};
use arrow_buffer::{BooleanBuffer, BooleanBufferBuilder};
use herringbone_format::page_index::PageLocation;

mod algebra;
mod mask;
mod pages;
mod policy;
mod selector;
#[cfg(test)]
mod tests;

pub use mask::MaskRunIter;
pub use policy::RowSelectionPolicy;
pub(crate) use policy::is_dense;
pub use selector::RowSelector;

use mask::Mask;
pub(crate) use mask::word;
use selector::Runs;

/// The rows of a scan that are wanted, in order.
///
/// A selection says of each row, from the first on, whether it is kept or skipped. It is applied
/// before columns are decoded, so that values, pages and requests of rows nobody wants are spared.
///
/// ```
/// use herringbone_arrow_bridge::{RowSelection, RowSelector};
///
/// let selection = RowSelection::from(vec![
///     RowSelector::skip(5),
///     RowSelector::select(5),
///     RowSelector::select(5),
///     RowSelector::skip(5),
/// ]);
/// let runs: Vec<RowSelector> = selection.into();
/// assert_eq!(
///     runs,
///     [
///         RowSelector::skip(5),
///         RowSelector::select(10),
///         RowSelector::skip(5)
///     ]
/// );
/// ```
///
/// Made from runs it stays runs, without empty ones and with neighbours of one kind joined; made
/// from a bitmap ([`Self::from_boolean_buffer`]) it stays a bitmap. Two selections are equal if
/// they say the same of the same number of rows, in whichever form.
#[derive(Clone, Default)]
pub struct RowSelection {
    form: Form,
}

#[derive(Clone)]
enum Form {
    Runs(Runs),
    Mask(Box<Mask>),
}

impl Default for Form {
    fn default() -> Self {
        Self::Runs(Runs::default())
    }
}

impl RowSelection {
    fn from_runs(runs: Runs) -> Self {
        Self {
            form: Form::Runs(runs),
        }
    }

    fn from_mask(mask: Mask) -> Self {
        Self {
            form: Form::Mask(Box::new(mask)),
        }
    }

    /// Selects the rows that `filters`, one after the other, hold `true` for.
    ///
    /// # Panics
    /// If a filter contains a null.
    pub fn from_filters(filters: &[BooleanArray]) -> Self {
        let mut runs = Runs::default();
        for filter in filters {
            assert_eq!(
                filter.null_count(),
                0,
                "a filter must say true or false of each row"
            );
            runs.extend(MaskRunIter::new(filter.values()));
        }
        Self::from_runs(runs)
    }

    /// Selects the rows of `ranges`, which must not overlap and must come in order, out of
    /// `total_rows`.
    ///
    /// # Panics
    /// If a range starts before the one before it ends, ends before it starts, or ends past
    /// `total_rows`.
    pub fn from_consecutive_ranges<I: Iterator<Item = Range<usize>>>(
        ranges: I,
        total_rows: usize,
    ) -> Self {
        let mut runs = Runs::default();
        let mut position = 0;
        for range in ranges {
            assert!(range.start <= range.end, "a range ends before it starts");
            if range.is_empty() {
                continue;
            }
            assert!(position <= range.start, "ranges are out of order");
            assert!(range.end <= total_rows, "a range ends past the last row");
            runs.push(RowSelector::skip(range.start - position));
            runs.push(RowSelector::select(range.end - range.start));
            position = range.end;
        }
        runs.push(RowSelector::skip(total_rows - position));
        Self::from_runs(runs)
    }

    /// Selects the rows whose bit in `mask` is set. The bitmap is kept as it is.
    pub fn from_boolean_buffer(mask: BooleanBuffer) -> Self {
        Self::from_mask(Mask::new(mask))
    }

    /// The bitmap, if the selection is held as one.
    pub fn as_mask(&self) -> Option<&BooleanBuffer> {
        match &self.form {
            Form::Mask(mask) => Some(mask.bits()),
            Form::Runs(_) => None,
        }
    }

    /// The same selection held as a bitmap; takes a bit for each row it speaks of.
    pub fn force_mask(self) -> Self {
        match self.form {
            Form::Mask(_) => self,
            Form::Runs(runs) => Self::from_mask(Mask::from_runs(&runs)),
        }
    }

    /// The same selection held as a bitmap if its runs are short and not too far apart.
    fn mask_if_short(self, threshold: usize, max_sparseness: usize) -> Self {
        let mask = match &self.form {
            Form::Mask(_) => None,
            Form::Runs(runs) => Mask::from_short_runs(runs, threshold, max_sparseness),
        };
        mask.map_or(self, Self::from_mask)
    }

    /// The runs in order. On a bitmap the first call makes them and keeps them;
    /// [`MaskRunIter`] over [`Self::as_mask`] reads them off without keeping anything.
    pub fn iter(&self) -> impl Iterator<Item = &RowSelector> {
        match &self.form {
            Form::Runs(runs) => runs.as_slice().iter(),
            Form::Mask(mask) => mask.runs().iter(),
        }
    }

    /// The number of rows kept.
    pub fn row_count(&self) -> usize {
        match &self.form {
            Form::Runs(runs) => runs.num_rows(|run| !run.skip),
            Form::Mask(mask) => mask.num_selected(),
        }
    }

    /// The number of rows skipped.
    pub fn skipped_row_count(&self) -> usize {
        match &self.form {
            Form::Runs(runs) => runs.num_rows(|run| run.skip),
            Form::Mask(mask) => mask.bits().len() - mask.num_selected(),
        }
    }

    /// The number of rows that the selection speaks of, kept and skipped.
    pub fn total_row_count(&self) -> usize {
        match &self.form {
            Form::Runs(runs) => runs.num_rows(|_| true),
            Form::Mask(mask) => mask.bits().len(),
        }
    }

    /// Whether any row is kept.
    pub fn selects_any(&self) -> bool {
        match &self.form {
            Form::Runs(runs) => runs.as_slice().iter().any(|run| !run.skip),
            Form::Mask(mask) => mask.selects_any(),
        }
    }

    /// Applies `other` to the rows that `self` keeps: a row is kept if `self` keeps it and `other`
    /// keeps its place among those.
    ///
    /// ```text
    /// self:      N N Y Y Y N Y
    /// other:         Y N Y   N
    /// returned:  N N Y N Y N N
    /// ```
    ///
    /// # Panics
    /// If `other` does not speak of exactly [`Self::row_count`] rows.
    pub fn and_then(&self, other: &Self) -> Self {
        match (&self.form, &other.form) {
            (Form::Runs(first), Form::Runs(second)) => Self::from_runs(algebra::and_then_runs(
                first.as_slice(),
                second.as_slice().iter().copied(),
            )),
            (Form::Runs(first), Form::Mask(second)) => Self::from_runs(algebra::and_then_runs(
                first.as_slice(),
                MaskRunIter::new(second.bits()),
            )),
            (Form::Mask(first), Form::Mask(second)) => {
                Self::from_mask(algebra::and_then_masks(first, second.bits()))
            }
            (Form::Mask(first), Form::Runs(second)) => {
                algebra::check_covers(first.num_selected(), second.num_rows(|_| true));
                let second = Mask::from_runs(second);
                Self::from_mask(algebra::and_then_masks(first, second.bits()))
            }
        }
    }

    /// Keeps the rows that both keep. Where one selection is shorter, the rest of the longer one
    /// stays as it is.
    ///
    /// ```text
    /// self:      N N Y Y Y Y N N Y Y N Y N
    /// other:     N Y N N N N N N Y
    /// returned:  N N N N N N N N Y Y N Y N
    /// ```
    pub fn intersection(&self, other: &Self) -> Self {
        match (&self.form, &other.form) {
            (Form::Mask(left), Form::Mask(right)) => Self::from_boolean_buffer(
                algebra::combine_masks(left.bits(), right.bits(), |left, right| left & right),
            ),
            _ => self.combine_runs(other, |left, right| left && right),
        }
    }

    /// Keeps the rows that either keeps. Where one selection is shorter, the rest of the longer one
    /// stays as it is.
    ///
    /// ```text
    /// self:      N N Y Y Y Y N N Y Y N Y N
    /// other:     N Y N N N N N N N
    /// returned:  N Y Y Y Y Y N N Y Y N Y N
    /// ```
    pub fn union(&self, other: &Self) -> Self {
        match (&self.form, &other.form) {
            (Form::Mask(left), Form::Mask(right)) => Self::from_boolean_buffer(
                algebra::combine_masks(left.bits(), right.bits(), |left, right| left | right),
            ),
            _ => self.combine_runs(other, |left, right| left || right),
        }
    }

    fn combine_runs(&self, other: &Self, keep: impl Fn(bool, bool) -> bool) -> Self {
        Self::from_runs(algebra::combine_runs(
            self.stream_runs(),
            other.stream_runs(),
            keep,
        ))
    }

    /// Takes the first `row_count` rows off this selection and returns them as one of their own.
    pub fn split_off(&mut self, row_count: usize) -> Self {
        match &mut self.form {
            Form::Runs(runs) => Self::from_runs(runs.split_off_front(row_count)),
            Form::Mask(mask) => Self::from_mask(mask.split_off_front(row_count)),
        }
    }

    /// Drops the rows after the last one kept.
    pub fn trim(mut self) -> Self {
        match &mut self.form {
            Form::Runs(runs) => runs.trim(),
            Form::Mask(mask) => mask.trim(),
        }
        self
    }

    /// Skips the first `offset` of the rows kept.
    pub fn offset(self, offset: usize) -> Self {
        match self.form {
            _ if offset == 0 => self,
            Form::Runs(runs) => Self::from_runs(runs.offset(offset)),
            Form::Mask(mask) => Self::from_mask(mask.offset(offset)),
        }
    }

    /// Ends the selection after the first `limit` of the rows kept.
    pub fn limit(mut self, limit: usize) -> Self {
        match &mut self.form {
            Form::Runs(runs) => runs.limit(limit),
            Form::Mask(mask) => mask.limit(limit),
        }
        self
    }

    /// The byte ranges of the pages that hold a row kept, one for each such page, in order.
    ///
    /// `page_locations` is the offset index of one column chunk, and the selection starts at the
    /// chunk's first row. Ranges are not joined: what to read in one request is the source's to
    /// decide. A page without rows is left out.
    pub fn scan_ranges(&self, page_locations: &[PageLocation]) -> Vec<Range<u64>> {
        pages::scan_ranges(self.stream_runs(), page_locations)
    }

    /// The runs of either form, without keeping anything.
    pub(crate) fn stream_runs(&self) -> RunStream<'_> {
        match &self.form {
            Form::Runs(runs) => RunStream::Runs(runs.as_slice().iter()),
            Form::Mask(mask) => RunStream::Mask(MaskRunIter::new(mask.bits())),
        }
    }
}

/// The runs of a selection of either form.
pub(crate) enum RunStream<'a> {
    Runs(std::slice::Iter<'a, RowSelector>),
    Mask(MaskRunIter<'a>),
}

impl Iterator for RunStream<'_> {
    type Item = RowSelector;

    fn next(&mut self) -> Option<RowSelector> {
        match self {
            Self::Runs(runs) => runs.next().copied(),
            Self::Mask(runs) => runs.next(),
        }
    }
}

impl fmt::Debug for RowSelection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("RowSelection");
        match &self.form {
            Form::Runs(runs) => shown.field("selectors", &runs.as_slice()).finish(),
            // A bitmap can be long; its length says most of what a log needs.
            Form::Mask(mask) => shown
                .field("mask_len", &mask.bits().len())
                .finish_non_exhaustive(),
        }
    }
}

impl PartialEq for RowSelection {
    fn eq(&self, other: &Self) -> bool {
        match (&self.form, &other.form) {
            (Form::Mask(left), Form::Mask(right)) => left.bits() == right.bits(),
            _ => self.stream_runs().eq(other.stream_runs()),
        }
    }
}

impl Eq for RowSelection {}

impl From<Vec<RowSelector>> for RowSelection {
    /// # Panics
    /// If a joined run would be longer than `usize` can say.
    fn from(selectors: Vec<RowSelector>) -> Self {
        selectors.into_iter().collect()
    }
}

impl From<BooleanBuffer> for RowSelection {
    fn from(mask: BooleanBuffer) -> Self {
        Self::from_boolean_buffer(mask)
    }
}

impl FromIterator<RowSelector> for RowSelection {
    fn from_iter<T: IntoIterator<Item = RowSelector>>(selectors: T) -> Self {
        let mut runs = Runs::default();
        runs.extend(selectors);
        Self::from_runs(runs)
    }
}

impl FromIterator<RowSelection> for RowSelection {
    /// One selection after the other. If all are bitmaps, so is the result.
    fn from_iter<T: IntoIterator<Item = RowSelection>>(selections: T) -> Self {
        let selections: Vec<RowSelection> = selections.into_iter().collect();
        let masks: Option<Vec<&BooleanBuffer>> =
            selections.iter().map(RowSelection::as_mask).collect();
        match masks {
            Some(masks) if !masks.is_empty() => {
                let len = masks.iter().map(|mask| mask.len()).sum();
                let mut joined = BooleanBufferBuilder::new(len);
                for mask in masks {
                    joined.append_buffer(mask);
                }
                Self::from_boolean_buffer(joined.finish())
            }
            _ => selections
                .iter()
                .flat_map(RowSelection::stream_runs)
                .collect(),
        }
    }
}

impl From<RowSelection> for Vec<RowSelector> {
    fn from(selection: RowSelection) -> Self {
        match selection.form {
            Form::Runs(runs) => runs.into_vec(),
            Form::Mask(mask) => mask.into_runs(),
        }
    }
}

impl From<RowSelection> for VecDeque<RowSelector> {
    fn from(selection: RowSelection) -> Self {
        Vec::from(selection).into()
    }
}
