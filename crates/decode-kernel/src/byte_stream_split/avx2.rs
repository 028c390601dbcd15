//! 32 values a step.
//!
//! Interleaving the bytes of stream `k` and stream `k + W / 2`, for all `k` of the lower half, makes `W / 2` pairs of streams
//! of two bytes; the same step again makes streams of four, and after log2(W) steps the values are whole. Each register's
//! halves are 16 values apart, as the interleaving stays within them, and are put in order when they are stored.
#![expect(unsafe_code, reason = "intrinsics")]

use std::arch::x86_64::*;

use super::Streams;
use crate::Plain;
use crate::output::Spare;
use crate::simd::Avx2;

/// Appends the first values, a multiple of 32, and returns how many.
///
/// `W` is a power of two, and a whole number of elements.
pub(super) fn append<T: Plain, const W: usize>(
    _proof: Avx2,
    streams: Streams<'_>,
    out: &mut Spare<'_, T>,
) -> usize {
    let blocks = streams.n / 32;
    if blocks == 0 {
        return 0;
    }
    let n = 32 * blocks;
    let elements = n * (W / size_of::<T>());
    assert!(W.is_power_of_two() && W.is_multiple_of(size_of::<T>()));
    assert!(out.room() >= elements);
    assert!(streams.bytes.len() >= (W - 1) * streams.stride + n);
    // SAFETY: an `Avx2` exists only where the CPU has AVX2. Values up to `n` are read, which all streams have, and `n` values of `W`
    // bytes are written, for which there is room: both were asserted above.
    unsafe {
        let target = out.as_mut_ptr().cast::<u8>();
        interleave_all::<W>(streams.bytes.as_ptr(), streams.stride, target, blocks);
        out.advance(elements);
    }
    n
}

/// Writes `32 * blocks` values.
///
/// # Safety
/// As many bytes are readable at `source` and each of the `W - 1` places `stride` further on, and `W` times as many are writable at
/// `target`.
#[target_feature(enable = "avx2")]
unsafe fn interleave_all<const W: usize>(
    source: *const u8,
    stride: usize,
    target: *mut u8,
    blocks: usize,
) {
    for block in 0..blocks {
        // SAFETY: the caller's promise.
        unsafe { interleave::<W>(source.add(32 * block), stride, target.add(32 * W * block)) };
    }
}

/// Appends the first values, a multiple of 32, each of `width` bytes, at most `W`, and returns how many.
///
/// They are put together as if they had `W` bytes; what is too much is overwritten by the next value.
pub(super) fn append_odd<const W: usize>(
    _proof: Avx2,
    width: usize,
    streams: Streams<'_>,
    out: &mut Spare<'_, u8>,
) -> usize {
    let blocks = streams.n / 32;
    if blocks == 0 {
        return 0;
    }
    assert!(W.is_power_of_two() && (1..=W).contains(&width));
    assert!(streams.bytes.len() >= (width - 1) * streams.stride + 32 * blocks);
    for block in 0..blocks {
        let mut values = [[0; W]; 32];
        // SAFETY: an `Avx2` exists only where the CPU has AVX2; all `width` streams have the values read, as asserted above, and 32
        // values of `W` bytes are written.
        unsafe {
            let source = streams.bytes.as_ptr().add(32 * block);
            interleave_first::<W>(source, streams.stride, width, values.as_mut_ptr().cast());
        }
        for value in &values {
            if out.room() >= W {
                out.extend_from_prefix(value, width);
            } else {
                out.extend_from_slice(&value[..width]);
            }
        }
    }
    32 * blocks
}

/// Writes 32 values.
///
/// # Safety
/// 32 bytes are readable at `source` and each of the `W - 1` places `stride` further on, and `32 * W` bytes are writable at
/// `target`.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn interleave<const W: usize>(source: *const u8, stride: usize, target: *mut u8) {
    // SAFETY: the caller's promise.
    unsafe { interleave_first::<W>(source, stride, W, target) }
}

/// Writes 32 values of `W` bytes, those from `width` on being zero.
///
/// # Safety
/// 32 bytes are readable at `source` and each of the `width - 1` places `stride` further on, and `32 * W` bytes are writable at
/// `target`.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn interleave_first<const W: usize>(
    source: *const u8,
    stride: usize,
    width: usize,
    target: *mut u8,
) {
    let mut streams = [_mm256_setzero_si256(); W];
    for (byte, stream) in streams.iter_mut().enumerate().take(width) {
        // SAFETY: the caller's promise.
        *stream = unsafe { _mm256_loadu_si256(source.add(byte * stride).cast()) };
    }
    let mut step = 1;
    while step < W {
        let last = streams;
        for pair in 0..W / 2 {
            let (low, high) = (last[pair], last[pair + W / 2]);
            streams[2 * pair] = _mm256_unpacklo_epi8(low, high);
            streams[2 * pair + 1] = _mm256_unpackhi_epi8(low, high);
        }
        step *= 2;
    }
    for pair in 0..W / 2 {
        let (even, odd) = (streams[2 * pair], streams[2 * pair + 1]);
        // SAFETY: the caller's promise; the values 16 and on start at half of the target.
        unsafe {
            let first = _mm256_permute2x128_si256::<0x20>(even, odd);
            let second = _mm256_permute2x128_si256::<0x31>(even, odd);
            _mm256_storeu_si256(target.add(32 * pair).cast(), first);
            _mm256_storeu_si256(target.add(16 * W + 32 * pair).cast(), second);
        }
    }
}
