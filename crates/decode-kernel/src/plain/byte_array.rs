//! Byte arrays: each with four bytes of length, little-endian, in front.
//!
//! ```text
//! | 3 0 0 0 | a b c | 0 0 0 0 | 2 0 0 0 | d e |
//! ```
//!
//! Where a value starts is known only when the length before it is loaded: the walk over the lengths is one chain of
//! loads, about six cycles a value, and everything else (checks, copies, offsets) is kept small enough to hide behind it.
//!
//! UTF-8 is checked in the page, not value by value. Where all four bytes of every length are ASCII (for short values they
//! are: the length and three zeros), lengths and values together are valid UTF-8 exactly if each value is, because no
//! character reaches across an ASCII byte. So many values are one call. Where a length has a byte of 0x80 or more, the values
//! are copied together first.

use crate::DecodeError;
use crate::strings::{
    ByteArrays, ByteWriter, Content, Offset, ViewBase, are_utf8, first_invalid, first_word, is_utf8,
};

/// The size of a length.
const PREFIX_SIZE: usize = 4;

/// Values between two UTF-8 checks: few enough that their bytes are still in the nearest cache.
const BLOCK: usize = 512;

/// The bits of a length that are set where one of its bytes is not ASCII.
const NOT_ASCII: u32 = 0x8080_8080;

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
        self.walk().rest.len()
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
        out.offsets.reserve(n);
        let mut writer = ByteWriter::new(&mut out.values, walk.expected_size(n, self.promised));
        let mut ends = [O::default(); BLOCK];
        let mut left = n;
        while left > 0 {
            let ends = &mut ends[..left.min(BLOCK)];
            let block = walk.begin_block();
            for end in ends.iter_mut() {
                let Some((tail, len)) = walk.next() else {
                    return Err(walk.truncated());
                };
                if !writer.append_prefix(tail, len) {
                    return Err(walk.truncated());
                }
                *end = O::truncate(writer.len());
            }
            if self.content == Content::Utf8 {
                block.validate_until(&walk, ends.len(), n - left)?;
            }
            out.offsets.extend_from_slice(ends);
            left -= ends.len();
        }
        O::try_from_usize(writer.len())?;
        let position = walk.position();
        self.advance_to(position, n);
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
        let base = ViewBase::try_new(buffer_index, base, walk.size)?;
        out.reserve(n);
        let mut views = [0; BLOCK];
        let mut left = n;
        while left > 0 {
            let views = &mut views[..left.min(BLOCK)];
            let block = walk.begin_block();
            for view in views.iter_mut() {
                let word = first_word(walk.rest);
                let Some((_, len)) = walk.next() else {
                    return Err(walk.truncated());
                };
                *view = base.view_of_word(word, walk.position() - len, len);
            }
            if self.content == Content::Utf8 {
                block.validate_until(&walk, views.len(), n - left)?;
            }
            out.extend_from_slice(views);
            left -= views.len();
        }
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
        if u32::try_from(walk.size).is_err() {
            return Err(DecodeError::OffsetOverflow {
                total: walk.size as u64,
                max: u64::from(u32::MAX),
            });
        }
        let start = walk.clone();
        out.reserve(n);
        for _ in 0..n {
            let Some((_, len)) = walk.next() else {
                return Err(walk.truncated());
            };
            out.push(Span {
                start: (walk.position() - len) as u32,
                len: len as u32,
            });
        }
        if self.content == Content::Utf8 {
            start.validate_until(&walk, n, 0)?;
        }
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
        for _ in 0..n {
            if walk.next().is_none() {
                return Err(walk.truncated());
            }
        }
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
        let mut left = n;
        while left > 0 {
            let len = left.min(BLOCK);
            let block = walk.begin_block();
            for _ in 0..len {
                if walk.next().is_none() {
                    return Err(walk.truncated());
                }
            }
            block.validate_until(&walk, len, n - left)?;
            left -= len;
        }
        Ok(())
    }

    fn walk(&self) -> Walk<'_> {
        let data = self.data.as_ref();
        Walk {
            size: data.len(),
            rest: data.get(self.position..).unwrap_or_default(),
            lengths: 0,
        }
    }

    /// A walk that can have `n` values: each takes four bytes at least.
    fn walk_of(&self, n: usize) -> Result<Walk<'_>, DecodeError> {
        let walk = self.walk();
        let needed = n.saturating_mul(PREFIX_SIZE);
        if needed > walk.rest.len() {
            return Err(DecodeError::Truncated {
                needed,
                available: walk.rest.len(),
            });
        }
        Ok(walk)
    }

    fn advance_to(&mut self, position: usize, n: usize) {
        self.position = position;
        self.promised = self.promised.saturating_sub(n);
    }
}

/// A walk from length to length.
#[derive(Clone)]
struct Walk<'a> {
    /// The size of the page.
    size: usize,
    /// What is not yet walked over.
    rest: &'a [u8],
    /// All lengths seen, or-ed.
    lengths: u32,
}

impl<'a> Walk<'a> {
    /// The next value as the rest of the page from its first byte on, and its length, which that rest has.
    ///
    /// `None` if the page ends before: [`Walk::truncated`] then says how.
    #[inline(always)]
    fn next(&mut self) -> Option<(&'a [u8], usize)> {
        let (prefix, tail) = self.rest.split_first_chunk::<PREFIX_SIZE>()?;
        let prefix = u32::from_le_bytes(*prefix);
        let len = prefix as usize;
        self.rest = tail.get(len..)?;
        self.lengths |= prefix;
        Some((tail, len))
    }

    /// Forgets the lengths seen, and gives where it stands for a later [`Walk::validate_until`].
    fn begin_block(&mut self) -> Self {
        self.lengths = 0;
        self.clone()
    }

    /// Bytes walked over.
    fn position(&self) -> usize {
        self.size - self.rest.len()
    }

    /// The bytes that `n` values may have, if `promised` share what is left: never more than there is.
    fn expected_size(&self, n: usize, promised: usize) -> usize {
        let prefixes_size = n.max(promised).saturating_mul(PREFIX_SIZE);
        let bytes_size = self.rest.len().saturating_sub(prefixes_size);
        if promised <= n {
            return bytes_size;
        }
        let share = (bytes_size as u128 * n as u128 / promised as u128) as usize;
        // A sixteenth more, so that pages of even content need no second reservation.
        (share + share / 16).min(bytes_size)
    }

    /// Why [`Walk::next`] found no value.
    #[cold]
    fn truncated(&self) -> DecodeError {
        let needed = match self.rest.first_chunk::<PREFIX_SIZE>() {
            Some(prefix) => (u32::from_le_bytes(*prefix) as usize).saturating_add(PREFIX_SIZE),
            None => PREFIX_SIZE,
        };
        DecodeError::Truncated {
            needed,
            available: self.rest.len(),
        }
    }

    /// Checks the `n` values between this walk and `end`, a later state of it, to be UTF-8; `before` of the call's values
    /// came earlier.
    fn validate_until(&self, end: &Self, n: usize, before: usize) -> Result<(), DecodeError> {
        let valid = if end.lengths & NOT_ASCII == 0 {
            is_utf8(&self.rest[..self.rest.len() - end.rest.len()])
        } else {
            are_utf8(self.clone().values(n))
        };
        if valid {
            return Ok(());
        }
        Err(first_invalid(self.clone().values(n), before))
    }

    /// The next `n` values, or those that there are.
    fn values(mut self, n: usize) -> impl Iterator<Item = &'a [u8]> {
        (0..n).map_while(move |_| self.next().map(|(tail, len)| &tail[..len]))
    }
}

#[cfg(test)]
mod tests;
