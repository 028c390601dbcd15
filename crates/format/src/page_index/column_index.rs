//! Bounds and counts of each data page of a column chunk.
//!
//! Spec: parquet.thrift, `ColumnIndex`.

use std::ops::Deref;

use super::bounds::RawColumnIndex;
use crate::basic::{BoundaryOrder, Type};
use crate::data_type::{Int96, ParquetValueType};
use crate::{FormatError, Limits};

/// The column index of a column chunk, by physical type.
#[allow(non_camel_case_types, reason = "the specification's spelling")]
#[derive(Debug, Clone, PartialEq)]
pub enum ColumnIndexMetaData {
    /// The chunk has no column index, though others of the file have one.
    NONE,
    /// Of booleans.
    BOOLEAN(PrimitiveColumnIndex<bool>),
    /// Of 32-bit integers.
    INT32(PrimitiveColumnIndex<i32>),
    /// Of 64-bit integers.
    INT64(PrimitiveColumnIndex<i64>),
    /// Of 96-bit timestamps.
    INT96(PrimitiveColumnIndex<Int96>),
    /// Of 32-bit floating-point numbers.
    FLOAT(PrimitiveColumnIndex<f32>),
    /// Of 64-bit floating-point numbers.
    DOUBLE(PrimitiveColumnIndex<f64>),
    /// Of byte arrays.
    BYTE_ARRAY(ByteArrayColumnIndex),
    /// Of byte arrays of one length.
    FIXED_LEN_BYTE_ARRAY(ByteArrayColumnIndex),
}

/// What the column indexes of all types have in common.
#[derive(Debug, Clone, PartialEq)]
pub struct ColumnIndex {
    pub(super) null_pages: Vec<bool>,
    pub(super) boundary_order: BoundaryOrder,
    pub(super) null_counts: Option<Vec<i64>>,
    pub(super) nan_counts: Option<Vec<i64>>,
    pub(super) repetition_level_histograms: Option<Vec<i64>>,
    pub(super) definition_level_histograms: Option<Vec<i64>>,
}

/// A column index of values of one size.
#[derive(Debug, Clone, PartialEq)]
pub struct PrimitiveColumnIndex<T> {
    column_index: ColumnIndex,
    /// Whether a page has both bounds: one of nulls has none, and some writers leave out others.
    is_bounded: Vec<bool>,
    min_values: Vec<T>,
    max_values: Vec<T>,
}

/// A column index of byte arrays.
#[derive(Debug, Clone, PartialEq)]
pub struct ByteArrayColumnIndex {
    column_index: ColumnIndex,
    min_values: Bounds,
    max_values: Bounds,
}

/// Byte arrays one behind the other. `offsets` has one element more than there are values.
#[derive(Debug, Clone, PartialEq)]
struct Bounds {
    bytes: Vec<u8>,
    offsets: Vec<usize>,
}

/// Calls a method of the index of whatever type; the last argument is for an index that is not there.
macro_rules! of_any_type {
    ($self:ident, $index:ident => $call:expr, $none:expr) => {
        match $self {
            Self::NONE => $none,
            Self::BOOLEAN($index) => $call,
            Self::INT32($index) => $call,
            Self::INT64($index) => $call,
            Self::INT96($index) => $call,
            Self::FLOAT($index) => $call,
            Self::DOUBLE($index) => $call,
            Self::BYTE_ARRAY($index) => $call,
            Self::FIXED_LEN_BYTE_ARRAY($index) => $call,
        }
    };
}

impl ColumnIndexMetaData {
    /// Parses a Thrift `ColumnIndex` of a column of `physical_type`.
    ///
    /// Counts and histograms of a wrong length are dropped: they are hints that can be done without. A boundary order that we
    /// do not know is no order, an empty bound of a type of one size no bound.
    ///
    /// # Errors
    /// If the bytes are not a column index, if its lists of bounds are not of one length, if a bound is not a value of the
    /// type, or if it is over `limits`. The file can be read without the index.
    pub fn parse(bytes: &[u8], physical_type: Type, limits: &Limits) -> Result<Self, FormatError> {
        let raw = RawColumnIndex::parse(bytes, limits)?;
        Ok(match physical_type {
            Type::BOOLEAN => Self::BOOLEAN(PrimitiveColumnIndex::new(raw)?),
            Type::INT32 => Self::INT32(PrimitiveColumnIndex::new(raw)?),
            Type::INT64 => Self::INT64(PrimitiveColumnIndex::new(raw)?),
            Type::INT96 => Self::INT96(PrimitiveColumnIndex::new(raw)?),
            Type::FLOAT => Self::FLOAT(PrimitiveColumnIndex::new(raw)?),
            Type::DOUBLE => Self::DOUBLE(PrimitiveColumnIndex::new(raw)?),
            Type::BYTE_ARRAY => Self::BYTE_ARRAY(ByteArrayColumnIndex::new(raw)),
            Type::FIXED_LEN_BYTE_ARRAY => {
                Self::FIXED_LEN_BYTE_ARRAY(ByteArrayColumnIndex::new(raw))
            }
        })
    }

