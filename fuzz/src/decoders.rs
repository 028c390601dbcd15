//! Values and levels. An input's first bytes choose widths and counts, the rest is the page.
//!
//! Each decoder is run at every instruction set that the CPU has and, at the lowest, once more in
//! small steps with skips between: all must come to the same values or all to an error.

use std::fmt::Debug;

use herringbone_decode_kernel::alp::Alp;
use herringbone_decode_kernel::byte_stream_split::ByteStreamSplit;
use herringbone_decode_kernel::delta::{BinaryPacked, ByteArray, LengthByteArray};
use herringbone_decode_kernel::dictionary::{
    self as gathering, ByteArrayDictionary, FixedDictionary, gather, gather_byte_arrays,
    gather_fixed,
};
use herringbone_decode_kernel::hybrid_rle::HybridRle;
use herringbone_decode_kernel::levels::LevelDecoder;
use herringbone_decode_kernel::nulls::{Bitmap, Validity};
use herringbone_decode_kernel::plain;
use herringbone_decode_kernel::{BitWidth, ByteArrays, DecodeError, SimdLevel};

use crate::split_choice;

/// The most values to ask for: a run can promise any number from a byte or two.
const MOST: usize = 5_000;

/// A count of values, and the rest.
fn split_count(bytes: &[u8]) -> (usize, &[u8]) {
    match bytes.split_first_chunk() {
        Some((count, rest)) => (usize::from(u16::from_le_bytes(*count)) % MOST, rest),
        None => (0, bytes),
    }
}

/// Runs `decode` at every level and checks that all come to the same.
fn at_every_level<T: PartialEq + Debug>(decode: impl Fn(SimdLevel) -> Result<T, DecodeError>) {
    let expected = decode(SimdLevel::Scalar);
    for level in SimdLevel::available() {
        match (&expected, decode(level)) {
            (Ok(expected), Ok(found)) => assert!(*expected == found, "{level:?} differs"),
            (Err(_), Err(_)) => {}
            (expected, found) => panic!("{level:?}: {found:?} in place of {expected:?}"),
        }
    }
}

/// Decodes all at once and in steps that are given and skipped in turn.
///
/// `start` makes the decoder, `step` decodes and `skip` skips.
fn in_steps<D, T: PartialEq + Clone + Debug>(
    n: usize,
    start: impl Fn() -> Result<D, DecodeError>,
    step: impl Fn(&mut D, usize, &mut Vec<T>) -> Result<(), DecodeError>,
    skip: impl Fn(&mut D, usize) -> Result<(), DecodeError>,
) {
    let whole = start().and_then(|mut decoder| {
        let mut values = Vec::new();
        step(&mut decoder, n, &mut values)?;
        Ok(values)
    });
    let Ok(whole) = whole else { return };
    let mut decoder = start().expect("it was made before");
    let (mut at, mut len) = (0, 1);
    while at < n {
        let now = len.min(n - at);
        let mut values = Vec::new();
        step(&mut decoder, now, &mut values).expect("the values were there before");
        assert!(values == whole[at..at + now], "steps differ at {at}");
        at += now;
        let over = (len / 2).min(n - at);
        skip(&mut decoder, over).expect("the values were there before");
        at += over;
        len = len * 3 % 71 + 1;
    }
}

/// The hybrid of runs: bit width, count, bytes.
pub fn hybrid_rle(bytes: &[u8]) {
    let (choice, bytes) = split_choice(bytes);
    let (n, bytes) = split_count(bytes);
    let Ok(width) = BitWidth::try_new((choice % 34) as u32, 32) else {
        return;
    };
    at_every_level(|level| {
        let mut decoder = HybridRle::try_with_level(bytes, width, level)?;
        let mut values = Vec::new();
        decoder.decode_u32(n, &mut values)?;
        Ok(values)
    });
    in_steps(
        n,
        || HybridRle::try_new(bytes, width),
        |decoder, n, values: &mut Vec<u32>| decoder.decode_u32(n, values),
        HybridRle::skip,
    );
    if let Ok(mut decoder) = HybridRle::try_new(bytes, width) {
        let mut seen = 0;
        while let Ok(run) = decoder.next_run(n) {
            seen += run.len();
            if seen >= n || run.is_empty() {
                break;
            }
        }
    }
}

/// Levels of both encodings: highest level, count, bytes.
pub fn levels(bytes: &[u8]) {
    let (choice, bytes) = split_choice(bytes);
    let (n, bytes) = split_count(bytes);
    let max = (choice >> 1) as u8;
    let decoder = |level| match choice & 1 {
        0 => LevelDecoder::rle_with_level(bytes, max, level),
        _ => LevelDecoder::bit_packed(bytes, max),
    };
    at_every_level(|level| {
        let mut levels = Vec::new();
        decoder(level).decode(n, max, &mut levels)?;
        assert!(levels.iter().all(|&level| level <= max));
        Ok(levels)
    });
    in_steps(
        n,
        || Ok(decoder(SimdLevel::detect())),
        |decoder, n, levels: &mut Vec<u8>| decoder.decode(n, max, levels),
        LevelDecoder::skip,
    );
    if max == 1 {
        let mut validity = Validity::new();
        if let Ok(present) = decoder(SimdLevel::detect()).decode_validity(n, &mut validity) {
            assert_eq!(validity.len(), n);
            assert_eq!(validity.len() - validity.null_count(), present);
            let mut levels = Vec::new();
            let decoded = decoder(SimdLevel::Scalar).decode(n, max, &mut levels);
            decoded.expect("the levels are those of the bits");
            assert!((0..n).all(|i| validity.get(i) == (levels[i] == 1)));
        }
    }
}

