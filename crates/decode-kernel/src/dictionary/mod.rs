//! Dictionary indices to values, without an array of indices between.
//!
//! - `gather.rs`: values of a type; `fixed.rs`: values of a width that is known at run time only.
//! - `index.rs`: the check that indices are within the dictionary.
//! - `keys.rs`: indices as keys of a dictionary array.
//! - `picked.rs`: the same for indices that were picked from a page's.
//! - `byte_arrays.rs`: values of varying length; `entries.rs`: their dictionary.
//!
//! Indices are unpacked a block of 32 at a time, checked by one comparison a block, and used while they are in the first-level
//! cache; a repeated run is one look-up and a fill.
//!
//! Spec: Encodings.md, "Dictionary Encoding (PLAIN_DICTIONARY = 2 and RLE_DICTIONARY = 8)".

mod byte_arrays;
mod entries;
mod fixed;
mod gather;
mod index;
mod keys;
mod picked;
#[cfg(test)]
mod tests;

pub use byte_arrays::gather_byte_arrays;
pub use entries::ByteArrayDictionary;
pub use fixed::{FixedDictionary, gather_fixed};
pub use gather::gather;
pub use keys::{Key, keys};
pub use picked::{gather_at, gather_byte_arrays_at, gather_fixed_at, keys_at};

use crate::{BitWidth, DecodeError};

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
