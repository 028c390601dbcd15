//! Unpacking with AVX2: eight values a step, by a shuffle, a shift for each lane, and a mask.
//!
//! Eight values of `W` bits take `W` bytes. Up to 25 bits, a value lies within four bytes, so a shuffle brings these to the value's
//! lane; the first four values come from the 16 bytes at the group's beginning, the others from the 16 at its middle, since a shuffle
//! stays within its half of the register:
//!
//! ```text
//!     bytes      b0 b1 b2 b3 b4 … │ bm …                     m = W / 2
//!     shuffle    v0 in 4 bytes, v1, v2, v3 │ v4, v5, v6, v7
//!     shift      each lane by its own 0 to 7 bits; a mask then clears what belongs to the next value
//! ```
//!
//! From 26 to 57 bits a value lies within eight bytes, and two values a half are done in the same way.
#![expect(unsafe_code, reason = "vector intrinsics, loads and stores")]

use std::arch::x86_64::*;
use std::marker::PhantomData;

use super::{BlockJob, Blocks, Unpacked};
use crate::simd::{Avx2, Job};
use crate::{BitWidth, DecodeError};

/// Bytes behind a block of 32 values that may be read.
const OVERREAD: usize = 16;

/// The widest value that lies within four bytes, wherever it begins.
const NARROW: u32 = 25;

/// The widest value that lies within eight bytes, wherever it begins.
const WIDE: u32 = 57;

/// [`Blocks`] by AVX2; to be used within [`Avx2::run`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Avx2Blocks<T> {
    proof: Avx2,
    bit_width: BitWidth,
    unpacked: PhantomData<T>,
}

impl<T: Unpacked> Avx2Blocks<T> {
    /// Blocks of values of `bit_width` bits, if there is a kernel from these to `T`.
    #[inline(always)]
    pub(crate) fn new(proof: Avx2, bit_width: BitWidth) -> Option<Self> {
        let widest = match T::BITS {
            8 => 8,
            32 => 32,
            64 => WIDE,
            _ => return None,
        };
        (bit_width.bits() <= widest).then_some(Self {
            proof,
            bit_width,
            unpacked: PhantomData,
        })
    }

    /// Unpacks one block, as a call.
    pub(super) fn unpack_32(self, packed: &[u8], values: &mut [T; 32]) {
        self.proof.run(UnpackBlock {
            blocks: self,
            packed,
            values,
        });
    }
}

struct UnpackBlock<'a, T> {
    blocks: Avx2Blocks<T>,
    packed: &'a [u8],
    values: &'a mut [T; 32],
}

impl<T: Unpacked> Job for UnpackBlock<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.blocks.unpack(self.packed, 32, self.values);
    }
}

/// A [`BlockJob`] to be run with these blocks.
pub(super) struct WithBlocks<T, J> {
    blocks: Avx2Blocks<T>,
    job: J,
}

impl<T: Unpacked, J: BlockJob<T>> WithBlocks<T, J> {
    pub(super) fn new(blocks: Avx2Blocks<T>, job: J) -> Self {
        Self { blocks, job }
    }
}

impl<T: Unpacked, J: BlockJob<T>> Job for WithBlocks<T, J> {
    type Output = Result<(), DecodeError>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        self.job.decode(self.blocks)
    }
}

impl<T: Unpacked> Blocks<T> for Avx2Blocks<T> {
    #[inline(always)]
    fn bit_width(&self) -> BitWidth {
        self.bit_width
    }

    #[inline(always)]
    fn unpack(&self, packed: &[u8], len: usize, values: &mut [T; 32]) {
        let needed = 4 * self.bit_width.bits() as usize + OVERREAD;
        if packed.len() >= needed {
            // SAFETY: the CPU has AVX2 by the proof, and the bytes are there by the line above.
            unsafe { unpack(packed.as_ptr(), self.bit_width, len, values) }
        } else {
            let padded = padded(packed);
            // SAFETY: as above; the copy is longer than any block needs.
            unsafe { unpack(padded.as_ptr(), self.bit_width, len, values) }
        }
    }

    #[inline(always)]
    fn highest(&self, values: &[T]) -> T {
        match as_u32(values) {
            // SAFETY: the CPU has AVX2 by the proof.
            Some(values) => T::truncated(u64::from(unsafe { highest_u32(values) })),
            None => values
                .iter()
                .fold(T::default(), |highest, &value| value.max(highest)),
        }
    }
}

