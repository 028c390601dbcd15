//! Whole files, put together by hand.
//!
//! - [`schema`]: elements and their types
//! - [`page`]: pages of every kind
//! - [`chunk`]: column chunks
//! - [`mod@column`]: sound chunks from values and levels
//! - [`shred`]: values and levels from nested rows
//!
//! Everything has a truthful default, and every field of every Thrift struct can be patched.

pub mod chunk;
pub mod column;
pub mod page;
pub mod schema;
pub mod shred;

use chunk::{Chunk, Written};
use schema::Element;

use crate::thrift::{Patch, Struct, Value, list};

/// A row group of any chunks.
#[derive(Debug, Clone)]
pub struct RowGroup {
    num_rows: usize,
    chunks: Vec<Chunk>,
    patches: Vec<Patch>,
}

impl RowGroup {
    /// A row group that says to have `num_rows` rows.
    #[must_use]
    pub fn new(num_rows: usize, chunks: Vec<Chunk>) -> Self {
        Self {
            num_rows,
            chunks,
            patches: Vec::new(),
        }
    }

    /// With a field of RowGroup set or, without a value, removed.
    #[must_use]
    pub fn patch(mut self, id: i16, value: Option<Value>) -> Self {
        self.patches.push((id, value));
        self
    }
}

/// Puts a file together.
#[derive(Debug, Clone)]
pub struct FileBuilder {
    elements: Vec<Element>,
    row_groups: Vec<RowGroup>,
    key_values: Vec<(String, Option<String>)>,
    patches: Vec<Patch>,
}

impl FileBuilder {
    /// A file with this schema, its root included.
    #[must_use]
    pub fn new(elements: Vec<Element>) -> Self {
        Self {
            elements,
            row_groups: Vec::new(),
            key_values: Vec::new(),
            patches: Vec::new(),
        }
    }

    /// With one more row group.
    #[must_use]
    pub fn row_group(mut self, row_group: RowGroup) -> Self {
        self.row_groups.push(row_group);
        self
    }

    /// With one more entry of metadata.
    #[must_use]
    pub fn key_value(mut self, key: &str, value: Option<&str>) -> Self {
        self.key_values
            .push((key.to_owned(), value.map(str::to_owned)));
        self
    }

    /// With a field of FileMetaData set or, without a value, removed.
    #[must_use]
    pub fn patch(mut self, id: i16, value: Option<Value>) -> Self {
        self.patches.push((id, value));
        self
    }

    /// The bytes of the file.
    #[must_use]
    pub fn build(&self) -> Vec<u8> {
        let (mut file, footer) = self.build_parts();
        let footer = footer.encode();
        file.extend(&footer);
        file.extend((footer.len() as u32).to_le_bytes());
        file.extend(b"PAR1");
        file
    }

    /// The bytes before the footer, and the footer as a struct.
    #[must_use]
    pub fn build_parts(&self) -> (Vec<u8>, Struct) {
        let mut file = b"PAR1".to_vec();
        let mut written: Vec<Vec<Written>> = Vec::new();
        for row_group in &self.row_groups {
            written.push(
                row_group
                    .chunks
                    .iter()
                    .map(|chunk| chunk.write(&mut file))
                    .collect(),
            );
        }
        for (row_group, written) in self.row_groups.iter().zip(&mut written) {
            for (chunk, written) in row_group.chunks.iter().zip(written) {
                write_indexes(chunk, written, &mut file);
            }
        }
        let groups: Vec<Struct> = self
            .row_groups
            .iter()
            .zip(&written)
            .enumerate()
            .map(|(ordinal, (row_group, written))| {
                let first = written.first().map(|chunk| chunk.start as i64);
                let mut group = Struct::new()
                    .with(1, list(written.iter().map(Written::to_thrift)))
                    .with(
                        2,
                        written.iter().map(|c| c.uncompressed_size).sum::<usize>() as i64,
                    )
                    .with(3, row_group.num_rows as i64)
                    .with_some(5, first)
                    .with(6, written.iter().map(|c| c.size).sum::<usize>() as i64)
                    .with(7, ordinal as i16);
                group.patch(&row_group.patches);
                group
            })
            .collect();
        let num_rows: usize = self.row_groups.iter().map(|group| group.num_rows).sum();
        let key_values: Vec<Struct> = self
            .key_values
            .iter()
            .map(|(key, value)| {
                Struct::new()
                    .with(1, key.as_str())
                    .with_some(2, value.as_deref())
            })
            .collect();
        let mut footer = Struct::new()
            .with(1, 2i32)
            .with(2, list(self.elements.iter().map(Element::to_thrift)))
            .with(3, num_rows as i64)
            .with(4, struct_list(groups))
            .with_some(5, (!key_values.is_empty()).then(|| list(key_values)))
            .with(6, "herringbone-testkit");
        footer.patch(&self.patches);
        (file, footer)
    }
}

/// A list whose element type is that of structs, also when it is empty.
fn struct_list(structs: Vec<Struct>) -> Value {
    if structs.is_empty() {
        Value::ListOf(0, vec![Value::Struct(Struct::new())])
    } else {
        list(structs)
    }
}

fn write_indexes(chunk: &Chunk, written: &mut Written, file: &mut Vec<u8>) {
    if let Some(bloom_filter) = &chunk.bloom_filter {
        written.metadata.set(14, file.len() as i64);
        written.metadata.set(15, bloom_filter.len() as i32);
        file.extend(bloom_filter);
    }
    if let Some(index) = &chunk.column_index {
        let bytes = index.encode();
        written.column.set(6, file.len() as i64);
        written.column.set(7, bytes.len() as i32);
        file.extend(bytes);
    }
    if chunk.has_offset_index {
        let mut index = Struct::new().with(1, struct_list(written.locations.clone()));
        index.patch(&chunk.offset_index_patches);
        let bytes = index.encode();
        written.column.set(4, file.len() as i64);
        written.column.set(5, bytes.len() as i32);
        file.extend(bytes);
    }
}
