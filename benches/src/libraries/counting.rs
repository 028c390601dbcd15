//! The counting source as each library's trait has it; compiled once for each of them.

use bytes::Bytes;

use super::library::errors::Result;
use super::library::file::reader::{ChunkReader, Length};
use crate::libraries::counted::{Counted, CountedRead};

impl Length for Counted {
    fn len(&self) -> u64 {
        self.file.len() as u64
    }
}

impl ChunkReader for Counted {
    type T = CountedRead;

    fn get_read(&self, start: u64) -> Result<CountedRead> {
        Ok(self.read_from(start))
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        self.counts.add(length);
        ChunkReader::get_bytes(&self.file, start, length)
    }
}
