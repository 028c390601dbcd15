//! Numbers whose output has another type than is stored.
//!
//! What is stored is converted where it lies in the page, or a block at a time. A dictionary whose entries would grow is kept as it is
//! stored, so that more of it stays in the cache.

use std::ops::Range;

use bytes::Bytes;
use herringbone_decode_kernel::dictionary;
use herringbone_decode_kernel::hybrid_rle::HybridRle;
use herringbone_decode_kernel::nulls::{Validity, spread};
use herringbone_decode_kernel::output::{Plain, append_bytes, bytes_of, read};
use herringbone_decode_kernel::select::Selected;

use super::Physical;
use super::values::DecodeValues;
use crate::error::{ColumnError, ColumnErrorKind};

/// How many values are decoded before they are converted.
const BLOCK: usize = 1024;

/// Memory for values on their way, of no meaning between calls.
#[derive(Debug)]
pub struct Scratch<S> {
    /// Values that are yet to be converted.
    stored: Vec<S>,
    /// Values of which some are picked.
    block: Vec<S>,
}

impl<S> Default for Scratch<S> {
    fn default() -> Self {
        Self {
            stored: Vec::new(),
            block: Vec::new(),
        }
    }
}

/// How stored values become output values.
pub trait Convert: Send {
    /// The stored type.
    type Stored: Physical;
    /// The type of the output.
    type Output: Plain;
    /// What is kept of a dictionary.
    type Entry: Plain;

    /// Appends the values whose stored bytes, in memory order, are `stored`.
    ///
    /// # Errors
    ///
    /// One that does not fit the output type.
    fn append(&mut self, stored: &[u8], out: &mut Vec<Self::Output>) -> Result<(), ColumnError>;

    /// Appends the next `num_values` of `page`, which is the dictionary's, to `entries`.
    ///
    /// # Errors
    ///
    /// As [`Convert::decode`].
    fn decode_entries(
        &mut self,
        page: &mut dyn DecodeValues<Self::Stored>,
        num_values: usize,
        scratch: &mut Scratch<Self::Stored>,
        entries: &mut Vec<Self::Entry>,
    ) -> Result<(), ColumnError>;

    /// Appends the entries of `dict` at the next `num_values` of `indices`.
    ///
    /// # Errors
    ///
    /// Malformed indices, or one behind the dictionary.
    fn gather(
        &mut self,
        indices: &mut HybridRle<Bytes>,
        dict: &[Self::Entry],
        num_values: usize,
        scratch: &mut Scratch<Self::Stored>,
        out: &mut Vec<Self::Output>,
    ) -> Result<(), ColumnError>;

    /// Appends the entries of `dict` at `indices`.
    ///
    /// # Errors
    ///
    /// An index behind the dictionary.
    fn gather_at(
        &mut self,
        indices: &[u32],
        dict: &[Self::Entry],
        scratch: &mut Scratch<Self::Stored>,
        out: &mut Vec<Self::Output>,
    ) -> Result<(), ColumnError>;

    /// Appends the next `num_values` of `page` to `out`.
    ///
    /// # Errors
    ///
    /// Malformed values, or one that does not fit the output type.
    fn decode(
        &mut self,
        page: &mut dyn DecodeValues<Self::Stored>,
        num_values: usize,
        scratch: &mut Scratch<Self::Stored>,
        out: &mut Vec<Self::Output>,
    ) -> Result<(), ColumnError> {
        if let Some(stored) = page.take_bytes(num_values)? {
            return self.append(stored, out);
        }
        let mut left = num_values;
        while left > 0 {
            let len = left.min(BLOCK);
            scratch.stored.clear();
            page.decode(len, &mut scratch.stored)?;
            self.append(bytes_of(&scratch.stored), out)?;
            left -= len;
        }
        Ok(())
    }

    /// The next `num_values` of `page` as they lie there; see [`DecodeValues::share`].
    fn share(
        &mut self,
        page: &mut dyn DecodeValues<Self::Stored>,
        num_values: usize,
    ) -> Option<Bytes> {
        let _ = (page, num_values);
        None
    }

