//! Differences to values: each value is the one before plus the smallest difference of its block plus its own.
//!
//! - `avx2.rs`: eight or four values a step.
//!
//! All arithmetic wraps at the width of the value, as the encoder's did.

#[cfg(target_arch = "x86_64")]
mod avx2;

use crate::bitpack::Unpacked;
use crate::output::{Plain, Spare};
use crate::simd::SimdLevel;

/// Differences above the smallest of their block, as they are unpacked.
#[derive(Debug, Clone, Copy)]
pub(super) enum Deltas<'a> {
    Narrow(&'a [u32; 32]),
    Wide(&'a [u64; 32]),
}

/// An integer that differences are unpacked to.
pub(super) trait Delta: Unpacked {
    fn deltas(deltas: &[Self; 32]) -> Deltas<'_>;
}

impl Delta for u32 {
    #[inline(always)]
    fn deltas(deltas: &[Self; 32]) -> Deltas<'_> {
        Deltas::Narrow(deltas)
    }
}

impl Delta for u64 {
    #[inline(always)]
    fn deltas(deltas: &[Self; 32]) -> Deltas<'_> {
        Deltas::Wide(deltas)
    }
}

/// What sums need to know of an integer type.
pub(super) trait Summed: Plain {
    fn wrapping_from(value: u64) -> Self;

    fn wrapping_sum(self, other: Self) -> Self;

    /// Writes the 32 values that follow `last`, and makes the last of them `last`.
    ///
    /// # Panics
    /// If `out` has no room for 32 values.
    fn append_sums(
        level: SimdLevel,
        deltas: Deltas<'_>,
        min_delta: Self,
        last: &mut Self,
        out: &mut Spare<'_, Self>,
    );
}

macro_rules! summed {
    ($type:ty, $avx2:path) => {
        impl Summed for $type {
            #[inline(always)]
            fn wrapping_from(value: u64) -> Self {
                value as Self
            }

            #[inline(always)]
            fn wrapping_sum(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline(always)]
            fn append_sums(
                level: SimdLevel,
                deltas: Deltas<'_>,
                min_delta: Self,
                last: &mut Self,
                out: &mut Spare<'_, Self>,
            ) {
                #[cfg(target_arch = "x86_64")]
                if let Some(proof) = level.avx2() {
                    return $avx2(proof, deltas, min_delta, last, out);
                }
                append_sums_scalar(deltas, min_delta, last, out);
            }
        }
    };
}
summed!(i32, avx2::append_sums_i32);
summed!(i64, avx2::append_sums_i64);

/// The oracle.
#[inline(always)]
fn append_sums_scalar<T: Summed>(
    deltas: Deltas<'_>,
    min_delta: T,
    last: &mut T,
    out: &mut Spare<'_, T>,
) {
    let mut next = |delta: u64| {
        *last = last
            .wrapping_sum(min_delta)
            .wrapping_sum(T::wrapping_from(delta));
        *last
    };
    match deltas {
        Deltas::Narrow(deltas) => out.extend_map(deltas, |delta| next(u64::from(delta))),
        Deltas::Wide(deltas) => out.extend_map(deltas, next),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All levels against the formula, from differences of every size.
    fn check<T: Summed + PartialEq + std::fmt::Debug>() {
        let mut state = 1u64;
        let mut random = || {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            state ^ state >> 29
        };
        for shift in 0..64 {
            let wide: [u64; 32] = std::array::from_fn(|_| random() >> shift);
            let narrow = wide.map(|delta| delta as u32);
            let (min_delta, first) = (
                T::wrapping_from(random() >> shift),
                T::wrapping_from(random() << shift),
            );
            for deltas in [Deltas::Narrow(&narrow), Deltas::Wide(&wide)] {
                let mut sum = first;
                let expected: Vec<T> = (0..32)
                    .map(|at| {
                        let delta = match deltas {
                            Deltas::Narrow(deltas) => u64::from(deltas[at]),
                            Deltas::Wide(deltas) => deltas[at],
                        };
                        sum = sum
                            .wrapping_sum(T::wrapping_from(delta))
                            .wrapping_sum(min_delta);
                        sum
                    })
                    .collect();
                for level in SimdLevel::available() {
                    let (mut out, mut last) = (vec![first], first);
                    let mut spare = Spare::new(&mut out, 32);
                    T::append_sums(level, deltas, min_delta, &mut last, &mut spare);
                    spare.finish();
                    assert_eq!(out[1..], expected, "{level:?}, shift {shift}");
                    assert_eq!(last, sum);
                }
            }
        }
    }

    #[test]
    fn every_level_sums_alike() {
        check::<i32>();
        check::<i64>();
    }
}
