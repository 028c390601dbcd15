//! The readers that are timed.
//!
//! `tasks.rs` is compiled once for each library, with only the crate behind its `use` lines changed: what is
//! timed is what a program that moves from one to the other would see.

#![expect(
    clippy::duplicate_mod,
    reason = "the same text against three crates is the point"
)]

mod herringbone;
mod parquet59;
mod parquet60;

use arrow_array::RecordBatch;
use bytes::Bytes;

use crate::basic::Output;
use crate::error::BenchError;

/// Rows of a batch, for all.
pub(crate) const BATCH_SIZE: usize = 8192;

/// Work that can be done again and again; gives how many things it met, to compare and to keep the optimiser
/// honest.
pub(crate) type Task = Box<dyn Fn() -> Result<usize, BenchError>>;

/// A reader of Parquet files.
pub(crate) struct Library {
    pub(crate) name: &'static str,
    /// Reads all of a file, batch by batch, each dropped before the next; gives the number of rows.
    pub(crate) scan: fn(&Bytes, Output) -> Result<Task, BenchError>,
    /// The batches of that scan, as arrays of Arrow 59.
    pub(crate) batches: fn(&Bytes, Output) -> Result<Vec<RecordBatch>, BenchError>,
    /// Works on the footer.
    pub(crate) footer: fn(&Bytes, Footer) -> Task,
}

/// What is done with the footer of a wide file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Footer {
    /// Parse it; gives the number of columns.
    Parse,
    /// Open the file as a reader does; gives the number of columns.
    Open,
    /// Parse it and make the Arrow schema; gives the number of fields.
    Schema,
    /// Open the file, choose three columns and read them; gives the number of values.
    ReadThree,
}

/// The three columns of [`Footer::ReadThree`], in a file of so many: near the front, the middle and the end.
pub(crate) fn three_of(num_columns: usize) -> [usize; 3] {
    [num_columns / 10, num_columns / 2, num_columns - 1]
}

/// All of them; figures stand in this order, ours first.
pub(crate) static LIBRARIES: [Library; 3] =
    [herringbone::LIBRARY, parquet59::LIBRARY, parquet60::LIBRARY];
