//! Strings and binary as offsets and bytes.

use std::ops::Range;

use bytes::Bytes;
use herringbone_decode_kernel::delta;
use herringbone_decode_kernel::dictionary::{self, ByteArrayDictionary};
use herringbone_decode_kernel::hybrid_rle::HybridRle;
use herringbone_decode_kernel::nulls::{Validity, spread_offsets};
use herringbone_decode_kernel::plain;
use herringbone_decode_kernel::select::{PickedIndices, Piece, Selected};
use herringbone_decode_kernel::strings::{ByteArrays, Offset};
use herringbone_format::basic::Encoding;

use super::fixed::{no_page, no_such_encoding, open_indices};
use super::little_used::LittleUsed;
use super::values::SELECT_BLOCK;
use super::{DictionaryPage, LeafValues};
use crate::error::ColumnError;

/// Whether values have to be UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Text {
    /// Each value is checked.
    Utf8,
    /// Any bytes.
    Binary,
}

/// The most bytes that a page in DELTA_BYTE_ARRAY may expand to, where a few bytes can repeat a long
/// value many times.
const MAX_EXPANDED_SIZE: usize = 1 << 30;

/// Memory is made so many times larger at a time at most.
const MAX_GROWTH: usize = 16;

/// The values of a page of byte arrays that are not dictionary indices.
pub(crate) enum ByteArrayPage {
    Plain(plain::ByteArray<Bytes>),
    DeltaLength(delta::LengthByteArray<Bytes>),
    Delta(delta::ByteArray<Bytes>),
}

impl ByteArrayPage {
    pub(crate) fn open(
        encoding: Encoding,
        values: Bytes,
        max_values: usize,
        text: Text,
        physical_type: &'static str,
    ) -> Result<Self, ColumnError> {
        let page = match encoding {
            Encoding::PLAIN => Self::Plain(plain::ByteArray::new(values, max_values)),
            Encoding::DELTA_LENGTH_BYTE_ARRAY => {
                Self::DeltaLength(delta::LengthByteArray::try_new(values)?)
            }
            Encoding::DELTA_BYTE_ARRAY => {
                Self::Delta(delta::ByteArray::try_new(values)?.with_output_limit(MAX_EXPANDED_SIZE))
            }
            other => return Err(no_such_encoding(other, physical_type)),
        };
        Ok(match text {
            Text::Utf8 => page.checked_utf8(),
            Text::Binary => page,
        })
    }

    fn checked_utf8(self) -> Self {
        match self {
            Self::Plain(page) => Self::Plain(page.checked_utf8()),
            Self::DeltaLength(page) => Self::DeltaLength(page.checked_utf8()),
            Self::Delta(page) => Self::Delta(page.checked_utf8()),
        }
    }

    /// Appends the next `num_values` values to `out`.
    pub(crate) fn decode<O: Offset>(
        &mut self,
        num_values: usize,
        out: &mut ByteArrays<O>,
    ) -> Result<(), ColumnError> {
        match self {
            Self::Plain(page) => page.decode_offsets(num_values, out)?,
            Self::DeltaLength(page) => page.decode_offsets(num_values, out)?,
            Self::Delta(page) => page.decode_offsets(num_values, out)?,
        }
        Ok(())
    }

    /// Appends those of the next `selected.len()` values that are selected to `out`; `block` is memory
    /// for values that have to be put together before they are picked.
    pub(crate) fn decode_selected<O: Offset>(
        &mut self,
        selected: Selected<'_>,
        block: &mut ByteArrays<O>,
        out: &mut ByteArrays<O>,
    ) -> Result<(), ColumnError> {
        if let Self::Plain(page) = self {
            return Ok(page.decode_offsets_selected(selected, out)?);
        }
        for piece in selected.pieces(SELECT_BLOCK) {
            match piece {
                Piece::Skip(num_values) => self.skip(num_values)?,
                Piece::Take(selected) => {
                    block.clear();
                    self.decode(selected.len(), block)?;
                    out.append_selected(block, selected)?;
                }
            }
        }
        Ok(())
    }

    pub(crate) fn skip(&mut self, num_values: usize) -> Result<(), ColumnError> {
        match self {
            Self::Plain(page) => page.skip(num_values)?,
            Self::DeltaLength(page) => page.skip(num_values)?,
            Self::Delta(page) => page.skip(num_values)?,
        }
        Ok(())
    }
}

/// The values of a dictionary page of byte arrays.
pub(crate) fn decode_dictionary(
    page: DictionaryPage,
    text: Text,
) -> Result<ByteArrays<i32>, ColumnError> {
    let mut values = ByteArrayPage::open(
        Encoding::PLAIN,
        page.values,
        page.num_values,
        text,
        "BYTE_ARRAY",
    )?;
    let mut out = ByteArrays::new();
    values.decode(page.num_values, &mut out)?;
    Ok(out)
}

/// Strings or binary, gathered as offsets of type `O` and bytes.
pub struct ByteArrayValues<O> {
    text: Text,
    values: ByteArrays<O>,
    /// About as many bytes will the next batch take.
    expected_size: usize,
    /// Slots of this batch that are still to come.
    slots_left: usize,
    dictionary: Option<Dictionary>,
    page: Page,
    picked: PickedIndices,
    /// Values of which some are picked.
    block: ByteArrays<O>,
}

