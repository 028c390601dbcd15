//! One Parquet column chunk as pages, levels and values, free of Arrow.
//!
//! This crate joins the three leaves: the page headers of `format`, the decompressors of `codec` and
//! the kernels of `decode-kernel`. It owns all reading of bytes ([`ByteSource`]) and hands out plain
//! vectors: what becomes of them, Arrow arrays or rows, is decided further up.
//!
//! - [`source`](ByteSource): where bytes come from
//! - [`plan`]: which ranges of the file a read needs, before any is fetched
//! - [`PageReader`]: the pages of a chunk; limits, checksums, decompression
//! - [`decode`]: levels and values of rows, read or skipped
//! - [`Budget`]: the accountant of buffers
#![deny(unsafe_code)]

mod budget;
pub mod decode;
mod error;
mod limits;
mod page;
pub mod plan;
mod source;

pub use budget::{Budget, Reservation};
pub use error::{ColumnError, ColumnErrorKind, Place};
pub use limits::{Checksums, PageLimits};
pub use page::{ChunkSpec, PageReader, PageSummary};
pub use source::{ByteSource, FetchedRanges, FileSource};
