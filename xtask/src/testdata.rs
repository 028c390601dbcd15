//! `cargo xtask testdata`: the files of `testdata/`, made by `examples/testdata.rs` of this package.

use crate::error::TaskError;
use crate::process;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write nothing; fail where a file differs from what would be written
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), TaskError> {
    let mut make = process::cargo([
        "run",
        "--quiet",
        "--package",
        "xtask",
        "--example",
        "testdata",
        "--",
    ]);
    process::run(make.args(args.check.then_some("--check")))
}
