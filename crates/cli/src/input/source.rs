//! Where a file's bytes come from.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use bytes::{Buf, Bytes};
use herringbone::errors::ParquetError;
use herringbone::file::reader::{ChunkReader, Length};
use herringbone_column::{ByteSource, FileSource};

/// A file on disk, or what came through a pipe.
pub(crate) enum Source {
    /// Read by position.
    File {
        /// The open file.
        file: File,
        /// Its size when it was opened.
        size: u64,
    },
    /// A Parquet file is read from its end, so that a pipe has to be read to its end first.
    Memory(Bytes),
}

impl Source {
    /// Opens the file at `path`; `-` is standard input.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        if path == Path::new("-") {
            return Self::read_all(io::stdin().lock());
        }
        let file = File::open(path)?;
        let metadata = file.metadata()?;
        if metadata.is_dir() {
            return Err(io::Error::new(
                io::ErrorKind::IsADirectory,
                "expected a file, found a directory",
            ));
        }
        if metadata.is_file() {
            return Ok(Self::File {
                file,
                size: metadata.len(),
            });
        }
        Self::read_all(file)
    }

    fn read_all(mut from: impl Read) -> io::Result<Self> {
        let mut bytes = Vec::new();
        from.read_to_end(&mut bytes)?;
        Ok(Self::Memory(bytes.into()))
    }
}

impl ByteSource for Source {
    fn size(&self) -> u64 {
        match self {
            Self::File { size, .. } => *size,
            Self::Memory(bytes) => bytes.len() as u64,
        }
    }

    fn read(&self, offset: u64, size: usize) -> io::Result<Bytes> {
        match self {
            Self::File { file, .. } => FileSource::read_at(file, offset, size),
            Self::Memory(bytes) => ByteSource::read(bytes, offset, size),
        }
    }

    fn read_ahead(&self) -> usize {
        match self {
            Self::File { .. } => 1 << 20,
            Self::Memory(_) => usize::MAX,
        }
    }
}

impl Length for Source {
    fn len(&self) -> u64 {
        self.size()
    }
}

impl ChunkReader for Source {
    type T = bytes::buf::Reader<Bytes>;

    fn get_read(&self, start: u64) -> Result<Self::T, ParquetError> {
        let size = self.size().saturating_sub(start);
        Ok(self
            .get_bytes(start, usize::try_from(size).unwrap_or(usize::MAX))?
            .reader())
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes, ParquetError> {
        let available = self.size();
        if start
            .checked_add(length as u64)
            .is_none_or(|end| end > available)
        {
            return Err(ParquetError::EOF(format!(
                "expected {length} bytes at offset {start}, found a file of {available} bytes"
            )));
        }
        Ok(ByteSource::read(self, start, length)?)
    }

    fn read_ahead(&self) -> usize {
        ByteSource::read_ahead(self)
    }
}
