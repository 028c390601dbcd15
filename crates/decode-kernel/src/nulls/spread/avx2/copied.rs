//! Values spread from where they lie, a page, to where they go, from the front.
#![expect(unsafe_code, reason = "writes into spare capacity")]

use std::ops::Range;

use super::steps::{FEW, LOADS, Step};
use crate::Plain;
use crate::nulls::load_bits;
use crate::output::{Spare, read, zero};
use crate::simd::Job;

/// Appends `slots.len()` values to a `Vec`, those of valid slots from `source`; a value is a whole number of elements.
pub(super) struct Copied<'a, E, S> {
    pub(super) source: &'a [u8],
    pub(super) values: &'a mut Vec<E>,
    pub(super) bits: &'a [u8],
    pub(super) slots: Range<usize>,
    pub(super) step: S,
}

impl<E: Plain, S: Step> Job for Copied<'_, E, S> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self {
            source,
            values,
            bits,
            slots,
            step,
        } = self;
        let size = size_of::<S::Value>();
        let per_value = size / size_of::<E>();
        assert!(per_value * size_of::<E>() == size && !S::REPEATS);
        let num_present = source.len() / size;
        let mut spare = Spare::new(values, slots.len() * per_value);
        let target = spare.as_mut_ptr().cast::<u8>();
        // Values taken, and slots written.
        let (mut taken, mut done) = (0, 0);
        while done < slots.len() {
            let len = (slots.len() - done).min(64);
            let word = load_bits(bits, (slots.start + done) as u64) & (u64::MAX >> (64 - len));
            assert!(
                word.count_ones() as usize <= num_present - taken,
                "as many values as valid slots"
            );
            if len == 64 && word.count_ones() as usize <= FEW {
                // SAFETY: there is room for all slots, of which `done` are written.
                let slots = unsafe { target.add(done * size).cast::<S::Value>() };
                for slot in 0..64 {
                    // SAFETY: as above.
                    unsafe { slots.add(slot).write_unaligned(zero()) };
                }
                let mut rest = word;
                while rest != 0 {
                    let value = read(&source[taken * size..]).unwrap_or(zero());
                    // SAFETY: as above; a bit of 64 is below 64.
                    unsafe {
                        let slot = slots.add(rest.trailing_zeros() as usize);
                        slot.write_unaligned(value);
                    }
                    rest &= rest - 1;
                    taken += 1;
                }
                done += 64;
                continue;
            }
            let mut at = 0;
            while at < len {
                let validity = (word >> at) as u8;
                let valid = validity.count_ones() as usize;
                // SAFETY: there is room for all slots, of which `done + at` are written; by the assertion `taken + valid` values are in
                // `source`, and `LOADS` before the end of these where eight slots are written at once.
                unsafe {
                    let target = target.add((done + at) * size);
                    if taken + valid >= LOADS && len - at >= 8 {
                        let end = source.as_ptr().add((taken + valid) * size);
                        step.eight(validity, end, target);
                    } else {
                        let mut rest = &source[taken * size..];
                        for slot in 0..(len - at).min(8) {
                            let value = if validity >> slot & 1 == 1 {
                                let value = read::<S::Value>(rest).unwrap_or(zero());
                                rest = &rest[size..];
                                value
                            } else {
                                zero()
                            };
                            target.cast::<S::Value>().add(slot).write_unaligned(value);
                        }
                    }
                }
                taken += valid;
                at += 8;
            }
            done += len;
        }
        assert_eq!(taken, num_present, "as many values as valid slots");
        // SAFETY: all slots are written, and `new` made room for them.
        unsafe { spare.advance(slots.len() * per_value) };
        spare.finish();
    }
}
