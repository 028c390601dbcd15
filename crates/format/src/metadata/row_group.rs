//! A row group: its own facts, and its column chunks when somebody asks for them.
//!
//! Spec: parquet.thrift, `RowGroup`.

use std::sync::{Arc, OnceLock};

use super::column_chunk::ColumnChunkMetaData;
use super::footer_map::{FooterMap, RowGroupFields};
use crate::FormatError;
use crate::schema::types::{SchemaDescPtr, SchemaDescriptor};
use crate::thrift::{Cursor, Wire};

/// Column chunks whose handles are made at once. Who asks for three of ten thousand then pays for three blocks.
const BLOCK_LEN: usize = 32;

/// Column chunks whose handles are made when one of them is touched.
type Handles = OnceLock<Box<[ColumnChunkMetaData]>>;

/// What the footer says of a row group.
#[derive(Debug, Clone)]
pub struct RowGroupMetaData {
    map: Arc<FooterMap>,
    fields: RowGroupFields,
    blocks: OnceLock<Box<[Handles]>>,
    columns: Handles,
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
            blocks: OnceLock::new(),
            columns: OnceLock::new(),
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
        assert!(
            i < self.num_columns(),
            "column {i} of a row group of {}",
            self.num_columns()
        );
        if let Some(columns) = self.columns.get() {
            return &columns[i];
        }
        let blocks = self.blocks.get_or_init(|| {
            (0..self.num_columns().div_ceil(BLOCK_LEN))
                .map(|_| OnceLock::new())
                .collect()
        });
        let block = blocks[i / BLOCK_LEN].get_or_init(|| {
            let first = i - i % BLOCK_LEN;
            self.handles(first, (first + BLOCK_LEN).min(self.num_columns()))
        });
        &block[i % BLOCK_LEN]
    }

    /// The column chunks in the order of the schema's leaves.
    pub fn columns(&self) -> &[ColumnChunkMetaData] {
        self.columns
            .get_or_init(|| self.handles(0, self.num_columns()))
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

    /// The schema with a description of each leaf, built on first touch.
    pub fn schema_descr(&self) -> &SchemaDescriptor {
        self.map.schema_descr()
    }

    /// The schema with a description of each leaf, built on first touch.
    pub fn schema_descr_ptr(&self) -> SchemaDescPtr {
        Arc::clone(self.map.schema_descr())
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
        let own = |columns: &[ColumnChunkMetaData]| {
            columns
                .iter()
                .map(|column| size_of_val(column) + column.heap_size())
                .sum::<usize>()
        };
        let blocks = self.blocks.get().map_or(0, |blocks| {
            let built = blocks.iter().filter_map(OnceLock::get);
            size_of_val(&**blocks) + built.map(|block| own(block)).sum::<usize>()
        });
        let sorting = self
            .sorting_columns
            .get()
            .and_then(Option::as_ref)
            .map_or(0, Vec::capacity);
        blocks
            + self.columns.get().map_or(0, |columns| own(columns))
            + sorting * size_of::<SortingColumn>()
    }

    fn handles(&self, from: usize, to: usize) -> Box<[ColumnChunkMetaData]> {
        let starts = &self.map.chunk_starts[self.fields.first_chunk..];
        (from..to)
            .map(|column| {
                ColumnChunkMetaData::new(Arc::clone(&self.map), starts[column], column as u32)
            })
            .collect()
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
