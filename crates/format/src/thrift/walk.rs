//! A walk over structures of the usual shape, for speed.
//!
//! It says nothing about what it gives up on: whoever walks has a [`Cursor`] to do it again with care. Nothing is read beyond
//! the bytes, and what is accepted is what the cursor accepts.

use super::Cursor;
use super::skip::{binary_end, list_end, varint_end};

/// A position in a slice of Thrift bytes.
#[derive(Debug)]
pub(crate) struct Walk<'a> {
    bytes: &'a [u8],
    position: usize,
}

impl<'a> Walk<'a> {
    /// The type codes of fields and elements.
    pub(crate) const I32: u8 = 5;
    pub(crate) const I64: u8 = 6;
    pub(crate) const LIST: u8 = 9;
    pub(crate) const STRUCT: u8 = 12;

    /// A walk that starts where the cursor is.
    pub(crate) fn of(cursor: Cursor<'a>) -> Self {
        Self {
            bytes: cursor.bytes,
            position: cursor.position,
        }
    }

    /// Bytes from the start of the slice.
    #[inline]
    pub(crate) fn position(&self) -> usize {
        self.position
    }

    /// The id and type code of the next field, the id being 0 at the end of the structure. `id` starts at 0.
    #[inline]
    pub(crate) fn next_field(&mut self, id: &mut u32) -> Option<(u32, u8)> {
        let header = self.byte()?;
        if header == 0 {
            return Some((0, 0));
        }
        if header < 0x10 {
            return None;
        }
        *id += u32::from(header >> 4);
        Some((*id, header & 0x0f))
    }

    /// The length of a short list whose elements are of a type.
    #[inline]
    pub(crate) fn list_of(&mut self, element: u8) -> Option<u8> {
        let header = self.byte()?;
        let is_usual = header < 0xf0 && header & 0x0f == element;
        is_usual.then_some(header >> 4)
    }

    /// A zigzag integer of 32 bits.
    #[inline(always)]
    pub(crate) fn i32(&mut self) -> Option<i32> {
        i32::try_from(self.i64()?).ok()
    }

    /// A zigzag integer of 64 bits.
    #[inline(always)]
    pub(crate) fn i64(&mut self) -> Option<i64> {
        let first = self.byte()?;
        let mut value = u64::from(first & 0x7f);
        if first >= 0x80 {
            let mut shift = 7;
            loop {
                let byte = self.byte()?;
                value |= u64::from(byte & 0x7f) << shift;
                if byte < 0x80 {
                    break;
                }
                shift += 7;
                // Nine bytes hold more than any file is long.
                if shift == 63 {
                    return None;
                }
            }
        }
        Some((value >> 1).cast_signed() ^ -(value & 1).cast_signed())
    }

    /// Steps over a list of integers or binary values.
    #[inline]
    pub(crate) fn skip_list(&mut self) -> Option<()> {
        self.position = list_end(self.bytes, self.position, 0, &mut ())?;
        Some(())
    }

    /// Steps over a structure in which there are no others.
    #[inline]
    pub(crate) fn skip_struct(&mut self) -> Option<()> {
        loop {
            let header = self.byte()?;
            if header == 0 {
                return Some(());
            }
            if header < 0x10 {
                return None;
            }
            match header & 0x0f {
                1 | 2 => {}
                4..=6 => self.position = varint_end(self.bytes, self.position)?,
                8 => self.position = binary_end(self.bytes, self.position)?,
                9 => self.skip_list()?,
                _ => return None,
            }
        }
    }

    #[inline]
    fn byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.position)?;
        self.position += 1;
        Some(byte)
    }
}
