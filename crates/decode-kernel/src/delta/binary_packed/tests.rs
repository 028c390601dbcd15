#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use super::*;
use crate::delta::test_encoders::{Shape, encode_binary_packed, random};

const SHAPES: [Shape; 5] = [
    Shape {
        block_len: 128,
        per_block: 4,
    },
    Shape {
        block_len: 128,
        per_block: 1,
    },
    Shape {
        block_len: 256,
        per_block: 8,
    },
    Shape {
        block_len: 1024,
        per_block: 2,
    },
    Shape {
        block_len: 32,
        per_block: 1,
    },
];

/// Encodes in all shapes, decodes in batches of `batch` with all levels, skips every other batch, and finds the end.
fn check<T: DeltaInt + PartialEq + std::fmt::Debug + Into<i64>>(values: &[T], batch: usize) {
    let longs: Vec<i64> = values.iter().map(|&value| value.into()).collect();
    for shape in SHAPES {
        let stream = encode_binary_packed(&longs, shape, size_of::<T>());
        let mut data = stream.clone();
        data.extend_from_slice(b"what follows");
        for level in SimdLevel::available() {
            let new = || BinaryPacked::<_, T>::try_new_with(level, &data[..]).unwrap();
            let mut decoder = new();
            let mut out = vec![];
            assert_eq!(decoder.remaining(), values.len());
            for part in values.chunks(batch) {
                assert_eq!(decoder.end_position(), Ok(stream.len()));
                decoder.decode(part.len(), &mut out).unwrap();
            }
            assert_eq!(out, values, "{level:?}");
            assert_eq!(
                (decoder.remaining(), decoder.end_position()),
                (0, Ok(stream.len()))
            );
            let left = Err(DecodeError::TooFewValues {
                needed: 1,
                available: 0,
            });
            assert_eq!(decoder.decode(1, &mut out), left);
            assert_eq!(decoder.skip(1), left);

            let mut decoder = new();
            for (index, part) in values.chunks(batch).enumerate() {
                if index % 2 == 0 {
                    decoder.skip(part.len()).unwrap();
                } else {
                    let mut out = vec![];
                    decoder.decode(part.len(), &mut out).unwrap();
                    assert_eq!(out, part);
                }
            }
        }
    }
}

#[test]
fn tables() {
    check::<i32>(&[], 1);
    check::<i32>(&[7], 1);
    check::<i64>(&[i64::MIN, i64::MAX, i64::MIN, 0, -1, i64::MAX], 2);
    check::<i32>(&[i32::MIN, i32::MAX, i32::MIN, 0, -1, i32::MAX], 4);
    check::<i32>(&[5; 1000], 33);
    check::<i64>(&(0..3000).collect::<Vec<i64>>(), 1000);
    check::<i64>(&(0..3000).map(|at| -7 * at).collect::<Vec<i64>>(), 1);
}

#[test]
fn lengths_around_groups_and_blocks() {
    let values: Vec<i32> = (0..1100u64).map(|at| (random(at) >> 40) as i32).collect();
    for len in [
        1, 2, 31, 32, 33, 34, 64, 65, 127, 128, 129, 130, 256, 257, 258, 1025, 1100,
    ] {
        for batch in [1, 7, 32, 100, 2000] {
            check(&values[..len], batch);
        }
    }
}

#[test]
fn differences_of_every_width() {
    for shift in 0..64 {
        let longs: Vec<i64> = (0..300).map(|at| (random(at) >> shift) as i64).collect();
        check(&longs, 100);
        check(
            &longs.iter().map(|&value| value as i32).collect::<Vec<_>>(),
            77,
        );
    }
}

#[test]
fn a_width_beyond_the_type_wraps() {
    // Differences of 32-bit values taken in 64 bits need 33 bits.
    let values = [i32::MIN, i32::MAX, i32::MIN, 3, i32::MAX];
    let longs = values.map(i64::from);
    let data = encode_binary_packed(&longs, SHAPES[0], 8);
    for level in SimdLevel::available() {
        let mut out = vec![];
        let mut decoder = BinaryPacked::<_, i32>::try_new_with(level, &data[..]).unwrap();
        decoder.decode(5, &mut out).unwrap();
        assert_eq!(out, values);
    }
}

