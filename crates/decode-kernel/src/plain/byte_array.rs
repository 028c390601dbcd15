//! Byte arrays: each with four bytes of length, little-endian, in front.
//!
//! ```text
//! | 3 0 0 0 | a b c | 0 0 0 0 | 2 0 0 0 | d e |
//! ```
//!
//! Where a value starts is known only when the length before it is loaded: the walk over the lengths is one chain of
//! loads, about six cycles a value, and everything else (checks, copies, offsets) is kept small enough to hide behind it.
//!
//! UTF-8 is checked in the page, not value by value: see `walk.rs`.

use super::walk::{PREFIX_SIZE, Value, ValueSink, Walk, walk_selected, walk_values};
use crate::output::Spare;
use crate::select::Selected;
use crate::simd::SimdLevel;
use crate::strings::{ByteArrays, ByteWriter, Content, Offset, ViewBase, first_word};
use crate::{DecodeError, Plain};

/// Where a value lies in a page: a slice without its borrow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Span {
    /// Bytes before the value.
    pub start: u32,
    /// Bytes of the value.
    pub len: u32,
}

/// Decodes PLAIN byte arrays.
#[derive(Debug, Clone)]
pub struct ByteArray<B> {
    data: B,
    /// Bytes consumed, never more than `data` has.
    position: usize,
    /// Values that the page header still promises: a hint for how much memory to take, and no more than that.
    promised: usize,
    content: Content,
    level: SimdLevel,
}

impl<B: AsRef<[u8]>> ByteArray<B> {
    /// A decoder of `data`, of which the page's header says that it holds `num_values` values.
    ///
    /// The number only guides how much memory is reserved. It may count nulls, which are not in `data`.
    #[must_use]
    pub fn new(data: B, num_values: usize) -> Self {
        Self {
            data,
            position: 0,
            promised: num_values,
            content: Content::Bytes,
            level: SimdLevel::detect(),
        }
    }

    /// The same decoder, but every value it decodes is checked to be UTF-8 (skipped ones are not).
    #[must_use]
    pub fn checked_utf8(mut self) -> Self {
        self.content = Content::Utf8;
        self
    }

    /// The number of bytes not yet consumed.
    #[must_use]
    pub fn remaining_size(&self) -> usize {
        self.walk().rest().len()
    }

    /// Appends the next `n` values to `out`: their bytes and, counted from the bytes already there, their end offsets.
    ///
    /// # Errors
    /// [`DecodeError::Truncated`] if fewer than `n` values are left, [`DecodeError::OffsetOverflow`] if the bytes of `out`
    /// would go beyond what `O` can say, [`DecodeError::InvalidUtf8`] from a decoder that checks. `out` then holds some of
    /// the values.
    pub fn decode_offsets<O: Offset>(
        &mut self,
        n: usize,
        out: &mut ByteArrays<O>,
    ) -> Result<(), DecodeError> {
        let mut walk = self.walk_of(n)?;
        let expected = walk.expected_size(n, self.promised);
        let sink = OffsetSink {
            offsets: Spare::new(&mut out.offsets, n),
            writer: ByteWriter::new(&mut out.values, expected),
        };
        let sink = walk_values(self.level, &mut walk, n, self.content, sink)?;
        O::try_from_usize(sink.writer.len())?;
        sink.offsets.finish();
        let position = walk.position();
        self.advance_to(position, n);
        Ok(())
    }

    /// Appends those of the next `selected.len()` values that are selected, as [`decode_offsets`](Self::decode_offsets) does; the
    /// others are passed over.
    ///
    /// # Errors
    /// As for [`decode_offsets`](Self::decode_offsets).
    pub fn decode_offsets_selected<O: Offset>(
        &mut self,
        selected: Selected<'_>,
        out: &mut ByteArrays<O>,
    ) -> Result<(), DecodeError> {
        let n = selected.count();
        let mut walk = self.walk_of(selected.len())?;
        let expected = walk.expected_size(n, self.promised);
        let sink = OffsetSink {
            offsets: Spare::new(&mut out.offsets, n),
            writer: ByteWriter::new(&mut out.values, expected),
        };
        let sink = walk_selected(&mut walk, selected, self.content, sink)?;
        O::try_from_usize(sink.writer.len())?;
        sink.offsets.finish();
        let position = walk.position();
        self.advance_to(position, selected.len());
        Ok(())
    }

    /// Appends views of those of the next `selected.len()` values that are selected, as [`decode_views`](Self::decode_views) does;
    /// the others are passed over.
    ///
    /// # Errors
    /// As for [`decode_views`](Self::decode_views).
    pub fn decode_views_selected(
        &mut self,
        selected: Selected<'_>,
        buffer_index: u32,
        base: u32,
        out: &mut Vec<u128>,
    ) -> Result<(), DecodeError> {
        let mut walk = self.walk_of(selected.len())?;
        let base = ViewBase::try_new(buffer_index, base, walk.size())?;
        let sink = ViewSink {
            base,
            views: Spare::new(out, selected.count()),
        };
        let sink = walk_selected(&mut walk, selected, self.content, sink)?;
        sink.views.finish();
        let position = walk.position();
        self.advance_to(position, selected.len());
        Ok(())
    }

