//! Values moved from where they were decoded, back to back, to the slots that are valid.
//!
//! - `scalar.rs`: slot by slot; the oracle.
//! - `bits.rs`: bits, which are not in place.
//! - `bytes.rs`: values of a width that is known at run time only.
//! - `sparse.rs`: few values among many nulls.
//! - `avx2/`: eight slots a step, by the permutations of `tables.rs`.
//!
//! What was decoded already lies where it goes, and is moved in place and from the back: a slot is never before the value that it
//! gets, so no value is overwritten before it has been moved. It ends where no null is left in front. What lies in a page as it is
//! goes from there to its slots at once.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod bits;
mod bytes;
mod scalar;
mod sparse;
#[cfg(target_arch = "x86_64")]
mod tables;

use std::ops::Range;

pub use bits::spread_bits;
#[cfg(test)]
pub(super) use bytes::spread_bytes_from_with_level;
pub use bytes::{spread_bytes, spread_bytes_from};

use super::Validity;
use crate::output::{append_bytes, bytes_of};
use crate::simd::SimdLevel;
use crate::{Offset, Plain};

/// Makes the last `num_present` of `values` into `slots.len()`: each goes to the next valid slot, null slots become zero.
///
/// # Panics
/// If `slots` are not `num_present` valid ones, or `values` has fewer.
pub fn spread<T: Plain>(
    values: &mut Vec<T>,
    validity: &Validity,
    slots: Range<usize>,
    num_present: usize,
) {
    spread_with_level(SimdLevel::detect(), values, validity, slots, num_present);
}

/// Like [`spread`], with kernels of `level`.
///
/// # Panics
/// As [`spread`].
pub(crate) fn spread_with_level<T: Plain>(
    level: SimdLevel,
    values: &mut Vec<T>,
    validity: &Validity,
    slots: Range<usize>,
    num_present: usize,
) {
    check_available(num_present, values.len());
    if let Some(bits) = validity.bits()
        && num_present < slots.len()
    {
        let bits = bits.as_bytes();
        if sparse::is_sparse(num_present, slots.len()) {
            let dense = values.split_off(values.len() - num_present);
            return sparse::spread(level, bytes_of(&dense), size_of::<T>(), values, bits, slots);
        }
        #[cfg(target_arch = "x86_64")]
        if avx2::spread(
            level,
            size_of::<T>(),
            values,
            bits,
            slots.clone(),
            num_present,
        ) {
            return;
        }
        let _ = level;
        check(validity, &slots, num_present, values.len());
        scalar::spread(values, bits, slots, num_present);
    }
}

/// Appends `slots.len()` values: those whose bytes, in memory order, are `source`, each in the next valid slot, and zero in null
/// slots.
///
/// # Panics
/// If `source` is not a value for each valid one of `slots`.
pub fn spread_from<T: Plain>(
    source: &[u8],
    values: &mut Vec<T>,
    validity: &Validity,
    slots: Range<usize>,
) {
    spread_from_with_level(SimdLevel::detect(), source, values, validity, slots);
}

/// Like [`spread_from`], with kernels of `level`.
///
/// # Panics
/// As [`spread_from`].
pub(crate) fn spread_from_with_level<T: Plain>(
    level: SimdLevel,
    source: &[u8],
    values: &mut Vec<T>,
    validity: &Validity,
    slots: Range<usize>,
) {
    let num_present = source.len().checked_div(size_of::<T>()).unwrap_or(0);
    if let Some(bits) = validity.bits() {
        let bits = bits.as_bytes();
        if sparse::is_sparse(num_present, slots.len()) {
            return sparse::spread(level, source, size_of::<T>(), values, bits, slots);
        }
        #[cfg(target_arch = "x86_64")]
        if avx2::copy(level, size_of::<T>(), source, values, bits, slots.clone()) {
            return;
        }
    }
    append_bytes(values, source);
    spread_with_level(level, values, validity, slots, num_present);
}

/// Makes the last `num_present` of `offsets`, the ends of values, into `slots.len()`: the end of a null slot is that of the one before.
///
/// # Panics
/// If `slots` are not `num_present` valid ones, or there are not as many ends and one offset before them.
pub fn spread_offsets<O: Offset>(
    offsets: &mut Vec<O>,
    validity: &Validity,
    slots: Range<usize>,
    num_present: usize,
) {
    spread_offsets_with_level(SimdLevel::detect(), offsets, validity, slots, num_present);
}

/// Like [`spread_offsets`], with kernels of `level`.
///
/// # Panics
/// As [`spread_offsets`].
pub(crate) fn spread_offsets_with_level<O: Offset>(
    level: SimdLevel,
    offsets: &mut Vec<O>,
    validity: &Validity,
    slots: Range<usize>,
    num_present: usize,
) {
    check_available(num_present, offsets.len().saturating_sub(1));
    if let Some(bits) = validity.bits()
        && num_present < slots.len()
    {
        assert!(!offsets.is_empty(), "an offset before the first value");
        if sparse::is_sparse(num_present, slots.len()) {
            return sparse::spread_offsets(level, offsets, bits.as_bytes(), slots, num_present);
        }
        #[cfg(target_arch = "x86_64")]
        if let Some(proof) = level.avx2() {
            return avx2::spread_offsets(proof, offsets, bits.as_bytes(), slots, num_present);
        }
        let _ = level;
        check(validity, &slots, num_present, offsets.len() - 1);
        scalar::spread_offsets(offsets, bits.as_bytes(), slots, num_present);
    }
}

/// Counts the valid slots, where a kernel does not.
fn check(validity: &Validity, slots: &Range<usize>, num_present: usize, available: usize) {
    let valid = validity.count_present(slots.clone());
    assert_eq!(valid, num_present, "valid slots among {slots:?}");
    check_available(num_present, available);
}

/// What all kernels rely on.
fn check_available(num_present: usize, available: usize) {
    assert!(
        num_present <= available,
        "{num_present} values expected, {available} there"
    );
}
