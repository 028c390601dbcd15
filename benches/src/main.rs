//! Herringbone beside its rivals on whole files, all in one process and one run.
//!
//! `basic` lists what is timed, `data` makes the files, `libraries` reads them, `equality` compares what was
//! read, `timing` holds the clock and `report` shows the figures. `docs/performance.md` tells how to read them.

#![forbid(unsafe_code)]

mod args;
mod basic;
mod data;
mod equality;
mod error;
mod footer;
mod libraries;
mod report;
mod run;
mod timing;

use std::process::ExitCode;

use clap::Parser;

/// One allocator for all: with the system's, page clearing by the kernel would be a quarter of some times.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    match run::run(&args::Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench: {error}");
            ExitCode::FAILURE
        }
    }
}
