//! `count`: the rows of files, by their footers.

use std::path::PathBuf;

use crate::failure::Failure;
use crate::input::Input;
use crate::output::say;
use crate::text::one_line;

const EXAMPLES: &str = "\
For one file a number is printed; for several a line each of number, tab and name, and a total.

Examples:
  herringbone count trips.parquet
  herringbone count trips/*.parquet";

/// Count the rows of files
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// Parquet files
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

pub(crate) fn run(options: Options) -> Result<(), Failure> {
    if let [file] = options.files.as_slice() {
        return say(&format!("{}\n", Input::open(file)?.num_rows()));
    }
    let mut total = 0u64;
    let mut is_all = true;
    for file in &options.files {
        match Input::open(file) {
            Ok(input) => {
                total = total.saturating_add(input.num_rows());
                say(&format!(
                    "{}\t{}\n",
                    input.num_rows(),
                    one_line(&input.name)
                ))?;
            }
            Err(failure) => {
                failure.report();
                is_all = false;
            }
        }
    }
    say(&format!("{total}\ttotal\n"))?;
    if is_all { Ok(()) } else { Err(Failure::Told) }
}
