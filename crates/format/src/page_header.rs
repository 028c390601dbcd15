//! The header in front of every page.
//!
//! A header carries no length of its own: it is parsed from as many bytes as are at hand, and [`FormatError::Truncated`] says
//! that more are needed. Statistics in it are stepped over; [`PageHeader::statistics`] says where they lie.
//!
//! Spec: parquet.thrift, `PageHeader`.

use std::ops::Range;

use crate::basic::{Encoding, PageType, Type};
use crate::statistics::Statistics;
use crate::thrift::{Cursor, Wire};
use crate::{FormatError, Limits};

/// What stands in front of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageHeader {
    /// Bytes of the page after decompression, levels included.
    pub uncompressed_size: usize,
    /// Bytes of the page as they follow the header.
    pub compressed_size: usize,
    /// CRC-32 of the page's bytes as they follow the header.
    pub crc: Option<u32>,
    /// What the page holds.
    pub kind: PageKind,
    /// Where in the header's bytes the Thrift `Statistics` of a data page lie.
    pub statistics: Option<Range<usize>>,
}

/// What a page holds. `num_values` counts level entries, nulls included, as the spec does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageKind {
    /// Levels and values, compressed together (`DATA_PAGE`).
    DataV1 {
        /// Level entries, nulls included.
        num_values: usize,
        /// How the values are encoded.
        encoding: Encoding,
        /// How the definition levels are encoded.
        def_encoding: Encoding,
        /// How the repetition levels are encoded.
        rep_encoding: Encoding,
    },
    /// Repetition levels, definition levels, and values that may be compressed (`DATA_PAGE_V2`).
    DataV2 {
        /// Level entries, nulls included.
        num_values: usize,
        /// Entries among them that have no value; never more than `num_values`.
        num_nulls: usize,
        /// Rows that start in the page.
        num_rows: usize,
        /// How the values are encoded.
        encoding: Encoding,
        /// Bytes of definition levels, which follow the repetition levels.
        def_len: usize,
        /// Bytes of repetition levels, the first of the page.
        rep_len: usize,
        /// Whether what follows the levels is compressed.
        is_compressed: bool,
    },
    /// The distinct values that data pages refer to (`DICTIONARY_PAGE`).
    Dictionary {
        /// Entries of the dictionary.
        num_values: usize,
        /// How they are encoded: PLAIN, or PLAIN_DICTIONARY with the same meaning.
        encoding: Encoding,
        /// Whether the writer says that they ascend.
        is_sorted: bool,
    },
    /// An index page, which no writer is known to use (`INDEX_PAGE`).
    Index,
    /// A page type from the future; its bytes can be stepped over.
    Unknown(i32),
}

impl PageHeader {
    /// Parses the header at the start of `bytes`, which may hold more or less than it; returns it with its size in bytes.
    ///
    /// # Errors
    /// - [`FormatError::Truncated`] if the header does not end within `bytes`: the same call with more bytes may succeed.
    /// - [`FormatError::OverLimit`] if it cannot end within [`Limits::page_header_size`].
    /// - [`FormatError::Negative`] or [`FormatError::MissingField`] name the field; other errors tell malformed Thrift.
    pub fn parse(bytes: &[u8], limits: &Limits) -> Result<(Self, usize), FormatError> {
        let mut cursor = Cursor::new(&bytes[..bytes.len().min(limits.page_header_size)]);
        let header = RawHeader::parse(&mut cursor).map_err(|error| over_limit(error, limits))?;
        Ok((header.check()?, cursor.position()))
    }

    /// The page's type, in the spec's spelling.
    #[must_use]
    pub fn page_type(&self) -> PageType {
        match self.kind {
            PageKind::DataV1 { .. } => PageType::DATA_PAGE,
            PageKind::DataV2 { .. } => PageType::DATA_PAGE_V2,
            PageKind::Dictionary { .. } => PageType::DICTIONARY_PAGE,
            PageKind::Index => PageType::INDEX_PAGE,
            PageKind::Unknown(code) => PageType::_Unknown(code),
        }
    }

