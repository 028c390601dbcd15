//! The one pass over a footer when a file is opened: it notes where things lie and decodes next to nothing.
//!
//! A footer is mostly column chunks, and most of a column chunk is what nobody asks for. The pass steps over each chunk and
//! keeps the four bytes that say where it starts; a chunk is decoded from there when it is first touched.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::encryption::EncryptionAlgorithm;
use super::file::KeyValue;
use crate::basic::ColumnOrder;
use crate::limits::check;
use crate::schema::SchemaTree;
use crate::schema::types::{SchemaDescPtr, SchemaDescriptor};
use crate::shared_bytes::SharedBytes;
use crate::thrift::{Cursor, Shapes, Wire};
use crate::{FormatError, Limits};

/// A footer's bytes and what the pass found in them. Positions count from the start of the bytes.
#[derive(Debug)]
pub(crate) struct FooterMap {
    pub(super) bytes: SharedBytes,
    pub(super) limits: Limits,
    pub(super) version: i32,
    pub(super) num_rows: i64,
    pub(super) created_by: Option<Range<u32>>,
    pub(super) key_value_list: Option<u32>,
    pub(super) column_order_list: Option<u32>,
    pub(super) encryption_algorithm: Option<EncryptionAlgorithm>,
    /// Where each column chunk starts, row group by row group.
    pub(super) chunk_starts: Vec<u32>,
    pub(super) schema: Arc<SchemaTree>,
    /// The schema in the shape that `parquet` has it: a view that costs nothing before it is touched.
    pub(super) schema_descr: SchemaDescPtr,
    pub(super) key_values: OnceLock<Option<Vec<KeyValue>>>,
    pub(super) column_orders: OnceLock<Option<Vec<ColumnOrder>>>,
}

/// What a row group says of itself, and which chunks are its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RowGroupFields {
    pub(super) first_chunk: usize,
    pub(super) num_columns: usize,
    pub(super) num_rows: i64,
    pub(super) total_byte_size: i64,
    pub(super) total_compressed_size: Option<i64>,
    pub(super) file_offset: Option<i64>,
    pub(super) ordinal: Option<i16>,
    pub(super) sorting_column_list: Option<u32>,
}

impl FooterMap {
    /// Walks the Thrift `FileMetaData` at the start of `bytes`. What follows it is not looked at: a signed footer has its
    /// signature there.
    pub(super) fn parse(
        bytes: SharedBytes,
        limits: &Limits,
    ) -> Result<(Self, Vec<RowGroupFields>), FormatError> {
        // Positions are kept in 32 bits; a footer's length has no more.
        check(
            "footer size",
            bytes.len(),
            limits.metadata_size.min(u32::MAX as usize),
        )?;
        let raw = RawFooter::parse(&bytes, limits)?;
        let missing = |field| FormatError::MissingField { field, offset: 0 };
        let schema = raw.schema.ok_or(missing("FileMetaData.schema"))?;
        let row_groups = raw.row_groups.ok_or(missing("FileMetaData.row_groups"))?;
        let num_rows = raw.num_rows.ok_or(missing("FileMetaData.num_rows"))?;
        if num_rows < 0 {
            return Err(FormatError::Negative {
                field: "FileMetaData.num_rows",
                value: num_rows,
            });
        }
        for group in &row_groups {
            if group.num_columns != schema.num_leaves() {
                return Err(FormatError::Mismatch {
                    what: "columns of a row group against leaves of the schema",
                    expected: schema.num_leaves() as u64,
                    found: group.num_columns as u64,
                });
            }
        }
        let schema = Arc::new(schema);
        let map = Self {
            version: raw.version.unwrap_or_default(),
            num_rows,
            created_by: raw.created_by,
            key_value_list: raw.key_value_list,
            column_order_list: raw.column_order_list,
            encryption_algorithm: raw.encryption_algorithm,
            chunk_starts: raw.chunk_starts,
            schema_descr: Arc::new(SchemaDescriptor::of_tree(Arc::clone(&schema))),
            schema,
            key_values: OnceLock::new(),
            column_orders: OnceLock::new(),
            limits: *limits,
            bytes,
        };
        Ok((map, row_groups))
    }

    /// A cursor at a position that the pass noted.
    pub(super) fn at(&self, position: u32) -> Cursor<'_> {
        Cursor::at(&self.bytes, position as usize)
    }

    /// The text at a range that the pass noted, if it is UTF-8.
    pub(super) fn text(&self, range: &Range<u32>) -> Option<&str> {
        let bytes = self.bytes.get(range.start as usize..range.end as usize)?;
        str::from_utf8(bytes).ok()
    }

    /// Bytes on the heap, the shared footer included.
    pub(super) fn heap_size(&self) -> usize {
        self.bytes.len()
            + self.chunk_starts.capacity() * size_of::<u32>()
            + self.schema.memory_size()
    }
}

#[derive(Default)]
struct RawFooter {
    version: Option<i32>,
    schema: Option<SchemaTree>,
    num_rows: Option<i64>,
    row_groups: Option<Vec<RowGroupFields>>,
    chunk_starts: Vec<u32>,
    key_value_list: Option<u32>,
    created_by: Option<Range<u32>>,
    column_order_list: Option<u32>,
    encryption_algorithm: Option<EncryptionAlgorithm>,
    shapes: Shapes,
}

