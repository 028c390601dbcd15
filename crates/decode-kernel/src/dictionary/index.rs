//! The check that indices are within the dictionary.

use crate::DecodeError;
use crate::bitpack::Block;

/// The number of entries that indices are checked against.
#[derive(Debug, Clone, Copy)]
pub(super) struct IndexCheck {
    len: usize,
}

impl IndexCheck {
    #[inline(always)]
    pub(super) fn new(len: usize) -> Self {
        Self { len }
    }

    /// Checks the index of a repeated run.
    #[inline(always)]
    pub(super) fn repeated(&self, index: u32) -> Result<usize, DecodeError> {
        if (index as usize) < self.len {
            Ok(index as usize)
        } else {
            Err(DecodeError::IndexOutOfRange {
                index: u64::from(index),
                len: self.len,
            })
        }
    }

    /// Checks the indices of a block by its highest.
    ///
    /// That costs a third of an operation an index; to leave it out where the width cannot exceed the dictionary gained nothing that
    /// could be measured.
    #[inline(always)]
    pub(super) fn block(&self, indices: Block<'_, u32>) -> Result<(), DecodeError> {
        self.repeated(indices.highest()).map(|_| ())
    }
}