    /// Appends those of the next `selected.len()` of `page` that are selected; see
    /// [`DecodeValues::decode_selected`].
    ///
    /// # Errors
    ///
    /// As [`Convert::decode`], of the values that are selected.
    fn decode_selected(
        &mut self,
        page: &mut dyn DecodeValues<Self::Stored>,
        selected: Selected<'_>,
        scratch: &mut Scratch<Self::Stored>,
        out: &mut Vec<Self::Output>,
    ) -> Result<(), ColumnError> {
        scratch.stored.clear();
        page.decode_selected(selected, &mut scratch.block, &mut scratch.stored)?;
        self.append(bytes_of(&scratch.stored), out)
    }

    /// Appends the next `num_values` of `page`, spread over `slots` of `validity`.
    ///
    /// # Errors
    ///
    /// As [`Convert::decode`].
    fn decode_spread(
        &mut self,
        page: &mut dyn DecodeValues<Self::Stored>,
        num_values: usize,
        validity: &Validity,
        slots: Range<usize>,
        scratch: &mut Scratch<Self::Stored>,
        out: &mut Vec<Self::Output>,
    ) -> Result<(), ColumnError> {
        self.decode(page, num_values, scratch, out)?;
        spread(out, validity, slots, num_values);
        Ok(())
    }
}

/// The output holds what is stored, bit by bit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Identity<T>(std::marker::PhantomData<T>);

impl<T: Physical> Convert for Identity<T> {
    type Stored = T;
    type Output = T;
    type Entry = T;

    fn append(&mut self, stored: &[u8], out: &mut Vec<T>) -> Result<(), ColumnError> {
        append_bytes(out, stored);
        Ok(())
    }

    fn decode_entries(
        &mut self,
        page: &mut dyn DecodeValues<T>,
        num_values: usize,
        _scratch: &mut Scratch<T>,
        entries: &mut Vec<T>,
    ) -> Result<(), ColumnError> {
        Ok(page.decode(num_values, entries)?)
    }

    fn gather(
        &mut self,
        indices: &mut HybridRle<Bytes>,
        dict: &[T],
        num_values: usize,
        _scratch: &mut Scratch<T>,
        out: &mut Vec<T>,
    ) -> Result<(), ColumnError> {
        Ok(dictionary::gather(indices, dict, num_values, out)?)
    }

    fn gather_at(
        &mut self,
        indices: &[u32],
        dict: &[T],
        _scratch: &mut Scratch<T>,
        out: &mut Vec<T>,
    ) -> Result<(), ColumnError> {
        Ok(dictionary::gather_at(indices, dict, out)?)
    }

    fn decode(
        &mut self,
        page: &mut dyn DecodeValues<T>,
        num_values: usize,
        _scratch: &mut Scratch<T>,
        out: &mut Vec<T>,
    ) -> Result<(), ColumnError> {
        Ok(page.decode(num_values, out)?)
    }

    fn share(&mut self, page: &mut dyn DecodeValues<T>, num_values: usize) -> Option<Bytes> {
        page.share(num_values)
    }

    fn decode_selected(
        &mut self,
        page: &mut dyn DecodeValues<T>,
        selected: Selected<'_>,
        scratch: &mut Scratch<T>,
        out: &mut Vec<T>,
    ) -> Result<(), ColumnError> {
        Ok(page.decode_selected(selected, &mut scratch.block, out)?)
    }

    fn decode_spread(
        &mut self,
        page: &mut dyn DecodeValues<T>,
        num_values: usize,
        validity: &Validity,
        slots: Range<usize>,
        _scratch: &mut Scratch<T>,
        out: &mut Vec<T>,
    ) -> Result<(), ColumnError> {
        Ok(page.decode_spread(num_values, validity, slots, out)?)
    }
}

/// Values converted one by one; every value fits.
pub struct Mapped<S, F> {
    convert: F,
    stored: std::marker::PhantomData<fn(S)>,
}

/// Values converted one by one, of which some may not fit.
pub struct TryMapped<S, F> {
    convert: F,
    target: &'static str,
    stored: std::marker::PhantomData<fn(S)>,
}

impl<S, F> Mapped<S, F> {
    /// Converts through `convert`.
    pub fn new(convert: F) -> Self {
        Self {
            convert,
            stored: std::marker::PhantomData,
        }
    }
}

