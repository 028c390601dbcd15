//! The column chunk as writers give it, decoded in one go.
//!
//! Touching every chunk of a file is touching a hundred thousand. This walk keeps its state in registers, knows the fields that
//! nearly all chunks have, and gives up without a word on anything else, broken bytes included; what it gives up on is decoded
//! by [`ColumnFields::decode`] field by field.

use std::num::NonZeroU32;

use super::column_fields::{ColumnFields, Int, Long};
use crate::basic::{Encoding, EncodingMask};
use crate::thrift::{Cursor, Walk};

impl ColumnFields {
    /// Decodes the `ColumnChunk` at the cursor. The fields mean nothing if it gives up.
    pub(super) fn read_usual(&mut self, cursor: Cursor<'_>) -> Option<()> {
        let mut walk = Walk::of(cursor);
        let mut id = 0;
        loop {
            match walk.next_field(&mut id)? {
                (0, _) => return Some(()),
                (2, Walk::I64) => self.set_long(Long::FileOffset, walk.i64()?),
                (3, Walk::STRUCT) => {
                    self.has_metadata = true;
                    self.read_usual_metadata(&mut walk)?;
                }
                (4, Walk::I64) => self.set_long(Long::OffsetIndexOffset, walk.i64()?),
                (5, Walk::I32) => self.set_int(Int::OffsetIndexLength, walk.i32()?),
                (6, Walk::I64) => self.set_long(Long::ColumnIndexOffset, walk.i64()?),
                (7, Walk::I32) => self.set_int(Int::ColumnIndexLength, walk.i32()?),
                _ => return None,
            }
        }
    }

    fn read_usual_metadata(&mut self, walk: &mut Walk<'_>) -> Option<()> {
        let mut id = 0;
        loop {
            match walk.next_field(&mut id)? {
                (0, _) => return Some(()),
                (1, Walk::I32) => self.set_int(Int::PhysicalType, walk.i32()?),
                (2, Walk::LIST) => self.encodings = encodings(walk)?,
                (3, Walk::LIST) => walk.skip_list()?,
                (4, Walk::I32) => self.set_int(Int::Codec, walk.i32()?),
                (5, Walk::I64) => self.set_long(Long::NumValues, walk.i64()?),
                (6, Walk::I64) => self.set_long(Long::UncompressedSize, walk.i64()?),
                (7, Walk::I64) => self.set_long(Long::CompressedSize, walk.i64()?),
                (9, Walk::I64) => self.set_long(Long::DataPageOffset, walk.i64()?),
                (11, Walk::I64) => self.set_long(Long::DictionaryPageOffset, walk.i64()?),
                (12, Walk::STRUCT) => {
                    self.statistics_at = NonZeroU32::new(walk.position() as u32);
                    walk.skip_struct()?;
                }
                (13, Walk::LIST) => {
                    self.encoding_stats_at = NonZeroU32::new(walk.position() as u32);
                    for _ in 0..walk.list_of(Walk::STRUCT)? {
                        walk.skip_struct()?;
                    }
                }
                (14, Walk::I64) => self.set_long(Long::BloomFilterOffset, walk.i64()?),
                (15, Walk::I32) => self.set_int(Int::BloomFilterLength, walk.i32()?),
                (16, Walk::STRUCT) => {
                    self.size_statistics_at = NonZeroU32::new(walk.position() as u32);
                    walk.skip_struct()?;
                }
                _ => return None,
            }
        }
    }
}

fn encodings(walk: &mut Walk<'_>) -> Option<EncodingMask> {
    let mut encodings = EncodingMask::default();
    for _ in 0..walk.list_of(Walk::I32)? {
        match Encoding::from_i32(walk.i32()?) {
            Encoding::_Unknown(_) => {}
            encoding => encodings.insert(encoding),
        }
    }
    Some(encodings)
}
