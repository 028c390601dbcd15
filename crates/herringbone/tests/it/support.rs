//! Files made by the `parquet` crate, and both readers side by side.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, ArrayRef, BooleanArray, RecordBatch};
use arrow_schema::{Field, FieldRef, Schema, SchemaRef};
use bytes::Bytes;
use parquet::arrow::ArrowWriter;
use parquet::file::properties::WriterProperties;

/// What both readers are asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Request {
    pub(crate) batch_size: usize,
    pub(crate) schema: Option<SchemaRef>,
    pub(crate) skip_arrow_metadata: bool,
    pub(crate) virtual_columns: Vec<FieldRef>,
    pub(crate) selection: Option<Vec<(usize, bool)>>,
    pub(crate) row_groups: Option<Vec<usize>>,
    pub(crate) columns: Option<Vec<&'static str>>,
    /// Leaf columns by number.
    pub(crate) leaves: Option<Vec<usize>>,
    pub(crate) limit: Option<usize>,
    pub(crate) offset: Option<usize>,
    pub(crate) page_index: bool,
    /// Evaluated one after another on the column `id`, which numbers the rows.
    pub(crate) predicates: Vec<Predicate>,
    pub(crate) policy: Option<Policy>,
    /// Asked of Herringbone alone.
    pub(crate) threads: usize,
}

/// `RowSelectionPolicy` of either crate.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Policy {
    Selectors,
    Mask,
}

/// Keeps rows that look as if they were drawn by lot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Predicate {
    pub(crate) salt: u64,
    /// So many neighbours share their fate.
    pub(crate) rows_together: i64,
    pub(crate) one_in: u64,
}

impl Predicate {
    fn evaluate(self, batch: &RecordBatch) -> BooleanArray {
        let ids = batch.column(0).as_primitive::<Int64Type>();
        let keeps = |id: i64| {
            let mixed = (id / self.rows_together) as u64 ^ self.salt;
            let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (mixed >> 33).is_multiple_of(self.one_in)
        };
        ids.iter().map(|id| id.map(keeps)).collect()
    }
}

impl Request {
    pub(crate) fn batches_of(batch_size: usize) -> Self {
        Self {
            batch_size,
            ..Self::default()
        }
    }
}

/// Makes a file of one batch of `columns`.
pub(crate) fn write(columns: Vec<(&str, ArrayRef, bool)>, properties: WriterProperties) -> Bytes {
    let fields: Vec<_> = columns
        .iter()
        .map(|(name, array, nullable)| Field::new(*name, array.data_type().clone(), *nullable))
        .collect();
    let arrays = columns.into_iter().map(|(_, array, _)| array).collect();
    let batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays).unwrap();
    let mut bytes = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut bytes, batch.schema(), Some(properties)).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    bytes.into()
}

