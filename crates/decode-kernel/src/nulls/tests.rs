use super::spread::{
    spread_bytes_from_with_level, spread_from_with_level, spread_offsets_with_level,
    spread_with_level,
};
use super::*;
use crate::bitpack::tests::numbers;
use crate::output::{Plain, bytes_of, zero};
use crate::simd::SimdLevel;

/// `n` bits of which about one in `nulls_per_16` sixteenths is unset, in runs of up to `run`.
fn random_bits(seed: usize, n: usize, nulls_per_16: u64, run: u64) -> Vec<bool> {
    let mut bits = Vec::new();
    for number in numbers(seed + n).skip(seed) {
        let len = (number >> 8) % run + 1;
        bits.extend((0..len).map(|_| number >> 60 >= nulls_per_16));
        if bits.len() >= n {
            break;
        }
    }
    bits.truncate(n);
    bits
}

fn packed(bits: &[bool]) -> Vec<u8> {
    let mut bytes = vec![0; bits.len().div_ceil(8)];
    for (i, &bit) in bits.iter().enumerate() {
        bytes[i / 8] |= u8::from(bit) << (i % 8);
    }
    bytes
}

#[test]
fn runs_and_bits_are_appended_at_every_alignment() {
    for before in 0..70 {
        for n in [0, 1, 7, 8, 63, 64, 65, 128, 257, 300, 1000] {
            for offset in [0, 1, 7, 13] {
                let bits = random_bits(before + n, n + offset, 5, 4);
                let (mut bitmap, mut validity) = (Bitmap::new(), Validity::with_capacity(10));
                let mut expected = vec![true; before];
                bitmap.push_run(true, before);
                validity.push_run(true, before);
                bitmap.push_bits(&packed(&bits), offset, n);
                let present = validity.push_bits(&packed(&bits), offset, n);
                assert_eq!(present, bits[offset..].iter().filter(|&&bit| bit).count());
                expected.extend(&bits[offset..]);
                for (bit, n) in [(false, n), (true, 3), (true, n)] {
                    bitmap.push_run(bit, n);
                    validity.push_run(bit, n);
                    expected.extend(std::iter::repeat_n(bit, n));
                }
                assert_eq!(bitmap.as_bytes(), packed(&expected));
                assert_eq!(bitmap.len(), expected.len());
                let nulls = expected.iter().filter(|&&bit| !bit).count();
                assert_eq!(
                    (validity.len(), validity.null_count()),
                    (expected.len(), nulls)
                );
                assert_eq!(validity.bits(), (nulls > 0).then_some(&bitmap));
                let mut cut = bitmap.clone();
                cut.truncate(before + n / 2);
                assert_eq!(cut.as_bytes(), packed(&expected[..before + n / 2]));
                for range in [0..0, 0..expected.len(), before / 2..before + n / 3] {
                    let ones = expected[range.clone()].iter().filter(|&&bit| bit).count();
                    assert_eq!(bitmap.count_ones(range.clone()), ones);
                    assert_eq!(validity.count_present(range), ones);
                }
                assert_eq!(
                    validity.take(),
                    (nulls > 0).then(|| (packed(&expected), nulls))
                );
                assert!(validity.is_empty() && validity.take().is_none());
            }
        }
    }
}

#[test]
fn validity_without_nulls_takes_no_memory() {
    let mut validity = Validity::with_capacity(1000);
    validity.push_run(true, 10);
    assert_eq!(validity.push_bits(&[0xff, 0xff], 3, 13), 13);
    assert_eq!(validity.bits(), None);
    validity.push_run(false, 0);
    assert_eq!((validity.len(), validity.take()), (23, None));
    validity.push_run(false, 2);
    validity.clear();
    validity.push_run(true, 3);
    assert_eq!(validity.null_count(), 0);
    validity.push_run(false, 1);
    assert_eq!(validity.take(), Some((vec![0b0111], 1)));
}

#[test]
#[should_panic(expected = "64 bits from bit 1 of 8 bytes")]
fn bits_that_are_not_there() {
    Bitmap::new().push_bits(&[0; 8], 1, 64);
}

