//! ALP: floating-point numbers as scaled integers, with the exceptions stored whole.
//!
//! ```text
//! page    | mode u8 | packing u8 | log2 of vector length u8 | number of values i32 | offset u32 of each vector | vectors |
//! vector  | exponent u8 | factor u8 | number of exceptions u16 | frame | bit width u8 | packed | positions | exceptions |
//! ```
//!
//! A value is `(frame + packed) * 10^factor * 10^-exponent`, in two multiplications by the nearest powers of ten, as the spec
//! wants to the bit. Offsets are counted from the first one; positions are `u16` within the vector. The frame and an exception
//! have as many bytes as a value.
//!
//! Spec: AlpEncoding.md of parquet-format 2.13 (mode 0 and packing 0, the only ones it defines)

use crate::bitpack::{Unpacked, Unpacker};
use crate::output::{self, Spare};
use crate::simd::SimdLevel;
use crate::{BitWidth, DecodeError, Plain};

const HEADER_SIZE: usize = 7;

/// The numbers that ALP holds: `f32` and `f64`.
pub trait AlpFloat: Plain + Default + sealed::Float {}

impl AlpFloat for f32 {}
impl AlpFloat for f64 {}

mod sealed {
    use crate::bitpack::Unpacked;

    pub trait Float: Sized + 'static {
        /// The integer of the same size.
        type Packed: Unpacked;
        /// The powers of ten from 0 up that an exponent may have, and their reciprocals.
        const POWERS: &'static [(Self, Self)];

        /// The value of the integer `frame + packed`, which wraps, scaled.
        fn scale(packed: Self::Packed, frame: Self::Packed, by: Scale<Self>) -> Self;
    }

    /// What a vector's integers are multiplied by, one after the other.
    #[derive(Debug, Clone, Copy)]
    pub struct Scale<F> {
        pub(super) power: F,
        pub(super) reciprocal: F,
    }
}

use sealed::Scale;

impl sealed::Float for f32 {
    type Packed = u32;
    const POWERS: &'static [(f32, f32)] = &[
        (1e0, 1e-0),
        (1e1, 1e-1),
        (1e2, 1e-2),
        (1e3, 1e-3),
        (1e4, 1e-4),
        (1e5, 1e-5),
        (1e6, 1e-6),
        (1e7, 1e-7),
        (1e8, 1e-8),
        (1e9, 1e-9),
        (1e10, 1e-10),
    ];

    #[inline(always)]
    fn scale(packed: u32, frame: u32, by: Scale<Self>) -> Self {
        packed.wrapping_add(frame) as i32 as f32 * by.power * by.reciprocal
    }
}

impl sealed::Float for f64 {
    type Packed = u64;
    const POWERS: &'static [(f64, f64)] = &[
        (1e0, 1e-0),
        (1e1, 1e-1),
        (1e2, 1e-2),
        (1e3, 1e-3),
        (1e4, 1e-4),
        (1e5, 1e-5),
        (1e6, 1e-6),
        (1e7, 1e-7),
        (1e8, 1e-8),
        (1e9, 1e-9),
        (1e10, 1e-10),
        (1e11, 1e-11),
        (1e12, 1e-12),
        (1e13, 1e-13),
        (1e14, 1e-14),
        (1e15, 1e-15),
        (1e16, 1e-16),
        (1e17, 1e-17),
        (1e18, 1e-18),
    ];

    #[inline(always)]
    fn scale(packed: u64, frame: u64, by: Scale<Self>) -> Self {
        packed.wrapping_add(frame) as i64 as f64 * by.power * by.reciprocal
    }
}

/// Decodes ALP numbers.
#[derive(Debug, Clone)]
pub struct Alp<B, F> {
    data: B,
    level: SimdLevel,
    /// Values in a vector, but for the last one.
    vector_len: usize,
    /// Values in all.
    len: usize,
    /// Values decoded or skipped.
    position: usize,
    /// The values of vector `buffered`: a call may end inside a vector.
    buffer: Vec<F>,
    buffered: Option<usize>,
}

