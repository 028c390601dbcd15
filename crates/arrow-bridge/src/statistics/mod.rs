//! Statistics of row groups and pages as Arrow arrays, for engines that prune by them.
//!
//! * [`StatisticsConverter`]: one column's bounds and counts
//! * `bounds`: bounds as the file has them, made arrays of the column's Arrow type

use arrow_array::{ArrayRef, BooleanArray, UInt64Array, new_null_array};
use arrow_schema::{Field, FieldRef, Schema};
use herringbone_format::basic::Type as PhysicalType;
use herringbone_format::metadata::{ParquetColumnIndex, ParquetOffsetIndex, RowGroupMetaData};
use herringbone_format::page_index::ColumnIndexMetaData;
use herringbone_format::schema::types::SchemaDescriptor;
use herringbone_format::statistics::Statistics;

mod bounds;
#[cfg(test)]
mod tests;

use crate::error::{ParquetError, Result};
use bounds::{End, bounds_array, chunk_bound, page_bounds};

/// The leaf column that the top-level field `name` of `arrow_schema` is read from, and the field.
///
/// `arrow_schema` is that of the whole file. Nested fields have more than one leaf or more than a
/// value in a row, so there is none for them.
pub fn parquet_column<'a>(
    parquet_schema: &SchemaDescriptor,
    arrow_schema: &'a Schema,
    name: &str,
) -> Option<(usize, &'a FieldRef)> {
    let (root, field) = arrow_schema.fields.find(name)?;
    if field.data_type().is_nested() {
        return None;
    }
    let leaf = (0..parquet_schema.num_columns())
        .find(|&leaf| parquet_schema.get_column_root_idx(leaf) == root)?;
    Some((leaf, field))
}

/// Makes Arrow arrays of one column's statistics: a value for each row group, or for each page.
///
/// Bounds that the file does not have, or that do not fit the Arrow type, are null. Of a dictionary
/// column they are of the type of its values. A column that is in the Arrow schema and not in the
/// file has nulls throughout.
#[derive(Debug)]
pub struct StatisticsConverter<'a> {
    leaf: Option<Leaf>,
    arrow_field: &'a Field,
    missing_null_counts_as_zero: bool,
}

#[derive(Debug, Clone, Copy)]
struct Leaf {
    idx: usize,
    physical_type: PhysicalType,
}

