//! Numbers: values of a fixed width, from any encoding.

use std::ops::Range;

use bytes::Bytes;
use herringbone_decode_kernel::alp::Alp;
use herringbone_decode_kernel::byte_stream_split::ByteStreamSplit;
use herringbone_decode_kernel::delta::BinaryPacked;
use herringbone_decode_kernel::hybrid_rle::HybridRle;
use herringbone_decode_kernel::nulls::{Validity, spread};
use herringbone_decode_kernel::output::{Plain, append_bytes};
use herringbone_decode_kernel::plain::FixedWidth;
use herringbone_decode_kernel::select::{PickedIndices, Selected};
use herringbone_format::basic::Encoding;

use super::convert::{Convert, Scratch};
use super::values::DecodeValues;
use super::{DictionaryPage, LeafValues};
use crate::error::{ColumnError, ColumnErrorKind};

/// A physical type of a fixed width of its own: INT32, INT64, INT96, FLOAT, DOUBLE.
pub trait Physical: Plain {
    /// The type's name in the spec.
    const NAME: &'static str;

    /// The values of a page, by its encoding; dictionary encodings are handled elsewhere.
    ///
    /// # Errors
    ///
    /// An encoding that the type does not have, or a malformed start of the page.
    fn open(encoding: Encoding, values: Bytes) -> Result<Box<dyn DecodeValues<Self>>, ColumnError>;
}

/// The error for an encoding that `physical_type` does not have.
pub(crate) fn no_such_encoding(encoding: Encoding, physical_type: &'static str) -> ColumnError {
    ColumnErrorKind::Encoding {
        encoding: format!("{encoding:?}"),
        physical_type,
    }
    .into()
}

fn plain<T: Plain>(values: Bytes) -> Box<dyn DecodeValues<T>> {
    Box::new(FixedWidth::new(values, size_of::<T>()))
}

impl Physical for i32 {
    const NAME: &'static str = "INT32";

    fn open(encoding: Encoding, values: Bytes) -> Result<Box<dyn DecodeValues<Self>>, ColumnError> {
        match encoding {
            Encoding::PLAIN => Ok(plain(values)),
            Encoding::DELTA_BINARY_PACKED => {
                Ok(Box::new(BinaryPacked::<_, Self>::try_new(values)?))
            }
            Encoding::BYTE_STREAM_SPLIT => Ok(Box::new(ByteStreamSplit::try_new(values, 4)?)),
            other => Err(no_such_encoding(other, Self::NAME)),
        }
    }
}

impl Physical for i64 {
    const NAME: &'static str = "INT64";

    fn open(encoding: Encoding, values: Bytes) -> Result<Box<dyn DecodeValues<Self>>, ColumnError> {
        match encoding {
            Encoding::PLAIN => Ok(plain(values)),
            Encoding::DELTA_BINARY_PACKED => {
                Ok(Box::new(BinaryPacked::<_, Self>::try_new(values)?))
            }
            Encoding::BYTE_STREAM_SPLIT => Ok(Box::new(ByteStreamSplit::try_new(values, 8)?)),
            other => Err(no_such_encoding(other, Self::NAME)),
        }
    }
}

impl Physical for [u8; 12] {
    const NAME: &'static str = "INT96";

    fn open(encoding: Encoding, values: Bytes) -> Result<Box<dyn DecodeValues<Self>>, ColumnError> {
        match encoding {
            Encoding::PLAIN => Ok(plain(values)),
            other => Err(no_such_encoding(other, Self::NAME)),
        }
    }
}

impl Physical for f32 {
    const NAME: &'static str = "FLOAT";

    fn open(encoding: Encoding, values: Bytes) -> Result<Box<dyn DecodeValues<Self>>, ColumnError> {
        match encoding {
            Encoding::PLAIN => Ok(plain(values)),
            Encoding::BYTE_STREAM_SPLIT => Ok(Box::new(ByteStreamSplit::try_new(values, 4)?)),
            Encoding::ALP => Ok(Box::new(Alp::<_, Self>::try_new(values)?)),
            other => Err(no_such_encoding(other, Self::NAME)),
        }
    }
}

