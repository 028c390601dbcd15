#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use super::*;
use crate::delta::test_encoders::{
    USUAL, encode_binary_packed, encode_byte_array, encode_length_byte_array, random,
};
use crate::strings::view;

/// Decodes all ways, in batches of `batch`, and compares.
fn check(values: &[&[u8]], batch: usize) {
    let data = encode_byte_array(values);
    let new = |level| ByteArray::try_new_with(level, &data[..]).unwrap();
    for level in SimdLevel::available() {
        let mut decoder = new(level);
        let mut out = ByteArrays::<i32>::new();
        let mut larger = decoder.clone();
        let (mut viewer, mut views, mut long) = (decoder.clone(), vec![42], vec![0; 3]);
        assert_eq!(decoder.remaining(), values.len());
        for part in values.chunks(batch) {
            decoder.decode_offsets(part.len(), &mut out).unwrap();
            let mut large = ByteArrays::<i64>::new();
            larger.decode_offsets(part.len(), &mut large).unwrap();
            assert!(large.iter().eq(part.iter().copied()));
            viewer
                .decode_views(part.len(), 5, &mut long, &mut views)
                .unwrap();
            assert_eq!(Some(&viewer.previous()), part.last());
        }
        assert!(out.iter().eq(values.iter().copied()));
        assert_eq!(decoder.remaining(), 0);
        assert_eq!(views.len(), values.len() + 1);
        for (value, found) in values.iter().zip(&views[1..]) {
            let offset = (found >> 96) as usize;
            if value.len() > INLINE_LEN {
                assert_eq!(&long[offset..offset + value.len()], *value);
            }
            assert_eq!(*found, view(value, 5, offset as u32));
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
    assert_eq!(
        checked.clone().decode_views(n, 0, &mut vec![], &mut vec![]),
        expected
    );
    assert_eq!(checked.clone().skip(n), Ok(()));
}

#[test]
fn tables() {
    check(&[], 1);
    check(&[b""], 1);
    check(&[b"", b"a", b"", b"a"], 1);
    check(
        &[b"herringbone", b"herringbones", b"hering", b"", b"hering"],
        2,
    );
    check(
        &[
            "ä".as_bytes(),
            "ö".as_bytes(),
            "€".as_bytes(),
            "🐟".as_bytes(),
        ],
        2,
    );
    check(
        &[
            "ää".as_bytes(),
            "ää".as_bytes(),
            b"\xc3",
            b"\xc3\xa4",
            b"ascii",
        ],
        9,
    );
    check(&["ä".as_bytes(), b"\xc3\x20"], 9);
    let mut values: Vec<&[u8]> = vec![b"valid"; 3 * BLOCK];
    values[2 * BLOCK + 7] = b"\xff";
    check(&values, 3 * BLOCK);
}

#[test]
fn all_lengths_shared_and_not() {
    let text: Vec<u8> = (0..200).map(|at| b'a' + (random(at) % 26) as u8).collect();
    // Each front of the text, then other bytes: all pairs of lengths on both sides of 16 and of the moves.
    let mut owned: Vec<Vec<u8>> = vec![];
    for prefix in [0, 1, 7, 8, 15, 16, 17, 31, 32, 33, 64, 65, 130] {
        for suffix in [0, 1, 8, 15, 16, 17, 31, 33, 64, 66, 129] {
            owned.push(text[..prefix].to_vec());
            owned.push([&text[..prefix], &vec![b'-'; suffix][..]].concat());
            owned.push(text[..prefix / 2].to_vec());
        }
    }
    let values: Vec<&[u8]> = owned.iter().map(Vec::as_slice).collect();
    for batch in [1, 2, 100, 1000] {
        check(&values, batch);
    }
    let fronts: Vec<&[u8]> = (0..1500).map(|at| &text[..at % 200]).collect();
    check(&fronts, 1500);
    let short: Vec<&[u8]> = (0..1500).map(|at| &text[at % 190..][..at % 10]).collect();
    check(&short, 700);
}

#[test]
fn few_values_share_anything() {
    // One value in `apart` shares a front with the one before, the first of a block or of a call among them.
    for apart in [1, 7, 8, 9, 10, 26, 300] {
        for longest in [1, 12, 40, 200] {
            let mut owned: Vec<Vec<u8>> = vec![];
            for at in 0..1400u64 {
                let len = random(at * 3 + apart) % (longest + 1);
                let letter = |index| b'a' + (random(at * 1000 + index) % 13) as u8;
                let mut value: Vec<u8> = (0..len).map(letter).collect();
                if let Some(last) = owned.last() {
                    let len = value.len().min(last.len());
                    if random(at).is_multiple_of(apart) {
                        value[..len].copy_from_slice(&last[..len]);
                    } else if len > 0 && value[0] == last[0] {
                        value[0] ^= 0x10;
                    }
                }
                owned.push(value);
            }
            let values: Vec<&[u8]> = owned.iter().map(Vec::as_slice).collect();
            for batch in [9, 700, 1400] {
                check(&values, batch);
            }
        }
    }
}

#[test]
fn fixed_values_of_all_widths() {
    for width in 1..70 {
        let owned: Vec<Vec<u8>> = (0..600)
            .map(|at| {
                (0..width)
                    .map(|byte| random(at * width + byte) as u8)
                    .collect()
            })
            .collect();
        let values: Vec<&[u8]> = owned.iter().map(Vec::as_slice).collect();
        let data = encode_byte_array(&values);
        let width = width as usize;
        for level in SimdLevel::available() {
            let mut decoder = ByteArray::try_new_with(level, &data[..]).unwrap();
            let mut out = vec![];
            decoder.decode_fixed(77, width, &mut out).unwrap();
            decoder.decode_fixed(523, width, &mut out).unwrap();
            assert_eq!(out, values.concat());
        }
        let mut decoder = ByteArray::try_new(&data[..]).unwrap();
        let wrong = decoder.decode_fixed(600, width + 1, &mut vec![]);
        let (expected, found) = (width + 1, width);
        assert_eq!(wrong, Err(DecodeError::WrongLength { expected, found }));
    }
}

#[test]
fn short_views_need_no_buffer() {
    let data = encode_byte_array(&[b"herringbone", b"herring", b"herr"]);
    let (mut values, mut views) = (vec![], vec![]);
    let mut decoder = ByteArray::try_new(data).unwrap();
    decoder.decode_views(3, 0, &mut values, &mut views).unwrap();
    assert_eq!((values.len(), views.len()), (0, 3));
    assert_eq!(decoder.previous(), b"herr");
}

#[test]
fn fixed_values_have_one_width() {
    let data = encode_byte_array(&[b"abc", b"abd", b"abe", b"ab"]);
    let mut decoder = ByteArray::try_new(data).unwrap();
    let mut out = vec![];
    decoder.decode_fixed(2, 3, &mut out).unwrap();
    assert_eq!(out, b"abcabd");
    let expected = Err(DecodeError::WrongLength {
        expected: 3,
        found: 2,
    });
    assert_eq!(decoder.decode_fixed(2, 3, &mut out), expected);
}

#[test]
fn a_page_can_go_on_from_the_one_before() {
    let mut data = encode_binary_packed(&[4, 20], USUAL, 4);
    data.extend(encode_length_byte_array(&[b"ing", b"!"]));
    let decoder = ByteArray::try_new(&data[..]).unwrap();
    let mut out = ByteArrays::<i32>::new();
    assert!(matches!(
        decoder.clone().decode_offsets(2, &mut out),
        Err(DecodeError::Malformed { .. })
    ));
    let mut decoder = decoder.with_previous(b"parquet laid as arrows");
    let mut out = ByteArrays::<i32>::new();
    decoder.decode_offsets(1, &mut out).unwrap();
    assert_eq!(out.values, b"parqing");
    assert!(decoder.decode_offsets(1, &mut out).is_err());
    // More than a register, taken from the page before.
    let mut data = encode_binary_packed(&[20], USUAL, 4);
    data.extend(encode_length_byte_array(&[b"!"]));
    let mut decoder = ByteArray::try_new(data)
        .unwrap()
        .with_previous(b"parquet laid as arrows");
    let mut out = ByteArrays::<i32>::new();
    decoder.decode_offsets(1, &mut out).unwrap();
    assert_eq!(out.values, b"parquet laid as arro!");
}

#[test]
fn truncated_at_every_byte() {
    let values: Vec<&[u8]> = (0..150).map(|at| &b"herringbone"[..at % 12]).collect();
    let data = encode_byte_array(&values);
    for size in 0..data.len() {
        let Ok(decoder) = ByteArray::try_new(&data[..size]) else {
            continue;
        };
        let mut out = ByteArrays::<i32>::new();
        assert!(decoder.clone().decode_offsets(150, &mut out).is_err());
        assert!(decoder.clone().decode_fixed(150, 0, &mut vec![]).is_err());
        assert!(decoder.clone().skip(150).is_err());
    }
}

#[test]
fn hostile_lengths() {
    for prefixes in [
        [0, -1],
        [1, 0],
        [0, 6],
        [0, i64::from(i32::MAX)],
        [i64::from(i32::MIN), 0],
    ] {
        let mut data = encode_binary_packed(&prefixes, USUAL, 4);
        data.extend(encode_length_byte_array(&[b"bytes", b""]));
        let decoder = ByteArray::try_new(&data[..]).unwrap();
        let mut out = ByteArrays::<i64>::new();
        assert!(decoder.clone().decode_offsets(2, &mut out).is_err());
        assert!(
            decoder
                .clone()
                .decode_offsets(usize::MAX, &mut out)
                .is_err()
        );
        assert!(decoder.clone().decode_fixed(2, 5, &mut vec![]).is_err());
        assert!(decoder.clone().skip(2).is_err());
        assert!(out.offsets.capacity() < 1000 && out.values.capacity() < 1000);
    }
}

#[test]
fn a_long_value_is_not_repeated_beyond_the_limit() {
    let value = vec![b'x'; 1000];
    let data = encode_byte_array(&vec![&value[..]; 2000]);
    assert!(data.len() < 2000);
    let mut decoder = ByteArray::try_new(data).unwrap().with_output_limit(100_000);
    let mut out = ByteArrays::<i64>::new();
    decoder.decode_offsets(100, &mut out).unwrap();
    let expected = Err(DecodeError::OffsetOverflow {
        total: 101_000,
        max: 100_000,
    });
    assert_eq!(decoder.decode_offsets(1, &mut out), expected);
}
