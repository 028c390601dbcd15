//! FIXED_LEN_BYTE_ARRAY as bytes back to back.

use std::ops::Range;

use bytes::Bytes;
use herringbone_decode_kernel::byte_stream_split::ByteStreamSplit;
use herringbone_decode_kernel::delta;
use herringbone_decode_kernel::dictionary::{FixedDictionary, gather_fixed, gather_fixed_at};
use herringbone_decode_kernel::hybrid_rle::HybridRle;
use herringbone_decode_kernel::nulls::{Validity, spread_bytes, spread_bytes_from};
use herringbone_decode_kernel::output::PADDING;
use herringbone_decode_kernel::plain::FixedWidth;
use herringbone_decode_kernel::select::{PickedIndices, Piece, Selected, append_selected_bytes};
use herringbone_format::basic::Encoding;

use super::fixed::{no_page, no_such_encoding, open_indices};
use super::values::SELECT_BLOCK;
use super::{DictionaryPage, LeafValues};
use crate::error::{ColumnError, ColumnErrorKind};

const PHYSICAL_TYPE: &str = "FIXED_LEN_BYTE_ARRAY";

/// The values of a page of fixed-length byte arrays that are not dictionary indices.
pub(crate) enum FixedLenPage {
    Plain(FixedWidth<Bytes>),
    Split(ByteStreamSplit<Bytes>),
    Delta(delta::ByteArray<Bytes>),
}

impl FixedLenPage {
    pub(crate) fn open(
        encoding: Encoding,
        values: Bytes,
        width: usize,
    ) -> Result<Self, ColumnError> {
        match encoding {
            Encoding::PLAIN => Ok(Self::Plain(FixedWidth::new(values, width))),
            Encoding::BYTE_STREAM_SPLIT => {
                Ok(Self::Split(ByteStreamSplit::try_new(values, width)?))
            }
            Encoding::DELTA_BYTE_ARRAY => Ok(Self::Delta(delta::ByteArray::try_new(values)?)),
            other => Err(no_such_encoding(other, PHYSICAL_TYPE)),
        }
    }

    /// Appends the next `num_values` values of `width` bytes each to `out`.
    pub(crate) fn decode(
        &mut self,
        num_values: usize,
        width: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), ColumnError> {
        match self {
            Self::Plain(page) => page.decode_bytes(num_values, out)?,
            Self::Split(page) => page.decode_bytes(num_values, out)?,
            Self::Delta(page) => page.decode_fixed(num_values, width, out)?,
        }
        Ok(())
    }

    /// Hands out values of `width` bytes each in which those selected of the next `selected.len()` lie,
    /// and which they are. `block` is memory for values that do not lie in the page as they are.
    pub(crate) fn decode_selected(
        &mut self,
        selected: Selected<'_>,
        width: usize,
        block: &mut Vec<u8>,
        mut pick: impl FnMut(&[u8], Selected<'_>) -> Result<(), ColumnError>,
    ) -> Result<(), ColumnError> {
        if let Self::Plain(page) = self {
            return pick(page.take(selected.len())?, selected);
        }
        for piece in selected.pieces(SELECT_BLOCK) {
            match piece {
                Piece::Skip(num_values) => self.skip(num_values)?,
                Piece::Take(selected) => {
                    block.clear();
                    self.decode(selected.len(), width, block)?;
                    pick(block, selected)?;
                }
            }
        }
        Ok(())
    }

    pub(crate) fn skip(&mut self, num_values: usize) -> Result<(), ColumnError> {
        match self {
            Self::Plain(page) => page.skip(num_values)?,
            Self::Split(page) => page.skip(num_values)?,
            Self::Delta(page) => page.skip(num_values)?,
        }
        Ok(())
    }
}

/// Values of one length, gathered as bytes back to back.
pub struct FixedLenValues {
    width: usize,
    values: Vec<u8>,
    dictionary: Option<FixedDictionary>,
    page: Page,
    /// Values that are yet to be spread, or picked.
    dense: Vec<u8>,
    picked: PickedIndices,
}

enum Page {
    None,
    Values(FixedLenPage),
    Indices(HybridRle<Bytes>),
}

impl FixedLenValues {
    /// An output without values, of `width` bytes each.
    pub fn new(width: usize) -> Self {
        Self {
            width,
            values: Vec::new(),
            dictionary: None,
            page: Page::None,
            dense: Vec::new(),
            picked: PickedIndices::default(),
        }
    }

