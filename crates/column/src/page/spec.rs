//! Where the bytes of a column chunk lie, and how its pages are read.

use std::ops::Range;
use std::sync::Arc;

use herringbone_codec::Codec;
use herringbone_format::basic::Compression;
use herringbone_format::metadata::ParquetMetaData;
use herringbone_format::page_index::PageLocation;

use crate::error::{ColumnError, ColumnErrorKind, Place};
use crate::plan::{coalesce, column_ranges};

/// What has to be known about a column chunk to read its pages.
#[derive(Clone, Debug)]
pub struct ChunkSpec {
    /// The chunk's bytes in the file, the dictionary page included.
    pub range: Range<u64>,
    /// The parts of it that will be read, ascending and apart, if those are not all: a source is
    /// asked for no more ahead.
    pub wanted: Option<Arc<[Range<u64>]>>,
    /// The codec of its pages.
    pub codec: Codec,
    /// Level entries in all its pages, nulls included.
    pub num_levels: u64,
    /// Where its data pages lie, in order, if the file has an offset index and it is to be used.
    pub page_locations: Option<Arc<[PageLocation]>>,
    /// How many of its rows will be read, if not all.
    pub num_wanted: Option<usize>,
    /// Column path and row group, for errors.
    pub place: Place,
}

impl ChunkSpec {
    /// The chunk of column `leaf_idx` in `row_group` of a file of `file_size` bytes; `u64::MAX`
    /// where its size is not known. `needed` are the rows of the group that are read, if those are
    /// not all.
    ///
    /// # Errors
    ///
    /// Malformed metadata, an encrypted column, a codec that is not known, a chunk that ends behind
    /// the file.
    ///
    /// # Panics
    ///
    /// If there is no such row group or column.
    pub fn of(
        metadata: &ParquetMetaData,
        file_size: u64,
        row_group: usize,
        leaf_idx: usize,
        needed: Option<&[Range<u64>]>,
    ) -> Result<Self, ColumnError> {
        let group = metadata.row_group(row_group);
        let chunk = group.column(leaf_idx).checked()?;
        if chunk.is_encrypted() {
            return Err(ColumnErrorKind::Encrypted.into());
        }
        let (start, size) = chunk.byte_range();
        let range: Range<u64> = start..start.saturating_add(size);
        if range.end > file_size && chunk.num_values() > 0 {
            return Err(ColumnErrorKind::ShortSource {
                offset: start,
                size,
                available: file_size,
            }
            .into());
        }
        let locations = metadata
            .offset_index()
            .and_then(|groups| groups.get(row_group)?.get(leaf_idx))
            .map(|index| Arc::from(index.page_locations().as_slice()))
            .filter(|locations: &Arc<[_]>| !locations.is_empty());
        let num_rows = group.num_rows().max(0).unsigned_abs();
        let wanted = locations.as_deref().zip(needed).map(|(locations, needed)| {
            let ranges = column_ranges(range.clone(), 0, Some(locations), num_rows, Some(needed));
            coalesce(ranges, 0).into()
        });
        Ok(Self {
            range,
            wanted,
            codec: codec(chunk.compression())?,
            // `checked` refuses negative counts.
            num_levels: chunk.num_values().unsigned_abs(),
            page_locations: locations,
            num_wanted: None,
            place: Place {
                row_group: Some(row_group),
                ..Place::of_leaf(metadata, leaf_idx)
            },
        })
    }
}

impl Place {
    /// The column of a leaf, by its path.
    ///
    /// # Panics
    ///
    /// If there is no such leaf.
    #[must_use]
    pub fn of_leaf(metadata: &ParquetMetaData, leaf_idx: usize) -> Self {
        let tree = metadata.file_metadata().schema_tree();
        Self {
            column: Some(tree.leaf(leaf_idx).path().string().into()),
            ..Self::default()
        }
    }
}

fn codec(compression: Compression) -> Result<Codec, ColumnError> {
    Ok(match compression {
        Compression::UNCOMPRESSED => Codec::Uncompressed,
        Compression::SNAPPY => Codec::Snappy,
        Compression::GZIP(_) => Codec::Gzip,
        Compression::LZO => Codec::Lzo,
        Compression::BROTLI(_) => Codec::Brotli,
        Compression::LZ4 => Codec::Lz4Hadoop,
        Compression::ZSTD(_) => Codec::Zstd,
        Compression::LZ4_RAW => Codec::Lz4Raw,
        _ => {
            return Err(ColumnErrorKind::Unsupported(
                "a compression codec of a later format version",
            )
            .into());
        }
    })
}
