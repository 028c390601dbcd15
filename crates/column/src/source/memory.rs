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
/// This is how drivers that do not read by themselves feed the engine: plan, fetch, then decode
/// from here. Ranges may overlap and adjoin; a read inside one of them copies nothing.
#[derive(Clone, Debug, Default)]
pub struct FetchedRanges {
    pieces: BTreeMap<u64, Bytes>,
}

impl FetchedRanges {
    /// No ranges yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the bytes that lie at `offset`; of two pieces at one offset the longer stays.
    pub fn insert(&mut self, offset: u64, bytes: Bytes) {
        let piece = self.pieces.entry(offset).or_default();
        if bytes.len() > piece.len() {
            *piece = bytes;
        }
    }

    /// Forgets the piece that was added as exactly `range`, if there is one.
    pub fn remove(&mut self, range: &Range<u64>) {
        let is_exact = |bytes: &Bytes| end(range.start, bytes) == range.end;
        if self.pieces.get(&range.start).is_some_and(is_exact) {
            self.pieces.remove(&range.start);
        }
    }

    /// Forgets all ranges.
    pub fn clear(&mut self) {
        self.pieces.clear();
    }

    /// Bytes held, those of overlapping pieces counted each time.
    pub fn num_bytes(&self) -> u64 {
        self.pieces.values().map(|bytes| bytes.len() as u64).sum()
    }

    /// Whether all of `range` is here.
    pub fn contains(&self, range: &Range<u64>) -> bool {
        range.is_empty() || range.start.saturating_add(self.available(range.start)) >= range.end
    }

    /// The pieces that hold bytes of `ranges`.
    pub fn pieces_of(&self, ranges: &[Range<u64>]) -> Self {
        let is_part = |start: u64, bytes: &Bytes| {
            let piece = start..end(start, bytes);
            let overlaps = |range: &Range<u64>| range.start < piece.end && piece.start < range.end;
            ranges.iter().any(overlaps)
        };
        let pieces = self.pieces.iter();
        let pieces = pieces.filter(|&(&start, bytes)| is_part(start, bytes));
        Self {
            pieces: pieces
                .map(|(&start, bytes)| (start, bytes.clone()))
                .collect(),
        }
    }

    /// The longest run of bytes from `offset` on that lies in one piece.
    fn run(&self, offset: u64) -> Bytes {
        // Pieces rarely overlap, so the last that starts before is nearly always the right one.
        let mut before = self.pieces.range(..=offset).rev();
        let holder = before.find(|&(&start, bytes)| end(start, bytes) > offset);
        // Less than the piece's length, so it fits.
        holder.map_or_else(Bytes::new, |(&start, bytes)| {
            bytes.slice((offset - start) as usize..)
        })
    }
}

fn end(start: u64, bytes: &Bytes) -> u64 {
    start.saturating_add(bytes.len() as u64)
}

impl ByteSource for FetchedRanges {
    /// Not known, and not needed: [`ByteSource::available`] tells what is here.
    fn size(&self) -> u64 {
        u64::MAX
    }

    fn read(&self, offset: u64, size: usize) -> io::Result<Bytes> {
        let run = self.run(offset);
        if run.len() >= size {
            return Ok(run.slice(..size));
        }
        if self.available(offset) < size as u64 {
            let message = format!("{size} bytes at file offset {offset} were not fetched");
            return Err(io::Error::new(io::ErrorKind::NotFound, message));
        }
        let mut joined = Vec::with_capacity(size);
        while joined.len() < size {
            let run = self.run(offset + joined.len() as u64);
            joined.extend_from_slice(&run[..run.len().min(size - joined.len())]);
        }
        Ok(joined.into())
    }

    fn read_ahead(&self) -> usize {
        usize::MAX
    }

    fn available(&self, offset: u64) -> u64 {
        let mut position = offset;
        loop {
            let run = self.run(position).len() as u64;
            if run == 0 {
                return position - offset;
            }
            position = position.saturating_add(run);
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]
    use super::*;

    #[test]
    fn fetched_ranges_are_read_alone_and_joined() {
        let mut fetched = FetchedRanges::new();
        fetched.insert(10, Bytes::from_static(b"abcdef"));
        fetched.insert(14, Bytes::from_static(b"efgh"));
        fetched.insert(18, Bytes::from_static(b"ij"));
        fetched.insert(40, Bytes::from_static(b"xyz"));
        assert_eq!(fetched.read(12, 3).unwrap(), "cde");
        assert_eq!(fetched.read(12, 8).unwrap(), "cdefghij");
        assert_eq!(fetched.read(40, 3).unwrap(), "xyz");
        assert_eq!((fetched.available(11), fetched.available(43)), (9, 0));
        assert!(fetched.contains(&(10..20)) && fetched.contains(&(30..30)));
        for (offset, size) in [(9, 1), (19, 2), (30, 1), (41, 3)] {
            assert!(fetched.read(offset, size).is_err(), "{size} at {offset}");
            assert!(!fetched.contains(&(offset..offset + size as u64)));
        }
    }

    #[test]
    fn only_the_piece_that_was_added_is_forgotten() {
        let mut fetched = FetchedRanges::new();
        fetched.insert(10, Bytes::from_static(b"abcdef"));
        fetched.insert(16, Bytes::from_static(b"gh"));
        fetched.remove(&(10..12));
        assert_eq!(fetched.num_bytes(), 8);
        assert_eq!(fetched.pieces_of(&[(0..11), (30..40)]).num_bytes(), 6);
        fetched.remove(&(10..16));
        assert_eq!(fetched.num_bytes(), 2);
    }

    #[test]
    fn a_read_past_the_end_of_memory_is_an_error() {
        let file = Bytes::from_static(b"0123");
        assert_eq!(file.read(1, 3).unwrap(), "123");
        assert!(file.read(2, 3).is_err());
        assert!(file.read(u64::MAX, usize::MAX).is_err());
    }
}