impl<'a> StatisticsConverter<'a> {
    /// For the top-level field `column_name` of `arrow_schema`, which is that of the whole file.
    ///
    /// # Errors
    /// If `arrow_schema` has no such field.
    pub fn try_new<'b>(
        column_name: &'b str,
        arrow_schema: &'a Schema,
        parquet_schema: &'a SchemaDescriptor,
    ) -> Result<Self> {
        let Some((_, arrow_field)) = arrow_schema.column_with_name(column_name) else {
            return Err(ParquetError::General(format!(
                "no column {column_name} in the schema to convert statistics for"
            )));
        };
        let leaf = parquet_column(parquet_schema, arrow_schema, column_name);
        Ok(Self {
            leaf: leaf.map(|(idx, _)| Leaf {
                idx,
                physical_type: parquet_schema.column(idx).physical_type(),
            }),
            arrow_field,
            missing_null_counts_as_zero: true,
        })
    }

    /// For the leaf column `parquet_column_index`, whose values are read as those of `arrow_field`.
    ///
    /// # Errors
    /// If there is no such leaf column.
    pub fn from_column_index(
        parquet_column_index: usize,
        arrow_field: &'a Field,
        parquet_schema: &'a SchemaDescriptor,
    ) -> Result<Self> {
        let num_columns = parquet_schema.num_columns();
        if parquet_column_index >= num_columns {
            return Err(ParquetError::IndexOutOfBound(
                parquet_column_index,
                num_columns,
            ));
        }
        Ok(Self {
            leaf: Some(Leaf {
                idx: parquet_column_index,
                physical_type: parquet_schema.column(parquet_column_index).physical_type(),
            }),
            arrow_field,
            missing_null_counts_as_zero: true,
        })
    }

    /// Whether a row group whose statistics say nothing of nulls counts as one without (the
    /// default), or has a null for its count. Old writers left the count out where it was zero.
    pub fn with_missing_null_counts_as_zero(mut self, missing_null_counts_as_zero: bool) -> Self {
        self.missing_null_counts_as_zero = missing_null_counts_as_zero;
        self
    }

    /// The index of the leaf column; none if it is not in the file.
    pub fn parquet_column_index(&self) -> Option<usize> {
        self.leaf.map(|leaf| leaf.idx)
    }

    /// The Arrow field of the column.
    pub fn arrow_field(&self) -> &'a Field {
        self.arrow_field
    }

    /// The number of rows of each row group; none if the column is not in the file.
    ///
    /// # Errors
    /// If a row group has a negative number of rows.
    pub fn row_group_row_counts<I>(&self, metadatas: I) -> Result<Option<UInt64Array>>
    where
        I: IntoIterator<Item = &'a RowGroupMetaData>,
    {
        if self.leaf.is_none() {
            return Ok(None);
        }
        let counts = metadatas.into_iter().map(|row_group| {
            u64::try_from(row_group.num_rows()).map_err(|_| {
                ParquetError::General(format!(
                    "expected a number of rows, found {}",
                    row_group.num_rows()
                ))
            })
        });
        Ok(Some(counts.collect::<Result<Vec<u64>>>()?.into()))
    }

    /// A lower bound of the values of each row group.
    ///
    /// # Errors
    /// None at present.
    pub fn row_group_mins<I>(&self, metadatas: I) -> Result<ArrayRef>
    where
        I: IntoIterator<Item = &'a RowGroupMetaData>,
    {
        self.row_group_bounds(metadatas, End::Min)
    }

    /// An upper bound of the values of each row group.
    ///
    /// # Errors
    /// None at present.
    pub fn row_group_maxes<I>(&self, metadatas: I) -> Result<ArrayRef>
    where
        I: IntoIterator<Item = &'a RowGroupMetaData>,
    {
        self.row_group_bounds(metadatas, End::Max)
    }

    fn row_group_bounds<I>(&self, metadatas: I, end: End) -> Result<ArrayRef>
    where
        I: IntoIterator<Item = &'a RowGroupMetaData>,
    {
        let Some(leaf) = self.leaf else {
            return Ok(self.nulls(metadatas));
        };
        let bounds: Vec<_> = chunk_statistics(metadatas, leaf)
            .map(|statistics| chunk_bound(statistics?, end))
            .collect();
        Ok(bounds_array(
            self.arrow_field.data_type(),
            leaf.physical_type,
            &bounds,
        ))
    }

    /// Whether the upper bound of each row group is a value that occurs.
    ///
    /// # Errors
    /// None at present.
    pub fn row_group_is_max_value_exact<I>(&self, metadatas: I) -> Result<BooleanArray>
    where
        I: IntoIterator<Item = &'a RowGroupMetaData>,
    {
        Ok(self.of_row_groups(metadatas, |statistics| {
            statistics.map(Statistics::max_is_exact)
        }))
    }

    /// Whether the lower bound of each row group is a value that occurs.
    ///
    /// # Errors
    /// None at present.
    pub fn row_group_is_min_value_exact<I>(&self, metadatas: I) -> Result<BooleanArray>
    where
        I: IntoIterator<Item = &'a RowGroupMetaData>,
    {
        Ok(self.of_row_groups(metadatas, |statistics| {
            statistics.map(Statistics::min_is_exact)
        }))
    }

    /// The number of nulls in each row group, see
    /// [`Self::with_missing_null_counts_as_zero`]. A row group without any statistics has a null.
    ///
    /// # Errors
    /// None at present.
    pub fn row_group_null_counts<I>(&self, metadatas: I) -> Result<UInt64Array>
    where
        I: IntoIterator<Item = &'a RowGroupMetaData>,
    {
        let missing = self.missing_null_counts_as_zero.then_some(0);
        Ok(self.of_row_groups(metadatas, |statistics| {
            statistics.and_then(|statistics| statistics.null_count_opt().or(missing))
        }))
    }

    fn of_row_groups<I, T, A>(
        &self,
        metadatas: I,
        fact: impl Fn(Option<&'a Statistics>) -> Option<T>,
    ) -> A
    where
        I: IntoIterator<Item = &'a RowGroupMetaData>,
        A: FromIterator<Option<T>>,
    {
        match self.leaf {
            Some(leaf) => chunk_statistics(metadatas, leaf).map(fact).collect(),
            None => metadatas.into_iter().map(|_| None).collect(),
        }
    }

    /// A lower bound of the values of each data page of these row groups.
    ///
    /// # Errors
    /// None at present.
    ///
    /// # Panics
    /// If the indexes lack a row group or the column.
    pub fn data_page_mins<I>(
        &self,
        column_page_index: &ParquetColumnIndex,
        column_offset_index: &ParquetOffsetIndex,
        row_group_indices: I,
    ) -> Result<ArrayRef>
    where
        I: IntoIterator<Item = &'a usize>,
    {
        let indexes = (column_page_index, column_offset_index);
        self.data_page_bounds(indexes, row_group_indices, End::Min)
    }

    /// An upper bound of the values of each data page of these row groups.
    ///
    /// # Errors
    /// None at present.
    ///
    /// # Panics
    /// If the indexes lack a row group or the column.
    pub fn data_page_maxes<I>(
        &self,
        column_page_index: &ParquetColumnIndex,
        column_offset_index: &ParquetOffsetIndex,
        row_group_indices: I,
    ) -> Result<ArrayRef>
    where
        I: IntoIterator<Item = &'a usize>,
    {
        let indexes = (column_page_index, column_offset_index);
        self.data_page_bounds(indexes, row_group_indices, End::Max)
    }

    fn data_page_bounds<I>(
        &self,
        indexes: (&ParquetColumnIndex, &ParquetOffsetIndex),
        row_group_indices: I,
        end: End,
    ) -> Result<ArrayRef>
    where
        I: IntoIterator<Item = &'a usize>,
    {
        let Some(leaf) = self.leaf else {
            return Ok(self.nulls(row_group_indices));
        };
        let bounds: Vec<_> = chunk_indexes(indexes, row_group_indices, leaf)
            .flat_map(|(index, num_pages)| page_bounds(index, end, num_pages))
            .collect();
        Ok(bounds_array(
            self.arrow_field.data_type(),
            leaf.physical_type,
            &bounds,
        ))
    }

    /// The number of nulls in each data page of these row groups; null where the file does not say.
    ///
    /// # Errors
    /// None at present.
    ///
    /// # Panics
    /// If the indexes lack a row group or the column.
    pub fn data_page_null_counts<I>(
        &self,
        column_page_index: &ParquetColumnIndex,
        column_offset_index: &ParquetOffsetIndex,
        row_group_indices: I,
    ) -> Result<UInt64Array>
    where
        I: IntoIterator<Item = &'a usize>,
    {
        let Some(leaf) = self.leaf else {
            return Ok(row_group_indices.into_iter().map(|_| None::<u64>).collect());
        };
        let indexes = (column_page_index, column_offset_index);
        Ok(chunk_indexes(indexes, row_group_indices, leaf)
            .flat_map(|(index, num_pages)| {
                (0..num_pages).map(move |page| {
                    let counts = index.null_counts()?;
                    u64::try_from(*counts.get(page)?).ok()
                })
            })
            .collect())
    }

    /// The number of rows of each data page of these row groups; none if the column is not in the
    /// file. A page whose rows would be negative in number has a null.
    ///
    /// # Errors
    /// None at present.
    ///
    /// # Panics
    /// If the index or the row groups lack one of the row groups, or the index the column.
    pub fn data_page_row_counts<I>(
        &self,
        column_offset_index: &ParquetOffsetIndex,
        row_group_metadatas: &'a [RowGroupMetaData],
        row_group_indices: I,
    ) -> Result<Option<UInt64Array>>
    where
        I: IntoIterator<Item = &'a usize>,
    {
        let Some(leaf) = self.leaf else {
            return Ok(None);
        };
        let mut counts = Vec::new();
        for &row_group in row_group_indices {
            let pages = column_offset_index[row_group][leaf.idx].page_locations();
            let num_rows = row_group_metadatas[row_group].num_rows();
            for (idx, page) in pages.iter().enumerate() {
                let end = pages
                    .get(idx + 1)
                    .map_or(num_rows, |next| next.first_row_index);
                let count = end.checked_sub(page.first_row_index);
                counts.push(count.and_then(|count| u64::try_from(count).ok()));
            }
        }
        Ok(Some(counts.into()))
    }

    /// A null for each item.
    fn nulls<A>(&self, items: impl IntoIterator<Item = A>) -> ArrayRef {
        new_null_array(self.arrow_field.data_type(), items.into_iter().count())
    }
}