/// Builds a reader of either crate and reads all its batches: the two differ in their paths alone.
macro_rules! read_with {
    ($root:ident, $file:expr, $request:expr, $with_threads:expr) => {{
        use $root::arrow::ProjectionMask;
        use $root::arrow::arrow_reader::{
            ArrowPredicate, ArrowPredicateFn, ArrowReaderOptions, ParquetRecordBatchReaderBuilder,
            RowFilter, RowSelection, RowSelectionPolicy, RowSelector,
        };
        let request: &Request = $request;
        let mut options = ArrowReaderOptions::new()
            .with_skip_arrow_metadata(request.skip_arrow_metadata)
            .with_virtual_columns(request.virtual_columns.clone())?;
        if let Some(schema) = &request.schema {
            options = options.with_schema(schema.clone());
        }
        if request.page_index {
            options =
                options.with_page_index_policy($root::file::metadata::PageIndexPolicy::Optional);
        }
        let mut builder = ParquetRecordBatchReaderBuilder::try_new_with_options($file, options)?
            .with_batch_size(request.batch_size);
        if let Some(columns) = &request.columns {
            let mask = ProjectionMask::columns(builder.parquet_schema(), columns.iter().copied());
            builder = builder.with_projection(mask);
        }
        if let Some(leaves) = &request.leaves {
            let mask = ProjectionMask::leaves(builder.parquet_schema(), leaves.iter().copied());
            builder = builder.with_projection(mask);
        }
        if let Some(row_groups) = &request.row_groups {
            builder = builder.with_row_groups(row_groups.clone());
        }
        if let Some(selection) = &request.selection {
            let selectors = selection
                .iter()
                .map(|&(row_count, skip)| RowSelector { row_count, skip });
            builder = builder.with_row_selection(RowSelection::from(selectors.collect::<Vec<_>>()));
        }
        if let Some(policy) = request.policy {
            builder = builder.with_row_selection_policy(match policy {
                Policy::Selectors => RowSelectionPolicy::Selectors,
                Policy::Mask => RowSelectionPolicy::Mask,
            });
        }
        if !request.predicates.is_empty() {
            let ids = ProjectionMask::columns(builder.parquet_schema(), ["id"]);
            let predicates = request.predicates.iter().map(|&predicate| {
                let evaluate = move |batch: RecordBatch| Ok(predicate.evaluate(&batch));
                Box::new(ArrowPredicateFn::new(ids.clone(), evaluate)) as Box<dyn ArrowPredicate>
            });
            builder = builder.with_row_filter(RowFilter::new(predicates.collect()));
        }
        if let Some(limit) = request.limit {
            builder = builder.with_limit(limit);
        }
        if let Some(offset) = request.offset {
            builder = builder.with_offset(offset);
        }
        let batches = $with_threads(builder)
            .build()?
            .collect::<Result<Vec<_>, _>>()?;
        Ok(batches)
    }};
}

pub(crate) type ReadResult = Result<Vec<RecordBatch>, Box<dyn std::error::Error>>;

/// All batches by Herringbone.
pub(crate) fn ours(file: &Bytes, request: &Request) -> ReadResult {
    type Builder = herringbone::arrow::arrow_reader::ParquetRecordBatchReaderBuilder<Bytes>;
    let with_threads = |builder: Builder| match request.threads {
        0 => builder,
        threads => builder.with_threads(threads),
    };
    read_with!(herringbone, file.clone(), request, with_threads)
}

/// All batches by the `parquet` crate.
pub(crate) fn theirs(file: &Bytes, request: &Request) -> ReadResult {
    read_with!(parquet, file.clone(), request, std::convert::identity)
}

/// Checks that both readers give the same batches, and that ours are valid to the last offset.
pub(crate) fn check(file: &Bytes, request: &Request, what: &str) {
    let expected = theirs(file, request).unwrap_or_else(|error| panic!("{what}: parquet: {error}"));
    let found = ours(file, request).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert_same(&expected, &found, what);
}

/// Checks that batches are equal one by one, schema included, and valid.
pub(crate) fn assert_same(expected: &[RecordBatch], found: &[RecordBatch], what: &str) {
    if let Err(difference) = compare(expected, found) {
        panic!("{what}: {difference}");
    }
}

/// The first difference between batches, or what is not valid in those that were `found`.
pub(crate) fn compare(expected: &[RecordBatch], found: &[RecordBatch]) -> Result<(), String> {
    let rows = |batches: &[RecordBatch]| {
        let rows = batches.iter().map(RecordBatch::num_rows);
        rows.collect::<Vec<_>>()
    };
    same("rows of the batches", &rows(expected), &rows(found))?;
    for (i, (expected, found)) in expected.iter().zip(found).enumerate() {
        let what = format!("schema of batch {i}");
        same(&what, &expected.schema(), &found.schema())?;
        for (k, (a, b)) in expected.columns().iter().zip(found.columns()).enumerate() {
            b.to_data()
                .validate_full()
                .map_err(|error| format!("batch {i}, column {k}: {error}"))?;
            if a != b {
                let row = (0..a.len())
                    .find(|&row| a.slice(row, 1) != b.slice(row, 1))
                    .unwrap_or(0);
                let what = format!("batch {i}, column {k}, row {row}");
                let (a, b) = (a.slice(row, 1), b.slice(row, 1));
                return Err(format!("{what}: expected {a:?}, found {b:?}"));
            }
        }
    }
    Ok(())
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, expected: &T, found: &T) -> Result<(), String> {
    match expected == found {
        true => Ok(()),
        false => Err(format!("{what}: expected {expected:?}, found {found:?}")),
    }
}
