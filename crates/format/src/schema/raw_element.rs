//! A schema element as it lies in the footer.
//!
//! There are two ways to parse one. The fast one keeps its state in registers, knows the shape that
//! writers give an element, and gives up without a word on anything else, broken bytes included.
//! What it gives up on is parsed by the careful one, which takes every shape and says what is wrong.
//! A file of 10,000 columns is opened in half the time for it.
//!
//! Spec: parquet.thrift, `SchemaElement`

use std::ops::Range;

use crate::FormatError;
use crate::basic::{Repetition, Type};
use crate::thrift::{Cursor, Wire};

/// The numbers of the fields.
const TYPE: usize = 1;
const TYPE_LENGTH: usize = 2;
const REPETITION: usize = 3;
const NAME: usize = 4;
const NUM_CHILDREN: usize = 5;
const CONVERTED_TYPE: usize = 6;
const SCALE: usize = 7;
const PRECISION: usize = 8;
const FIELD_ID: usize = 9;
const LOGICAL_TYPE: usize = 10;

/// An element as it lies in the file, nothing checked but its bytes.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct RawElement {
    /// Where the element starts in the footer.
    pub(super) offset: usize,
    /// Where the bytes of the name lie in the footer.
    pub(super) name: Range<usize>,
    /// Where the `LogicalType` union starts; 0 if there is none.
    logical_type_offset: usize,
    /// The integers by the numbers of their fields.
    integers: [i32; 16],
    /// The fields that are there, one bit each.
    present: u16,
}

impl RawElement {
    /// Parses the element that starts at `position` of `footer`. Returns it with its end.
    #[inline]
    pub(super) fn parse(footer: &[u8], position: usize) -> Result<(Self, usize), FormatError> {
        let mut raw = Self::default();
        let end = raw.replace(footer, position)?;
        Ok((raw, end))
    }

    /// Parses the element that starts at `position` of `footer` in the place of this one. Returns its end.
    ///
    /// Who parses many has one element for all: to hand each out by value would copy integers that were stored one by one a
    /// moment ago, which stalls the CPU for longer than the parsing takes.
    #[inline]
    pub(super) fn replace(&mut self, footer: &[u8], position: usize) -> Result<usize, FormatError> {
        if let Some(end) = self.replace_by_usual(footer, position) {
            return Ok(end);
        }
        let (raw, end) = Self::parse_any(footer, position)?;
        *self = raw;
        Ok(end)
    }

    /// The fast way. The element means nothing where there is no end.
    #[inline]
    pub(super) fn replace_by_usual(&mut self, footer: &[u8], mut position: usize) -> Option<usize> {
        let raw = self;
        raw.offset = position;
        raw.name = 0..0;
        raw.logical_type_offset = 0;
        // Integers that are not present are never looked at.
        raw.present = 0;
        let mut id = 0;
        loop {
            let header = usize::from(*footer.get(position)?);
            position += 1;
            if header == 0 {
                break;
            }
            id += header >> 4;
            // Ids beyond those of today, and those that do not ascend.
            if header < 0x10 || id > LOGICAL_TYPE {
                return None;
            }
            raw.present |= 1 << id;
            match header & 0x0f {
                code if code == Wire::I32 as usize && id != NAME && id <= FIELD_ID => {
                    let (value, end) = short_varint(footer, position)?;
                    raw.integers[id] = (value >> 1).cast_signed() ^ -(value & 1).cast_signed();
                    position = end;
                }
                code if code == Wire::Binary as usize && id == NAME => {
                    let (len, start) = short_varint(footer, position)?;
                    position = start + len as usize;
                    raw.name = start..position;
                }
                code if code == Wire::Struct as usize && id == LOGICAL_TYPE => {
                    raw.logical_type_offset = position;
                    position = union_end(footer, position)?;
                }
                _ => return None,
            }
        }
        let is_whole = position <= footer.len() && raw.has(NAME);
        is_whole.then_some(position)
    }

