//! A column chunk: a place in the footer, decoded when it is first touched.
//!
//! Spec: parquet.thrift, `ColumnChunk` and `ColumnMetaData`.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::column_fields::{ColumnFields, Int, Lists, Long, RareFields};
use super::encryption::ColumnCryptoMetaData;
use super::footer_map::FooterMap;
use super::size_statistics::{LevelHistogram, SizeStatistics};
use crate::FormatError;
use crate::basic::{Compression, CompressionCodec, Encoding, EncodingMask, PageType, Type};
use crate::geospatial::statistics::GeospatialStatistics;
use crate::schema::types::{ColumnDescPtr, ColumnDescriptor, ColumnPath};
use crate::statistics::Statistics;
use crate::thrift::{Cursor, Wire};

/// What the footer says of a column chunk.
///
/// The accessors cannot fail: in a chunk whose bytes are malformed they give 0 or nothing from where it breaks. Who reads by
/// them asks [`ColumnChunkMetaData::checked`] first.
#[derive(Debug, Clone)]
pub struct ColumnChunkMetaData {
    map: Arc<FooterMap>,
    /// Where the chunk starts in the footer.
    start: u32,
    /// The schema's leaf that it belongs to.
    leaf: u32,
    fields: Fields,
}

/// The decoded form. Who asks for all chunks of a row group gets them decoded, without a lock in each.
#[derive(Debug, Clone)]
enum Fields {
    Decoded(ColumnFields),
    OnTouch(OnceLock<ColumnFields>),
}

/// How many pages of one type and encoding a column chunk has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageEncodingStats {
    /// The type of the pages.
    pub page_type: PageType,
    /// Their encoding.
    pub encoding: Encoding,
    /// Their number.
    pub count: i32,
}

impl ColumnChunkMetaData {
    /// A chunk that is decoded when it is touched.
    pub(super) fn new(map: Arc<FooterMap>, start: u32, leaf: u32) -> Self {
        let fields = Fields::OnTouch(OnceLock::new());
        Self {
            map,
            start,
            leaf,
            fields,
        }
    }

    /// Decodes the chunk now.
    pub(super) fn decode(&mut self) {
        // Filled where it lies: there are thousands, and moving one takes as long as decoding half of it.
        self.fields = Fields::Decoded(ColumnFields::default());
        if let Fields::Decoded(fields) = &mut self.fields {
            fields.fill(self.map.at(self.start));
        }
    }

    /// This chunk, if it can be read by what the footer says of it.
    ///
    /// # Errors
    /// [`FormatError::EncryptedColumn`] for an encrypted chunk; [`FormatError::MissingField`], [`FormatError::Negative`] or
    /// [`FormatError::UnknownValue`] name the field; whatever stopped the decoding of malformed bytes.
    pub fn checked(&self) -> Result<&Self, FormatError> {
        if self.is_encrypted() {
            return Err(FormatError::EncryptedColumn);
        }
        let leaf = self.map.schema.leaf(self.leaf as usize);
        self.fields()
            .check(leaf.physical_type(), self.start as usize)?;
        Ok(self)
    }

    /// Whether the chunk's pages are encrypted.
    ///
    /// A chunk with crypto metadata in a file without an encryption algorithm is taken as plain if its metadata is there.
    pub fn is_encrypted(&self) -> bool {
        let fields = self.fields();
        let Some(rare) = &fields.rare else {
            return false;
        };
        if fields.has_metadata {
            rare.crypto.is_some() && self.map.encryption_algorithm.is_some()
        } else {
            rare.crypto.is_some() || rare.encrypted_metadata.is_some()
        }
    }

    /// The file that holds the pages, if the writer says so.
    pub fn file_path(&self) -> Option<&str> {
        self.map
            .text(self.fields().rare.as_ref()?.file_path.as_ref()?)
    }

    /// An offset that writers fill in inconsistently; nothing is read by it.
    pub fn file_offset(&self) -> i64 {
        self.fields().long(Long::FileOffset).unwrap_or(0)
    }

