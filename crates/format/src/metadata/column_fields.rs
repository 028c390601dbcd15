//! The decoded form of a column chunk.
//!
//! Numbers and enums are taken as they are; whether they make sense is asked by [`ColumnFields::check`]. What takes memory
//! (statistics, lists) stays in the footer, its position noted, until it is asked for.
//!
//! Spec: parquet.thrift, `ColumnChunk` and `ColumnMetaData`.

use std::num::NonZeroU32;
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

/// A column chunk's fields. A file has a hundred thousand of them, so what few chunks have takes no room in the others.
#[derive(Debug, Clone, Default)]
pub(super) struct ColumnFields {
    longs: [i64; Long::COUNT],
    ints: [i32; Int::COUNT],
    /// Which of the numbers are there, one bit each.
    present: u16,
    pub(super) has_metadata: bool,
    pub(super) encodings: EncodingMask,
    pub(super) statistics_at: Option<NonZeroU32>,
    pub(super) encoding_stats_at: Option<NonZeroU32>,
    pub(super) size_statistics_at: Option<NonZeroU32>,
    pub(super) rare: Option<Box<RareFields>>,

    pub(super) statistics: OnceLock<Option<Box<Statistics>>>,
    pub(super) lists: OnceLock<Box<Lists>>,
}

const _: () = assert!(size_of::<ColumnFields>() <= 152);

/// What few chunks have.
#[derive(Debug, Clone, Default)]
pub(super) struct RareFields {
    /// What stopped the decoding; fields behind it are as if they were not there.
    pub(super) error: Option<FormatError>,
    pub(super) file_path: Option<Range<u32>>,
    pub(super) index_page_offset: Option<i64>,
    pub(super) key_value_list: Option<u32>,
    pub(super) geo_statistics_at: Option<u32>,
    pub(super) crypto: Option<ColumnCryptoMetaData>,
    pub(super) encrypted_metadata: Option<Range<u32>>,
}

/// Lists and what holds them, decoded when one of them is asked for.
#[derive(Debug, Clone, Default)]
pub(super) struct Lists {
    pub(super) encoding_stats: OnceLock<Option<Vec<PageEncodingStats>>>,
    pub(super) encoding_stats_mask: OnceLock<Option<EncodingMask>>,
    pub(super) size_statistics: OnceLock<SizeStatistics>,
    pub(super) geo_statistics: OnceLock<Option<Box<GeospatialStatistics>>>,
}

/// The 64-bit numbers.
#[derive(Debug, Clone, Copy)]
pub(super) enum Long {
    NumValues,
    UncompressedSize,
    CompressedSize,
    DataPageOffset,
    DictionaryPageOffset,
    FileOffset,
    BloomFilterOffset,
    OffsetIndexOffset,
    ColumnIndexOffset,
}

impl Long {
    const COUNT: usize = Self::ColumnIndexOffset as usize + 1;
}

/// The 32-bit numbers.
#[derive(Debug, Clone, Copy)]
pub(super) enum Int {
    PhysicalType,
    Codec,
    BloomFilterLength,
    OffsetIndexLength,
    ColumnIndexLength,
}

impl Int {
    const COUNT: usize = Self::ColumnIndexLength as usize + 1;
}

impl ColumnFields {
    /// Decodes the `ColumnChunk` at the cursor, as far as it can be.
    pub(super) fn decode(cursor: Cursor<'_>) -> Self {
        let mut fields = Self::default();
        fields.fill(cursor);
        fields
    }

    /// Does what [`ColumnFields::decode`] does, in place.
    pub(super) fn fill(&mut self, cursor: Cursor<'_>) {
        if self.read_usual(cursor).is_none() {
            *self = Self::decode_any(cursor);
        }
    }

    /// Decodes a `ColumnChunk` of any shape.
    #[cold]
    pub(super) fn decode_any(mut cursor: Cursor<'_>) -> Self {
        let mut fields = Self::default();
        if let Err(error) = fields.read_chunk(&mut cursor) {
            fields.rare_mut().error = Some(error);
        }
        fields
    }

    /// A 64-bit number, if it is there.
    pub(super) fn long(&self, field: Long) -> Option<i64> {
        let is_present = self.present & 1 << field as u16 != 0;
        is_present.then_some(self.longs[field as usize])
    }

    /// A 32-bit number, if it is there.
    pub(super) fn int(&self, field: Int) -> Option<i32> {
        let is_present = self.present & 1 << (Long::COUNT + field as usize) != 0;
        is_present.then_some(self.ints[field as usize])
    }

    /// A field that few chunks have.
    pub(super) fn rare<T>(&self, field: impl FnOnce(&RareFields) -> Option<T>) -> Option<T> {
        field(self.rare.as_deref()?)
    }

    /// Lists that were decoded, or where to decode them to.
    pub(super) fn lists(&self) -> &Lists {
        self.lists.get_or_init(Box::default)
    }

