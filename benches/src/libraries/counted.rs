//! A file in memory that counts what is asked of it.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bytes::{Buf, Bytes};

/// Read calls, and the bytes that they gave.
#[derive(Default)]
pub(crate) struct Counts {
    calls: AtomicU64,
    bytes: AtomicU64,
}

impl Counts {
    pub(super) fn add(&self, bytes: usize) {
        self.calls.fetch_add(1, Ordering::Relaxed);
        self.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    pub(crate) fn calls(&self) -> u64 {
        self.calls.load(Ordering::Relaxed)
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }
}

/// The file, and what was counted so far.
#[derive(Clone)]
pub(crate) struct Counted {
    pub(crate) file: Bytes,
    pub(crate) counts: Arc<Counts>,
}

impl Counted {
    /// A stream of the bytes from `start` on.
    pub(super) fn read_from(&self, start: u64) -> CountedRead {
        let start =
            usize::try_from(start).map_or(self.file.len(), |start| start.min(self.file.len()));
        CountedRead {
            rest: self.file.slice(start..).reader(),
            counts: Arc::clone(&self.counts),
        }
    }
}

/// A stream; each read of it counts.
pub(crate) struct CountedRead {
    rest: bytes::buf::Reader<Bytes>,
    counts: Arc<Counts>,
}

impl Read for CountedRead {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let len = self.rest.read(out)?;
        self.counts.add(len);
        Ok(len)
    }
}
