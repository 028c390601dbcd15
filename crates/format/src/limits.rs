//! Caps on what metadata may ask for.

use crate::FormatError;

/// How much of each thing a file's metadata may hold.
///
/// A count in a file is believed only as far as bytes are there to back it, so these caps are a second line: they bound what
/// a large hostile file can cost, and they bound recursion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of the footer's Thrift structure (default 1 GiB).
    pub metadata_size: usize,
    /// Elements of the schema, groups included (default 4 Mi).
    pub schema_elements: usize,
    /// Depth of the schema tree (default 100).
    pub schema_depth: usize,
    /// Row groups of a file (default 4 Mi).
    pub row_groups: usize,
    /// Column chunks of all row groups together (default 64 Mi).
    pub column_chunks: usize,
    /// Elements of any other list (default 16 Mi).
    pub list_len: usize,
    /// Bytes of one text or binary value (default 256 MiB).
    pub binary_size: usize,
    /// Bytes of a page header (default 16 MiB; statistics of long values make headers long).
    pub page_header_size: usize,
    /// Bytes of a bloom filter's bit set (default 128 MiB, the spec's own cap).
    pub bloom_filter_size: usize,
}

impl Limits {
    pub(crate) fn check_list_len(&self, what: &'static str, len: usize) -> Result<(), FormatError> {
        check(what, len, self.list_len)
    }
}

/// Whether `found` is within `limit`.
pub(crate) fn check(what: &'static str, found: usize, limit: usize) -> Result<(), FormatError> {
    if found > limit {
        return Err(FormatError::OverLimit {
            what,
            found: found as u64,
            limit: limit as u64,
        });
    }
    Ok(())
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            metadata_size: 1 << 30,
            schema_elements: 4 << 20,
            schema_depth: 100,
            row_groups: 4 << 20,
            column_chunks: 64 << 20,
            list_len: 16 << 20,
            binary_size: 256 << 20,
            page_header_size: 16 << 20,
            bloom_filter_size: 128 << 20,
        }
    }
}
