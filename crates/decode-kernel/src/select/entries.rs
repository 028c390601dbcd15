//! Rows that are wanted, as bits of the level entries that belong to them.

use super::Selected;
use crate::nulls::{BitAppender, Bitmap};
use crate::simd::SimdLevel;
#[cfg(target_arch = "x86_64")]
use crate::simd::{Avx2, Job};

/// Appends a bit for each entry of `rep`: that of the row to which it belongs. A row begins where the level is 0; `rows` are the
/// rows that begin in `rep`, and `keeps` is the bit of the row that goes on at its front. Returns the bit of the last row.
///
/// # Panics
/// If `rows` are not as many as begin.
pub fn select_entries(rep: &[u8], rows: Selected<'_>, keeps: bool, out: &mut Bitmap) -> bool {
    select_with_level(SimdLevel::detect(), rep, rows, keeps, out)
}

/// Like [`select_entries`], with kernels of `level`.
pub(super) fn select_with_level(
    level: SimdLevel,
    rep: &[u8],
    rows: Selected<'_>,
    keeps: bool,
    out: &mut Bitmap,
) -> bool {
    let job = Entries {
        rep,
        rows,
        keeps,
        out,
    };
    #[cfg(target_arch = "x86_64")]
    if let Some(proof) = level.avx2() {
        return proof.run(EntriesByProof { proof, job });
    }
    let _ = level;
    job.walk(|bits, mask| {
        let (mut expanded, mut rest, mut at) = (0, mask, 0);
        while rest != 0 {
            expanded |= (bits >> at & 1) << rest.trailing_zeros();
            at += 1;
            rest &= rest - 1;
        }
        expanded
    })
}

struct Entries<'a> {
    rep: &'a [u8],
    rows: Selected<'a>,
    keeps: bool,
    out: &'a mut Bitmap,
}

#[cfg(target_arch = "x86_64")]
struct EntriesByProof<'a> {
    proof: Avx2,
    job: Entries<'a>,
}

#[cfg(target_arch = "x86_64")]
impl Job for EntriesByProof<'_> {
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let Self { proof, job } = self;
        job.walk(|bits, mask| proof.expand(bits, mask))
    }
}

impl Entries<'_> {
    /// `expand` moves the low bits of its first argument to the places of the set bits of the second.
    #[inline(always)]
    fn walk(self, expand: impl Fn(u64, u64) -> u64) -> bool {
        let Self {
            rep,
            rows,
            mut keeps,
            out,
        } = self;
        out.reserve(rep.len());
        let mut appender = BitAppender::new(out);
        let mut row = 0;
        for levels in rep.chunks(64) {
            let starts = zeros(levels);
            let num_starts = starts.count_ones() as usize;
            let bits = rows.word(row);
            // Where a row's bit is another than that of the row before, it changes for all entries from there on.
            let changes = expand(bits ^ (bits << 1 | u64::from(keeps)), starts);
            let kept = prefix_xor(changes) ^ if keeps { u64::MAX } else { 0 };
            let len = levels.len() as u32;
            appender.push_word(kept & (u64::MAX >> (64 - len)), len);
            keeps = kept >> (len - 1) & 1 == 1;
            row += num_starts;
        }
        appender.finish();
        assert_eq!(row, rows.len(), "rows that begin");
        keeps
    }
}

/// A bit for each of up to 64 levels that is 0.
#[inline(always)]
fn zeros(levels: &[u8]) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let mut padded = [1; 64];
    let levels = levels.first_chunk::<64>().unwrap_or_else(|| {
        padded[..levels.len()].copy_from_slice(levels);
        &padded
    });
    let mut zeros = 0;
    for (i, eight) in levels.as_chunks::<8>().0.iter().enumerate() {
        let levels = u64::from_le_bytes(*eight);
        // The high bit of each byte that is 0, without a carry from byte to byte; byte `b`'s is moved to bit `56 + b`.
        let zero = !(((levels & LOW) + LOW) | levels | LOW);
        zeros |= (zero >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56 << (8 * i);
    }
    zeros
}

/// Bit `i` is the parity of the bits up to `i`.
#[inline(always)]
fn prefix_xor(mut bits: u64) -> u64 {
    for shift in [1, 2, 4, 8, 16, 32] {
        bits ^= bits << shift;
    }
    bits
}