/// Indices with their width byte into small dictionaries: dictionary length, count, bytes.
pub fn dictionary(bytes: &[u8]) {
    let (choice, bytes) = split_choice(bytes);
    let (n, page) = split_count(bytes);
    let Ok(width) = gathering::page_bit_width(page) else {
        return;
    };
    let indices = &page[1..];
    let numbers: Vec<u64> = (0..choice as u64).map(|i| i * 0x0101_0101_0101).collect();
    let mut entries = ByteArrays::new();
    for i in 0..choice {
        entries
            .push(&b"herringbone, one after another"[..i % 31])
            .expect("they are few");
    }
    let strings = ByteArrayDictionary::try_new(entries).expect("they are few");
    at_every_level(|level| {
        let mut values = Vec::new();
        gather(
            &mut HybridRle::try_with_level(indices, width, level)?,
            &numbers,
            n,
            &mut values,
        )?;
        let keys_of = |len| {
            let mut keys = Vec::<i32>::new();
            let mut runs = HybridRle::try_with_level(indices, width, level)?;
            gathering::keys(&mut runs, len, 3, n, &mut keys).map(|()| keys)
        };
        let keys = keys_of(choice)?;
        assert!(
            values
                .iter()
                .zip(&keys)
                .all(|(v, &key)| *v == numbers[key as usize - 3])
        );
        Ok(values)
    });
    at_every_level(|level| {
        let mut values = ByteArrays::<i32>::new();
        let mut runs = HybridRle::try_with_level(indices, width, level)?;
        gather_byte_arrays(&mut runs, &strings, n, &mut values)?;
        assert_eq!(values.len(), n);
        Ok((values.offsets, values.values))
    });
    at_every_level(|level| {
        let mut values = Vec::new();
        let fixed = FixedDictionary::try_new(vec![7; choice * 5], 5)?;
        let mut runs = HybridRle::try_with_level(indices, width, level)?;
        gather_fixed(&mut runs, &fixed, n, &mut values)?;
        assert_eq!(values.len(), n * 5);
        Ok(values)
    });
}

/// PLAIN of every width: choice of type, count, bytes.
pub fn plain(bytes: &[u8]) {
    let (choice, bytes) = split_choice(bytes);
    let (n, bytes) = split_count(bytes);
    match choice % 4 {
        0 => in_steps(
            n,
            || Ok(plain::FixedWidth::new(bytes, 4)),
            |decoder, n, values: &mut Vec<u32>| decoder.decode(n, values),
            plain::FixedWidth::skip,
        ),
        1 => {
            let width = choice / 4 + 1;
            let mut values = Vec::new();
            if plain::FixedWidth::new(bytes, width)
                .decode_bytes(n, &mut values)
                .is_ok()
            {
                assert!(values == bytes[..n * width]);
            }
        }
        2 => {
            let mut values = Bitmap::new();
            if plain::Boolean::new(bytes).decode(n, &mut values).is_ok() {
                assert!((0..n).all(|i| values.get(i) == (bytes[i / 8] >> (i % 8) & 1 == 1)));
            }
        }
        _ => {
            for checks in [false, true] {
                let decoder = || {
                    let decoder = plain::ByteArray::new(bytes, n);
                    if checks {
                        decoder.checked_utf8()
                    } else {
                        decoder
                    }
                };
                byte_arrays(n, |values| decoder().decode_offsets(n, values), checks);
                let _ = decoder().decode_views(n, 0, 0, &mut Vec::new());
                let _ = decoder().skip(n);
            }
        }
    }
}

/// Checks that byte arrays are whole and, where it was asked for, UTF-8.
fn byte_arrays(
    n: usize,
    decode: impl Fn(&mut ByteArrays<i32>) -> Result<(), DecodeError>,
    are_utf8: bool,
) {
    let mut values = ByteArrays::new();
    if decode(&mut values).is_ok() {
        assert_eq!(values.len(), n);
        assert!(values.offsets.is_sorted());
        assert_eq!(
            values.offsets.last().map(|&end| end as usize),
            Some(values.values.len())
        );
        if are_utf8 {
            assert!(
                values
                    .iter()
                    .all(|value| std::str::from_utf8(value).is_ok())
            );
        }
    }
}

