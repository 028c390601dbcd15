//! A bounds-checked reader of the compact protocol.
//!
//! A structure is read by matching on id *and* wire type, so that a field whose type is not the expected one falls through
//! to the skipping arm, as Thrift's own readers do:
//!
//! ```text
//! let mut last_id = 0;
//! while let Some(field) = cursor.next_field(&mut last_id)? {
//!     match (field.id, field.wire) {
//!         (1, Wire::I32) => type_ = Some(cursor.read_i32()?),
//!         (4, Wire::Binary) => name = Some(cursor.read_string("name")?),
//!         (7, Wire::True | Wire::False) => exact = field.wire == Wire::True,
//!         _ => cursor.skip(field.wire)?,
//!     }
//! }
//! ```

use crate::{FormatError, Limits};

/// A position in a slice of Thrift bytes. Copying it is how one remembers a place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cursor<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) position: usize,
}

/// The header of a field: its value follows, unless it is a boolean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Field {
    pub(crate) id: i16,
    pub(crate) wire: Wire,
}

/// The header of a list or set. `len` is at most the number of bytes that follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct List {
    pub(crate) element: Wire,
    pub(crate) len: usize,
}

/// The type codes of the compact protocol. A boolean field is its own value; as the element type of a list both codes mean
/// "boolean", each element then being one byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Wire {
    True = 1,
    False = 2,
    I8 = 3,
    I16 = 4,
    I32 = 5,
    I64 = 6,
    Double = 7,
    Binary = 8,
    List = 9,
    Set = 10,
    Map = 11,
    Struct = 12,
    Uuid = 13,
}

impl Wire {
    /// The type of a code's low four bits, or none where there is no such type.
    pub(crate) const fn from_code(code: u8) -> Option<Self> {
        Some(match code & 0x0f {
            1 => Self::True,
            2 => Self::False,
            3 => Self::I8,
            4 => Self::I16,
            5 => Self::I32,
            6 => Self::I64,
            7 => Self::Double,
            8 => Self::Binary,
            9 => Self::List,
            10 => Self::Set,
            11 => Self::Map,
            12 => Self::Struct,
            13 => Self::Uuid,
            _ => return None,
        })
    }
}

