//! Comparisons of 64 levels with AVX2 and BMI2.
#![expect(unsafe_code, reason = "vector intrinsics")]

use std::arch::x86_64::*;

use super::lanes::{Lanes, LanesJob};
use crate::simd::{Avx2, Job};

/// Runs `job` with these lanes.
pub(super) fn run<J: LanesJob>(proof: Avx2, job: J) -> J::Output {
    proof.run(WithLanes {
        lanes: Avx2Lanes { proof },
        job,
    })
}

struct WithLanes<J> {
    lanes: Avx2Lanes,
    job: J,
}

impl<J: LanesJob> Job for WithLanes<J> {
    type Output = J::Output;

    #[inline(always)]
    fn run(self) -> J::Output {
        self.job.run(self.lanes)
    }
}

#[derive(Clone, Copy)]
struct Avx2Lanes {
    proof: Avx2,
}

impl Lanes for Avx2Lanes {
    #[inline(always)]
    fn at_least(self, levels: &[u8; 64], floor: u8) -> u64 {
        // SAFETY: the CPU has AVX2 by the proof; both loads are within the 64 levels.
        let (low, high) = unsafe {
            let floor = _mm256_set1_epi8(floor as i8);
            let low = _mm256_loadu_si256(levels.as_ptr().cast());
            let high = _mm256_loadu_si256(levels.as_ptr().add(32).cast());
            // A level is at least the floor if it is the greater of both.
            let low = _mm256_cmpeq_epi8(_mm256_max_epu8(low, floor), low);
            let high = _mm256_cmpeq_epi8(_mm256_max_epu8(high, floor), high);
            (
                _mm256_movemask_epi8(low) as u32,
                _mm256_movemask_epi8(high) as u32,
            )
        };
        u64::from(low) | u64::from(high) << 32
    }

    #[inline(always)]
    fn compress(self, bits: u64, mask: u64) -> u64 {
        self.proof.compress(bits, mask)
    }
}
