//! One page's values of one physical type, whatever their encoding.

use std::ops::Range;

use bytes::Bytes;
use herringbone_decode_kernel::DecodeError;
use herringbone_decode_kernel::alp::{Alp, AlpFloat};
use herringbone_decode_kernel::byte_stream_split::ByteStreamSplit;
use herringbone_decode_kernel::delta::{BinaryPacked, DeltaInt};
use herringbone_decode_kernel::nulls::{Validity, spread, spread_from};
use herringbone_decode_kernel::output::{Plain, bytes_of};
use herringbone_decode_kernel::plain::FixedWidth;
use herringbone_decode_kernel::select::{Piece, Selected, append_selected};

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

    /// Appends those of the next `selected.len()` values that are selected; the others are passed
    /// over. `block` is memory for values that are decoded before they are picked.
    ///
    /// # Errors
    ///
    /// As [`DecodeValues::decode`].
    fn decode_selected(
        &mut self,
        selected: Selected<'_>,
        block: &mut Vec<T>,
        out: &mut Vec<T>,
    ) -> Result<(), DecodeError>
    where
        T: Plain,
    {
        for piece in selected.pieces(SELECT_BLOCK) {
            match piece {
                Piece::Skip(num_values) => self.skip(num_values)?,
                Piece::Take(selected) => {
                    block.clear();
                    self.decode(selected.len(), block)?;
                    append_selected(bytes_of(block), selected, out);
                }
            }
        }
        Ok(())
    }

    /// The bytes of the next `num_values` values, which are then consumed, where they lie in the page
    /// as they are in memory; `None` if they do not, and nothing is consumed.
    ///
    /// # Errors
    ///
    /// Fewer values than that in the page.
    fn take_bytes(&mut self, num_values: usize) -> Result<Option<&[u8]>, DecodeError> {
        let _ = num_values;
        Ok(None)
    }

    /// The next `num_values` values as they lie in the page, which they are then consumed of;
    /// `None` if they do not lie there as they are in memory, and nothing is consumed.
    fn share(&mut self, num_values: usize) -> Option<Bytes> {
        let _ = num_values;
        None
    }

    /// Passes over the next `num_values` values.
    ///
    /// # Errors
    ///
    /// As [`DecodeValues::decode`].
    fn skip(&mut self, num_values: usize) -> Result<(), DecodeError>;
}

/// Values that are decoded before those selected are picked.
pub(crate) const SELECT_BLOCK: usize = 1024;

fn check_width<T>(page: &FixedWidth<Bytes>) -> Result<(), DecodeError> {
    let (expected, found) = (size_of::<T>(), page.width());
    if expected != found {
        return Err(DecodeError::WrongLength { expected, found });
    }
    Ok(())
}

/// Values are shared where they take at least this part of the page, which they keep in memory.
const MIN_SHARED_PART: usize = 32;

/// Fewer bytes than this are copied as soon as they are shared.
const MIN_SHARED_SIZE: usize = 4096;

impl<T: Plain> DecodeValues<T> for FixedWidth<Bytes> {
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
        check_width::<T>(self)?;
        spread_from(self.take(num_values)?, out, validity, slots);
        Ok(())
    }

    fn decode_selected(
        &mut self,
        selected: Selected<'_>,
        _block: &mut Vec<T>,
        out: &mut Vec<T>,
    ) -> Result<(), DecodeError> {
        check_width::<T>(self)?;
        append_selected(self.take(selected.len())?, selected, out);
        Ok(())
    }

    fn take_bytes(&mut self, num_values: usize) -> Result<Option<&[u8]>, DecodeError> {
        if cfg!(target_endian = "big") {
            return Ok(None);
        }
        check_width::<T>(self)?;
        self.take(num_values).map(Some)
    }

    fn share(&mut self, num_values: usize) -> Option<Bytes> {
        let size = num_values.checked_mul(size_of::<T>())?;
        let page_size = self.data().len();
        if cfg!(target_endian = "big")
            || self.width() != size_of::<T>()
            || size < MIN_SHARED_SIZE
            || size < page_size / MIN_SHARED_PART
        {
            return None;
        }
        let mut ahead = self.clone();
        let range = ahead.take_range(num_values).ok()?;
        let values = self.data().slice(range);
        if !values.as_ptr().cast::<T>().is_aligned() {
            return None;
        }
        *self = ahead;
        Some(values)
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
