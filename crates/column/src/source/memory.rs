//! Sources in memory: a whole file, or the ranges of one that were fetched beforehand.

use std::collections::BTreeMap;
use std::io;
use std::ops::Range;

use bytes::Bytes;

use super::ByteSource;

impl ByteSource for Bytes {
    fn size(&self) -> u64 {
        self.len() as u64
    }

    fn read(&self, offset: u64, size: usize) -> io::Result<Bytes> {
        let start = usize::try_from(offset).map_err(|_| io::ErrorKind::UnexpectedEof)?;
        match start.checked_add(size) {
            Some(end) if end <= self.len() => Ok(self.slice(start..end)),
            _ => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }

    fn read_ahead(&self) -> usize {
        usize::MAX
    }
}

/// The ranges of a file that a driver has fetched, as the plan asked for them.
///
/// This is how asynchronous drivers feed the engine: plan, fetch, then decode from here.
#[derive(Clone, Debug, Default)]
pub struct FetchedRanges {
    size: u64,
    ranges: BTreeMap<u64, Bytes>,
}

impl FetchedRanges {
    /// No ranges yet of a file of `size` bytes.
    pub fn new(size: u64) -> Self {
        Self {
            size,
            ranges: BTreeMap::new(),
        }
    }

    /// Adds the bytes that lie at `offset`.
    pub fn insert(&mut self, offset: u64, bytes: Bytes) {
        self.ranges.insert(offset, bytes);
    }

    /// Forgets all ranges.
    pub fn clear(&mut self) {
        self.ranges.clear();
    }

    /// Whether all of `range` is here, in one piece.
    pub fn contains(&self, range: &Range<u64>) -> bool {
        self.piece(range.start)
            .is_some_and(|(start, bytes)| start + bytes.len() as u64 >= range.end)
    }

    fn piece(&self, offset: u64) -> Option<(u64, &Bytes)> {
        self.ranges
            .range(..=offset)
            .next_back()
            .map(|(start, bytes)| (*start, bytes))
    }
}

impl ByteSource for FetchedRanges {
    fn size(&self) -> u64 {
        self.size
    }

    fn read(&self, offset: u64, size: usize) -> io::Result<Bytes> {
        let missing = || {
            let message = format!("{size} bytes at file offset {offset} were not fetched");
            io::Error::new(io::ErrorKind::NotFound, message)
        };
        let (start, bytes) = self.piece(offset).ok_or_else(missing)?;
        let from = usize::try_from(offset - start).map_err(|_| missing())?;
        match from.checked_add(size) {
            Some(end) if end <= bytes.len() => Ok(bytes.slice(from..end)),
            _ => Err(missing()),
        }
    }

    /// Nothing: a read beyond what was asked for may lie outside the fetched ranges.
    fn read_ahead(&self) -> usize {
        0
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]
    use super::*;

    #[test]
    fn ranges_are_read_inside_one_piece_only() {
        let mut fetched = FetchedRanges::new(100);
        fetched.insert(10, Bytes::from_static(b"abcdef"));
        fetched.insert(40, Bytes::from_static(b"xyz"));
        assert_eq!(fetched.read(12, 3).unwrap(), "cde");
        assert_eq!(fetched.read(40, 3).unwrap(), "xyz");
        assert!(fetched.contains(&(10..16)));
        for (offset, size) in [(9, 1), (15, 2), (30, 1), (41, 3)] {
            assert!(fetched.read(offset, size).is_err(), "{size} at {offset}");
        }
    }

    #[test]
    fn a_read_past_the_end_of_memory_is_an_error() {
        let file = Bytes::from_static(b"0123");
        assert_eq!(file.read(1, 3).unwrap(), "123");
        assert!(file.read(2, 3).is_err());
        assert!(file.read(u64::MAX, usize::MAX).is_err());
    }
}
