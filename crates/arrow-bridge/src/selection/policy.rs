//! What a caller may ask of the reader about selections.

use super::RowSelection;

/// Selections that keep less than one row in so many are taken run by run in any case.
const MAX_SPARSENESS: usize = 1024;

/// How the reader should apply a row selection.
///
/// Every choice gives the same rows; they differ in speed only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowSelectionPolicy {
    /// Run by run: skip and read in turns. Best for long runs.
    Selectors,
    /// By a bit for each row: of each page, the selected values are picked. Best for short runs.
    Mask,
    /// The one or the other, by the average length of a run that is kept.
    Auto {
        /// The average length below which [`Self::Mask`] is taken.
        threshold: usize,
    },
}

impl Default for RowSelectionPolicy {
    fn default() -> Self {
        Self::Auto { threshold: 32 }
    }
}

impl RowSelectionPolicy {
    /// `selection` in the form in which it is to be applied.
    pub(crate) fn apply(self, selection: RowSelection) -> RowSelection {
        match self {
            Self::Selectors => Vec::from(selection).into(),
            Self::Mask => selection.force_mask(),
            Self::Auto { threshold } => selection.mask_if_short(threshold, MAX_SPARSENESS),
        }
    }
}

/// Whether so many rows are selected that it pays to look at a bit for each row.
pub(crate) fn is_dense(num_selected: usize, num_rows: usize) -> bool {
    num_selected >= num_rows / MAX_SPARSENESS
}
