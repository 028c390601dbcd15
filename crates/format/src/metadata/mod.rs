//! The footer's metadata, decoded on touch.
//!
//! - `footer_map.rs`: the pass at opening, which notes where things lie
//! - `file.rs`: [`FileMetaData`]
//! - `row_group.rs`: [`RowGroupMetaData`]
//! - `column_chunk.rs`: [`ColumnChunkMetaData`], and in `column_fields.rs` its decoded form; `usual_chunk.rs` decodes what
//!   nearly all chunks look like
//! - `size_statistics.rs`: [`LevelHistogram`]
//! - `encryption.rs`: what the footer says about encryption
//!
//! Opening takes one pass over the footer that steps over column chunks. Each chunk is decoded when it is first touched, its
//! statistics and lists when they are; a file of 10,000 columns of which three are wanted costs three columns' decoding.
//!
//! Spec: parquet.thrift, `FileMetaData`.

mod column_chunk;
mod column_fields;
mod encryption;
mod file;
mod footer_map;
mod row_group;
mod size_statistics;
#[cfg(test)]
mod tests;
mod usual_chunk;

use std::sync::Arc;

pub use column_chunk::{ColumnChunkMetaData, PageEncodingStats};
pub use encryption::{
    AesParameters, ColumnCryptoMetaData, EncryptionAlgorithm, EncryptionWithColumnKey,
};
pub use file::{FileMetaData, FileMetaDataPtr, KeyValue};
pub use row_group::{RowGroupMetaData, RowGroupMetaDataPtr, SortingColumn};
pub use size_statistics::LevelHistogram;

use crate::page_index::{ColumnIndexMetaData, OffsetIndexMetaData};
use crate::{FormatError, Limits, SharedBytes};
use footer_map::FooterMap;

/// The column index of each column chunk, by row group and leaf.
pub type ParquetColumnIndex = Vec<Vec<ColumnIndexMetaData>>;

/// The offset index of each column chunk, by row group and leaf.
pub type ParquetOffsetIndex = Vec<Vec<OffsetIndexMetaData>>;

/// The metadata of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct ParquetMetaData {
    file_metadata: FileMetaData,
    row_groups: Vec<RowGroupMetaData>,
    column_index: Option<ParquetColumnIndex>,
    offset_index: Option<ParquetOffsetIndex>,
}

impl ParquetMetaData {
    /// Parses a footer: the Thrift `FileMetaData`, without the eight bytes behind it. The bytes are kept, not copied.
    ///
    /// The whole structure is walked and the schema is parsed; column chunks are decoded when they are touched.
    ///
    /// # Errors
    /// If the bytes are not a footer, if what nothing can be read without is missing (schema, row groups, row counts), if row
    /// groups have not one column chunk for each leaf, or if anything is over `limits`.
    pub fn try_parse(footer: impl Into<SharedBytes>, limits: &Limits) -> Result<Self, FormatError> {
        let (map, row_groups) = FooterMap::parse(footer.into(), limits)?;
        let map = Arc::new(map);
        let row_groups = row_groups
            .into_iter()
            .map(|fields| RowGroupMetaData::new(Arc::clone(&map), fields))
            .collect();
        Ok(Self {
            file_metadata: FileMetaData::new(map),
            row_groups,
            column_index: None,
            offset_index: None,
        })
    }

    /// What the footer says of the whole file.
    pub fn file_metadata(&self) -> &FileMetaData {
        &self.file_metadata
    }

    /// Number of row groups.
    pub fn num_row_groups(&self) -> usize {
        self.row_groups.len()
    }

    /// Row group `i`.
    ///
    /// # Panics
    /// If there is no row group `i`.
    pub fn row_group(&self, i: usize) -> &RowGroupMetaData {
        &self.row_groups[i]
    }

    /// The row groups in the order of the file.
    pub fn row_groups(&self) -> &[RowGroupMetaData] {
        &self.row_groups
    }

    /// The column indexes, if they were loaded.
    pub fn column_index(&self) -> Option<&ParquetColumnIndex> {
        self.column_index.as_ref()
    }

    /// The offset indexes, if they were loaded.
    pub fn offset_index(&self) -> Option<&ParquetOffsetIndex> {
        self.offset_index.as_ref()
    }

    /// Replaces the column indexes.
    pub fn set_column_index(&mut self, column_index: Option<ParquetColumnIndex>) {
        self.column_index = column_index;
    }

    /// Replaces the offset indexes.
    pub fn set_offset_index(&mut self, offset_index: Option<ParquetOffsetIndex>) {
        self.offset_index = offset_index;
    }

    /// Bytes of the footer: the Thrift `FileMetaData`.
    pub fn footer_size(&self) -> usize {
        self.file_metadata.footer_size()
    }

    /// Bytes of memory that the metadata takes now, the footer included. It grows as column chunks are touched.
    pub fn memory_size(&self) -> usize {
        let column_index = self.column_index.iter().flatten().flatten();
        let offset_index = self.offset_index.iter().flatten().flatten();
        size_of::<Self>()
            + self.file_metadata.heap_size()
            + self.row_groups.capacity() * size_of::<RowGroupMetaData>()
            + self
                .row_groups
                .iter()
                .map(RowGroupMetaData::heap_size)
                .sum::<usize>()
            + column_index
                .map(|index| size_of_val(index) + index.heap_size())
                .sum::<usize>()
            + offset_index
                .map(|index| size_of_val(index) + index.heap_size())
                .sum::<usize>()
    }
}
