//! Values moved from where they were decoded, back to back, to the slots that are valid.
//!
//! - `scalar.rs`: slot by slot; the oracle.
//! - `bits.rs`: bits, which are not in place.
//! - `avx2.rs`: eight slots a step, by the permutations of `tables.rs`.
//!
//! It is done in place and from the back: a slot is never before the value that it gets, so no value is overwritten before it has
//! been moved. It ends where no null is left in front.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod bits;
mod scalar;
#[cfg(target_arch = "x86_64")]
mod tables;

use std::ops::Range;

pub use bits::spread_bits;

use super::Validity;
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
    check(validity, &slots, num_present, values.len());
    if let Some(bits) = validity.bits()
        && num_present < slots.len()
    {
        #[cfg(target_arch = "x86_64")]
        if let Some(proof) = level.avx2()
            && avx2::spread(proof, values, bits.as_bytes(), slots.clone(), num_present)
        {
            return;
        }
        let _ = level;
        scalar::spread(values, bits.as_bytes(), slots, num_present);
    }
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
    check(
        validity,
        &slots,
        num_present,
        offsets.len().saturating_sub(1),
    );
    if let Some(bits) = validity.bits()
        && num_present < slots.len()
    {
        assert!(!offsets.is_empty(), "an offset before the first value");
        #[cfg(target_arch = "x86_64")]
        if let Some(proof) = level.avx2() {
            return avx2::spread_offsets(proof, offsets, bits.as_bytes(), slots, num_present);
        }
        let _ = level;
        scalar::spread_offsets(offsets, bits.as_bytes(), slots, num_present);
    }
}

/// What all kernels rely on.
fn check(validity: &Validity, slots: &Range<usize>, num_present: usize, available: usize) {
    let valid = validity.count_present(slots.clone());
    assert_eq!(valid, num_present, "valid slots among {slots:?}");
    assert!(
        num_present <= available,
        "{num_present} values expected, {available} there"
    );
}