    /// Appends views of the next `n` values to `out`, the long ones pointing into the page itself, which has to become
    /// buffer `buffer_index` from its byte `base` on.
    ///
    /// # Errors
    /// [`DecodeError::Truncated`] if fewer than `n` values are left, [`DecodeError::OffsetOverflow`] if the page reaches
    /// beyond what a view can point to, [`DecodeError::InvalidUtf8`] from a decoder that checks. `out` then holds some of
    /// the views.
    pub fn decode_views(
        &mut self,
        n: usize,
        buffer_index: u32,
        base: u32,
        out: &mut Vec<u128>,
    ) -> Result<(), DecodeError> {
        let mut walk = self.walk_of(n)?;
        let base = ViewBase::try_new(buffer_index, base, walk.size())?;
        let sink = ViewSink {
            base,
            views: Spare::new(out, n),
        };
        let sink = walk_values(self.level, &mut walk, n, self.content, sink)?;
        sink.views.finish();
        let position = walk.position();
        self.advance_to(position, n);
        Ok(())
    }

    /// Appends where the next `n` values lie in the page, for a dictionary whose entries are made only when needed.
    ///
    /// # Errors
    /// [`DecodeError::Truncated`] if fewer than `n` values are left, [`DecodeError::OffsetOverflow`] in a page over 4 GiB,
    /// [`DecodeError::InvalidUtf8`] from a decoder that checks. `out` then holds some of the spans.
    pub fn decode_spans(&mut self, n: usize, out: &mut Vec<Span>) -> Result<(), DecodeError> {
        let mut walk = self.walk_of(n)?;
        if u32::try_from(walk.size()).is_err() {
            return Err(DecodeError::OffsetOverflow {
                total: walk.size() as u64,
                max: u64::from(u32::MAX),
            });
        }
        let sink = SpanSink {
            spans: Vec::with_capacity(n),
        };
        let mut sink = walk_values(self.level, &mut walk, n, self.content, sink)?;
        out.append(&mut sink.spans);
        let position = walk.position();
        self.advance_to(position, n);
        Ok(())
    }

    /// Passes over the next `n` values without looking at their bytes.
    ///
    /// # Errors
    /// [`DecodeError::Truncated`] if fewer than `n` values are left; the decoder is then where it was.
    pub fn skip(&mut self, n: usize) -> Result<(), DecodeError> {
        let mut walk = self.walk_of(n)?;
        walk.skip(n)?;
        let position = walk.position();
        self.advance_to(position, n);
        Ok(())
    }

    /// Checks that the next `n` values are UTF-8, and stays where it is.
    ///
    /// # Errors
    /// [`DecodeError::InvalidUtf8`] if one is not, [`DecodeError::Truncated`] if fewer
    /// than `n` values are left.
    pub fn validate_utf8(&self, n: usize) -> Result<(), DecodeError> {
        let mut walk = self.walk_of(n)?;
        walk_values(self.level, &mut walk, n, Content::Utf8, NoSink).map(|_| ())
    }

    /// The same decoder, with the instructions of `level`.
    #[cfg(test)]
    fn with_level(mut self, level: SimdLevel) -> Self {
        self.level = level;
        self
    }

    fn walk(&self) -> Walk<'_> {
        let data = self.data.as_ref();
        Walk::new(data.len(), data.get(self.position..).unwrap_or_default())
    }

    /// A walk that can have `n` values: each takes four bytes at least.
    fn walk_of(&self, n: usize) -> Result<Walk<'_>, DecodeError> {
        let walk = self.walk();
        let needed = n.saturating_mul(PREFIX_SIZE);
        if needed > walk.rest().len() {
            return Err(DecodeError::Truncated {
                needed,
                available: walk.rest().len(),
            });
        }
        Ok(walk)
    }

    fn advance_to(&mut self, position: usize, n: usize) {
        self.position = position;
        self.promised = self.promised.saturating_sub(n);
    }
}

/// Values to offsets and bytes.
struct OffsetSink<'a, O: Plain> {
    offsets: Spare<'a, O>,
    writer: ByteWriter<'a>,
}

impl<O: Offset> ValueSink for OffsetSink<'_, O> {
    #[inline(always)]
    fn take(&mut self, value: Value<'_>) {
        // The walk has seen that the value is all there.
        let _ = self.writer.append_prefix(value.tail, value.len);
        self.offsets.push(O::truncate(self.writer.len()));
    }
}

/// Values to views.
struct ViewSink<'a> {
    base: ViewBase,
    views: Spare<'a, u128>,
}

impl ValueSink for ViewSink<'_> {
    #[inline(always)]
    fn take(&mut self, value: Value<'_>) {
        let word = first_word(value.with_prefix);
        let view = self.base.view_of_word(word, value.start, value.len);
        self.views.push(view);
    }
}

/// Values to their places.
struct SpanSink {
    spans: Vec<Span>,
}

impl ValueSink for SpanSink {
    #[inline(always)]
    fn take(&mut self, value: Value<'_>) {
        self.spans.push(Span {
            start: value.start as u32,
            len: value.len as u32,
        });
    }
}

/// Values that are only looked at.
struct NoSink;

impl ValueSink for NoSink {
    #[inline(always)]
    fn take(&mut self, _value: Value<'_>) {}
}

#[cfg(test)]
mod tests;
