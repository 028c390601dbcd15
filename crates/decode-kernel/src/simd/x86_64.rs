//! x86-64: AVX2 and AVX-512.

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
