//! Where a file's bytes come from: range reads, and nothing else.
//!
//! - `memory.rs`: a file in memory, and a set of ranges fetched beforehand
//! - `file.rs`: a file on disk, read by position

mod file;
mod memory;

use std::io;

use bytes::Bytes;

pub use file::FileSource;
pub use memory::FetchedRanges;

/// Delivers ranges of one file; shared by all columns and threads that read it.
///
/// # Contract
///
/// `read` returns exactly `size` bytes or an error; it must not return fewer. The bytes of a range
/// are expected to be the same at every call.
pub trait ByteSource: Send + Sync {
    /// Size of the whole file, in bytes.
    fn size(&self) -> u64;

    /// Reads `size` bytes from `offset`, which the caller has checked against [`ByteSource::size`].
    ///
    /// # Errors
    ///
    /// Any failure of the source, `UnexpectedEof` where it holds fewer bytes.
    fn read(&self, offset: u64, size: usize) -> io::Result<Bytes>;

    /// How many bytes one read should ask for at least when more will be wanted later.
    ///
    /// A source in memory answers `usize::MAX`, since its reads cost nothing.
    fn read_ahead(&self) -> usize {
        1 << 20
    }

    /// How many bytes from `offset` on can be read: those up to the end of the file, unless the
    /// source holds parts of it only.
    fn available(&self, offset: u64) -> u64 {
        self.size().saturating_sub(offset)
    }
}

impl<S: ByteSource + ?Sized> ByteSource for std::sync::Arc<S> {
    fn size(&self) -> u64 {
        (**self).size()
    }

    fn read(&self, offset: u64, size: usize) -> io::Result<Bytes> {
        (**self).read(offset, size)
    }

    fn read_ahead(&self) -> usize {
        (**self).read_ahead()
    }

    fn available(&self, offset: u64) -> u64 {
        (**self).available(offset)
    }
}
