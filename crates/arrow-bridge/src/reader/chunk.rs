//! Which bytes of a row group hold what is read of it.

use std::ops::Range;

use herringbone_column::plan::{coalesce, column_ranges};
use herringbone_column::{ChunkSpec, ColumnError, ColumnErrorKind, Place};
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
    Err(error.at(&Place::of_leaf(metadata, leaf_idx)).into())
}

/// The ranges of the file that hold `rows` of the projected columns, ascending, joined where they
/// touch.
///
/// # Errors
///
/// As [`ChunkSpec::of`].
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
        let spec = ChunkSpec::of(metadata, u64::MAX, rows.row_group, leaf_idx, None)?;
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
                result = add(leaf.leaf_idx).map_err(|error: ColumnError| {
                    error.at(&Place::of_leaf(metadata, leaf.leaf_idx))
                });
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
