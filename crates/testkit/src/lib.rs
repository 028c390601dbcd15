//! For tests only: encoders that are obvious, and files put together by hand.
//!
//! The other crates decode; this one encodes, by code that shares nothing with theirs. Values and
//! levels become pages, pages become chunks, and a [`file::FileBuilder`] makes a file of them,
//! which may break any rule of the format on purpose. [`testdata`] makes the files of the
//! repository's `testdata` folder.
#![forbid(unsafe_code)]

pub mod bits;
pub mod compress;
pub mod encode;
pub mod file;
pub mod testdata;
pub mod thrift;
pub mod values;

#[cfg(test)]
mod tests;
