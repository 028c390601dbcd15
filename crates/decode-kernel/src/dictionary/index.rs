//! The check that indices are within the dictionary.

use crate::{BitWidth, DecodeError};

/// What indices of one width are checked against.
#[derive(Debug, Clone, Copy)]
pub(super) struct IndexCheck {
    len: usize,
    /// Whether packed indices may reach beyond `len` at all.
    packed_may_exceed: bool,
}

impl IndexCheck {
    #[inline(always)]
    pub(super) fn new(bit_width: BitWidth, len: usize) -> Self {
        Self {
            len,
            packed_may_exceed: bit_width.mask() >= len as u64,
        }
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

    /// Checks indices that were unpacked at the width given to [`new`](Self::new).
    #[inline(always)]
    pub(super) fn packed(&self, indices: &[u32]) -> Result<(), DecodeError> {
        if self.packed_may_exceed {
            let (eights, rest) = indices.as_chunks::<8>();
            let mut highest = [0; 8];
            for eight in eights {
                for (highest, &index) in highest.iter_mut().zip(eight) {
                    *highest = index.max(*highest);
                }
            }
            let highest = highest
                .iter()
                .chain(rest)
                .fold(0, |highest, &index| index.max(highest));
            if highest as usize >= self.len {
                return Err(DecodeError::IndexOutOfRange {
                    index: u64::from(highest),
                    len: self.len,
                });
            }
        }
        Ok(())
    }
}
