//! Stepping over values that nobody asked for.
//!
//! There are two of everything. [`struct_end`] is what opening a file spends its time on: it keeps its state in registers,
//! knows the shapes that parquet.thrift has, and gives up without a word on anything else, broken bytes included. What it
//! gives up on is walked again by the careful half, which handles every shape and says what is wrong.

use std::ops::Range;

use super::cursor::List;
use super::{Cursor, Shapes, Wire};
use crate::FormatError;

/// How deep unknown structures may nest before they are refused. The spec's own reach eight levels.
const MAX_DEPTH: u32 = 64;

/// How deep the fast half follows.
const FAST_DEPTH: usize = 8;

impl Cursor<'_> {
    /// Steps over the value of a field whose header was read.
    #[inline]
    pub(crate) fn skip(&mut self, wire: Wire) -> Result<(), FormatError> {
        match wire {
            Wire::True | Wire::False => Ok(()),
            Wire::Struct => self.skip_struct(),
            Wire::List => self.skip_list(),
            _ => self.skip_value(wire, MAX_DEPTH),
        }
    }

    /// Steps over a list from its header to behind its last element.
    fn skip_list(&mut self) -> Result<(), FormatError> {
        let List { element, len } = self.read_list()?;
        if element != Wire::Struct || len == 0 {
            return self.skip_run(element, len, MAX_DEPTH);
        }
        let start = self.position;
        self.skip_struct()?;
        let size = self.position - start;
        // Column orders are one structure ten thousand times over: each element is equal to the one before.
        if let Some(all) = size
            .checked_mul(len)
            .and_then(|size| self.bytes.get(start..)?.get(..size))
            && all[size..] == all[..all.len() - size]
        {
            self.position = start + all.len();
            return Ok(());
        }
        let mut shapes = Shapes::default();
        for _ in 1..len {
            self.skip_struct_like(&mut shapes)?;
        }
        Ok(())
    }

    /// Steps over a structure from its first field to behind its end.
    #[inline]
    pub(crate) fn skip_struct(&mut self) -> Result<(), FormatError> {
        match struct_end(self.bytes, self.position, &mut ()) {
            Some(end) => {
                self.position = end;
                Ok(())
            }
            None => self.skip_fields(MAX_DEPTH),
        }
    }

    /// Steps over one value as it lies in a list or map, where a boolean takes a byte.
    fn skip_value(&mut self, wire: Wire, depth: u32) -> Result<(), FormatError> {
        match wire {
            Wire::True | Wire::False | Wire::I8 => self.advance(1),
            Wire::I16 | Wire::I32 | Wire::I64 => self.skip_varint(),
            Wire::Double => self.advance(8),
            Wire::Uuid => self.advance(16),
            Wire::Binary => {
                let len = self.read_varint()?;
                self.advance(usize::try_from(len).unwrap_or(usize::MAX))
            }
            Wire::List | Wire::Set => {
                let list = self.read_list()?;
                self.skip_run(list.element, list.len, deeper(depth)?)
            }
            Wire::Map => self.skip_map(deeper(depth)?),
            Wire::Struct => self.skip_fields(deeper(depth)?),
        }
    }

    fn skip_fields(&mut self, depth: u32) -> Result<(), FormatError> {
        loop {
            let start = self.position;
            let header = self.read_byte()?;
            if header == 0 {
                return Ok(());
            }
            if header >> 4 == 0 {
                self.skip_varint()?;
            }
            match self.wire(header, start)? {
                Wire::True | Wire::False => {}
                wire => self.skip_value(wire, depth)?,
            }
        }
    }

    fn skip_run(&mut self, element: Wire, len: usize, depth: u32) -> Result<(), FormatError> {
        let size = match element {
            Wire::True | Wire::False | Wire::I8 => Some(1),
            Wire::Double => Some(8),
            Wire::Uuid => Some(16),
            _ => None,
        };
        if let Some(size) = size {
            return self.advance(len.saturating_mul(size));
        }
        for _ in 0..len {
            self.skip_value(element, depth)?;
        }
        Ok(())
    }

    fn skip_map(&mut self, depth: u32) -> Result<(), FormatError> {
        let len = self.read_varint()?;
        if len == 0 {
            return Ok(());
        }
        let start = self.position;
        let types = self.read_byte()?;
        let (key, value) = (self.wire(types >> 4, start)?, self.wire(types, start)?);
        for _ in 0..len {
            self.skip_value(key, depth)?;
            self.skip_value(value, depth)?;
        }
        Ok(())
    }

    #[inline]
    fn skip_varint(&mut self) -> Result<(), FormatError> {
        let start = self.position;
        for _ in 0..10 {
            if self.read_byte()? < 0x80 {
                return Ok(());
            }
        }
        Err(FormatError::VarintTooLong { offset: start })
    }

    #[inline]
    fn advance(&mut self, len: usize) -> Result<(), FormatError> {
        self.take(len).map(drop)
    }
}

