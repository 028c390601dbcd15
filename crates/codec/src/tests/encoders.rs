//! The encoder sides, each as one function.

use std::io::Write;

use libdeflater::{CompressionLvl, Compressor};

pub(super) fn snappy(content: &[u8]) -> Vec<u8> {
    snap::raw::Encoder::new().compress_vec(content).unwrap()
}

/// One member.
pub(super) fn gzip(content: &[u8]) -> Vec<u8> {
    let mut compressor = Compressor::new(CompressionLvl::default());
    let mut compressed = vec![0; compressor.gzip_compress_bound(content.len())];
    let size = compressor.gzip_compress(content, &mut compressed).unwrap();
    compressed.truncate(size);
    compressed
}

pub(super) fn brotli(content: &[u8]) -> Vec<u8> {
    let mut compressed = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut compressed, 4096, 4, 22);
    writer.write_all(content).unwrap();
    drop(writer);
    compressed
}

pub(super) fn zstd(content: &[u8]) -> Vec<u8> {
    zstd::bulk::compress(content, 3).unwrap()
}

pub(super) fn lz4_raw(content: &[u8]) -> Vec<u8> {
    lz4_flex::block::compress(content)
}

pub(super) fn lz4_frame(content: &[u8]) -> Vec<u8> {
    let mut encoder = lz4_flex::frame::FrameEncoder::new(Vec::new());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

/// Hadoop's framing with blocks of at most 100 kB.
pub(super) fn lz4_hadoop(content: &[u8]) -> Vec<u8> {
    let mut compressed = Vec::new();
    for block in content.chunks(100_000) {
        compressed.extend(be(block.len()));
        let chunk = lz4_raw(block);
        compressed.extend(be(chunk.len()));
        compressed.extend(chunk);
    }
    compressed
}

/// A size as Hadoop's framing has it.
pub(super) fn be(size: usize) -> [u8; 4] {
    u32::try_from(size).unwrap().to_be_bytes()
}
