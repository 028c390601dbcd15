#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use super::*;

/// The obvious encoder.
fn encode(values: &[u8], width: usize) -> Vec<u8> {
    let streams = (0..width).map(|byte| values.iter().skip(byte).step_by(width).copied());
    streams.flatten().collect()
}

fn values(size: usize) -> Vec<u8> {
    (0..size as u32)
        .map(|at| (at.wrapping_mul(0x9e37_79b9) >> 24) as u8)
        .collect()
}

#[test]
fn every_width_and_length_with_every_level() {
    for width in 1..=33 {
        for len in (0..100).chain([127, 128, 129, 255, 256, 257, 700]) {
            let values = values(len * width);
            let data = encode(&values, width);
            for level in SimdLevel::available() {
                for skipped in [0, 1, 5] {
                    let skipped = skipped.min(len);
                    let mut decoder =
                        ByteStreamSplit::try_new_with(level, &data[..], width).unwrap();
                    decoder.skip(skipped).unwrap();
                    let mut out = values[..skipped * width].to_vec();
                    let first = (len - skipped) / 3;
                    decoder.decode_bytes(first, &mut out).unwrap();
                    decoder
                        .decode_bytes(len - skipped - first, &mut out)
                        .unwrap();
                    assert_eq!(out, values, "{level:?}, width {width}, length {len}");
                    assert_eq!(decoder.remaining(), 0);
                }
            }
        }
    }
}

#[test]
fn typed_values() {
    fn check<T: Plain>() {
        let values = values(77 * size_of::<T>());
        let data = encode(&values, size_of::<T>());
        for level in SimdLevel::available() {
            let mut decoder =
                ByteStreamSplit::try_new_with(level, &data[..], size_of::<T>()).unwrap();
            let mut out = Vec::<T>::new();
            decoder.decode(70, &mut out).unwrap();
            decoder.decode(7, &mut out).unwrap();
            assert_eq!(crate::output::bytes_of(&out), values);
            assert!(decoder.decode(1, &mut out).is_err());
        }
    }
    check::<u8>();
    check::<[u8; 3]>();
    check::<i16>();
    check::<f32>();
    check::<f64>();
    check::<i128>();
    check::<[u128; 2]>();
}

#[test]
fn what_does_not_fit_is_an_error() {
    for (size, width) in [(1, 0), (1, 2), (7, 4), (9, 8), (31, 16), (5, usize::MAX)] {
        let found = ByteStreamSplit::try_new(vec![0; size], width);
        assert!(
            matches!(found, Err(DecodeError::WrongLength { .. })),
            "{size}, {width}"
        );
    }
    assert_eq!(ByteStreamSplit::try_new([], 0).unwrap().remaining(), 0);
    let mut decoder = ByteStreamSplit::try_new([0; 16], 8).unwrap();
    assert!(decoder.decode(1, &mut Vec::<u32>::new()).is_err());
    for n in [3, usize::MAX] {
        let expected = Err(DecodeError::TooFewValues {
            needed: n,
            available: 2,
        });
        assert_eq!(decoder.decode(n, &mut Vec::<u64>::new()), expected);
        assert_eq!(decoder.decode_bytes(n, &mut vec![]), expected);
        assert_eq!(decoder.skip(n), expected);
    }
    assert_eq!((decoder.remaining(), decoder.width()), (2, 8));
}