    /// Level entries of a data page or entries of a dictionary; 0 for other pages.
    #[must_use]
    pub fn num_values(&self) -> usize {
        match self.kind {
            PageKind::DataV1 { num_values, .. }
            | PageKind::DataV2 { num_values, .. }
            | PageKind::Dictionary { num_values, .. } => num_values,
            PageKind::Index | PageKind::Unknown(_) => 0,
        }
    }

    /// Parses the statistics of a data page, if it has any. `bytes` are those that the header was parsed from.
    ///
    /// # Errors
    /// If they are not statistics, or `bytes` are others.
    pub fn parse_statistics(
        &self,
        bytes: &[u8],
        physical_type: Type,
    ) -> Result<Option<Statistics>, FormatError> {
        let Some(range) = self.statistics.clone() else {
            return Ok(None);
        };
        let bytes = bytes.get(..range.end).unwrap_or(bytes);
        let mut cursor = Cursor::at(bytes, range.start);
        Statistics::parse(&mut cursor, physical_type).map(Some)
    }

    /// Whether this is a data page of either version.
    #[must_use]
    pub fn is_data_page(&self) -> bool {
        matches!(self.kind, PageKind::DataV1 { .. } | PageKind::DataV2 { .. })
    }
}

/// More bytes cannot help a header that wants to reach beyond the limit.
fn over_limit(error: FormatError, limits: &Limits) -> FormatError {
    match error {
        FormatError::Truncated { offset, needed, .. }
            if offset.saturating_add(needed) > limits.page_header_size =>
        {
            FormatError::OverLimit {
                what: "page header size",
                found: (offset as u64).saturating_add(needed as u64),
                limit: limits.page_header_size as u64,
            }
        }
        error => error,
    }
}

/// The header's fields as they come. What a page of its type needs is checked at the end, so that a stray structure of
/// another page type does no harm.
#[derive(Default)]
struct RawHeader {
    page_type: Option<i32>,
    uncompressed_size: Option<i32>,
    compressed_size: Option<i32>,
    crc: Option<u32>,
    v1: Option<RawFields>,
    v2: Option<RawFields>,
    dictionary: Option<RawFields>,
}

/// The integers of a page type's own structure by field id, its only boolean, and where its statistics lie.
#[derive(Default)]
struct RawFields {
    start: usize,
    ints: [Option<i32>; 7],
    flag: Option<bool>,
    statistics: Option<Range<usize>>,
}

impl RawHeader {
    fn parse(cursor: &mut Cursor<'_>) -> Result<Self, FormatError> {
        let mut header = Self::default();
        let mut last_id = 0;
        while let Some(field) = cursor.next_field(&mut last_id)? {
            match (field.id, field.wire) {
                (1, Wire::I32) => header.page_type = Some(cursor.read_i32()?),
                (2, Wire::I32) => header.uncompressed_size = Some(cursor.read_i32()?),
                (3, Wire::I32) => header.compressed_size = Some(cursor.read_i32()?),
                // A writer that takes the checksum as unsigned stores more than 31 bits; the low 32 are meant.
                (4, Wire::I32) => header.crc = Some(cursor.read_i64()? as u32),
                (5, Wire::Struct) => header.v1 = Some(RawFields::parse(cursor, 5)?),
                (7, Wire::Struct) => header.dictionary = Some(RawFields::parse(cursor, 0)?),
                (8, Wire::Struct) => header.v2 = Some(RawFields::parse(cursor, 8)?),
                _ => cursor.skip(field.wire)?,
            }
        }
        Ok(header)
    }

    fn check(self) -> Result<PageHeader, FormatError> {
        let own_fields = |fields: Option<RawFields>, name| fields.ok_or(missing(name));
        let mut statistics = None;
        let kind = match self.page_type.ok_or(missing("PageHeader.type"))? {
            0 => {
                let fields = own_fields(self.v1, "PageHeader.data_page_header")?;
                statistics = fields.statistics.clone();
                data_v1(&fields)?
            }
            1 => PageKind::Index,
            2 => dictionary(&own_fields(
                self.dictionary,
                "PageHeader.dictionary_page_header",
            )?)?,
            3 => {
                let fields = own_fields(self.v2, "PageHeader.data_page_header_v2")?;
                statistics = fields.statistics.clone();
                data_v2(&fields)?
            }
            other => PageKind::Unknown(other),
        };
        Ok(PageHeader {
            uncompressed_size: size(self.uncompressed_size, "PageHeader.uncompressed_page_size")?,
            compressed_size: size(self.compressed_size, "PageHeader.compressed_page_size")?,
            crc: self.crc,
            kind,
            statistics,
        })
    }
}

