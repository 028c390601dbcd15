//! A row group: its own facts, and its column chunks when somebody asks for them.
//!
//! Spec: parquet.thrift, `RowGroup`.

use std::sync::{Arc, OnceLock};

use super::column_chunk::ColumnChunkMetaData;
use super::footer_map::{FooterMap, RowGroupFields};
use crate::FormatError;
use crate::lazy_blocks::LazyBlocks;
use crate::schema::types::{SchemaDescPtr, SchemaDescriptor};
use crate::thrift::{Cursor, Wire};

/// What the footer says of a row group.
#[derive(Debug, Clone)]
pub struct RowGroupMetaData {
    map: Arc<FooterMap>,
    fields: RowGroupFields,
    columns: LazyBlocks<ColumnChunkMetaData>,
    sorting_columns: OnceLock<Option<Vec<SortingColumn>>>,
}

/// Shared [`RowGroupMetaData`].
pub type RowGroupMetaDataPtr = Arc<RowGroupMetaData>;

/// A column by which the rows of a row group are sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SortingColumn {
    /// The column's index in the row group.
    pub column_idx: i32,
    /// Whether the order is descending.
    pub descending: bool,
    /// Whether nulls come before values.
    pub nulls_first: bool,
}

impl RowGroupMetaData {
    pub(super) fn new(map: Arc<FooterMap>, fields: RowGroupFields) -> Self {
        Self {
            map,
            fields,
            columns: LazyBlocks::new(),
            sorting_columns: OnceLock::new(),
        }
    }

    /// Number of column chunks, which is the number of the schema's leaves.
    pub fn num_columns(&self) -> usize {
        self.fields.num_columns
    }

    /// The column chunk of leaf `i`. No other chunk is looked at.
    ///
    /// # Panics
    /// If there is no leaf `i`.
    pub fn column(&self, i: usize) -> &ColumnChunkMetaData {
        self.columns
            .get(i, self.num_columns(), |column| self.handle(column))
    }

    /// The column chunks in the order of the schema's leaves, all of them decoded.
    pub fn columns(&self) -> &[ColumnChunkMetaData] {
        self.columns.all(|| {
            let handles = (0..self.num_columns()).map(|column| self.handle(column));
            let mut columns: Box<[ColumnChunkMetaData]> = handles.collect();
            columns.iter_mut().for_each(ColumnChunkMetaData::decode);
            columns
        })
    }

    /// Rows of the group; never negative.
    pub fn num_rows(&self) -> i64 {
        self.fields.num_rows
    }

    /// By which columns the rows are sorted, if the writer says so.
    pub fn sorting_columns(&self) -> Option<&Vec<SortingColumn>> {
        let decode = || {
            let mut cursor = self.map.at(self.fields.sorting_column_list?);
            read_sorting_columns(&mut cursor).ok()
        };
        self.sorting_columns.get_or_init(decode).as_ref()
    }

    /// Bytes of all column data before compression, as the writer states it.
    pub fn total_byte_size(&self) -> i64 {
        self.fields.total_byte_size
    }

    /// Bytes of all column chunks as they lie in the file, summed over the chunks.
    pub fn compressed_size(&self) -> i64 {
        self.columns().iter().fold(0_i64, |sum, column| {
            sum.saturating_add(column.compressed_size())
        })
    }

    /// Bytes of all column chunks as they lie in the file, as the writer states it.
    pub fn total_compressed_size(&self) -> Option<i64> {
        self.fields.total_compressed_size
    }

    /// The schema with a description of each leaf, built as it is touched.
    pub fn schema_descr(&self) -> &SchemaDescriptor {
        &self.map.schema_descr
    }

    /// The schema with a description of each leaf, built as it is touched.
    pub fn schema_descr_ptr(&self) -> SchemaDescPtr {
        Arc::clone(&self.map.schema_descr)
    }

    /// The group's number in the file, if the writer states it.
    pub fn ordinal(&self) -> Option<i16> {
        self.fields.ordinal
    }

    /// Where the group's first page lies in the file, if the writer states it.
    pub fn file_offset(&self) -> Option<i64> {
        self.fields.file_offset
    }

    /// Bytes on the heap that are this row group's own.
    pub(super) fn heap_size(&self) -> usize {
        let sorting = self
            .sorting_columns
            .get()
            .and_then(Option::as_ref)
            .map_or(0, Vec::capacity);
        self.columns.heap_size(ColumnChunkMetaData::heap_size)
            + sorting * size_of::<SortingColumn>()
    }

    fn handle(&self, column: usize) -> ColumnChunkMetaData {
        let start = self.map.chunk_starts[self.fields.first_chunk + column];
        ColumnChunkMetaData::new(Arc::clone(&self.map), start, column as u32)
    }
}

impl PartialEq for RowGroupMetaData {
    fn eq(&self, other: &Self) -> bool {
        let facts = |fields: &RowGroupFields| RowGroupFields {
            first_chunk: 0,
            sorting_column_list: None,
            ..*fields
        };
        facts(&self.fields) == facts(&other.fields)
            && self.sorting_columns() == other.sorting_columns()
            && self.columns() == other.columns()
    }
}

fn read_sorting_columns(cursor: &mut Cursor<'_>) -> Result<Vec<SortingColumn>, FormatError> {
    let len = cursor.read_list_of(Wire::Struct, "RowGroup.sorting_columns")?;
    (0..len).map(|_| read_sorting_column(cursor)).collect()
}

fn read_sorting_column(cursor: &mut Cursor<'_>) -> Result<SortingColumn, FormatError> {
    let offset = cursor.position();
    let missing = |field| FormatError::MissingField { field, offset };
    let (mut column_idx, mut descending, mut nulls_first) = (None, None, None);
    let mut last_id = 0;
    while let Some(field) = cursor.next_field(&mut last_id)? {
        match (field.id, field.wire) {
            (1, Wire::I32) => column_idx = Some(cursor.read_i32()?),
            (2, Wire::True | Wire::False) => descending = Some(field.wire == Wire::True),
            (3, Wire::True | Wire::False) => nulls_first = Some(field.wire == Wire::True),
            _ => cursor.skip(field.wire)?,
        }
    }
    Ok(SortingColumn {
        column_idx: column_idx.ok_or(missing("SortingColumn.column_idx"))?,
        descending: descending.ok_or(missing("SortingColumn.descending"))?,
        nulls_first: nulls_first.ok_or(missing("SortingColumn.nulls_first"))?,
    })
}
