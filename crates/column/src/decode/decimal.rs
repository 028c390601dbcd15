//! Decimals stored as big-endian bytes, of one length or of any.

use std::ops::Range;

use bytes::Bytes;
use herringbone_decode_kernel::big_endian::{Decimal, decimals_from_fixed, decimals_from_offsets};
use herringbone_decode_kernel::dictionary;
use herringbone_decode_kernel::hybrid_rle::HybridRle;
use herringbone_decode_kernel::nulls::{Validity, spread};
use herringbone_decode_kernel::select::{PickedIndices, Selected, append_selected_bytes};
use herringbone_decode_kernel::strings::ByteArrays;
use herringbone_format::basic::Encoding;

use super::byte_array::{ByteArrayPage, Text};
use super::fixed::{no_page, open_indices};
use super::fixed_len::FixedLenPage;
use super::{DictionaryPage, LeafValues};
use crate::error::ColumnError;

/// How a column stores its decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecimalStorage {
    /// FIXED_LEN_BYTE_ARRAY of this many bytes.
    Fixed(usize),
    /// BYTE_ARRAY.
    Variable,
}

/// Decimals, gathered as integers of type `L`: `i32`, `i64`, `i128`, or 256 bits as two limbs.
pub struct DecimalValues<L> {
    storage: DecimalStorage,
    values: Vec<L>,
    dictionary: Vec<L>,
    page: Page,
    /// Bytes on their way from an encoding to integers.
    scratch: Vec<u8>,
    variable: ByteArrays<i32>,
    /// Those that were picked.
    dense: Vec<u8>,
    block: ByteArrays<i32>,
    picked: PickedIndices,
}

enum Page {
    None,
    Fixed(FixedLenPage),
    Variable(ByteArrayPage),
    Indices(HybridRle<Bytes>),
}

impl<L: Decimal> DecimalValues<L> {
    /// An output without values.
    pub fn new(storage: DecimalStorage) -> Self {
        Self {
            storage,
            values: Vec::new(),
            dictionary: Vec::new(),
            page: Page::None,
            scratch: Vec::new(),
            variable: ByteArrays::new(),
            dense: Vec::new(),
            block: ByteArrays::new(),
            picked: PickedIndices::default(),
        }
    }

    /// What was decoded.
    #[inline]
    pub fn values(&self) -> &[L] {
        &self.values
    }

    /// Forgets what was decoded and keeps its memory.
    pub fn clear(&mut self) {
        self.values.clear();
    }

    /// Takes what was decoded.
    pub fn take(&mut self) -> Vec<L> {
        std::mem::take(&mut self.values)
    }

    fn open(
        &self,
        encoding: Encoding,
        values: Bytes,
        max_values: usize,
    ) -> Result<Page, ColumnError> {
        Ok(match (encoding, self.storage) {
            (Encoding::RLE_DICTIONARY | Encoding::PLAIN_DICTIONARY, _) => {
                Page::Indices(open_indices(values)?)
            }
            (other, DecimalStorage::Fixed(width)) => {
                Page::Fixed(FixedLenPage::open(other, values, width)?)
            }
            (other, DecimalStorage::Variable) => Page::Variable(ByteArrayPage::open(
                other,
                values,
                max_values,
                Text::Binary,
                "BYTE_ARRAY",
            )?),
        })
    }

    fn width(&self) -> usize {
        match self.storage {
            DecimalStorage::Fixed(width) => width,
            DecimalStorage::Variable => 0,
        }
    }
}

impl<L: Decimal> LeafValues for DecimalValues<L> {
    fn reserve(&mut self, num_slots: usize) {
        self.values.reserve_exact(num_slots);
    }

    fn start_chunk(&mut self) {
        self.dictionary.clear();
        self.close_page();
    }

    fn close_page(&mut self) {
        self.page = Page::None;
    }

    fn set_dictionary(&mut self, page: DictionaryPage) -> Result<(), ColumnError> {
        // Decoded like a PLAIN page, in place of the page that waits for it.
        let plain = self.open(Encoding::PLAIN, page.values, page.num_values)?;
        let waiting = std::mem::replace(&mut self.page, plain);
        let values = std::mem::take(&mut self.values);
        let result = self.decode(page.num_values);
        self.dictionary = std::mem::replace(&mut self.values, values);
        self.page = waiting;
        result
    }

    fn set_page(
        &mut self,
        encoding: Encoding,
        values: Bytes,
        max_values: usize,
    ) -> Result<(), ColumnError> {
        self.page = self.open(encoding, values, max_values)?;
        Ok(())
    }

    fn decode(&mut self, num_present: usize) -> Result<(), ColumnError> {
        let width = self.width();
        match &mut self.page {
            Page::None => Err(no_page()),
            Page::Fixed(FixedLenPage::Plain(page)) => Ok(decimals_from_fixed(
                page.take(num_present)?,
                width,
                &mut self.values,
            )?),
            Page::Fixed(page) => {
                self.scratch.clear();
                page.decode(num_present, width, &mut self.scratch)?;
                Ok(decimals_from_fixed(&self.scratch, width, &mut self.values)?)
            }
            Page::Variable(page) => {
                self.variable.clear();
                page.decode(num_present, &mut self.variable)?;
                Ok(decimals_from_offsets(
                    &self.variable.values,
                    &self.variable.offsets,
                    &mut self.values,
                )?)
            }
            Page::Indices(indices) => Ok(dictionary::gather(
                indices,
                &self.dictionary,
                num_present,
                &mut self.values,
            )?),
        }
    }

    fn decode_selected(&mut self, selected: Selected<'_>) -> Result<(), ColumnError> {
        let (width, out) = (self.width(), &mut self.values);
        match &mut self.page {
            Page::None => Err(no_page()),
            Page::Fixed(page) => {
                let dense = &mut self.dense;
                dense.clear();
                page.decode_selected(selected, width, &mut self.scratch, |values, selected| {
                    append_selected_bytes(values, width, selected, dense);
                    Ok(())
                })?;
                Ok(decimals_from_fixed(dense, width, out)?)
            }
            Page::Variable(page) => {
                self.variable.clear();
                page.decode_selected(selected, &mut self.block, &mut self.variable)?;
                let ByteArrays { values, offsets } = &self.variable;
                Ok(decimals_from_offsets(values, offsets, out)?)
            }
            Page::Indices(indices) => {
                let picked = self.picked.pick(indices, selected)?;
                Ok(dictionary::gather_at(picked, &self.dictionary, out)?)
            }
        }
    }

    fn skip(&mut self, num_present: usize) -> Result<(), ColumnError> {
        match &mut self.page {
            Page::None => Err(no_page()),
            Page::Fixed(page) => page.skip(num_present),
            Page::Variable(page) => page.skip(num_present),
            Page::Indices(indices) => Ok(indices.skip(num_present)?),
        }
    }

    fn spread(
        &mut self,
        validity: &Validity,
        slots: Range<usize>,
        num_present: usize,
    ) -> Result<(), ColumnError> {
        spread(&mut self.values, validity, slots, num_present);
        Ok(())
    }
}
