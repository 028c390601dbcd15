//! The pages of one column chunk.
//!
//! - `spec.rs`: where a chunk lies and what its pages are, by the file's metadata
//! - `window.rs`: the chunk's bytes, read ahead from the source
//! - `buffers.rs`, `free.rs`: decompressed pages in memory that is used again, by whichever column
//! - `reader.rs`: header by header, with limits, checksum and decompression
//! - `split.rs`: a data page's repetition levels, definition levels and values
//!
//! Spec: README.md, "Data Pages"

mod buffers;
mod free;
mod reader;
mod spec;
mod split;
mod window;

pub(crate) use free::{FreePages, FreePagesOf};
pub(crate) use reader::RawPage;
pub use reader::{PageReader, PageSummary};
pub use spec::ChunkSpec;
pub(crate) use split::{DataPage, split_data_page, take};
