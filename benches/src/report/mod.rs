//! Figures: what was measured, as a table and as JSON.

pub(crate) mod json;
pub(crate) mod machine;
pub(crate) mod table;

use crate::timing::Times;

/// What was measured of one cell or footer case.
pub(crate) struct Figures {
    pub(crate) name: String,
    /// What the table groups by.
    pub(crate) family: String,
    /// What a time is divided by: rows, or 1 where the whole is meant.
    pub(crate) items: usize,
    /// In the order of the libraries, ours first.
    pub(crate) times: Vec<Times>,
}

impl Figures {
    /// Nanoseconds an item, minimum of the repetitions.
    pub(crate) fn minimum(&self, library: usize) -> f64 {
        self.times[library].minimum() / self.items as f64
    }

    /// Nanoseconds an item, median of the repetitions.
    pub(crate) fn median(&self, library: usize) -> f64 {
        self.times[library].median() / self.items as f64
    }

    /// How many times our time a rival takes, by minima: above 1, we are faster.
    pub(crate) fn ratio(&self, rival: usize) -> f64 {
        self.minimum(rival) / self.minimum(0)
    }

    /// The same by medians.
    pub(crate) fn median_ratio(&self, rival: usize) -> f64 {
        self.median(rival) / self.median(0)
    }
}
