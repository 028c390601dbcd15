//! BYTE_STREAM_SPLIT: the first bytes of all values, then the second bytes of all, and so on.
//!
//! ```text
//! values     a1 a2 a3 a4 | b1 b2 b3 b4 | c1 c2 c3 c4
//! encoded    a1 b1 c1 | a2 b2 c2 | a3 b3 c3 | a4 b4 c4
//! ```
//!
//! - `scalar.rs`: byte by byte; the oracle.
//! - `avx2.rs`: 32 values a step, for 2, 4, 8 and 16 bytes.
//!
//! Spec: Encodings.md, "Byte Stream Split"

#[cfg(target_arch = "x86_64")]
mod avx2;
mod scalar;
#[cfg(test)]
mod tests;

use crate::output::Spare;
use crate::simd::SimdLevel;
use crate::{DecodeError, Plain};

/// Decodes BYTE_STREAM_SPLIT values of `width` bytes each.
#[derive(Debug, Clone)]
pub struct ByteStreamSplit<B> {
    data: B,
    level: SimdLevel,
    width: usize,
    /// Values in all.
    len: usize,
    /// Values decoded or skipped, at most `len`.
    position: usize,
}

impl<B: AsRef<[u8]>> ByteStreamSplit<B> {
    /// A decoder of `data`, all of which is values of `width` bytes.
    ///
    /// # Errors
    /// [`DecodeError::WrongLength`] if `data` is not a whole number of values.
    pub fn try_new(data: B, width: usize) -> Result<Self, DecodeError> {
        Self::try_new_with(SimdLevel::detect(), data, width)
    }

    /// As [`ByteStreamSplit::try_new`], with the instructions of `level`.
    ///
    /// # Errors
    /// As there.
    pub fn try_new_with(level: SimdLevel, data: B, width: usize) -> Result<Self, DecodeError> {
        let size = data.as_ref().len();
        let len = size.checked_div(width).unwrap_or(0);
        if len * width != size {
            return Err(DecodeError::WrongLength {
                expected: len * width,
                found: size,
            });
        }
        Ok(Self {
            data,
            level,
            width,
            len,
            position: 0,
        })
    }

    /// The number of bytes of each value.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of values not yet decoded or skipped.
    #[must_use]
    pub fn remaining(&self) -> usize {
        self.len - self.position
    }

    /// Appends the next `n` values to `out`, with the bytes in the order they have in memory on a little-endian machine.
    ///
    /// # Errors
    /// [`DecodeError::TooFewValues`] if fewer than `n` values are left, [`DecodeError::WrongLength`] if `T` is not of this
    /// decoder's width. `out` is then untouched.
    pub fn decode<T: Plain>(&mut self, n: usize, out: &mut Vec<T>) -> Result<(), DecodeError> {
        if size_of::<T>() != self.width {
            return Err(DecodeError::WrongLength {
                expected: size_of::<T>(),
                found: self.width,
            });
        }
        self.decode_elements(n, 1, out)
    }

    /// Appends the bytes of the next `n` values to `out`.
    ///
    /// # Errors
    /// [`DecodeError::TooFewValues`] if fewer than `n` values are left; `out` is then untouched.
    pub fn decode_bytes(&mut self, n: usize, out: &mut Vec<u8>) -> Result<(), DecodeError> {
        if matches!(self.width, 1 | 2 | 4 | 8 | 16) {
            return self.decode_elements(n, self.width, out);
        }
        let (level, width) = (self.level, self.width);
        let Some(streams) = self.take(n)? else {
            return Ok(());
        };
        // No overflow: the values lie in the page with as many bytes.
        let mut spare = Spare::new(out, n * width);
        append_odd(level, width, streams, &mut spare);
        spare.finish();
        Ok(())
    }

    /// Passes over the next `n` values.
    ///
    /// # Errors
    /// [`DecodeError::TooFewValues`] if fewer than `n` values are left; the decoder is then where it was.
    pub fn skip(&mut self, n: usize) -> Result<(), DecodeError> {
        let available = self.remaining();
        if n > available {
            return Err(DecodeError::TooFewValues {
                needed: n,
                available,
            });
        }
        self.position += n;
        Ok(())
    }

    /// Passes over the next `n` values and says where they lie, unless there are none.
    fn take(&mut self, n: usize) -> Result<Option<Streams<'_>>, DecodeError> {
        let first = self.position;
        self.skip(n)?;
        Ok((n > 0).then(|| Streams {
            bytes: &self.data.as_ref()[first..],
            stride: self.len,
            n,
        }))
    }

    /// Appends the next `n` values as `per_value` elements each.
    fn decode_elements<T: Plain>(
        &mut self,
        n: usize,
        per_value: usize,
        out: &mut Vec<T>,
    ) -> Result<(), DecodeError> {
        let (level, width) = (self.level, self.width);
        let Some(streams) = self.take(n)? else {
            return Ok(());
        };
        // No overflow: the values lie in the page with as many bytes.
        let mut spare = Spare::new(out, n * per_value);
        match width {
            1 => scalar::append::<T, 1>(streams, &mut spare),
            2 => append::<T, 2>(level, streams, &mut spare),
            4 => append::<T, 4>(level, streams, &mut spare),
            8 => append::<T, 8>(level, streams, &mut spare),
            16 => append::<T, 16>(level, streams, &mut spare),
            _ => scalar::append_any(width, streams, &mut spare),
        }
        spare.finish();
        Ok(())
    }
}

/// Part of the values: byte `j` of value `i` is `bytes[j * stride + i]`, for `i` below `n`.
#[derive(Debug, Clone, Copy)]
struct Streams<'a> {
    bytes: &'a [u8],
    stride: usize,
    n: usize,
}

impl Streams<'_> {
    /// The same without the first `n` values, of which there are as many at least.
    fn after(mut self, n: usize) -> Self {
        if n < self.n {
            self.bytes = &self.bytes[n..];
        }
        self.n -= n;
        self
    }
}

fn append<T: Plain, const W: usize>(
    level: SimdLevel,
    streams: Streams<'_>,
    out: &mut Spare<'_, T>,
) {
    #[cfg(target_arch = "x86_64")]
    let streams = match level.avx2() {
        Some(proof) => streams.after(avx2::append::<T, W>(proof, streams, out)),
        None => streams,
    };
    #[cfg(not(target_arch = "x86_64"))]
    let _ = level;
    scalar::append::<T, W>(streams, out);
}

/// Appends values of a width that no type has.
fn append_odd(level: SimdLevel, width: usize, streams: Streams<'_>, out: &mut Spare<'_, u8>) {
    #[cfg(target_arch = "x86_64")]
    let streams = match (level.avx2(), width) {
        (Some(proof), 3..=7) => streams.after(avx2::append_odd::<8>(proof, width, streams, out)),
        (Some(proof), 9..=15) => streams.after(avx2::append_odd::<16>(proof, width, streams, out)),
        _ => streams,
    };
    let _ = level;
    scalar::append_any(width, streams, out);
}
