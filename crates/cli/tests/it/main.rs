//! The program as a whole: what it prints and writes, and how it ends.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod convert;
mod describe;
mod failures;
mod files;
mod program;
mod show;
mod testdata;
mod verify;
