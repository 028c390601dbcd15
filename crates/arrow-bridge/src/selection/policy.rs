//! What a caller may ask of the reader about selections.

/// How the reader should apply a row selection.
///
/// Every choice gives the same rows; they differ in speed only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowSelectionPolicy {
    /// Run by run: skip and read in turns. Best for long runs.
    Selectors,
    /// Decode what lies between and keep the selected rows. Best for short runs.
    Mask,
    /// The one or the other, by the average length of a run.
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
