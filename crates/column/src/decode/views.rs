//! Strings and binary as views: 16 bytes per value, pointing into pages where they lie.

use std::ops::Range;

use bytes::Bytes;
use herringbone_decode_kernel::delta;
use herringbone_decode_kernel::dictionary;
use herringbone_decode_kernel::hybrid_rle::HybridRle;
use herringbone_decode_kernel::nulls::{Validity, spread};
use herringbone_decode_kernel::output::bytes_of;
use herringbone_decode_kernel::plain;
use herringbone_decode_kernel::select::{PickedIndices, Piece, Selected, append_selected};
use herringbone_decode_kernel::strings::view;
use herringbone_format::basic::Encoding;

use super::byte_array::{ByteArrayPage, Text};
use super::fixed::{no_page, open_indices};
use super::little_used::LittleUsed;
use super::values::SELECT_BLOCK;
use super::{DictionaryPage, LeafValues};
use crate::error::{ColumnError, ColumnErrorKind};

/// Values of at most this many bytes lie in the view itself.
const INLINE: u32 = 12;

/// Strings or binary, gathered as views and the buffers that they point into.
pub struct ViewValues {
    text: Text,
    views: Vec<u128>,
    buffers: Vec<Bytes>,
    page: Page,
    dictionary: Option<Dictionary>,
    picked: PickedIndices,
    /// Views of which some are picked.
    block: Vec<u128>,
}

enum Page {
    None,
    /// Values that lie in the page as they are; `buffer` is their page.
    InPlace {
        values: ByteArrayPage,
        buffer: Bytes,
    },
    /// Values that have to be put together first.
    Built(delta::ByteArray<Bytes>),
    Indices(HybridRle<Bytes>),
}

enum Dictionary {
    Decoded(DecodedDictionary),
    LittleUsed(LittleUsed),
}

/// A dictionary as views into its page.
struct DecodedDictionary {
    views: Vec<u128>,
    buffer: Bytes,
    /// The index among a batch's buffers that `views` hold.
    buffer_index: u32,
}

impl DecodedDictionary {
    /// The entries' views, for a batch of these `buffers`.
    fn views(&mut self, buffers: &mut Vec<Bytes>) -> Result<&[u128], ColumnError> {
        let index = ViewValues::buffer_index(buffers, &self.buffer)?;
        if index != self.buffer_index {
            set_buffer_index(&mut self.views, index);
            self.buffer_index = index;
        }
        Ok(&self.views)
    }
}

impl ViewValues {
    /// An output without values.
    pub fn new(text: Text) -> Self {
        Self {
            text,
            views: Vec::new(),
            buffers: Vec::new(),
            page: Page::None,
            dictionary: None,
            picked: PickedIndices::default(),
            block: Vec::new(),
        }
    }

    /// Whether the values are checked to be UTF-8.
    pub fn text(&self) -> Text {
        self.text
    }

    /// Takes what was decoded: the views and the buffers that they point into.
    pub fn take(&mut self) -> (Vec<u128>, Vec<Bytes>) {
        (
            std::mem::take(&mut self.views),
            std::mem::take(&mut self.buffers),
        )
    }

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

    /// Decodes blocks of values and keeps those that are selected.
    fn decode_and_pick(&mut self, selected: Selected<'_>) -> Result<(), ColumnError> {
        for piece in selected.pieces(SELECT_BLOCK) {
            match piece {
                Piece::Skip(num_values) => self.skip(num_values)?,
                Piece::Take(selected) => {
                    let kept = std::mem::take(&mut self.views);
                    self.views = std::mem::take(&mut self.block);
                    self.views.clear();
                    let result = self.decode(selected.len());
                    self.block = std::mem::replace(&mut self.views, kept);
                    result?;
                    append_selected(bytes_of(&self.block), selected, &mut self.views);
                }
            }
        }
        Ok(())
    }

    /// The index of `buffer` among the batch's buffers; the last one is looked at first, since a
    /// page serves many calls.
    fn buffer_index(buffers: &mut Vec<Bytes>, buffer: &Bytes) -> Result<u32, ColumnError> {
        let is_same =
            |other: &Bytes| other.as_ptr() == buffer.as_ptr() && other.len() == buffer.len();
        let index = match buffers.last() {
            Some(last) if is_same(last) => buffers.len() - 1,
            _ => {
                buffers.push(buffer.clone());
                buffers.len() - 1
            }
        };
        u32::try_from(index).map_err(|_| too_large("buffers of a batch of views", index))
    }
}

/// Appends views of the entries of `dictionary` at `indices`, into its page.
fn look_up(
    indices: &[u32],
    dictionary: &mut LittleUsed,
    buffers: &mut Vec<Bytes>,
    views: &mut Vec<u128>,
) -> Result<(), ColumnError> {
    let buffer_index = ViewValues::buffer_index(buffers, dictionary.page())?;
    for &index in indices {
        let (value, span) = dictionary.get(index)?;
        views.push(view(value, buffer_index, span.start));
    }
    Ok(())
}

fn too_large(what: &'static str, found: usize) -> ColumnError {
    let max = i32::MAX as u64;
    ColumnErrorKind::Limit {
        limit: what,
        max,
        found: found as u64,
    }
    .into()
}

/// Puts `buffer_index` into every view that points into a buffer.
fn set_buffer_index(views: &mut [u128], buffer_index: u32) {
    for view in views {
        if *view as u32 > INLINE {
            *view = (*view & !(u128::from(u32::MAX) << 64)) | (u128::from(buffer_index) << 64);
        }
    }
}

