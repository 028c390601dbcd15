//! `convert`: a file in another format.

use std::fs;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::input::{FileArgument, Input, ReadOptions, Reading, RowRange, Rows};
use crate::output::{Format, Target, copy};

const EXAMPLES: &str = "\
Formats by extension:
  .arrow .feather .ipc    Arrow IPC file
  .arrows                 Arrow IPC stream
  .csv .tsv               a line of names, then a line a row; nested values as JSON, bytes in hexadecimal
  .json                   an array of objects
  .ndjson .jsonl          an object a line

OUT appears only when it is whole, and a file that was there before stays until then.

Examples:
  herringbone convert trips.parquet trips.arrow
  herringbone convert trips.parquet trips.csv --columns id,fare.amount --rows ..1000
  herringbone convert trips.parquet - --format arrows | consumer
  herringbone convert damaged.parquet rest.ndjson --keep-partial";

/// Write a file in another format
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    #[command(flatten)]
    input: FileArgument,
    /// The file to write, its format by its extension; - is standard output
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// The format, whatever the extension
    #[arg(long, short, value_enum)]
    format: Option<Format>,
    #[command(flatten)]
    read: ReadOptions,
    /// Write these rows only, from A up to but not including B, counted over the row groups that are read
    #[arg(long, value_name = "A..B")]
    rows: Option<RowRange>,
    /// If the file turns out bad, keep the rows before that
    #[arg(long)]
    keep_partial: bool,
}

pub(crate) fn run(options: Options) -> Result<(), Failure> {
    let format = format_of(&options.output, options.format)?;
    require_two_files(&options.input.file, &options.output)?;
    let rows = options.rows.as_ref().map_or_else(Rows::default, Rows::from);
    let reading =
        Reading::new(Input::open(&options.input.file)?, &options.read)?.with_rows(rows)?;
    let mut target = Target::new(&options.output);
    match copy(&reading, format, &mut target) {
        Ok(()) => target.commit(),
        Err(failure) => {
            // What could not be written is not worth keeping.
            if options.keep_partial && failure.is_about(&reading.input.name) {
                target.commit()?;
            }
            Err(failure)
        }
    }
}

/// A file that takes the place of the one it was made from is hardly ever meant.
fn require_two_files(input: &Path, output: &Path) -> Result<(), Failure> {
    let (Ok(input), Ok(found)) = (fs::canonicalize(input), fs::canonicalize(output)) else {
        return Ok(());
    };
    if input != found || !found.is_file() {
        return Ok(());
    }
    Err(Failure::Usage(format!(
        "{}: expected another file to write than the one that is read",
        output.display()
    )))
}

fn format_of(output: &Path, asked: Option<Format>) -> Result<Format, Failure> {
    let is_stdout = output == Path::new("-");
    asked.or_else(|| Format::of_path(output)).ok_or_else(|| {
        Failure::Usage(match (is_stdout, output.extension()) {
            (true, _) => "standard output has no extension: say the format with --format".to_owned(),
            (false, extension) => {
                let found = extension.map_or("no extension".to_owned(), |found| format!(".{}", found.display()));
                format!(
                    "{}: expected .arrow, .arrows, .csv, .tsv, .json or .ndjson, found {found}; or say the format with --format",
                    output.display()
                )
            }
        })
    })
}