    /// Whether the bounds are in order from page to page.
    pub fn is_sorted(&self) -> bool {
        self.get_boundary_order()
            .is_some_and(|order| order != BoundaryOrder::UNORDERED)
    }

    /// How the bounds are in order from page to page.
    pub fn get_boundary_order(&self) -> Option<BoundaryOrder> {
        of_any_type!(self, index => Some(index.boundary_order), None)
    }

    /// Nulls of each page, if the writer counted them.
    pub fn null_counts(&self) -> Option<&Vec<i64>> {
        of_any_type!(self, index => index.null_counts.as_ref(), None)
    }

    /// Number of pages; 0 if there is no index.
    pub fn num_pages(&self) -> u64 {
        of_any_type!(self, index => index.num_pages(), 0)
    }

    /// Nulls of page `idx`, if the writer counted them.
    pub fn null_count(&self, idx: usize) -> Option<i64> {
        of_any_type!(self, index => index.null_count(idx), None)
    }

    /// NaNs of page `idx`, if the writer counted them.
    pub fn nan_count(&self, idx: usize) -> Option<i64> {
        of_any_type!(self, index => index.nan_count(idx), None)
    }

    /// How often each repetition level occurs in page `idx`.
    pub fn repetition_level_histogram(&self, idx: usize) -> Option<&[i64]> {
        of_any_type!(self, index => index.repetition_level_histogram(idx), None)
    }

    /// How often each definition level occurs in page `idx`.
    pub fn definition_level_histogram(&self, idx: usize) -> Option<&[i64]> {
        of_any_type!(self, index => index.definition_level_histogram(idx), None)
    }

    /// Whether page `idx` holds nothing but nulls. False where there is no such page.
    pub fn is_null_page(&self, idx: usize) -> bool {
        of_any_type!(self, index => index.is_null_page(idx), false)
    }

    /// Bytes on the heap.
    pub(crate) fn heap_size(&self) -> usize {
        of_any_type!(self, index => index.column_index.heap_size() + index.bounds_size(), 0)
    }
}

impl ColumnIndex {
    /// Number of pages.
    pub fn num_pages(&self) -> u64 {
        self.null_pages.len() as u64
    }

    /// Nulls of page `idx`, if the writer counted them.
    pub fn null_count(&self, idx: usize) -> Option<i64> {
        self.null_counts.as_ref()?.get(idx).copied()
    }

    /// NaNs of page `idx`, if the writer counted them.
    pub fn nan_count(&self, idx: usize) -> Option<i64> {
        self.nan_counts.as_ref()?.get(idx).copied()
    }

    /// How often each repetition level occurs in page `idx`.
    pub fn repetition_level_histogram(&self, idx: usize) -> Option<&[i64]> {
        self.histogram(self.repetition_level_histograms.as_ref()?, idx)
    }

    /// How often each definition level occurs in page `idx`.
    pub fn definition_level_histogram(&self, idx: usize) -> Option<&[i64]> {
        self.histogram(self.definition_level_histograms.as_ref()?, idx)
    }

    /// Whether page `idx` holds nothing but nulls. False where there is no such page.
    pub fn is_null_page(&self, idx: usize) -> bool {
        self.null_pages.get(idx).copied().unwrap_or(false)
    }

    fn histogram<'a>(&self, all: &'a [i64], idx: usize) -> Option<&'a [i64]> {
        all.chunks_exact((all.len() / self.null_pages.len().max(1)).max(1))
            .nth(idx)
    }

    fn has_bounds(&self, idx: usize) -> bool {
        self.null_pages.get(idx) == Some(&false)
    }

    fn heap_size(&self) -> usize {
        let lists = [
            &self.null_counts,
            &self.nan_counts,
            &self.repetition_level_histograms,
            &self.definition_level_histograms,
        ];
        let lists = lists
            .into_iter()
            .flatten()
            .map(Vec::capacity)
            .sum::<usize>();
        self.null_pages.capacity() + lists * size_of::<i64>()
    }
}

