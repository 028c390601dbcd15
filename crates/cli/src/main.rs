//! The `herringbone` program: look at, convert and verify Parquet files.
//!
//! - `command/`: one file per command
//! - `input/`: opening a file; which columns and rows of it are read
//! - `output/`: where results go, and in which format
//! - `text.rs`: values as text; `json.rs`: facts as JSON
//! - `failure.rs`: what goes wrong, and the exit code
#![forbid(unsafe_code)]

mod command;
mod failure;
mod input;
mod json;
mod output;
mod text;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::failure::Failure;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const EXAMPLES: &str = "\
Examples:
  herringbone head trips.parquet
  herringbone convert trips.parquet trips.arrow
  herringbone cat trips.parquet --columns id,fare.amount --format csv
  herringbone meta trips.parquet
  herringbone verify *.parquet

Exit codes: 0 fine, 1 a file is bad or cannot be read or written, 2 wrong usage.
A FILE of - is standard input.";

/// Look at, convert and verify Parquet files.
#[derive(Parser)]
#[command(name = "herringbone", version, about, after_help = EXAMPLES, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Convert(command::convert::Options),
    Cat(command::cat::Options),
    Head(command::head::Options),
    Tail(command::tail::Options),
    Sample(command::sample::Options),
    Schema(command::schema::Options),
    Meta(command::meta::Options),
    Pages(command::pages::Options),
    Count(command::count::Options),
    Verify(command::verify::Options),
}

impl Command {
    fn run(self) -> Result<(), Failure> {
        match self {
            Self::Convert(options) => command::convert::run(options),
            Self::Cat(options) => command::cat::run(options),
            Self::Head(options) => command::head::run(options),
            Self::Tail(options) => command::tail::run(options),
            Self::Sample(options) => command::sample::run(options),
            Self::Schema(options) => command::schema::run(options),
            Self::Meta(options) => command::meta::run(options),
            Self::Pages(options) => command::pages::run(options),
            Self::Count(options) => command::count::run(options),
            Self::Verify(options) => command::verify::run(options),
        }
    }
}

fn main() -> ExitCode {
    match Arguments::parse().command.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.report();
            failure.exit_code()
        }
    }
}
