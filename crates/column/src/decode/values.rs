//! One page's values of one physical type, whatever their encoding.

use std::ops::Range;

use herringbone_decode_kernel::DecodeError;
use herringbone_decode_kernel::alp::{Alp, AlpFloat};
use herringbone_decode_kernel::byte_stream_split::ByteStreamSplit;
use herringbone_decode_kernel::delta::{BinaryPacked, DeltaInt};
use herringbone_decode_kernel::nulls::{Validity, spread, spread_from};
use herringbone_decode_kernel::output::Plain;
use herringbone_decode_kernel::plain::FixedWidth;

/// The values of one page, decoded in order.
///
/// The encoding is chosen once per page and never looked at again: a call decodes many values.
pub trait DecodeValues<T>: Send {
    /// Appends the next `num_values` values to `out`.
    ///
    /// # Errors
    ///
    /// Malformed values, or fewer than that in the page.
    fn decode(&mut self, num_values: usize, out: &mut Vec<T>) -> Result<(), DecodeError>;

    /// Appends the next `num_values` values, spread over `slots` of `validity`.
    ///
    /// # Errors
    ///
    /// As [`DecodeValues::decode`].
    fn decode_spread(
        &mut self,
        num_values: usize,
        validity: &Validity,
        slots: Range<usize>,
        out: &mut Vec<T>,
    ) -> Result<(), DecodeError>
    where
        T: Plain,
    {
        self.decode(num_values, out)?;
        spread(out, validity, slots, num_values);
        Ok(())
    }

    /// Passes over the next `num_values` values.
    ///
    /// # Errors
    ///
    /// As [`DecodeValues::decode`].
    fn skip(&mut self, num_values: usize) -> Result<(), DecodeError>;
}

impl<T: Plain, B: AsRef<[u8]> + Send> DecodeValues<T> for FixedWidth<B> {
    fn decode(&mut self, num_values: usize, out: &mut Vec<T>) -> Result<(), DecodeError> {
        FixedWidth::decode(self, num_values, out)
    }

    fn decode_spread(
        &mut self,
        num_values: usize,
        validity: &Validity,
        slots: Range<usize>,
        out: &mut Vec<T>,
    ) -> Result<(), DecodeError> {
        if self.width() != size_of::<T>() {
            return Err(DecodeError::WrongLength {
                expected: size_of::<T>(),
                found: self.width(),
            });
        }
        spread_from(self.take(num_values)?, out, validity, slots);
        Ok(())
    }

    fn skip(&mut self, num_values: usize) -> Result<(), DecodeError> {
        FixedWidth::skip(self, num_values)
    }
}

impl<T: Plain, B: AsRef<[u8]> + Send> DecodeValues<T> for ByteStreamSplit<B> {
    fn decode(&mut self, num_values: usize, out: &mut Vec<T>) -> Result<(), DecodeError> {
        ByteStreamSplit::decode(self, num_values, out)
    }

    fn skip(&mut self, num_values: usize) -> Result<(), DecodeError> {
        ByteStreamSplit::skip(self, num_values)
    }
}

impl<T: DeltaInt, B: AsRef<[u8]> + Send> DecodeValues<T> for BinaryPacked<B, T> {
    fn decode(&mut self, num_values: usize, out: &mut Vec<T>) -> Result<(), DecodeError> {
        BinaryPacked::decode(self, num_values, out)
    }

    fn skip(&mut self, num_values: usize) -> Result<(), DecodeError> {
        BinaryPacked::skip(self, num_values)
    }
}

impl<T: AlpFloat, B: AsRef<[u8]> + Send> DecodeValues<T> for Alp<B, T> {
    fn decode(&mut self, num_values: usize, out: &mut Vec<T>) -> Result<(), DecodeError> {
        Alp::decode(self, num_values, out)
    }

    fn skip(&mut self, num_values: usize) -> Result<(), DecodeError> {
        Alp::skip(self, num_values)
    }
}
