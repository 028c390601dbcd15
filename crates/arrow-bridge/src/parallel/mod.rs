//! Reading on several threads: columns and row groups are tasks, batches come in order.
//!
//! ```text
//!   row groups ──► lanes ──► windows ──► one task for each column ──► batches, in order
//! ```
//!
//! A *lane* is a run of row groups that a set of columns walks; several lanes may be open, so that
//! a file of one column keeps all threads busy, too. A *window* is some batches of a lane. What is
//! decoded ahead of the caller is bounded in bytes. The caller's thread decodes as well while it
//! waits, so that a pool whose threads are all busy delays a read but never stops it.
//!
//! - `queue.rs`: tasks by priority on the current rayon pool
//! - `window.rs`: some batches, decoded column by column
//! - `lane.rs`: columns that walk row groups, window by window
//! - `groups.rs`: the row groups to come, refined by predicates
//! - `scan.rs`: what is decoded next, and batches in order

mod groups;
mod lane;
mod queue;
mod scan;
mod window;

pub(crate) use scan::{ParallelScan, ScanSettings};
