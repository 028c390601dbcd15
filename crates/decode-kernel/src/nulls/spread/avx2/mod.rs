//! Spreading with AVX2: eight slots a step, by a permutation for each byte of validity there is.
//!
//! - `steps.rs`: eight slots, by size of the values; `avx512.rs`: those that AVX-512 does sooner.
//! - `in_place.rs`: values at the end of where they go.
//! - `copied.rs`: values from a page.
//!
//! Going from the back, the last eight values that are yet to be moved are loaded; the last `k` of them belong to the `k` valid slots of
//! the step. They are permuted to these, the null slots are cleared, and all eight are stored:
//!
//! ```text
//!     validity      1 0 1 1 0 0 1 0          first slot first, k = 4
//!     loaded        x x x x a b c d          what x is does not matter
//!     permuted      a . b c . . d .
//! ```
//!
//! A load touches only values that are there, and a store ends where the one before it began, so neither meets memory that was never
//! written nor a value that is yet to be moved. The first few values, before which there are not enough to fill a load, are moved one
//! by one.
#![expect(unsafe_code, reason = "the call of code compiled for BMI2")]

mod avx512;
mod copied;
mod in_place;
mod steps;

use std::arch::x86_64::_pdep_u64;
use std::ops::Range;

use super::bits::BitJob;
use crate::simd::{Avx2, Compiles, SimdLevel};
use crate::{Offset, Plain};
use copied::Copied;
use in_place::InPlace;
use steps::{EightEnds, Eights, FourEnds, Fours, Ones, Sixteens, Step, ThirtyTwos, Twos};

/// Spreads bits by the instruction PDEP.
pub(super) fn spread_bits(_proof: Avx2, job: BitJob<'_>) {
    #[target_feature(enable = "bmi2,popcnt")]
    fn with_pdep(job: BitJob<'_>) {
        job.run(|bits, mask| _pdep_u64(bits, mask));
    }
    // SAFETY: an `Avx2` exists only where the CPU has BMI2 and POPCNT.
    unsafe { with_pdep(job) }
}

/// What is done by a [`Step`] for the size of a value.
trait StepJob {
    fn run(self, proof: impl Compiles, step: impl Step);
}

/// Runs `job` with the step of `level` for values of `size` bytes, or returns `false` if there is none.
fn with_step(level: SimdLevel, size: usize, job: impl StepJob) -> bool {
    if let (Some(proof), 16) = (level.avx512(), size) {
        job.run(proof, avx512::Sixteens);
        return true;
    }
    let Some(proof) = level.avx2() else {
        return false;
    };
    match size {
        1 => job.run(proof, Ones),
        2 => job.run(proof, Twos),
        4 => job.run(proof, Fours),
        8 => job.run(proof, Eights),
        16 => job.run(proof, Sixteens),
        32 => job.run(proof, ThirtyTwos),
        _ => return false,
    }
    true
}

/// Spreads values of `size` bytes in place, or returns `false` if there is no kernel for their size.
pub(super) fn spread<E: Plain>(
    level: SimdLevel,
    size: usize,
    values: &mut Vec<E>,
    bits: &[u8],
    slots: Range<usize>,
    num_present: usize,
) -> bool {
    let job = SpreadJob {
        values,
        bits,
        slots,
        num_present,
    };
    with_step(level, size, job)
}

struct SpreadJob<'a, E> {
    values: &'a mut Vec<E>,
    bits: &'a [u8],
    slots: Range<usize>,
    num_present: usize,
}

impl<E: Plain> StepJob for SpreadJob<'_, E> {
    fn run(self, proof: impl Compiles, step: impl Step) {
        let Self {
            values,
            bits,
            slots,
            num_present,
        } = self;
        proof.compile(InPlace {
            values,
            bits,
            slots,
            num_present,
            step,
        });
    }
}

/// Appends the values of `size` bytes in `source`, spread, or returns `false` if there is no kernel for their size.
pub(super) fn copy<E: Plain>(
    level: SimdLevel,
    size: usize,
    source: &[u8],
    values: &mut Vec<E>,
    bits: &[u8],
    slots: Range<usize>,
) -> bool {
    let job = CopyJob {
        source,
        values,
        bits,
        slots,
    };
    with_step(level, size, job)
}

struct CopyJob<'a, E> {
    source: &'a [u8],
    values: &'a mut Vec<E>,
    bits: &'a [u8],
    slots: Range<usize>,
}

impl<E: Plain> StepJob for CopyJob<'_, E> {
    fn run(self, proof: impl Compiles, step: impl Step) {
        let Self {
            source,
            values,
            bits,
            slots,
        } = self;
        proof.compile(Copied {
            source,
            values,
            bits,
            slots,
            step,
        });
    }
}

/// Spreads end offsets, before whose first there is another offset.
pub(super) fn spread_offsets<O: Offset>(
    proof: Avx2,
    values: &mut Vec<O>,
    bits: &[u8],
    slots: Range<usize>,
    num_present: usize,
) {
    if size_of::<O>() == 4 {
        proof.run(InPlace {
            values,
            bits,
            slots,
            num_present,
            step: FourEnds,
        });
    } else {
        proof.run(InPlace {
            values,
            bits,
            slots,
            num_present,
            step: EightEnds,
        });
    }
}