/// DELTA_BINARY_PACKED of both widths: choice, count, bytes.
pub fn delta_binary_packed(bytes: &[u8]) {
    let (choice, bytes) = split_choice(bytes);
    let (n, bytes) = split_count(bytes);
    if choice & 1 == 0 {
        at_every_level(|level| {
            let mut values = Vec::new();
            BinaryPacked::<_, i32>::try_new_with(level, bytes)?.decode(n, &mut values)?;
            Ok(values)
        });
        in_steps(
            n,
            || BinaryPacked::<_, i32>::try_new(bytes),
            |decoder, n, values| decoder.decode(n, values),
            BinaryPacked::skip,
        );
    } else {
        at_every_level(|level| {
            let mut values = Vec::new();
            BinaryPacked::<_, i64>::try_new_with(level, bytes)?.decode(n, &mut values)?;
            Ok(values)
        });
        in_steps(
            n,
            || BinaryPacked::<_, i64>::try_new(bytes),
            |decoder, n, values| decoder.decode(n, values),
            BinaryPacked::skip,
        );
    }
    if let Ok(end) = BinaryPacked::<_, i32>::try_new(bytes).and_then(|d| d.end_position()) {
        assert!(end <= bytes.len());
    }
}

/// DELTA_LENGTH_BYTE_ARRAY: width for fixed lengths, count, bytes.
pub fn delta_length_byte_array(bytes: &[u8]) {
    let (choice, bytes) = split_choice(bytes);
    let (n, bytes) = split_count(bytes);
    at_every_level(|level| {
        let mut values = ByteArrays::<i32>::new();
        LengthByteArray::try_new_with(level, bytes)?.decode_offsets(n, &mut values)?;
        Ok((values.offsets, values.values))
    });
    let Ok(_) = LengthByteArray::try_new(bytes) else {
        return;
    };
    let decoder = || LengthByteArray::try_new(bytes).expect("it was made before");
    byte_arrays(
        n,
        |values| decoder().checked_utf8().decode_offsets(n, values),
        true,
    );
    let _ = decoder().decode_views(n, 0, 0, &mut Vec::new());
    let _ = decoder().decode_fixed(n, choice, &mut Vec::new());
    let _ = decoder().skip(n);
}

/// DELTA_BYTE_ARRAY: width for fixed lengths, count, bytes.
pub fn delta_byte_array(bytes: &[u8]) {
    let (choice, bytes) = split_choice(bytes);
    let (n, bytes) = split_count(bytes);
    // Prefixes of prefixes can add up to far more than the page.
    const LIMIT: usize = 1 << 20;
    at_every_level(|level| {
        let mut values = ByteArrays::<i32>::new();
        let decoder = ByteArray::try_new_with(level, bytes)?;
        decoder
            .with_output_limit(LIMIT)
            .decode_offsets(n, &mut values)?;
        assert!(values.values.len() <= LIMIT);
        Ok((values.offsets, values.values))
    });
    let Ok(_) = ByteArray::try_new(bytes) else {
        return;
    };
    let decoder = || {
        ByteArray::try_new(bytes)
            .expect("it was made before")
            .with_output_limit(LIMIT)
    };
    byte_arrays(
        n,
        |values| decoder().checked_utf8().decode_offsets(n, values),
        true,
    );
    let _ = decoder().decode_views(n, 0, &mut Vec::new(), &mut Vec::new());
    let _ = decoder().decode_fixed(n, choice, &mut Vec::new());
    let _ = decoder().skip(n);
}

/// BYTE_STREAM_SPLIT: width, count, bytes.
pub fn byte_stream_split(bytes: &[u8]) {
    let (choice, bytes) = split_choice(bytes);
    let (n, bytes) = split_count(bytes);
    let width = choice % 20;
    at_every_level(|level| {
        let mut values = Vec::new();
        ByteStreamSplit::try_new_with(level, bytes, width)?.decode_bytes(n, &mut values)?;
        Ok(values)
    });
    if width == 8 {
        in_steps(
            n,
            || ByteStreamSplit::try_new(bytes, 8),
            |decoder, n, values: &mut Vec<u64>| decoder.decode(n, values),
            ByteStreamSplit::skip,
        );
    }
}

/// ALP of both widths: choice, count, bytes.
pub fn alp(bytes: &[u8]) {
    let (choice, bytes) = split_choice(bytes);
    let (n, bytes) = split_count(bytes);
    if choice & 1 == 0 {
        at_every_level(|level| {
            let mut values = Vec::new();
            Alp::<_, f32>::try_new_with(level, bytes)?.decode(n, &mut values)?;
            Ok(values.into_iter().map(f32::to_bits).collect::<Vec<_>>())
        });
    } else {
        at_every_level(|level| {
            let mut values = Vec::new();
            Alp::<_, f64>::try_new_with(level, bytes)?.decode(n, &mut values)?;
            Ok(values.into_iter().map(f64::to_bits).collect::<Vec<_>>())
        });
    }
    if let Ok(mut decoder) = Alp::<_, f64>::try_new(bytes) {
        let _ = decoder.skip(n / 2);
        let _ = decoder.decode(n / 3, &mut Vec::new());
    }
}
