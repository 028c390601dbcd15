//! Tasks of this repository, as `cargo xtask TASK`. One file each; this one lists them.

#![forbid(unsafe_code)]

mod arrow60;
mod bench;
mod ci;
mod corpus;
mod damage;
mod error;
mod fuzz;
mod process;
mod repo;
mod testdata;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Tasks of the Herringbone repository.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Everything that must hold before a change lands
    Ci(ci::Args),
    /// Times Herringbone beside its rivals (`cargo xtask bench --help` lists the options)
    Bench(bench::Args),
    /// Writes the files of testdata/ anew, byte for byte the same each time
    Testdata(testdata::Args),
    /// Reads a corpus of real files with the release program and compares every value
    Corpus(corpus::Args),
    /// Reads small files cut short and with every byte changed (options after --)
    Damage(damage::Args),
    /// Runs the fuzz targets of fuzz/, a while each
    Fuzz(fuzz::Args),
    /// Checks that the crates build against Arrow 60 as well, in a copy of the tree
    Arrow60,
}

fn main() -> ExitCode {
    let result = match Args::parse().task {
        Task::Ci(args) => ci::run(&args),
        Task::Bench(args) => bench::run(&args),
        Task::Testdata(args) => testdata::run(&args),
        Task::Corpus(args) => corpus::run(&args),
        Task::Damage(args) => damage::run(&args),
        Task::Fuzz(args) => fuzz::run(&args),
        Task::Arrow60 => arrow60::run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}
