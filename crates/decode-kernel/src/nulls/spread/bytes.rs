//! Values of a width that is known at run time only.
//!
//! Powers of two have kernels of their own. Others are moved from the front, out of place, as if they were 16, 32 or 64 bytes: what
//! is too much is overwritten by the next value, or belongs to a null slot and is cleared before.

use std::ops::Range;

use super::{append_bytes, check, sparse, spread_with_level};
use crate::nulls::{Validity, load_bits};
use crate::output::{bytes_of, read};
use crate::simd::SimdLevel;

/// Makes the last `num_present` values of `width` bytes into `slots.len()`: each goes to the next valid slot, null slots become zero.
///
/// # Panics
/// If `slots` are not `num_present` valid ones, `values` has fewer, or memory cannot hold as many.
pub fn spread_bytes(
    values: &mut Vec<u8>,
    width: usize,
    validity: &Validity,
    slots: Range<usize>,
    num_present: usize,
) {
    let first = values.len() - num_present * width;
    let dense = values.split_off(first);
    spread_bytes_from(&dense, width, values, validity, slots);
}

/// Appends `slots.len()` values of `width` bytes: those of `source`, each in the next valid slot, and zeros in null slots.
///
/// # Panics
/// If `source` is not a value for each valid one of `slots`, or memory cannot hold the slots.
pub fn spread_bytes_from(
    source: &[u8],
    width: usize,
    values: &mut Vec<u8>,
    validity: &Validity,
    slots: Range<usize>,
) {
    spread_bytes_from_with_level(SimdLevel::detect(), source, width, values, validity, slots);
}

/// Like [`spread_bytes_from`], with kernels of `level`.
///
/// # Panics
/// As [`spread_bytes_from`].
pub(crate) fn spread_bytes_from_with_level(
    level: SimdLevel,
    source: &[u8],
    width: usize,
    values: &mut Vec<u8>,
    validity: &Validity,
    slots: Range<usize>,
) {
    if width == 0 {
        return;
    }
    let num_present = source.len() / width;
    let Some(bits) = validity.bits() else {
        return append_bytes(values, source);
    };
    let bits = bits.as_bytes();
    if width == 1 {
        append_bytes(values, source);
        return spread_with_level(level, values, validity, slots, num_present);
    }
    if sparse::is_sparse(num_present, slots.len()) {
        return sparse::spread(level, source, width, values, bits, slots);
    }
    #[cfg(target_arch = "x86_64")]
    if super::avx2::copy(level, width, source, values, bits, slots.clone()) {
        return;
    }
    check(validity, &slots, num_present, num_present);
    match width {
        0..=16 => copy::<1>(source, width, values, bits, slots),
        17..=32 => copy::<2>(source, width, values, bits, slots),
        33..=64 => copy::<4>(source, width, values, bits, slots),
        _ => copy::<0>(source, width, values, bits, slots),
    }
}

/// Moves values as if they were `N` words each; as they are where that is too much, and if it is 0.
fn copy<const N: usize>(
    source: &[u8],
    width: usize,
    values: &mut Vec<u8>,
    bits: &[u8],
    slots: Range<usize>,
) {
    let first = values.len();
    values.resize(first + slots.len() * width, 0);
    let mut target = &mut values[first..];
    let mut taken = 0;
    for start in slots.clone().step_by(64) {
        let len = (slots.end - start).min(64);
        let mut word = load_bits(bits, start as u64);
        for _ in 0..len {
            let valid = (word & 1) as usize;
            word >>= 1;
            let rest = source.get(taken..).unwrap_or_default();
            match (read::<[u128; N]>(rest), target.get_mut(..16 * N)) {
                // Without a branch on validity, which may well be a toss of a coin.
                (Some(value), Some(slot)) if N > 0 => {
                    let keep = (valid as u128).wrapping_neg();
                    slot.copy_from_slice(bytes_of(&value.map(|word| word & keep)));
                }
                _ if valid == 1 => target[..width].copy_from_slice(&rest[..width]),
                _ => target[..width].fill(0),
            }
            taken += valid * width;
            target = &mut target[width..];
        }
    }
}