impl<B: AsRef<[u8]>, F: AlpFloat> Alp<B, F> {
    /// A decoder of `data`, all of which is the page's.
    ///
    /// # Errors
    /// [`DecodeError::Truncated`] if the header or the offsets are not complete, [`DecodeError::Malformed`] for a mode, a packing,
    /// a vector length or a number of values that the spec does not have.
    pub fn try_new(data: B) -> Result<Self, DecodeError> {
        Self::try_new_with(SimdLevel::detect(), data)
    }

    /// As [`Alp::try_new`], with the instructions of `level`.
    ///
    /// # Errors
    /// As there.
    pub fn try_new_with(level: SimdLevel, data: B) -> Result<Self, DecodeError> {
        let (header, rest) = take::<HEADER_SIZE>(data.as_ref())?;
        let [mode, packing, log_len, len @ ..] = *header;
        let len = i32::from_le_bytes(len);
        let malformed = |what, found| {
            let found = u64::from(found);
            Err(DecodeError::Malformed { what, found })
        };
        if mode != 0 {
            return malformed("ALP compression mode", mode);
        }
        if packing != 0 {
            return malformed("ALP integer encoding", packing);
        }
        if !(3..=15).contains(&log_len) {
            return malformed("ALP vector size", log_len);
        }
        let len = usize::try_from(len).map_err(|_| DecodeError::Malformed {
            what: "ALP number of values",
            found: u64::from(len.unsigned_abs()),
        })?;
        let vector_len = 1 << log_len;
        let needed = len.div_ceil(vector_len) * 4;
        if needed > rest.len() {
            return Err(DecodeError::Truncated {
                needed,
                available: rest.len(),
            });
        }
        Ok(Self {
            data,
            level,
            vector_len,
            len,
            position: 0,
            buffer: Vec::new(),
            buffered: None,
        })
    }

    /// The number of values not yet decoded or skipped.
    #[must_use]
    pub fn remaining(&self) -> usize {
        self.len - self.position
    }

    /// Appends the next `n` values to `out`.
    ///
    /// # Errors
    /// [`DecodeError::TooFewValues`] if fewer than `n` values are left, [`DecodeError::Truncated`] if a vector does not lie in
    /// the page, [`DecodeError::Malformed`] or [`DecodeError::BitWidth`] if its header is not what the spec allows. `out` then
    /// holds some of the values.
    pub fn decode(&mut self, n: usize, out: &mut Vec<F>) -> Result<(), DecodeError> {
        self.check_remaining(n)?;
        out.reserve(n);
        let mut left = n;
        while left > 0 {
            let (index, within) = (
                self.position / self.vector_len,
                self.position % self.vector_len,
            );
            let vector_len = self.vector_len.min(self.len - index * self.vector_len);
            let taken = left.min(vector_len - within);
            if taken == vector_len {
                self.vector(index)?.append(self.level, out)?;
            } else {
                if self.buffered != Some(index) {
                    let mut buffer = std::mem::take(&mut self.buffer);
                    self.buffered = None;
                    buffer.clear();
                    self.vector(index)?.append(self.level, &mut buffer)?;
                    self.buffer = buffer;
                    self.buffered = Some(index);
                }
                out.extend_from_slice(&self.buffer[within..within + taken]);
            }
            self.position += taken;
            left -= taken;
        }
        Ok(())
    }

    /// Passes over the next `n` values; whole vectors are not touched.
    ///
    /// # Errors
    /// [`DecodeError::TooFewValues`] if fewer than `n` values are left; the decoder is then where it was.
    pub fn skip(&mut self, n: usize) -> Result<(), DecodeError> {
        self.check_remaining(n)?;
        self.position += n;
        Ok(())
    }

    fn check_remaining(&self, n: usize) -> Result<(), DecodeError> {
        let available = self.remaining();
        if n > available {
            return Err(DecodeError::TooFewValues {
                needed: n,
                available,
            });
        }
        Ok(())
    }

