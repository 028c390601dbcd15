#![expect(clippy::unwrap_used, reason = "tests")]

use super::*;
use crate::hybrid_rle::HybridRle;
use crate::hybrid_rle::tests::{batches, encode, pieces, values_of};
use crate::simd::SimdLevel;
use crate::{ByteArrays, Plain};

/// Runs `check` on the indices of many streams, for each level, width and dictionary length that go together.
fn each_stream(mut check: impl FnMut(HybridRle<&[u8]>, usize, &[u32], Vec<usize>)) {
    for bits in (0..=14).chain([20, 25, 26, 32]) {
        let bit_width = BitWidth::try_new(bits, 32).unwrap();
        for (seed, spared) in [0, 1, 5, 0, 3].into_iter().enumerate() {
            let dict_len = (1_u64 << bits).saturating_sub(spared).clamp(1, 5000);
            let pieces = pieces(seed, dict_len);
            let expected = values_of(&pieces);
            let bytes = encode(&pieces, bits);
            for level in SimdLevel::available() {
                let decoder = HybridRle::try_with_level(&bytes[..], bit_width, level).unwrap();
                check(
                    decoder,
                    dict_len as usize,
                    &expected,
                    batches(seed, expected.len()),
                );
            }
        }
    }
}

fn check_gather<T: Plain + PartialEq + std::fmt::Debug>(entry: impl Fn(usize) -> T) {
    each_stream(|mut indices, dict_len, expected, batches| {
        let dict: Vec<T> = (0..dict_len).map(&entry).collect();
        let mut out = vec![entry(77)];
        let mut short = indices.clone();
        for n in batches {
            gather(&mut indices, &dict, n, &mut out).unwrap();
        }
        let values: Vec<T> = expected.iter().map(|&index| dict[index as usize]).collect();
        assert_eq!(out[1..], values);

        let highest = *expected.iter().max().unwrap() as usize;
        let error = gather(&mut short, &dict[..highest], expected.len(), &mut out);
        assert!(matches!(error, Err(DecodeError::IndexOutOfRange { len, .. }) if len == highest));
        assert_eq!(out.len(), 1 + values.len());
    });
}

#[test]
fn entries_of_every_size() {
    check_gather(|i| i as u8);
    check_gather(|i| i as u16);
    check_gather(|i| i as i32 * 3);
    check_gather(|i| i as f64);
    check_gather(|i| [i as u8, 1, (i >> 8) as u8]);
    check_gather(|i| [i as u32, 2, 3]);
    check_gather(|i| i as u128 * 0x1_0000_0000_0001);
    check_gather(|i| [i as u128, !(i as u128)]);
}

#[test]
fn entries_of_any_width() {
    each_stream(|indices, dict_len, expected, batches| {
        for width in [1, 3, 5, 8, 9, 16, 17, 32, 40, 64, 70] {
            let dict: Vec<u8> = (0..dict_len * width)
                .map(|i| ((i * 7) >> 2) as u8)
                .collect();
            let entries = FixedDictionary::try_new(dict.clone(), width).unwrap();
            let mut out = vec![9];
            let mut indices = indices.clone();
            let mut short = indices.clone();
            for &n in &batches {
                gather_fixed(&mut indices, &entries, n, &mut out).unwrap();
            }
            let values = expected
                .iter()
                .flat_map(|&i| &dict[i as usize * width..][..width]);
            assert!(out[1..].iter().eq(values));
            let highest = *expected.iter().max().unwrap() as usize;
            let cut = FixedDictionary::try_new(dict[..highest * width].to_vec(), width).unwrap();
            assert!(gather_fixed(&mut short, &cut, expected.len(), &mut out).is_err());
        }
    });
    for (dict, width) in [(&[1, 2, 3][..], 2), (&[], 0), (&[1], 0)] {
        let error = FixedDictionary::try_new(dict.to_vec(), width);
        assert!(matches!(error, Err(DecodeError::WrongLength { .. })));
    }
}

fn check_keys<K: Key + PartialEq + std::fmt::Debug>() {
    each_stream(|mut indices, dict_len, expected, batches| {
        for base in [0, 1, 100, 30_000] {
            let highest = u64::from(*expected.iter().max().unwrap());
            let mut all_at_once = indices.clone();
            let mut short = indices.clone();
            let mut out = Vec::new();
            if highest + base as u64 > K::MAX {
                let error =
                    keys::<K, _>(&mut all_at_once, dict_len, base, expected.len(), &mut out);
                assert!(
                    matches!(error, Err(DecodeError::OffsetOverflow { max, .. }) if max == K::MAX)
                );
                continue;
            }
            keys::<K, _>(&mut all_at_once, dict_len, base, expected.len(), &mut out).unwrap();
            let values = expected
                .iter()
                .map(|&index| K::truncated(u64::from(index) + base as u64));
            assert!(out.iter().copied().eq(values));
            let error = keys(&mut short, highest as usize, base, expected.len(), &mut out);
            let len = highest as usize;
            assert!(
                matches!(error, Err(DecodeError::IndexOutOfRange { len: found, .. }) if found == len)
            );
        }
        let mut out: Vec<u64> = Vec::new();
        for n in batches {
            keys(&mut indices, dict_len, 0, n, &mut out).unwrap();
        }
        assert!(
            out.into_iter()
                .eq(expected.iter().map(|&index| u64::from(index)))
        );
    });
}