#[test]
fn a_stream_that_ends_with_its_last_value_is_readable() {
    let values: Vec<i64> = (0..40u64).map(|at| (random(at) >> 57) as i64).collect();
    let data = encode_binary_packed(&values, SHAPES[1], 8);
    // A miniblock takes 16 bytes a bit, what is before it less than 16.
    let bits = data.len() / 16;
    // Of 128 differences, 39 are values and the others padding.
    let size = data.len() - 128 * bits / 8 + (39 * bits).div_ceil(8);
    let mut out = vec![];
    let mut decoder = BinaryPacked::<_, i64>::try_new(&data[..size]).unwrap();
    decoder.decode(40, &mut out).unwrap();
    assert_eq!(out, values);
    assert!(decoder.end_position().is_err());
    let mut decoder = BinaryPacked::<_, i64>::try_new(&data[..size - 1]).unwrap();
    assert!(matches!(
        decoder.decode(40, &mut out),
        Err(DecodeError::Truncated { .. })
    ));
}

#[test]
fn truncated_at_every_byte() {
    let values: Vec<i64> = (0..300u64).map(|at| (random(at) >> 30) as i64).collect();
    let data = encode_binary_packed(&values, SHAPES[0], 8);
    for size in 0..data.len() {
        let Ok(decoder) = BinaryPacked::<_, i64>::try_new(&data[..size]) else {
            continue;
        };
        assert!(decoder.end_position().is_err());
        let mut out = vec![];
        match decoder.clone().decode(300, &mut out) {
            Ok(()) => assert_eq!(out, values),
            Err(error) => assert!(matches!(error, DecodeError::Truncated { .. })),
        }
        assert_eq!(decoder.clone().skip(300).is_ok(), !out.is_empty());
    }
}

#[test]
fn hostile_headers() {
    let uleb = |value: u64| {
        let (mut bytes, mut rest) = (vec![], value);
        while rest >= 0x80 {
            bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        bytes.push(rest as u8);
        bytes
    };
    let header = |numbers: [u64; 4]| numbers.map(uleb).concat();
    for (block_len, per_block) in [
        (0, 0),
        (0, 1),
        (128, 0),
        (128, 3),
        (128, 8),
        (100, 1),
        (16, 1),
        (u64::MAX, 1),
        (128, u64::MAX),
    ] {
        let data = header([block_len, per_block, 5, 0]);
        let error = BinaryPacked::<_, i32>::try_new(&data[..]).unwrap_err();
        assert!(
            matches!(error, DecodeError::Malformed { .. }),
            "{block_len}, {per_block}"
        );
    }
    for num_values in [2, 1 << 40, u64::MAX] {
        // No block at all.
        let data = header([128, 4, num_values, 0]);
        let mut decoder = BinaryPacked::<_, i64>::try_new(&data[..]).unwrap();
        assert!(decoder.decode(2, &mut vec![]).is_err());
        assert!(decoder.end_position().is_err());
    }
    // A miniblock of a great many zeros, and of a great many wide values.
    for (width, expected) in [(0, true), (64, false)] {
        let data = [header([1 << 60, 1, u64::MAX >> 8, 3]), vec![2, width]].concat();
        let mut decoder = BinaryPacked::<_, i64>::try_new(&data[..]).unwrap();
        let mut out = vec![];
        assert_eq!(decoder.decode(100, &mut out).is_ok(), expected);
        assert_eq!(decoder.end_position().is_ok(), expected);
        assert!(!expected || out == (-2..98).collect::<Vec<_>>());
    }
    for width in [65, 128, 255] {
        let data = [
            header([128, 4, 9, 3]),
            vec![2, width, 0, 0, 0],
            vec![0; 5000],
        ]
        .concat();
        let mut decoder = BinaryPacked::<_, i64>::try_new(&data[..]).unwrap();
        let expected = Err(DecodeError::BitWidth {
            found: u32::from(width),
            max: 64,
        });
        assert_eq!(decoder.decode(9, &mut vec![]), expected);
        assert_eq!(decoder.end_position().err(), expected.err());
    }
    // Widths of miniblocks that are not there mean nothing.
    let data = [header([128, 4, 9, 3]), vec![2, 0, 255, 255, 255]].concat();
    let mut decoder = BinaryPacked::<_, i64>::try_new(&data[..]).unwrap();
    assert_eq!(decoder.end_position(), Ok(data.len()));
    decoder.skip(8).unwrap();
    let mut out = vec![];
    decoder.decode(1, &mut out).unwrap();
    assert_eq!(out, [6]);
}
