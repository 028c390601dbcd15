#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use super::*;
use crate::strings::view;

/// The obvious encoder.
fn encode(values: &[&[u8]]) -> Vec<u8> {
    let mut data = Vec::new();
    for value in values {
        data.extend_from_slice(&(value.len() as u32).to_le_bytes());
        data.extend_from_slice(value);
    }
    data
}

/// Decodes all ways, in batches of `batch`, and compares.
fn check(values: &[&[u8]], batch: usize) {
    let data = encode(values);
    let utf8 = values
        .iter()
        .position(|value| std::str::from_utf8(value).is_err());
    check_offsets::<i32>(values, &data, batch);
    check_offsets::<i64>(values, &data, batch);

    let mut decoder = ByteArray::new(&data[..], values.len());
    let (mut views, mut spans) = (vec![42], vec![]);
    let mut spanner = decoder.clone();
    for part in values.chunks(batch) {
        decoder
            .decode_views(part.len(), 5, 1000, &mut views)
            .unwrap();
        spanner.decode_spans(part.len(), &mut spans).unwrap();
    }
    assert_eq!((views.len(), spans.len()), (values.len() + 1, values.len()));
    for ((value, span), found) in values.iter().zip(&spans).zip(&views[1..]) {
        let start = span.start as usize;
        assert_eq!(&data[start..start + span.len as usize], *value);
        assert_eq!(*found, view(value, 5, 1000 + span.start));
    }

    for level in SimdLevel::available() {
        let checked = ByteArray::new(&data[..], values.len()).checked_utf8();
        let checked = checked.with_level(level);
        let expected = utf8.map_or(Ok(()), |value| Err(DecodeError::InvalidUtf8 { value }));
        let n = values.len();
        assert_eq!(checked.validate_utf8(n), expected, "{level:?}");
        let mut arrays = ByteArrays::<i32>::new();
        let (mut views, mut spans) = (vec![], vec![]);
        assert_eq!(checked.clone().decode_offsets(n, &mut arrays), expected);
        assert_eq!(checked.clone().decode_views(n, 0, 0, &mut views), expected);
        assert_eq!(checked.clone().decode_spans(n, &mut spans), expected);
        assert_eq!(checked.clone().skip(n), Ok(()));
        if utf8.is_none() {
            assert!(arrays.iter().eq(values.iter().copied()), "{level:?}");
            assert_eq!((views.len(), spans.len()), (n, n));
        }
    }
}

fn check_offsets<O: Offset>(values: &[&[u8]], data: &[u8], batch: usize) {
    for promised in [0, 1, values.len(), values.len() * 9, usize::MAX] {
        let mut decoder = ByteArray::new(data, promised);
        let mut out = ByteArrays::<O>::new();
        for part in values.chunks(batch) {
            decoder.decode_offsets(part.len(), &mut out).unwrap();
        }
        assert_eq!(decoder.remaining_size(), 0);
        assert_eq!(out.len(), values.len());
        assert!(out.iter().eq(values.iter().copied()));
        assert!(decoder.decode_offsets(1, &mut out).is_err());
    }
}

#[test]
fn tables() {
    check(&[], 1);
    check(&[b""], 1);
    check(&[b"", b"", b"", b""], 3);
    check(&[b"a", b"", b"herringbone", b"parquet laid as arrows"], 2);
    check(&[&[0x80; 12], &[0xff; 13], &[0; 16]], 9);
    check(&["ä".as_bytes(), "€uro".as_bytes(), "🐟".as_bytes()], 2);
    check(&[b"\xc3", b"\xa4"], 2);
    check(&[b"fine", b"\xa4"], 2);
}

#[test]
fn all_lengths_around_the_moves() {
    let text: Vec<u8> = (0..600u32).map(|at| b'a' + (at % 26) as u8).collect();
    let values: Vec<&[u8]> = (0..600).map(|len| &text[..len]).collect();
    check(&values, 600);
    check(&values, 7);
    let falling: Vec<&[u8]> = values.iter().rev().copied().collect();
    check(&falling, 100);
    for len in [0, 1, 8, 15, 16, 17, 63, 64, 65, 127, 128, 200, 256] {
        check(&vec![&text[..len]; 1030], 1030);
    }
}

#[test]
fn utf8_is_judged_value_by_value() {
    // Lengths of which a byte is not ASCII (128 to 255, 384, ...) beside those of which none is (256, 300).
    let long = "ä".repeat(400);
    for len in [
        100, 127, 128, 129, 130, 200, 254, 255, 256, 257, 300, 384, 500,
    ] {
        let long = &long.as_bytes()[..len];
        let even = &long[..len & !1];
        check(&[b"short", even, b"short"], 9);
        check(&[b"short", even, even, "€".as_bytes(), even], 9);
        check(&[b"short", long, b"short"], 9);
        check(&[long, b"\xa4"], 9);
        check(&[even, b"\xa4 at a start", even], 9);
        check(&[even, b"cut at the end \xc3", even], 9);
        check(&[even, b"cut at the end \xc3"], 9);
    }
    // The value is counted over windows.
    let mut values: Vec<&[u8]> = vec![b"valid"; 1500];
    values[1031] = b"\xff";
    check(&values, 1500);
}

