//! `verify`: everything in a file against everything that the file says about it.
//!
//! - `pages.rs`: page headers against the chunk's metadata and the offset index
//! - `chunk.rs`: the values of a chunk, decoded as they are stored
//! - `stated.rs`: what statistics and indexes say, against what was found
//! - `summary.rs`: bounds and counts of decoded values
//! - `order.rs`: how values compare
//! - `report.rs`: problems, as they are found, and the progress bar

mod chunk;
pub(super) mod order;
mod pages;
mod report;
mod stated;
mod summary;

use std::path::PathBuf;
use std::sync::Arc;

use herringbone::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use herringbone_column::{ByteSource, PageLimits};

use self::report::Report;
use crate::failure::Failure;
use crate::input::{Chunk, Input, LimitOption};

const EXAMPLES: &str = "\
What is verified: the footer; the headers of all pages against the sizes, offsets and encodings of
the footer and against the offset index; every checksum; every value by decoding it, both as it is
stored and into Arrow; bounds, counts of nulls and NaNs and histograms of levels in statistics and
page indexes against the values.

Each problem is a line on standard output. What is behind a damaged page of a column chunk cannot
be verified.

Examples:
  herringbone verify trips.parquet
  herringbone verify archive/*.parquet > problems.txt";

/// Decode everything and check it against checksums, indexes and statistics
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// Parquet files
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    limit: LimitOption,
    /// Do not show progress
    #[arg(long, short)]
    quiet: bool,
}

pub(crate) fn run(options: Options) -> Result<(), Failure> {
    let mut is_all_fine = true;
    for file in &options.files {
        let input = match Input::open(file) {
            Ok(input) => input,
            Err(failure) => {
                failure.report();
                is_all_fine = false;
                continue;
            }
        };
        let mut report = Report::new(&input, options.quiet);
        verify(&input, options.limit.limits(), &mut report)?;
        is_all_fine &= report.finish()?;
    }
    if is_all_fine {
        Ok(())
    } else {
        Err(Failure::Told)
    }
}

fn verify(input: &Input, limits: PageLimits, report: &mut Report) -> Result<(), Failure> {
    verify_file(input, report)?;
    for row_group in 0..input.metadata.num_row_groups() {
        let num_problems = report.num_problems();
        let group = input.metadata.row_group(row_group);
        for leaf in 0..group.num_columns() {
            let chunk = Chunk {
                input,
                row_group,
                leaf,
            };
            let pages = pages::verify(chunk, limits, report)?;
            chunk::verify(chunk, limits, &pages, report)?;
            report.advance(chunk.metadata());
        }
        if report.num_problems() == num_problems {
            verify_arrow(input, row_group, limits, report)?;
        }
        group
            .columns()
            .iter()
            .for_each(|chunk| report.advance(chunk));
    }
    Ok(())
}

/// What the footer says of the whole file.
fn verify_file(input: &Input, report: &mut Report) -> Result<(), Failure> {
    let start = input
        .source
        .read(0, 4)
        .map_err(|error| Failure::file(&input.name, error))?;
    if &start[..] != b"PAR1" {
        report.problem(&format!(
            "expected the file to start with \"PAR1\", found \"{}\"",
            start.escape_ascii()
        ))?;
    }
    let (stated, counted) = (input.metadata.file_metadata().num_rows(), input.num_rows());
    // Some writers leave the total out, as 0.
    if stated != 0 && u64::try_from(stated) != Ok(counted) {
        report.problem(&format!(
            "expected {stated} rows in all, as the footer says, found {counted} in its row groups"
        ))?;
    }
    Ok(())
}

/// Reads a row group as any program would: types are converted, columns assembled.
fn verify_arrow(
    input: &Input,
    row_group: usize,
    limits: PageLimits,
    report: &mut Report,
) -> Result<(), Failure> {
    let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(
        Arc::clone(&input.source),
        input.arrow()?,
    );
    let builder = builder
        .with_row_groups(vec![row_group])
        .with_batch_size(8192)
        .with_page_limits(limits);
    let reader = match builder.build() {
        Ok(reader) => reader,
        Err(error) => {
            return report.problem(&format!("row group {row_group}: read into Arrow: {error}"));
        }
    };
    for batch in reader {
        if let Err(error) = batch {
            let Failure::File { message, .. } = Failure::arrow(&input.name, &error) else {
                continue;
            };
            return report.problem(&format!(
                "row group {row_group}: read into Arrow: {message}"
            ));
        }
    }
    Ok(())
}
