//! FIXED_LEN_BYTE_ARRAY as bytes back to back.

use std::ops::Range;

use bytes::Bytes;
use herringbone_decode_kernel::byte_stream_split::ByteStreamSplit;
use herringbone_decode_kernel::delta;
use herringbone_decode_kernel::dictionary;
use herringbone_decode_kernel::hybrid_rle::HybridRle;
use herringbone_decode_kernel::nulls::Validity;
use herringbone_decode_kernel::plain::FixedWidth;
use herringbone_format::basic::Encoding;

use super::fixed::{no_page, no_such_encoding, open_indices};
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
    dictionary: Vec<u8>,
    page: Page,
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
            dictionary: Vec::new(),
            page: Page::None,
        }
    }

    /// Takes what was decoded.
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.values)
    }
}

impl LeafValues for FixedLenValues {
    fn reserve(&mut self, num_slots: usize) {
        self.values
            .reserve_exact(num_slots.saturating_mul(self.width).min(64 << 20));
    }

    fn start_chunk(&mut self) {
        self.dictionary.clear();
        self.page = Page::None;
    }

    fn set_dictionary(&mut self, page: DictionaryPage) -> Result<(), ColumnError> {
        self.dictionary.clear();
        let mut values = FixedLenPage::open(Encoding::PLAIN, page.values, self.width)?;
        values.decode(page.num_values, self.width, &mut self.dictionary)
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
        match &mut self.page {
            Page::None => Err(no_page()),
            Page::Values(page) => page.decode(num_present, self.width, &mut self.values),
            Page::Indices(indices) => Ok(dictionary::gather_fixed(
                indices,
                &self.dictionary,
                self.width,
                num_present,
                &mut self.values,
            )?),
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
        let fits = slots
            .len()
            .checked_mul(self.width)
            .is_some_and(|size| size <= isize::MAX as usize);
        if !fits {
            let found = slots.len() as u64;
            let max = (isize::MAX as usize / self.width) as u64;
            return Err(ColumnErrorKind::Limit {
                limit: "fixed-length values of a batch",
                max,
                found,
            }
            .into());
        }
        spread_bytes(&mut self.values, self.width, validity, slots, num_present);
        Ok(())
    }
}

/// Spreads the `num_present` values of `width` bytes at the end of `values` over `slots` of
/// `validity`; null slots are zero.
fn spread_bytes(
    values: &mut Vec<u8>,
    width: usize,
    validity: &Validity,
    slots: Range<usize>,
    num_present: usize,
) {
    let first = values.len() - num_present * width;
    values.resize(first + slots.len() * width, 0);
    let region = &mut values[first..];
    match width {
        2 => spread_arrays::<2>(region, validity, slots, num_present),
        4 => spread_arrays::<4>(region, validity, slots, num_present),
        8 => spread_arrays::<8>(region, validity, slots, num_present),
        12 => spread_arrays::<12>(region, validity, slots, num_present),
        16 => spread_arrays::<16>(region, validity, slots, num_present),
        32 => spread_arrays::<32>(region, validity, slots, num_present),
        _ => {
            let mut value = num_present;
            for (i, slot) in slots.enumerate().rev() {
                if validity.get(slot) {
                    value -= 1;
                    region.copy_within(value * width..(value + 1) * width, i * width);
                } else {
                    region[i * width..(i + 1) * width].fill(0);
                }
            }
        }
    }
}

/// The same for a width that the compiler knows; from the back, so that no value is overwritten
/// before it has moved.
fn spread_arrays<const N: usize>(
    region: &mut [u8],
    validity: &Validity,
    slots: Range<usize>,
    num_present: usize,
) {
    let (values, _) = region.as_chunks_mut::<N>();
    let mut value = num_present;
    for (i, slot) in slots.enumerate().rev() {
        values[i] = if validity.get(slot) {
            value -= 1;
            values[value]
        } else {
            [0; N]
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_move_to_their_slots_and_nulls_are_zero() {
        let mut validity = Validity::new();
        [true, true, false, true, false, false, true, true]
            .iter()
            .for_each(|&valid| validity.push_run(valid, 1));
        for width in [0, 1, 2, 3, 4, 7, 8, 12, 16, 17, 32] {
            let of = |values: &[u8]| {
                values
                    .iter()
                    .flat_map(|&value| vec![value; width])
                    .collect::<Vec<_>>()
            };
            let mut values = of(&[9, 1, 2, 3]);
            spread_bytes(&mut values, width, &validity, 1..7, 3);
            assert_eq!(values, of(&[9, 1, 0, 2, 0, 0, 3]), "width {width}");
        }
    }
}
