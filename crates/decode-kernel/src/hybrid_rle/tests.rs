#![expect(clippy::unwrap_used, reason = "tests")]

use super::*;
use crate::bitpack::tests::{numbers, pack};
use crate::nulls::Bitmap;

/// Runs to be encoded.
#[derive(Clone, Debug)]
pub(crate) enum Piece {
    Repeated(u32, usize),
    /// Padded with zeros to a whole number of groups.
    Packed(Vec<u32>),
}

/// The obvious encoder.
pub(crate) fn encode(pieces: &[Piece], bit_width: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Repeated(value, len) => {
                push_varint(&mut bytes, 2 * *len as u64);
                bytes.extend(&value.to_le_bytes()[..bit_width.div_ceil(8) as usize]);
            }
            Piece::Packed(values) => {
                let groups = values.len().div_ceil(8);
                push_varint(&mut bytes, 2 * groups as u64 + 1);
                let mut padded: Vec<u64> = values.iter().map(|&v| u64::from(v)).collect();
                padded.resize(groups * 8, 0);
                bytes.extend(pack(&padded, bit_width));
            }
        }
    }
    bytes
}

/// What the pieces hold, padding included.
pub(crate) fn values_of(pieces: &[Piece]) -> Vec<u32> {
    let mut values = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Repeated(value, len) => values.extend(std::iter::repeat_n(*value, *len)),
            Piece::Packed(packed) => {
                values.extend(packed);
                let padding = packed.len().div_ceil(8) * 8 - packed.len();
                values.extend(std::iter::repeat_n(0, padding));
            }
        }
    }
    values
}

