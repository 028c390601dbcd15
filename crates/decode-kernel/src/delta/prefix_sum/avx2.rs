//! Prefix sums in registers.
//!
//! Within a register the sums take log2(lanes) steps of shift and add. The running total is added last, and is itself summed
//! from totals that do not wait for it, so that one addition a register is all that the next one waits for.
#![expect(unsafe_code, reason = "intrinsics")]

use std::arch::x86_64::*;

use super::Deltas;
use crate::output::Spare;
use crate::simd::Avx2;

#[inline(always)]
pub(super) fn append_sums_i32(
    _proof: Avx2,
    deltas: Deltas<'_>,
    min_delta: i32,
    last: &mut i32,
    out: &mut Spare<'_, i32>,
) {
    assert!(out.room() >= 32);
    // SAFETY: an `Avx2` exists only where the CPU has AVX2; there is room for 32 values, all of which are written.
    unsafe {
        let target = out.as_mut_ptr();
        match deltas {
            Deltas::Narrow(deltas) => sum_i32(deltas, min_delta, last, target),
            Deltas::Wide(deltas) => {
                let deltas = deltas.map(|delta| delta as u32);
                sum_i32(&deltas, min_delta, last, target);
            }
        }
        out.advance(32);
    }
}

#[inline(always)]
pub(super) fn append_sums_i64(
    _proof: Avx2,
    deltas: Deltas<'_>,
    min_delta: i64,
    last: &mut i64,
    out: &mut Spare<'_, i64>,
) {
    assert!(out.room() >= 32);
    // SAFETY: an `Avx2` exists only where the CPU has AVX2; there is room for 32 values, all of which are written.
    unsafe {
        let target = out.as_mut_ptr();
        match deltas {
            Deltas::Narrow(deltas) => sum_i64_narrow(deltas, min_delta, last, target),
            Deltas::Wide(deltas) => sum_i64_wide(deltas, min_delta, last, target),
        }
        out.advance(32);
    }
}

/// # Safety
/// 32 values can be written at `target`.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn sum_i32(deltas: &[u32; 32], min_delta: i32, last: &mut i32, target: *mut i32) {
    let min_delta = _mm256_set1_epi32(min_delta);
    let mut total = _mm256_set1_epi32(*last);
    for (step, deltas) in deltas.as_chunks::<8>().0.iter().enumerate() {
        // SAFETY: eight deltas are read; `target` has room for 32 values, eight a step.
        unsafe {
            let x = _mm256_loadu_si256(deltas.as_ptr().cast());
            let x = _mm256_add_epi32(x, min_delta);
            let x = _mm256_add_epi32(x, _mm256_slli_si256::<4>(x));
            let x = _mm256_add_epi32(x, _mm256_slli_si256::<8>(x));
            // The sum of the low half goes into all lanes of the high one.
            let low = _mm256_permute2x128_si256::<0x08>(x, x);
            let x = _mm256_add_epi32(x, _mm256_shuffle_epi32::<0xff>(low));
            let sums = _mm256_add_epi32(x, total);
            _mm256_storeu_si256(target.add(8 * step).cast(), sums);
            let sum = _mm256_permutevar8x32_epi32(x, _mm256_set1_epi32(7));
            total = _mm256_add_epi32(total, sum);
        }
    }
    *last = _mm256_cvtsi256_si32(total);
}

/// # Safety
/// 32 values can be written at `target`.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn sum_i64_narrow(deltas: &[u32; 32], min_delta: i64, last: &mut i64, target: *mut i64) {
    let min_delta = _mm256_set1_epi64x(min_delta);
    let mut total = _mm256_set1_epi64x(*last);
    for (step, deltas) in deltas.as_chunks::<8>().0.iter().enumerate() {
        // SAFETY: eight deltas are read; `target` has room for 32 values, eight a step.
        unsafe {
            let eight = _mm256_loadu_si256(deltas.as_ptr().cast());
            let low = _mm256_cvtepu32_epi64(_mm256_castsi256_si128(eight));
            let high = _mm256_cvtepu32_epi64(_mm256_extracti128_si256::<1>(eight));
            let target = target.add(8 * step);
            sum_4(_mm256_add_epi64(low, min_delta), &mut total, target);
            sum_4(_mm256_add_epi64(high, min_delta), &mut total, target.add(4));
        }
    }
    *last = _mm_cvtsi128_si64(_mm256_castsi256_si128(total));
}

/// # Safety
/// 32 values can be written at `target`.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn sum_i64_wide(deltas: &[u64; 32], min_delta: i64, last: &mut i64, target: *mut i64) {
    let min_delta = _mm256_set1_epi64x(min_delta);
    let mut total = _mm256_set1_epi64x(*last);
    for (step, deltas) in deltas.as_chunks::<4>().0.iter().enumerate() {
        // SAFETY: four deltas are read; `target` has room for 32 values, four a step.
        unsafe {
            let x = _mm256_loadu_si256(deltas.as_ptr().cast());
            let x = _mm256_add_epi64(x, min_delta);
            sum_4(x, &mut total, target.add(4 * step));
        }
    }
    *last = _mm_cvtsi128_si64(_mm256_castsi256_si128(total));
}

/// Writes the sums of the four differences `x` above `total`, which is in all lanes.
///
/// # Safety
/// Four values can be written at `target`.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn sum_4(x: __m256i, total: &mut __m256i, target: *mut i64) {
    let x = _mm256_add_epi64(x, _mm256_slli_si256::<8>(x));
    // The sum of the low half goes into both lanes of the high one.
    let low = _mm256_permute4x64_epi64::<0b01_01_00_00>(x);
    let low = _mm256_blend_epi32::<0xf0>(_mm256_setzero_si256(), low);
    let x = _mm256_add_epi64(x, low);
    let sums = _mm256_add_epi64(x, *total);
    // SAFETY: the caller's promise.
    unsafe { _mm256_storeu_si256(target.cast(), sums) };
    *total = _mm256_add_epi64(*total, _mm256_permute4x64_epi64::<0xff>(x));
}
