//! Parquet metadata from untrusted bytes.

#![forbid(unsafe_code)]

pub mod basic;
pub mod bloom_filter;
pub mod data_type;
mod error;
pub mod footer;
pub mod geospatial;
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
