//! Some batches of a lane, decoded column by column.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use arrow_array::ArrayRef;

use super::queue::lock;
use crate::error::ParquetError;
use crate::reader::BatchSteps;

/// Some batches, or pieces of batches where a lane begins and ends.
pub(super) struct Window {
    /// The lane, and the window's number in it.
    pub(super) position: (u64, u64),
    pub(super) batches: Vec<BatchSteps>,
    /// Rows of all batches.
    pub(super) num_rows: usize,
    columns: Mutex<Vec<Decoded>>,
    num_pending: AtomicUsize,
}

/// The arrays of one column; fewer than there are batches if an error came up.
#[derive(Default)]
pub(super) struct Decoded {
    pub(super) arrays: Vec<ArrayRef>,
    pub(super) error: Option<ParquetError>,
}

impl Window {
    pub(super) fn new(position: (u64, u64), batches: Vec<BatchSteps>, num_columns: usize) -> Self {
        let num_rows = batches.iter().map(|steps| steps.num_rows).sum();
        Self {
            position,
            batches,
            num_rows,
            columns: Mutex::new((0..num_columns).map(|_| Decoded::default()).collect()),
            num_pending: AtomicUsize::new(num_columns),
        }
    }

    /// Takes what was decoded of a column.
    pub(super) fn put(&self, column: usize, decoded: Decoded) {
        lock(&self.columns)[column] = decoded;
        self.num_pending.fetch_sub(1, Ordering::Release);
    }

    /// Whether all columns are decoded.
    pub(super) fn is_done(&self) -> bool {
        self.num_pending.load(Ordering::Acquire) == 0
    }

    /// Hands out the columns.
    pub(super) fn take(&self) -> Vec<Decoded> {
        std::mem::take(&mut *lock(&self.columns))
    }
}
