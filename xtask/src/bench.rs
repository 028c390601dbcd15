//! `cargo xtask bench`: builds the benchmarks in release and runs them.

use std::ffi::OsString;

use crate::error::TaskError;
use crate::process;

/// The benchmarks parse their own options, so `--help` must reach them too.
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Args {
    /// Handed to the benchmarks as they are
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    options: Vec<OsString>,
}

pub(crate) fn run(args: &Args) -> Result<(), TaskError> {
    let mut cargo = process::cargo([
        "run",
        "--quiet",
        "--release",
        "--package",
        "herringbone-benches",
        "--",
    ]);
    process::run(cargo.args(&args.options))
}
