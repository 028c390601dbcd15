//! A column index as it lies in the bytes.

use super::column_index::ColumnIndex;
use crate::basic::BoundaryOrder;
use crate::thrift::{Cursor, Wire};
use crate::{FormatError, Limits};

/// A column index whose bounds are still bytes. The lists of bounds have an element for each page.
pub(super) struct RawColumnIndex<'a> {
    pub(super) column_index: ColumnIndex,
    pub(super) min_values: Vec<&'a [u8]>,
    pub(super) max_values: Vec<&'a [u8]>,
}

impl<'a> RawColumnIndex<'a> {
    pub(super) fn parse(bytes: &'a [u8], limits: &Limits) -> Result<Self, FormatError> {
        let mut cursor = Cursor::new(bytes);
        let (mut null_pages, mut min_values, mut max_values) = (None, None, None);
        let mut boundary_order = BoundaryOrder::UNORDERED;
        let (mut null_counts, mut nan_counts) = (None, None);
        let (mut rep_histograms, mut def_histograms) = (None, None);
        let mut last_id = 0;
        while let Some(field) = cursor.next_field(&mut last_id)? {
            let integers =
                |cursor: &mut Cursor<'_>, field| cursor.read_i64_list(field, limits).map(Some);
            match (field.id, field.wire) {
                (1, Wire::List) => null_pages = Some(read_bools(&mut cursor, limits)?),
                (2, Wire::List) => {
                    min_values = Some(read_binaries(
                        &mut cursor,
                        "ColumnIndex.min_values",
                        limits,
                    )?);
                }
                (3, Wire::List) => {
                    max_values = Some(read_binaries(
                        &mut cursor,
                        "ColumnIndex.max_values",
                        limits,
                    )?);
                }
                (4, Wire::I32) => {
                    let order = BoundaryOrder::from_i32(cursor.read_i32()?);
                    boundary_order = order.unwrap_or(BoundaryOrder::UNORDERED);
                }
                (5, Wire::List) => null_counts = integers(&mut cursor, "ColumnIndex.null_counts")?,
                (6, Wire::List) => {
                    rep_histograms =
                        integers(&mut cursor, "ColumnIndex.repetition_level_histograms")?;
                }
                (7, Wire::List) => {
                    def_histograms =
                        integers(&mut cursor, "ColumnIndex.definition_level_histograms")?;
                }
                (8, Wire::List) => nan_counts = integers(&mut cursor, "ColumnIndex.nan_counts")?,
                _ => cursor.skip(field.wire)?,
            }
        }
        let missing = |field| FormatError::MissingField { field, offset: 0 };
        let null_pages: Vec<bool> = null_pages.ok_or(missing("ColumnIndex.null_pages"))?;
        let num_pages = null_pages.len();
        let min_values = one_each(
            min_values.ok_or(missing("ColumnIndex.min_values"))?,
            num_pages,
        )?;
        let max_values = one_each(
            max_values.ok_or(missing("ColumnIndex.max_values"))?,
            num_pages,
        )?;
        let counts = |list: Option<Vec<i64>>| {
            list.filter(|list| list.len() == num_pages && list.iter().all(|&count| count >= 0))
        };
        let histograms = |list: Option<Vec<i64>>| {
            list.filter(|list| !list.is_empty() && list.len().is_multiple_of(num_pages.max(1)))
        };
        let column_index = ColumnIndex {
            null_pages,
            boundary_order,
            null_counts: counts(null_counts),
            nan_counts: counts(nan_counts),
            repetition_level_histograms: histograms(rep_histograms),
            definition_level_histograms: histograms(def_histograms),
        };
        Ok(Self {
            column_index,
            min_values,
            max_values,
        })
    }
}

fn one_each(values: Vec<&[u8]>, num_pages: usize) -> Result<Vec<&[u8]>, FormatError> {
    if values.len() != num_pages {
        return Err(FormatError::Mismatch {
            what: "bounds in a column index against its pages",
            expected: num_pages as u64,
            found: values.len() as u64,
        });
    }
    Ok(values)
}

fn read_bools(cursor: &mut Cursor<'_>, limits: &Limits) -> Result<Vec<bool>, FormatError> {
    let field = "ColumnIndex.null_pages";
    let offset = cursor.position();
    let list = cursor.read_list()?;
    if list.len > 0 && !matches!(list.element, Wire::True | Wire::False) {
        return Err(FormatError::WrongElementType {
            field,
            found: list.element as u8,
            offset,
        });
    }
    limits.check_list_len(field, list.len)?;
    (0..list.len).map(|_| cursor.read_bool_element()).collect()
}

fn read_binaries<'a>(
    cursor: &mut Cursor<'a>,
    field: &'static str,
    limits: &Limits,
) -> Result<Vec<&'a [u8]>, FormatError> {
    let len = cursor.read_list_of(Wire::Binary, field)?;
    limits.check_list_len(field, len)?;
    (0..len).map(|_| cursor.read_binary()).collect()
}
