//! Booleans: one bit each, least significant first.

use crate::DecodeError;
use crate::nulls::Bitmap;

/// Decodes PLAIN booleans, from bits to bits.
#[derive(Debug, Clone)]
pub struct Boolean<B> {
    data: B,
    /// Values consumed, never more than `data` has bits.
    position: u64,
}

impl<B: AsRef<[u8]>> Boolean<B> {
    /// A decoder of `data`, each bit of which is a value; those that pad the last byte cannot be told from values.
    #[must_use]
    pub fn new(data: B) -> Self {
        Self { data, position: 0 }
    }

    /// The number of bits not yet consumed.
    #[must_use]
    pub fn remaining(&self) -> usize {
        let bits = self.data.as_ref().len() as u64 * 8;
        usize::try_from(bits.saturating_sub(self.position)).unwrap_or(usize::MAX)
    }

    /// Appends the next `n` values to `out`.
    ///
    /// # Errors
    /// [`DecodeError::Truncated`] if fewer than `n` values are left; `out` is then untouched.
    pub fn decode(&mut self, n: usize, out: &mut Bitmap) -> Result<(), DecodeError> {
        let start = self.position;
        self.skip(n)?;
        let first = (start / 8) as usize;
        let bit_offset = (start % 8) as usize;
        out.push_bits(&self.data.as_ref()[first..], bit_offset, n);
        Ok(())
    }

    /// Passes over the next `n` values.
    ///
    /// # Errors
    /// [`DecodeError::Truncated`] if fewer than `n` values are left; the decoder is then where it was.
    pub fn skip(&mut self, n: usize) -> Result<(), DecodeError> {
        let available = self.remaining();
        if n > available {
            return Err(DecodeError::Truncated {
                needed: n.div_ceil(8),
                available: available / 8,
            });
        }
        self.position += n as u64;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

    use super::*;

    #[test]
    fn bits_come_in_order_from_every_start() {
        let data: Vec<u8> = (0..40u32).map(|byte| (byte * 167 % 251) as u8).collect();
        let bit = |index: usize| data[index / 8] >> (index % 8) & 1 == 1;
        for skipped in 0..20 {
            for n in [0, 1, 7, 8, 9, 63, 64, 65, 200] {
                let mut decoder = Boolean::new(&data[..]);
                let mut out = Bitmap::default();
                decoder.skip(skipped).unwrap();
                decoder.decode(n, &mut out).unwrap();
                decoder.decode(3, &mut out).unwrap();
                assert_eq!(out.len(), n + 3);
                for index in 0..n + 3 {
                    assert_eq!(out.get(index), bit(skipped + index));
                }
            }
        }
    }

    #[test]
    fn what_is_not_there_is_truncated() {
        for size in 0..4 {
            let mut decoder = Boolean::new(vec![0xff; size]);
            let mut out = Bitmap::default();
            assert!(decoder.decode(size * 8 + 1, &mut out).is_err());
            assert!(decoder.decode(usize::MAX, &mut out).is_err());
            assert_eq!((out.len(), decoder.remaining()), (0, size * 8));
            decoder.decode(size * 8, &mut out).unwrap();
            assert_eq!(decoder.remaining(), 0);
        }
    }
}
