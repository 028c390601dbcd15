//! The encoder sides of the codecs, in their plainest settings.

use std::io::Write;

use libdeflater::{CompressionLvl, Compressor};

/// The codecs, with the numbers that the format gives them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Codec {
    /// None.
    Uncompressed = 0,
    /// Snappy.
    Snappy = 1,
    /// Gzip.
    Gzip = 2,
    /// LZO; the bytes are left as they are.
    Lzo = 3,
    /// Brotli.
    Brotli = 4,
    /// LZ4 in Hadoop's framing.
    Lz4 = 5,
    /// Zstandard.
    Zstd = 6,
    /// One LZ4 block.
    Lz4Raw = 7,
}

/// Compresses `bytes`.
///
/// # Panics
/// If the encoder fails, which none does on bytes in memory.
#[must_use]
pub fn compress(codec: Codec, bytes: &[u8]) -> Vec<u8> {
    match codec {
        Codec::Uncompressed | Codec::Lzo => bytes.to_vec(),
        Codec::Snappy => snap::raw::Encoder::new()
            .compress_vec(bytes)
            .expect("the page is below 4 GiB"),
        Codec::Gzip => gzip(bytes),
        Codec::Brotli => {
            let mut compressed = Vec::new();
            let mut writer = brotli::CompressorWriter::new(&mut compressed, 4096, 4, 20);
            writer.write_all(bytes).expect("a vector takes any bytes");
            drop(writer);
            compressed
        }
        Codec::Lz4 => lz4_hadoop(bytes),
        Codec::Zstd => zstd::bulk::compress(bytes, 3).expect("the bound is known beforehand"),
        Codec::Lz4Raw => lz4_flex::block::compress(bytes),
    }
}

/// One gzip member.
///
/// # Panics
/// Never: the buffer has the bound that the encoder asks for.
#[must_use]
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut compressor = Compressor::new(CompressionLvl::default());
    let mut compressed = vec![0; compressor.gzip_compress_bound(bytes.len())];
    let size = compressor
        .gzip_compress(bytes, &mut compressed)
        .expect("the bound is kept");
    compressed.truncate(size);
    compressed
}

/// An LZ4 frame, as early Rust writers stored it under the name of LZ4.
///
/// # Panics
/// Never: a vector takes any bytes.
#[must_use]
pub fn lz4_frame(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = lz4_flex::frame::FrameEncoder::new(Vec::new());
    encoder.write_all(bytes).expect("a vector takes any bytes");
    encoder.finish().expect("a vector takes any bytes")
}

/// Hadoop's framing around blocks of at most 64 KiB.
#[must_use]
pub fn lz4_hadoop(bytes: &[u8]) -> Vec<u8> {
    let mut compressed = Vec::new();
    for block in bytes.chunks(1 << 16) {
        let data = lz4_flex::block::compress(block);
        compressed.extend((block.len() as u32).to_be_bytes());
        compressed.extend((data.len() as u32).to_be_bytes());
        compressed.extend(data);
    }
    compressed
}
