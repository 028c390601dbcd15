//! The bodies of the fuzz targets, so that they can be replayed without a fuzzer.
//!
//! A target takes any bytes and asserts what must hold for all of them: no panic, no more memory
//! than the bytes justify, the same result whatever the CPU's instruction set and however the
//! values are asked for. [`TARGETS`] lists them, [`seeds`] makes inputs to begin with.

mod codecs;
mod decoders;
mod metadata;
mod reader;
pub mod seeds;

pub use codecs::{brotli, gzip, lz4_hadoop, lz4_raw, snappy, zstd};
pub use decoders::{
    alp, byte_stream_split, delta_binary_packed, delta_byte_array, delta_length_byte_array,
    dictionary, hybrid_rle, levels, plain,
};
pub use metadata::{bloom_filter, footer, page_header, page_index};
pub use reader::reader;

/// A target: its name, and what it does with an input.
pub type Target = (&'static str, fn(&[u8]));

/// All targets by name.
pub const TARGETS: [Target; 20] = [
    ("footer", footer),
    ("page_header", page_header),
    ("page_index", page_index),
    ("bloom_filter", bloom_filter),
    ("hybrid_rle", hybrid_rle),
    ("levels", levels),
    ("dictionary", dictionary),
    ("plain", plain),
    ("delta_binary_packed", delta_binary_packed),
    ("delta_length_byte_array", delta_length_byte_array),
    ("delta_byte_array", delta_byte_array),
    ("byte_stream_split", byte_stream_split),
    ("alp", alp),
    ("snappy", snappy),
    ("gzip", gzip),
    ("brotli", brotli),
    ("zstd", zstd),
    ("lz4_raw", lz4_raw),
    ("lz4_hadoop", lz4_hadoop),
    ("reader", reader),
];

/// The first byte of an input as a choice of the target's own, and the rest.
fn split_choice(bytes: &[u8]) -> (usize, &[u8]) {
    match bytes.split_first() {
        Some((&choice, rest)) => (usize::from(choice), rest),
        None => (0, bytes),
    }
}
