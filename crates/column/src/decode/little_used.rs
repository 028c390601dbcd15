//! Dictionaries of byte arrays of which few entries are looked up.

use bytes::Bytes;
use herringbone_decode_kernel::plain::{IndexedByteArrays, Span};
use herringbone_format::basic::Encoding;

use super::DictionaryPage;
use super::byte_array::Text;
use crate::error::ColumnError;

/// A dictionary as its page, in which entries are found when they are asked for. An entry that never
/// is may be anything.
pub(super) struct LittleUsed {
    entries: IndexedByteArrays<Bytes>,
    /// Look-ups after which it would have been better to decode the dictionary.
    lookups_left: usize,
}

impl LittleUsed {
    pub(super) fn try_new(page: DictionaryPage, text: Text) -> Result<Self, ColumnError> {
        let entries = IndexedByteArrays::try_new(page.values, page.num_values)?;
        let entries = match text {
            Text::Utf8 => entries.checked_utf8(),
            Text::Binary => entries,
        };
        Ok(Self {
            lookups_left: entries.len(),
            entries,
        })
    }

    /// Counts `num_lookups` more look-ups; the page, to be decoded as a whole, if it is used more than
    /// was said.
    pub(super) fn count(&mut self, num_lookups: usize) -> Option<DictionaryPage> {
        match self.lookups_left.checked_sub(num_lookups) {
            Some(left) => {
                self.lookups_left = left;
                None
            }
            None => Some(DictionaryPage {
                num_values: self.entries.len(),
                encoding: Encoding::PLAIN,
                values: self.entries.data().clone(),
                num_wanted: None,
            }),
        }
    }

    /// The page.
    pub(super) fn page(&self) -> &Bytes {
        self.entries.data()
    }

    /// Entry `index`, and where in the page it lies.
    pub(super) fn get(&mut self, index: u32) -> Result<(&[u8], Span), ColumnError> {
        Ok(self.entries.get(index as usize)?)
    }
}
