//! Eight slots a step with AVX-512: one instruction loads the values of the valid slots to these and clears the others.
//!
//! It gains for values of 16 bytes alone, which are two a step otherwise: for smaller ones a permutation is as fast, and in place
//! even faster, since it loads all of what was just stored.
#![expect(unsafe_code, reason = "vector intrinsics, loads and stores")]

use std::arch::x86_64::*;

use super::steps::Step;

#[derive(Clone, Copy)]
pub(super) struct Sixteens;

impl Step for Sixteens {
    type Value = [u8; 16];

    #[inline(always)]
    unsafe fn eight(self, validity: u8, end: *const u8, target: *mut u8) {
        // Two bits for each.
        let halves = u32::from(validity);
        let halves = (halves | halves << 4) & 0x0f0f;
        let halves = (halves | halves << 2) & 0x3333;
        let halves = ((halves | halves << 1) & 0x5555) * 3;
        let [low, high] = (halves as u16).to_le_bytes();
        // SAFETY: the trait's promises; no more than the values of valid slots are loaded, which lie before the end. Both halves are
        // loaded before one is stored, for the slots may lie where the values do.
        unsafe {
            let values = end.sub(16 * validity.count_ones() as usize);
            let middle = values.add(8 * low.count_ones() as usize);
            let lower = _mm512_maskz_expandloadu_epi64(low, values.cast());
            let upper = _mm512_maskz_expandloadu_epi64(high, middle.cast());
            _mm512_storeu_si512(target.cast(), lower);
            _mm512_storeu_si512(target.add(64).cast(), upper);
        }
    }
}