    /// The physical type, as the schema has it.
    pub fn column_type(&self) -> Type {
        self.map
            .schema
            .leaf(self.leaf as usize)
            .physical_type()
            .unwrap_or(Type::BYTE_ARRAY)
    }

    /// The path of the leaf.
    pub fn column_path(&self) -> &ColumnPath {
        self.column_descr().path()
    }

    /// The description of the leaf, built with those around it on first touch.
    pub fn column_descr(&self) -> &ColumnDescriptor {
        self.map.schema_descr.column_ref(self.leaf as usize)
    }

    /// The description of the leaf, built with those around it on first touch.
    pub fn column_descr_ptr(&self) -> ColumnDescPtr {
        self.map.schema_descr.column(self.leaf as usize)
    }

    /// The index of the leaf in the schema.
    pub fn leaf_index(&self) -> usize {
        self.leaf as usize
    }

    /// Every encoding that occurs in the chunk, those of levels included.
    pub fn encodings(&self) -> impl Iterator<Item = Encoding> {
        self.fields().encodings.encodings()
    }

    /// Every encoding that occurs in the chunk, those of levels included.
    pub fn encodings_mask(&self) -> &EncodingMask {
        &self.fields().encodings
    }

    /// Level entries of the chunk, nulls included.
    pub fn num_values(&self) -> i64 {
        self.fields().long(Long::NumValues).unwrap_or(0)
    }

    /// How the pages are compressed, with the level that a writer would use by default.
    pub fn compression(&self) -> Compression {
        self.compression_codec().into()
    }

    /// How the pages are compressed.
    pub fn compression_codec(&self) -> CompressionCodec {
        CompressionCodec::from_i32(self.fields().int(Int::Codec).unwrap_or(0))
    }

    /// Bytes of all pages and their headers as they lie in the file.
    pub fn compressed_size(&self) -> i64 {
        self.fields().long(Long::CompressedSize).unwrap_or(0)
    }

    /// Bytes of all pages and their headers before compression.
    pub fn uncompressed_size(&self) -> i64 {
        self.fields().long(Long::UncompressedSize).unwrap_or(0)
    }

    /// Where the first data page lies in the file.
    pub fn data_page_offset(&self) -> i64 {
        self.fields().long(Long::DataPageOffset).unwrap_or(0)
    }

    /// Where an index page lies, if there is one.
    pub fn index_page_offset(&self) -> Option<i64> {
        self.fields().rare(|rare| rare.index_page_offset)
    }

    /// Where the dictionary page lies, as the file states it: some writers state 0 for none.
    pub fn dictionary_page_offset(&self) -> Option<i64> {
        self.fields().long(Long::DictionaryPageOffset)
    }

    /// Offset and size of the chunk's pages in the file.
    ///
    /// Starts at the dictionary page if there is one in front of the first data page. Never negative; the sum of the two does
    /// not overflow. That the file is long enough is for the caller to check.
    pub fn byte_range(&self) -> (u64, u64) {
        let data = self.data_page_offset();
        let start = match self.dictionary_page_offset() {
            Some(dictionary) if dictionary > 0 && dictionary < data => dictionary,
            _ => data,
        };
        (unsigned(start), unsigned(self.compressed_size()))
    }

    /// Bounds and counts of the chunk's values.
    pub fn statistics(&self) -> Option<&Statistics> {
        let fields = self.fields();
        let decode = || {
            let mut cursor = self.map.at(fields.statistics_at?.get());
            Statistics::parse(&mut cursor, self.column_type())
                .ok()
                .map(Box::new)
        };
        fields.statistics.get_or_init(decode).as_deref()
    }

    /// Bounds and kinds of the chunk's geometries.
    pub fn geo_statistics(&self) -> Option<&GeospatialStatistics> {
        let fields = self.fields();
        let at = fields.rare(|rare| rare.geo_statistics_at)?;
        let decode = || {
            let mut cursor = self.map.at(at);
            GeospatialStatistics::parse(&mut cursor, &self.map.limits)
                .ok()
                .map(Box::new)
        };
        let lists = fields.lists();
        lists.geo_statistics.get_or_init(decode).as_deref()
    }

