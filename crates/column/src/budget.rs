//! The accountant of the buffers whose size a file decides.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::{ColumnError, ColumnErrorKind};

/// A memory budget that readers and threads share: what is held now, the peak, and a bound.
#[derive(Debug)]
pub struct Budget {
    max: u64,
    used: AtomicU64,
    peak: AtomicU64,
}

impl Budget {
    /// A budget of at most `max` bytes.
    pub fn new(max: u64) -> Arc<Self> {
        Arc::new(Self {
            max,
            used: AtomicU64::new(0),
            peak: AtomicU64::new(0),
        })
    }

    /// A budget without a bound, which still counts.
    pub fn unbounded() -> Arc<Self> {
        Self::new(u64::MAX)
    }

    /// Bytes held now.
    pub fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    /// The most bytes that were ever held at once.
    pub fn peak(&self) -> u64 {
        self.peak.load(Ordering::Relaxed)
    }

    /// Takes `size` bytes, given back when the reservation is dropped.
    ///
    /// # Errors
    ///
    /// [`ColumnErrorKind::Limit`] when that would pass the budget; nothing is then taken.
    pub fn reserve(self: &Arc<Self>, size: u64) -> Result<Reservation, ColumnError> {
        let add = |used: u64| used.checked_add(size).filter(|&total| total <= self.max);
        match self
            .used
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, add)
        {
            Ok(before) => {
                self.peak.fetch_max(before + size, Ordering::Relaxed);
                Ok(Reservation {
                    budget: Arc::clone(self),
                    size,
                })
            }
            Err(used) => {
                let found = used.saturating_add(size);
                Err(ColumnErrorKind::Limit {
                    limit: "memory budget",
                    max: self.max,
                    found,
                }
                .into())
            }
        }
    }
}

/// Bytes taken from a [`Budget`] until this is dropped.
#[derive(Debug)]
pub struct Reservation {
    budget: Arc<Budget>,
    size: u64,
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.budget.used.fetch_sub(self.size, Ordering::Relaxed);
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
        drop(second);
        assert!(budget.reserve(u64::MAX).is_err());
        assert_eq!((budget.used(), budget.peak()), (0, 100));
    }
}
