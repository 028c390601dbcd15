//! `cat`: all rows.

use super::ShowOptions;
use crate::failure::Failure;
use crate::input::{RowRange, Rows};

const EXAMPLES: &str = "\
Examples:
  herringbone cat trips.parquet
  herringbone cat trips.parquet --columns id,fare.amount --rows 1000..2000
  herringbone cat trips.parquet --format ndjson | jq .fare
  herringbone cat trips.parquet --format arrows > trips.arrows";

/// Print rows
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    #[command(flatten)]
    show: ShowOptions,
    /// Print these rows only, from A up to but not including B, counted over the row groups that are read
    #[arg(long, value_name = "A..B")]
    rows: Option<RowRange>,
}

pub(crate) fn run(options: Options) -> Result<(), Failure> {
    let rows = options.rows.as_ref().map_or_else(Rows::default, Rows::from);
    options.show.show(options.show.open()?, rows)
}
