//! Booleans, bit by bit from page to bitmap.

use std::ops::Range;

use bytes::Bytes;
use herringbone_decode_kernel::hybrid_rle::{HybridRle, Run};
use herringbone_decode_kernel::nulls::{Bitmap, Validity, spread_bits};
use herringbone_decode_kernel::plain::Boolean;
use herringbone_decode_kernel::select::{Selected, compress_bits};
use herringbone_decode_kernel::{BitWidth, DecodeError};
use herringbone_format::basic::Encoding;

use super::fixed::{no_page, no_such_encoding};
use super::{DictionaryPage, LeafValues};
use crate::error::ColumnError;
use crate::page::take;

/// Booleans, gathered in a bitmap.
#[derive(Default)]
pub struct BooleanValues {
    bits: Bitmap,
    page: BooleanPage,
    /// Values of which some are picked.
    block: Bitmap,
}

#[derive(Default)]
enum BooleanPage {
    #[default]
    None,
    Plain(Boolean<Bytes>),
    Rle(HybridRle<Bytes>),
}

impl BooleanValues {
    /// What was decoded.
    #[inline]
    pub fn bits(&self) -> &Bitmap {
        &self.bits
    }

    /// Forgets what was decoded and keeps its memory.
    pub fn clear(&mut self) {
        self.bits.clear();
    }

    /// Takes what was decoded.
    pub fn take(&mut self) -> Bitmap {
        std::mem::take(&mut self.bits)
    }
}

impl LeafValues for BooleanValues {
    fn reserve(&mut self, num_slots: usize) {
        self.bits.reserve(num_slots);
    }

    fn start_chunk(&mut self) {
        self.close_page();
    }

    fn close_page(&mut self) {
        self.page = BooleanPage::None;
    }

    fn set_dictionary(&mut self, page: DictionaryPage) -> Result<(), ColumnError> {
        Err(no_such_encoding(page.encoding, "BOOLEAN"))
    }

    fn set_page(
        &mut self,
        encoding: Encoding,
        mut values: Bytes,
        _max_values: usize,
    ) -> Result<(), ColumnError> {
        self.page = match encoding {
            Encoding::PLAIN => BooleanPage::Plain(Boolean::new(values)),
            // Both page versions put the length before the runs here.
            Encoding::RLE if values.is_empty() => BooleanPage::Plain(Boolean::new(values)),
            Encoding::RLE => {
                let size = take(&mut values, 4)?;
                let size = u32::from_le_bytes([size[0], size[1], size[2], size[3]]);
                let runs = take(&mut values, size as usize)?;
                BooleanPage::Rle(HybridRle::try_new(runs, BitWidth::try_new(1, 1)?)?)
            }
            other => return Err(no_such_encoding(other, "BOOLEAN")),
        };
        Ok(())
    }

    fn decode(&mut self, num_present: usize) -> Result<(), ColumnError> {
        match &mut self.page {
            BooleanPage::None => Err(no_page()),
            BooleanPage::Plain(page) => Ok(page.decode(num_present, &mut self.bits)?),
            BooleanPage::Rle(runs) => Ok(decode_runs(runs, num_present, &mut self.bits)?),
        }
    }

    fn decode_selected(&mut self, selected: Selected<'_>) -> Result<(), ColumnError> {
        let mut out = std::mem::replace(&mut self.bits, std::mem::take(&mut self.block));
        self.bits.clear();
        let result = self.decode(selected.len());
        self.block = std::mem::take(&mut self.bits);
        if result.is_ok() {
            compress_bits(Selected::of(&self.block), selected, &mut out);
        }
        self.bits = out;
        result
    }

    fn skip(&mut self, num_present: usize) -> Result<(), ColumnError> {
        match &mut self.page {
            BooleanPage::None => Err(no_page()),
            BooleanPage::Plain(page) => Ok(page.skip(num_present)?),
            BooleanPage::Rle(runs) => Ok(runs.skip(num_present)?),
        }
    }

    fn spread(
        &mut self,
        validity: &Validity,
        slots: Range<usize>,
        num_present: usize,
    ) -> Result<(), ColumnError> {
        spread_bits(&mut self.bits, validity, slots, num_present);
        Ok(())
    }
}

fn decode_runs(
    runs: &mut HybridRle<Bytes>,
    num_values: usize,
    out: &mut Bitmap,
) -> Result<(), DecodeError> {
    let mut left = num_values;
    while left > 0 {
        left -= match runs.next_run(left)? {
            Run::Repeated { value, len } => {
                out.push_run(value != 0, len);
                len
            }
            Run::Packed {
                bytes,
                bit_offset,
                len,
                ..
            } => {
                out.push_bits(bytes, bit_offset, len);
                len
            }
        };
    }
    Ok(())
}
