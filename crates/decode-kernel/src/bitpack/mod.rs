//! Bit-packed integers, least significant bit first.
//!
//! - `scalar.rs`: blocks of 32 values by a constant width; the oracle.
//! - `avx2.rs`: the same, eight values a step.
//!
//! Spec: Encodings.md, "Run Length Encoding / Bit-Packing Hybrid".

#[cfg(target_arch = "x86_64")]
mod avx2;
mod scalar;
#[cfg(test)]
pub(crate) mod tests;

use crate::nulls::load_bits;
use crate::output::{Plain, Spare};
use crate::simd::SimdLevel;
use crate::{BitWidth, DecodeError};

/// An unsigned integer that values can be unpacked to: `u8`, `u16`, `u32`, `u64`.
pub trait Unpacked: Plain + Default + Ord + sealed::Sealed {
    /// Bits of the type, which is the widest width that it takes.
    const BITS: u32;

    /// The low bits of `value`.
    fn truncated(value: u64) -> Self;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! unpacked {
    ($($type:ty),*) => { $(
        impl sealed::Sealed for $type {}
        impl Unpacked for $type {
            const BITS: u32 = <$type>::BITS;

            #[inline(always)]
            fn truncated(value: u64) -> Self {
                value as Self
            }
        }
    )* };
}
unpacked!(u8, u16, u32, u64);

/// Unpacks blocks of 32 values of one width.
#[derive(Debug, Clone, Copy)]
pub struct Unpacker<T> {
    kernel: Kernel<T>,
    bit_width: BitWidth,
}

#[derive(Debug, Clone, Copy)]
enum Kernel<T> {
    Scalar(scalar::Block<T>),
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Avx2Blocks<T>),
}

impl<T: Unpacked> Unpacker<T> {
    /// An unpacker for values of `bit_width` bits, by the kernels of `level`.
    ///
    /// # Errors
    /// [`DecodeError::BitWidth`] if `T` is narrower than that.
    pub fn try_new(level: SimdLevel, bit_width: BitWidth) -> Result<Self, DecodeError> {
        let bit_width = BitWidth::try_new(bit_width.bits(), T::BITS)?;
        #[cfg(target_arch = "x86_64")]
        if let Some(blocks) = level
            .avx2()
            .and_then(|proof| avx2::Avx2Blocks::new(proof, bit_width))
        {
            return Ok(Self {
                kernel: Kernel::Avx2(blocks),
                bit_width,
            });
        }
        let _ = level;
        Ok(Self {
            kernel: Kernel::Scalar(scalar::block(bit_width)),
            bit_width,
        })
    }

    /// The width of a packed value.
    #[inline(always)]
    pub fn bit_width(&self) -> BitWidth {
        self.bit_width
    }

    /// Unpacks the 32 values at the front of `packed`, which take `4 * bit_width` bytes.
    ///
    /// Bytes behind these may be read, which is faster than if there are none. Where `packed` is shorter, the missing bytes count
    /// as zero.
    #[inline(always)]
    pub fn unpack_32(&self, packed: &[u8], values: &mut [T; 32]) {
        match self.kernel {
            Kernel::Scalar(block) => scalar::unpack(block, self.bit_width, packed, values),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(blocks) => blocks.unpack_32(packed, values),
        }
    }
}

/// A way to unpack up to 32 values of one width, to be inlined into a decoder's loop.
pub(crate) trait Blocks<T: Unpacked> {
    /// The width of a packed value.
    fn bit_width(&self) -> BitWidth;

    /// Unpacks at least the `len` values, at most 32, at the front of `packed`; the others are unspecified.
    fn unpack(&self, packed: &[u8], len: usize, values: &mut [T; 32]);

    /// The highest of `values`, zero if there are none.
    fn highest(&self, values: &[T]) -> T;

    /// Gives the `len` values that start at bit `first` of `data` to `sink`, up to 32 at a time.
    #[inline(always)]
    fn for_each(
        &self,
        data: &[u8],
        first: u64,
        len: usize,
        sink: &mut impl BlockSink<T>,
    ) -> Result<(), DecodeError> {
        let bits = self.bit_width().bits() as usize;
        let mut block = [T::default(); 32];
        let (mut left, mut first) = (len, first);
        if first % 8 != 0 {
            // A batch ended inside a group of eight; the rest of the group leads back to a whole byte.
            let head = self.unpack_head(data, first, left, &mut block);
            sink.block(Block::new(self, &block[..head]))?;
            first += (head * bits) as u64;
            left -= head;
        }
        let mut packed = &data[(first / 8) as usize..];
        while left >= 32 {
            self.unpack(packed, 32, &mut block);
            sink.block(Block::new(self, &block))?;
            packed = &packed[4 * bits..];
            left -= 32;
        }
        if left > 0 {
            self.unpack(packed, left, &mut block);
            sink.block(Block::new(self, &block[..left]))?;
        }
        Ok(())
    }

    /// Unpacks values until one begins with a byte, or `len` of them; returns how many.
    #[cold]
    fn unpack_head(&self, data: &[u8], first: u64, len: usize, block: &mut [T; 32]) -> usize {
        let (mut head, mut first) = (0, first);
        while head < len && first % 8 != 0 {
            block[head] = T::truncated(extract(data, first, self.bit_width()));
            first += u64::from(self.bit_width().bits());
            head += 1;
        }
        head
    }
}

/// What becomes of values once they are unpacked.
///
/// A trait and no closure, for a closure that is called in two places is not inlined, and then is not compiled for the CPU's best
/// instructions.
pub(crate) trait BlockSink<T> {
    /// Takes a block.
    fn block(&mut self, values: Block<'_, T>) -> Result<(), DecodeError>;
}

/// Up to 32 values, and the highest of them.
#[derive(Clone, Copy)]
pub(crate) struct Block<'a, T> {
    values: &'a [T],
    highest: T,
}