    /// How many pages of which type and encoding there are.
    pub fn page_encoding_stats(&self) -> Option<&Vec<PageEncodingStats>> {
        let fields = self.fields();
        let at = fields.encoding_stats_at?.get();
        let decode = || read_encoding_stats(&mut self.map.at(at)).ok();
        let lists = fields.lists();
        lists.encoding_stats.get_or_init(decode).as_ref()
    }

    /// The encodings of the data pages, if the writer counted its pages.
    pub fn page_encoding_stats_mask(&self) -> Option<&EncodingMask> {
        let decode = || {
            let mut mask = EncodingMask::default();
            for stats in self.page_encoding_stats()? {
                if matches!(
                    stats.page_type,
                    PageType::DATA_PAGE | PageType::DATA_PAGE_V2
                ) && !matches!(stats.encoding, Encoding::_Unknown(_))
                {
                    mask.insert(stats.encoding);
                }
            }
            Some(mask)
        };
        self.fields().encoding_stats_at?;
        let lists = self.fields().lists();
        lists.encoding_stats_mask.get_or_init(decode).as_ref()
    }

    /// Where the bloom filter lies in the file.
    pub fn bloom_filter_offset(&self) -> Option<i64> {
        self.fields().long(Long::BloomFilterOffset)
    }

    /// Bytes of the bloom filter and its header; old writers leave it out.
    pub fn bloom_filter_length(&self) -> Option<i32> {
        self.fields().int(Int::BloomFilterLength)
    }

    /// Where the column index lies in the file.
    pub fn column_index_offset(&self) -> Option<i64> {
        self.fields().long(Long::ColumnIndexOffset)
    }

    /// Bytes of the column index.
    pub fn column_index_length(&self) -> Option<i32> {
        self.fields().int(Int::ColumnIndexLength)
    }

    /// The bytes of the file that hold the column index.
    pub fn column_index_range(&self) -> Option<Range<u64>> {
        range(self.column_index_offset()?, self.column_index_length()?)
    }

    /// Where the offset index lies in the file.
    pub fn offset_index_offset(&self) -> Option<i64> {
        self.fields().long(Long::OffsetIndexOffset)
    }

    /// Bytes of the offset index.
    pub fn offset_index_length(&self) -> Option<i32> {
        self.fields().int(Int::OffsetIndexLength)
    }

    /// The bytes of the file that hold the offset index.
    pub fn offset_index_range(&self) -> Option<Range<u64>> {
        range(self.offset_index_offset()?, self.offset_index_length()?)
    }

    /// Bytes of a BYTE_ARRAY column's values, their lengths not counted, nulls not counted.
    pub fn unencoded_byte_array_data_bytes(&self) -> Option<i64> {
        self.size_statistics()?.unencoded_byte_array_data_bytes
    }

    /// How often each repetition level occurs.
    pub fn repetition_level_histogram(&self) -> Option<&LevelHistogram> {
        self.size_statistics()?.repetition_level_histogram.as_ref()
    }

    /// How often each definition level occurs.
    pub fn definition_level_histogram(&self) -> Option<&LevelHistogram> {
        self.size_statistics()?.definition_level_histogram.as_ref()
    }

    /// By which key the chunk is encrypted, if it is.
    pub fn crypto_metadata(&self) -> Option<&ColumnCryptoMetaData> {
        self.fields().rare.as_ref()?.crypto.as_ref()
    }

    /// The chunk's encrypted metadata, which stands in the place of plain metadata or beside it.
    pub fn encrypted_column_metadata(&self) -> Option<&[u8]> {
        let range = self.fields().rare.as_ref()?.encrypted_metadata.as_ref()?;
        self.map.bytes.get(range.start as usize..range.end as usize)
    }

