//! The hybrid of run-length encoding and bit-packing: levels, dictionary indices and booleans.
//!
//! - `runs.rs`: [`Run`], runs as they lie in the bytes, and the cursor that finds them.
//! - `bits.rs`: values of one bit.
//! - `sinks.rs`: what becomes of a run of numbers.
//!
//! Real files have short runs, so the cost of a header counts as much as that of unpacking: `HybridRle::drive` keeps the cursor in
//! registers and is inlined, with what a caller does to each run, into one loop.
//!
//! Spec: Encodings.md, "Run Length Encoding / Bit-Packing Hybrid (RLE = 3)".

mod bits;
mod runs;
mod sinks;
#[cfg(test)]
pub(crate) mod tests;

pub use runs::Run;
pub(crate) use runs::{RunCursor, RunSink};
use sinks::UnpackSink;
pub(crate) use sinks::ValueSink;

use crate::bitpack::{BlockJob, Blocks, Unpacked, decode_with};
use crate::output::Spare;
use crate::simd::SimdLevel;
use crate::{BitWidth, DecodeError};

/// Decodes values of up to 32 bits, stored as repeated and as bit-packed runs.
///
/// A bit-packed run whose bytes are cut short, as some writers leave the last one, yields the values that are there. A width of 0
/// needs no bytes: it is an endless run of zeros.
#[derive(Debug, Clone)]
pub struct HybridRle<B> {
    data: B,
    cursor: RunCursor,
    level: SimdLevel,
}

impl<B: AsRef<[u8]>> HybridRle<B> {
    /// A decoder of `data`, whose values have `bit_width` bits.
    ///
    /// # Errors
    /// [`DecodeError::BitWidth`] if that is above 32.
    pub fn try_new(data: B, bit_width: BitWidth) -> Result<Self, DecodeError> {
        Self::try_with_level(data, bit_width, SimdLevel::detect())
    }

    /// Like [`try_new`](Self::try_new), with kernels of `level`.
    ///
    /// # Errors
    /// [`DecodeError::BitWidth`] if `bit_width` is above 32.
    pub fn try_with_level(
        data: B,
        bit_width: BitWidth,
        level: SimdLevel,
    ) -> Result<Self, DecodeError> {
        let bit_width = BitWidth::try_new(bit_width.bits(), 32)?;
        Ok(Self {
            data,
            cursor: RunCursor::new(bit_width),
            level,
        })
    }

    /// The width of a value.
    pub fn bit_width(&self) -> BitWidth {
        self.cursor.bit_width()
    }

    /// The kernels that it uses.
    pub fn level(&self) -> SimdLevel {
        self.level
    }

    /// The rest of the current run, or the next one; at most `max` values of it.
    ///
    /// The run is empty only if `max` is 0.
    ///
    /// # Errors
    /// [`DecodeError::Truncated`] if no run is left, [`DecodeError::Malformed`] if its header is broken.
    pub fn next_run(&mut self, max: usize) -> Result<Run<'_>, DecodeError> {
        let data = self.data.as_ref();
        self.cursor.next_run(data, max)
    }

    /// Passes over `n` values.
    ///
    /// # Errors
    /// As for [`next_run`](Self::next_run).
    pub fn skip(&mut self, n: usize) -> Result<(), DecodeError> {
        let mut left = n;
        while left > 0 {
            left -= self.next_run(left)?.len();
        }
        Ok(())
    }

    /// Appends `n` values.
    ///
    /// # Errors
    /// As for [`next_run`](Self::next_run); nothing is appended then.
    pub fn decode_u32(&mut self, n: usize, out: &mut Vec<u32>) -> Result<(), DecodeError> {
        self.decode(n, out)
    }

    /// Appends `n` values of at most 8 bits.
    ///
    /// # Errors
    /// As for [`next_run`](Self::next_run), or [`DecodeError::BitWidth`] if values may be wider; nothing is appended then.
    pub fn decode_u8(&mut self, n: usize, out: &mut Vec<u8>) -> Result<(), DecodeError> {
        self.decode(n, out)
    }

    fn decode<T: Unpacked>(&mut self, n: usize, out: &mut Vec<T>) -> Result<(), DecodeError> {
        let (level, bit_width) = (self.level, self.bit_width());
        decode_with(level, bit_width, Unpack { runs: self, n, out })
    }

    /// Gives the next `n` values to `sink`, run by run.
    #[inline(always)]
    pub(crate) fn drive(&mut self, n: usize, sink: &mut impl RunSink) -> Result<(), DecodeError> {
        self.cursor.drive(self.data.as_ref(), n, sink)
    }

    /// Gives the next `n` values to `sink`, those of packed runs unpacked by `blocks`.
    #[inline(always)]
    pub(crate) fn drive_values<T: Unpacked>(
        &mut self,
        n: usize,
        blocks: impl Blocks<T>,
        sink: &mut impl ValueSink<T>,
    ) -> Result<(), DecodeError> {
        self.drive(n, &mut UnpackSink::new(blocks, sink))
    }
}

/// [`HybridRle::decode`] by any blocks.
struct Unpack<'a, B, T> {
    runs: &'a mut HybridRle<B>,
    n: usize,
    out: &'a mut Vec<T>,
}

impl<B: AsRef<[u8]>, T: Unpacked> BlockJob<T> for Unpack<'_, B, T> {
    #[inline(always)]
    fn decode(self, blocks: impl Blocks<T>) -> Result<(), DecodeError> {
        let mut spare = Spare::new(self.out, self.n);
        self.runs.drive_values(self.n, blocks, &mut spare)?;
        spare.finish();
        Ok(())
    }
}