#[test]
fn keys_of_every_type() {
    check_keys::<i8>();
    check_keys::<u8>();
    check_keys::<i16>();
    check_keys::<u16>();
    check_keys::<i32>();
    check_keys::<u32>();
    check_keys::<i64>();
    check_keys::<u64>();
}

fn check_byte_arrays<O: crate::Offset>(length: impl Fn(usize) -> usize) {
    each_stream(|mut indices, dict_len, expected, batches| {
        let mut entries = ByteArrays::new();
        for i in 0..dict_len {
            let entry: Vec<u8> = (0..length(i)).map(|at| (i * 31 + at) as u8).collect();
            entries.push(&entry).unwrap();
        }
        let dict = ByteArrayDictionary::try_new(entries.clone()).unwrap();
        assert!(dict.iter().eq(entries.iter()));
        let mut short = indices.clone();
        let mut out = ByteArrays::<O>::new();
        out.push(b"first").unwrap();
        for n in batches {
            gather_byte_arrays(&mut indices, &dict, n, &mut out).unwrap();
        }
        assert_eq!(out.get(0), Some(&b"first"[..]));
        assert_eq!(out.len(), expected.len() + 1);
        for (value, &index) in out.iter().skip(1).zip(expected) {
            assert_eq!(Some(value), entries.get(index as usize));
        }
        assert_eq!(
            out.offsets.last().map(|end| end.to_usize()),
            Some(out.values.len())
        );

        let highest = *expected.iter().max().unwrap() as usize;
        entries.offsets.truncate(highest + 1);
        entries.values.truncate(entries.offsets[highest] as usize);
        let dict = ByteArrayDictionary::try_new(entries).unwrap();
        out.clear();
        let error = gather_byte_arrays(&mut short, &dict, expected.len(), &mut out);
        assert!(matches!(error, Err(DecodeError::IndexOutOfRange { len, .. }) if len == highest));
    });
}

#[test]
fn byte_arrays_of_every_length() {
    check_byte_arrays::<i32>(|i| i % 9);
    check_byte_arrays::<i64>(|i| i * 7 % 40);
    check_byte_arrays::<i32>(|_| 24);
    check_byte_arrays::<i32>(|i| if i % 50 == 0 { 300 } else { i % 3 });
    check_byte_arrays::<i32>(|_| 0);
    for longest in [
        15, 16, 17, 31, 32, 33, 63, 64, 65, 95, 96, 97, 127, 128, 129, 257,
    ] {
        check_byte_arrays::<i32>(|i| i * 31 % (longest + 1));
        check_byte_arrays::<i64>(|_| longest);
    }
}

#[test]
fn byte_arrays_beyond_their_offsets() {
    let mut entries = ByteArrays::new();
    entries.push(&[7; 9]).unwrap();
    let dict = ByteArrayDictionary::try_new(entries).unwrap();
    let indices = HybridRle::try_new([], BitWidth::of_level(0)).unwrap();
    // Zeros that nobody touches take no memory.
    let len = i32::MAX as usize - 20;
    let mut out = ByteArrays {
        offsets: vec![0, len as i32],
        values: vec![0; len],
    };
    gather_byte_arrays(&mut indices.clone(), &dict, 2, &mut out).unwrap();
    assert_eq!(out.offsets[2..], [i32::MAX - 11, i32::MAX - 2]);
    let error = gather_byte_arrays(&mut indices.clone(), &dict, 1, &mut out);
    let (total, max) = (i32::MAX as u64 + 7, i32::MAX as u64);
    assert_eq!(error, Err(DecodeError::OffsetOverflow { total, max }));
}

#[test]
fn broken_dictionaries_are_refused() {
    for (offsets, len) in [
        (vec![], 0),
        (vec![1, 2], 2),
        (vec![0, 3, 2], 2),
        (vec![0, 2], 3),
        (vec![0, -1], 0),
    ] {
        let entries = ByteArrays {
            offsets,
            values: vec![0; len],
        };
        assert!(ByteArrayDictionary::try_new(entries).is_err());
    }
    assert!(
        ByteArrayDictionary::try_new(ByteArrays::new())
            .unwrap()
            .is_empty()
    );
}

#[test]
fn a_page_begins_with_its_width() {
    assert_eq!(page_bit_width(&[3, 1]), BitWidth::try_new(3, 32));
    assert!(page_bit_width(&[33]).is_err());
    assert!(page_bit_width(&[]).is_err());
}
