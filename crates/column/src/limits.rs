//! Caps on what one page or column chunk may ask for.

/// How much one page, dictionary or batch may ask for, whatever its header says.
///
/// All limits can be raised; an error names the one that was exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PageLimits {
    /// Bytes of a page as stored, 64 MiB by default.
    pub compressed_size: usize,
    /// Bytes of a page after decompression, 256 MiB by default.
    pub uncompressed_size: usize,
    /// Level entries (values, nulls included) of a single row of a nested column, 2^28 by default.
    pub levels_per_row: usize,
}

impl Default for PageLimits {
    fn default() -> Self {
        Self {
            compressed_size: 64 << 20,
            uncompressed_size: 256 << 20,
            levels_per_row: 1 << 28,
        }
    }
}

/// What to do about the checksums that page headers may carry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Checksums {
    /// Leave them alone.
    #[default]
    Ignore,
    /// Compare each with the bytes of its page.
    Verify,
}