impl<'a> Cursor<'a> {
    /// A cursor at the start of `bytes`.
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, position: 0 }
    }

    /// A cursor at `position` of `bytes`; behind their end there is nothing to read.
    pub(crate) const fn at(bytes: &'a [u8], position: usize) -> Self {
        Self { bytes, position }
    }

    /// Bytes from the start of the slice.
    pub(crate) const fn position(&self) -> usize {
        self.position
    }

    /// Bytes from here to the end of the slice.
    pub(crate) const fn remaining(&self) -> usize {
        self.bytes.len().saturating_sub(self.position)
    }

    /// Reads the header of the next field of a structure, or none at its end.
    ///
    /// `last_id` starts at 0 for each structure; ids are stored as differences.
    #[inline]
    pub(crate) fn next_field(&mut self, last_id: &mut i16) -> Result<Option<Field>, FormatError> {
        let start = self.position;
        let header = self.read_byte()?;
        if header == 0 {
            return Ok(None);
        }
        let wire = self.wire(header, start)?;
        let id = match header >> 4 {
            0 => self.read_i16()?,
            delta => last_id
                .checked_add(i16::from(delta))
                .ok_or(FormatError::Malformed {
                    what: "field id beyond 32767",
                    offset: start,
                })?,
        };
        *last_id = id;
        Ok(Some(Field { id, wire }))
    }

    /// Reads the header of a list or set.
    ///
    /// Every element takes one byte at least, so a `len` beyond the bytes that follow is refused here, and memory for `len`
    /// elements is bounded by the size of what was read.
    #[inline]
    pub(crate) fn read_list(&mut self) -> Result<List, FormatError> {
        let start = self.position;
        let header = self.read_byte()?;
        let len = match header >> 4 {
            15 => self.read_varint()?,
            short => u64::from(short),
        };
        let available = self.remaining();
        if len > available as u64 {
            let needed = usize::try_from(len).unwrap_or(usize::MAX);
            return Err(FormatError::Truncated {
                offset: self.position,
                needed,
                available,
            });
        }
        let element = match header & 0x0f {
            // Some writers leave the type of an empty list at 0.
            0 if len == 0 => Wire::I8,
            code => self.wire(code, start)?,
        };
        Ok(List {
            element,
            len: len as usize,
        })
    }

    /// Reads the header of a list whose elements have to be `element`; an empty list may be of any type.
    #[inline]
    pub(crate) fn read_list_of(
        &mut self,
        element: Wire,
        field: &'static str,
    ) -> Result<usize, FormatError> {
        let offset = self.position;
        let list = self.read_list()?;
        if list.len > 0 && list.element != element {
            return Err(FormatError::WrongElementType {
                field,
                found: list.element as u8,
                offset,
            });
        }
        Ok(list.len)
    }

    /// Reads a list of 64-bit integers.
    pub(crate) fn read_i64_list(
        &mut self,
        field: &'static str,
        limits: &Limits,
    ) -> Result<Vec<i64>, FormatError> {
        let len = self.read_list_of(Wire::I64, field)?;
        limits.check_list_len(field, len)?;
        (0..len).map(|_| self.read_i64()).collect()
    }

    /// Reads a boolean as it lies in a list: one byte.
    pub(crate) fn read_bool_element(&mut self) -> Result<bool, FormatError> {
        // 1 is true; writers disagree on whether false is 0 or 2.
        Ok(self.read_byte()? == 1)
    }

    /// Reads an 8-bit integer or any other byte.
    #[inline]
    pub(crate) fn read_byte(&mut self) -> Result<u8, FormatError> {
        let byte = *self
            .bytes
            .get(self.position)
            .ok_or_else(|| self.truncated(1))?;
        self.position += 1;
        Ok(byte)
    }

    /// Reads a zigzag integer of 16 bits.
    #[inline]
    pub(crate) fn read_i16(&mut self) -> Result<i16, FormatError> {
        let value = self.read_i64()?;
        i16::try_from(value).map_err(|_| FormatError::OutOfRange {
            field: "16-bit integer",
            value,
        })
    }

    /// Reads a zigzag integer of 32 bits.
    #[inline]
    pub(crate) fn read_i32(&mut self) -> Result<i32, FormatError> {
        let value = self.read_i64()?;
        i32::try_from(value).map_err(|_| FormatError::OutOfRange {
            field: "32-bit integer",
            value,
        })
    }

    /// Reads a zigzag integer of 64 bits.
    #[inline]
    pub(crate) fn read_i64(&mut self) -> Result<i64, FormatError> {
        let raw = self.read_varint()?;
        Ok((raw >> 1) as i64 ^ -((raw & 1) as i64))
    }

    /// Reads an IEEE 754 double.
    pub(crate) fn read_double(&mut self) -> Result<f64, FormatError> {
        let bytes = self.take(8)?;
        let mut double = [0; 8];
        double.copy_from_slice(bytes);
        Ok(f64::from_le_bytes(double))
    }

    /// Reads a length and that many bytes, which are borrowed.
    #[inline]
    pub(crate) fn read_binary(&mut self) -> Result<&'a [u8], FormatError> {
        let len = self.read_varint()?;
        let len = usize::try_from(len).unwrap_or(usize::MAX);
        self.take(len)
    }

    /// Reads a text, which is borrowed. `field` is named if it is not UTF-8.
    #[inline]
    pub(crate) fn read_string(&mut self, field: &'static str) -> Result<&'a str, FormatError> {
        let bytes = self.read_binary()?;
        let offset = self.position - bytes.len();
        str::from_utf8(bytes).map_err(|_| FormatError::InvalidUtf8 { field, offset })
    }

    /// Reads an unsigned LEB128 integer.
    #[inline]
    pub(crate) fn read_varint(&mut self) -> Result<u64, FormatError> {
        let first = self.read_byte()?;
        if first < 0x80 {
            return Ok(u64::from(first));
        }
        let rest = &self.bytes[self.position - 1..];
        if let Some(&word) = rest.first_chunk()
            && let Some((value, size)) = short_varint(u64::from_le_bytes(word))
        {
            self.position += size - 1;
            return Ok(value);
        }
        self.read_long_varint(u64::from(first & 0x7f))
    }

    fn read_long_varint(&mut self, mut value: u64) -> Result<u64, FormatError> {
        let start = self.position - 1;
        for shift in (7..64).step_by(7) {
            let byte = self.read_byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                // The tenth byte holds the last bit alone.
                if shift == 63 && byte > 1 {
                    break;
                }
                return Ok(value);
            }
        }
        Err(FormatError::VarintTooLong { offset: start })
    }

    /// Takes the next `len` bytes.
    #[inline]
    pub(crate) fn take(&mut self, len: usize) -> Result<&'a [u8], FormatError> {
        let taken = self
            .position
            .checked_add(len)
            .and_then(|end| self.bytes.get(self.position..end))
            .ok_or_else(|| self.truncated(len))?;
        self.position += len;
        Ok(taken)
    }

    pub(super) fn wire(&self, code: u8, offset: usize) -> Result<Wire, FormatError> {
        Wire::from_code(code).ok_or(FormatError::UnknownWireType {
            code: code & 0x0f,
            offset,
        })
    }

    #[cold]
    pub(super) fn truncated(&self, needed: usize) -> FormatError {
        FormatError::Truncated {
            offset: self.position,
            needed,
            available: self.remaining(),
        }
    }
}

/// The LEB128 integer at the front of eight bytes, and how many it takes; none if it takes more.
///
/// Offsets take three to five bytes: all groups of seven bits are moved together at once.
#[inline]
fn short_varint(word: u64) -> Option<(u64, usize)> {
    let ends = !word & 0x8080_8080_8080_8080;
    if ends == 0 {
        return None;
    }
    let last = ends.trailing_zeros();
    let groups = word & (u64::MAX >> (63 - last)) & 0x7f7f_7f7f_7f7f_7f7f;
    let groups = groups & 0x007f_007f_007f_007f | (groups & 0x7f00_7f00_7f00_7f00) >> 1;
    let groups = groups & 0x0000_3fff_0000_3fff | (groups & 0x3fff_0000_3fff_0000) >> 2;
    let value = groups & 0x0fff_ffff | (groups & 0x0fff_ffff_0000_0000) >> 4;
    Some((value, last as usize / 8 + 1))
}
