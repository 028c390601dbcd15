//! A file on disk, read by position so that threads can share it.

use std::fs::File;
use std::io;
use std::path::Path;

use bytes::Bytes;

use super::ByteSource;

/// A file on disk.
#[derive(Debug)]
pub struct FileSource {
    file: File,
    size: u64,
}

impl FileSource {
    /// Opens the file at `path`.
    ///
    /// # Errors
    ///
    /// Whatever the system says about opening it.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        Self::try_from(File::open(path)?)
    }
}

impl TryFrom<File> for FileSource {
    type Error = io::Error;

    fn try_from(file: File) -> io::Result<Self> {
        let size = file.metadata()?.len();
        Ok(Self { file, size })
    }
}

impl FileSource {
    /// Reads exactly `size` bytes at `offset` of `file`, whatever its cursor says.
    ///
    /// # Errors
    ///
    /// Whatever the system says, `UnexpectedEof` where the file is shorter.
    pub fn read_at(file: &File, offset: u64, size: usize) -> io::Result<Bytes> {
        read_exact_at(file, offset, size)
    }
}

impl ByteSource for FileSource {
    fn size(&self) -> u64 {
        self.size
    }

    fn read(&self, offset: u64, size: usize) -> io::Result<Bytes> {
        read_exact_at(&self.file, offset, size)
    }
}

/// Reads exactly `size` bytes at `offset` of `file`, whatever its cursor says.
#[cfg(unix)]
fn read_exact_at(file: &File, offset: u64, size: usize) -> io::Result<Bytes> {
    use std::os::unix::fs::FileExt;
    let mut buffer = vec![0; size];
    file.read_exact_at(&mut buffer, offset)?;
    Ok(buffer.into())
}

/// Reads exactly `size` bytes at `offset` through a second handle with a cursor of its own.
#[cfg(not(unix))]
fn read_exact_at(file: &File, offset: u64, size: usize) -> io::Result<Bytes> {
    use std::io::{Read, Seek, SeekFrom};
    let mut file = file.try_clone()?;
    file.seek(SeekFrom::Start(offset))?;
    let mut buffer = vec![0; size];
    file.read_exact(&mut buffer)?;
    Ok(buffer.into())
}
