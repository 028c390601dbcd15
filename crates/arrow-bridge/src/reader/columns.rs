//! Projected columns, read step by step.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::{BooleanArray, RecordBatch, RecordBatchOptions};
use arrow_schema::SchemaRef;
use arrow_select::filter::filter_record_batch;
use herringbone_codec::Codec;
use herringbone_column::decode::LeafSpec;
use herringbone_column::{
    Budget, ByteSource, Checksums, ChunkSpec, ColumnError, ColumnErrorKind, PageLimits, Place,
};
use herringbone_format::basic::Compression;
use herringbone_format::metadata::ParquetMetaData;

use super::plan::Projected;
use super::steps::{BatchSteps, Step};
use super::virtual_columns::VirtualColumns;
use crate::error::{ParquetError, Result};
use crate::leaf::{self, LeafArray};
use crate::nested::Column;

/// What all columns of a read share.
#[derive(Clone)]
pub(crate) struct FileContext {
    pub(crate) source: Arc<dyn ByteSource>,
    pub(crate) metadata: Arc<ParquetMetaData>,
    pub(crate) limits: PageLimits,
    pub(crate) checksums: Checksums,
    pub(crate) budget: Arc<Budget>,
    /// What the virtual column of file paths says.
    pub(crate) file_path: Arc<str>,
}

/// The projected columns, each at the same row.
pub(crate) struct Columns {
    context: FileContext,
    columns: Vec<Column>,
    virtual_columns: VirtualColumns,
    schema: SchemaRef,
}

impl Columns {
    /// Opens the columns of a projection.
    pub(crate) fn open(projected: Projected, context: &FileContext) -> Result<Self> {
        let open_leaf = |plan: &_, levels, detail| {
            let FileContext {
                limits,
                checksums,
                budget,
                ..
            } = context.clone();
            leaf::open(
                plan,
                LeafSpec {
                    levels,
                    detail,
                    limits,
                    checksums,
                    budget,
                },
            )
        };
        let Projected {
            nodes,
            virtual_columns,
            schema,
        } = projected;
        let columns = nodes
            .iter()
            .map(|node| Column::open(node, &open_leaf))
            .collect::<Result<_>>()?;
        let virtual_columns = VirtualColumns::new(virtual_columns);
        Ok(Self {
            context: context.clone(),
            columns,
            virtual_columns,
            schema,
        })
    }

    /// The schema of the batches.
    pub(crate) fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// Reads the rows of `steps` into a batch, column by column.
    pub(crate) fn read_batch(&mut self, mut steps: BatchSteps) -> Result<RecordBatch> {
        let context = &self.context;
        let mut walk = |leaf_idx, leaf: &mut dyn LeafArray| {
            Ok(walk_leaf(context, leaf_idx, leaf, &steps.steps)?)
        };
        let mut arrays = Vec::with_capacity(self.schema.fields().len());
        for (column, field) in self.columns.iter_mut().zip(self.schema.fields()) {
            column.for_each_leaf::<ParquetError>(&mut walk)?;
            let array = column.finish();
            arrays.push(array.map_err(|error| named(error, field.name()))?);
        }
        arrays.extend(self.virtual_columns.walk(&steps.steps, context));
        let options = RecordBatchOptions::new().with_row_count(Some(steps.num_read));
        let batch =
            RecordBatch::try_new_with_options(SchemaRef::clone(&self.schema), arrays, &options)?;
        match steps.take_mask() {
            Some(mask) => Ok(filter_record_batch(&batch, &BooleanArray::new(mask, None))?),
            None => Ok(batch),
        }
    }
}

/// `error`, which came up when the pages of `column` had been read.
fn named(error: ParquetError, column: &str) -> ParquetError {
    match error {
        ParquetError::Column(error) => ParquetError::Column(error.at(&Place {
            column: Some(column.into()),
            ..Place::default()
        })),
        other => other,
    }
}

fn walk_leaf(
    context: &FileContext,
    leaf_idx: usize,
    leaf: &mut dyn LeafArray,
    steps: &[Step],
) -> Result<(), ColumnError> {
    let mut row_group = None;
    for &step in steps {
        let result = match step {
            Step::Open(index) => {
                row_group = Some(index);
                chunk_spec(context, index, leaf_idx)
                    .map(|spec| leaf.open_chunk(Arc::clone(&context.source), &spec))
            }
            Step::Skip(num_rows) => leaf
                .skip(num_rows)
                .and_then(|found| check_rows(num_rows, found)),
            Step::Read(num_rows) => leaf
                .read(num_rows)
                .and_then(|found| check_rows(num_rows, found)),
            Step::Close => leaf.check_end(),
        };
        result.map_err(|error| {
            error.at(&Place {
                row_group,
                ..place(context, leaf_idx)
            })
        })?;
    }
    Ok(())
}

fn check_rows(expected: usize, found: usize) -> Result<(), ColumnError> {
    if expected == found {
        return Ok(());
    }
    let (expected, found) = (expected as u64, found as u64);
    Err(ColumnErrorKind::Count {
        what: "more rows in the column chunk",
        expected,
        found,
    }
    .into())
}

/// Refuses a projection with an encrypted column before anything is read of the others.
///
/// One row group tells: a column is encrypted in all of them.
pub(crate) fn check_encryption(
    projected: &Projected,
    context: &FileContext,
    row_group: usize,
) -> Result<()> {
    let row_group_metadata = context.metadata.row_group(row_group);
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
    Err(error.at(&place(context, leaf_idx)).into())
}

/// The column's name, for errors.
fn place(context: &FileContext, leaf_idx: usize) -> Place {
    let tree = context.metadata.file_metadata().schema_tree();
    Place {
        column: Some(tree.leaf(leaf_idx).path().string().into()),
        ..Place::default()
    }
}

/// How to read the pages of one column chunk.
fn chunk_spec(
    context: &FileContext,
    row_group: usize,
    leaf_idx: usize,
) -> Result<ChunkSpec, ColumnError> {
    let chunk = context
        .metadata
        .row_group(row_group)
        .column(leaf_idx)
        .checked()?;
    if chunk.is_encrypted() {
        return Err(ColumnErrorKind::Encrypted.into());
    }
    let (start, size) = chunk.byte_range();
    let range: Range<u64> = start..start.saturating_add(size);
    let available = context.source.size();
    if range.end > available && chunk.num_values() > 0 {
        return Err(ColumnErrorKind::ShortSource {
            offset: start,
            size,
            available,
        }
        .into());
    }
    let locations = context
        .metadata
        .offset_index()
        .and_then(|groups| groups.get(row_group)?.get(leaf_idx))
        .map(|index| Arc::from(index.page_locations().as_slice()))
        .filter(|locations: &Arc<[_]>| !locations.is_empty());
    Ok(ChunkSpec {
        range,
        codec: codec(chunk.compression())?,
        // `checked` refuses negative counts.
        num_levels: chunk.num_values().unsigned_abs(),
        page_locations: locations,
        place: Place {
            row_group: Some(row_group),
            ..place(context, leaf_idx)
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