    /// The careful way.
    #[cold]
    pub(super) fn parse_any(footer: &[u8], position: usize) -> Result<(Self, usize), FormatError> {
        let mut raw = Self {
            offset: position,
            ..Self::default()
        };
        let mut cursor = Cursor::at(footer, position);
        let mut last_id = 0;
        while let Some(field) = cursor.next_field(&mut last_id)? {
            let id = usize::try_from(field.id).unwrap_or(usize::MAX);
            match (id, field.wire) {
                (NAME, Wire::Binary) => {
                    let len = cursor.read_binary()?.len();
                    raw.name = cursor.position() - len..cursor.position();
                }
                (TYPE..=FIELD_ID, Wire::I32) if id != NAME => {
                    raw.integers[id] = cursor.read_i32()?;
                }
                (LOGICAL_TYPE, Wire::Struct) => {
                    raw.logical_type_offset = cursor.position();
                    cursor.skip_struct()?;
                }
                _ => {
                    cursor.skip(field.wire)?;
                    continue;
                }
            }
            raw.present |= 1 << id;
        }
        if !raw.has(NAME) {
            return Err(raw.missing("SchemaElement.name"));
        }
        Ok((raw, cursor.position()))
    }

    fn has(&self, id: usize) -> bool {
        self.present & 1 << id != 0
    }

    fn integer(&self, id: usize) -> Option<i32> {
        self.has(id).then_some(self.integers[id])
    }

    fn missing(&self, field: &'static str) -> FormatError {
        FormatError::MissingField {
            field,
            offset: self.offset,
        }
    }

    pub(super) fn type_length(&self) -> Option<i32> {
        self.integer(TYPE_LENGTH)
    }

    pub(super) fn converted_type(&self) -> Option<i32> {
        self.integer(CONVERTED_TYPE)
    }

    pub(super) fn scale(&self) -> Option<i32> {
        self.integer(SCALE)
    }

    pub(super) fn precision(&self) -> Option<i32> {
        self.integer(PRECISION)
    }

    pub(super) fn field_id(&self) -> Option<i32> {
        self.integer(FIELD_ID)
    }

    pub(super) fn logical_type_offset(&self) -> Option<usize> {
        self.has(LOGICAL_TYPE).then_some(self.logical_type_offset)
    }

    /// How many children there are said to be; not more than the elements that follow.
    pub(super) fn num_children(&self, num_following: usize) -> Result<u32, FormatError> {
        let found = self.integer(NUM_CHILDREN).unwrap_or(0);
        let count = u32::try_from(found).map_err(|_| FormatError::Negative {
            field: "SchemaElement.num_children",
            value: i64::from(found),
        })?;
        if count as usize > num_following {
            return Err(FormatError::Mismatch {
                what: "children of a schema group",
                expected: u64::from(count),
                found: num_following as u64,
            });
        }
        Ok(count)
    }

    /// The repetition, which all elements but the root have.
    pub(super) fn repetition(&self) -> Result<Repetition, FormatError> {
        let field = "SchemaElement.repetition_type";
        let value = self
            .integer(REPETITION)
            .ok_or_else(|| self.missing(field))?;
        Repetition::from_i32(value).ok_or(FormatError::UnknownValue { field, value })
    }

    /// The physical type of an element without children; none for an empty group.
    pub(super) fn physical_type(&self) -> Result<Option<Type>, FormatError> {
        let Some(value) = self.integer(TYPE) else {
            return Ok(None);
        };
        let physical_type = Type::from_i32(value).ok_or(FormatError::UnknownValue {
            field: "SchemaElement.type",
            value,
        })?;
        if physical_type == Type::FIXED_LEN_BYTE_ARRAY {
            let field = "SchemaElement.type_length";
            let length = self.type_length().ok_or_else(|| self.missing(field))?;
            if length <= 0 {
                return Err(FormatError::OutOfRange {
                    field,
                    value: i64::from(length),
                });
            }
        }
        Ok(Some(physical_type))
    }
}

/// Reads a varint of at most four bytes. Returns it with its end.
#[inline]
fn short_varint(footer: &[u8], position: usize) -> Option<(u32, usize)> {
    let first = u32::from(*footer.get(position)?);
    if first < 0x80 {
        return Some((first, position + 1));
    }
    let mut value = first & 0x7f;
    for (index, shift) in [(1, 7), (2, 14), (3, 21)] {
        let byte = u32::from(*footer.get(position + index)?);
        value |= (byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some((value, position + index + 1));
        }
    }
    None
}

/// Where the `LogicalType` union ends that starts at `position`.
#[inline]
fn union_end(footer: &[u8], position: usize) -> Option<usize> {
    // Most logical types have no parameters: the header of a structure, its end, the union's end.
    if let Some([header, 0, 0]) = footer.get(position..position + 3)
        && *header & 0x0f == Wire::Struct as u8
        && *header >= 0x10
    {
        return Some(position + 3);
    }
    let mut cursor = Cursor::at(footer, position);
    cursor.skip_struct().ok()?;
    Some(cursor.position())
}