impl<'a, T: Unpacked> Block<'a, T> {
    #[inline(always)]
    fn new(blocks: &(impl Blocks<T> + ?Sized), values: &'a [T]) -> Self {
        Self {
            values,
            highest: blocks.highest(values),
        }
    }

    /// The values, by preference in registers.
    #[inline(always)]
    pub(crate) fn values(self) -> &'a [T] {
        self.values
    }

    /// The values, to be loaded one by one: without this the compiler keeps them in vectors, and takes each out by two instructions.
    #[inline(always)]
    pub(crate) fn in_memory(self) -> &'a [T] {
        let len = self.values.len();
        // The length stays known.
        &std::hint::black_box(self.values)[..len]
    }

    /// The highest of the values, zero if there are none.
    #[inline(always)]
    pub(crate) fn highest(self) -> T {
        self.highest
    }
}

impl<T: Unpacked> BlockSink<T> for Spare<'_, T> {
    #[inline(always)]
    fn block(&mut self, values: Block<'_, T>) -> Result<(), DecodeError> {
        self.extend_from_slice(values.values());
        Ok(())
    }
}

/// [`Blocks`] by the scalar kernels.
pub(crate) struct ScalarBlocks<T> {
    block: scalar::Block<T>,
    bit_width: BitWidth,
}

impl<T: Unpacked> ScalarBlocks<T> {
    fn try_new(bit_width: BitWidth) -> Result<Self, DecodeError> {
        let bit_width = BitWidth::try_new(bit_width.bits(), T::BITS)?;
        Ok(Self {
            block: scalar::block(bit_width),
            bit_width,
        })
    }
}

impl<T: Unpacked> Blocks<T> for ScalarBlocks<T> {
    #[inline(always)]
    fn bit_width(&self) -> BitWidth {
        self.bit_width
    }

    #[inline(always)]
    fn unpack(&self, packed: &[u8], _len: usize, values: &mut [T; 32]) {
        scalar::unpack(self.block, self.bit_width, packed, values);
    }

    #[inline(always)]
    fn highest(&self, values: &[T]) -> T {
        values
            .iter()
            .fold(T::default(), |highest, &value| value.max(highest))
    }
}

/// Decoding that unpacks values to `T`, whichever way the CPU does it best.
///
/// `decode` is to be `#[inline(always)]`, and so is all that it calls for each run: it is compiled once for each kind of blocks.
pub(crate) trait BlockJob<T: Unpacked> {
    /// Does it with `blocks`.
    fn decode(self, blocks: impl Blocks<T>) -> Result<(), DecodeError>;
}

/// Runs `job` with the best blocks of `level` for values of `bit_width` bits.
#[inline(always)]
pub(crate) fn decode_with<T: Unpacked>(
    level: SimdLevel,
    bit_width: BitWidth,
    job: impl BlockJob<T>,
) -> Result<(), DecodeError> {
    #[cfg(target_arch = "x86_64")]
    if let Some(proof) = level.avx2()
        && let Some(blocks) = avx2::Avx2Blocks::new(proof, bit_width)
    {
        return proof.run(avx2::WithBlocks::new(blocks, job));
    }
    let _ = level;
    job.decode(ScalarBlocks::try_new(bit_width)?)
}

/// Appends the `n` values of `bit_width` bits at the front of `packed`.
///
/// # Errors
/// [`DecodeError::Truncated`] if `packed` is shorter than they are, [`DecodeError::BitWidth`] if `T` is narrower; nothing is
/// appended then.
pub fn unpack<T: Unpacked>(
    packed: &[u8],
    bit_width: BitWidth,
    n: usize,
    out: &mut Vec<T>,
) -> Result<(), DecodeError> {
    let needed = bit_width.packed_size(n).unwrap_or(usize::MAX);
    if packed.len() < needed {
        return Err(DecodeError::Truncated {
            needed,
            available: packed.len(),
        });
    }
    unpack_from(packed, 0, bit_width, n, out)
}

/// Appends the `n` values of `bit_width` bits that start at bit `first` of `packed`; bits behind its end are zero.
///
/// # Errors
/// [`DecodeError::BitWidth`] if `T` is narrower; nothing is appended then.
pub(crate) fn unpack_from<T: Unpacked>(
    packed: &[u8],
    first: u64,
    bit_width: BitWidth,
    n: usize,
    out: &mut Vec<T>,
) -> Result<(), DecodeError> {
    let job = Unpack {
        packed,
        first,
        n,
        out,
    };
    decode_with(SimdLevel::detect(), bit_width, job)
}

/// [`unpack`] by any blocks.
struct Unpack<'a, T> {
    packed: &'a [u8],
    first: u64,
    n: usize,
    out: &'a mut Vec<T>,
}

impl<T: Unpacked> BlockJob<T> for Unpack<'_, T> {
    #[inline(always)]
    fn decode(self, blocks: impl Blocks<T>) -> Result<(), DecodeError> {
        let mut spare = Spare::new(self.out, self.n);
        blocks.for_each(self.packed, self.first, self.n, &mut spare)?;
        spare.finish();
        Ok(())
    }
}

/// The value of `bit_width` bits that starts at bit `first` of `packed`; bits behind the end are zero.
#[inline(always)]
pub fn extract(packed: &[u8], first: u64, bit_width: BitWidth) -> u64 {
    load_bits(packed, first) & bit_width.mask()
}
