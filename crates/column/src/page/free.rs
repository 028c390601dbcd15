//! Memory of pages that nobody looks at any more, kept for the next ones.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::budget::Account;

/// The most bytes that are kept; a dictionary page may have as many as all other pages together.
const MAX_SIZE: usize = 32 << 20;

/// The most pieces that are kept.
const MAX_PIECES: usize = 64;

/// Memory that pages of all columns take and give back, as long as there is a column that reads.
#[derive(Debug, Default)]
pub(crate) struct FreePages(Mutex<Free>);

#[derive(Debug, Default)]
struct Free {
    /// The one given back last is last.
    pieces: Vec<Vec<u8>>,
    /// Bytes of all of them.
    size: usize,
    num_columns: usize,
}

/// The free pages of a budget, which counts them as held.
pub(crate) struct FreePagesOf<'a> {
    pub(crate) pages: &'a FreePages,
    pub(crate) account: &'a Account,
}

impl FreePagesOf<'_> {
    fn lock(&self) -> MutexGuard<'_, Free> {
        // Each change is whole before anything can panic.
        self.pages.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One more column reads.
    pub(super) fn enter(&self) {
        self.lock().num_columns += 1;
    }

    /// One fewer; after the last one nothing is kept.
    pub(super) fn leave(&self) {
        let mut free = self.lock();
        free.num_columns -= 1;
        if free.num_columns == 0 {
            free.shrink(0, self.account);
        }
    }

    /// Memory of at least `size` bytes, all of them initialised: the smallest piece there is, but none
    /// that is far too large.
    pub(super) fn take(&self, size: usize) -> Option<Vec<u8>> {
        let mut free = self.lock();
        let fits = |piece: &Vec<u8>| piece.len() >= size && piece.len() / 8 <= size.max(8192);
        let (index, _) = free
            .pieces
            .iter()
            .enumerate()
            .filter(|(_, piece)| fits(piece))
            .min_by_key(|(_, piece)| piece.len())?;
        Some(free.remove(index, self.account))
    }

    /// Keeps `piece`, unless it is too large or nobody is there to use it.
    pub(super) fn give_back(&self, piece: Vec<u8>) {
        let mut free = self.lock();
        let (len, num_pieces) = (piece.len(), free.pieces.len());
        if free.num_columns == 0 || len > MAX_SIZE {
            return;
        }
        free.shrink(MAX_SIZE - len, self.account);
        if num_pieces >= MAX_PIECES {
            free.remove(0, self.account);
        }
        if self.account.add(len as u64).is_ok() {
            free.size += len;
            free.pieces.push(piece);
        }
    }

    /// Keeps nothing.
    pub(super) fn clear(&self) {
        self.lock().shrink(0, self.account);
    }
}

impl Free {
    /// Drops the oldest until there are at most `size` bytes.
    fn shrink(&mut self, size: usize, account: &Account) {
        while self.size > size {
            self.remove(0, account);
        }
    }

    fn remove(&mut self, index: usize, account: &Account) -> Vec<u8> {
        let piece = self.pieces.remove(index);
        self.size -= piece.len();
        account.subtract(piece.len() as u64);
        piece
    }
}