/// What the fast half passes over, for whoever wants to know. Ranges are of positions.
pub(super) trait Observer {
    /// Bytes that say what follows: field, list and length headers, ends of structures.
    fn structure(&mut self, range: Range<usize>);
    /// An integer.
    fn varint(&mut self, range: Range<usize>, depth: usize);
    /// A text or binary value, and how many bytes at its front are its length.
    fn binary(&mut self, range: Range<usize>, len_size: usize);
    /// A list of integers or binary values, its header and elements included; told after them.
    fn list(&mut self, range: Range<usize>);
}

/// Wants to know nothing.
impl Observer for () {
    fn structure(&mut self, _: Range<usize>) {}
    fn varint(&mut self, _: Range<usize>, _: usize) {}
    fn binary(&mut self, _: Range<usize>, _: usize) {}
    fn list(&mut self, _: Range<usize>) {}
}

/// Where the structure whose first field starts at `position` ends, or none where the careful half has to look.
///
/// Nested structures and lists of structures are followed without recursion: `pending[depth]` counts the structures that are
/// yet to end at a depth.
pub(super) fn struct_end(
    bytes: &[u8],
    mut position: usize,
    observer: &mut impl Observer,
) -> Option<usize> {
    let mut pending = [0_u32; FAST_DEPTH];
    pending[0] = 1;
    let mut depth = 0;
    loop {
        let start = position;
        let header = *bytes.get(position)?;
        position += 1;
        if header == 0 {
            observer.structure(start..position);
            pending[depth] -= 1;
            while pending[depth] == 0 {
                if depth == 0 {
                    return Some(position);
                }
                depth -= 1;
            }
            continue;
        }
        if header < 0x10 {
            position = varint_end(bytes, position)?;
        }
        observer.structure(start..position);
        let start = position;
        match header & 0x0f {
            1 | 2 => {}
            3 => position += 1,
            4..=6 => {
                position = varint_end(bytes, position)?;
                observer.varint(start..position, depth);
            }
            7 => position += 8,
            8 => {
                position = binary_end(bytes, position)?;
                observer.binary(start..position, len_size(bytes[start]));
            }
            9 if bytes.get(position)? & 0x0f == 12 => {
                let len = u32::from(*bytes.get(position)? >> 4);
                position += 1;
                observer.structure(start..position);
                // Longer lists of structures are not what a column chunk has.
                if len == 15 {
                    return None;
                }
                if len > 0 {
                    depth += 1;
                    *pending.get_mut(depth)? = len;
                }
            }
            9 => {
                position = list_end(bytes, position, depth, observer)?;
                observer.list(start..position);
            }
            12 => {
                depth += 1;
                *pending.get_mut(depth)? = 1;
            }
            _ => return None,
        }
    }
}

/// Where a short list of integers or binary values ends.
pub(super) fn list_end(
    bytes: &[u8],
    mut position: usize,
    depth: usize,
    observer: &mut impl Observer,
) -> Option<usize> {
    let header = *bytes.get(position)?;
    observer.structure(position..position + 1);
    position += 1;
    let (len, element) = (header >> 4, header & 0x0f);
    if len == 15 || !matches!(element, 4..=6 | 8) {
        return None;
    }
    for _ in 0..len {
        let start = position;
        if element == 8 {
            position = binary_end(bytes, position)?;
            observer.binary(start..position, len_size(bytes[start]));
        } else {
            position = varint_end(bytes, position)?;
            observer.varint(start..position, depth);
        }
    }
    Some(position)
}

#[inline]
pub(super) fn varint_end(bytes: &[u8], position: usize) -> Option<usize> {
    let bytes = bytes.get(position..)?;
    for len in 0..10 {
        if *bytes.get(len)? < 0x80 {
            return Some(position + len + 1);
        }
    }
    None
}

/// Bytes of a binary value's length, of which this is the first: the fast half follows lengths of one and of two.
fn len_size(first: u8) -> usize {
    if first < 0x80 { 1 } else { 2 }
}

#[inline]
pub(super) fn binary_end(bytes: &[u8], position: usize) -> Option<usize> {
    let len = *bytes.get(position)?;
    if len < 0x80 {
        return Some(position + 1 + usize::from(len));
    }
    let next = *bytes.get(position + 1)?;
    if next < 0x80 {
        return Some(position + 2 + (usize::from(len & 0x7f) | usize::from(next) << 7));
    }
    None
}

fn deeper(depth: u32) -> Result<u32, FormatError> {
    depth.checked_sub(1).ok_or(FormatError::OverLimit {
        what: "nesting of unknown Thrift structures",
        found: u64::from(MAX_DEPTH) + 1,
        limit: u64::from(MAX_DEPTH),
    })
}