    /// Keys and values of the chunk alone.
    pub fn key_value_metadata(&self) -> Option<Vec<super::KeyValue>> {
        let mut cursor = self.map.at(self.fields().rare(|rare| rare.key_value_list)?);
        super::file::read_all_key_values(&mut cursor).ok()
    }

    /// Bytes on the heap that are this chunk's own.
    pub(super) fn heap_size(&self) -> usize {
        let fields = match &self.fields {
            Fields::Decoded(fields) => fields,
            Fields::OnTouch(fields) => match fields.get() {
                Some(fields) => fields,
                None => return 0,
            },
        };
        let histogram = |histogram: Option<&LevelHistogram>| {
            histogram.map_or(0, |histogram| histogram.len() * size_of::<i64>())
        };
        let rare = fields.rare.as_ref().map_or(0, |_| size_of::<RareFields>());
        let statistics = fields.statistics.get().and_then(Option::as_deref);
        let statistics = statistics.map_or(0, size_of_val);
        let Some(lists) = fields.lists.get() else {
            return rare + statistics;
        };
        let sizes = lists.size_statistics.get();
        let encoding_stats = lists
            .encoding_stats
            .get()
            .and_then(Option::as_ref)
            .map_or(0, Vec::len);
        rare + statistics
            + size_of::<Lists>()
            + encoding_stats * size_of::<PageEncodingStats>()
            + histogram(sizes.and_then(|sizes| sizes.repetition_level_histogram.as_ref()))
            + histogram(sizes.and_then(|sizes| sizes.definition_level_histogram.as_ref()))
    }

    fn fields(&self) -> &ColumnFields {
        match &self.fields {
            Fields::Decoded(fields) => fields,
            Fields::OnTouch(fields) => {
                fields.get_or_init(|| ColumnFields::decode(self.map.at(self.start)))
            }
        }
    }

    fn size_statistics(&self) -> Option<&SizeStatistics> {
        let fields = self.fields();
        let at = fields.size_statistics_at?.get();
        let decode = || {
            let mut cursor = self.map.at(at);
            SizeStatistics::parse(&mut cursor, &self.map.limits).unwrap_or_default()
        };
        Some(fields.lists().size_statistics.get_or_init(decode))
    }

    /// The chunk's own bytes of the footer.
    fn bytes(&self) -> &[u8] {
        let mut cursor = self.map.at(self.start);
        match cursor.skip_struct() {
            Ok(()) => &self.map.bytes[self.start as usize..cursor.position()],
            Err(_) => &[],
        }
    }
}

impl PartialEq for ColumnChunkMetaData {
    fn eq(&self, other: &Self) -> bool {
        self.bytes() == other.bytes() && self.column_descr() == other.column_descr()
    }
}

fn read_encoding_stats(cursor: &mut Cursor<'_>) -> Result<Vec<PageEncodingStats>, FormatError> {
    let len = cursor.read_list_of(Wire::Struct, "ColumnMetaData.encoding_stats")?;
    (0..len)
        .map(|_| {
            let (mut page_type, mut encoding, mut count) = (-1, -1, 0);
            let mut last_id = 0;
            while let Some(field) = cursor.next_field(&mut last_id)? {
                match (field.id, field.wire) {
                    (1, Wire::I32) => page_type = cursor.read_i32()?,
                    (2, Wire::I32) => encoding = cursor.read_i32()?,
                    (3, Wire::I32) => count = cursor.read_i32()?,
                    _ => cursor.skip(field.wire)?,
                }
            }
            Ok(PageEncodingStats {
                page_type: PageType::from_i32(page_type),
                encoding: Encoding::from_i32(encoding),
                count,
            })
        })
        .collect()
}

fn unsigned(value: i64) -> u64 {
    u64::try_from(value).unwrap_or(0)
}

fn range(offset: i64, length: i32) -> Option<Range<u64>> {
    let offset = u64::try_from(offset).ok()?;
    let length = u64::try_from(length).ok()?;
    Some(offset..offset.checked_add(length)?)
}
