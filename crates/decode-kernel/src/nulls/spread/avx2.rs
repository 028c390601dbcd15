//! Spreading with AVX2: eight slots a step, by a permutation for each byte of validity there is.
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
#![expect(unsafe_code, reason = "vector intrinsics, loads and stores")]

use std::arch::x86_64::*;
use std::ops::Range;

use super::bits::BitJob;
use super::tables::{ENDS_4, ENDS_8, VALUES_2, VALUES_4, VALUES_8, VALUES_OF_2_BYTES};
use crate::nulls::load_bits;
use crate::output::zero;
use crate::simd::{Avx2, Job};
use crate::{Offset, Plain};

/// Spreads bits by the instruction PDEP.
pub(super) fn spread_bits(_proof: Avx2, job: BitJob<'_>) {
    #[target_feature(enable = "bmi2,popcnt")]
    fn with_pdep(job: BitJob<'_>) {
        job.run(|bits, mask| _pdep_u64(bits, mask));
    }
    // SAFETY: an `Avx2` exists only where the CPU has BMI2 and POPCNT.
    unsafe { with_pdep(job) }
}

/// Spreads values, or returns `false` if there is no kernel for their size.
pub(super) fn spread<T: Plain>(
    proof: Avx2,
    values: &mut Vec<T>,
    bits: &[u8],
    slots: Range<usize>,
    num_present: usize,
) -> bool {
    match size_of::<T>() {
        1 => proof.run(Spread {
            values,
            bits,
            slots,
            num_present,
            step: Ones,
        }),
        2 => proof.run(Spread {
            values,
            bits,
            slots,
            num_present,
            step: Twos,
        }),
        4 => proof.run(Spread {
            values,
            bits,
            slots,
            num_present,
            step: Fours,
        }),
        8 => proof.run(Spread {
            values,
            bits,
            slots,
            num_present,
            step: Eights,
        }),
        16 => proof.run(Spread {
            values,
            bits,
            slots,
            num_present,
            step: Sixteens,
        }),
        32 => proof.run(Spread {
            values,
            bits,
            slots,
            num_present,
            step: ThirtyTwos,
        }),
        _ => return false,
    }
    true
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
        proof.run(Spread {
            values,
            bits,
            slots,
            num_present,
            step: FourEnds,
        });
    } else {
        proof.run(Spread {
            values,
            bits,
            slots,
            num_present,
            step: EightEnds,
        });
    }
}

/// Values before those that are yet to be moved, the latter included, that a step may load.
const LOADS: usize = 9;

/// Moves the values of eight slots.
trait Step: Copy {
    /// Size of a value.
    const SIZE: usize;

    /// Whether null slots get the value before them, and not zero.
    const REPEATS: bool = false;

    /// Writes the eight slots at `target`; the values of the valid ones among them end at `end`.
    ///
    /// # Safety
    /// The CPU has AVX2; [`LOADS`] values are readable before `end`, and eight are writable at `target`.
    unsafe fn eight(self, validity: u8, end: *const u8, target: *mut u8);
}

struct Spread<'a, T, S> {
    values: &'a mut Vec<T>,
    bits: &'a [u8],
    slots: Range<usize>,
    num_present: usize,
    step: S,
}

impl<T: Plain, S: Step> Job for Spread<'_, T, S> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self {
            values,
            bits,
            slots,
            num_present,
            step,
        } = self;
        let first = values.len() - num_present;
        assert!(
            num_present <= slots.len() && size_of::<T>() == S::SIZE && (!S::REPEATS || first > 0)
        );
        values.reserve(slots.len() - num_present);
        let region = Region {
            start: values.as_mut_ptr().wrapping_add(first),
            before: first,
        };
        let (mut source, mut target) = (num_present, slots.len());
        while source < target {
            let left = target.min(64);
            let word =
                load_bits(bits, (slots.start + target - left) as u64) & (u64::MAX >> (64 - left));
            let valid = word.count_ones() as usize;
            assert!(valid <= source, "as many values as valid slots");
            // SAFETY: `source` values are initialised and `target` slots are within the capacity; `source < target`, and by the line
            // above `source - valid` values remain for `target - left` slots.
            unsafe {
                if left == 64 && first + source >= 64 + LOADS {
                    region.whole_word(step, word, source, target);
                } else {
                    region.part_of_word(step, word, left, source, target);
                }
            }
            source -= valid;
            target -= left;
            // A remainder of more values than slots cannot be: the caller counted them.
            assert!(source <= target, "as many values as valid slots");
        }
        assert_eq!(source, target, "as many values as valid slots");
        // SAFETY: `reserve` made room. All slots from `target` on are written, and the `source` values before them were there.
        unsafe { values.set_len(first + slots.len()) };
    }
}