/// The values as what they are, if `T` is `u32`.
#[inline(always)]
fn as_u32<T: Unpacked>(values: &[T]) -> Option<&[u32]> {
    // SAFETY: `Unpacked` is sealed, and its one type of 32 bits is `u32`.
    (T::BITS == 32)
        .then(|| unsafe { std::slice::from_raw_parts(values.as_ptr().cast(), values.len()) })
}

/// The highest of `values`.
///
/// # Safety
/// The CPU has AVX2.
#[inline(always)]
unsafe fn highest_u32(values: &[u32]) -> u32 {
    let (eights, rest) = values.as_chunks::<8>();
    // SAFETY: the caller's promise; each load is of eight values of the slice.
    let highest = unsafe {
        let mut highest = _mm256_setzero_si256();
        for eight in eights {
            highest = _mm256_max_epu32(highest, _mm256_loadu_si256(eight.as_ptr().cast()));
        }
        let four = _mm_max_epu32(
            _mm256_castsi256_si128(highest),
            _mm256_extracti128_si256::<1>(highest),
        );
        let two = _mm_max_epu32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
        let one = _mm_max_epu32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two));
        _mm_cvtsi128_si32(one) as u32
    };
    rest.iter()
        .fold(highest, |highest, &value| value.max(highest))
}

/// The bytes of a last block with zeros behind them.
#[cold]
#[inline(never)]
fn padded(packed: &[u8]) -> [u8; 4 * 64 + OVERREAD] {
    let mut padded = [0; 4 * 64 + OVERREAD];
    let len = packed.len().min(padded.len());
    padded[..len].copy_from_slice(&packed[..len]);
    padded
}

/// Unpacks the groups of eight that `len`, at most 32, values lie in.
///
/// # Safety
/// The CPU has AVX2, and `4 * bit_width + OVERREAD` bytes are readable at `packed`. The width is one that [`Avx2Blocks::new`] takes for
/// `T`.
#[inline(always)]
unsafe fn unpack<T: Unpacked>(
    packed: *const u8,
    bit_width: BitWidth,
    len: usize,
    values: &mut [T; 32],
) {
    let bits = bit_width.bits();
    let values = values.as_mut_ptr();
    let groups = len.div_ceil(8).min(4);
    // SAFETY: the caller's promises. Group `g` is at `g * bits`; the last one's highest load starts less than `bits` behind it.
    // `T` has the size that each branch stores, and groups do not go beyond the 32 values.
    unsafe {
        if T::BITS == 8 {
            unpack_bytes(packed, bits, values.cast());
        } else if T::BITS == 32 && bits <= NARROW {
            for g in 0..groups {
                let eight = narrow(packed.add(g * bits as usize), bits);
                _mm256_storeu_si256(values.cast::<__m256i>().add(g), eight);
            }
        } else if T::BITS == 32 {
            for g in 0..groups {
                let [low, high] = wide(packed.add(g * bits as usize), bits);
                let evens = _mm256_shuffle_ps::<0b10_00_10_00>(
                    _mm256_castsi256_ps(low),
                    _mm256_castsi256_ps(high),
                );
                let eight = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_castps_si256(evens));
                _mm256_storeu_si256(values.cast::<__m256i>().add(g), eight);
            }
        } else if T::BITS == 64 && bits <= NARROW {
            for g in 0..groups {
                let eight = narrow(packed.add(g * bits as usize), bits);
                let low = _mm256_cvtepu32_epi64(_mm256_castsi256_si128(eight));
                let high = _mm256_cvtepu32_epi64(_mm256_extracti128_si256::<1>(eight));
                _mm256_storeu_si256(values.cast::<__m256i>().add(2 * g), low);
                _mm256_storeu_si256(values.cast::<__m256i>().add(2 * g + 1), high);
            }
        } else {
            for g in 0..groups {
                let [low, high] = wide(packed.add(g * bits as usize), bits);
                _mm256_storeu_si256(values.cast::<__m256i>().add(2 * g), low);
                _mm256_storeu_si256(values.cast::<__m256i>().add(2 * g + 1), high);
            }
        }
    }
}

/// Unpacks 32 values of at most 8 bits to bytes.
///
/// # Safety
/// As for [`unpack`]; 32 bytes are writable at `values`.
#[inline(always)]
unsafe fn unpack_bytes(packed: *const u8, bits: u32, values: *mut u8) {
    // SAFETY: the caller's promises.
    unsafe {
        let size = bits as usize;
        let low = _mm256_packus_epi32(narrow(packed, bits), narrow(packed.add(size), bits));
        let high = _mm256_packus_epi32(
            narrow(packed.add(2 * size), bits),
            narrow(packed.add(3 * size), bits),
        );
        // Packing stays within the halves: the fours of values come out as 0 2 4 6 | 1 3 5 7.
        let mixed = _mm256_packus_epi16(low, high);
        let order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
        _mm256_storeu_si256(values.cast(), _mm256_permutevar8x32_epi32(mixed, order));
    }
}

