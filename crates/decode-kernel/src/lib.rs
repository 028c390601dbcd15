//! Encoded bytes to values and levels.
//!
//! Every encoding of Parquet, decoded into plain `Vec`s: no I/O, no Arrow, nothing but bytes in and values out. All of the bytes may
//! be hostile; whatever they are, a decoder appends the values asked for or returns a [`DecodeError`].
//!
//! Kernels are grouped by algorithm, then by instruction set. The scalar version of each is the oracle; which version runs is
//! chosen at run time by [`SimdLevel`].
#![deny(unsafe_code)]

pub mod alp;
pub mod big_endian;
mod bit_width;
pub mod bitpack;
pub mod byte_stream_split;
pub mod delta;
pub mod dictionary;
mod error;
pub mod hybrid_rle;
pub mod int96;
pub mod levels;
pub mod nulls;
pub mod output;
pub mod plain;
pub mod select;
pub mod simd;
pub mod strings;
pub mod varint;

pub use bit_width::BitWidth;
pub use error::DecodeError;
pub use output::Plain;
pub use simd::SimdLevel;
pub use strings::{ByteArrays, Offset};
