//! The decoded form of a column chunk.
//!
//! Numbers and enums are taken as they are; whether they make sense is asked by [`ColumnFields::check`]. What takes memory
//! (statistics, lists) stays in the footer, its position noted, until it is asked for.
//!
//! Spec: parquet.thrift, `ColumnChunk` and `ColumnMetaData`.

use std::ops::Range;
use std::sync::OnceLock;

use super::column_chunk::PageEncodingStats;
use super::encryption::ColumnCryptoMetaData;
use super::size_statistics::SizeStatistics;
use crate::FormatError;
use crate::basic::{CompressionCodec, Encoding, EncodingMask, Type};
use crate::geospatial::statistics::GeospatialStatistics;
use crate::statistics::Statistics;
use crate::thrift::{Cursor, Wire};

#[derive(Debug, Clone, Default)]
pub(super) struct ColumnFields {
    /// What stopped the decoding; fields behind it are as if they were not there.
    pub(super) error: Option<FormatError>,
    pub(super) offset: usize,
    pub(super) file_path: Option<Range<u32>>,
    pub(super) file_offset: Option<i64>,
    pub(super) offset_index_offset: Option<i64>,
    pub(super) offset_index_length: Option<i32>,
    pub(super) column_index_offset: Option<i64>,
    pub(super) column_index_length: Option<i32>,
    pub(super) crypto: Option<Box<ColumnCryptoMetaData>>,
    pub(super) encrypted_metadata: Option<Range<u32>>,

    pub(super) has_metadata: bool,
    pub(super) physical_type: Option<i32>,
    pub(super) encodings: EncodingMask,
    pub(super) codec: Option<i32>,
    pub(super) num_values: Option<i64>,
    pub(super) uncompressed_size: Option<i64>,
    pub(super) compressed_size: Option<i64>,
    pub(super) key_value_list: Option<u32>,
    pub(super) data_page_offset: Option<i64>,
    pub(super) index_page_offset: Option<i64>,
    pub(super) dictionary_page_offset: Option<i64>,
    pub(super) bloom_filter_offset: Option<i64>,
    pub(super) bloom_filter_length: Option<i32>,
    pub(super) statistics_at: Option<u32>,
    pub(super) encoding_stats_at: Option<u32>,
    pub(super) size_statistics_at: Option<u32>,
    pub(super) geo_statistics_at: Option<u32>,

    pub(super) statistics: OnceLock<Option<Statistics>>,
    pub(super) encoding_stats: OnceLock<Option<Vec<PageEncodingStats>>>,
    pub(super) encoding_stats_mask: OnceLock<Option<EncodingMask>>,
    pub(super) size_statistics: OnceLock<SizeStatistics>,
    pub(super) geo_statistics: OnceLock<Option<Box<GeospatialStatistics>>>,
}

impl ColumnFields {
    /// Decodes the `ColumnChunk` at the cursor, as far as it can be.
    pub(super) fn decode(mut cursor: Cursor<'_>) -> Self {
        let mut fields = Self {
            offset: cursor.position(),
            ..Self::default()
        };
        fields.error = fields.read_chunk(&mut cursor).err();
        fields
    }

