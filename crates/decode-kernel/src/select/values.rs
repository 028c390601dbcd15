//! Values and bits moved together, those that are not wanted left out.

use super::Selected;
use crate::Plain;
use crate::nulls::{BitAppender, Bitmap};
use crate::output::Spare;
#[cfg(target_arch = "x86_64")]
use crate::simd::Job;
use crate::simd::SimdLevel;

/// Appends those of the values whose bytes, in memory order, are `source` that are selected.
///
/// # Panics
/// If `source` has not a value for each bit.
pub fn append_selected<T: Plain>(source: &[u8], selected: Selected<'_>, out: &mut Vec<T>) {
    append_with_level(SimdLevel::detect(), source, selected, out);
}

/// Like [`append_selected`], with kernels of `level`.
pub(super) fn append_with_level<T: Plain>(
    level: SimdLevel,
    source: &[u8],
    selected: Selected<'_>,
    out: &mut Vec<T>,
) {
    let size = selected.len().checked_mul(size_of::<T>());
    assert!(
        size.is_some_and(|size| size <= source.len()),
        "a value for each of {} bits",
        selected.len()
    );
    let mut spare = Spare::new(out, selected.count());
    let job = Append {
        source,
        selected,
        spare: &mut spare,
    };
    #[cfg(target_arch = "x86_64")]
    if let Some(proof) = level.avx2() {
        proof.run(job);
        return spare.finish();
    }
    let _ = level;
    job.walk();
    spare.finish();
}

struct Append<'a, 'b, T: Plain> {
    source: &'a [u8],
    selected: Selected<'a>,
    spare: &'a mut Spare<'b, T>,
}

#[cfg(target_arch = "x86_64")]
impl<T: Plain> Job for Append<'_, '_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.walk();
    }
}

impl<T: Plain> Append<'_, '_, T> {
    #[inline(always)]
    fn walk(self) {
        let Self {
            source,
            selected,
            spare,
        } = self;
        for start in (0..selected.len()).step_by(64) {
            spare.extend_selected(&source[start * size_of::<T>()..], selected.word(start));
        }
    }
}

/// Appends those of the values of `width` bytes each in `source` that are selected.
///
/// # Panics
/// If `source` has not a value for each bit.
pub fn append_selected_bytes(
    source: &[u8],
    width: usize,
    selected: Selected<'_>,
    out: &mut Vec<u8>,
) {
    out.reserve(selected.count().saturating_mul(width));
    let mut at = 0;
    for (unset, set) in selected.runs() {
        let start = at + unset;
        at = start + set;
        out.extend_from_slice(&source[start * width..at * width]);
    }
}

/// Appends the bits of `bits` at the places of the set bits of `mask`; returns how many of them are set.
///
/// # Panics
/// If there are not as many of the ones as of the other.
pub fn compress_bits(bits: Selected<'_>, mask: Selected<'_>, out: &mut Bitmap) -> usize {
    compress_with_level(SimdLevel::detect(), bits, mask, out)
}

/// Like [`compress_bits`], with kernels of `level`.
pub(super) fn compress_with_level(
    level: SimdLevel,
    bits: Selected<'_>,
    mask: Selected<'_>,
    out: &mut Bitmap,
) -> usize {
    assert_eq!(bits.len(), mask.len(), "bits and their mask");
    let job = Compress { bits, mask, out };
    #[cfg(target_arch = "x86_64")]
    if let Some(proof) = level.avx2() {
        return proof.run(CompressByProof { proof, job });
    }
    let _ = level;
    job.walk(|word, mask| {
        let (mut compressed, mut rest, mut at) = (0, mask, 0);
        while rest != 0 {
            compressed |= (word >> rest.trailing_zeros() & 1) << at;
            at += 1;
            rest &= rest - 1;
        }
        compressed
    })
}

struct Compress<'a> {
    bits: Selected<'a>,
    mask: Selected<'a>,
    out: &'a mut Bitmap,
}

#[cfg(target_arch = "x86_64")]
struct CompressByProof<'a> {
    proof: crate::simd::Avx2,
    job: Compress<'a>,
}

#[cfg(target_arch = "x86_64")]
impl Job for CompressByProof<'_> {
    type Output = usize;

    #[inline(always)]
    fn run(self) -> usize {
        let Self { proof, job } = self;
        job.walk(|word, mask| proof.compress(word, mask))
    }
}

impl Compress<'_> {
    #[inline(always)]
    fn walk(self, compress: impl Fn(u64, u64) -> u64) -> usize {
        let Self { bits, mask, out } = self;
        out.reserve(mask.len());
        let mut appender = BitAppender::new(out);
        let mut ones = 0;
        for start in (0..mask.len()).step_by(64) {
            let wanted = mask.word(start);
            let word = compress(bits.word(start), wanted);
            ones += word.count_ones() as usize;
            appender.push_word(word, wanted.count_ones());
        }
        appender.finish();
        ones
    }
}