impl Physical for f64 {
    const NAME: &'static str = "DOUBLE";

    fn open(encoding: Encoding, values: Bytes) -> Result<Box<dyn DecodeValues<Self>>, ColumnError> {
        match encoding {
            Encoding::PLAIN => Ok(plain(values)),
            Encoding::BYTE_STREAM_SPLIT => Ok(Box::new(ByteStreamSplit::try_new(values, 8)?)),
            Encoding::ALP => Ok(Box::new(Alp::<_, Self>::try_new(values)?)),
            other => Err(no_such_encoding(other, Self::NAME)),
        }
    }
}

/// Numbers of a fixed width, gathered in a vector.
pub struct FixedValues<C: Convert> {
    convert: C,
    values: Vec<C::Output>,
    /// Slots that are to come, for which there is no room in `values` yet.
    expected: usize,
    /// All that was decoded, as it lies in a page; `values` is then empty.
    shared: Option<Bytes>,
    may_share: bool,
    dictionary: Vec<C::Entry>,
    page: FixedPage<C::Stored>,
    picked: PickedIndices,
    scratch: Scratch<C::Stored>,
}

enum FixedPage<T> {
    None,
    Values(Box<dyn DecodeValues<T>>),
    Indices(HybridRle<Bytes>),
}

impl<C: Convert> FixedValues<C> {
    /// An output without values.
    pub fn new(convert: C) -> Self {
        Self {
            convert,
            values: Vec::new(),
            expected: 0,
            shared: None,
            may_share: false,
            dictionary: Vec::new(),
            page: FixedPage::None,
            picked: PickedIndices::default(),
            scratch: Scratch::default(),
        }
    }

    /// An output that may be a part of a page, so that values which lie there as they are wanted
    /// are not copied. What was decoded is taken by [`FixedValues::take_shared`] first.
    pub fn sharing(convert: C) -> Self {
        Self {
            may_share: true,
            ..Self::new(convert)
        }
    }

    /// Takes what was decoded if it is a part of a page: values in memory order, aligned as
    /// `C::Output` is.
    pub fn take_shared(&mut self) -> Option<Bytes> {
        self.shared.take()
    }

    /// Makes room for the slots that are to come, and copies what is shared: there is more to come.
    fn make_room(&mut self) {
        if let Some(shared) = self.shared.take() {
            self.values
                .reserve_exact(shared.len() / size_of::<C::Output>() + self.expected);
            append_bytes(&mut self.values, &shared);
        }
        self.values
            .reserve_exact(std::mem::take(&mut self.expected));
    }

    /// What was decoded.
    #[inline]
    pub fn values(&self) -> &[C::Output] {
        &self.values
    }

    /// Forgets what was decoded and keeps its memory.
    pub fn clear(&mut self) {
        self.values.clear();
    }

    /// Takes what was decoded.
    pub fn take(&mut self) -> Vec<C::Output> {
        std::mem::take(&mut self.values)
    }
}

/// The indices of a dictionary-encoded page: one byte of bit width, then the hybrid of runs.
pub(crate) fn open_indices(mut values: Bytes) -> Result<HybridRle<Bytes>, ColumnError> {
    use herringbone_decode_kernel::BitWidth;
    // A page without a present value may leave even the bit width out. One bit makes an error of a
    // value that is asked for all the same; indices of no bits would never run out.
    let bits = if values.is_empty() {
        1
    } else {
        values.split_to(1)[0]
    };
    Ok(HybridRle::try_new(
        values,
        BitWidth::try_new(u32::from(bits), 32)?,
    )?)
}

