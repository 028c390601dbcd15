//! Parquet metadata from untrusted bytes.

#![forbid(unsafe_code)]

pub mod basic;
mod error;
pub mod footer;
mod limits;
pub mod page_header;
mod thrift;

pub use error::FormatError;
pub use limits::Limits;
