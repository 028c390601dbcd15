#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]
//! Every codec against its encoder, against damage, and against what writers really wrote.

mod encoders;
mod from_the_wild;
mod gzip_members;

use proptest::prelude::*;

use crate::{Codec, CodecError, Decompressor};

type Encoder = fn(&[u8]) -> Vec<u8>;

/// Each codec with an encoder of it.
const CODECS: [(Codec, Encoder); 9] = [
    (Codec::Uncompressed, <[u8]>::to_vec),
    (Codec::Snappy, encoders::snappy),
    (Codec::Gzip, encoders::gzip),
    (Codec::Brotli, encoders::brotli),
    (Codec::Zstd, encoders::zstd),
    (Codec::Lz4Raw, encoders::lz4_raw),
    (Codec::Lz4Hadoop, encoders::lz4_hadoop),
    (Codec::Lz4Hadoop, encoders::lz4_frame),
    (Codec::Lz4Hadoop, encoders::lz4_raw),
];

fn decompress(codec: Codec, compressed: &[u8], size: usize) -> Result<Vec<u8>, CodecError> {
    let mut decompressor = Decompressor::try_new(codec).unwrap();
    let mut out = vec![0xa5; size];
    decompressor.decompress(compressed, &mut out).map(|()| out)
}

/// Bytes that compress, but not to nothing: words of a small vocabulary.
fn text(size: usize) -> Vec<u8> {
    let words = ["column ", "chunk ", "page ", "level ", "row ", "\u{2192} "];
    let mut state = 1u32;
    let mut bytes = Vec::new();
    while bytes.len() < size {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        bytes.extend_from_slice(words[(state >> 16) as usize % words.len()].as_bytes());
    }
    bytes.truncate(size);
    bytes
}

/// Bytes that do not compress.
fn noise(size: usize) -> Vec<u8> {
    let mut state = 7u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    };
    (0..size).map(|_| next()).collect()
}

fn samples() -> Vec<Vec<u8>> {
    let mut samples: Vec<Vec<u8>> = (0..40).map(text).collect();
    samples.extend((0..40).map(noise));
    for size in [1_000, 65_536, 65_537, 300_000] {
        samples.extend([text(size), noise(size), vec![0; size]]);
    }
    samples
}

#[test]
fn nothing_comes_to_more_than_its_codec_allows() {
    for (codec, compress) in CODECS {
        for size in [0, 1, 2, 20, 1000, 1 << 20, 20 << 20] {
            let compressed = compress(&vec![0; size]);
            let most = codec.max_size(compressed.len());
            assert!(size <= most, "{codec}: {size} from {}", compressed.len());
        }
    }
}

#[test]
fn what_is_compressed_comes_back() {
    for (codec, compress) in CODECS {
        let mut decompressor = Decompressor::try_new(codec).unwrap();
        for sample in samples() {
            let compressed = compress(&sample);
            let mut out = vec![0xa5; sample.len()];
            assert_eq!(
                decompressor.decompress(&compressed, &mut out),
                Ok(()),
                "{codec}"
            );
            assert!(out == sample, "{codec}, {} bytes", sample.len());
        }
    }
}

#[test]
fn declared_size_wrong_either_way() {
    for (codec, compress) in CODECS {
        for sample in [text(1), text(100), noise(100), text(70_000), vec![0; 5_000]] {
            let compressed = compress(&sample);
            let len = sample.len();
            for declared in [0, len / 2, len - 1, len + 1, len + 7, 2 * len, 100 * len] {
                let result = decompress(codec, &compressed, declared);
                match result {
                    Err(CodecError::SizeMismatch {
                        declared: found,
                        actual,
                        ..
                    }) => {
                        assert_eq!(found, declared, "{codec}");
                        if declared > len {
                            assert!(actual <= len, "{codec}: {actual} for {len}");
                        } else {
                            assert!(actual > declared, "{codec}: {actual} for {declared}");
                        }
                    }
                    other => panic!("{codec}: {len} declared as {declared}: {other:?}"),
                }
            }
        }
    }
}

#[test]
fn truncated_at_every_byte() {
    for (codec, compress) in CODECS {
        for sample in [text(1), text(700), noise(60)] {
            let compressed = compress(&sample);
            for size in 0..compressed.len() {
                let result = decompress(codec, &compressed[..size], sample.len());
                assert!(
                    result.is_err(),
                    "{codec}: cut to {size} of {}",
                    compressed.len()
                );
            }
        }
    }
}

#[test]
fn any_byte_changed_is_an_error_or_fills_the_output() {
    for (codec, compress) in CODECS {
        let sample = text(300);
        let compressed = compress(&sample);
        let mut decompressor = Decompressor::try_new(codec).unwrap();
        for at in 0..compressed.len() {
            for flip in [0x01, 0x80, 0xff] {
                let mut damaged = compressed.clone();
                damaged[at] ^= flip;
                let (mut first, mut second) = (vec![0; sample.len()], vec![0xff; sample.len()]);
                let result = decompressor.decompress(&damaged, &mut first);
                assert_eq!(
                    decompressor.decompress(&damaged, &mut second),
                    result,
                    "{codec}"
                );
                if result.is_ok() {
                    assert!(first == second, "{codec}: output left unwritten, byte {at}");
                }
            }
        }
        // Still good after all that.
        let mut out = vec![0; sample.len()];
        assert_eq!(
            decompressor.decompress(&compressed, &mut out),
            Ok(()),
            "{codec}"
        );
        assert!(out == sample, "{codec}");
    }
}

#[test]
fn trailing_bytes_are_an_error() {
    for (codec, compress) in CODECS {
        let sample = text(500);
        for tail in [&[1][..], b"\x1f\x8b", &[0xff; 40]] {
            let compressed = [&compress(&sample), tail].concat();
            assert!(
                decompress(codec, &compressed, sample.len()).is_err(),
                "{codec}: {tail:?}"
            );
        }
    }
}

#[test]
fn no_bytes_for_no_values() {
    for (codec, _) in CODECS {
        assert_eq!(decompress(codec, &[], 0), Ok(vec![]), "{codec}");
        assert!(decompress(codec, &[], 1).is_err(), "{codec}");
    }
}

#[test]
fn lzo_is_unsupported() {
    let error = Decompressor::try_new(Codec::Lzo).unwrap_err();
    assert_eq!(error, CodecError::Unsupported { codec: Codec::Lzo });
    assert_eq!(error.to_string(), "codec LZO is not supported");
    assert!(!Codec::Lzo.is_compiled_in());
    assert!(CODECS.iter().all(|(codec, _)| codec.is_compiled_in()));
}

#[test]
fn errors_are_small_and_say_numbers() {
    assert!(size_of::<CodecError>() <= 24);
    let error = decompress(Codec::Snappy, &encoders::snappy(&text(9)), 8).unwrap_err();
    assert_eq!(
        error.to_string(),
        "SNAPPY data comes to at least 9 bytes, expected 8 as declared"
    );
    let error = decompress(Codec::Zstd, &encoders::zstd(&text(9)), 80).unwrap_err();
    assert_eq!(
        error.to_string(),
        "ZSTD data comes to 9 bytes, expected 80 as declared"
    );
}

proptest! {
    #[test]
    fn any_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..300), size in 0usize..2_000) {
        for (codec, _) in CODECS {
            let _ = decompress(codec, &bytes, size);
        }
    }

    #[test]
    fn any_content_comes_back(content in prop::collection::vec(0u8..4, 0..3_000)) {
        for (codec, compress) in CODECS {
            prop_assert_eq!(decompress(codec, &compress(&content), content.len()), Ok(content.clone()));
        }
    }
}
