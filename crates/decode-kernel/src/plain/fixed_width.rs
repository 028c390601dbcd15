//! Values of one width: numbers and FIXED_LEN_BYTE_ARRAY.

use std::ops::Range;

use crate::{DecodeError, Plain, output};

/// Decodes PLAIN values of `width` bytes each.
#[derive(Debug, Clone)]
pub struct FixedWidth<B> {
    data: B,
    /// Bytes consumed, never more than `data` has.
    position: usize,
    width: usize,
}

impl<B: AsRef<[u8]>> FixedWidth<B> {
    /// A decoder of `data`, where each value has `width` bytes. Bytes at the end that are less than a value are never read.
    ///
    /// A width of 0 has no values.
    #[must_use]
    pub fn new(data: B, width: usize) -> Self {
        Self {
            data,
            position: 0,
            width,
        }
    }

    /// The number of bytes of each value.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of values not yet consumed.
    #[must_use]
    pub fn remaining(&self) -> usize {
        self.rest().len().checked_div(self.width).unwrap_or(0)
    }

    /// Appends the next `n` values to `out`, with the bytes in the order they have in memory on a little-endian machine.
    ///
    /// # Errors
    /// [`DecodeError::Truncated`] if fewer than `n` values are left, [`DecodeError::WrongLength`] if `T` is not of this
    /// decoder's width. `out` is then untouched.
    pub fn decode<T: Plain>(&mut self, n: usize, out: &mut Vec<T>) -> Result<(), DecodeError> {
        if size_of::<T>() != self.width {
            return Err(DecodeError::WrongLength {
                expected: size_of::<T>(),
                found: self.width,
            });
        }
        output::append_bytes(out, self.take(n)?);
        Ok(())
    }

    /// Appends the bytes of the next `n` values to `out`.
    ///
    /// # Errors
    /// [`DecodeError::Truncated`] if fewer than `n` values are left; `out` is then untouched.
    pub fn decode_bytes(&mut self, n: usize, out: &mut Vec<u8>) -> Result<(), DecodeError> {
        out.extend_from_slice(self.take(n)?);
        Ok(())
    }

    /// The bytes of the next `n` values, as they lie in the page.
    ///
    /// # Errors
    /// [`DecodeError::Truncated`] if fewer than `n` values are left; the decoder is then where it was.
    pub fn take(&mut self, n: usize) -> Result<&[u8], DecodeError> {
        let range = self.take_range(n)?;
        Ok(&self.data.as_ref()[range])
    }

    /// Where in the page the next `n` values lie; they count as consumed.
    ///
    /// # Errors
    /// [`DecodeError::Truncated`] if fewer than `n` values are left; the decoder is then where it was.
    pub fn take_range(&mut self, n: usize) -> Result<Range<usize>, DecodeError> {
        let start = self.position;
        self.skip(n)?;
        Ok(start..self.position)
    }

    /// The whole page.
    pub fn data(&self) -> &B {
        &self.data
    }

    /// Passes over the next `n` values.
    ///
    /// # Errors
    /// [`DecodeError::Truncated`] if fewer than `n` values are left; the decoder is then where it was.
    pub fn skip(&mut self, n: usize) -> Result<(), DecodeError> {
        if n > self.remaining() {
            return Err(DecodeError::Truncated {
                needed: n.saturating_mul(self.width.max(1)),
                available: self.rest().len(),
            });
        }
        // No overflow: `n` values are within the bytes left.
        self.position += n * self.width;
        Ok(())
    }

    fn rest(&self) -> &[u8] {
        self.data.as_ref().get(self.position..).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

    use super::*;

    #[test]
    fn values_come_as_they_lie() {
        let data: Vec<u8> = (0..24).collect();
        let mut decoder = FixedWidth::new(&data[..], 4);
        assert_eq!(decoder.remaining(), 6);
        let mut ints = vec![7i32];
        decoder.decode(2, &mut ints).unwrap();
        assert_eq!(ints, [7, 0x0302_0100, 0x0706_0504]);
        decoder.skip(1).unwrap();
        assert_eq!(decoder.take(1).unwrap(), [12, 13, 14, 15]);
        let mut bytes = vec![];
        decoder.decode_bytes(2, &mut bytes).unwrap();
        assert_eq!(bytes, (16..24).collect::<Vec<u8>>());
        assert_eq!(decoder.remaining(), 0);
        decoder.decode(0, &mut ints).unwrap();
        assert!(decoder.decode(1, &mut ints).is_err());
        assert_eq!(ints.len(), 3);
    }

    #[test]
    fn every_alignment() {
        let data: Vec<u8> = (0..100).collect();
        for start in 0..16 {
            let mut decoder = FixedWidth::new(&data[start..], 8);
            let mut longs = Vec::<u64>::new();
            decoder.decode(decoder.remaining(), &mut longs).unwrap();
            for (index, long) in longs.iter().enumerate() {
                let at = start + index * 8;
                assert_eq!(long.to_le_bytes(), data[at..at + 8]);
            }
        }
    }

    #[test]
    fn what_is_not_there_is_truncated() {
        for width in [0, 1, 3, 4, 12, 16] {
            for size in 0..40usize {
                let data = vec![0; size];
                let there = size.checked_div(width).unwrap_or(0);
                let mut decoder = FixedWidth::new(&data[..], width);
                assert_eq!(decoder.remaining(), there);
                for n in [there + 1, there + 2, usize::MAX] {
                    assert!(matches!(
                        decoder.skip(n),
                        Err(DecodeError::Truncated { .. })
                    ));
                }
                assert_eq!(decoder.remaining(), there);
                decoder.skip(there).unwrap();
                assert_eq!(decoder.remaining(), 0);
            }
        }
    }

    #[test]
    fn the_width_is_that_of_the_type() {
        let mut decoder = FixedWidth::new([0u8; 16], 4);
        assert_eq!(
            decoder.decode(1, &mut Vec::<u64>::new()),
            Err(DecodeError::WrongLength {
                expected: 8,
                found: 4
            })
        );
        assert_eq!(decoder.width(), 4);
        assert_eq!(decoder.remaining(), 4);
    }
}
