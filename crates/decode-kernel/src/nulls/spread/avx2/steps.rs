//! Eight slots a step, by a permutation for each byte of validity there is.
#![expect(unsafe_code, reason = "vector intrinsics, loads and stores")]

use std::arch::x86_64::*;

use super::super::tables::{ENDS_4, ENDS_8, VALUES_2, VALUES_4, VALUES_8, VALUES_OF_2_BYTES};
use crate::Plain;

/// Values before the end of those that a step takes, the latter included, that it may load.
pub(super) const LOADS: usize = 9;

/// Where at most so many of 64 slots are valid, the others are cleared or repeated first and these moved one by one.
pub(super) const FEW: usize = 4;

/// Moves the values of eight slots.
pub(super) trait Step: Copy {
    /// The bytes of a value.
    type Value: Plain;

    /// Whether null slots get the value before them, and not zero.
    const REPEATS: bool = false;

    /// Writes the eight slots at `target`; the values of the valid ones among them end at `end`.
    ///
    /// # Safety
    /// The CPU has AVX2 and what else the step is written for; [`LOADS`] values are readable before `end`, and eight are writable at `target`.
    unsafe fn eight(self, validity: u8, end: *const u8, target: *mut u8);
}

#[derive(Clone, Copy)]
pub(super) struct Ones;

impl Step for Ones {
    type Value = [u8; 1];

    #[inline(always)]
    unsafe fn eight(self, validity: u8, end: *const u8, target: *mut u8) {
        // SAFETY: the trait's promises.
        unsafe {
            let values = _mm_loadl_epi64(end.sub(8).cast());
            let order = _mm_loadl_epi64(VALUES_8[validity as usize].as_ptr().cast());
            _mm_storel_epi64(target.cast(), _mm_shuffle_epi8(values, order));
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Twos;

impl Step for Twos {
    type Value = [u8; 2];

    #[inline(always)]
    unsafe fn eight(self, validity: u8, end: *const u8, target: *mut u8) {
        // SAFETY: the trait's promises.
        unsafe {
            let values = _mm_loadu_si128(end.sub(16).cast());
            let order = _mm_loadu_si128(VALUES_OF_2_BYTES[validity as usize].as_ptr().cast());
            _mm_storeu_si128(target.cast(), _mm_shuffle_epi8(values, order));
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Fours;

impl Step for Fours {
    type Value = [u8; 4];

    #[inline(always)]
    unsafe fn eight(self, validity: u8, end: *const u8, target: *mut u8) {
        // SAFETY: the trait's promises.
        unsafe {
            let values = _mm256_loadu_si256(end.sub(32).cast());
            let spread = permute(values, &VALUES_8[validity as usize]);
            _mm256_storeu_si256(target.cast(), spread);
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Eights;

impl Step for Eights {
    type Value = [u8; 8];

    #[inline(always)]
    unsafe fn eight(self, validity: u8, end: *const u8, target: *mut u8) {
        let (low, high) = (validity as usize & 15, validity as usize >> 4);
        // SAFETY: the trait's promises; the upper four slots take up to four values, and the lower ones those before.
        unsafe {
            let middle = end.sub(8 * high.count_ones() as usize);
            let upper = _mm256_loadu_si256(end.sub(32).cast());
            let lower = _mm256_loadu_si256(middle.sub(32).cast());
            _mm256_storeu_si256(target.add(32).cast(), permute(upper, &VALUES_4[high]));
            _mm256_storeu_si256(target.cast(), permute(lower, &VALUES_4[low]));
        }
    }
}

/// Permutes four bytes a time, and clears those whose order has its high bit set.
///
/// # Safety
/// The CPU has AVX2.
#[inline(always)]
unsafe fn permute(values: __m256i, order: &[u8; 8]) -> __m256i {
    // SAFETY: the caller's promise; eight bytes are loaded.
    unsafe {
        let order = _mm256_cvtepi8_epi32(_mm_loadl_epi64(order.as_ptr().cast()));
        let moved = _mm256_permutevar8x32_epi32(values, order);
        _mm256_andnot_si256(_mm256_srai_epi32::<31>(order), moved)
    }
}

#[derive(Clone, Copy)]
pub(super) struct Sixteens;

impl Step for Sixteens {
    type Value = [u8; 16];

    #[inline(always)]
    unsafe fn eight(self, validity: u8, end: *const u8, target: *mut u8) {
        let mut end = end;
        for pair in (0..4).rev() {
            let valid = (validity >> (2 * pair)) & 3;
            // SAFETY: the trait's promises: at most eight values are taken, and one more is before them.
            unsafe {
                let values = _mm256_loadu_si256(end.sub(32).cast());
                let spread = permute(values, &VALUES_2[valid as usize]);
                _mm256_storeu_si256(target.add(32 * pair).cast(), spread);
                end = end.sub(16 * valid.count_ones() as usize);
            }
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct ThirtyTwos;

impl Step for ThirtyTwos {
    type Value = [u8; 32];

    #[inline(always)]
    unsafe fn eight(self, validity: u8, end: *const u8, target: *mut u8) {
        let mut end = end;
        for slot in (0..8).rev() {
            let is_valid = validity >> slot & 1;
            // SAFETY: the trait's promises: at most eight values are taken, and one more is before them.
            unsafe {
                let value = _mm256_loadu_si256(end.sub(32).cast());
                let keep = _mm256_set1_epi64x(-i64::from(is_valid));
                _mm256_storeu_si256(target.add(32 * slot).cast(), _mm256_and_si256(value, keep));
                end = end.sub(32 * is_valid as usize);
            }
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct FourEnds;

impl Step for FourEnds {
    type Value = [u8; 4];
    const REPEATS: bool = true;

    #[inline(always)]
    unsafe fn eight(self, validity: u8, end: *const u8, target: *mut u8) {
        // SAFETY: the trait's promises.
        unsafe {
            let values = _mm256_loadu_si256(end.sub(32).cast());
            let spread = permute(values, &ENDS_8[validity as usize]);
            _mm256_storeu_si256(target.cast(), spread);
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct EightEnds;

impl Step for EightEnds {
    type Value = [u8; 8];
    const REPEATS: bool = true;

    #[inline(always)]
    unsafe fn eight(self, validity: u8, end: *const u8, target: *mut u8) {
        let (low, high) = (validity as usize & 15, validity as usize >> 4);
        // SAFETY: as for `Eights`.
        unsafe {
            let middle = end.sub(8 * high.count_ones() as usize);
            let upper = _mm256_loadu_si256(end.sub(32).cast());
            let lower = _mm256_loadu_si256(middle.sub(32).cast());
            _mm256_storeu_si256(target.add(32).cast(), permute(upper, &ENDS_4[high]));
            _mm256_storeu_si256(target.cast(), permute(lower, &ENDS_4[low]));
        }
    }
}