    /// Whether what reading the chunk needs is there and makes sense. `leaf_type` is the type that the schema gives; the
    /// chunk starts at `offset`.
    pub(super) fn check(&self, leaf_type: Option<Type>, offset: usize) -> Result<(), FormatError> {
        if let Some(error) = self.rare(|rare| rare.error) {
            return Err(error);
        }
        let missing = |field| FormatError::MissingField { field, offset };
        if !self.has_metadata {
            return Err(missing("ColumnChunk.meta_data"));
        }
        let code = self
            .int(Int::PhysicalType)
            .ok_or(missing("ColumnMetaData.type"))?;
        let found = Type::from_i32(code).ok_or(FormatError::UnknownValue {
            field: "ColumnMetaData.type",
            value: code,
        })?;
        if leaf_type.is_some_and(|expected| expected != found) {
            return Err(FormatError::Malformed {
                what: "physical type of a column chunk is not that of its leaf in the schema",
                offset,
            });
        }
        let codec = self
            .int(Int::Codec)
            .ok_or(missing("ColumnMetaData.codec"))?;
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
            ("ColumnMetaData.num_values", Long::NumValues),
            (
                "ColumnMetaData.total_uncompressed_size",
                Long::UncompressedSize,
            ),
            ("ColumnMetaData.total_compressed_size", Long::CompressedSize),
            ("ColumnMetaData.data_page_offset", Long::DataPageOffset),
        ];
        for (field, number) in required {
            not_negative(field, self.long(number).ok_or(missing(field))?)?;
        }
        not_negative(
            "ColumnMetaData.dictionary_page_offset",
            self.long(Long::DictionaryPageOffset).unwrap_or(0),
        )
    }

    fn read_chunk(&mut self, cursor: &mut Cursor<'_>) -> Result<(), FormatError> {
        let mut last_id = 0;
        while let Some(field) = cursor.next_field(&mut last_id)? {
            match (field.id, field.wire) {
                (1, Wire::Binary) => self.rare_mut().file_path = Some(binary_range(cursor)?),
                (2, Wire::I64) => self.set_long(Long::FileOffset, cursor.read_i64()?),
                (3, Wire::Struct) => {
                    self.has_metadata = true;
                    self.read_metadata(cursor)?;
                }
                (4, Wire::I64) => self.set_long(Long::OffsetIndexOffset, cursor.read_i64()?),
                (5, Wire::I32) => self.set_int(Int::OffsetIndexLength, cursor.read_i32()?),
                (6, Wire::I64) => self.set_long(Long::ColumnIndexOffset, cursor.read_i64()?),
                (7, Wire::I32) => self.set_int(Int::ColumnIndexLength, cursor.read_i32()?),
                (8, Wire::Struct) => self.rare_mut().crypto = ColumnCryptoMetaData::parse(cursor)?,
                (9, Wire::Binary) => {
                    self.rare_mut().encrypted_metadata = Some(binary_range(cursor)?)
                }
                _ => cursor.skip(field.wire)?,
            }
        }
        Ok(())
    }

    fn read_metadata(&mut self, cursor: &mut Cursor<'_>) -> Result<(), FormatError> {
        let mut last_id = 0;
        while let Some(field) = cursor.next_field(&mut last_id)? {
            match (field.id, field.wire) {
                (1, Wire::I32) => self.set_int(Int::PhysicalType, cursor.read_i32()?),
                (2, Wire::List) => self.encodings = read_encodings(cursor)?,
                (4, Wire::I32) => self.set_int(Int::Codec, cursor.read_i32()?),
                (5, Wire::I64) => self.set_long(Long::NumValues, cursor.read_i64()?),
                (6, Wire::I64) => self.set_long(Long::UncompressedSize, cursor.read_i64()?),
                (7, Wire::I64) => self.set_long(Long::CompressedSize, cursor.read_i64()?),
                (8, Wire::List) => self.rare_mut().key_value_list = Some(note(cursor, Wire::List)?),
                (9, Wire::I64) => self.set_long(Long::DataPageOffset, cursor.read_i64()?),
                (10, Wire::I64) => self.rare_mut().index_page_offset = Some(cursor.read_i64()?),
                (11, Wire::I64) => self.set_long(Long::DictionaryPageOffset, cursor.read_i64()?),
                (12, Wire::Struct) => {
                    self.statistics_at = NonZeroU32::new(note(cursor, Wire::Struct)?)
                }
                (13, Wire::List) => {
                    self.encoding_stats_at = NonZeroU32::new(note(cursor, Wire::List)?)
                }
                (14, Wire::I64) => self.set_long(Long::BloomFilterOffset, cursor.read_i64()?),
                (15, Wire::I32) => self.set_int(Int::BloomFilterLength, cursor.read_i32()?),
                (16, Wire::Struct) => {
                    self.size_statistics_at = NonZeroU32::new(note(cursor, Wire::Struct)?)
                }
                (17, Wire::Struct) => {
                    self.rare_mut().geo_statistics_at = Some(note(cursor, Wire::Struct)?)
                }
                _ => cursor.skip(field.wire)?,
            }
        }
        Ok(())
    }
}

impl ColumnFields {
    pub(super) fn set_long(&mut self, field: Long, value: i64) {
        self.longs[field as usize] = value;
        self.present |= 1 << field as u16;
    }

    pub(super) fn set_int(&mut self, field: Int, value: i32) {
        self.ints[field as usize] = value;
        self.present |= 1 << (Long::COUNT + field as usize);
    }

    #[cold]
    fn rare_mut(&mut self) -> &mut RareFields {
        self.rare.get_or_insert_default()
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
