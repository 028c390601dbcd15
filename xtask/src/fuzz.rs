//! `cargo xtask fuzz`: the targets of `fuzz/`, one after another.

use std::path::Path;

use crate::error::TaskError;
use crate::{process, repo};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only these targets (all without any)
    targets: Vec<String>,
    /// Seconds for each target
    #[arg(long, default_value_t = 60)]
    seconds: u32,
    /// Only list the targets
    #[arg(long)]
    list: bool,
}

/// The fuzzer needs sanitizer flags that only a nightly compiler has.
const TOOLCHAIN: &str = "+nightly";

pub(crate) fn run(args: &Args) -> Result<(), TaskError> {
    require_fuzzer()?;
    let folder = repo::root().join("fuzz");
    let listed =
        process::output(process::rustup_cargo([TOOLCHAIN, "fuzz", "list"]).current_dir(&folder))?;
    let targets = if args.targets.is_empty() {
        listed.lines().map(str::to_owned).collect()
    } else {
        args.targets.clone()
    };
    if args.list {
        print!("{listed}");
        return Ok(());
    }
    let seeds = repo::target().join("fuzz-seeds");
    write_seeds(&folder, &seeds)?;
    for target in &targets {
        println!("fuzz: {target}, {} s", args.seconds);
        fuzz(&folder, target, &seeds.join(target), args.seconds)?;
    }
    println!("fuzz: {} targets, no crash", targets.len());
    Ok(())
}

/// Makes the inputs that targets begin with: they come from the testkit, none is kept in the tree.
fn write_seeds(folder: &Path, seeds: &Path) -> Result<(), TaskError> {
    let replay = [
        "run",
        "--release",
        "--no-default-features",
        "--example",
        "replay",
        "--",
    ];
    let mut command = process::rustup_cargo(replay);
    process::run(command.arg("--write").arg(seeds).current_dir(folder))
}

/// Fuzzes one target from its kept corpus and from its seeds.
fn fuzz(folder: &Path, target: &str, seeds: &Path, seconds: u32) -> Result<(), TaskError> {
    let mut command = process::rustup_cargo([TOOLCHAIN, "fuzz", "run", target]);
    let corpus = folder.join("corpus").join(target);
    std::fs::create_dir_all(&corpus).map_err(TaskError::at(&corpus))?;
    command.arg(corpus);
    if seeds.is_dir() {
        command.arg(seeds);
    }
    // One input may take 10 s and 2 GiB: anything more is a finding.
    command.arg("--").arg(format!("-max_total_time={seconds}"));
    process::run(
        command
            .args(["-timeout=10", "-rss_limit_mb=2048"])
            .current_dir(folder),
    )
}

fn require_fuzzer() -> Result<(), TaskError> {
    let missing = |what: &str, remedy: &str| {
        Err(TaskError::Missing {
            what: what.to_owned(),
            remedy: remedy.to_owned(),
        })
    };
    if !process::succeeds(&mut process::rustup_cargo([TOOLCHAIN, "--version"])) {
        return missing(
            "a nightly toolchain",
            "rustup toolchain install nightly --profile minimal",
        );
    }
    if !process::succeeds(&mut process::rustup_cargo([TOOLCHAIN, "fuzz", "--version"])) {
        return missing("cargo-fuzz", "cargo install cargo-fuzz");
    }
    Ok(())
}
