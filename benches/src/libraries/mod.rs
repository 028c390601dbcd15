//! The readers that are timed.
//!
//! `tasks.rs` is compiled once for each library, with only the crate behind its `use` lines changed: what is
//! timed is what a program that moves from one to the other would see.

#![expect(
    clippy::duplicate_mod,
    reason = "the same text against three crates is the point"
)]

pub(crate) mod counted;
mod herringbone;
mod parquet59;
#[cfg(feature = "parquet60")]
mod parquet60;
mod selection;

use arrow_array::RecordBatch;
use bytes::Bytes;

use crate::case::{Read, Work};
use crate::error::BenchError;
use counted::Counted;

/// Work that can be done again and again; gives how many things it met, to compare and to keep the optimiser
/// honest.
pub(crate) type Task = Box<dyn Fn() -> Result<usize, BenchError>>;

/// A reader of Parquet files.
pub(crate) struct Library {
    pub(crate) name: &'static str,
    /// Does the work on a file in memory.
    pub(crate) task: fn(&Bytes, &Work) -> Result<Task, BenchError>,
    /// The same on a source that counts what is read of it.
    pub(crate) counted: fn(&Counted, &Work) -> Result<Task, BenchError>,
    /// The batches of a reading, as arrays of Arrow 59.
    pub(crate) batches: fn(&Bytes, &Read) -> Result<Vec<RecordBatch>, BenchError>,
}

/// All of them, ours first.
pub(crate) static LIBRARIES: &[Library] = &[
    herringbone::LIBRARY,
    parquet59::LIBRARY,
    #[cfg(feature = "parquet60")]
    parquet60::LIBRARY,
];