#[test]
fn values_across_windows() {
    let text = "ab€ä".repeat(1400);
    let ascii = "parquet laid as arrows ".repeat(500);
    for (every, long) in [(1, 5000), (7, 4096), (40, 4092), (1000, 100)] {
        let values: Vec<&[u8]> = (0..2000)
            .map(|at| match at {
                _ if at % every == 0 && at < 50 => &ascii.as_bytes()[..long],
                _ if at % 450 == 449 => &text.as_bytes()[..7 * (at % 90)],
                _ => &ascii.as_bytes()[..at * 31 % 97],
            })
            .collect();
        check(&values, 2000);
        check(&values, 333);
    }
    // A fault in the last byte of the value that ends behind a window, and at each side of its end.
    for at in [4090, 4091, 4092, 4093, 4999] {
        let mut long = vec![b'x'; 5000];
        long[at] = 0xff;
        check(&[b"before", &long, b"after"], 3);
    }
}

#[test]
fn skipped_values_are_not_looked_at() {
    let data = encode(&[b"\xff", b"one", b"two"]);
    let mut decoder = ByteArray::new(data, 3).checked_utf8();
    decoder.skip(1).unwrap();
    let mut out = ByteArrays::<i32>::new();
    decoder.decode_offsets(2, &mut out).unwrap();
    assert_eq!(out.values, b"onetwo");
}

#[test]
fn truncated_at_every_byte() {
    let data = encode(&[b"a", b"", b"herringbone", b"parquet laid as arrows", b"xy"]);
    for size in 0..data.len() {
        let data = &data[..size];
        let fails = |result| matches!(result, Err(DecodeError::Truncated { .. }));
        let decoder = ByteArray::new(data, 5).checked_utf8();
        assert!(fails(
            decoder
                .clone()
                .decode_offsets(5, &mut ByteArrays::<i64>::new())
        ));
        assert!(fails(decoder.clone().decode_views(5, 0, 0, &mut vec![])));
        assert!(fails(decoder.clone().decode_spans(5, &mut vec![])));
        assert!(fails(decoder.validate_utf8(5)));
        let mut skipper = decoder.clone();
        assert!(fails(skipper.skip(5)));
        assert_eq!(skipper.remaining_size(), size);
    }
}

#[test]
fn hostile_lengths_and_counts() {
    for len in [1u32, 0x7f, 0x80, 0xffff, i32::MAX as u32, 1 << 31, u32::MAX] {
        let data = len.to_le_bytes();
        let mut out = ByteArrays::<i32>::new();
        let expected = Err(DecodeError::Truncated {
            needed: 4 + len as usize,
            available: 4,
        });
        assert_eq!(
            ByteArray::new(data, 1).decode_offsets(1, &mut out),
            expected
        );
        assert_eq!(ByteArray::new(data, 1).skip(1), expected);
    }
    for n in [2, 1 << 40, usize::MAX] {
        let mut out = ByteArrays::<i32>::new();
        let mut decoder = ByteArray::new([0u8; 7], n);
        assert!(decoder.decode_offsets(n, &mut out).is_err());
        assert!(decoder.decode_views(n, 0, 0, &mut vec![]).is_err());
        assert!(decoder.decode_spans(n, &mut vec![]).is_err());
        assert!(decoder.validate_utf8(n).is_err());
        assert!(out.offsets.capacity() < 100 && out.values.capacity() < 1000);
    }
}

#[test]
fn views_say_where_they_cannot_reach() {
    let mut decoder = ByteArray::new(encode(&[b"a"]), 1);
    let base = i32::MAX as u32 - 4;
    assert!(
        decoder
            .clone()
            .decode_views(1, 0, base - 1, &mut vec![])
            .is_ok()
    );
    assert!(matches!(
        decoder.decode_views(1, 0, base, &mut vec![]),
        Err(DecodeError::OffsetOverflow { .. })
    ));
}

#[test]
fn values_of_one_length_are_passed_over_many_at_once() {
    let text = "x".repeat(300);
    for len in [0, 1, 12, 255, 256, 300] {
        for odd in [0, 1, 7, 8, 9, 15, 31, 32, 40, 79, 80, 99] {
            let values: Vec<&[u8]> = (0..100)
                .map(|i| {
                    if i == odd {
                        &text[..len / 2 + 3]
                    } else {
                        &text[..len]
                    }
                })
                .map(str::as_bytes)
                .collect();
            let data = encode(&values);
            for n in [0, 1, 7, 8, 9, 16, 39, 64, 99, 100] {
                let mut decoder = ByteArray::new(&data[..], 100);
                decoder.skip(n).unwrap();
                let left: usize = values[n..].iter().map(|value| value.len() + 4).sum();
                assert_eq!(decoder.remaining_size(), left, "{n} of {len}, {odd} is odd");
                let mut cut = ByteArray::new(&data[..data.len() - 1], 100);
                assert_eq!(cut.skip(n).is_err(), n == 100);
            }
        }
    }
}
