//! LZ4, deprecated: Hadoop's framing, an LZ4 frame or a bare block.
//!
//! The format never said what this codec's bytes are. Hadoop, whose class the first writers used,
//! stores a sequence of
//!
//! ```text
//! uncompressed size   u32, big-endian
//!   compressed size   u32, big-endian  \  as often as it takes
//!   one LZ4 block                      /  to reach that size
//! ```
//!
//! while early C++ writers stored a bare block and early Rust writers an LZ4 frame. They are tried
//! in this order, framing first, because it must account for every byte and every size and cannot
//! be mistaken; a frame announces itself by its magic number.
//!
//! Spec: Compression.md, "LZ4".

use std::io::Read;

use crate::Codec;
use crate::error::{CodecError, check_size};
use crate::lz4_raw;

const CODEC: Codec = Codec::Lz4Hadoop;
const FRAME_MAGIC: [u8; 4] = 0x184D_2204_u32.to_le_bytes();

pub(crate) fn decompress(compressed: &[u8], out: &mut [u8]) -> Result<(), CodecError> {
    let framing_error = match hadoop_blocks(compressed, out) {
        Ok(()) => return Ok(()),
        Err(error) => error,
    };
    if compressed.starts_with(&FRAME_MAGIC) {
        return frame(compressed, out);
    }
    match lz4_raw::block(CODEC, compressed, out) {
        Ok(actual) => check_size(CODEC, out.len(), actual),
        // Framing read as a block is corrupt from its first bytes; a block that gets as far as to
        // exceed the output is a block.
        Err(error @ CodecError::SizeMismatch { .. }) => Err(error),
        Err(_) => Err(framing_error),
    }
}

fn hadoop_blocks(compressed: &[u8], out: &mut [u8]) -> Result<(), CodecError> {
    let mut rest = compressed;
    let mut written: usize = 0;
    while !rest.is_empty() {
        let block_size = take_size(&mut rest)?;
        // LZ4 cannot do better than 255 to one, so that a size beyond is none.
        if block_size / 255 > rest.len() {
            return Err(CodecError::Corrupt { codec: CODEC });
        }
        // A sum beyond the output also covers one beyond `usize`.
        let block_end = written
            .checked_add(block_size)
            .filter(|&end| end <= out.len());
        let Some(block_end) = block_end else {
            let actual = written.saturating_add(block_size);
            return Err(CodecError::SizeMismatch {
                codec: CODEC,
                declared: out.len(),
                actual,
            });
        };
        // A block of no bytes has one chunk (of C++ writers) or none (of Hadoop).
        let mut wants_chunk = written < block_end || !rest.is_empty();
        while wants_chunk {
            let produced = chunk(&mut rest, &mut out[written..block_end])?;
            if produced == 0 && block_size != 0 {
                return Err(CodecError::Corrupt { codec: CODEC });
            }
            written += produced;
            wants_chunk = written < block_end;
        }
    }
    check_size(CODEC, out.len(), written)
}

/// Takes a chunk off the front of `rest`, decompresses it and returns how much it came to.
fn chunk(rest: &mut &[u8], out: &mut [u8]) -> Result<usize, CodecError> {
    let size = take_size(rest)?;
    let (block, behind) = rest
        .split_at_checked(size)
        .ok_or(CodecError::Truncated { codec: CODEC })?;
    *rest = behind;
    if block.is_empty() {
        Ok(0)
    } else {
        lz4_raw::block(CODEC, block, out)
    }
}

/// Takes a big-endian size off the front of `rest`.
fn take_size(rest: &mut &[u8]) -> Result<usize, CodecError> {
    let (size, behind) = rest
        .split_first_chunk::<4>()
        .ok_or(CodecError::Truncated { codec: CODEC })?;
    *rest = behind;
    Ok(u32::from_be_bytes(*size) as usize)
}

fn frame(compressed: &[u8], out: &mut [u8]) -> Result<(), CodecError> {
    let mut decoder = lz4_flex::frame::FrameDecoder::new(compressed);
    let mut written = 0;
    while written < out.len() {
        match decoder.read(&mut out[written..]) {
            Ok(0) => return check_size(CODEC, out.len(), written),
            Ok(produced) => written += produced,
            Err(_) => return Err(CodecError::Corrupt { codec: CODEC }),
        }
    }
    // The end mark and the content checksum are only read by asking for more.
    match decoder.read(&mut [0]) {
        Ok(0) if decoder.get_ref().is_empty() => check_end_mark(compressed),
        Ok(0) => Err(CodecError::TrailingBytes {
            codec: CODEC,
            len: decoder.get_ref().len(),
        }),
        Ok(_) => {
            let declared = out.len();
            Err(CodecError::SizeMismatch {
                codec: CODEC,
                declared,
                actual: declared + 1,
            })
        }
        Err(_) => Err(CodecError::Corrupt { codec: CODEC }),
    }
}

/// Checks that a frame, read to its last byte, has its end mark.
///
/// The decoder takes the end of the bytes for the end of the frame. The mark is four zero bytes,
/// before the content checksum if the descriptor (the byte behind the magic number) announces one.
fn check_end_mark(frame: &[u8]) -> Result<(), CodecError> {
    const CONTENT_CHECKSUM: u8 = 1 << 2;
    let has_checksum = frame
        .get(FRAME_MAGIC.len())
        .is_some_and(|flags| flags & CONTENT_CHECKSUM != 0);
    let checksum_size = if has_checksum { 4 } else { 0 };
    let without_checksum = frame.split_at_checked(frame.len().saturating_sub(checksum_size));
    if without_checksum.is_some_and(|(data, _)| data.ends_with(&[0; 4])) {
        Ok(())
    } else {
        Err(CodecError::Truncated { codec: CODEC })
    }
}