enum Dictionary {
    Decoded(ByteArrayDictionary),
    LittleUsed(LittleUsed),
}

enum Page {
    None,
    Values(ByteArrayPage),
    Indices(HybridRle<Bytes>),
}

impl<O: Offset> ByteArrayValues<O> {
    /// An output without values.
    pub fn new(text: Text) -> Self {
        Self {
            text,
            values: ByteArrays::new(),
            expected_size: 0,
            slots_left: 0,
            dictionary: None,
            page: Page::None,
            picked: PickedIndices::default(),
            block: ByteArrays::new(),
        }
    }

    /// Whether the values are checked to be UTF-8.
    pub fn text(&self) -> Text {
        self.text
    }

    /// Takes what was decoded.
    pub fn take(&mut self) -> ByteArrays<O> {
        // Sizes go up and down: that of the longest of the last batches, since memory that is not
        // used costs less than a copy into larger memory.
        let faded = self.expected_size - self.expected_size / 8;
        self.expected_size = self.values.values.len().max(faded);
        std::mem::take(&mut self.values)
    }

    /// Makes room for `num_present` more values and those behind them, where these will not fit.
    ///
    /// The values of the batch that were seen say how long the others are, up to a bound on what is
    /// taken for promises of the metadata: one larger piece in place of many that double, each of
    /// which is copied to the next.
    fn make_room(&mut self, num_present: usize) {
        let left = self.slots_left;
        self.slots_left = left.saturating_sub(num_present);
        let (seen, size) = (self.values.len(), self.values.values.len());
        if seen == 0 || left <= num_present {
            return;
        }
        let mean = size / seen;
        let room = self.values.values.capacity() - size;
        if room < mean.saturating_mul(num_present) {
            let expected = mean.saturating_mul(left + left / 16);
            let most = size.saturating_mul(MAX_GROWTH).min(O::MAX / 2);
            self.values.values.reserve_exact(expected.min(most));
        }
    }
}

/// Appends the entries of `dictionary` at `indices`.
fn look_up<O: Offset>(
    indices: &[u32],
    dictionary: &mut LittleUsed,
    out: &mut ByteArrays<O>,
) -> Result<(), ColumnError> {
    for &index in indices {
        out.push(dictionary.get(index)?.0)?;
    }
    Ok(())
}

impl<O: Offset> ByteArrayValues<O> {
    /// Sees to it that a dictionary of which more is used than was said is decoded after all.
    fn count_lookups(&mut self, num_lookups: usize) -> Result<(), ColumnError> {
        if let (Page::Indices(_), Some(Dictionary::LittleUsed(dictionary))) =
            (&self.page, &mut self.dictionary)
            && let Some(page) = dictionary.count(num_lookups)
        {
            self.set_dictionary(page)?;
        }
        Ok(())
    }
}

impl<O: Offset> LeafValues for ByteArrayValues<O> {
    fn reserve(&mut self, num_slots: usize) {
        self.slots_left = num_slots;
        if self.values.is_empty() {
            let size = self.expected_size + self.expected_size / 16;
            self.values = ByteArrays::with_capacity(num_slots, size);
        }
    }

    fn start_chunk(&mut self) {
        self.dictionary = None;
        self.close_page();
    }

    fn close_page(&mut self) {
        self.page = Page::None;
    }

    fn set_dictionary(&mut self, page: DictionaryPage) -> Result<(), ColumnError> {
        self.dictionary = Some(if page.is_little_used() {
            Dictionary::LittleUsed(LittleUsed::try_new(page, self.text)?)
        } else {
            Dictionary::Decoded(ByteArrayDictionary::try_new(decode_dictionary(
                page, self.text,
            )?)?)
        });
        Ok(())
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
        self.make_room(num_present);
        self.count_lookups(num_present)?;
        let out = &mut self.values;
        match (&mut self.page, &mut self.dictionary) {
            (Page::Values(page), _) => page.decode(num_present, out),
            (Page::Indices(indices), Some(Dictionary::Decoded(dictionary))) => Ok(
                dictionary::gather_byte_arrays(indices, dictionary, num_present, out)?,
            ),
            (Page::Indices(indices), Some(Dictionary::LittleUsed(dictionary))) => {
                look_up(self.picked.take(indices, num_present)?, dictionary, out)
            }
            _ => Err(no_page()),
        }
    }

    fn decode_selected(&mut self, selected: Selected<'_>) -> Result<(), ColumnError> {
        self.make_room(selected.count());
        self.count_lookups(selected.count())?;
        let out = &mut self.values;
        match (&mut self.page, &mut self.dictionary) {
            (Page::Values(page), _) => page.decode_selected(selected, &mut self.block, out),
            (Page::Indices(indices), Some(dictionary)) => {
                let picked = self.picked.pick(indices, selected)?;
                match dictionary {
                    Dictionary::Decoded(dictionary) => {
                        Ok(dictionary::gather_byte_arrays_at(picked, dictionary, out)?)
                    }
                    Dictionary::LittleUsed(dictionary) => look_up(picked, dictionary, out),
                }
            }
            _ => Err(no_page()),
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
        spread_offsets(&mut self.values.offsets, validity, slots, num_present);
        Ok(())
    }
}
