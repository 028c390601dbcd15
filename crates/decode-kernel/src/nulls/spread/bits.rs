//! Bits moved to the slots that are valid, a word of slots a step.

use std::ops::Range;

use crate::nulls::{BitAppender, Bitmap, Validity, load_bits};
use crate::simd::SimdLevel;

/// Makes the last `num_present` of `bits` into `slots.len()`: each goes to the next valid slot, null slots become 0.
///
/// # Panics
/// If `slots` are not `num_present` valid ones, or `bits` has fewer.
pub fn spread_bits(
    bits: &mut Bitmap,
    validity: &Validity,
    slots: Range<usize>,
    num_present: usize,
) {
    spread_bits_with_level(SimdLevel::detect(), bits, validity, slots, num_present);
}

/// Like [`spread_bits`], with kernels of `level`.
///
/// # Panics
/// As [`spread_bits`].
pub(crate) fn spread_bits_with_level(
    level: SimdLevel,
    bits: &mut Bitmap,
    validity: &Validity,
    slots: Range<usize>,
    num_present: usize,
) {
    super::check_available(num_present, bits.len());
    let Some(valid) = validity.bits() else { return };
    let first = bits.len() - num_present;
    // The values are set aside: an eighth of a byte each, they cost less than going from the back.
    let mut dense = Bitmap::with_capacity(num_present);
    dense.push_bits(bits.as_bytes(), first, num_present);
    bits.truncate(first);
    bits.reserve(slots.len());
    let job = BitJob {
        dense: dense.as_bytes(),
        valid: valid.as_bytes(),
        slots,
        num_present,
        out: bits,
    };
    #[cfg(target_arch = "x86_64")]
    if let Some(proof) = level.avx2() {
        return super::avx2::spread_bits(proof, job);
    }
    let _ = level;
    job.run(deposit);
}

/// Bits to be moved, back to back, and where to.
pub(super) struct BitJob<'a> {
    dense: &'a [u8],
    valid: &'a [u8],
    slots: Range<usize>,
    num_present: usize,
    out: &'a mut Bitmap,
}

impl BitJob<'_> {
    /// Moves all bits by `deposit`, which gives the lowest bits of its first argument the places of the set bits of its second.
    #[inline(always)]
    pub(super) fn run(self, deposit: impl Fn(u64, u64) -> u64) {
        let Self {
            dense,
            valid,
            slots,
            out,
            num_present,
        } = self;
        let mut out = BitAppender::new(out);
        let mut next = 0;
        out.with_room(slots.len(), |out| {
            for start in slots.clone().step_by(64) {
                let len = (slots.end - start).min(64);
                let mask = load_bits(valid, start as u64) & (u64::MAX >> (64 - len));
                out.push_word(deposit(load_bits(dense, next), mask), len);
                next += u64::from(mask.count_ones());
            }
        });
        out.finish();
        assert_eq!(next, num_present as u64, "valid slots among {slots:?}");
    }
}

/// The plain version of the instruction PDEP.
fn deposit(bits: u64, mask: u64) -> u64 {
    let (mut rest, mut bits, mut out) = (mask, bits, 0);
    while rest != 0 {
        let lowest = rest & rest.wrapping_neg();
        out |= lowest * (bits & 1);
        bits >>= 1;
        rest ^= lowest;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_moves_bits_to_their_slots() {
        let random =
            |i: usize, salt: u64| (i as u64 ^ salt).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        for level in SimdLevel::available() {
            for (len, before, keep) in [
                (1, 0, 1),
                (64, 0, 2),
                (200, 3, 2),
                (1000, 65, 7),
                (130, 1, 100),
                (77, 8, 3),
            ] {
                let valid: Vec<bool> = (0..len + 5).map(|i| random(i, 7) % keep != 0).collect();
                let mut validity = Validity::new();
                valid.iter().for_each(|&valid| validity.push_run(valid, 1));
                let slots = 5..len + 5;
                let num_present = valid[5..].iter().filter(|&&valid| valid).count();
                let mut bits = Bitmap::with_capacity(0);
                (0..before + num_present).for_each(|i| bits.push_run(random(i, 99) % 2 == 0, 1));
                let mut expected: Vec<bool> = (0..before).map(|i| bits.get(i)).collect();
                let mut next = before;
                for &valid in &valid[5..] {
                    expected.push(valid && bits.get(next));
                    next += usize::from(valid);
                }
                spread_bits_with_level(level, &mut bits, &validity, slots, num_present);
                let found: Vec<bool> = (0..bits.len()).map(|i| bits.get(i)).collect();
                assert_eq!(found, expected, "{level:?} {len} {before}");
            }
        }
    }
}
