//! Strings and binary that are looked up one by one: a reference of 32 bits per slot, and the values
//! where they were decoded.
//!
//! The dictionary of a chunk is decoded once and its values are never copied again. Text is kept as a
//! `String`, which was validated as a whole, so that a value is a slice of it.

use std::ops::Range;

use bytes::Bytes;
use herringbone_decode_kernel::DecodeError;
use herringbone_decode_kernel::dictionary;
use herringbone_decode_kernel::hybrid_rle::HybridRle;
use herringbone_decode_kernel::nulls::{Validity, spread};
use herringbone_decode_kernel::strings::ByteArrays;
use herringbone_format::basic::Encoding;

use super::byte_array::{ByteArrayPage, Text, decode_dictionary};
use super::fixed::{no_page, open_indices};
use super::{DictionaryPage, LeafValues};
use crate::error::ColumnError;

/// References with this bit count through the values that came without a dictionary; a dictionary
/// never has so many entries that its indices would reach it.
const OWN_VALUE: u32 = 1 << 31;

/// Strings or binary, gathered as references to the entries of the chunk's dictionary, and to the
/// values of pages without one.
///
/// Between reading and looking up stands [`LookupValues::finish`]. Slots that are null refer to
/// anything.
pub struct LookupValues {
    text: Text,
    references: Vec<u32>,
    dictionary: Entries,
    own: Entries,
    page: Page,
}

enum Page {
    None,
    Values(ByteArrayPage),
    Indices(HybridRle<Bytes>),
}

/// Values back to back: their bytes in one of two shapes, and where each ends.
#[derive(Default)]
struct Entries {
    /// The offsets, and the bytes unless they are in `text`.
    arrays: ByteArrays<i32>,
    text: String,
}

impl Entries {
    /// Makes text of the bytes.
    fn seal(&mut self) -> Result<(), ColumnError> {
        if self.text.is_empty() {
            let bytes = std::mem::take(&mut self.arrays.values);
            // The page's decoder has checked each value and says where one is not UTF-8; this makes
            // it known to the type.
            self.text = String::from_utf8(bytes)
                .map_err(|_| ColumnError::from(DecodeError::InvalidUtf8 { value: 0 }))?;
        }
        Ok(())
    }

    fn clear(&mut self) {
        let text = std::mem::take(&mut self.text);
        if text.capacity() > self.arrays.values.capacity() {
            self.arrays.values = text.into_bytes();
        }
        self.arrays.clear();
    }

    #[inline]
    fn range(&self, index: usize) -> Option<Range<usize>> {
        let &[start, end] = self.arrays.offsets.get(index..)?.first_chunk::<2>()?;
        // Offsets are never negative.
        Some(start as u32 as usize..end as u32 as usize)
    }
}

impl LookupValues {
    /// An output without values.
    pub fn new(text: Text) -> Self {
        Self {
            text,
            references: Vec::new(),
            dictionary: Entries::default(),
            own: Entries::default(),
            page: Page::None,
        }
    }

    /// Whether the values are checked to be UTF-8.
    pub fn text(&self) -> Text {
        self.text
    }

    /// The number of slots.
    pub fn len(&self) -> usize {
        self.references.len()
    }

    /// Whether there are no slots.
    pub fn is_empty(&self) -> bool {
        self.references.is_empty()
    }

    /// Prepares what was read for being looked up.
    ///
    /// # Errors
    ///
    /// Text that is not UTF-8.
    pub fn finish(&mut self) -> Result<(), ColumnError> {
        match self.text {
            Text::Utf8 => self.own.seal(),
            Text::Binary => Ok(()),
        }
    }

    /// Forgets the slots; memory and dictionary stay.
    pub fn clear(&mut self) {
        self.references.clear();
        self.own.clear();
    }

    /// The text in `slot`; `None` if there is no such slot, if it is null and refers to nothing, or
    /// if the values are binary.
    #[inline]
    pub fn str(&self, slot: usize) -> Option<&str> {
        let (entries, range) = self.find(slot)?;
        match self.text {
            Text::Utf8 => entries.text.get(range),
            Text::Binary => None,
        }
    }

    /// The bytes in `slot`; `None` if there is no such slot, or if it is null and refers to nothing.
    #[inline]
    pub fn bytes(&self, slot: usize) -> Option<&[u8]> {
        let (entries, range) = self.find(slot)?;
        match self.text {
            Text::Utf8 => entries.text.as_bytes().get(range),
            Text::Binary => entries.arrays.values.get(range),
        }
    }

    #[inline]
    fn find(&self, slot: usize) -> Option<(&Entries, Range<usize>)> {
        let reference = *self.references.get(slot)?;
        let entries = match reference & OWN_VALUE {
            0 => &self.dictionary,
            _ => &self.own,
        };
        let range = entries.range((reference & !OWN_VALUE) as usize)?;
        Some((entries, range))
    }
}

impl LeafValues for LookupValues {
    fn reserve(&mut self, num_slots: usize) {
        self.references.reserve(num_slots);
    }

    fn start_chunk(&mut self) {
        self.dictionary = Entries::default();
        self.close_page();
    }

    fn close_page(&mut self) {
        self.page = Page::None;
    }

    fn set_dictionary(&mut self, page: DictionaryPage) -> Result<(), ColumnError> {
        self.dictionary = Entries {
            arrays: decode_dictionary(page, self.text)?,
            text: String::new(),
        };
        match self.text {
            Text::Utf8 => self.dictionary.seal(),
            Text::Binary => Ok(()),
        }
    }

    fn set_page(
        &mut self,
        encoding: Encoding,
        values: Bytes,
        max_values: usize,
    ) -> Result<(), ColumnError> {
        self.page = match encoding {
            Encoding::RLE_DICTIONARY | Encoding::PLAIN_DICTIONARY => {
                Page::Indices(open_indices(values)?)
            }
            other => Page::Values(ByteArrayPage::open(
                other,
                values,
                max_values,
                self.text,
                "BYTE_ARRAY",
            )?),
        };
        Ok(())
    }

    fn decode(&mut self, num_present: usize) -> Result<(), ColumnError> {
        match &mut self.page {
            Page::None => Err(no_page()),
            Page::Indices(indices) => Ok(dictionary::keys(
                indices,
                self.dictionary.arrays.len(),
                0,
                num_present,
                &mut self.references,
            )?),
            Page::Values(page) => {
                let first = self.own.arrays.len();
                page.decode(num_present, &mut self.own.arrays)?;
                let len = self.own.arrays.len();
                let end = match u32::try_from(len) {
                    Ok(end) if end <= OWN_VALUE => end,
                    _ => {
                        let (total, max) = (len as u64, u64::from(OWN_VALUE));
                        return Err(DecodeError::OffsetOverflow { total, max }.into());
                    }
                };
                self.references
                    .extend((first as u32..end).map(|index| index | OWN_VALUE));
                Ok(())
            }
        }
    }

    fn skip(&mut self, num_present: usize) -> Result<(), ColumnError> {
        match &mut self.page {
            Page::None => Err(no_page()),
            Page::Values(page) => page.skip(num_present),
            Page::Indices(indices) => Ok(indices.skip(num_present)?),
        }
    }

    fn spread(
        &mut self,
        validity: &Validity,
        slots: Range<usize>,
        num_present: usize,
    ) -> Result<(), ColumnError> {
        spread(&mut self.references, validity, slots, num_present);
        Ok(())
    }
}
