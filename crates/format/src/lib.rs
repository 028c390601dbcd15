//! Parquet metadata from untrusted bytes.
//!
//! - [`footer`]: the last eight bytes of a file
//! - [`metadata`]: the footer, its row groups and column chunks, decoded on touch
//! - [`schema`]: the schema as a flat tree, and in the shape of the `parquet` crate
//! - [`statistics`], [`geospatial`], [`data_type`]: bounds and counts, and the values they hold
//! - [`PageHeader`]: what stands in front of every page
//! - [`page_index`], [`bloom_filter`]: what lies beside the pages
//! - [`basic`]: the specification's enumerations
//!
//! The crate does no I/O: it is given bytes. No bytes make it panic, loop or take memory that their size and the [`Limits`] do
//! not justify; what is wrong with them is a [`FormatError`]. Types that the `parquet` crate has too carry its names and
//! methods.

#![forbid(unsafe_code)]

pub mod basic;
pub mod bloom_filter;
pub mod data_type;
mod error;
pub mod footer;
pub mod geospatial;
mod lazy_blocks;
mod limits;
pub mod metadata;
mod page_header;
pub mod page_index;
pub mod schema;
mod shared_bytes;
pub mod statistics;
mod thrift;

pub use error::FormatError;
pub use limits::Limits;
pub use page_header::{PageHeader, PageKind};
pub use shared_bytes::SharedBytes;
