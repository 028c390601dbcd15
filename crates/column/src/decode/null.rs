//! Columns of which only the slots count: the logical type UNKNOWN, all null.

use std::ops::Range;

use bytes::Bytes;
use herringbone_decode_kernel::nulls::Validity;
use herringbone_decode_kernel::select::Selected;
use herringbone_format::basic::Encoding;

use super::{DictionaryPage, LeafValues};
use crate::error::ColumnError;

/// No values at all; whatever the pages hold is passed over.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullValues;

impl LeafValues for NullValues {
    fn reserve(&mut self, _num_slots: usize) {}

    fn start_chunk(&mut self) {}

    fn close_page(&mut self) {}

    fn set_dictionary(&mut self, _page: DictionaryPage) -> Result<(), ColumnError> {
        Ok(())
    }

    fn set_page(
        &mut self,
        _encoding: Encoding,
        _values: Bytes,
        _max_values: usize,
    ) -> Result<(), ColumnError> {
        Ok(())
    }

    fn decode(&mut self, _num_present: usize) -> Result<(), ColumnError> {
        Ok(())
    }

    fn decode_selected(&mut self, _selected: Selected<'_>) -> Result<(), ColumnError> {
        Ok(())
    }

    fn skip(&mut self, _num_present: usize) -> Result<(), ColumnError> {
        Ok(())
    }

    fn spread(
        &mut self,
        _validity: &Validity,
        _slots: Range<usize>,
        _num_present: usize,
    ) -> Result<(), ColumnError> {
        Ok(())
    }
}