impl<T: ParquetValueType + Default> PrimitiveColumnIndex<T> {
    fn new(raw: RawColumnIndex<'_>) -> Result<Self, FormatError> {
        let null_pages = &raw.column_index.null_pages;
        let bounds = || raw.min_values.iter().zip(&raw.max_values).zip(null_pages);
        let is_bounded: Vec<bool> = bounds()
            .map(|((min, max), is_null)| !is_null && !min.is_empty() && !max.is_empty())
            .collect();
        let values = |bounds: &[&[u8]]| {
            let values = bounds.iter().zip(&is_bounded).map(|(bound, &is_bounded)| {
                if !is_bounded {
                    return Ok(T::default());
                }
                T::from_plain(bound).ok_or(FormatError::Mismatch {
                    what: "bytes of a bound in a column index against the size of its type",
                    expected: size_of::<T>() as u64,
                    found: bound.len() as u64,
                })
            });
            values.collect::<Result<Vec<T>, _>>()
        };
        let (min_values, max_values) = (values(&raw.min_values)?, values(&raw.max_values)?);
        Ok(Self {
            column_index: raw.column_index,
            is_bounded,
            min_values,
            max_values,
        })
    }
}

impl<T> PrimitiveColumnIndex<T> {
    /// Lower bounds by page. Those of pages without bounds mean nothing.
    pub fn min_values(&self) -> &[T] {
        &self.min_values
    }

    /// Upper bounds by page. Those of pages without bounds mean nothing.
    pub fn max_values(&self) -> &[T] {
        &self.max_values
    }

    /// Lower bounds by page, none for pages without.
    pub fn min_values_iter(&self) -> impl Iterator<Item = Option<&T>> {
        (0..self.min_values.len()).map(|idx| self.min_value(idx))
    }

    /// Upper bounds by page, none for pages without.
    pub fn max_values_iter(&self) -> impl Iterator<Item = Option<&T>> {
        (0..self.max_values.len()).map(|idx| self.max_value(idx))
    }

    /// Lower bound of page `idx`, if it has one. A page of nulls has none.
    pub fn min_value(&self, idx: usize) -> Option<&T> {
        self.min_values.get(idx).filter(|_| self.is_bounded[idx])
    }

    /// Upper bound of page `idx`, if it has one. A page of nulls has none.
    pub fn max_value(&self, idx: usize) -> Option<&T> {
        self.max_values.get(idx).filter(|_| self.is_bounded[idx])
    }

    fn bounds_size(&self) -> usize {
        (self.min_values.capacity() + self.max_values.capacity()) * size_of::<T>()
    }
}

impl ByteArrayColumnIndex {
    fn new(raw: RawColumnIndex<'_>) -> Self {
        Self {
            column_index: raw.column_index,
            min_values: Bounds::new(&raw.min_values),
            max_values: Bounds::new(&raw.max_values),
        }
    }

    /// Lower bound of page `idx`, unless it is a page of nulls.
    pub fn min_value(&self, idx: usize) -> Option<&[u8]> {
        self.min_values.get(idx).filter(|_| self.has_bounds(idx))
    }

    /// Upper bound of page `idx`, unless it is a page of nulls.
    pub fn max_value(&self, idx: usize) -> Option<&[u8]> {
        self.max_values.get(idx).filter(|_| self.has_bounds(idx))
    }

    /// Lower bounds by page, none for pages of nulls.
    pub fn min_values_iter(&self) -> impl Iterator<Item = Option<&[u8]>> {
        (0..self.null_pages.len()).map(|idx| self.min_value(idx))
    }

    /// Upper bounds by page, none for pages of nulls.
    pub fn max_values_iter(&self) -> impl Iterator<Item = Option<&[u8]>> {
        (0..self.null_pages.len()).map(|idx| self.max_value(idx))
    }

    fn bounds_size(&self) -> usize {
        [&self.min_values, &self.max_values]
            .map(|bounds| bounds.bytes.capacity() + bounds.offsets.capacity() * size_of::<usize>())
            .iter()
            .sum()
    }
}

impl<T> Deref for PrimitiveColumnIndex<T> {
    type Target = ColumnIndex;

    fn deref(&self) -> &ColumnIndex {
        &self.column_index
    }
}

impl Deref for ByteArrayColumnIndex {
    type Target = ColumnIndex;

    fn deref(&self) -> &ColumnIndex {
        &self.column_index
    }
}

impl Bounds {
    fn new(values: &[&[u8]]) -> Self {
        let mut offsets = Vec::with_capacity(values.len() + 1);
        offsets.push(0);
        let mut end = 0;
        offsets.extend(values.iter().map(|value| {
            end += value.len();
            end
        }));
        Self {
            bytes: values.concat(),
            offsets,
        }
    }

    fn get(&self, idx: usize) -> Option<&[u8]> {
        let (start, end) = (
            *self.offsets.get(idx)?,
            *self.offsets.get(idx.checked_add(1)?)?,
        );
        self.bytes.get(start..end)
    }
}
