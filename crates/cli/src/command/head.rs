//! `head`: the first rows.

use super::ShowOptions;
use crate::failure::Failure;
use crate::input::Rows;

const EXAMPLES: &str = "\
Examples:
  herringbone head trips.parquet
  herringbone head -n 3 trips.parquet --columns id,pickup
  herringbone head -n 100 trips.parquet --format csv > first.csv";

/// Print the first rows
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    #[command(flatten)]
    show: ShowOptions,
    /// How many rows
    #[arg(short = 'n', long = "lines", value_name = "ROWS", default_value_t = 10)]
    num_rows: usize,
}

pub(crate) fn run(options: Options) -> Result<(), Failure> {
    let rows = Rows {
        limit: Some(options.num_rows),
        ..Rows::default()
    };
    options.show.show(options.show.open()?, rows)
}