fn push_varint(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

/// Pieces of many lengths, values below `limit`.
pub(crate) fn pieces(seed: usize, limit: u64) -> Vec<Piece> {
    let lens = [8, 1, 16, 0, 40, 3, 504, 8, 24, 129, 64, 0, 2, 8, 300];
    let mut random = numbers(10_000).skip(seed % 50);
    let mut next = move || (random.next().unwrap() >> 20) % limit;
    lens.iter()
        .cycle()
        .skip(seed)
        .take(2 * lens.len())
        .enumerate()
        .map(|(i, &len)| {
            if (i + seed).is_multiple_of(2) {
                Piece::Repeated(next() as u32, len)
            } else {
                Piece::Packed(
                    (0..len.next_multiple_of(8))
                        .map(|_| next() as u32)
                        .collect(),
                )
            }
        })
        .collect()
}

/// Batch sizes that add up to `total`, of many alignments.
pub(crate) fn batches(seed: usize, total: usize) -> Vec<usize> {
    let mut sizes = Vec::new();
    let mut left = total;
    for size in [1, 7, 0, 33, 100, 5, 64, 31, 8, 200, 1000]
        .into_iter()
        .cycle()
        .skip(seed)
    {
        sizes.push(size.min(left));
        left -= size.min(left);
        if left == 0 {
            return sizes;
        }
    }
    sizes
}

#[test]
fn every_width_level_and_alignment() {
    for bits in 0..=32 {
        let bit_width = BitWidth::try_new(bits, 32).unwrap();
        for seed in 0..12 {
            let pieces = pieces(seed, bit_width.mask() + 1);
            let expected = values_of(&pieces);
            let bytes = encode(&pieces, bits);
            for level in SimdLevel::available() {
                let decoder = HybridRle::try_with_level(&bytes, bit_width, level).unwrap();
                let (mut whole, mut parts, mut narrow) = (vec![5], Vec::new(), Vec::new());
                decoder
                    .clone()
                    .decode_u32(expected.len(), &mut whole)
                    .unwrap();
                assert_eq!(whole[1..], expected, "{level:?}, {bits} bits");

                let mut by_parts = decoder.clone();
                for n in batches(seed, expected.len()) {
                    by_parts.decode_u32(n, &mut parts).unwrap();
                }
                assert_eq!(parts, expected, "{level:?}, {bits} bits");
                let more = by_parts.decode_u32(1, &mut parts);
                assert_eq!(more.is_err(), bits > 0);

                let mut bytewise = decoder.clone();
                for n in batches(seed + 3, expected.len()) {
                    assert_eq!(bytewise.decode_u8(n, &mut narrow).is_ok(), bits <= 8);
                }
                assert!(
                    bits > 8
                        || narrow
                            .iter()
                            .map(|&v| u32::from(v))
                            .eq(expected.iter().copied())
                );

                let mut skipping = decoder;
                let mut at = 0;
                for (i, n) in batches(seed + 5, expected.len()).into_iter().enumerate() {
                    if i % 2 == 0 {
                        skipping.skip(n).unwrap();
                    } else {
                        let mut some = Vec::new();
                        skipping.decode_u32(n, &mut some).unwrap();
                        assert_eq!(some, expected[at..at + n]);
                    }
                    at += n;
                }
            }
        }
    }
}

#[test]
fn bits_are_copied_and_counted() {
    let one = BitWidth::of_level(1);
    for seed in 0..24 {
        let pieces = pieces(seed, 2);
        let expected = values_of(&pieces);
        let bytes = encode(&pieces, 1);
        let mut decoder = HybridRle::try_new(&bytes[..], one).unwrap();
        let mut skipping = decoder.clone();
        let mut bitmap = Bitmap::new();
        let mut at = 0;
        for n in batches(seed, expected.len()) {
            let ones = expected[at..at + n].iter().filter(|&&v| v == 1).count();
            assert_eq!(decoder.decode_bits(n, &mut bitmap), Ok(ones));
            assert_eq!(skipping.skip_bits(n), Ok(ones));
            at += n;
        }
        assert!(
            (0..bitmap.len())
                .map(|i| u32::from(bitmap.get(i)))
                .eq(expected.iter().copied())
        );
        assert!(decoder.decode_bits(1, &mut bitmap).is_err());
    }
    let two = [6, 2];
    let mut decoder = HybridRle::try_new(two, one).unwrap();
    let error = Err(DecodeError::LevelOutOfRange { level: 2, max: 1 });
    assert_eq!(decoder.clone().decode_bits(2, &mut Bitmap::new()), error);
    assert_eq!(decoder.skip_bits(2), error);
    let wide = HybridRle::try_new(two, BitWidth::of_level(3)).unwrap();
    assert!(wide.clone().decode_bits(2, &mut Bitmap::new()).is_err());
    assert!(wide.clone().skip_bits(2).is_err());
}

#[test]
fn the_last_packed_run_may_be_cut_short() {
    for bits in 1..=32_u32 {
        let bit_width = BitWidth::try_new(bits, 32).unwrap();
        let values: Vec<u32> = numbers(64).map(|v| (v & bit_width.mask()) as u32).collect();
        let bytes = encode(&[Piece::Packed(values.clone())], bits);
        for cut in 1..bytes.len() {
            let there = (cut - 1) * 8 / bits as usize;
            let decoder = HybridRle::try_new(&bytes[..cut], bit_width).unwrap();
            let mut out = Vec::new();
            decoder.clone().decode_u32(there, &mut out).unwrap();
            assert_eq!(out, values[..there]);
            let error = decoder.clone().decode_u32(there + 1, &mut out);
            assert!(matches!(error, Err(DecodeError::Truncated { .. })));
            assert_eq!(out.len(), there);
        }
    }
}

#[test]
fn hostile_bytes_end_in_errors() {
    let huge = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1];
    let endless = [0x80; 30];
    let empty_runs = [0, 1, 0, 1, 1, 1];
    for bits in 0..=32 {
        let bit_width = BitWidth::try_new(bits, 32).unwrap();
        for bytes in [
            &huge[..],
            &huge[..9],
            &endless,
            &empty_runs,
            &[0; 50],
            &[],
            &[2],
            &[0xfe; 3],
        ] {
            let decoder = HybridRle::try_new(bytes, bit_width).unwrap();
            let mut left = 100_000;
            let mut runs = decoder.clone();
            while let Ok(run) = runs.next_run(left) {
                left -= run.len();
                if left == 0 {
                    break;
                }
            }
            let _ = decoder.clone().decode_u32(1000, &mut Vec::new());
            let _ = decoder.clone().skip(1000);
        }
    }
    for (seed, bits) in (0..2000).zip((1..=32).cycle()) {
        let bytes: Vec<u8> = numbers(20)
            .skip(seed % 7)
            .map(|v| (v >> (seed % 50)) as u8)
            .collect();
        let bit_width = BitWidth::try_new(bits, 32).unwrap();
        for level in SimdLevel::available() {
            let mut decoder = HybridRle::try_with_level(&bytes, bit_width, level).unwrap();
            let mut out = Vec::new();
            while decoder.decode_u32(3, &mut out).is_ok() && out.len() < 500 {}
        }
    }
}

