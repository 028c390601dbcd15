//! Comparisons of 64 levels at once: a bit for each.
//!
//! What a level means is always whether it reaches some other level, so one comparison serves all; the rest is done on the bits, 64
//! levels an operation, without a branch on any level.

use crate::simd::SimdLevel;

/// How 64 levels are compared, to be inlined into a loop over levels.
pub(super) trait Lanes: Copy {
    /// A bit for each level that is at least `floor`, the first lowest.
    fn at_least(self, levels: &[u8; 64], floor: u8) -> u64;

    /// The bits of `bits` where `mask` has one, moved together at the bottom.
    fn compress(self, bits: u64, mask: u64) -> u64;
}

/// Work on levels by any lanes.
///
/// `run` is to be `#[inline(always)]`.
pub(super) trait LanesJob {
    /// What comes out.
    type Output;

    /// Does it with `lanes`.
    fn run(self, lanes: impl Lanes) -> Self::Output;
}

/// Runs `job` with the best lanes of the CPU.
pub(super) fn run<J: LanesJob>(level: SimdLevel, job: J) -> J::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(proof) = level.avx2() {
        return super::avx2::run(proof, job);
    }
    let _ = level;
    job.run(Scalar)
}

/// Plain code: eight levels a word.
#[derive(Clone, Copy)]
pub(super) struct Scalar;

impl Lanes for Scalar {
    #[inline(always)]
    fn at_least(self, levels: &[u8; 64], floor: u8) -> u64 {
        const HIGH: u64 = 0x8080_8080_8080_8080;
        let floors = u64::from(floor) * 0x0101_0101_0101_0101;
        let mut mask = 0;
        for (i, eight) in levels.as_chunks::<8>().0.iter().enumerate() {
            let levels = u64::from_le_bytes(*eight);
            // The low seven bits of each byte are compared by a subtraction that cannot borrow from its neighbour; the high
            // bits decide where they differ.
            let low = (levels | HIGH) - (floors & !HIGH);
            let reached = ((levels & !floors) | (!(levels ^ floors) & low)) & HIGH;
            // The high bit of byte `b` is moved to bit `56 + b`.
            mask |= (reached >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56 << (8 * i);
        }
        mask
    }

    #[inline(always)]
    fn compress(self, bits: u64, mask: u64) -> u64 {
        if mask == u64::MAX {
            return bits;
        }
        // Run by run: the levels that are no slots of a column are few, or come together.
        let (mut rest, mut done, mut compressed) = (mask, 0, 0);
        while rest != 0 {
            let start = rest.trailing_zeros();
            let len = (rest >> start).trailing_ones();
            let run = u64::MAX >> (64 - len);
            compressed |= (bits >> start & run) << done;
            rest &= !(run << start);
            done += len;
        }
        compressed
    }
}

/// The first 64 levels, or all with zeros behind them in `padded`, and how many there are.
#[inline(always)]
pub(super) fn first_64<'a>(levels: &'a [u8], padded: &'a mut [u8; 64]) -> (&'a [u8; 64], usize) {
    match levels.first_chunk() {
        Some(full) => (full, 64),
        None => {
            padded[..levels.len()].copy_from_slice(levels);
            (padded, levels.len())
        }
    }
}

/// A mask of the low `n` bits, 1 to 64.
#[inline(always)]
pub(super) const fn low_bits(n: usize) -> u64 {
    u64::MAX >> (64 - n as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitpack::tests::numbers;

    struct CompareAll;

    impl LanesJob for CompareAll {
        type Output = ();

        fn run(self, lanes: impl Lanes) {
            for floor in 0..=255 {
                for start in (0..=255).step_by(64) {
                    let levels: [u8; 64] = std::array::from_fn(|i| start + i as u8);
                    let mask = lanes.at_least(&levels, floor);
                    assert!((0..64).all(|i| (mask >> i & 1 == 1) == (levels[i] >= floor)));
                }
            }
        }
    }

    struct CompressMany;

    impl LanesJob for CompressMany {
        type Output = ();

        fn run(self, lanes: impl Lanes) {
            let random: Vec<u64> = numbers(100).chain([0, u64::MAX, 1, 1 << 63]).collect();
            for bits in &random {
                for mask in &random {
                    let mut expected = 0;
                    let set = (0..64).filter(|i| mask >> i & 1 == 1);
                    for (to, from) in set.enumerate() {
                        expected |= (bits >> from & 1) << to;
                    }
                    assert_eq!(lanes.compress(*bits, *mask), expected);
                }
            }
        }
    }

    #[test]
    fn every_level_compares_all_bytes_and_compresses() {
        for level in SimdLevel::available() {
            run(level, CompareAll);
            run(level, CompressMany);
        }
    }
}
