#![expect(clippy::unwrap_used, reason = "tests")]

use super::entries::select_with_level;
use super::values::{append_with_level, compress_with_level};
use super::*;
use crate::bitpack::tests::numbers;
use crate::hybrid_rle::HybridRle;
use crate::hybrid_rle::tests::{encode, pieces, values_of};
use crate::nulls::Bitmap;
use crate::output::bytes_of;
use crate::plain::ByteArray;
use crate::simd::SimdLevel;
use crate::strings::ByteArrays;
use crate::{BitWidth, DecodeError};

/// Bitmaps of `len` bits from none to all, some with long runs, that start at a bit of their own.
fn bitmaps(len: usize) -> Vec<(Vec<bool>, Vec<u8>, usize)> {
    let mut random = numbers(len + 100_000).skip(len);
    let mut next = move || random.next().unwrap_or(0);
    let mut all = Vec::new();
    for of_ten in [0, 1, 5, 9, 10] {
        for run in [1, 3, 70, 200] {
            let mut bits = Vec::new();
            while bits.len() < len {
                let bit = next() % 10 < of_ten;
                bits.extend(std::iter::repeat_n(bit, 1 + next() as usize % run));
            }
            bits.truncate(len);
            let offset = next() as usize % 9;
            let mut bytes = vec![0xa5; (offset + len).div_ceil(8) + next() as usize % 2];
            for (i, &bit) in bits.iter().enumerate() {
                let (byte, mask) = ((offset + i) / 8, 1 << ((offset + i) % 8));
                bytes[byte] = if bit {
                    bytes[byte] | mask
                } else {
                    bytes[byte] & !mask
                };
            }
            all.push((bits, bytes, offset));
        }
    }
    all
}

fn picked<T: Copy>(values: &[T], bits: &[bool]) -> Vec<T> {
    let pairs = values.iter().zip(bits);
    pairs
        .filter(|(_, bit)| **bit)
        .map(|(value, _)| *value)
        .collect()
}

const LENS: [usize; 12] = [0, 1, 5, 8, 63, 64, 65, 127, 200, 500, 1024, 1500];

#[test]
fn walks_are_those_of_the_bits() {
    for len in LENS {
        for (bits, bytes, offset) in bitmaps(len) {
            let selected = Selected::new(&bytes, offset, len);
            let indices = |bits: &[bool]| (0..bits.len()).filter(|&i| bits[i]).collect::<Vec<_>>();
            assert_eq!(selected.count(), indices(&bits).len());
            let first = indices(&bits).first().copied();
            assert_eq!(selected.leading_unset(), first.unwrap_or(len));
            let first_unset = bits.iter().position(|bit| !bit);
            assert_eq!(selected.leading_set(), first_unset.unwrap_or(len));
            let end = indices(&bits).last().map_or(0, |last| last + 1);
            assert_eq!(selected.trimmed().len(), end);
            for max in [64, 256] {
                let (mut at, mut found) = (0, Vec::new());
                for piece in selected.pieces(max) {
                    match piece {
                        Piece::Skip(n) => {
                            assert!(n > 0);
                            at += n;
                        }
                        Piece::Take(block) => {
                            assert!(!block.is_empty() && block.len() <= max);
                            assert!(block.word(block.len() - 1) == 1);
                            let set = (0..block.len()).filter(|&i| block.word(i) & 1 == 1);
                            found.extend(set.map(|i| at + i));
                            at += block.len();
                        }
                    }
                }
                assert_eq!((at, found), (len, indices(&bits)), "blocks of {max}");
            }
            let (mut at, mut found) = (0, Vec::new());
            for (unset, set) in selected.runs() {
                found.extend(at + unset..at + unset + set);
                at += unset + set;
            }
            assert_eq!((at, found), (len, indices(&bits)));
        }
    }
}

