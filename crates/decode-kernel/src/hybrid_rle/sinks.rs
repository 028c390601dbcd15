//! What becomes of a run: numbers, bits, or a count.

use super::RunSink;
use crate::bitpack::{Blocks, Unpacked};
use crate::nulls::{BitAppender, count_ones};
use crate::output::Spare;
use crate::{BitWidth, DecodeError};

/// Appends the values themselves.
pub(super) struct UnpackSink<'a, T: Unpacked, K> {
    pub(super) spare: Spare<'a, T>,
    pub(super) blocks: K,
}

impl<T: Unpacked, K: Blocks<T>> RunSink for UnpackSink<'_, T, K> {
    #[inline(always)]
    fn repeated(&mut self, value: u32, len: usize) -> Result<(), DecodeError> {
        self.spare.fill(T::truncated(u64::from(value)), len);
        Ok(())
    }

    #[inline(always)]
    fn packed(&mut self, data: &[u8], first: u64, len: usize) -> Result<(), DecodeError> {
        let spare = &mut self.spare;
        self.blocks.for_each(data, first, len, |values| {
            spare.extend_from_slice(values);
            Ok(())
        })
    }
}

/// Appends values of one bit, and counts those that are set.
pub(crate) struct BitSink<'a, 'b> {
    appender: &'a mut BitAppender<'b>,
    /// Values appended.
    pub(crate) len: usize,
    /// Those of them that are set.
    pub(crate) ones: usize,
}

impl<'a, 'b> BitSink<'a, 'b> {
    #[inline(always)]
    pub(crate) fn try_new(
        appender: &'a mut BitAppender<'b>,
        bit_width: BitWidth,
    ) -> Result<Self, DecodeError> {
        BitWidth::try_new(bit_width.bits(), 1)?;
        Ok(Self {
            appender,
            len: 0,
            ones: 0,
        })
    }
}

impl RunSink for BitSink<'_, '_> {
    #[inline(always)]
    fn repeated(&mut self, value: u32, len: usize) -> Result<(), DecodeError> {
        check_bit(value)?;
        self.appender.push_run(value != 0, len);
        self.len += len;
        self.ones += if value != 0 { len } else { 0 };
        Ok(())
    }

    #[inline(always)]
    fn packed(&mut self, data: &[u8], first: u64, len: usize) -> Result<(), DecodeError> {
        self.ones += self.appender.push_bits(data, first, len);
        self.len += len;
        Ok(())
    }
}

/// Counts the values of one bit that are set.
pub(super) struct CountSink {
    pub(super) ones: usize,
}

impl RunSink for CountSink {
    #[inline(always)]
    fn repeated(&mut self, value: u32, len: usize) -> Result<(), DecodeError> {
        check_bit(value)?;
        self.ones += if value != 0 { len } else { 0 };
        Ok(())
    }

    #[inline(always)]
    fn packed(&mut self, data: &[u8], first: u64, len: usize) -> Result<(), DecodeError> {
        self.ones += count_ones(data, first, len);
        Ok(())
    }
}

#[inline(always)]
fn check_bit(value: u32) -> Result<(), DecodeError> {
    if value > 1 {
        return Err(DecodeError::LevelOutOfRange {
            level: value,
            max: 1,
        });
    }
    Ok(())
}
