//! What every column does for the next batch.
//!
//! All columns take the same steps, so the steps of a batch are made once and then walked by each
//! column on its own, from the first to the last.

use std::ops::Range;
use std::sync::Arc;

use arrow_buffer::BooleanBuffer;

/// What a column does next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Continue with the first row of a row group.
    Open(Opening),
    /// Pass over rows of the open row group.
    Skip(usize),
    /// Read rows of the open row group.
    Read(usize),
    /// Pass over a row of the open row group for each bit, and read those whose bit is set.
    Select(BooleanBuffer),
    /// All rows of the open row group have been read: nothing must be left.
    Close,
}

/// A row group, and what will be read of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Opening {
    pub(crate) row_group: usize,
    /// How many rows will be read, if not all.
    pub(crate) num_wanted: Option<usize>,
    /// The ranges of rows that are to be fetched, if not all.
    pub(crate) needed: Option<Arc<[Range<u64>]>>,
}

/// The steps of one batch.
#[derive(Debug, Default)]
pub(crate) struct BatchSteps {
    pub(crate) steps: Vec<Step>,
    /// Rows of the batch.
    pub(crate) num_rows: usize,
}

impl BatchSteps {
    /// Passes over rows.
    pub(crate) fn skip(&mut self, num_rows: usize) {
        match self.steps.last_mut() {
            Some(Step::Skip(rows)) => *rows += num_rows,
            _ => self.steps.push(Step::Skip(num_rows)),
        }
    }

    /// Reads rows.
    pub(crate) fn read(&mut self, num_rows: usize) {
        self.num_rows += num_rows;
        match self.steps.last_mut() {
            Some(Step::Read(rows)) => *rows += num_rows,
            _ => self.steps.push(Step::Read(num_rows)),
        }
    }

    /// Reads those rows whose bits are set, `num_kept` of them.
    pub(crate) fn select(&mut self, bits: BooleanBuffer, num_kept: usize) {
        if num_kept == bits.len() {
            return self.read(num_kept);
        }
        self.num_rows += num_kept;
        self.steps.push(Step::Select(bits));
    }
}