    /// Vector `index`, of which there are more.
    fn vector(&self, index: usize) -> Result<Vector<'_, F>, DecodeError> {
        let body = self.data.as_ref().get(HEADER_SIZE..).unwrap_or_default();
        let (offset, _) = take::<4>(body.get(4 * index..).unwrap_or_default())?;
        let offset = u32::from_le_bytes(*offset) as usize;
        let bytes = body.get(offset..).ok_or(DecodeError::Truncated {
            needed: offset,
            available: body.len(),
        })?;
        let len = self.vector_len.min(self.len - index * self.vector_len);
        Vector::parse(bytes, len)
    }
}

/// A vector as it lies in the page.
struct Vector<'a, F: AlpFloat> {
    len: usize,
    scale: Scale<F>,
    frame: F::Packed,
    bit_width: BitWidth,
    packed: &'a [u8],
    positions: &'a [[u8; 2]],
    exceptions: &'a [u8],
}

impl<'a, F: AlpFloat> Vector<'a, F> {
    fn parse(bytes: &'a [u8], len: usize) -> Result<Self, DecodeError> {
        let (&[exponent, factor, low, high], rest) = take::<4>(bytes)?;
        let (frame, rest) = split(rest, size_of::<F>())?;
        let (&[bit_width], rest) = take::<1>(rest)?;
        let malformed = |what, found: u8| DecodeError::Malformed {
            what,
            found: u64::from(found),
        };
        let power = F::POWERS.get(usize::from(factor));
        let reciprocal = F::POWERS.get(usize::from(exponent));
        let (Some(&(_, reciprocal)), Some(&(power, _))) = (reciprocal, power) else {
            return Err(malformed("ALP exponent", exponent.max(factor)));
        };
        if factor > exponent {
            return Err(malformed("ALP factor above the exponent", factor));
        }
        let bit_width = BitWidth::try_new(u32::from(bit_width), F::Packed::BITS)?;
        let packed_size = bit_width.packed_size(len).unwrap_or(usize::MAX);
        let (packed, rest) = split(rest, packed_size)?;
        let num_exceptions = usize::from(u16::from_le_bytes([low, high]));
        let (positions, rest) = split(rest, 2 * num_exceptions)?;
        let (exceptions, _) = split(rest, size_of::<F>() * num_exceptions)?;
        Ok(Self {
            len,
            scale: Scale { power, reciprocal },
            frame: output::read(frame).unwrap_or_default(),
            bit_width,
            packed,
            positions: positions.as_chunks().0,
            exceptions,
        })
    }

    /// Appends its values.
    fn append(&self, level: SimdLevel, out: &mut Vec<F>) -> Result<(), DecodeError> {
        let unpacker = Unpacker::<F::Packed>::try_new(level, self.bit_width)?;
        let mut spare = Spare::new(out, self.len);
        let mut group = [F::Packed::default(); 32];
        let mut rest = self.packed;
        let mut left = self.len;
        while left > 0 {
            unpacker.unpack_32(rest, &mut group);
            let len = left.min(32);
            spare.extend_map(&group[..len], |packed| {
                F::scale(packed, self.frame, self.scale)
            });
            rest = rest
                .get(4 * self.bit_width.bits() as usize..)
                .unwrap_or_default();
            left -= len;
        }
        let values = spare.written_mut();
        let exceptions = self.exceptions.chunks_exact(size_of::<F>());
        for (&position, exception) in self.positions.iter().zip(exceptions) {
            let position = u16::from_le_bytes(position);
            let value = values.get_mut(usize::from(position));
            *value.ok_or(DecodeError::Malformed {
                what: "ALP exception position",
                found: u64::from(position),
            })? = output::read(exception).unwrap_or_default();
        }
        spare.finish();
        Ok(())
    }
}

/// The first `N` bytes and the rest.
fn take<const N: usize>(bytes: &[u8]) -> Result<(&[u8; N], &[u8]), DecodeError> {
    bytes.split_first_chunk().ok_or(DecodeError::Truncated {
        needed: N,
        available: bytes.len(),
    })
}

/// The first `size` bytes and the rest.
fn split(bytes: &[u8], size: usize) -> Result<(&[u8], &[u8]), DecodeError> {
    bytes.split_at_checked(size).ok_or(DecodeError::Truncated {
        needed: size,
        available: bytes.len(),
    })
}

#[cfg(test)]
mod tests;
