//! Pages of any kind, sound or broken.

use crate::compress::{Codec, compress};
use crate::encode::Encoding;
use crate::thrift::{Patch, Struct, Value};

const DATA_V1: i32 = 0;
const INDEX: i32 = 1;
const DICTIONARY: i32 = 2;
const DATA_V2: i32 = 3;

/// A page before compression, with what its header says of it.
#[derive(Debug, Clone)]
pub struct Page {
    page_type: i32,
    /// The id of the field that holds `inner`.
    inner_id: i16,
    inner: Struct,
    /// What lies before the compressed part: the levels of a v2 page.
    uncompressed: Vec<u8>,
    body: Vec<u8>,
    is_compressed: bool,
    stored: Option<Vec<u8>>,
    crc: Option<Crc>,
    patches: Vec<Patch>,
    inner_patches: Vec<Patch>,
    pub(super) num_values: usize,
    pub(super) num_rows: usize,
    pub(super) encoding: Option<Encoding>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Crc {
    Right,
    Wrong,
}

/// The counts in the header of a v2 page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct V2Counts {
    /// Level entries, nulls included.
    pub num_values: usize,
    /// Entries without a value.
    pub num_nulls: usize,
    /// Records.
    pub num_rows: usize,
}

impl Page {
    /// A v1 data page; `levels` are repetition and then definition levels as the page has them.
    ///
    /// It counts as `num_values` rows until [`rows`](Self::rows) says otherwise.
    #[must_use]
    pub fn v1(num_values: usize, encoding: Encoding, levels: &[u8], values: &[u8]) -> Self {
        let inner = Struct::new()
            .with(1, num_values as i32)
            .with(2, encoding as i32)
            .with(3, Encoding::Rle as i32)
            .with(4, Encoding::Rle as i32);
        let body = [levels, values].concat();
        Self {
            encoding: Some(encoding),
            num_values,
            num_rows: num_values,
            ..Self::raw(DATA_V1, 5, inner, body)
        }
    }

    /// A v2 data page, whose levels have no length before them.
    #[must_use]
    pub fn v2(counts: V2Counts, encoding: Encoding, rep: &[u8], def: &[u8], values: &[u8]) -> Self {
        let inner = Struct::new()
            .with(1, counts.num_values as i32)
            .with(2, counts.num_nulls as i32)
            .with(3, counts.num_rows as i32)
            .with(4, encoding as i32)
            .with(5, def.len() as i32)
            .with(6, rep.len() as i32);
        Self {
            uncompressed: [rep, def].concat(),
            num_values: counts.num_values,
            num_rows: counts.num_rows,
            encoding: Some(encoding),
            ..Self::raw(DATA_V2, 8, inner, values.to_vec())
        }
    }

    /// A dictionary page of values in PLAIN.
    #[must_use]
    pub fn dictionary(num_values: usize, values: &[u8]) -> Self {
        let inner = Struct::new()
            .with(1, num_values as i32)
            .with(2, Encoding::Plain as i32);
        Self::raw(DICTIONARY, 7, inner, values.to_vec())
    }

    /// An index page, which no reader knows what to do with.
    #[must_use]
    pub fn index(body: &[u8]) -> Self {
        Self::raw(INDEX, 6, Struct::new(), body.to_vec())
    }

    /// A page of a type that the format may come to have.
    #[must_use]
    pub fn unknown(page_type: i32, body: &[u8]) -> Self {
        Self::raw(page_type, 90, Struct::new(), body.to_vec())
    }

    fn raw(page_type: i32, inner_id: i16, inner: Struct, body: Vec<u8>) -> Self {
        Self {
            page_type,
            inner_id,
            inner,
            uncompressed: Vec::new(),
            body,
            is_compressed: true,
            stored: None,
            crc: None,
            patches: Vec::new(),
            inner_patches: Vec::new(),
            num_values: 0,
            num_rows: 0,
            encoding: None,
        }
    }

    /// With the number of records, for the offset index.
    #[must_use]
    pub fn rows(mut self, num_rows: usize) -> Self {
        self.num_rows = num_rows;
        self
    }

    /// A v1 page with levels in the deprecated BIT_PACKED.
    #[must_use]
    pub fn bit_packed_levels(mut self) -> Self {
        self.inner.set(3, Encoding::BitPacked as i32);
        self.inner.set(4, Encoding::BitPacked as i32);
        self
    }

    /// A v2 page that leaves its values uncompressed whatever the codec, and says so.
    #[must_use]
    pub fn left_uncompressed(mut self) -> Self {
        self.is_compressed = false;
        self.inner.set(7, false);
        self
    }

    /// With its checksum.
    #[must_use]
    pub fn crc(mut self) -> Self {
        self.crc = Some(Crc::Right);
        self
    }

    /// With a checksum that is not its own.
    #[must_use]
    pub fn wrong_crc(mut self) -> Self {
        self.crc = Some(Crc::Wrong);
        self
    }

    /// With these bytes in the file in place of the compressed ones.
    #[must_use]
    pub fn stored(mut self, bytes: Vec<u8>) -> Self {
        self.stored = Some(bytes);
        self
    }

    /// With a field of the page header set or, without a value, removed.
    #[must_use]
    pub fn patch(mut self, id: i16, value: Option<Value>) -> Self {
        self.patches.push((id, value));
        self
    }

    /// With a field of the inner header (data, dictionary) set or, without a value, removed.
    #[must_use]
    pub fn patch_inner(mut self, id: i16, value: Option<Value>) -> Self {
        self.inner_patches.push((id, value));
        self
    }

    pub(super) fn is_data(&self) -> bool {
        matches!(self.page_type, DATA_V1 | DATA_V2)
    }

    pub(super) fn is_dictionary(&self) -> bool {
        self.page_type == DICTIONARY
    }

    /// Header and bytes as they lie in the file, and the size before compression.
    pub(super) fn encode(&self, codec: Codec) -> (Vec<u8>, usize) {
        let compressed = match &self.stored {
            Some(bytes) => bytes.clone(),
            None if self.is_compressed => compress(codec, &self.body),
            None => self.body.clone(),
        };
        let stored = [&self.uncompressed[..], &compressed].concat();
        let uncompressed_size = self.uncompressed.len() + self.body.len();
        let mut inner = self.inner.clone();
        inner.patch(&self.inner_patches);
        let crc = self.crc.map(|crc| {
            let sum = libdeflater::crc32(&stored);
            (if crc == Crc::Right { sum } else { !sum }) as i32
        });
        let mut header = Struct::new()
            .with(1, self.page_type)
            .with(2, uncompressed_size as i32)
            .with(3, stored.len() as i32)
            .with_some(4, crc)
            .with(self.inner_id, inner);
        header.patch(&self.patches);
        let mut bytes = header.encode();
        let size = bytes.len() + uncompressed_size;
        bytes.extend(stored);
        (bytes, size)
    }
}