/// The values and slots of a [`Spread`].
#[derive(Clone, Copy)]
struct Region<T> {
    start: *mut T,
    /// Values of the `Vec` before it.
    before: usize,
}

impl<T: Plain> Region<T> {
    /// Writes the 64 slots before `target`; the values of the valid ones end at `source`.
    ///
    /// # Safety
    /// The CPU has AVX2. The region's first `source` values are initialised, its first `target` slots are writable, `source` is at most
    /// `target`, and the same is true of what remains after these slots. `T` has the size of `S`; if `S` repeats, a value is before
    /// the region. `64 + LOADS` values of the `Vec` are before `source`.
    #[inline(always)]
    unsafe fn whole_word<S: Step>(self, step: S, word: u64, source: usize, target: usize) {
        // SAFETY: the caller's promises: `LOADS` values are left even before the values of the last eight slots.
        unsafe {
            let mut end = self.start.add(source);
            let slots = self.start.add(target - 64);
            for eight in (0..8).rev() {
                let validity = (word >> (8 * eight)) as u8;
                step.eight(validity, end.cast(), slots.add(8 * eight).cast());
                end = end.sub(validity.count_ones() as usize);
            }
        }
    }

    /// Writes the `len`, at most 64, slots before `target`; the values of the valid ones end at `source`.
    ///
    /// # Safety
    /// As for [`whole_word`](Self::whole_word), but for the values before `source`.
    #[inline(always)]
    unsafe fn part_of_word<S: Step>(
        self,
        step: S,
        word: u64,
        len: usize,
        source: usize,
        target: usize,
    ) {
        let mut left = len;
        // SAFETY: the caller's promises; where `LOADS` values are before the end, none of them is before the `Vec`. A slot is written
        // only after the values that remain, all of which are before it, no longer need its place.
        unsafe {
            let mut end = self.start.add(source);
            let first_slot = self.start.add(target - len);
            let mut values_before = self.before + source;
            while left > 0 {
                let len = left.min(8);
                left -= len;
                let validity = (word >> left) as u8 & (0xff >> (8 - len));
                let slots = first_slot.add(left);
                if len == 8 && values_before >= LOADS {
                    step.eight(validity, end.cast(), slots.cast());
                    end = end.sub(validity.count_ones() as usize);
                } else {
                    for slot in (0..len).rev() {
                        let is_valid = validity >> slot & 1 == 1;
                        let value = if is_valid || S::REPEATS {
                            end.sub(1).read()
                        } else {
                            zero()
                        };
                        slots.add(slot).write(value);
                        end = if is_valid { end.sub(1) } else { end };
                    }
                }
                values_before -= validity.count_ones() as usize;
            }
        }
    }
}

#[derive(Clone, Copy)]
struct Ones;

impl Step for Ones {
    const SIZE: usize = 1;

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
struct Twos;

impl Step for Twos {
    const SIZE: usize = 2;

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
struct Fours;

impl Step for Fours {
    const SIZE: usize = 4;

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
struct Eights;

impl Step for Eights {
    const SIZE: usize = 8;

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
struct Sixteens;

impl Step for Sixteens {
    const SIZE: usize = 16;

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
struct ThirtyTwos;

impl Step for ThirtyTwos {
    const SIZE: usize = 32;

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
struct FourEnds;

impl Step for FourEnds {
    const SIZE: usize = 4;
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
struct EightEnds;

impl Step for EightEnds {
    const SIZE: usize = 8;
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
