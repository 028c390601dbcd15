//! Values that lie at the end of where they go, moved in place and from the back.
#![expect(
    unsafe_code,
    reason = "slots behind the values are uninitialised until written"
)]

use std::ops::Range;

use super::steps::{FEW, LOADS, Step};
use crate::Plain;
use crate::nulls::load_bits;
use crate::output::zero;
use crate::simd::Job;

/// Makes the last `num_present` values of a `Vec` into `slots.len()`; a value is a whole number of its elements.
pub(super) struct InPlace<'a, E, S> {
    pub(super) values: &'a mut Vec<E>,
    pub(super) bits: &'a [u8],
    pub(super) slots: Range<usize>,
    pub(super) num_present: usize,
    pub(super) step: S,
}

impl<E: Plain, S: Step> Job for InPlace<'_, E, S> {
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
        let per_value = size_of::<S::Value>() / size_of::<E>();
        let first = values.len() - num_present * per_value;
        let before = first / per_value;
        assert!(
            per_value * size_of::<E>() == size_of::<S::Value>()
                && num_present <= slots.len()
                && (!S::REPEATS || before > 0)
        );
        values.reserve((slots.len() - num_present) * per_value);
        let region = Region {
            start: values.as_mut_ptr().wrapping_add(first).cast::<S::Value>(),
            before,
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
                if left == 64 && valid <= FEW && before + source > FEW {
                    region.sparse_word::<S>(word, valid, source, target);
                } else if left == 64 && before + source >= 64 + LOADS {
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
        // SAFETY: `reserve` made room. All slots from `target` on are written, and the `source` values before them were there.
        unsafe { values.set_len(first + slots.len() * per_value) };
    }
}

/// The values and slots of an [`InPlace`].
#[derive(Clone, Copy)]
struct Region<V> {
    /// Aligned as the elements of the `Vec` are: a value is read and written as its bytes.
    start: *mut V,
    /// Whole values of the `Vec` before it.
    before: usize,
}

impl<V: Plain> Region<V> {
    /// Writes the 64 slots before `target`; the values of the valid ones end at `source`.
    ///
    /// # Safety
    /// The CPU has AVX2. The region's first `source` values are initialised, its first `target` slots are writable, `source` is at most
    /// `target`, and the same is true of what remains after these slots. If `S` repeats, a value is before
    /// the region. `64 + LOADS` values of the `Vec` are before `source`.
    #[inline(always)]
    unsafe fn whole_word<S: Step<Value = V>>(
        self,
        step: S,
        word: u64,
        source: usize,
        target: usize,
    ) {
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

    /// Writes the 64 slots before `target`, of which `valid`, at most [`FEW`], are valid; their values end at `source`.
    ///
    /// # Safety
    /// As for [`whole_word`](Self::whole_word), but that no more than `FEW` values need be before `source`, and one more.
    #[inline(always)]
    unsafe fn sparse_word<S: Step<Value = V>>(
        self,
        word: u64,
        valid: usize,
        source: usize,
        target: usize,
    ) {
        // SAFETY: the caller's promises. All values are loaded before a slot is written; those that remain are before the slots.
        unsafe {
            let end = self.start.add(source);
            let mut taken = [zero::<V>(); FEW];
            for (i, value) in taken.iter_mut().enumerate().take(valid) {
                *value = end.sub(valid - i).read_unaligned();
            }
            let slots = self.start.add(target - 64);
            let null = if S::REPEATS {
                end.sub(valid + 1).read_unaligned()
            } else {
                zero()
            };
            for slot in 0..64 {
                slots.add(slot).write_unaligned(null);
            }
            let mut rest = word;
            for value in taken.into_iter().take(valid) {
                let slot = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                // An end holds on up to the next.
                let until = if S::REPEATS { 64 } else { slot + 1 };
                for slot in slot..until {
                    slots.add(slot).write_unaligned(value);
                }
            }
        }
    }

    /// Writes the `len`, at most 64, slots before `target`; the values of the valid ones end at `source`.
    ///
    /// # Safety
    /// As for [`whole_word`](Self::whole_word), but for the values before `source`.
    #[inline(always)]
    unsafe fn part_of_word<S: Step<Value = V>>(
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