#[test]
fn values_of_every_size_are_picked() {
    fn check<T: crate::Plain + PartialEq + std::fmt::Debug>(value: impl Fn(u64) -> T) {
        for len in LENS {
            let values: Vec<T> = (0..len as u64).map(&value).collect();
            for (bits, bytes, offset) in bitmaps(len) {
                let selected = Selected::new(&bytes, offset, len);
                for level in SimdLevel::available() {
                    let mut out = vec![value(7)];
                    append_with_level(level, bytes_of(&values), selected, &mut out);
                    assert_eq!(out[0], value(7));
                    assert_eq!(out[1..], picked(&values, &bits), "{level:?}");
                }
                let mut out = vec![9];
                let width = size_of::<T>();
                append_selected_bytes(bytes_of(&values), width, selected, &mut out);
                assert_eq!(out[1..], *bytes_of(&picked(&values, &bits)));
            }
        }
    }
    check(|i| i as u8);
    check(|i| i as u16 * 3);
    check(|i| i as i32 - 5);
    check(|i| i * 0x0101_0101);
    check(|i| u128::from(i) << 70 | u128::from(i));
    check(|i| [i as u8, 1, 2]);
    check(|i| [i, 0, !i, i]);
}

#[test]
fn bits_are_compressed() {
    for len in LENS {
        let all = bitmaps(len);
        for (bits, bytes, offset) in &all {
            for (mask, mask_bytes, mask_offset) in &all {
                let expected = picked(bits, mask);
                for level in SimdLevel::available() {
                    let mut out = Bitmap::new();
                    out.push_run(true, len % 13);
                    let ones = compress_with_level(
                        level,
                        Selected::new(bytes, *offset, len),
                        Selected::new(mask_bytes, *mask_offset, len),
                        &mut out,
                    );
                    let found: Vec<_> = (len % 13..out.len()).map(|i| out.get(i)).collect();
                    assert_eq!(found, expected, "{level:?}");
                    assert_eq!(ones, expected.iter().filter(|bit| **bit).count());
                }
            }
        }
    }
}

#[test]
fn entries_have_the_bits_of_their_rows() {
    for len in LENS {
        let mut random = numbers(len + 1000).skip(1000);
        for zeros_of_ten in [0, 2, 5, 10] {
            let levels = (0..len).map(|_| random.next().unwrap_or(0));
            let rep: Vec<u8> = levels
                .map(|n| {
                    if n % 10 < zeros_of_ten {
                        0
                    } else {
                        [1, 2, 128, 255][n as usize / 10 % 4]
                    }
                })
                .collect();
            let num_rows = rep.iter().filter(|&&rep| rep == 0).count();
            for (rows, bytes, offset) in bitmaps(num_rows) {
                for keeps in [false, true] {
                    let (mut bit, mut row) = (keeps, 0);
                    let expected = rep.iter().map(|&rep| {
                        if rep == 0 {
                            bit = rows[row];
                            row += 1;
                        }
                        bit
                    });
                    let expected: Vec<_> = expected.collect();
                    for level in SimdLevel::available() {
                        let mut out = Bitmap::new();
                        out.push_run(true, 3);
                        let selected = Selected::new(&bytes, offset, num_rows);
                        let last = select_with_level(level, &rep, selected, keeps, &mut out);
                        let found: Vec<_> = (3..out.len()).map(|i| out.get(i)).collect();
                        assert_eq!(found, expected, "{level:?}");
                        assert_eq!(last, *expected.last().unwrap_or(&keeps));
                    }
                }
            }
        }
    }
}

#[test]
fn indices_are_picked_from_runs() {
    let mut indices = PickedIndices::default();
    for bit_width in [0, 1, 3, 7, 8, 13, 17, 31, 32] {
        for seed in 0..6 {
            let pieces = pieces(seed, 1 << bit_width);
            let values = values_of(&pieces);
            let data = encode(&pieces, bit_width);
            for (bits, bytes, offset) in bitmaps(values.len()) {
                let width = BitWidth::try_new(bit_width, 32).unwrap();
                let mut runs = HybridRle::try_new(&data[..], width).unwrap();
                let selected = Selected::new(&bytes, offset, values.len());
                // In two calls, so that the second begins inside a run.
                let half = values.len() / 3;
                let first = selected.slice(0..half);
                let mut found = indices.pick(&mut runs, first).unwrap().to_vec();
                let second = selected.slice(half..values.len());
                found.extend(indices.pick(&mut runs, second).unwrap());
                assert_eq!(found, picked(&values, &bits), "{bit_width} bits, {seed}");
            }
            if bit_width > 0 {
                let mut runs =
                    HybridRle::try_new(&data[..], BitWidth::try_new(bit_width, 32).unwrap())
                        .unwrap();
                let more = vec![1; values.len() / 8 + 2];
                let more = Selected::new(&more, 0, values.len() + 8);
                assert!(indices.pick(&mut runs, more).is_err());
            }
        }
    }
}

