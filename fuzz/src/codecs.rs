//! Decompression: two bytes are the declared size, the rest is the page.

use herringbone_codec::{Codec, Decompressor};

pub fn snappy(bytes: &[u8]) {
    decompress(Codec::Snappy, bytes);
}

pub fn gzip(bytes: &[u8]) {
    decompress(Codec::Gzip, bytes);
}

pub fn brotli(bytes: &[u8]) {
    decompress(Codec::Brotli, bytes);
}

pub fn zstd(bytes: &[u8]) {
    decompress(Codec::Zstd, bytes);
}

pub fn lz4_raw(bytes: &[u8]) {
    decompress(Codec::Lz4Raw, bytes);
}

pub fn lz4_hadoop(bytes: &[u8]) {
    decompress(Codec::Lz4Hadoop, bytes);
}

/// Twice into buffers filled differently: success means that all of the output was written.
fn decompress(codec: Codec, bytes: &[u8]) {
    let Some((size, compressed)) = bytes.split_first_chunk() else {
        return;
    };
    let size = usize::from(u16::from_le_bytes(*size));
    let mut decompressor = Decompressor::try_new(codec).expect("all codecs are compiled in");
    let (mut first, mut second) = (vec![0; size], vec![0xff; size]);
    let result = decompressor.decompress(compressed, &mut first);
    assert_eq!(decompressor.decompress(compressed, &mut second), result);
    if result.is_ok() {
        assert!(first == second, "{codec} left output unwritten");
    }
}