impl RawFields {
    fn parse(cursor: &mut Cursor<'_>, statistics_id: i16) -> Result<Self, FormatError> {
        let mut fields = Self {
            start: cursor.position(),
            ..Self::default()
        };
        let mut last_id = 0;
        while let Some(field) = cursor.next_field(&mut last_id)? {
            match field.wire {
                Wire::I32 => {
                    let value = cursor.read_i32()?;
                    if let Some(slot) = usize::try_from(field.id)
                        .ok()
                        .and_then(|id| fields.ints.get_mut(id))
                    {
                        *slot = Some(value);
                    }
                }
                // `is_sorted` and `is_compressed`.
                Wire::True | Wire::False if matches!(field.id, 3 | 7) => {
                    fields.flag = Some(field.wire == Wire::True);
                }
                Wire::Struct if field.id == statistics_id => {
                    let start = cursor.position();
                    cursor.skip_struct()?;
                    fields.statistics = Some(start..cursor.position());
                }
                wire => cursor.skip(wire)?,
            }
        }
        Ok(fields)
    }

    fn size(&self, id: usize, name: &'static str) -> Result<usize, FormatError> {
        let value = self.ints[id].ok_or(FormatError::MissingField {
            field: name,
            offset: self.start,
        })?;
        size(Some(value), name)
    }

    fn encoding(&self, id: usize, name: &'static str) -> Result<Encoding, FormatError> {
        self.ints[id]
            .map(Encoding::from_i32)
            .ok_or(FormatError::MissingField {
                field: name,
                offset: self.start,
            })
    }
}

fn data_v1(fields: &RawFields) -> Result<PageKind, FormatError> {
    Ok(PageKind::DataV1 {
        num_values: fields.size(1, "DataPageHeader.num_values")?,
        encoding: fields.encoding(2, "DataPageHeader.encoding")?,
        def_encoding: fields.encoding(3, "DataPageHeader.definition_level_encoding")?,
        rep_encoding: fields.encoding(4, "DataPageHeader.repetition_level_encoding")?,
    })
}

fn data_v2(fields: &RawFields) -> Result<PageKind, FormatError> {
    let num_values = fields.size(1, "DataPageHeaderV2.num_values")?;
    let num_nulls = fields.size(2, "DataPageHeaderV2.num_nulls")?;
    if num_nulls > num_values {
        return Err(FormatError::Mismatch {
            what: "DataPageHeaderV2.num_nulls against at most num_values",
            expected: num_values as u64,
            found: num_nulls as u64,
        });
    }
    Ok(PageKind::DataV2 {
        num_values,
        num_nulls,
        num_rows: fields.size(3, "DataPageHeaderV2.num_rows")?,
        encoding: fields.encoding(4, "DataPageHeaderV2.encoding")?,
        def_len: fields.size(5, "DataPageHeaderV2.definition_levels_byte_length")?,
        rep_len: fields.size(6, "DataPageHeaderV2.repetition_levels_byte_length")?,
        is_compressed: fields.flag.unwrap_or(true),
    })
}

fn dictionary(fields: &RawFields) -> Result<PageKind, FormatError> {
    Ok(PageKind::Dictionary {
        num_values: fields.size(1, "DictionaryPageHeader.num_values")?,
        encoding: fields.encoding(2, "DictionaryPageHeader.encoding")?,
        is_sorted: fields.flag.unwrap_or(false),
    })
}

fn missing(field: &'static str) -> FormatError {
    FormatError::MissingField { field, offset: 0 }
}

fn size(value: Option<i32>, field: &'static str) -> Result<usize, FormatError> {
    let value = value.ok_or(missing(field))?;
    usize::try_from(value).map_err(|_| FormatError::Negative {
        field,
        value: i64::from(value),
    })
}

#[cfg(test)]
mod tests;
