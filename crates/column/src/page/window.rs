//! The bytes of one column chunk, read ahead from the source.

use std::ops::Range;
use std::sync::Arc;

use bytes::Bytes;

use crate::error::{ColumnError, ColumnErrorKind};
use crate::source::ByteSource;

/// A position in a file, with bytes read ahead behind it.
///
/// Old writers state chunk sizes that are a few bytes short (they leave out the header of the
/// dictionary page), so the end of the chunk bounds the read-ahead but not what may be read.
pub(crate) struct ChunkWindow {
    source: Arc<dyn ByteSource>,
    /// Where the chunk ends by the metadata.
    end: u64,
    /// The parts of the chunk that will be read, ascending, if not all.
    wanted: Option<Arc<[Range<u64>]>>,
    /// File offset of the first byte of `ahead`, which is the next to be taken.
    offset: u64,
    ahead: Bytes,
}

impl ChunkWindow {
    pub(crate) fn new(
        source: Arc<dyn ByteSource>,
        range: Range<u64>,
        wanted: Option<Arc<[Range<u64>]>>,
    ) -> Self {
        Self {
            source,
            end: range.end,
            wanted,
            offset: range.start,
            ahead: Bytes::new(),
        }
    }

    /// File offset of the next byte.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    /// Whether the chunk's bytes are used up, by the metadata.
    pub(crate) fn at_end(&self) -> bool {
        self.offset >= self.end
    }

    /// Continues at `offset`.
    pub(crate) fn seek(&mut self, offset: u64) {
        match offset.checked_sub(self.offset) {
            Some(ahead) if ahead <= self.ahead.len() as u64 => {
                // At most the length of `ahead`, so it fits.
                self.ahead = self.ahead.slice(ahead as usize..);
            }
            _ => self.ahead = Bytes::new(),
        }
        self.offset = offset;
    }

    /// The next bytes without taking them: `size` if the file has that many, else what it has.
    pub(crate) fn peek(&mut self, size: usize) -> Result<&Bytes, ColumnError> {
        if self.ahead.len() < size {
            let wanted = (size as u64).min(self.source.available(self.offset));
            if (self.ahead.len() as u64) < wanted {
                self.fill(wanted)?;
            }
        }
        Ok(&self.ahead)
    }

    /// Takes the next `size` bytes.
    pub(crate) fn take(&mut self, size: usize) -> Result<Bytes, ColumnError> {
        if size > self.ahead.len() && size as u64 > self.source.available(self.offset) {
            let (offset, size, available) = (self.offset, size as u64, self.source.size());
            return Err(ColumnErrorKind::ShortSource {
                offset,
                size,
                available,
            }
            .into());
        }
        self.peek(size)?;
        self.offset += size as u64;
        Ok(self.ahead.split_to(size))
    }

    /// Reads at least `wanted` bytes, which the source holds, and more if the chunk goes on.
    fn fill(&mut self, wanted: u64) -> Result<(), ColumnError> {
        let in_part = self.part_end().saturating_sub(self.offset);
        let available = self.source.available(self.offset);
        let ahead = (self.source.read_ahead() as u64)
            .min(in_part)
            .min(available);
        let size = usize::try_from(wanted.max(ahead)).map_err(|_| {
            ColumnErrorKind::Unsupported("a read that does not fit the address space")
        })?;
        // What is here is not read again.
        let here = std::mem::take(&mut self.ahead);
        let (offset, size) = (self.offset + here.len() as u64, size - here.len());
        let bytes = self.source.read(offset, size)?;
        if bytes.len() != size {
            let available = bytes.len() as u64;
            return Err(ColumnErrorKind::ShortSource {
                offset,
                size: size as u64,
                available,
            }
            .into());
        }
        self.ahead = if here.is_empty() {
            bytes
        } else {
            [here, bytes].concat().into()
        };
        Ok(())
    }

    /// Where the part of the chunk ends that is read from here on.
    fn part_end(&self) -> u64 {
        let parts = self.wanted.as_deref().unwrap_or_default();
        let next = parts.partition_point(|part| part.end <= self.offset);
        match parts.get(next) {
            Some(part) if part.start <= self.offset => part.end,
            _ => self.end,
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]
    use super::*;

    /// A source that reads ahead a little and notes each read.
    struct Counting(Bytes, std::sync::Mutex<Vec<(u64, usize)>>);

    impl ByteSource for Counting {
        fn size(&self) -> u64 {
            self.0.size()
        }
        fn read(&self, offset: u64, size: usize) -> std::io::Result<Bytes> {
            self.1.lock().unwrap().push((offset, size));
            self.0.read(offset, size)
        }
        fn read_ahead(&self) -> usize {
            8
        }
    }

    #[test]
    fn reads_ahead_within_the_chunk_and_past_it_only_when_asked() {
        let source = Arc::new(Counting(
            Bytes::from_static(b"0123456789abcdefghij"),
            Default::default(),
        ));
        let mut window = ChunkWindow::new(source.clone(), 2..15, None);
        assert_eq!(window.take(3).unwrap(), "234");
        assert_eq!(window.take(4).unwrap(), "5678");
        window.seek(12);
        assert_eq!(&window.peek(2).unwrap()[..2], b"cd");
        assert!(!window.at_end());
        assert_eq!(window.take(6).unwrap(), "cdefgh");
        assert!(window.at_end());
        assert_eq!(window.peek(100).unwrap().len(), 2);
        assert!(window.take(3).is_err());
        assert_eq!(
            *source.1.lock().unwrap(),
            [(2, 8), (12, 3), (15, 3), (18, 2)]
        );
    }

    #[test]
    fn reads_ahead_within_the_parts_that_are_wanted() {
        let source = Arc::new(Counting(
            Bytes::from_static(b"0123456789abcdefghij"),
            Default::default(),
        ));
        let wanted = [2..5, 9..18].to_vec();
        let mut window = ChunkWindow::new(source.clone(), 2..20, Some(wanted.into()));
        assert_eq!(window.take(3).unwrap(), "234");
        window.seek(9);
        assert_eq!(window.take(1).unwrap(), "9");
        assert_eq!(window.take(8).unwrap(), "abcdefgh");
        assert_eq!(*source.1.lock().unwrap(), [(2, 3), (9, 8), (17, 1)]);
    }
}
