//! Byte arrays that are asked for by their number: a dictionary page of which few entries are used.
//!
//! Where a value lies is found by the walk over the lengths of those before it, which goes no further than to the last one that was
//! asked for. Of the way, each 32nd value is remembered, so that what is written down stays small beside the page. No byte of a value
//! that is not asked for is looked at.

use super::byte_array::Span;
use super::walk::Walk;
use crate::DecodeError;
use crate::strings::{Content, is_utf8};

/// Of so many values, the first is remembered.
const STRIDE: usize = 32;

/// Looks up PLAIN byte arrays by their number.
#[derive(Debug, Clone)]
pub struct IndexedByteArrays<B> {
    data: B,
    num_values: usize,
    content: Content,
    /// Where value `STRIDE * i` begins with its length, as far as the walk has come.
    marks: Vec<u32>,
}

impl<B: AsRef<[u8]>> IndexedByteArrays<B> {
    /// The `num_values` values of `data`; whether it has as many is seen when one is asked for.
    ///
    /// # Errors
    /// [`DecodeError::OffsetOverflow`] if `data` has 4 GiB or more.
    pub fn try_new(data: B, num_values: usize) -> Result<Self, DecodeError> {
        let size = data.as_ref().len();
        if u32::try_from(size).is_err() {
            return Err(DecodeError::OffsetOverflow {
                total: size as u64,
                max: u64::from(u32::MAX),
            });
        }
        Ok(Self {
            data,
            num_values,
            content: Content::Bytes,
            marks: vec![0],
        })
    }

    /// The same, but every value that is asked for is checked to be UTF-8.
    #[must_use]
    pub fn checked_utf8(mut self) -> Self {
        self.content = Content::Utf8;
        self
    }

    /// The number of values.
    pub fn len(&self) -> usize {
        self.num_values
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.num_values == 0
    }

    /// The page.
    pub fn data(&self) -> &B {
        &self.data
    }

    /// Value `index`, and where it lies in the page.
    ///
    /// # Errors
    /// [`DecodeError::IndexOutOfRange`] if there is none, [`DecodeError::Truncated`] if the page ends before it does,
    /// [`DecodeError::InvalidUtf8`] if it was to be text and is not.
    pub fn get(&mut self, index: usize) -> Result<(&[u8], Span), DecodeError> {
        if index >= self.num_values {
            return Err(DecodeError::IndexOutOfRange {
                index: index as u64,
                len: self.num_values,
            });
        }
        let data = self.data.as_ref();
        let walk_from = |position: u32| Walk::new(data.len(), &data[position as usize..]);
        while self.marks.len() <= index / STRIDE {
            let last = self.marks.last().copied().unwrap_or(0);
            let mut walk = walk_from(last);
            walk.skip(STRIDE)?;
            // Positions are below the page's size, which fits.
            self.marks.push(walk.position() as u32);
        }
        let mut walk = walk_from(self.marks[index / STRIDE]);
        walk.skip(index % STRIDE)?;
        let Some((tail, len)) = walk.next() else {
            return Err(walk.truncated());
        };
        let value = &tail[..len];
        if self.content == Content::Utf8 && !value.is_ascii() && !is_utf8(value) {
            return Err(DecodeError::InvalidUtf8 { value: index });
        }
        let start = (data.len() - tail.len()) as u32;
        let span = Span {
            start,
            len: len as u32,
        };
        Ok((value, span))
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]
    use super::*;

    fn page(values: &[&[u8]]) -> Vec<u8> {
        let parts = values.iter().map(|value| {
            let prefix = (value.len() as u32).to_le_bytes();
            [&prefix, *value].concat()
        });
        parts.collect::<Vec<_>>().concat()
    }

    #[test]
    fn values_are_found_in_any_order() {
        let texts: Vec<String> = (0..300usize).map(|i| "x".repeat(i * 7 % 60)).collect();
        let values: Vec<&[u8]> = texts.iter().map(String::as_bytes).collect();
        let data = page(&values);
        for first in [0, 31, 32, 33, 64, 150, 299] {
            let mut indexed = IndexedByteArrays::try_new(&data[..], 300).unwrap();
            for i in 0..300 {
                let index = (first + i * 77) % 300;
                let (value, span) = indexed.get(index).unwrap();
                assert_eq!(value, values[index]);
                let start = span.start as usize;
                assert_eq!(data[start..start + span.len as usize], *values[index]);
            }
            let error = DecodeError::IndexOutOfRange {
                index: 300,
                len: 300,
            };
            assert_eq!(indexed.get(300).err(), Some(error));
        }
    }

    #[test]
    fn only_what_is_asked_for_is_checked() {
        let data = page(&[b"a", b"\xff\xff", b"\xc3\xa4"]);
        let mut indexed = IndexedByteArrays::try_new(&data[..], 4).unwrap();
        assert_eq!(indexed.get(1).unwrap().0, b"\xff\xff");
        let mut indexed = indexed.checked_utf8();
        assert_eq!(indexed.get(2).unwrap().0, b"\xc3\xa4");
        assert_eq!(indexed.get(0).unwrap().0, b"a");
        let error = DecodeError::InvalidUtf8 { value: 1 };
        assert_eq!(indexed.get(1).err(), Some(error));
        // There are three.
        assert!(matches!(indexed.get(3), Err(DecodeError::Truncated { .. })));
        for size in 0..data.len() {
            let mut cut = IndexedByteArrays::try_new(&data[..size], 100).unwrap();
            assert!(cut.get(2).is_err());
            assert!(cut.get(99).is_err());
        }
    }
}
