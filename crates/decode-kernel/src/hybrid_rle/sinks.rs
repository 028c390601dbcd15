//! What becomes of a run: numbers, bits, or a count.

use std::marker::PhantomData;

use super::RunSink;
use crate::bitpack::{BlockSink, Blocks, Unpacked};
use crate::nulls::{BitAppender, count_ones};
use crate::output::Spare;
use crate::{BitWidth, DecodeError};

/// What becomes of values, be they repeated or unpacked.
pub(crate) trait ValueSink<T>: BlockSink<T> {
    /// Takes `value`, `len` times.
    fn repeated(&mut self, value: u32, len: usize) -> Result<(), DecodeError>;
}

impl<T: Unpacked> ValueSink<T> for Spare<'_, T> {
    #[inline(always)]
    fn repeated(&mut self, value: u32, len: usize) -> Result<(), DecodeError> {
        self.fill(T::truncated(u64::from(value)), len);
        Ok(())
    }
}

/// Unpacks packed runs for a [`ValueSink`].
pub(super) struct UnpackSink<'a, T, K, S> {
    blocks: K,
    sink: &'a mut S,
    unpacked: PhantomData<T>,
}

impl<'a, T, K, S> UnpackSink<'a, T, K, S> {
    #[inline(always)]
    pub(super) fn new(blocks: K, sink: &'a mut S) -> Self {
        Self {
            blocks,
            sink,
            unpacked: PhantomData,
        }
    }
}

impl<T: Unpacked, K: Blocks<T>, S: ValueSink<T>> RunSink for UnpackSink<'_, T, K, S> {
    #[inline(always)]
    fn repeated(&mut self, value: u32, len: usize) -> Result<(), DecodeError> {
        self.sink.repeated(value, len)
    }

    #[inline(always)]
    fn packed(&mut self, data: &[u8], first: u64, len: usize) -> Result<(), DecodeError> {
        self.blocks.for_each(data, first, len, self.sink)
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
