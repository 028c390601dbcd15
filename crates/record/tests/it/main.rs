//! Rows of files that are made by the testkit; `crates/herringbone` compares rows with record batches.
#![expect(clippy::unwrap_used, reason = "tests")]

mod access;
mod allocations;
mod hostile;
mod nested;
mod support;
mod tick;
mod types;
