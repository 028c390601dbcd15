//! `cargo xtask bench`: builds the benchmarks in release and runs them.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::process::Command;

use crate::error::TaskError;
use crate::{process, repo};

/// The benchmarks parse their own options, so `--help` must reach them too.
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Args {
    /// Handed to the benchmarks as they are
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    options: Vec<OsString>,
}

const PACKAGE: &str = "herringbone-benches";

pub(crate) fn run(args: &Args) -> Result<(), TaskError> {
    process::run(&mut build())?;
    let mut bench = Command::new(program(&repo::target()));
    bench.args(&args.options).current_dir(repo::root());
    if args.options.iter().any(|option| option == "--native") {
        // A folder of its own: with other flags in the same one, each build would undo the other.
        let folder = repo::target().join("native");
        let mut native = build();
        native.env("CARGO_TARGET_DIR", &folder);
        process::run(native.env("RUSTFLAGS", "-C target-cpu=native"))?;
        bench.args([OsStr::new("--native-program"), program(&folder).as_os_str()]);
    }
    process::run(&mut bench)
}

/// With what tests of the workspace do without.
fn build() -> Command {
    process::cargo([
        "build",
        "--quiet",
        "--release",
        "--package",
        PACKAGE,
        "--features",
        "lineitem,parquet60",
    ])
}

fn program(target: &std::path::Path) -> PathBuf {
    target
        .join("release")
        .join(format!("{PACKAGE}{}", std::env::consts::EXE_SUFFIX))
}
