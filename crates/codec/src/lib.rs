//! Page decompression: compressed bytes in, bytes out.
//!
//! One file per codec, each behind a cargo feature of its name; [`Codec`] says which there are and
//! which are compiled in, and a [`Decompressor`] does the work for one of them, keeping its
//! context from page to page. The output is a slice of exactly the size that the page header
//! declares: nothing is allocated on the word of the compressed bytes, and bytes that come to more
//! or fewer than declared are an error.
//!
//! This crate does no I/O and knows neither Parquet's metadata nor Arrow.
//!
//! Spec: Compression.md.
#![forbid(unsafe_code)]

mod error;
mod registry;
mod uncompressed;

#[cfg(feature = "brotli")]
mod brotli;
#[cfg(feature = "gzip")]
mod gzip;
#[cfg(feature = "lz4")]
mod lz4_hadoop;
#[cfg(feature = "lz4")]
mod lz4_raw;
#[cfg(feature = "snappy")]
mod snappy;
#[cfg(feature = "zstd")]
mod zstd;

#[cfg(all(test, feature = "all-codecs"))]
mod tests;

pub use error::CodecError;
pub use registry::{Codec, Decompressor};
