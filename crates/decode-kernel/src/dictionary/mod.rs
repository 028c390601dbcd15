//! Dictionary indices to values, without an array of indices between.
//!
//! - `scalar.rs`: gathers in plain code; the oracle.
//! - `index.rs`: the check that indices are within the dictionary.
//! - `keys.rs`: indices as keys of a dictionary array.
//! - `byte_arrays.rs`: values of varying length.
//!
//! Indices are unpacked a block of 32 at a time, checked by one comparison a block, and used while they are in the first-level
//! cache; a repeated run is one look-up and a fill.
//!
//! Spec: Encodings.md, "Dictionary Encoding (PLAIN_DICTIONARY = 2 and RLE_DICTIONARY = 8)".

mod byte_arrays;
mod index;
mod keys;
mod scalar;
#[cfg(test)]
mod tests;

pub use byte_arrays::{ByteArrayDictionary, gather_byte_arrays};
pub use keys::{Key, keys};

use crate::hybrid_rle::HybridRle;
use crate::{BitWidth, DecodeError, Plain};

/// The indices of a data page, whose first byte is their bit width.
///
/// # Errors
/// [`DecodeError::Truncated`] if there is no byte, [`DecodeError::BitWidth`] if it is above 32.
pub fn page_bit_width(data: &[u8]) -> Result<BitWidth, DecodeError> {
    let &bits = data.first().ok_or(DecodeError::Truncated {
        needed: 1,
        available: 0,
    })?;
    BitWidth::try_new(u32::from(bits), 32)
}

/// Appends the entries of `dict` at the next `n` of `indices`.
///
/// # Errors
/// [`DecodeError::IndexOutOfRange`] if one is behind the dictionary, and as for [`HybridRle::next_run`]; nothing is appended then.
pub fn gather<T: Plain, B: AsRef<[u8]>>(
    indices: &mut HybridRle<B>,
    dict: &[T],
    n: usize,
    out: &mut Vec<T>,
) -> Result<(), DecodeError> {
    scalar::gather(indices, dict, n, out)
}

/// Appends the entries at the next `n` of `indices` of a dictionary whose entries are `width` bytes each.
///
/// # Errors
/// As for [`gather`], or [`DecodeError::WrongLength`] if `dict` is not a whole number of entries; nothing is appended then.
pub fn gather_fixed<B: AsRef<[u8]>>(
    indices: &mut HybridRle<B>,
    dict: &[u8],
    width: usize,
    n: usize,
    out: &mut Vec<u8>,
) -> Result<(), DecodeError> {
    if width == 0 || !dict.len().is_multiple_of(width) {
        return Err(DecodeError::WrongLength {
            expected: width,
            found: dict.len(),
        });
    }
    scalar::gather_fixed(indices, dict, width, n, out)
}