/// The statistics of the leaf's chunk in each row group.
fn chunk_statistics<'a>(
    metadatas: impl IntoIterator<Item = &'a RowGroupMetaData>,
    leaf: Leaf,
) -> impl Iterator<Item = Option<&'a Statistics>> {
    metadatas
        .into_iter()
        .map(move |row_group| row_group.column(leaf.idx).statistics())
}

/// The column index of the leaf's chunk in each row group, and how many pages the chunk has.
///
/// Writers are met whose column index has other pages than the offset index. Which entry is which
/// page's cannot be known then, so such a chunk counts as one without a column index.
fn chunk_indexes<'i, 'a>(
    (column_index, offset_index): (&'i ParquetColumnIndex, &'i ParquetOffsetIndex),
    row_group_indices: impl IntoIterator<Item = &'a usize>,
    leaf: Leaf,
) -> impl Iterator<Item = (&'i ColumnIndexMetaData, usize)> {
    row_group_indices.into_iter().map(move |&row_group| {
        let num_pages = offset_index[row_group][leaf.idx].page_locations().len();
        match &column_index[row_group][leaf.idx] {
            index if index.num_pages() == num_pages as u64 => (index, num_pages),
            _ => (&ColumnIndexMetaData::NONE, num_pages),
        }
    })
}