fn check_spread<T: Plain + PartialEq + std::fmt::Debug>(value: impl Fn(usize) -> T) {
    for n in (0..40).chain([63, 64, 65, 127, 200, 511, 2113]) {
        for (seed, nulls_per_16) in [0, 1, 2, 8, 14, 15, 16].into_iter().enumerate() {
            for (before, run) in [(0, 1), (3, 20), (8, 1)] {
                let bits = random_bits(seed * 7 + n, before + n, nulls_per_16, run);
                let mut validity = Validity::new();
                validity.push_bits(&packed(&bits), 0, bits.len());
                // A null elsewhere, so that there is a bitmap.
                validity.push_run(false, 1);
                let num_present = bits[before..].iter().filter(|&&bit| bit).count();
                let values: Vec<T> = (0..5 + num_present).map(|i| value(i + 1)).collect();
                let mut expected = values[..5].to_vec();
                let mut next = values[5..].iter();
                for &bit in &bits[before..] {
                    expected.push(if bit {
                        next.next().copied().unwrap_or(zero())
                    } else {
                        zero()
                    });
                }
                for level in SimdLevel::available() {
                    for spare in [0, 200] {
                        let mut found = values.clone();
                        found.reserve_exact(spare);
                        spread_with_level(
                            level,
                            &mut found,
                            &validity,
                            before..before + n,
                            num_present,
                        );
                        assert_eq!(found, expected, "{level:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn values_of_every_size_are_spread() {
    check_spread(|i| i as u8);
    check_spread(|i| i as i16);
    check_spread(|i| [i as u8, 1, 2]);
    check_spread(|i| i as i32);
    check_spread(|i| i as f64);
    check_spread(|i| [i as u32, 1, 2]);
    check_spread(|i| i as i128);
    check_spread(|i| [i as u8; 16]);
    check_spread(|i| [i as u128, 1]);
    check_spread(|i| [i as u8; 37]);
}

fn check_offsets<O: crate::Offset>() {
    for n in (0..40).chain([63, 64, 65, 127, 200, 511, 2113]) {
        for (seed, nulls_per_16) in [0, 1, 2, 8, 14, 15, 16].into_iter().enumerate() {
            for (before, run) in [(0, 1), (3, 20), (8, 1)] {
                let bits = random_bits(seed * 5 + n, before + n, nulls_per_16, run);
                let mut validity = Validity::new();
                validity.push_bits(&packed(&bits), 0, bits.len());
                validity.push_run(false, 1);
                let num_present = bits[before..].iter().filter(|&&bit| bit).count();
                let offsets: Vec<O> = (0..5 + num_present).map(|i| O::truncate(i * 7)).collect();
                let mut expected = offsets[..5].to_vec();
                let mut at = 4;
                for &bit in &bits[before..] {
                    at += usize::from(bit);
                    expected.push(offsets[at]);
                }
                for level in SimdLevel::available() {
                    for spare in [0, 200] {
                        let mut found = offsets.clone();
                        found.reserve_exact(spare);
                        spread_offsets_with_level(
                            level,
                            &mut found,
                            &validity,
                            before..before + n,
                            num_present,
                        );
                        assert_eq!(found, expected, "{level:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn offsets_are_spread() {
    check_offsets::<i32>();
    check_offsets::<i64>();
}

#[test]
#[should_panic(expected = "valid slots")]
fn a_wrong_number_of_values() {
    let mut validity = Validity::new();
    validity.push_bits(&[0b10], 0, 2);
    spread(&mut vec![1, 2, 3], &validity, 0..2, 0);
}

fn check_copies<T: Plain + PartialEq + std::fmt::Debug>(value: impl Fn(usize) -> T) {
    for n in (0..40).chain([63, 64, 65, 127, 200, 511, 2113]) {
        for (seed, nulls_per_16) in [0, 1, 2, 8, 14, 15, 16].into_iter().enumerate() {
            let before = seed * 5 % 9;
            let bits = random_bits(seed * 7 + n, before + n, nulls_per_16, 3);
            let mut validity = Validity::new();
            validity.push_bits(&packed(&bits), 0, bits.len());
            for has_bitmap in [false, true] {
                if has_bitmap {
                    validity.push_run(false, 1);
                }
                let num_present = bits[before..].iter().filter(|&&bit| bit).count();
                let dense: Vec<T> = (0..num_present).map(|i| value(i + 1)).collect();
                let source = bytes_of(&dense);
                let mut expected = vec![value(7)];
                expected.extend_from_slice(&dense);
                let slots = before..before + n;
                let scalar = SimdLevel::Scalar;
                spread_with_level(scalar, &mut expected, &validity, slots.clone(), num_present);
                for level in SimdLevel::available() {
                    let mut found = vec![value(7)];
                    spread_from_with_level(level, source, &mut found, &validity, slots.clone());
                    assert_eq!(found, expected, "{level:?}");
                    let mut found = bytes_of(&[value(7)]).to_vec();
                    let width = size_of::<T>();
                    spread_bytes_from_with_level(
                        level,
                        source,
                        width,
                        &mut found,
                        &validity,
                        slots.clone(),
                    );
                    assert_eq!(found, bytes_of(&expected), "{level:?}");
                    let mut found = bytes_of(&[value(7)]).to_vec();
                    found.extend_from_slice(source);
                    spread_bytes(&mut found, width, &validity, slots.clone(), num_present);
                    assert_eq!(found, bytes_of(&expected), "{level:?}");
                }
            }
        }
    }
}

#[test]
fn values_of_every_size_are_spread_from_a_page() {
    check_copies(|i| i as u8);
    check_copies(|i| i as i16);
    check_copies(|i| [i as u8, 1, 2]);
    check_copies(|i| i as i32);
    check_copies(|i| [i as u8, 1, 2, 3, 4]);
    check_copies(|i| i as f64);
    check_copies(|i| [i as u32, 1, 2]);
    check_copies(|i| i as i128);
    check_copies(|i| [i as u8; 17]);
    check_copies(|i| [i as u128, 1]);
    check_copies(|i| [i as u8; 37]);
    check_copies(|i| [i as u8; 70]);
}
