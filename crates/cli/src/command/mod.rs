//! The commands, one file each.

pub(crate) mod cat;
mod column_facts;
pub(crate) mod convert;
pub(crate) mod count;
pub(crate) mod head;
pub(crate) mod meta;
pub(crate) mod pages;
pub(crate) mod sample;
pub(crate) mod schema;
mod statistics;
pub(crate) mod tail;
pub(crate) mod verify;

use crate::failure::Failure;
use crate::input::{FileArgument, Input, ReadOptions, Reading, Rows};
use crate::output::{Format, Target, copy};

/// What `cat`, `head`, `tail` and `sample` have in common.
#[derive(clap::Args)]
struct ShowOptions {
    #[command(flatten)]
    file: FileArgument,
    #[command(flatten)]
    read: ReadOptions,
    /// How rows are written: a table on a terminal, tab-separated values for other programs
    #[arg(long, short, value_enum)]
    format: Option<Format>,
}

impl ShowOptions {
    /// Opens the file.
    fn open(&self) -> Result<Reading, Failure> {
        Reading::new(Input::open(&self.file.file)?, &self.read)
    }

    /// Writes `rows` of `reading` to standard output.
    fn show(&self, reading: Reading, rows: Rows) -> Result<(), Failure> {
        let format = self.format.unwrap_or_else(Format::of_stdout);
        copy(&reading.with_rows(rows)?, format, &mut Target::stdout())
    }
}
