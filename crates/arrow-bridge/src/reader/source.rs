//! Where a blocking reader's bytes come from.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::sync::Arc;

use bytes::{Buf, Bytes};
use herringbone_column::{ByteSource, FileSource};

use crate::error::{ParquetError, Result};

/// Something of a known length.
#[expect(
    clippy::len_without_is_empty,
    reason = "a file that is empty is not a Parquet file"
)]
pub trait Length {
    /// The length in bytes.
    fn len(&self) -> u64;
}

/// A file whose bytes can be read from any position.
///
/// Implemented for [`File`] and [`Bytes`]; implement it for other sources.
pub trait ChunkReader: Length + Send + Sync {
    /// What [`ChunkReader::get_read`] gives.
    type T: Read;

    /// A reader of all bytes from `start` on.
    ///
    /// # Errors
    ///
    /// Any failure of the source.
    fn get_read(&self, start: u64) -> Result<Self::T>;

    /// Exactly `length` bytes from `start`.
    ///
    /// # Errors
    ///
    /// Any failure of the source, also where it holds fewer bytes.
    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes>;

    /// How many bytes one read should ask for at least when more will be wanted later; a source
    /// in memory, whose reads cost nothing, answers `usize::MAX`.
    fn read_ahead(&self) -> usize {
        1 << 20
    }
}

impl Length for File {
    fn len(&self) -> u64 {
        self.metadata().map_or(0, |metadata| metadata.len())
    }
}

impl ChunkReader for File {
    type T = BufReader<File>;

    fn get_read(&self, start: u64) -> Result<Self::T> {
        let mut reader = self.try_clone()?;
        reader.seek(SeekFrom::Start(start))?;
        Ok(BufReader::new(reader))
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        let available = Length::len(self);
        check_range(start, length, available)?;
        Ok(FileSource::read_at(self, start, length)?)
    }
}

impl Length for Bytes {
    fn len(&self) -> u64 {
        Bytes::len(self) as u64
    }
}

impl ChunkReader for Bytes {
    type T = bytes::buf::Reader<Bytes>;

    fn get_read(&self, start: u64) -> Result<Self::T> {
        check_range(start, 0, Length::len(self))?;
        // Checked to be inside.
        Ok(self.slice(start as usize..).reader())
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        check_range(start, length, Length::len(self))?;
        let start = start as usize;
        Ok(self.slice(start..start + length))
    }

    fn read_ahead(&self) -> usize {
        usize::MAX
    }
}

impl<T: Length + ?Sized> Length for Arc<T> {
    fn len(&self) -> u64 {
        (**self).len()
    }
}

impl<T: ChunkReader> ChunkReader for Arc<T> {
    type T = T::T;

    fn get_read(&self, start: u64) -> Result<Self::T> {
        (**self).get_read(start)
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        (**self).get_bytes(start, length)
    }

    fn read_ahead(&self) -> usize {
        (**self).read_ahead()
    }
}

fn check_range(start: u64, length: usize, available: u64) -> Result<()> {
    match start.checked_add(length as u64) {
        Some(end) if end <= available => Ok(()),
        _ => Err(ParquetError::EOF(format!(
            "expected {length} bytes at offset {start}, found a file of {available} bytes"
        ))),
    }
}

/// A [`ChunkReader`] as the engine reads it.
pub(crate) struct ChunkSource<R> {
    reader: R,
    size: u64,
}

impl<R: ChunkReader> ChunkSource<R> {
    /// The length is asked for once: a file that grows meanwhile is read as it was.
    pub(crate) fn new(reader: R) -> Self {
        let size = reader.len();
        Self { reader, size }
    }
}

impl<R: ChunkReader> ByteSource for ChunkSource<R> {
    fn size(&self) -> u64 {
        self.size
    }

    fn read(&self, offset: u64, size: usize) -> std::io::Result<Bytes> {
        Ok(self.reader.get_bytes(offset, size)?)
    }

    fn read_ahead(&self) -> usize {
        self.reader.read_ahead()
    }
}