#[test]
fn runs_come_as_they_lie() {
    let bytes = [6, 9, 3, 0b1010_0101, 0b1111_0000, 0b0000_1111, 0];
    let four = BitWidth::try_new(4, 4).unwrap();
    let mut decoder = HybridRle::try_new(bytes, four).unwrap();
    assert_eq!(decoder.next_run(2), Ok(Run::Repeated { value: 9, len: 2 }));
    assert_eq!(decoder.next_run(0), Ok(Run::Repeated { value: 9, len: 0 }));
    assert_eq!(decoder.next_run(5), Ok(Run::Repeated { value: 9, len: 1 }));
    assert_eq!(
        decoder.next_run(3),
        Ok(Run::Packed {
            bytes: &bytes[3..],
            bit_offset: 0,
            bit_width: four,
            len: 3
        })
    );
    let rest = Run::Packed {
        bytes: &bytes[4..],
        bit_offset: 4,
        bit_width: four,
        len: 5,
    };
    assert_eq!(decoder.next_run(9), Ok(rest));
    assert_eq!(
        decoder.next_run(1),
        Err(DecodeError::Truncated {
            needed: 1,
            available: 0
        })
    );
    assert!(HybridRle::try_new(bytes, BitWidth::MAX).is_err());
}

/// Runs at all bounds of the ways that bits are taken: a word less a byte, headers of one, two and three bytes, a block.
#[test]
fn bits_of_runs_of_every_length() {
    let lens = [
        0, 1, 7, 8, 55, 56, 57, 63, 64, 65, 111, 112, 113, 127, 128, 129, 300, 8191, 8192, 8193,
        16384, 40_000,
    ];
    for (i, &len) in lens.iter().enumerate() {
        for offset in 0..9 {
            let bits = |n: usize| numbers(n + i).map(|v| (v >> 9) as u32 & 1).collect();
            let middles = [
                Piece::Repeated(0, len),
                Piece::Repeated(1, len),
                Piece::Packed(bits(len)),
            ];
            for middle in middles {
                let pieces = [
                    Piece::Repeated(1, offset),
                    Piece::Packed(bits(8)),
                    middle.clone(),
                    Piece::Repeated(0, 3),
                    middle,
                    Piece::Packed(bits(24)),
                ];
                let expected = values_of(&pieces);
                let bytes = encode(&pieces, 1);
                for batch in [expected.len(), 1000, 61] {
                    let mut decoder = HybridRle::try_new(&bytes, BitWidth::of_level(1)).unwrap();
                    let mut bitmap = Bitmap::new();
                    for chunk in expected.chunks(batch) {
                        let ones = chunk.iter().filter(|&&v| v == 1).count();
                        assert_eq!(decoder.decode_bits(chunk.len(), &mut bitmap), Ok(ones));
                    }
                    assert_eq!(bitmap.len(), expected.len());
                    let is_same = |(i, &v): (usize, &u32)| bitmap.get(i) == (v == 1);
                    assert!(expected.iter().enumerate().all(is_same), "{pieces:?}");
                    assert!(decoder.decode_bits(1, &mut bitmap).is_err());
                }
            }
        }
    }
}
