//! What becomes of a run: numbers.

use std::marker::PhantomData;

use super::RunSink;
use crate::DecodeError;
use crate::bitpack::{BlockSink, Blocks, Unpacked};
use crate::output::Spare;

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
