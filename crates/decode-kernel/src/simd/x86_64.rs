//! x86-64: AVX2 and AVX-512.
#![expect(unsafe_code, reason = "the one call into code compiled for AVX2")]

/// Proof that the CPU has AVX2, BMI1, BMI2, LZCNT and POPCNT (Haswell, Zen and later).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Avx2(());

impl Avx2 {
    /// The proof, where the CPU has them.
    pub fn detect() -> Option<Self> {
        (is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Self(()))
    }
}

/// Proof that the CPU has what [`Avx2`] proves and AVX-512 F, BW, DQ, VL, VBMI and VBMI2 (Ice Lake, Zen 4 and later).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Avx512(Avx2);

impl Avx512 {
    /// The proof, where the CPU has them.
    pub fn detect() -> Option<Self> {
        let avx2 = Avx2::detect()?;
        (is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vbmi2"))
        .then_some(Self(avx2))
    }

    /// The proof of AVX2 that is part of it.
    #[inline]
    pub const fn avx2(self) -> Avx2 {
        self.0
    }
}

/// Work to be compiled for the instructions that a proof stands for.
///
/// `run` is to be `#[inline(always)]`, and so is all that shall be compiled with it: what is not inlined is compiled for the least of
/// all CPUs, right but slow.
pub(crate) trait Job {
    /// What comes out.
    type Output;

    /// Does it.
    fn run(self) -> Self::Output;
}

impl Avx2 {
    /// Runs `job`, compiled for AVX2.
    #[inline(always)]
    pub(crate) fn run<J: Job>(self, job: J) -> J::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn compiled<J: Job>(job: J) -> J::Output {
            job.run()
        }
        // SAFETY: an `Avx2` exists only where the CPU has all of these.
        unsafe { compiled(job) }
    }

    /// The bits of `bits` where `mask` has one, moved together at the bottom.
    #[inline(always)]
    pub(crate) fn compress(self, bits: u64, mask: u64) -> u64 {
        // SAFETY: the proof stands for BMI2, too.
        unsafe { std::arch::x86_64::_pext_u64(bits, mask) }
    }

    /// The low bits of `bits`, moved to where `mask` has one.
    #[inline(always)]
    pub(crate) fn expand(self, bits: u64, mask: u64) -> u64 {
        // SAFETY: as above.
        unsafe { std::arch::x86_64::_pdep_u64(bits, mask) }
    }
}

impl Avx512 {
    /// Runs `job`, compiled for AVX-512.
    #[inline(always)]
    pub(crate) fn run<J: Job>(self, job: J) -> J::Output {
        #[target_feature(
            enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2"
        )]
        fn compiled<J: Job>(job: J) -> J::Output {
            job.run()
        }
        // SAFETY: an `Avx512` exists only where the CPU has all of these.
        unsafe { compiled(job) }
    }
}

/// A proof that work can be compiled for: what kernels for several levels are generic over.
pub(crate) trait Compiles: Copy {
    /// Runs `job`, compiled for what is proved.
    fn compile<J: Job>(self, job: J) -> J::Output;
}

impl Compiles for Avx2 {
    #[inline(always)]
    fn compile<J: Job>(self, job: J) -> J::Output {
        self.run(job)
    }
}

impl Compiles for Avx512 {
    #[inline(always)]
    fn compile<J: Job>(self, job: J) -> J::Output {
        self.run(job)
    }
}

/// Asks for `bytes` to be brought to the nearest cache.
#[inline(always)]
pub(crate) fn prefetch(bytes: &[u8]) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    for line in bytes.chunks(64) {
        // SAFETY: all x86-64 CPUs have the instruction, which loads nothing that can be seen.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(line.as_ptr().cast()) };
    }
}

/// Asks for the line of `bytes[at]`, be there such a byte or not.
#[inline(always)]
pub(crate) fn prefetch_line(bytes: &[u8], at: usize) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: as above; an address that is not mapped does no harm.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(bytes.as_ptr().wrapping_add(at).cast()) };
}
