//! Decompressed pages in memory that is used again once nobody looks at it.

use std::sync::Arc;

use bytes::{Bytes, BytesMut};

use crate::budget::{Budget, Reservation};
use crate::error::ColumnError;

/// How many pages may be waiting for their readers: the one in use and the one before it.
const MAX_LENT: usize = 2;

/// Lends buffers for decompressed pages, and takes them back when no slice of them is left.
///
/// A buffer that became part of a batch (a view array points into its page) is never taken back:
/// it then belongs to the batch alone.
pub(crate) struct PageBuffers {
    budget: Arc<Budget>,
    lent: Vec<(Bytes, Reservation)>,
}

impl PageBuffers {
    pub(crate) fn new(budget: Arc<Budget>) -> Self {
        Self {
            budget,
            lent: Vec::new(),
        }
    }

    /// A page of `size` bytes, written by `fill`, which gets exactly that many bytes of unspecified
    /// content.
    pub(crate) fn page(
        &mut self,
        size: usize,
        fill: impl FnOnce(&mut [u8]) -> Result<(), ColumnError>,
    ) -> Result<Bytes, ColumnError> {
        let (mut buffer, reservation) = self.buffer(size)?;
        fill(&mut buffer[..size])?;
        let whole = buffer.freeze();
        let page = whole.slice(..size);
        self.lent.push((whole, reservation));
        Ok(page)
    }

    fn buffer(&mut self, size: usize) -> Result<(BytesMut, Reservation), ColumnError> {
        let mut found = None;
        for (bytes, reservation) in std::mem::take(&mut self.lent) {
            match bytes.try_into_mut() {
                // Far too large a buffer is let go, so that one huge page does not stay for ever.
                Ok(buffer)
                    if found.is_none()
                        && buffer.len() >= size
                        && buffer.len() / 8 <= size.max(8192) =>
                {
                    found = Some((buffer, reservation));
                }
                Ok(_) => {}
                Err(bytes) => self.lent.push((bytes, reservation)),
            }
        }
        if self.lent.len() >= MAX_LENT {
            self.lent.remove(0);
        }
        match found {
            Some(found) => Ok(found),
            // Some room on top, since the next page is seldom of exactly the same size.
            None => {
                let size = size + size / 8;
                Ok((BytesMut::zeroed(size), self.budget.reserve(size as u64)?))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]
    use super::*;

    #[test]
    fn a_buffer_is_used_again_only_when_nobody_holds_it() {
        let mut buffers = PageBuffers::new(Budget::unbounded());
        let fill = |value: u8| {
            move |out: &mut [u8]| {
                out.fill(value);
                Ok(())
            }
        };
        let first = buffers.page(1000, fill(1)).unwrap();
        let address = first.as_ptr();
        drop(first);
        let second = buffers.page(900, fill(2)).unwrap();
        assert_eq!(second.as_ptr(), address);
        let third = buffers.page(1000, fill(3)).unwrap();
        assert_ne!(third.as_ptr(), address);
        assert!(second.iter().all(|&byte| byte == 2) && second.len() == 900);
    }
}
