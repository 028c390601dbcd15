//! Decompressed pages in memory that is used again once nobody looks at it.

use std::collections::VecDeque;
use std::sync::Arc;

use bytes::Bytes;

use crate::budget::{Budget, Reservation};
use crate::error::ColumnError;

/// How many pages of a column are accounted for: the one in use, and a dictionary beside it.
const MAX_COUNTED: usize = 2;

/// Makes the pages of one column, in memory that pages of all columns share one after the other.
///
/// The memory of a page comes back when no slice of it is left, be it part of a batch until then (a
/// view array points into its page): the one that holds the batch pays for it meanwhile, not the
/// budget.
pub(crate) struct PageBuffers {
    budget: Arc<Budget>,
    counted: VecDeque<Arc<Reservation>>,
}

impl PageBuffers {
    pub(crate) fn new(budget: Arc<Budget>) -> Self {
        budget.free_pages().enter();
        Self {
            budget,
            counted: VecDeque::new(),
        }
    }

    /// A page of `size` bytes, written by `fill`, which gets exactly that many bytes of unspecified
    /// content.
    pub(crate) fn page(
        &mut self,
        size: usize,
        fill: impl FnOnce(&mut [u8]) -> Result<(), ColumnError>,
    ) -> Result<Bytes, ColumnError> {
        let mut memory = self.memory(size)?;
        fill(&mut memory.bytes[..size])?;
        Ok(Bytes::from_owner(memory).slice(..size))
    }

    fn memory(&mut self, size: usize) -> Result<PageMemory, ColumnError> {
        if self.counted.len() >= MAX_COUNTED
            && let Some(oldest) = self.counted.pop_front()
        {
            oldest.release();
        }
        let free = self.budget.free_pages().take(size);
        // Some room on top, since the next page is seldom of exactly the same size.
        let len = free.as_ref().map_or(size + size / 8, Vec::len);
        let reservation = match self.budget.reserve(len as u64) {
            Ok(reservation) => reservation,
            Err(_) => {
                // What is kept for later is worth less than what is needed now.
                self.budget.free_pages().clear();
                self.budget.reserve(len as u64)?
            }
        };
        let reservation = Arc::new(reservation);
        self.counted.push_back(Arc::clone(&reservation));
        Ok(PageMemory {
            bytes: free.unwrap_or_else(|| vec![0; len]),
            reservation,
        })
    }
}

impl Drop for PageBuffers {
    fn drop(&mut self) {
        self.budget.free_pages().leave();
    }
}

/// The memory of a page.
struct PageMemory {
    bytes: Vec<u8>,
    reservation: Arc<Reservation>,
}

impl AsRef<[u8]> for PageMemory {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Drop for PageMemory {
    fn drop(&mut self) {
        self.reservation.release();
        let bytes = std::mem::take(&mut self.bytes);
        self.reservation.budget().free_pages().give_back(bytes);
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]
    use super::*;

    fn fill(value: u8) -> impl FnOnce(&mut [u8]) -> Result<(), ColumnError> {
        move |out| {
            out.fill(value);
            Ok(())
        }
    }

    #[test]
    fn a_buffer_is_used_again_only_when_nobody_holds_it() {
        let mut buffers = PageBuffers::new(Budget::unbounded());
        let first = buffers.page(1000, fill(1)).unwrap();
        let address = first.as_ptr();
        drop(first);
        let second = buffers.page(900, fill(2)).unwrap();
        assert_eq!(second.as_ptr(), address);
        let third = buffers.page(1000, fill(3)).unwrap();
        assert_ne!(third.as_ptr(), address);
        assert!(second.iter().all(|&byte| byte == 2) && second.len() == 900);
    }

    #[test]
    fn columns_use_one_anothers_memory_and_the_last_one_gives_it_back() {
        let budget = Budget::new(10_000);
        let mut one = PageBuffers::new(Arc::clone(&budget));
        let mut other = PageBuffers::new(Arc::clone(&budget));
        let page = one.page(4000, fill(1)).unwrap();
        let address = page.as_ptr();
        assert_eq!(budget.used(), 4500);
        drop(page);
        // It is held still, for the next page.
        assert_eq!(budget.used(), 4500);
        let page = other.page(4400, fill(2)).unwrap();
        assert_eq!((page.as_ptr(), budget.used()), (address, 4500));
        drop((one, other));
        let rest = page.slice(1..3);
        drop(page);
        assert_eq!(rest, [2, 2][..]);
        drop(rest);
        assert_eq!((budget.used(), budget.peak()), (0, 4500));
    }

    #[test]
    fn free_memory_makes_room_for_a_page_that_needs_it() {
        let budget = Budget::new(10_000);
        let mut buffers = PageBuffers::new(Arc::clone(&budget));
        drop(buffers.page(4000, fill(1)).unwrap());
        let large = buffers.page(8000, fill(2)).unwrap();
        assert_eq!(budget.used(), 9000);
        assert!(buffers.page(8000, fill(3)).is_err());
        drop(large);
        assert!(buffers.page(8000, fill(3)).is_ok());
    }

    #[test]
    fn pages_that_batches_hold_are_not_counted_for_ever() {
        let budget = Budget::new(10_000);
        let mut buffers = PageBuffers::new(Arc::clone(&budget));
        let held: Vec<Bytes> = (0..100)
            .map(|value| buffers.page(4000, fill(value)).unwrap())
            .collect();
        assert_eq!(budget.used(), 9000);
        for (value, page) in held.iter().enumerate() {
            assert!(page.iter().all(|&byte| usize::from(byte) == value));
        }
    }
}
