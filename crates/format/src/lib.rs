//! Parquet metadata from untrusted bytes.

#![forbid(unsafe_code)]

mod error;
mod limits;
mod thrift;

pub use error::FormatError;
pub use limits::Limits;