fn plain(values: &[&[u8]]) -> Vec<u8> {
    let parts = values.iter().map(|value| {
        let prefix = (value.len() as u32).to_le_bytes();
        [&prefix, *value].concat()
    });
    parts.collect::<Vec<_>>().concat()
}

#[test]
fn byte_arrays_are_picked_on_the_way() {
    let texts: Vec<String> = (0..1500usize)
        .map(|i| "abcdefghijklmnopqrstuvwxyzä"[..i * 7 % 26].to_owned() + &i.to_string())
        .collect();
    for len in LENS {
        let values: Vec<&[u8]> = texts[..len].iter().map(String::as_bytes).collect();
        let data = plain(&values);
        for (bits, bytes, offset) in bitmaps(len) {
            let selected = Selected::new(&bytes, offset, len);
            let expected = picked(&values, &bits);
            let mut decoder = ByteArray::new(&data[..], len).checked_utf8();
            let mut out = ByteArrays::<i32>::new();
            let half = selected.slice(0..len / 2);
            decoder.decode_offsets_selected(half, &mut out).unwrap();
            let rest = selected.slice(len / 2..len);
            decoder.decode_offsets_selected(rest, &mut out).unwrap();
            assert!(out.iter().eq(expected.iter().copied()));
            assert_eq!(decoder.remaining_size(), 0);

            let mut whole = ByteArrays::<i64>::new();
            let mut decoder = ByteArray::new(&data[..], len);
            decoder.decode_offsets(len, &mut whole).unwrap();
            let mut out = ByteArrays::new();
            out.push(b"before").unwrap();
            out.append_selected(&whole, selected).unwrap();
            assert!(out.iter().skip(1).eq(expected.iter().copied()));

            let (mut views, mut all) = (Vec::new(), Vec::new());
            let mut decoder = ByteArray::new(&data[..], len).checked_utf8();
            let mut other = decoder.clone();
            other.decode_views(len, 3, 5, &mut all).unwrap();
            decoder
                .decode_views_selected(selected, 3, 5, &mut views)
                .unwrap();
            assert_eq!(views, picked(&all, &bits));
            assert_eq!(decoder.remaining_size(), 0);
        }
    }
}

#[test]
fn only_values_that_are_picked_have_to_be_text() {
    let data = plain(&[b"a", b"\xff", b"b", b"\xc3\xa4", b"\xc3"]);
    let check = |bits: u8, len, expected: Result<&[&[u8]], DecodeError>| {
        let bytes = [bits];
        let selected = Selected::new(&bytes, 0, len);
        let mut out = ByteArrays::<i32>::new();
        let mut decoder = ByteArray::new(&data[..], 5).checked_utf8();
        let found = decoder.decode_offsets_selected(selected, &mut out);
        assert_eq!(found.err(), expected.err());
        if let Ok(values) = expected {
            assert!(out.iter().eq(values.iter().copied()));
        }
    };
    check(0b01101, 5, Ok(&[b"a", b"b", b"\xc3\xa4"]));
    check(0b00011, 5, Err(DecodeError::InvalidUtf8 { value: 1 }));
    check(0b10101, 5, Err(DecodeError::InvalidUtf8 { value: 4 }));
    let error = DecodeError::Truncated {
        needed: 4,
        available: 0,
    };
    check(0b00001, 6, Err(error));
    check(0b100001, 6, Err(error));
}

#[test]
#[should_panic(expected = "9 bits")]
fn bits_have_to_be_there() {
    let _ = Selected::new(&[0], 0, 9);
}