    /// What was decoded.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        &self.values
    }

    /// Forgets what was decoded and keeps its memory.
    pub fn clear(&mut self) {
        self.values.clear();
    }

    /// Takes what was decoded.
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.values)
    }
}

impl LeafValues for FixedLenValues {
    fn reserve(&mut self, num_slots: usize) {
        let size = num_slots.saturating_mul(self.width).min(64 << 20);
        self.values.reserve_exact(size + PADDING);
    }

    fn start_chunk(&mut self) {
        self.dictionary = None;
        self.close_page();
    }

    fn close_page(&mut self) {
        self.page = Page::None;
    }

    fn set_dictionary(&mut self, page: DictionaryPage) -> Result<(), ColumnError> {
        let mut values = FixedLenPage::open(Encoding::PLAIN, page.values, self.width)?;
        let mut entries = Vec::new();
        values.decode(page.num_values, self.width, &mut entries)?;
        self.dictionary = Some(FixedDictionary::try_new(entries, self.width)?);
        Ok(())
    }

    fn set_page(
        &mut self,
        encoding: Encoding,
        values: Bytes,
        _max_values: usize,
    ) -> Result<(), ColumnError> {
        self.page = match encoding {
            Encoding::RLE_DICTIONARY | Encoding::PLAIN_DICTIONARY => {
                Page::Indices(open_indices(values)?)
            }
            other => Page::Values(FixedLenPage::open(other, values, self.width)?),
        };
        Ok(())
    }

    fn decode(&mut self, num_present: usize) -> Result<(), ColumnError> {
        self.page.decode(
            num_present,
            self.width,
            self.dictionary.as_ref(),
            &mut self.values,
        )
    }

    fn decode_selected(&mut self, selected: Selected<'_>) -> Result<(), ColumnError> {
        let (width, out) = (self.width, &mut self.values);
        match (&mut self.page, &self.dictionary) {
            (Page::Values(page), _) => {
                page.decode_selected(selected, width, &mut self.dense, |values, selected| {
                    append_selected_bytes(values, width, selected, out);
                    Ok(())
                })
            }
            (Page::Indices(indices), Some(dictionary)) => {
                let picked = self.picked.pick(indices, selected)?;
                Ok(gather_fixed_at(picked, dictionary, out)?)
            }
            _ => Err(no_page()),
        }
    }

    fn decode_spread(
        &mut self,
        num_present: usize,
        validity: &Validity,
        slots: Range<usize>,
    ) -> Result<(), ColumnError> {
        self.check_size(slots.len())?;
        let dense = match &mut self.page {
            Page::Values(FixedLenPage::Plain(page)) => page.take(num_present)?,
            page => {
                self.dense.clear();
                let dictionary = self.dictionary.as_ref();
                page.decode(num_present, self.width, dictionary, &mut self.dense)?;
                &self.dense
            }
        };
        spread_bytes_from(dense, self.width, &mut self.values, validity, slots);
        Ok(())
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
        self.check_size(slots.len())?;
        spread_bytes(&mut self.values, self.width, validity, slots, num_present);
        Ok(())
    }
}

impl FixedLenValues {
    /// Checks that memory can hold `num_slots` values.
    fn check_size(&self, num_slots: usize) -> Result<(), ColumnError> {
        let fits = num_slots
            .checked_mul(self.width)
            .is_some_and(|size| size <= isize::MAX as usize);
        if !fits {
            return Err(ColumnErrorKind::Limit {
                limit: "fixed-length values of a batch",
                max: (isize::MAX as usize / self.width) as u64,
                found: num_slots as u64,
            }
            .into());
        }
        Ok(())
    }
}

impl Page {
    /// Appends the next `num_present` values of `width` bytes each to `out`.
    fn decode(
        &mut self,
        num_present: usize,
        width: usize,
        dictionary: Option<&FixedDictionary>,
        out: &mut Vec<u8>,
    ) -> Result<(), ColumnError> {
        match (self, dictionary) {
            (Self::Values(page), _) => page.decode(num_present, width, out),
            (Self::Indices(indices), Some(dictionary)) => {
                Ok(gather_fixed(indices, dictionary, num_present, out)?)
            }
            _ => Err(no_page()),
        }
    }
}