impl<S, F> TryMapped<S, F> {
    /// Converts through `convert`, which answers `None` for what does not fit `target`.
    pub fn new(target: &'static str, convert: F) -> Self {
        Self {
            convert,
            target,
            stored: std::marker::PhantomData,
        }
    }
}

/// The values whose bytes are `stored`.
#[inline(always)]
fn values<S: Physical>(stored: &[u8]) -> impl ExactSizeIterator<Item = S> {
    let values = stored.chunks_exact(size_of::<S>());
    values.map(|value| read(value).unwrap_or_else(herringbone_decode_kernel::output::zero))
}

/// [`dictionary::gather`], compiled once for all that is made of `S`.
#[inline(never)]
fn gather_stored<S: Physical>(
    indices: &mut HybridRle<Bytes>,
    dict: &[S],
    num_values: usize,
    out: &mut Vec<S>,
) -> Result<(), ColumnError> {
    Ok(dictionary::gather(indices, dict, num_values, out)?)
}

impl<S: Physical, O: Plain, F: Fn(S) -> O + Send> Convert for Mapped<S, F> {
    type Stored = S;
    type Output = O;
    type Entry = S;

    fn append(&mut self, stored: &[u8], out: &mut Vec<O>) -> Result<(), ColumnError> {
        // An iterator of a known length: room is made once and the loop vectorises.
        out.extend(values(stored).map(&self.convert));
        Ok(())
    }

    fn decode_entries(
        &mut self,
        page: &mut dyn DecodeValues<S>,
        num_values: usize,
        _scratch: &mut Scratch<S>,
        entries: &mut Vec<S>,
    ) -> Result<(), ColumnError> {
        Ok(page.decode(num_values, entries)?)
    }

    fn gather(
        &mut self,
        indices: &mut HybridRle<Bytes>,
        dict: &[S],
        num_values: usize,
        scratch: &mut Scratch<S>,
        out: &mut Vec<O>,
    ) -> Result<(), ColumnError> {
        let mut left = num_values;
        while left > 0 {
            let len = left.min(BLOCK);
            scratch.stored.clear();
            gather_stored(indices, dict, len, &mut scratch.stored)?;
            out.extend(scratch.stored.iter().map(|&value| (self.convert)(value)));
            left -= len;
        }
        Ok(())
    }

    fn gather_at(
        &mut self,
        indices: &[u32],
        dict: &[S],
        scratch: &mut Scratch<S>,
        out: &mut Vec<O>,
    ) -> Result<(), ColumnError> {
        scratch.stored.clear();
        dictionary::gather_at(indices, dict, &mut scratch.stored)?;
        out.extend(scratch.stored.iter().map(|&value| (self.convert)(value)));
        Ok(())
    }
}

impl<S: Physical, O: Plain, F: Fn(S) -> Option<O> + Send> Convert for TryMapped<S, F> {
    type Stored = S;
    type Output = O;
    /// Converted once, and found to fit.
    type Entry = O;

    fn append(&mut self, stored: &[u8], out: &mut Vec<O>) -> Result<(), ColumnError> {
        for value in values(stored) {
            let out_of_range = || ColumnErrorKind::OutOfRange {
                what: S::NAME,
                target: self.target,
            };
            out.push((self.convert)(value).ok_or_else(out_of_range)?);
        }
        Ok(())
    }

    fn decode_entries(
        &mut self,
        page: &mut dyn DecodeValues<S>,
        num_values: usize,
        scratch: &mut Scratch<S>,
        entries: &mut Vec<O>,
    ) -> Result<(), ColumnError> {
        self.decode(page, num_values, scratch, entries)
    }

    fn gather(
        &mut self,
        indices: &mut HybridRle<Bytes>,
        dict: &[O],
        num_values: usize,
        _scratch: &mut Scratch<S>,
        out: &mut Vec<O>,
    ) -> Result<(), ColumnError> {
        Ok(dictionary::gather(indices, dict, num_values, out)?)
    }

    fn gather_at(
        &mut self,
        indices: &[u32],
        dict: &[O],
        _scratch: &mut Scratch<S>,
        out: &mut Vec<O>,
    ) -> Result<(), ColumnError> {
        Ok(dictionary::gather_at(indices, dict, out)?)
    }
}
