#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use super::*;
use crate::delta::test_encoders::{USUAL, encode_binary_packed, encode_length_byte_array};
use crate::strings::view;

/// Decodes all ways, in batches of `batch`, and compares.
fn check(values: &[&[u8]], batch: usize) {
    let data = encode_length_byte_array(values);
    let start = data.len() - values.concat().len();
    let new = |level| LengthByteArray::try_new_with(level, &data[..]).unwrap();
    for level in SimdLevel::available() {
        let mut decoder = new(level);
        let (mut out, mut large) = (ByteArrays::<i32>::new(), ByteArrays::<i64>::new());
        let mut larger = decoder.clone();
        let (mut views, mut viewer) = (vec![42], decoder.clone());
        assert_eq!(decoder.remaining(), values.len());
        for part in values.chunks(batch) {
            decoder.decode_offsets(part.len(), &mut out).unwrap();
            larger.decode_offsets(part.len(), &mut large).unwrap();
            viewer
                .decode_views(part.len(), 5, 1000, &mut views)
                .unwrap();
        }
        assert!(out.iter().eq(values.iter().copied()));
        assert!(large.iter().eq(values.iter().copied()));
        assert_eq!(decoder.remaining(), 0);
        assert_eq!(views.len(), values.len() + 1);
        let mut position = start;
        for (value, found) in values.iter().zip(&views[1..]) {
            assert_eq!(*found, view(value, 5, 1000 + position as u32));
            position += value.len();
        }
        assert!(decoder.decode_offsets(1, &mut out).is_err());

        let mut skipper = new(level);
        let (skipped, rest) = values.split_at(values.len() / 2);
        let mut out = ByteArrays::<i32>::new();
        skipper.skip(skipped.len()).unwrap();
        skipper.decode_offsets(rest.len(), &mut out).unwrap();
        assert!(out.iter().eq(rest.iter().copied()));
    }
    let invalid = values
        .iter()
        .position(|value| std::str::from_utf8(value).is_err());
    let expected = invalid.map_or(Ok(()), |value| Err(DecodeError::InvalidUtf8 { value }));
    let checked = new(SimdLevel::Scalar).checked_utf8();
    let n = values.len();
    assert_eq!(
        checked
            .clone()
            .decode_offsets(n, &mut ByteArrays::<i32>::new()),
        expected
    );
    assert_eq!(checked.clone().decode_views(n, 0, 0, &mut vec![]), expected);
    assert_eq!(checked.clone().skip(n), Ok(()));
}

#[test]
fn tables() {
    check(&[], 1);
    check(&[b""], 1);
    check(&[b"", b"", b""], 2);
    check(&[b"a", b"", b"herringbone", b"parquet laid as arrows"], 2);
    check(&["ä".as_bytes(), "€uro".as_bytes(), "🐟".as_bytes()], 2);
    check(&[b"\xc3", b"\xa4"], 1);
    check(&[b"fine", "ä".as_bytes(), b"cut \xc3", b"\xa4"], 9);
    let text = "parquet laid as arrows, ä".repeat(50);
    let values: Vec<&[u8]> = (0..1200).map(|len| &text.as_bytes()[..len]).collect();
    check(&values[..24], 24);
    check(&values, 700);
    check(&values, 33);
    let mut values: Vec<&[u8]> = vec![b"valid"; 3 * BLOCK];
    values[2 * BLOCK + 7] = b"\xff";
    check(&values, 3 * BLOCK);
}

#[test]
fn fixed_values_have_one_width() {
    let data = encode_length_byte_array(&[b"abc", b"def", b"ghi", b"jk"]);
    let mut decoder = LengthByteArray::try_new(data).unwrap();
    let mut out = vec![];
    decoder.decode_fixed(2, 3, &mut out).unwrap();
    assert_eq!(out, b"abcdef");
    let expected = Err(DecodeError::WrongLength {
        expected: 3,
        found: 2,
    });
    assert_eq!(decoder.decode_fixed(2, 3, &mut out), expected);
}

#[test]
fn truncated_at_every_byte() {
    let values: Vec<&[u8]> = (0..150).map(|at| &b"herringbone"[..at % 12]).collect();
    let data = encode_length_byte_array(&values);
    for size in 0..data.len() {
        let Ok(decoder) = LengthByteArray::try_new(&data[..size]) else {
            continue;
        };
        let mut out = ByteArrays::<i32>::new();
        assert!(decoder.clone().decode_offsets(150, &mut out).is_err());
        assert!(
            decoder
                .clone()
                .decode_views(150, 0, 0, &mut vec![])
                .is_err()
        );
        assert!(decoder.clone().skip(150).is_err());
    }
}

#[test]
fn hostile_lengths() {
    for lengths in [
        [-1, 1],
        [5, -5],
        [i64::from(i32::MIN), 0],
        [i64::from(i32::MAX); 2],
    ] {
        let mut data = encode_binary_packed(&lengths, USUAL, 4);
        data.extend_from_slice(b"bytes");
        let decoder = LengthByteArray::try_new(&data[..]).unwrap();
        let mut out = ByteArrays::<i32>::new();
        assert!(decoder.clone().decode_offsets(2, &mut out).is_err());
        assert!(decoder.clone().decode_views(2, 0, 0, &mut vec![]).is_err());
        assert!(decoder.clone().decode_fixed(2, 5, &mut vec![]).is_err());
        assert!(decoder.clone().skip(2).is_err());
        assert!(
            decoder
                .clone()
                .decode_offsets(usize::MAX, &mut out)
                .is_err()
        );
        assert!(out.offsets.capacity() < 1000);
    }
}
