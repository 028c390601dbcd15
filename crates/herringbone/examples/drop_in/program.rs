// A program as a user of `parquet` has it: with `parquet` in place of `herringbone` in the
// imports below it is that program, to the letter. The test `drop_in` compiles it both ways.

use herringbone::arrow::ProjectionMask;
use herringbone::arrow::arrow_reader::statistics::StatisticsConverter;
use herringbone::arrow::arrow_reader::{
    ArrowPredicate, ArrowPredicateFn, ArrowReaderMetadata, ArrowReaderOptions,
    ParquetRecordBatchReaderBuilder, RowFilter, RowSelection, RowSelector,
};
use herringbone::file::metadata::{PageIndexPolicy, ParquetMetaData};
use herringbone::file::statistics::Statistics;
use herringbone::schema::printer::print_schema;

use std::error::Error;
use std::io::Write;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int64Type};
use arrow_array::{BooleanArray, RecordBatch, RecordBatchReader};
use bytes::Bytes;

/// Prints what the file says about itself, then reads it in several ways.
pub(crate) fn run(
    file: Bytes,
    out: &mut impl Write,
) -> Result<Vec<Vec<RecordBatch>>, Box<dyn Error>> {
    let options = ArrowReaderOptions::new().with_page_index_policy(PageIndexPolicy::Required);
    let metadata = ArrowReaderMetadata::load(&file, options)?;
    describe(&metadata, out)?;
    let open =
        || ParquetRecordBatchReaderBuilder::new_with_metadata(file.clone(), metadata.clone());

    let whole = ParquetRecordBatchReaderBuilder::try_new(file.clone())?.build()?;
    writeln!(out, "{:?}", whole.schema())?;

    let builder = open();
    let mask = ProjectionMask::columns(builder.parquet_schema(), ["distance", "city"]);
    let projected = builder
        .with_projection(mask)
        .with_batch_size(100)
        .with_row_groups(vec![2, 0])
        .build()?;

    let builder = open();
    let selection = RowSelection::from(vec![
        RowSelector::skip(130),
        RowSelector::select(40),
        RowSelector::skip(300),
        RowSelector::select(7),
    ]);
    writeln!(out, "{} rows selected", selection.row_count())?;
    let mask = ProjectionMask::roots(builder.parquet_schema(), [0, 3]);
    let selected = builder
        .with_projection(mask)
        .with_row_selection(selection)
        .build()?;

    let builder = open();
    let filter = RowFilter::new(predicates(&builder));
    let filtered = builder
        .with_row_filter(filter)
        .with_batch_size(64)
        .with_offset(10)
        .with_limit(150)
        .build()?;

    let mut reads = vec![whole.collect::<Result<Vec<_>, _>>()?];
    for reader in [projected, selected, filtered] {
        reads.push(reader.collect::<Result<Vec<_>, _>>()?);
    }
    for (i, batches) in reads.iter().enumerate() {
        let rows: Vec<_> = batches.iter().map(RecordBatch::num_rows).collect();
        writeln!(out, "read {i}: {rows:?}")?;
    }
    Ok(reads)
}

/// Long trips, and of those the ones from cities with an `a`.
fn predicates(builder: &ParquetRecordBatchReaderBuilder<Bytes>) -> Vec<Box<dyn ArrowPredicate>> {
    let schema = builder.parquet_schema();
    let long = ArrowPredicateFn::new(
        ProjectionMask::columns(schema, ["distance"]),
        |batch: RecordBatch| {
            let distances = batch.column(0).as_primitive::<Float64Type>();
            let kept = distances.iter().map(|distance| distance.map(|d| d > 20.0));
            Ok(kept.collect::<BooleanArray>())
        },
    );
    let with_a = ArrowPredicateFn::new(
        ProjectionMask::columns(schema, ["city"]),
        |batch: RecordBatch| {
            let cities = batch.column(0).as_string::<i32>();
            let kept = cities.iter().map(|city| city.map(|c| c.contains('a')));
            Ok(kept.collect::<BooleanArray>())
        },
    );
    vec![Box::new(long), Box::new(with_a)]
}

fn describe(metadata: &ArrowReaderMetadata, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let parquet: &ParquetMetaData = metadata.metadata();
    let file = parquet.file_metadata();
    writeln!(
        out,
        "version {}, {} rows, created by {:?}",
        file.version(),
        file.num_rows(),
        file.created_by()
    )?;
    for pair in file.key_value_metadata().into_iter().flatten() {
        writeln!(out, "{} = {:?}", pair.key, pair.value)?;
    }
    print_schema(out, file.schema());
    for column in metadata.parquet_schema().columns() {
        writeln!(
            out,
            "{}: {:?} {:?}, levels {} {}",
            column.path(),
            column.physical_type(),
            column.logical_type_ref(),
            column.max_def_level(),
            column.max_rep_level()
        )?;
    }
    writeln!(out, "{:?}", metadata.schema())?;
    for (i, row_group) in parquet.row_groups().iter().enumerate() {
        writeln!(
            out,
            "row group {i}: {} rows, {} bytes, {} compressed",
            row_group.num_rows(),
            row_group.total_byte_size(),
            row_group.compressed_size()
        )?;
        for column in row_group.columns() {
            let encodings: Vec<_> = column.encodings().collect();
            writeln!(
                out,
                "  {}: {:?} {encodings:?}, {} values at {:?}, {}",
                column.column_path(),
                column.compression(),
                column.num_values(),
                column.byte_range(),
                bounds(column.statistics())
            )?;
        }
    }
    describe_pages(parquet, out)?;
    let fields = metadata.schema();
    let converter = StatisticsConverter::try_new("id", fields, metadata.parquet_schema())?;
    let least = converter.row_group_mins(parquet.row_groups())?;
    let most = converter.row_group_maxes(parquet.row_groups())?;
    let nulls = converter.row_group_null_counts(parquet.row_groups())?;
    let least = least.as_primitive::<Int64Type>();
    writeln!(out, "ids from {least:?} to {most:?}, nulls {nulls:?}")?;
    Ok(())
}

fn bounds(statistics: Option<&Statistics>) -> String {
    match statistics {
        None => "no statistics".to_owned(),
        Some(Statistics::Int64(values)) => {
            format!("{:?} to {:?}", values.min_opt(), values.max_opt())
        }
        Some(Statistics::Double(values)) => {
            format!("{:?} to {:?}", values.min_opt(), values.max_opt())
        }
        Some(other) => format!(
            "{:?} to {:?}, {:?} nulls",
            other.min_bytes_opt(),
            other.max_bytes_opt(),
            other.null_count_opt()
        ),
    }
}

fn describe_pages(metadata: &ParquetMetaData, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let (Some(columns), Some(offsets)) = (metadata.column_index(), metadata.offset_index()) else {
        return Ok(writeln!(out, "no page index")?);
    };
    for (i, (columns, offsets)) in columns.iter().zip(offsets).enumerate() {
        for (leaf, (column, offset)) in columns.iter().zip(offsets).enumerate() {
            let pages = offset.page_locations().iter();
            let pages: Vec<_> = pages
                .map(|page| (page.first_row_index, page.offset, page.compressed_page_size))
                .collect();
            writeln!(
                out,
                "row group {i}, column {leaf}: {pages:?}, nulls {:?}, sorted {}, {:?}",
                column.null_counts(),
                column.is_sorted(),
                column.get_boundary_order()
            )?;
        }
    }
    Ok(())
}
