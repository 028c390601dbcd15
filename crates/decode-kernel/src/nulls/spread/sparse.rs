//! Few values among many nulls: zeros, and then each value to its slot.
//!
//! Where the valid slots are is found first, for many words of validity at a time, and without a question about how many there are in
//! a word: it would be answered wrong every other time, and cost more than the word's values.

use std::ops::Range;

use crate::nulls::load_bits;
use crate::output::{Spare, bytes_of_mut, read, zero};
#[cfg(target_arch = "x86_64")]
use crate::simd::Job;
use crate::simd::SimdLevel;
use crate::{Offset, Plain};

/// Slots whose valid ones are found together.
const BLOCK: usize = 1024;

/// Valid slots of a word that are found without a question.
const STEP: usize = 4;

/// Fewer slots than this are not worth the way.
const MIN_SLOTS: usize = 256;

/// Whether so few of the slots are valid that this way is the shorter one.
pub(super) fn is_sparse(num_present: usize, num_slots: usize) -> bool {
    num_slots >= MIN_SLOTS && num_present <= num_slots / 16
}

/// Appends `slots.len()` values of `width` bytes each: those of `source` in the valid slots, zeros in the others.
pub(super) fn spread<T: Plain>(
    level: SimdLevel,
    source: &[u8],
    width: usize,
    values: &mut Vec<T>,
    bits: &[u8],
    slots: Range<usize>,
) {
    // A value is one element, or as many as it has bytes.
    let per_value = width / size_of::<T>();
    values.reserve(slots.len() * per_value);
    let mut rest = source;
    let mut positions = Positions::new(level);
    for start in slots.clone().step_by(BLOCK) {
        let block = start..slots.end.min(start + BLOCK);
        let first = values.len();
        values.resize(first + block.len() * per_value, zero());
        let region = &mut values[first..];
        let found = positions.find(bits, block);
        let present = take(&mut rest, found.len() * width);
        if width == size_of::<T>() {
            for (&slot, value) in found.iter().zip(present.chunks_exact(size_of::<T>())) {
                region[usize::from(slot)] = read(value).unwrap_or(zero());
            }
        } else {
            for (&slot, value) in found.iter().zip(present.chunks_exact(width)) {
                let target = &mut region[usize::from(slot) * per_value..][..per_value];
                bytes_of_mut(target).copy_from_slice(value);
            }
        }
    }
    assert!(rest.is_empty(), "more values than valid slots");
}

/// Makes the last `num_present` of `offsets`, before which there is another, into `slots.len()`.
pub(super) fn spread_offsets<O: Offset>(
    level: SimdLevel,
    offsets: &mut Vec<O>,
    bits: &[u8],
    slots: Range<usize>,
    num_present: usize,
) {
    let ends = offsets.split_off(offsets.len() - num_present);
    let mut end = offsets.last().copied().unwrap_or_default();
    let mut rest = &ends[..];
    let mut positions = Positions::new(level);
    let mut spare = Spare::new(offsets, slots.len());
    for start in slots.clone().step_by(BLOCK) {
        let block = start..slots.end.min(start + BLOCK);
        let len = block.len();
        let found = positions.find(bits, block);
        let mut written = 0;
        for (&slot, &next) in found.iter().zip(take(&mut rest, found.len())) {
            let slot = usize::from(slot);
            spare.fill(end, slot - written);
            (written, end) = (slot, next);
        }
        spare.fill(end, len - written);
    }
    assert!(rest.is_empty(), "more values than valid slots");
    spare.finish();
}

/// Takes `n` off the front of `rest`.
fn take<'a, T>(rest: &mut &'a [T], n: usize) -> &'a [T] {
    let Some((front, behind)) = rest.split_at_checked(n) else {
        panic!("more valid slots than values");
    };
    *rest = behind;
    front
}

/// Where the valid slots of a block are.
struct Positions {
    level: SimdLevel,
    at: [u16; BLOCK + STEP],
}

impl Positions {
    fn new(level: SimdLevel) -> Self {
        Self {
            level,
            at: [0; BLOCK + STEP],
        }
    }

    /// The valid ones among `slots`, of which there are at most [`BLOCK`], counted from the first.
    ///
    /// A function of its own, for it is the same for values of all types.
    #[inline(never)]
    fn find(&mut self, bits: &[u8], slots: Range<usize>) -> &[u16] {
        let job = Find {
            at: &mut self.at,
            bits,
            slots,
        };
        #[cfg(target_arch = "x86_64")]
        let len = match self.level.avx2() {
            Some(proof) => proof.run(job),
            None => job.find(),
        };
        #[cfg(not(target_arch = "x86_64"))]
        let len = job.find();
        &self.at[..len]
    }
}

struct Find<'a> {
    at: &'a mut [u16; BLOCK + STEP],
    bits: &'a [u8],
    slots: Range<usize>,
}

#[cfg(target_arch = "x86_64")]
impl Job for Find<'_> {
    type Output = usize;

    #[inline(always)]
    fn run(self) -> usize {
        self.find()
    }
}

impl Find<'_> {
    #[inline(always)]
    fn find(self) -> usize {
        let Self { at, bits, slots } = self;
        let mut len = 0;
        for first in (0..slots.len()).step_by(64) {
            let mut word = load_bits(bits, (slots.start + first) as u64);
            let left = slots.len() - first;
            if left < 64 {
                word &= !(u64::MAX << left);
            }
            let end = len + word.count_ones() as usize;
            loop {
                // What is too much is overwritten, or not looked at.
                let (room, _) = at[len..].as_chunks_mut::<STEP>();
                for position in &mut room[0] {
                    *position = first as u16 + word.trailing_zeros() as u16;
                    word &= word.wrapping_sub(1);
                }
                if word == 0 {
                    break;
                }
                len += STEP;
            }
            len = end;
        }
        len
    }
}
