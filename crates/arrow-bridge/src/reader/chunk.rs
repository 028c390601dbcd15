//! Where the bytes of a column chunk lie, and how its pages are read.

use std::ops::Range;
use std::sync::Arc;

use herringbone_codec::Codec;
use herringbone_column::plan::{coalesce, column_ranges};
use herringbone_column::{ChunkSpec, ColumnError, ColumnErrorKind, Place};
use herringbone_format::basic::Compression;
use herringbone_format::metadata::ParquetMetaData;

use super::groups::GroupRows;
use super::open_group::needed_rows;
use super::plan::Projected;
use crate::error::Result;

/// Refuses a projection with an encrypted column before anything is read of the others.
///
/// One row group tells: a column is encrypted in all of them.
pub(crate) fn check_encryption(
    projected: &Projected,
    metadata: &ParquetMetaData,
    row_group: usize,
) -> Result<()> {
    let row_group_metadata = metadata.row_group(row_group);
    let mut encrypted = None;
    for node in &projected.nodes {
        node.for_each_leaf(&mut |plan| {
            if row_group_metadata.column(plan.leaf_idx).is_encrypted() {
                encrypted.get_or_insert(plan.leaf_idx);
            }
        });
    }
    let Some(leaf_idx) = encrypted else {
        return Ok(());
    };
    let error = ColumnError::from(ColumnErrorKind::Encrypted);
    Err(error.at(&place(metadata, leaf_idx)).into())
}

/// The column's name, for errors.
pub(super) fn place(metadata: &ParquetMetaData, leaf_idx: usize) -> Place {
    let tree = metadata.file_metadata().schema_tree();
    Place {
        column: Some(tree.leaf(leaf_idx).path().string().into()),
        ..Place::default()
    }
}

/// How to read the pages of one column chunk.
///
/// `file_size` is what the source knows of it; `needed` are the rows of the group that are read, if
/// those are not all.
pub(super) fn chunk_spec(
    metadata: &ParquetMetaData,
    file_size: u64,
    row_group: usize,
    leaf_idx: usize,
    needed: Option<&[Range<u64>]>,
) -> Result<ChunkSpec, ColumnError> {
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
    Ok(ChunkSpec {
        range,
        wanted,
        codec: codec(chunk.compression())?,
        // `checked` refuses negative counts.
        num_levels: chunk.num_values().unsigned_abs(),
        page_locations: locations,
        place: Place {
            row_group: Some(row_group),
            ..place(metadata, leaf_idx)
        },
    })
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

/// The ranges of the file that hold `rows` of the projected columns, ascending, joined where they
/// touch.
///
/// # Errors
///
/// As [`chunk_spec`].
pub(crate) fn group_ranges(
    projected: &Projected,
    metadata: &ParquetMetaData,
    rows: &GroupRows,
) -> Result<Vec<Range<u64>>> {
    let slack = chunk_slack(metadata);
    let selected = needed_rows(rows);
    let mut ranges = Vec::new();
    let mut add = |leaf_idx| {
        // The size of the file is not known before anything is fetched.
        let spec = chunk_spec(metadata, u64::MAX, rows.row_group, leaf_idx, None)?;
        ranges.extend(column_ranges(
            spec.range,
            slack,
            spec.page_locations.as_deref(),
            rows.num_rows as u64,
            selected.as_deref(),
        ));
        Ok(())
    };
    let mut result = Ok(());
    for node in &projected.nodes {
        node.for_each_leaf(&mut |leaf| {
            if result.is_ok() {
                result = add(leaf.leaf_idx)
                    .map_err(|error: ColumnError| error.at(&place(metadata, leaf.leaf_idx)));
            }
        });
    }
    result?;
    Ok(coalesce(ranges, 0))
}

/// How many bytes to fetch behind a chunk: old versions of parquet-mr leave the header of the
/// dictionary page out of the chunk's size.
///
/// They lie inside the file, since the footer comes behind the last chunk.
fn chunk_slack(metadata: &ParquetMetaData) -> u64 {
    const LONGEST_HEADER: u64 = 100;
    let created_by = metadata.file_metadata().created_by();
    if created_by.is_some_and(|writer| !writer.starts_with("parquet-mr")) {
        return 0;
    }
    LONGEST_HEADER.min(metadata.footer_size() as u64)
}
