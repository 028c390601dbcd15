//! Which vector instructions the CPU has, found out once at run time.
//!
//! A [`SimdLevel`] beyond [`Scalar`](SimdLevel::Scalar) carries a proof that only detection can make, so a kernel that takes the
//! proof need not ask again, and safe code cannot reach instructions that the CPU lacks. A decoder takes its level when it is
//! made, never per value.
//!
//! - `x86_64.rs`: [`Avx2`], [`Avx512`].
//! - `aarch64.rs`: `Neon`.

#[cfg(target_arch = "aarch64")]
mod aarch64;
#[cfg(target_arch = "x86_64")]
mod x86_64;

use std::sync::OnceLock;

#[cfg(target_arch = "aarch64")]
pub use aarch64::Neon;
#[cfg(target_arch = "x86_64")]
pub use x86_64::{Avx2, Avx512};
#[cfg(target_arch = "x86_64")]
pub(crate) use x86_64::{Compiles, Job, prefetch, prefetch_line};

/// A set of vector instructions that kernels are written for, from plain code upwards.
#[non_exhaustive]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SimdLevel {
    /// Plain code, shaped for the compiler's vectoriser: the oracle that the others are tested against.
    Scalar,
    /// x86-64 with AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// x86-64 with AVX-512; what has no kernel of its own there uses AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
    /// aarch64.
    #[cfg(target_arch = "aarch64")]
    Neon(Neon),
}

impl SimdLevel {
    /// The highest level of this CPU, or the one that the environment lowers it to.
    ///
    /// `HERRINGBONE_SIMD` may be `scalar`, `avx2`, `avx512` or `neon`; it is read once. What the CPU lacks or the name does not
    /// say is ignored.
    #[inline]
    pub fn detect() -> Self {
        static LEVEL: OnceLock<SimdLevel> = OnceLock::new();
        *LEVEL.get_or_init(|| {
            let available = Self::available();
            let wanted = std::env::var("HERRINGBONE_SIMD").unwrap_or_default();
            let named = available
                .iter()
                .find(|level| level.name().eq_ignore_ascii_case(&wanted));
            named.or(available.last()).copied().unwrap_or(Self::Scalar)
        })
    }

    /// All levels of this CPU, lowest first, whatever the environment says.
    pub fn available() -> Vec<Self> {
        let mut levels = vec![Self::Scalar];
        #[cfg(target_arch = "x86_64")]
        {
            levels.extend(Avx2::detect().map(Self::Avx2));
            levels.extend(Avx512::detect().map(Self::Avx512));
        }
        #[cfg(target_arch = "aarch64")]
        levels.extend(Neon::detect().map(Self::Neon));
        levels
    }

    /// The name that `HERRINGBONE_SIMD` knows it by.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => "avx512",
            #[cfg(target_arch = "aarch64")]
            Self::Neon(_) => "neon",
        }
    }

    /// The proof of AVX2, if this level has it.
    #[cfg(target_arch = "x86_64")]
    #[inline]
    pub const fn avx2(self) -> Option<Avx2> {
        match self {
            Self::Scalar => None,
            Self::Avx2(proof) => Some(proof),
            Self::Avx512(proof) => Some(proof.avx2()),
        }
    }

    /// The proof of AVX-512, if this level has it.
    #[cfg(target_arch = "x86_64")]
    #[inline]
    pub const fn avx512(self) -> Option<Avx512> {
        match self {
            Self::Avx512(proof) => Some(proof),
            _ => None,
        }
    }
}

/// Asks for `bytes` to be brought to the nearest cache: here, no one.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn prefetch(_bytes: &[u8]) {}

/// Asks for the line of `bytes[at]`: here, no one.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn prefetch_line(_bytes: &[u8], _at: usize) {}

impl Default for SimdLevel {
    fn default() -> Self {
        Self::detect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scalar_comes_first_and_detection_is_among_the_available() {
        let available = SimdLevel::available();
        assert_eq!(available[0], SimdLevel::Scalar);
        assert!(available.contains(&SimdLevel::detect()));
    }
}
