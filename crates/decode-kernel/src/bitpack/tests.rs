#![expect(clippy::unwrap_used, reason = "tests")]

use super::*;

/// Packs the low `bit_width` bits of each value, one bit at a time.
pub(crate) fn pack(values: &[u64], bit_width: u32) -> Vec<u8> {
    let mut bytes = vec![0; (values.len() * bit_width as usize).div_ceil(8)];
    for (i, value) in values.iter().enumerate() {
        for bit in 0..bit_width as usize {
            let at = i * bit_width as usize + bit;
            bytes[at / 8] |= ((value >> bit & 1) as u8) << (at % 8);
        }
    }
    bytes
}

/// A fixed sequence of values that use all bits.
pub(crate) fn numbers(n: usize) -> impl Iterator<Item = u64> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    (0..n).map(move |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.wrapping_mul(0x2545_f491_4f6c_dd1d)
    })
}

fn check<T: Unpacked + std::fmt::Debug + PartialEq>() {
    for bits in 0..=T::BITS {
        let bit_width = BitWidth::try_new(bits, 64).unwrap();
        for n in (0..70).chain([256, 1000]) {
            let values: Vec<u64> = numbers(n).map(|v| v & bit_width.mask()).collect();
            let expected: Vec<T> = values.iter().map(|&v| T::truncated(v)).collect();
            let mut packed = pack(&values, bits);
            let mut out = vec![T::truncated(77)];
            unpack(&packed, bit_width, n, &mut out).unwrap();
            assert_eq!(out[1..], expected, "{n} values of {bits} bits");
            for (i, &value) in values.iter().enumerate() {
                assert_eq!(
                    extract(&packed, i as u64 * u64::from(bits), bit_width),
                    value
                );
            }
            let cut = packed.len().saturating_sub(1);
            let truncated = unpack(&packed[..cut], bit_width, n, &mut out);
            assert_eq!(truncated.is_err(), cut < packed.len());
            packed.extend([0xff; 40]);
            out.clear();
            unpack(&packed, bit_width, n, &mut out).unwrap();
            assert_eq!(
                out, expected,
                "{n} values of {bits} bits and bytes behind them"
            );
        }
    }
}

#[test]
fn every_width_length_and_tail() {
    check::<u8>();
    check::<u16>();
    check::<u32>();
    check::<u64>();
}

#[test]
fn every_level_and_width_in_blocks() {
    fn check<T: Unpacked + std::fmt::Debug + PartialEq>() {
        for level in SimdLevel::available() {
            for bits in 0..=T::BITS {
                let bit_width = BitWidth::try_new(bits, 64).unwrap();
                let values: Vec<u64> = numbers(32).map(|v| v & bit_width.mask()).collect();
                let mut packed = pack(&values, bits);
                packed.resize(packed.len() + 70, 0xff);
                let unpacker = Unpacker::<T>::try_new(level, bit_width).unwrap();
                for len in 0..packed.len() {
                    let mut block = [T::truncated(1); 32];
                    unpacker.unpack_32(&packed[..len], &mut block);
                    for (i, &value) in values.iter().enumerate() {
                        let there = len * 8 >= (i + 1) * bits as usize;
                        assert!(
                            !there || block[i] == T::truncated(value),
                            "{level:?} {bits} bits, {len} bytes"
                        );
                    }
                }
            }
        }
    }
    check::<u8>();
    check::<u16>();
    check::<u32>();
    check::<u64>();
}

#[test]
fn too_narrow_a_type_is_an_error() {
    let nine = BitWidth::try_new(9, 64).unwrap();
    let error = unpack::<u8>(&[0; 99], nine, 1, &mut Vec::new());
    assert_eq!(error, Err(DecodeError::BitWidth { found: 9, max: 8 }));
    let huge = unpack::<u64>(&[0; 99], BitWidth::MAX, usize::MAX, &mut Vec::new());
    assert_eq!(
        huge,
        Err(DecodeError::Truncated {
            needed: usize::MAX,
            available: 99
        })
    );
}
