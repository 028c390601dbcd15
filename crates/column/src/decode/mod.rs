//! One leaf column's values, decoded page by page into growing outputs.
//!
//! - `leaf/`: [`LeafReader`]: rows, levels and pages; drives everything below
//! - `levels.rs`: the levels of the rows that were read
//! - `values.rs`: one page's values of one type, whatever their encoding
//! - `fixed.rs`: numbers, from any encoding; `convert.rs`: to another type than is stored
//! - `boolean.rs`: booleans to bitmaps
//! - `byte_array.rs`, `views.rs`: strings and binary, as offsets or as views
//! - `little_used.rs`: dictionaries of which few entries are looked up
//! - `fixed_len.rs`: FIXED_LEN_BYTE_ARRAY as bytes
//! - `decimal.rs`: big-endian decimals of any length
//! - `keys.rs`: dictionary keys, the dictionaries beside them
//! - `lookup.rs`: strings and binary looked up one by one, in the dictionary where they have one
//! - `null.rs`: columns without values
//!
//! An output implements [`LeafValues`]: it is told of each page, decodes the next values that are
//! really there (dense), and spreads them over the slots of a batch where some are null.

mod boolean;
mod byte_array;
mod convert;
mod decimal;
mod fixed;
mod fixed_len;
mod keys;
mod leaf;
mod levels;
mod little_used;
mod lookup;
mod null;
mod values;
mod views;

use std::ops::Range;

use bytes::Bytes;
use herringbone_decode_kernel::nulls::Validity;
use herringbone_decode_kernel::select::Selected;
use herringbone_format::basic::Encoding;

use crate::error::ColumnError;

pub use boolean::BooleanValues;
pub use byte_array::{ByteArrayValues, Text};
pub use convert::{Convert, Identity, Mapped, Scratch, TryMapped};
pub use decimal::{DecimalStorage, DecimalValues};
pub use fixed::{FixedValues, Physical};
pub use fixed_len::FixedLenValues;
pub use keys::{Dictionaries, KeyParts, KeyValues};
pub use leaf::{LeafReader, LeafSpec, MAX_READ_GAP};
pub use levels::{LeafLevels, LevelDetail, Levels};
pub use lookup::LookupValues;
pub use null::NullValues;
pub use values::DecodeValues;
pub use views::ViewValues;

/// A dictionary page, decompressed.
#[derive(Clone, Debug)]
pub struct DictionaryPage {
    /// How many values it holds, by its header.
    pub num_values: usize,
    /// PLAIN_DICTIONARY or PLAIN, which mean the same here.
    pub encoding: Encoding,
    /// The values, PLAIN encoded.
    pub values: Bytes,
    /// How many values of the column chunk will be asked for, if that is known and not all.
    pub num_wanted: Option<usize>,
}

impl DictionaryPage {
    /// Whether so few values will be asked for that looking them up one by one costs less than to
    /// decode the dictionary.
    fn is_little_used(&self) -> bool {
        const LOOKUP_COST: usize = 16;
        self.num_wanted
            .is_some_and(|num_wanted| num_wanted < self.num_values / LOOKUP_COST)
    }
}

/// The values of one leaf column, decoded page by page into an output that grows to a batch.
///
/// [`LeafReader`] calls these in order: a dictionary page before the first page that needs it, then
/// each page and what is read or skipped of it.
pub trait LeafValues: Send {
    /// Makes room for `num_slots` more slots.
    fn reserve(&mut self, num_slots: usize);

    /// Forgets the dictionary and the page of the chunk before; what is decoded stays.
    fn start_chunk(&mut self);

    /// Forgets the page, all of which was read or skipped: its memory is free for the next one.
    fn close_page(&mut self);

    /// Takes the dictionary of the chunk.
    ///
    /// # Errors
    ///
    /// Malformed values.
    fn set_dictionary(&mut self, page: DictionaryPage) -> Result<(), ColumnError>;

    /// Continues with the values of the next page, of which there are at most `max_values`.
    ///
    /// # Errors
    ///
    /// An encoding that this type does not have, or a malformed start.
    fn set_page(
        &mut self,
        encoding: Encoding,
        values: Bytes,
        max_values: usize,
    ) -> Result<(), ColumnError>;

    /// Appends the next `num_present` values of the page.
    ///
    /// # Errors
    ///
    /// Malformed values, or fewer than that in the page.
    fn decode(&mut self, num_present: usize) -> Result<(), ColumnError>;

    /// Appends the next `num_present` values of the page, spread over `slots` of `validity`.
    ///
    /// # Errors
    ///
    /// As [`LeafValues::decode`] and [`LeafValues::spread`].
    fn decode_spread(
        &mut self,
        num_present: usize,
        validity: &Validity,
        slots: Range<usize>,
    ) -> Result<(), ColumnError> {
        self.decode(num_present)?;
        self.spread(validity, slots, num_present)
    }

    /// Appends those of the next `selected.len()` values of the page that are selected, and passes
    /// over the others.
    ///
    /// # Errors
    ///
    /// As [`LeafValues::decode`].
    fn decode_selected(&mut self, selected: Selected<'_>) -> Result<(), ColumnError> {
        for (unset, set) in selected.runs() {
            self.skip(unset)?;
            self.decode(set)?;
        }
        Ok(())
    }

    /// Passes over the next `num_present` values of the page.
    ///
    /// # Errors
    ///
    /// As [`LeafValues::decode`].
    fn skip(&mut self, num_present: usize) -> Result<(), ColumnError>;

    /// Spreads the `num_present` values that were appended last over `slots` of `validity`.
    ///
    /// # Errors
    ///
    /// An offset that does not fit.
    fn spread(
        &mut self,
        validity: &Validity,
        slots: Range<usize>,
        num_present: usize,
    ) -> Result<(), ColumnError>;
}
