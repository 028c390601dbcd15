//! Stepping over values that nobody asked for.

use super::{Cursor, Wire};
use crate::FormatError;

/// How deep unknown structures may nest before they are refused. The spec's own reach eight levels.
const MAX_DEPTH: u32 = 64;

impl Cursor<'_> {
    /// Steps over the value of a field whose header was read.
    #[inline]
    pub(crate) fn skip(&mut self, wire: Wire) -> Result<(), FormatError> {
        match wire {
            Wire::True | Wire::False => Ok(()),
            _ => self.skip_value(wire, MAX_DEPTH),
        }
    }

    /// Steps over `len` elements of a list whose header was read.
    pub(crate) fn skip_elements(&mut self, element: Wire, len: usize) -> Result<(), FormatError> {
        self.skip_run(element, len, MAX_DEPTH)
    }

    /// Steps over a structure from its first field to behind its end.
    pub(crate) fn skip_struct(&mut self) -> Result<(), FormatError> {
        self.skip_fields(MAX_DEPTH)
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

fn deeper(depth: u32) -> Result<u32, FormatError> {
    depth.checked_sub(1).ok_or(FormatError::OverLimit {
        what: "nesting of unknown Thrift structures",
        found: u64::from(MAX_DEPTH) + 1,
        limit: u64::from(MAX_DEPTH),
    })
}
