//! Pages as writers have really stored them, and as Hadoop may.

use super::encoders::{be, lz4_frame, lz4_raw};
use super::{decompress, text};
use crate::{Codec, CodecError};

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap())
        .collect()
}

/// Checks pages given in hexadecimal digits.
fn check(codec: Codec, compressed: &str, content: &str) {
    let content = bytes(content);
    assert_eq!(
        decompress(codec, &bytes(compressed), content.len()),
        Ok(content)
    );
}

#[test]
fn lz4_of_hadoop() {
    check(Codec::Lz4Hadoop, "00000003000000043001030c", "01030c");
    check(
        Codec::Lz4Hadoop,
        "0000001000000012f001c07afc5e00000000c17afc5e00000000",
        "c07afc5e00000000c17afc5e00000000",
    );
}

#[test]
fn lz4_of_early_cpp_writers_is_a_block() {
    check(
        Codec::Lz4Hadoop,
        "9002000000080101030c",
        "02000000080101030c",
    );
    check(
        Codec::Lz4Hadoop,
        "f001c07afc5e00000000c17afc5e00000000",
        "c07afc5e00000000c17afc5e00000000",
    );
}

#[test]
fn lz4_of_early_rust_writers_is_a_frame() {
    let page = "04224d186470b961000000e314000000060002010200040102020600730104020e0000001400f606\
                01060202010c0205000000332d322d31050000003409001433120084332d3205000000351b001435\
                1b0016351b0010342d00f0010000352d342d3205000000352d342d3300000000d7f1ff55";
    let page = bytes(page);
    let values: Vec<u8> = decompress(Codec::Lz4Hadoop, &page, 132).unwrap();
    assert!(values.ends_with(b"\x05\0\0\x005-4-2\x05\0\0\x005-4-3"));
    assert!(decompress(Codec::Lz4Hadoop, &page, 131).is_err());
    assert!(decompress(Codec::Lz4Hadoop, &page, 133).is_err());
}

#[test]
fn lz4_block_of_several_chunks() {
    // Hadoop splits a block whose bytes exceed its buffer and states the size once.
    let content = text(10_000);
    let mut page = be(content.len()).to_vec();
    for part in content.chunks(3_000) {
        let chunk = lz4_raw(part);
        page.extend(be(chunk.len()));
        page.extend(chunk);
    }
    assert_eq!(
        decompress(Codec::Lz4Hadoop, &page, content.len()),
        Ok(content)
    );
}

#[test]
fn lz4_block_of_no_bytes() {
    assert_eq!(decompress(Codec::Lz4Hadoop, &be(0), 0), Ok(vec![]));
    let with_chunk = [&be(0)[..], &be(1), &[0]].concat();
    assert_eq!(decompress(Codec::Lz4Hadoop, &with_chunk, 0), Ok(vec![]));
}

#[test]
fn lz4_framing_with_sizes_that_lie() {
    let chunk = lz4_raw(&text(100));
    let page = |block: usize, size: usize| [&be(block)[..], &be(size), &chunk].concat();
    assert_eq!(
        decompress(Codec::Lz4Hadoop, &page(100, chunk.len()), 100),
        Ok(text(100))
    );
    for (block, size) in [
        (99, chunk.len()),
        (101, chunk.len()),
        (100, chunk.len() - 1),
        (100, chunk.len() + 1),
        (0, chunk.len()),
        (u32::MAX as usize, chunk.len()),
        (100, 0),
        (100, u32::MAX as usize),
    ] {
        assert!(
            decompress(Codec::Lz4Hadoop, &page(block, size), 100).is_err(),
            "{block} {size}"
        );
    }
}

#[test]
fn lz4_frame_without_its_end_mark() {
    let frame = lz4_frame(&text(100));
    let cut = &frame[..frame.len() - 4];
    assert_eq!(
        decompress(Codec::Lz4Hadoop, cut, 100),
        Err(CodecError::Truncated {
            codec: Codec::Lz4Hadoop
        })
    );
}

#[test]
fn zstd_of_several_frames() {
    let (first, second) = (text(5_000), text(70));
    let page: Vec<u8> = [&first, &second]
        .iter()
        .flat_map(|part| super::encoders::zstd(part))
        .collect();
    assert_eq!(
        decompress(Codec::Zstd, &page, 5_070),
        Ok([first, second].concat())
    );
    assert!(decompress(Codec::Zstd, &page, 5_000).is_err());
}

#[test]
fn two_gibibytes_declared_over_a_few_bytes() {
    // The page of a bad file; its declared size is refused by the page limits, a smaller lie here.
    let page = bytes("1f8b080000000000020363646060600262662006009322e0b00c000000");
    assert_eq!(
        decompress(Codec::Gzip, &page, 1 << 20),
        Err(CodecError::SizeMismatch {
            codec: Codec::Gzip,
            declared: 1 << 20,
            actual: 12
        })
    );
}
