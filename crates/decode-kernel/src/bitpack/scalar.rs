//! Unpacking by a constant width: the oracle, shaped so that all shifts and byte positions are constants.
//!
//! Eight values of `W` bits take `W` bytes, so a block is four such groups. A value lies within the eight bytes that start at its
//! first byte while `W` is at most 57; wider ones take a ninth. Up to eight bits, the eight values of a group lie in one word, and
//! are moved apart to one byte each by halving: four and four values, then two and two, then one and one.

use super::Unpacked;
use crate::BitWidth;

/// Unpacks 32 values; reads at most [`OVERREAD`] bytes behind them, and panics if the slice ends before that.
pub(super) type Block<T> = fn(&[u8], &mut [T; 32]);

/// Unpacks 32 values of `bit_width` bits by their `block`; bytes that are missing count as zero.
#[inline(always)]
pub(super) fn unpack<T>(block: Block<T>, bit_width: BitWidth, packed: &[u8], values: &mut [T; 32]) {
    if packed.len() >= 4 * bit_width.bits() as usize + OVERREAD {
        block(packed, values);
    } else {
        unpack_last(block, packed, values);
    }
}

#[cold]
fn unpack_last<T>(block: Block<T>, packed: &[u8], values: &mut [T; 32]) {
    let mut padded = [0; 4 * 64 + OVERREAD];
    let len = packed.len().min(padded.len());
    padded[..len].copy_from_slice(&packed[..len]);
    block(&padded, values);
}

/// Bytes behind a block's that may be read.
const OVERREAD: usize = 16;

/// The kernel for `bit_width`, at most `T::BITS`.
pub(super) fn block<T: Unpacked>(bit_width: BitWidth) -> Block<T> {
    macro_rules! widths {
        ($($w:literal)*) => {
            match bit_width.bits() {
                $($w => unpack_32::<T, $w>,)*
                _ => unpack_32::<T, 64>,
            }
        };
    }
    widths!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
        33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63)
}

fn unpack_32<T: Unpacked, const W: usize>(packed: &[u8], values: &mut [T; 32]) {
    if W == 0 || W > T::BITS as usize {
        *values = [T::default(); 32];
        return;
    }
    let packed = &packed[..4 * W + OVERREAD];
    for (g, group) in values.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        let bytes = &packed[g * W..g * W + W + OVERREAD];
        if W <= 8 {
            *group = spread_8::<W>(word(bytes, 0))
                .to_le_bytes()
                .map(|byte| T::truncated(u64::from(byte)));
        } else {
            for (i, value) in group.iter_mut().enumerate() {
                *value = T::truncated(extract::<W>(bytes, i * W));
            }
        }
    }
}

/// The value of `W` bits that starts at bit `first`.
#[inline(always)]
fn extract<const W: usize>(bytes: &[u8], first: usize) -> u64 {
    let (byte, shift) = (first / 8, first % 8);
    let mut value = word(bytes, byte) >> shift;
    if shift + W > 64 {
        value |= u64::from(bytes[byte + 8]) << (64 - shift);
    }
    value & (u64::MAX >> (64 - W))
}

/// Moves the eight values of `W` bits, at most 8, at the bottom of `x` to a byte each.
#[inline(always)]
pub(super) const fn spread_8<const W: usize>(x: u64) -> u64 {
    let four = u64::MAX >> (64 - 4 * W);
    let two = (u64::MAX >> (64 - 2 * W)) * 0x0000_0001_0000_0001;
    let one = (u64::MAX >> (64 - W)) * 0x0001_0001_0001_0001;
    let x = (x & four) | ((x >> (4 * W)) & four) << 32;
    let x = (x & two) | ((x << (16 - 2 * W)) & two << 16);
    (x & one) | ((x << (8 - W)) & one << 8)
}

#[inline(always)]
fn word(bytes: &[u8], at: usize) -> u64 {
    let mut window = [0; 8];
    window.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(window)
}