    /// Whether what reading the chunk needs is there and makes sense. `leaf_type` is the type that the schema gives.
    pub(super) fn check(&self, leaf_type: Option<Type>) -> Result<(), FormatError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let missing = |field| FormatError::MissingField {
            field,
            offset: self.offset,
        };
        if !self.has_metadata {
            return Err(missing("ColumnChunk.meta_data"));
        }
        let code = self.physical_type.ok_or(missing("ColumnMetaData.type"))?;
        let found = Type::from_i32(code).ok_or(FormatError::UnknownValue {
            field: "ColumnMetaData.type",
            value: code,
        })?;
        if leaf_type.is_some_and(|expected| expected != found) {
            return Err(FormatError::Malformed {
                what: "physical type of a column chunk is not that of its leaf in the schema",
                offset: self.offset,
            });
        }
        let codec = self.codec.ok_or(missing("ColumnMetaData.codec"))?;
        if matches!(
            CompressionCodec::from_i32(codec),
            CompressionCodec::_Unknown(_)
        ) {
            return Err(FormatError::UnknownValue {
                field: "ColumnMetaData.codec",
                value: codec,
            });
        }
        let required = [
            ("ColumnMetaData.num_values", self.num_values),
            (
                "ColumnMetaData.total_uncompressed_size",
                self.uncompressed_size,
            ),
            ("ColumnMetaData.total_compressed_size", self.compressed_size),
            ("ColumnMetaData.data_page_offset", self.data_page_offset),
        ];
        for (field, value) in required {
            not_negative(field, value.ok_or(missing(field))?)?;
        }
        not_negative(
            "ColumnMetaData.dictionary_page_offset",
            self.dictionary_page_offset.unwrap_or(0),
        )
    }

    fn read_chunk(&mut self, cursor: &mut Cursor<'_>) -> Result<(), FormatError> {
        let mut last_id = 0;
        while let Some(field) = cursor.next_field(&mut last_id)? {
            match (field.id, field.wire) {
                (1, Wire::Binary) => self.file_path = Some(binary_range(cursor)?),
                (2, Wire::I64) => self.file_offset = Some(cursor.read_i64()?),
                (3, Wire::Struct) => {
                    self.has_metadata = true;
                    self.read_metadata(cursor)?;
                }
                (4, Wire::I64) => self.offset_index_offset = Some(cursor.read_i64()?),
                (5, Wire::I32) => self.offset_index_length = Some(cursor.read_i32()?),
                (6, Wire::I64) => self.column_index_offset = Some(cursor.read_i64()?),
                (7, Wire::I32) => self.column_index_length = Some(cursor.read_i32()?),
                (8, Wire::Struct) => {
                    self.crypto = ColumnCryptoMetaData::parse(cursor)?.map(Box::new)
                }
                (9, Wire::Binary) => self.encrypted_metadata = Some(binary_range(cursor)?),
                _ => cursor.skip(field.wire)?,
            }
        }
        Ok(())
    }

    fn read_metadata(&mut self, cursor: &mut Cursor<'_>) -> Result<(), FormatError> {
        let mut last_id = 0;
        while let Some(field) = cursor.next_field(&mut last_id)? {
            match (field.id, field.wire) {
                (1, Wire::I32) => self.physical_type = Some(cursor.read_i32()?),
                (2, Wire::List) => self.encodings = read_encodings(cursor)?,
                (4, Wire::I32) => self.codec = Some(cursor.read_i32()?),
                (5, Wire::I64) => self.num_values = Some(cursor.read_i64()?),
                (6, Wire::I64) => self.uncompressed_size = Some(cursor.read_i64()?),
                (7, Wire::I64) => self.compressed_size = Some(cursor.read_i64()?),
                (8, Wire::List) => self.key_value_list = Some(note(cursor, Wire::List)?),
                (9, Wire::I64) => self.data_page_offset = Some(cursor.read_i64()?),
                (10, Wire::I64) => self.index_page_offset = Some(cursor.read_i64()?),
                (11, Wire::I64) => self.dictionary_page_offset = Some(cursor.read_i64()?),
                (12, Wire::Struct) => self.statistics_at = Some(note(cursor, Wire::Struct)?),
                (13, Wire::List) => self.encoding_stats_at = Some(note(cursor, Wire::List)?),
                (14, Wire::I64) => self.bloom_filter_offset = Some(cursor.read_i64()?),
                (15, Wire::I32) => self.bloom_filter_length = Some(cursor.read_i32()?),
                (16, Wire::Struct) => self.size_statistics_at = Some(note(cursor, Wire::Struct)?),
                (17, Wire::Struct) => self.geo_statistics_at = Some(note(cursor, Wire::Struct)?),
                _ => cursor.skip(field.wire)?,
            }
        }
        Ok(())
    }
}

/// Reads the list of encodings. Unknown ones are left out: pages say for themselves how they are encoded.
fn read_encodings(cursor: &mut Cursor<'_>) -> Result<EncodingMask, FormatError> {
    let mut encodings = EncodingMask::default();
    for _ in 0..cursor.read_list_of(Wire::I32, "ColumnMetaData.encodings")? {
        match Encoding::from_i32(cursor.read_i32()?) {
            Encoding::_Unknown(_) => {}
            encoding => encodings.insert(encoding),
        }
    }
    Ok(encodings)
}

fn note(cursor: &mut Cursor<'_>, wire: Wire) -> Result<u32, FormatError> {
    let start = cursor.position() as u32;
    cursor.skip(wire)?;
    Ok(start)
}

fn binary_range(cursor: &mut Cursor<'_>) -> Result<Range<u32>, FormatError> {
    let len = cursor.read_binary()?.len();
    let end = cursor.position();
    Ok((end - len) as u32..end as u32)
}

fn not_negative(field: &'static str, value: i64) -> Result<(), FormatError> {
    if value < 0 {
        return Err(FormatError::Negative { field, value });
    }
    Ok(())
}
