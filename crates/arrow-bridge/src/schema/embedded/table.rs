//! Tables, texts and lists in the bytes of a message.
//!
//! A table is a place in the bytes. It points to what all tables of its shape share: where, from the
//! table on, each field lies, or that it is not there. A field is a number, or points to a table, a
//! text or a list further on:
//!
//! ```text
//!     table    i32 distance back to its shape, then the fields
//!     shape    u16 size, u16 size of the table, u16 for each field: where it lies, 0 if nowhere
//!     list     u32 length, then as many u32, each the distance to a table
//!     text     u32 length, then as many bytes
//! ```
//!
//! Every place is checked when it is read. Tables and texts are charged to the message's budget, so
//! that places to which many others point cost what their own would.
//!
//! Spec: FlatBuffers, "Internals"

use std::collections::HashMap;

use super::message::Message;

/// The bytes are not what they should be, or more of them are wanted than there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Unreadable;

/// Least size of a table and its shape.
const MIN_TABLE_SIZE: usize = 8;

/// A message as tables.
#[derive(Clone, Copy)]
pub(super) struct Tables<'m> {
    message: &'m Message<'m>,
}

impl<'m> Tables<'m> {
    pub(super) fn of(message: &'m Message<'m>) -> Self {
        Self { message }
    }

    /// The table that holds all others.
    pub(super) fn root(self) -> Result<Table<'m>, Unreadable> {
        self.table(self.target(0)?)
    }

    fn table(self, position: usize) -> Result<Table<'m>, Unreadable> {
        self.message.charge(MIN_TABLE_SIZE).ok_or(Unreadable)?;
        let back = i64::from(i32::from_le_bytes(self.read(position)?));
        let shape = usize::try_from(position as i64 - back).map_err(|_| Unreadable)?;
        let shape_size = u16::from_le_bytes(self.read(shape)?);
        Ok(Table {
            tables: self,
            position,
            shape,
            shape_size: usize::from(shape_size),
        })
    }

    fn text(self, position: usize) -> Result<String, Unreadable> {
        let size = self.u32(position)?;
        self.message.charge(size).ok_or(Unreadable)?;
        let bytes = self.message.read_to_vec(position + 4, size);
        String::from_utf8(bytes.ok_or(Unreadable)?).map_err(|_| Unreadable)
    }

    fn list(self, position: usize) -> Result<List<'m>, Unreadable> {
        let len = self.u32(position)?;
        let start = position + 4;
        let available = self.message.size().saturating_sub(start);
        if len > available / 4 {
            return Err(Unreadable);
        }
        Ok(List {
            tables: self,
            start,
            len,
        })
    }

    /// The place that the distance at `position` leads to.
    fn target(self, position: usize) -> Result<usize, Unreadable> {
        position.checked_add(self.u32(position)?).ok_or(Unreadable)
    }

    fn u32(self, position: usize) -> Result<usize, Unreadable> {
        let value = u32::from_le_bytes(self.read(position)?);
        usize::try_from(value).map_err(|_| Unreadable)
    }

    fn read<const N: usize>(self, position: usize) -> Result<[u8; N], Unreadable> {
        self.message.read(position).ok_or(Unreadable)
    }
}

/// One table. Its fields are known by their numbers in the table's definition, from 0 on.
#[derive(Clone, Copy)]
pub(super) struct Table<'m> {
    tables: Tables<'m>,
    position: usize,
    shape: usize,
    shape_size: usize,
}

impl<'m> Table<'m> {
    /// An 8-bit number; 0 if it is not there.
    pub(super) fn u8(self, field: usize) -> Result<u8, Unreadable> {
        self.number(field).map(u8::from_le_bytes)
    }

    /// Whether a field is true; false if it is not there.
    pub(super) fn bool(self, field: usize) -> Result<bool, Unreadable> {
        self.u8(field).map(|byte| byte != 0)
    }

    /// A 16-bit number, or `default` if it is not there.
    pub(super) fn i16(self, field: usize, default: i16) -> Result<i16, Unreadable> {
        match self.place(field)? {
            Some(_) => self.number(field).map(i16::from_le_bytes),
            None => Ok(default),
        }
    }

    /// A 32-bit number, or `default` if it is not there.
    pub(super) fn i32(self, field: usize, default: i32) -> Result<i32, Unreadable> {
        match self.place(field)? {
            Some(_) => self.number(field).map(i32::from_le_bytes),
            None => Ok(default),
        }
    }

    /// A table, if there is one.
    pub(super) fn table(self, field: usize) -> Result<Option<Table<'m>>, Unreadable> {
        let place = self.place(field)?;
        place
            .map(|place| self.tables.table(self.tables.target(place)?))
            .transpose()
    }

    /// A text, if there is one.
    pub(super) fn text(self, field: usize) -> Result<Option<String>, Unreadable> {
        let place = self.place(field)?;
        place
            .map(|place| self.tables.text(self.tables.target(place)?))
            .transpose()
    }

    /// A list of tables, if there is one.
    pub(super) fn list(self, field: usize) -> Result<Option<List<'m>>, Unreadable> {
        let place = self.place(field)?;
        place
            .map(|place| self.tables.list(self.tables.target(place)?))
            .transpose()
    }

    /// A list of pairs of key and value; those without either are left out.
    pub(super) fn key_values(self, field: usize) -> Result<HashMap<String, String>, Unreadable> {
        const KEY: usize = 0;
        const VALUE: usize = 1;
        let mut pairs = HashMap::new();
        if let Some(list) = self.list(field)? {
            for idx in 0..list.len() {
                let pair = list.table(idx)?;
                if let (Some(key), Some(value)) = (pair.text(KEY)?, pair.text(VALUE)?) {
                    pairs.insert(key, value);
                }
            }
        }
        Ok(pairs)
    }

    fn number<const N: usize>(self, field: usize) -> Result<[u8; N], Unreadable> {
        match self.place(field)? {
            Some(place) => self.tables.read(place),
            None => Ok([0; N]),
        }
    }

    /// Where a field lies, if it is there.
    fn place(self, field: usize) -> Result<Option<usize>, Unreadable> {
        let entry = 4 + 2 * field;
        if entry + 2 > self.shape_size {
            return Ok(None);
        }
        let position = self.shape.checked_add(entry).ok_or(Unreadable)?;
        let offset = u16::from_le_bytes(self.tables.read(position)?);
        Ok((offset != 0).then(|| self.position + usize::from(offset)))
    }
}

/// A list of tables.
#[derive(Clone, Copy)]
pub(super) struct List<'m> {
    tables: Tables<'m>,
    start: usize,
    len: usize,
}

impl<'m> List<'m> {
    /// How many tables there are.
    pub(super) fn len(self) -> usize {
        self.len
    }

    /// Table `idx`; it has to be there.
    pub(super) fn table(self, idx: usize) -> Result<Table<'m>, Unreadable> {
        if idx >= self.len {
            return Err(Unreadable);
        }
        let target = self.tables.target(self.start + 4 * idx)?;
        self.tables.table(target)
    }
}
