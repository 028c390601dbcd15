//! `tail`: the last rows.

use super::ShowOptions;
use crate::failure::Failure;
use crate::input::Rows;

const EXAMPLES: &str = "\
Examples:
  herringbone tail trips.parquet
  herringbone tail -n 3 trips.parquet --columns id,pickup";

/// Print the last rows
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
    let reading = options.show.open()?;
    let offset = reading.num_group_rows().saturating_sub(options.num_rows);
    options.show.show(
        reading,
        Rows {
            offset,
            limit: Some(options.num_rows),
            selection: None,
        },
    )
}
