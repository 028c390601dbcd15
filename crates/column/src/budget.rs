//! The accountant of the buffers whose size a file decides.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::{ColumnError, ColumnErrorKind};
use crate::page::{FreePages, FreePagesOf};

/// A memory budget that readers and threads share: what is held now, the peak, and a bound.
///
/// It keeps the memory of pages that have been read for the next ones, of whichever column; that is
/// held, too, until the last reader is gone.
#[derive(Debug)]
pub struct Budget {
    account: Account,
    free_pages: FreePages,
}

/// Bytes that are held.
#[derive(Debug)]
pub(crate) struct Account {
    max: u64,
    used: AtomicU64,
    peak: AtomicU64,
}

impl Account {
    /// Adds `size` bytes, or none if there would be too many: how many there are then.
    pub(crate) fn add(&self, size: u64) -> Result<(), u64> {
        let add = |used: u64| used.checked_add(size).filter(|&total| total <= self.max);
        let before = self
            .used
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, add)?;
        self.peak.fetch_max(before + size, Ordering::Relaxed);
        Ok(())
    }

    /// Takes off `size` bytes that were added.
    pub(crate) fn subtract(&self, size: u64) {
        self.used.fetch_sub(size, Ordering::Relaxed);
    }
}

impl Budget {
    /// A budget of at most `max` bytes.
    pub fn new(max: u64) -> Arc<Self> {
        Arc::new(Self {
            account: Account {
                max,
                used: AtomicU64::new(0),
                peak: AtomicU64::new(0),
            },
            free_pages: FreePages::default(),
        })
    }

    /// A budget without a bound, which still counts.
    pub fn unbounded() -> Arc<Self> {
        Self::new(u64::MAX)
    }

    /// Bytes held now.
    pub fn used(&self) -> u64 {
        self.account.used.load(Ordering::Relaxed)
    }

    /// The most bytes that were ever held at once.
    pub fn peak(&self) -> u64 {
        self.account.peak.load(Ordering::Relaxed)
    }

    /// Takes `size` bytes, given back when the reservation is dropped.
    ///
    /// # Errors
    ///
    /// [`ColumnErrorKind::Limit`] when that would pass the budget; nothing is then taken.
    pub fn reserve(self: &Arc<Self>, size: u64) -> Result<Reservation, ColumnError> {
        match self.account.add(size) {
            Ok(()) => Ok(Reservation {
                budget: Arc::clone(self),
                size: AtomicU64::new(size),
            }),
            Err(used) => {
                let found = used.saturating_add(size);
                Err(ColumnErrorKind::Limit {
                    limit: "memory budget",
                    max: self.account.max,
                    found,
                }
                .into())
            }
        }
    }

    /// The memory that is kept for pages.
    pub(crate) fn free_pages(&self) -> FreePagesOf<'_> {
        FreePagesOf {
            pages: &self.free_pages,
            account: &self.account,
        }
    }
}

/// Bytes taken from a [`Budget`] until this is dropped.
#[derive(Debug)]
pub struct Reservation {
    budget: Arc<Budget>,
    /// 0 once they are given back.
    size: AtomicU64,
}

impl Reservation {
    /// The budget they are taken from.
    pub(crate) fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Gives them back now.
    pub(crate) fn release(&self) {
        let size = self.size.swap(0, Ordering::Relaxed);
        self.budget.account.subtract(size);
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.release();
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]
    use super::*;

    #[test]
    fn reservations_come_back_and_the_peak_stays() {
        let budget = Budget::new(100);
        let first = budget.reserve(60).unwrap();
        assert!(budget.reserve(41).is_err());
        let second = budget.reserve(40).unwrap();
        drop(first);
        assert_eq!((budget.used(), budget.peak()), (40, 100));
        second.release();
        assert_eq!(budget.used(), 0);
        drop(second);
        assert!(budget.reserve(u64::MAX).is_err());
        assert_eq!((budget.used(), budget.peak()), (0, 100));
    }
}
