//! Where results go, and in which format.
//!
//! - `stdout.rs`: standard output, whose reader may go away
//! - `target.rs`: a file that appears only when it is whole, or standard output
//! - `copy.rs`: all batches of a reading into a format
//! - `ipc.rs`, `delimited.rs`, `json_lines.rs`, `table.rs`: a [`Sink`] each
//! - `json_values.rs`: values that Arrow's JSON writer has no form for
//! - `dictionaries.rs`: one dictionary for all batches of an IPC file
//! - `rebuild.rs`: an array with other leaves
//! - `listing.rs`: small tables of facts; `grid.rs`: columns of text that fit the terminal

mod copy;
mod delimited;
mod dictionaries;
mod grid;
mod ipc;
mod json_lines;
mod json_values;
mod listing;
mod rebuild;
mod stdout;
mod table;
mod target;

use std::io::Write;
use std::path::Path;

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, Schema};
use clap::ValueEnum;

pub(crate) use copy::copy;
pub(crate) use listing::{Fact, Listing, fact, facts};
pub(crate) use stdout::{Stdout, is_terminal, say};
pub(crate) use target::Target;

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// An Arrow IPC file
    Arrow,
    /// An Arrow IPC stream
    Arrows,
    /// Values with commas between, quoted where needed, after a line of names
    Csv,
    /// Values with tabs between, escaped by backslashes, after a line of names
    Tsv,
    /// An array of objects
    Json,
    /// An object a line
    #[value(alias = "jsonl")]
    Ndjson,
    /// A table for people
    Table,
}

impl Format {
    /// The format that the extension of `path` stands for.
    pub(crate) fn of_path(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "arrow" | "feather" | "ipc" => Some(Self::Arrow),
            "arrows" => Some(Self::Arrows),
            "csv" => Some(Self::Csv),
            "tsv" | "tab" => Some(Self::Tsv),
            "json" => Some(Self::Json),
            "ndjson" | "jsonl" => Some(Self::Ndjson),
            _ => None,
        }
    }

    /// A table on a terminal, tab-separated values for other programs.
    pub(crate) fn of_stdout() -> Self {
        if is_terminal() {
            Self::Table
        } else {
            Self::Tsv
        }
    }
}

/// Takes batches and writes them.
trait Sink {
    /// Writes all rows of `batch`.
    fn write(&mut self, batch: &RecordBatch) -> Result<(), ArrowError>;

    /// Writes what ends the output. What was written is then valid, whether more rows were to come
    /// or not.
    fn finish(&mut self) -> Result<(), ArrowError>;
}

/// Starts output in `format`.
fn open_sink<'a>(
    format: Format,
    out: Box<dyn Write + 'a>,
    schema: &Schema,
) -> Result<Box<dyn Sink + 'a>, ArrowError> {
    Ok(match format {
        Format::Arrow => Box::new(ipc::FileSink::new(out, schema)?),
        Format::Arrows => Box::new(ipc::StreamSink::new(out, schema)?),
        Format::Csv => Box::new(delimited::DelimitedSink::csv(out, schema)?),
        Format::Tsv => Box::new(delimited::DelimitedSink::tsv(out, schema)?),
        Format::Json => Box::new(json_lines::JsonSink::array(out)),
        Format::Ndjson => Box::new(json_lines::JsonSink::lines(out)),
        Format::Table => Box::new(table::TableSink::new(out, schema)),
    })
}
