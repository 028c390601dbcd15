//! Column chunks: pages, and what the footer says of them.

use crate::compress::Codec;
use crate::encode::Encoding;
use crate::file::page::Page;
use crate::thrift::{Patch, Struct, Value, list};
use crate::values::Physical;

/// A column chunk made of any pages.
#[derive(Debug, Clone)]
pub struct Chunk {
    path: Vec<String>,
    physical: Physical,
    codec: Codec,
    pages: Vec<Page>,
    statistics: Option<Struct>,
    pub(super) bloom_filter: Option<Vec<u8>>,
    pub(super) has_offset_index: bool,
    pub(super) column_index: Option<Struct>,
    patches: Vec<Patch>,
    metadata_patches: Vec<Patch>,
    pub(super) offset_index_patches: Vec<Patch>,
}

impl Chunk {
    /// A chunk without pages of the column at `path`.
    #[must_use]
    pub fn new(path: &[&str], physical: Physical, codec: Codec) -> Self {
        Self {
            path: path.iter().map(|part| (*part).to_owned()).collect(),
            physical,
            codec,
            pages: Vec::new(),
            statistics: None,
            bloom_filter: None,
            has_offset_index: false,
            column_index: None,
            patches: Vec::new(),
            metadata_patches: Vec::new(),
            offset_index_patches: Vec::new(),
        }
    }

    /// With one more page.
    #[must_use]
    pub fn page(mut self, page: Page) -> Self {
        self.pages.push(page);
        self
    }

    /// With several more pages.
    #[must_use]
    pub fn pages(mut self, pages: impl IntoIterator<Item = Page>) -> Self {
        self.pages.extend(pages);
        self
    }

    /// With statistics, as Thrift's struct has them.
    #[must_use]
    pub fn statistics(mut self, statistics: Struct) -> Self {
        self.statistics = Some(statistics);
        self
    }

    /// With a bloom filter: header and bitset, as they lie in the file.
    #[must_use]
    pub fn bloom_filter(mut self, bytes: Vec<u8>) -> Self {
        self.bloom_filter = Some(bytes);
        self
    }

    /// With an offset index of its data pages.
    #[must_use]
    pub fn offset_index(mut self) -> Self {
        self.has_offset_index = true;
        self
    }

    /// With a column index, as Thrift's struct has it.
    #[must_use]
    pub fn column_index(mut self, index: Struct) -> Self {
        self.column_index = Some(index);
        self
    }

    /// With a field of ColumnChunk set or, without a value, removed.
    #[must_use]
    pub fn patch(mut self, id: i16, value: Option<Value>) -> Self {
        self.patches.push((id, value));
        self
    }

    /// With a field of ColumnMetaData set or, without a value, removed.
    #[must_use]
    pub fn patch_metadata(mut self, id: i16, value: Option<Value>) -> Self {
        self.metadata_patches.push((id, value));
        self
    }

    /// With a field of OffsetIndex set or, without a value, removed.
    #[must_use]
    pub fn patch_offset_index(mut self, id: i16, value: Option<Value>) -> Self {
        self.offset_index_patches.push((id, value));
        self
    }

    /// Appends the pages to the file and says what the footer needs.
    pub(super) fn write(&self, file: &mut Vec<u8>) -> Written {
        let start = file.len();
        let (mut first_data, mut dictionary, mut index) = (None, None, None);
        let mut uncompressed_size = 0;
        let mut locations = Vec::new();
        let mut first_row = 0;
        let mut encodings = vec![Encoding::Rle as i32];
        for page in &self.pages {
            let offset = file.len();
            let (bytes, size) = page.encode(self.codec);
            uncompressed_size += size;
            if page.is_data() {
                first_data.get_or_insert(offset);
                let location = Struct::new()
                    .with(1, offset as i64)
                    .with(2, bytes.len() as i32)
                    .with(3, first_row as i64);
                locations.push(location);
                first_row += page.num_rows;
            } else if page.is_dictionary() {
                dictionary.get_or_insert(offset);
                encodings.push(Encoding::Plain as i32);
            } else {
                index.get_or_insert(offset);
            }
            encodings.extend(page.encoding.map(|encoding| encoding as i32));
            file.extend(bytes);
        }
        encodings.sort_unstable();
        encodings.dedup();
        let num_values: usize = self.pages.iter().map(|page| page.num_values).sum();
        let mut metadata = Struct::new()
            .with(1, self.physical as i32)
            .with(2, list(encodings))
            .with(3, list(self.path.iter().map(String::as_str)))
            .with(4, self.codec as i32)
            .with(5, num_values as i64)
            .with(6, uncompressed_size as i64)
            .with(7, (file.len() - start) as i64)
            .with(9, first_data.unwrap_or(start) as i64)
            .with_some(10, index.map(|offset| offset as i64))
            .with_some(11, dictionary.map(|offset| offset as i64))
            .with_some(12, self.statistics.clone());
        metadata.patch(&self.metadata_patches);
        Written {
            metadata,
            start,
            size: file.len() - start,
            uncompressed_size,
            locations,
            patches: self.patches.clone(),
            column: Struct::new(),
        }
    }
}

/// A chunk that lies in the file.
pub(super) struct Written {
    pub(super) metadata: Struct,
    pub(super) start: usize,
    pub(super) size: usize,
    pub(super) uncompressed_size: usize,
    pub(super) locations: Vec<Struct>,
    patches: Vec<Patch>,
    /// Where the indexes lie.
    pub(super) column: Struct,
}

impl Written {
    pub(super) fn to_thrift(&self) -> Struct {
        let mut column = self
            .column
            .clone()
            .with(2, self.start as i64)
            .with(3, self.metadata.clone());
        column.patch(&self.patches);
        column
    }
}
