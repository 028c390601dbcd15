//! Where each data page of a column chunk lies, and with which row it starts.
//!
//! Spec: parquet.thrift, `OffsetIndex`.

use crate::thrift::{Cursor, Wire};
use crate::{FormatError, Limits};

/// Where one data page lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PageLocation {
    /// Offset of the page's header in the file.
    pub offset: i64,
    /// Bytes of the page, its header included.
    pub compressed_page_size: i32,
    /// The first row of the page, counted from the start of the row group.
    pub first_row_index: i64,
}

/// The data pages of one column chunk, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OffsetIndexMetaData {
    page_locations: Vec<PageLocation>,
    unencoded_byte_array_data_bytes: Option<Vec<i64>>,
}

impl OffsetIndexMetaData {
    /// Parses a Thrift `OffsetIndex`.
    ///
    /// Offsets, sizes and row numbers are at least 0 and row numbers never fall; that they fit the file and the row group is
    /// for the caller to check, who knows both.
    ///
    /// # Errors
    /// If the bytes are not an offset index, it is over `limits`, or its numbers contradict each other.
    pub fn parse(bytes: &[u8], limits: &Limits) -> Result<Self, FormatError> {
        let mut cursor = Cursor::new(bytes);
        let (mut page_locations, mut unencoded_byte_array_data_bytes) = (None, None);
        let mut last_id = 0;
        while let Some(field) = cursor.next_field(&mut last_id)? {
            match (field.id, field.wire) {
                (1, Wire::List) => page_locations = Some(read_locations(&mut cursor, limits)?),
                (2, Wire::List) => {
                    let field = "OffsetIndex.unencoded_byte_array_data_bytes";
                    unencoded_byte_array_data_bytes = Some(cursor.read_i64_list(field, limits)?);
                }
                _ => cursor.skip(field.wire)?,
            }
        }
        let page_locations = page_locations.ok_or(FormatError::MissingField {
            field: "OffsetIndex.page_locations",
            offset: 0,
        })?;
        // A list of another length says nothing about the pages; it is a hint that can be done without.
        unencoded_byte_array_data_bytes.take_if(|sizes| sizes.len() != page_locations.len());
        Ok(Self {
            page_locations,
            unencoded_byte_array_data_bytes,
        })
    }

    /// Where each page lies.
    pub fn page_locations(&self) -> &Vec<PageLocation> {
        &self.page_locations
    }

    /// Bytes of each page's values without their lengths, if it is a column of byte arrays and the writer says so.
    pub fn unencoded_byte_array_data_bytes(&self) -> Option<&Vec<i64>> {
        self.unencoded_byte_array_data_bytes.as_ref()
    }

    /// Bytes on the heap.
    pub(crate) fn heap_size(&self) -> usize {
        let sizes = self
            .unencoded_byte_array_data_bytes
            .as_ref()
            .map_or(0, Vec::capacity);
        self.page_locations.capacity() * size_of::<PageLocation>() + sizes * size_of::<i64>()
    }
}

fn read_locations(
    cursor: &mut Cursor<'_>,
    limits: &Limits,
) -> Result<Vec<PageLocation>, FormatError> {
    let len = cursor.read_list_of(Wire::Struct, "OffsetIndex.page_locations")?;
    limits.check_list_len("OffsetIndex.page_locations", len)?;
    // A location takes seven bytes at least, so that the bytes read justify what is allocated.
    let mut locations = Vec::with_capacity(len.min(cursor.remaining() / 7));
    let mut first_row_index = 0;
    for _ in 0..len {
        let location = read_location(cursor)?;
        if location.first_row_index < first_row_index {
            return Err(FormatError::Mismatch {
                what: "PageLocation.first_row_index against at least that of the page before",
                expected: first_row_index.unsigned_abs(),
                found: location.first_row_index.unsigned_abs(),
            });
        }
        first_row_index = location.first_row_index;
        locations.push(location);
    }
    Ok(locations)
}

/// A location of its three fields in order and nothing else, as all writers write it; none if it is not that, or a number in it
/// is negative.
fn read_plain_location(cursor: &mut Cursor<'_>) -> Result<Option<PageLocation>, FormatError> {
    // One field further on, of that type.
    let header = |wire: Wire| 1 << 4 | wire as u8;
    if cursor.read_byte()? != header(Wire::I64) {
        return Ok(None);
    }
    let offset = cursor.read_i64()?;
    if cursor.read_byte()? != header(Wire::I32) {
        return Ok(None);
    }
    let compressed_page_size = cursor.read_i32()?;
    if cursor.read_byte()? != header(Wire::I64) {
        return Ok(None);
    }
    let first_row_index = cursor.read_i64()?;
    let is_plain = cursor.read_byte()? == 0
        && offset >= 0
        && compressed_page_size >= 0
        && first_row_index >= 0;
    Ok(is_plain.then_some(PageLocation {
        offset,
        compressed_page_size,
        first_row_index,
    }))
}

fn read_location(cursor: &mut Cursor<'_>) -> Result<PageLocation, FormatError> {
    let mut ahead = *cursor;
    if let Some(location) = read_plain_location(&mut ahead)? {
        *cursor = ahead;
        return Ok(location);
    }
    let start = cursor.position();
    let (mut offset, mut size, mut first_row_index) = (None, None, None);
    let mut last_id = 0;
    while let Some(field) = cursor.next_field(&mut last_id)? {
        match (field.id, field.wire) {
            (1, Wire::I64) => offset = Some(cursor.read_i64()?),
            (2, Wire::I32) => size = Some(cursor.read_i32()?),
            (3, Wire::I64) => first_row_index = Some(cursor.read_i64()?),
            _ => cursor.skip(field.wire)?,
        }
    }
    let check = |field, value: Option<i64>| match value {
        None => Err(FormatError::MissingField {
            field,
            offset: start,
        }),
        Some(value) if value < 0 => Err(FormatError::Negative { field, value }),
        Some(value) => Ok(value),
    };
    check("PageLocation.compressed_page_size", size.map(i64::from))?;
    Ok(PageLocation {
        offset: check("PageLocation.offset", offset)?,
        compressed_page_size: size.unwrap_or(0),
        first_row_index: check("PageLocation.first_row_index", first_row_index)?,
    })
}
