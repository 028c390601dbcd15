//! What every column does for the next batch.
//!
//! All columns take the same steps, so the steps of a batch are made once and then walked by each
//! column on its own, from the first to the last.

use std::ops::Range;
use std::sync::Arc;

use arrow_buffer::{BooleanBuffer, BooleanBufferBuilder};

/// What a column does next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Continue with the first row of this row group, of which the rows in these ranges are needed;
    /// all of them where nothing is said.
    Open(usize, Option<Arc<[Range<u64>]>>),
    /// Pass over rows of the open row group.
    Skip(usize),
    /// Read rows of the open row group.
    Read(usize),
    /// All rows of the open row group have been read: nothing must be left.
    Close,
}

/// The steps of one batch.
#[derive(Debug, Default)]
pub(crate) struct BatchSteps {
    pub(crate) steps: Vec<Step>,
    /// Rows that the steps read.
    pub(crate) num_read: usize,
    /// Rows of the batch: those read, less those that the mask drops.
    pub(crate) num_rows: usize,
    /// Which of the rows read stay; `None` if all do.
    mask: Option<BooleanBufferBuilder>,
}

impl BatchSteps {
    /// Which of the rows read stay; `None` if all do.
    pub(crate) fn take_mask(&mut self) -> Option<BooleanBuffer> {
        self.mask.take().map(|mut mask| mask.finish())
    }

    /// Passes over rows.
    pub(crate) fn skip(&mut self, num_rows: usize) {
        match self.steps.last_mut() {
            Some(Step::Skip(rows)) => *rows += num_rows,
            _ => self.steps.push(Step::Skip(num_rows)),
        }
    }

    /// Reads rows that all stay.
    pub(crate) fn read(&mut self, num_rows: usize) {
        if let Some(mask) = &mut self.mask {
            mask.append_n(num_rows, true);
        }
        self.extend_read(num_rows);
        self.num_rows += num_rows;
    }

    /// Reads rows and drops them.
    pub(crate) fn read_and_drop(&mut self, num_rows: usize) {
        self.mask_mut().append_n(num_rows, false);
        self.extend_read(num_rows);
    }

    /// Reads a row for each bit; those that are set stay, `num_kept` of them.
    pub(crate) fn read_masked(&mut self, bits: &BooleanBuffer, num_kept: usize) {
        if num_kept == bits.len() {
            return self.read(num_kept);
        }
        self.mask_mut().append_buffer(bits);
        self.extend_read(bits.len());
        self.num_rows += num_kept;
    }

    fn mask_mut(&mut self) -> &mut BooleanBufferBuilder {
        let num_read = self.num_read;
        self.mask.get_or_insert_with(|| {
            let mut mask = BooleanBufferBuilder::new(num_read + 1024);
            mask.append_n(num_read, true);
            mask
        })
    }

    fn extend_read(&mut self, num_rows: usize) {
        self.num_read += num_rows;
        match self.steps.last_mut() {
            Some(Step::Read(rows)) => *rows += num_rows,
            _ => self.steps.push(Step::Read(num_rows)),
        }
    }
}
