//! DELTA_LENGTH_BYTE_ARRAY: all lengths, then all bytes.
//!
//! ```text
//! | lengths, DELTA_BINARY_PACKED | herringbone parquet arrows |
//! ```
//!
//! The bytes are the output as they are, so a batch is one copy and a sum of its lengths.
//!
//! Spec: Encodings.md, "Delta-length byte array"

use super::lengths::{BLOCK, Lengths, total};
use crate::DecodeError;
use crate::simd::SimdLevel;
use crate::strings::{ByteArrays, Content, Offset, ViewBase, validate_lengths};

/// Decodes DELTA_LENGTH_BYTE_ARRAY.
#[derive(Debug, Clone)]
pub struct LengthByteArray<B> {
    data: B,
    lengths: Lengths,
    /// Where the bytes of the next value start.
    position: usize,
    content: Content,
}

impl<B: AsRef<[u8]>> LengthByteArray<B> {
    /// A decoder of `data`, all of which is the page's.
    ///
    /// # Errors
    /// Those of [`BinaryPacked`](super::BinaryPacked) for the lengths, whose end has to be there.
    pub fn try_new(data: B) -> Result<Self, DecodeError> {
        Self::try_new_with(SimdLevel::detect(), data)
    }

    /// As [`LengthByteArray::try_new`], with the instructions of `level`.
    ///
    /// # Errors
    /// As there.
    pub fn try_new_with(level: SimdLevel, data: B) -> Result<Self, DecodeError> {
        let (lengths, position) = Lengths::try_new(level, data.as_ref(), 0)?;
        Ok(Self {
            data,
            lengths,
            position,
            content: Content::Bytes,
        })
    }

    /// The same decoder, but every value it decodes is checked to be UTF-8 (skipped ones are not).
    #[must_use]
    pub fn checked_utf8(mut self) -> Self {
        self.content = Content::Utf8;
        self
    }

    /// The number of values not yet decoded or skipped, as the header says: there may be fewer.
    #[must_use]
    pub fn remaining(&self) -> usize {
        self.lengths.remaining()
    }

    /// Appends the next `n` values to `out`: their bytes and, counted from the bytes already there, their end offsets.
    ///
    /// # Errors
    /// [`DecodeError::TooFewValues`] or [`DecodeError::Truncated`] if fewer than `n` values are left,
    /// [`DecodeError::Malformed`] for a negative length, [`DecodeError::OffsetOverflow`] if the bytes of `out` would go
    /// beyond what `O` can say, [`DecodeError::InvalidUtf8`] from a decoder that checks. `out` then holds some of the values.
    pub fn decode_offsets<O: Offset>(
        &mut self,
        n: usize,
        out: &mut ByteArrays<O>,
    ) -> Result<(), DecodeError> {
        self.lengths.check_remaining(n)?;
        out.offsets.reserve(n);
        self.blocks(n, |lengths, bytes, _| {
            let mut end = out.values.len();
            O::try_from_usize(end.saturating_add(bytes.len()))?;
            out.offsets.extend(lengths.iter().map(|&length| {
                end += length as usize;
                O::truncate(end)
            }));
            out.values.extend_from_slice(bytes);
            Ok(())
        })
    }

    /// Appends views of the next `n` values to `out`, the long ones pointing into the page itself, which has to become
    /// buffer `buffer_index` from its byte `base` on.
    ///
    /// # Errors
    /// As [`LengthByteArray::decode_offsets`], [`DecodeError::OffsetOverflow`] if the page reaches beyond what a view can
    /// point to. `out` then holds some of the views.
    pub fn decode_views(
        &mut self,
        n: usize,
        buffer_index: u32,
        base: u32,
        out: &mut Vec<u128>,
    ) -> Result<(), DecodeError> {
        self.lengths.check_remaining(n)?;
        let base = ViewBase::try_new(buffer_index, base, self.data.as_ref().len())?;
        out.reserve(n);
        self.blocks(n, |lengths, bytes, position| {
            let mut start = 0;
            out.extend(lengths.iter().map(|&length| {
                let (value, len) = (&bytes[start..], length as usize);
                let view = base.view_of(value, position + start, len);
                start += len;
                view
            }));
            Ok(())
        })
    }

    /// Appends the bytes of the next `n` values, each of which must have `width` of them.
    ///
    /// # Errors
    /// As [`LengthByteArray::decode_offsets`], [`DecodeError::WrongLength`] if a value has another length.
    pub fn decode_fixed(
        &mut self,
        n: usize,
        width: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), DecodeError> {
        self.lengths.check_remaining(n)?;
        self.blocks(n, |lengths, bytes, _| {
            if let Some(&found) = lengths.iter().find(|&&length| length as usize != width) {
                return Err(DecodeError::WrongLength {
                    expected: width,
                    found: found as usize,
                });
            }
            out.extend_from_slice(bytes);
            Ok(())
        })
    }

    /// Passes over the next `n` values without looking at their bytes.
    ///
    /// # Errors
    /// As [`LengthByteArray::decode_offsets`].
    pub fn skip(&mut self, n: usize) -> Result<(), DecodeError> {
        self.lengths.check_remaining(n)?;
        let content = std::mem::replace(&mut self.content, Content::Bytes);
        let skipped = self.blocks(n, |_, _, _| Ok(()));
        self.content = content;
        skipped
    }

    /// Gives the next `n` values to `sink`, a block at a time: lengths, bytes, and where in the page these are.
    fn blocks(
        &mut self,
        n: usize,
        mut sink: impl FnMut(&[i32], &[u8], usize) -> Result<(), DecodeError>,
    ) -> Result<(), DecodeError> {
        let data = self.data.as_ref();
        let mut left = n;
        while left > 0 {
            let lengths = self.lengths.next_block(data, left.min(BLOCK))?;
            let rest = data.get(self.position..).unwrap_or_default();
            let needed = total(lengths);
            let bytes = rest.get(..needed).ok_or(DecodeError::Truncated {
                needed,
                available: rest.len(),
            })?;
            if self.content == Content::Utf8 {
                validate_lengths(bytes, lengths, n - left)?;
            }
            sink(lengths, bytes, self.position)?;
            self.position += needed;
            left -= lengths.len();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