impl LeafValues for ViewValues {
    fn reserve(&mut self, num_slots: usize) {
        self.views.reserve_exact(num_slots);
    }

    fn start_chunk(&mut self) {
        self.dictionary = None;
        self.close_page();
    }

    fn close_page(&mut self) {
        self.page = Page::None;
    }

    fn set_dictionary(&mut self, page: DictionaryPage) -> Result<(), ColumnError> {
        if i32::try_from(page.values.len()).is_err() {
            return Err(too_large(
                "bytes of a dictionary page read as views",
                page.values.len(),
            ));
        }
        if page.is_little_used() {
            let dictionary = LittleUsed::try_new(page, self.text)?;
            self.dictionary = Some(Dictionary::LittleUsed(dictionary));
            return Ok(());
        }
        let mut values = plain::ByteArray::new(page.values.clone(), page.num_values);
        if self.text == Text::Utf8 {
            values = values.checked_utf8();
        }
        let mut views = Vec::new();
        values.decode_views(page.num_values, 0, 0, &mut views)?;
        self.dictionary = Some(Dictionary::Decoded(DecodedDictionary {
            views,
            buffer: page.values,
            buffer_index: 0,
        }));
        Ok(())
    }

    fn set_page(
        &mut self,
        encoding: Encoding,
        values: Bytes,
        max_values: usize,
    ) -> Result<(), ColumnError> {
        if i32::try_from(values.len()).is_err() {
            return Err(too_large("bytes of a page read as views", values.len()));
        }
        self.page = match encoding {
            Encoding::RLE_DICTIONARY | Encoding::PLAIN_DICTIONARY => {
                Page::Indices(open_indices(values)?)
            }
            other => {
                let buffer = values.clone();
                match ByteArrayPage::open(other, values, max_values, self.text, "BYTE_ARRAY")? {
                    ByteArrayPage::Delta(page) => Page::Built(page),
                    values => Page::InPlace { values, buffer },
                }
            }
        };
        Ok(())
    }

    fn decode(&mut self, num_present: usize) -> Result<(), ColumnError> {
        self.count_lookups(num_present)?;
        match (&mut self.page, &mut self.dictionary) {
            (Page::InPlace { values, buffer }, _) => {
                let index = Self::buffer_index(&mut self.buffers, buffer)?;
                match values {
                    ByteArrayPage::Plain(page) => {
                        page.decode_views(num_present, index, 0, &mut self.views)?
                    }
                    ByteArrayPage::DeltaLength(page) => {
                        page.decode_views(num_present, index, 0, &mut self.views)?;
                    }
                    ByteArrayPage::Delta(_) => return Err(no_page()),
                }
                Ok(())
            }
            (Page::Built(page), _) => {
                let index = u32::try_from(self.buffers.len())
                    .map_err(|_| too_large("buffers of a batch of views", self.buffers.len()))?;
                let mut bytes = Vec::new();
                page.decode_views(num_present, index, &mut bytes, &mut self.views)?;
                if !bytes.is_empty() {
                    self.buffers.push(bytes.into());
                }
                Ok(())
            }
            (Page::Indices(indices), Some(Dictionary::LittleUsed(dictionary))) => {
                let indices = self.picked.take(indices, num_present)?;
                look_up(indices, dictionary, &mut self.buffers, &mut self.views)
            }
            (Page::Indices(indices), Some(Dictionary::Decoded(dictionary))) => {
                let views = dictionary.views(&mut self.buffers)?;
                Ok(dictionary::gather(
                    indices,
                    views,
                    num_present,
                    &mut self.views,
                )?)
            }
            _ => Err(no_page()),
        }
    }

    fn decode_selected(&mut self, selected: Selected<'_>) -> Result<(), ColumnError> {
        self.count_lookups(selected.count())?;
        match (&mut self.page, &mut self.dictionary) {
            (
                Page::InPlace {
                    values: ByteArrayPage::Plain(page),
                    buffer,
                },
                _,
            ) => {
                let index = Self::buffer_index(&mut self.buffers, buffer)?;
                Ok(page.decode_views_selected(selected, index, 0, &mut self.views)?)
            }
            (Page::Indices(indices), Some(dictionary)) => {
                let picked = self.picked.pick(indices, selected)?;
                match dictionary {
                    Dictionary::LittleUsed(dictionary) => {
                        look_up(picked, dictionary, &mut self.buffers, &mut self.views)
                    }
                    Dictionary::Decoded(dictionary) => {
                        let views = dictionary.views(&mut self.buffers)?;
                        Ok(dictionary::gather_at(picked, views, &mut self.views)?)
                    }
                }
            }
            _ => self.decode_and_pick(selected),
        }
    }

    fn skip(&mut self, num_present: usize) -> Result<(), ColumnError> {
        match &mut self.page {
            Page::None => Err(no_page()),
            Page::InPlace { values, .. } => values.skip(num_present),
            Page::Built(page) => Ok(page.skip(num_present)?),
            Page::Indices(indices) => Ok(indices.skip(num_present)?),
        }
    }

    fn spread(
        &mut self,
        validity: &Validity,
        slots: Range<usize>,
        num_present: usize,
    ) -> Result<(), ColumnError> {
        spread(&mut self.views, validity, slots, num_present);
        Ok(())
    }
}
