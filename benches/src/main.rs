//! Herringbone beside its rivals on whole files, all in one run.
//!
//! `sets` lists what is timed, `data` makes the files, `libraries` reads them, `measure` compares what was read and
//! holds the clock, `report` shows the figures. `docs/performance.md` tells how to read them.

#![deny(unsafe_code)]

mod args;
mod case;
mod data;
mod error;
mod libraries;
mod measure;
mod peers;
mod report;
mod run;
mod sets;

use std::process::ExitCode;

use clap::Parser;

#[global_allocator]
static ALLOCATOR: measure::allocator::Metered = measure::allocator::Metered;

fn main() -> ExitCode {
    match run::run(&args::Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench: {error}");
            ExitCode::FAILURE
        }
    }
}