/// Unpacks the eight values of at most [`NARROW`] bits at `group`.
///
/// # Safety
/// The CPU has AVX2, and 16 bytes are readable at `group` and at `group + bits / 2`.
#[inline(always)]
unsafe fn narrow(group: *const u8, bits: u32) -> __m256i {
    let table = &NARROW_TABLE[bits as usize];
    // SAFETY: the caller's promises; the tables are 32 bytes each.
    unsafe {
        let low = _mm_loadu_si128(group.cast());
        let high = _mm_loadu_si128(group.add(bits as usize / 2).cast());
        let bytes = _mm256_set_m128i(high, low);
        let lanes = _mm256_shuffle_epi8(bytes, _mm256_loadu_si256(table.shuffle.as_ptr().cast()));
        let shifted = _mm256_srlv_epi32(lanes, _mm256_loadu_si256(table.shift.as_ptr().cast()));
        _mm256_and_si256(shifted, _mm256_set1_epi32(((1_u32 << bits) - 1) as i32))
    }
}

/// Unpacks the eight values of at most [`WIDE`] bits at `group`, four in each vector.
///
/// # Safety
/// The CPU has AVX2, and 16 bytes are readable at `group + i * bits / 4` for `i` from 0 to 3.
#[inline(always)]
unsafe fn wide(group: *const u8, bits: u32) -> [__m256i; 2] {
    // SAFETY: the caller's promises.
    unsafe { [wide_half::<0>(group, bits), wide_half::<1>(group, bits)] }
}

/// The first (`H` is 0) or second four of the values of [`wide`].
///
/// # Safety
/// As for [`wide`].
#[inline(always)]
unsafe fn wide_half<const H: usize>(group: *const u8, bits: u32) -> __m256i {
    let table = &WIDE_TABLE[bits as usize][H];
    // SAFETY: the caller's promises; the tables are 32 bytes each.
    unsafe {
        let low = _mm_loadu_si128(group.add(2 * H * bits as usize / 4).cast());
        let high = _mm_loadu_si128(group.add((2 * H + 1) * bits as usize / 4).cast());
        let bytes = _mm256_set_m128i(high, low);
        let lanes = _mm256_shuffle_epi8(bytes, _mm256_loadu_si256(table.shuffle.as_ptr().cast()));
        let shifted = _mm256_srlv_epi64(lanes, _mm256_loadu_si256(table.shift.as_ptr().cast()));
        _mm256_and_si256(shifted, _mm256_set1_epi64x(((1_u64 << bits) - 1) as i64))
    }
}

/// How the lanes of one vector come from the bytes at its halves' beginnings.
#[derive(Clone, Copy)]
struct Table<S> {
    /// For each byte of each lane, the byte of its half that it comes from.
    shuffle: [u8; 32],
    /// For each lane, the bits that lie before the value.
    shift: S,
}

static NARROW_TABLE: [Table<[u32; 8]>; NARROW as usize + 1] = {
    let mut tables = [Table {
        shuffle: [0; 32],
        shift: [0; 8],
    }; NARROW as usize + 1];
    let mut bits = 0;
    while bits <= NARROW as usize {
        let mut lane = 0;
        while lane < 8 {
            let half = if lane < 4 { 0 } else { bits / 2 };
            let first = lane * bits - 8 * half;
            tables[bits].shift[lane] = first as u32 % 8;
            let mut byte = 0;
            while byte < 4 {
                tables[bits].shuffle[4 * lane + byte] = (first / 8 + byte) as u8;
                byte += 1;
            }
            lane += 1;
        }
        bits += 1;
    }
    tables
};

static WIDE_TABLE: [[Table<[u64; 4]>; 2]; WIDE as usize + 1] = {
    let mut tables = [[Table {
        shuffle: [0; 32],
        shift: [0; 4],
    }; 2]; WIDE as usize + 1];
    let mut bits = 0;
    while bits <= WIDE as usize {
        let mut value = 0;
        while value < 8 {
            let first = value * bits - 8 * (value / 2 * bits / 4);
            let table = &mut tables[bits][value / 4];
            let lane = value % 4;
            table.shift[lane] = first as u64 % 8;
            let mut byte = 0;
            while byte < 8 {
                table.shuffle[8 * lane + byte] = (first / 8 + byte) as u8;
                byte += 1;
            }
            value += 1;
        }
        bits += 1;
    }
    tables
};