impl RawFooter {
    fn parse(bytes: &SharedBytes, limits: &Limits) -> Result<Self, FormatError> {
        let mut raw = Self::default();
        let mut cursor = Cursor::new(bytes);
        let mut last_id = 0;
        while let Some(field) = cursor.next_field(&mut last_id)? {
            match (field.id, field.wire) {
                (1, Wire::I32) => raw.version = Some(cursor.read_i32()?),
                (2, Wire::List) => {
                    let list = cursor.position()..bytes.len();
                    let (schema, end) = SchemaTree::parse_with_end(bytes.clone(), list, limits)?;
                    cursor = Cursor::at(bytes, end);
                    raw.schema = Some(schema);
                }
                (3, Wire::I64) => raw.num_rows = Some(cursor.read_i64()?),
                (4, Wire::List) => raw.note_row_groups(&mut cursor, limits)?,
                (5, Wire::List) => raw.key_value_list = Some(note_list(&mut cursor)?),
                (6, Wire::Binary) => raw.created_by = Some(note_binary(&mut cursor)?),
                (7, Wire::List) => raw.column_order_list = Some(note_list(&mut cursor)?),
                (8, Wire::Struct) => {
                    raw.encryption_algorithm = EncryptionAlgorithm::parse(&mut cursor)?
                }
                _ => cursor.skip(field.wire)?,
            }
        }
        Ok(raw)
    }

    fn note_row_groups(
        &mut self,
        cursor: &mut Cursor<'_>,
        limits: &Limits,
    ) -> Result<(), FormatError> {
        let len = cursor.read_list_of(Wire::Struct, "FileMetaData.row_groups")?;
        check("row groups", len, limits.row_groups)?;
        // Should a writer repeat the field, the last one counts.
        self.chunk_starts.clear();
        let mut row_groups = Vec::with_capacity(len.min(cursor.remaining() / 64));
        for _ in 0..len {
            row_groups.push(self.note_row_group(cursor, limits)?);
        }
        self.row_groups = Some(row_groups);
        Ok(())
    }

    fn note_row_group(
        &mut self,
        cursor: &mut Cursor<'_>,
        limits: &Limits,
    ) -> Result<RowGroupFields, FormatError> {
        let start = cursor.position();
        let first_chunk = self.chunk_starts.len();
        let (mut num_columns, mut num_rows, mut total_byte_size) = (None, None, None);
        let (mut file_offset, mut total_compressed_size, mut ordinal) = (None, None, None);
        let mut sorting_column_list = None;
        let mut last_id = 0;
        while let Some(field) = cursor.next_field(&mut last_id)? {
            match (field.id, field.wire) {
                (1, Wire::List) => {
                    self.chunk_starts.truncate(first_chunk);
                    num_columns = Some(self.note_chunks(cursor, limits)?);
                }
                (2, Wire::I64) => total_byte_size = Some(cursor.read_i64()?),
                (3, Wire::I64) => num_rows = Some(cursor.read_i64()?),
                (4, Wire::List) => sorting_column_list = Some(note_list(cursor)?),
                (5, Wire::I64) => file_offset = Some(cursor.read_i64()?),
                (6, Wire::I64) => total_compressed_size = Some(cursor.read_i64()?),
                (7, Wire::I16) => ordinal = Some(cursor.read_i16()?),
                _ => cursor.skip(field.wire)?,
            }
        }
        let missing = |field| FormatError::MissingField {
            field,
            offset: start,
        };
        let num_rows = num_rows.ok_or(missing("RowGroup.num_rows"))?;
        if num_rows < 0 {
            return Err(FormatError::Negative {
                field: "RowGroup.num_rows",
                value: num_rows,
            });
        }
        Ok(RowGroupFields {
            first_chunk,
            num_columns: num_columns.ok_or(missing("RowGroup.columns"))?,
            num_rows,
            total_byte_size: total_byte_size.unwrap_or_default(),
            total_compressed_size,
            file_offset,
            ordinal,
            sorting_column_list,
        })
    }

    fn note_chunks(
        &mut self,
        cursor: &mut Cursor<'_>,
        limits: &Limits,
    ) -> Result<usize, FormatError> {
        let len = cursor.read_list_of(Wire::Struct, "RowGroup.columns")?;
        check(
            "column chunks",
            self.chunk_starts.len().saturating_add(len),
            limits.column_chunks,
        )?;
        // No writer's column chunk is shorter than 16 bytes, so that the bytes read justify what is allocated.
        self.chunk_starts.reserve(len.min(cursor.remaining() / 16));
        for _ in 0..len {
            self.chunk_starts.push(position(cursor));
            cursor.skip_struct_like(&mut self.shapes)?;
        }
        Ok(len)
    }
}

/// Steps over a list and says where it starts.
fn note_list(cursor: &mut Cursor<'_>) -> Result<u32, FormatError> {
    let start = position(cursor);
    cursor.skip(Wire::List)?;
    Ok(start)
}

/// Steps over a text and says where its bytes lie.
fn note_binary(cursor: &mut Cursor<'_>) -> Result<Range<u32>, FormatError> {
    let len = cursor.read_binary()?.len();
    let end = position(cursor);
    Ok(end - len as u32..end)
}

/// The cursor's position: within 32 bits, as the footer's size was checked to be.
fn position(cursor: &Cursor<'_>) -> u32 {
    cursor.position() as u32
}