impl<C: Convert> LeafValues for FixedValues<C> {
    fn reserve(&mut self, num_slots: usize) {
        self.expected = num_slots;
    }

    fn start_chunk(&mut self) {
        self.dictionary.clear();
        self.close_page();
    }

    fn close_page(&mut self) {
        self.page = FixedPage::None;
    }

    fn set_dictionary(&mut self, page: DictionaryPage) -> Result<(), ColumnError> {
        let mut values = C::Stored::open(Encoding::PLAIN, page.values)?;
        self.dictionary.clear();
        self.convert.decode_entries(
            values.as_mut(),
            page.num_values,
            &mut self.scratch,
            &mut self.dictionary,
        )
    }

    fn set_page(
        &mut self,
        encoding: Encoding,
        values: Bytes,
        _max_values: usize,
    ) -> Result<(), ColumnError> {
        self.page = match encoding {
            Encoding::RLE_DICTIONARY | Encoding::PLAIN_DICTIONARY => {
                FixedPage::Indices(open_indices(values)?)
            }
            other => FixedPage::Values(C::Stored::open(other, values)?),
        };
        Ok(())
    }

    fn decode(&mut self, num_present: usize) -> Result<(), ColumnError> {
        let is_all =
            self.values.is_empty() && self.shared.is_none() && num_present == self.expected;
        if self.may_share
            && is_all
            && let FixedPage::Values(page) = &mut self.page
            && let Some(shared) = self.convert.share(page.as_mut(), num_present)
        {
            self.expected = 0;
            self.shared = Some(shared);
            return Ok(());
        }
        self.make_room();
        let (scratch, out) = (&mut self.scratch, &mut self.values);
        match &mut self.page {
            FixedPage::None => Err(no_page()),
            FixedPage::Values(page) => {
                self.convert
                    .decode(page.as_mut(), num_present, scratch, out)
            }
            FixedPage::Indices(indices) => {
                self.convert
                    .gather(indices, &self.dictionary, num_present, scratch, out)
            }
        }
    }

    fn decode_spread(
        &mut self,
        num_present: usize,
        validity: &Validity,
        slots: Range<usize>,
    ) -> Result<(), ColumnError> {
        self.make_room();
        if let FixedPage::Values(page) = &mut self.page {
            let page = page.as_mut();
            return self.convert.decode_spread(
                page,
                num_present,
                validity,
                slots,
                &mut self.scratch,
                &mut self.values,
            );
        }
        self.decode(num_present)?;
        self.spread(validity, slots, num_present)
    }

    fn decode_selected(&mut self, selected: Selected<'_>) -> Result<(), ColumnError> {
        self.make_room();
        let (scratch, out) = (&mut self.scratch, &mut self.values);
        match &mut self.page {
            FixedPage::None => Err(no_page()),
            FixedPage::Values(page) => {
                self.convert
                    .decode_selected(page.as_mut(), selected, scratch, out)
            }
            FixedPage::Indices(indices) => {
                let picked = self.picked.pick(indices, selected)?;
                self.convert
                    .gather_at(picked, &self.dictionary, scratch, out)
            }
        }
    }

    fn skip(&mut self, num_present: usize) -> Result<(), ColumnError> {
        match &mut self.page {
            FixedPage::None => Err(no_page()),
            FixedPage::Values(page) => Ok(page.skip(num_present)?),
            FixedPage::Indices(indices) => Ok(indices.skip(num_present)?),
        }
    }

    fn spread(
        &mut self,
        validity: &Validity,
        slots: Range<usize>,
        num_present: usize,
    ) -> Result<(), ColumnError> {
        self.make_room();
        spread(&mut self.values, validity, slots, num_present);
        Ok(())
    }
}

/// The error of an output that is asked for values before it was given a page.
pub(crate) fn no_page() -> ColumnError {
    ColumnErrorKind::Count {
        what: "a page of values",
        expected: 1,
        found: 0,
    }
    .into()
}
