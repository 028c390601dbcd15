//! `cargo xtask ci`: the gate. Every step runs, also after one has failed; the table at the end tells them apart.

use std::time::{Duration, Instant};

use crate::error::TaskError;
use crate::{arrow60, corpus, process};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Run only this step, as the table names it (may be given more than once)
    #[arg(long, value_name = "NAME")]
    step: Vec<String>,
    /// Only list the steps
    #[arg(long)]
    list: bool,
}

/// One thing that must hold.
struct Step {
    name: &'static str,
    run: fn() -> Result<(), TaskError>,
}

/// In order of how soon a mistake shows: seconds first, minutes last.
static STEPS: [Step; 9] = [
    Step {
        name: "fmt",
        run: || cargo(&["fmt", "--all", "--check"]),
    },
    Step {
        name: "clippy",
        run: || {
            cargo(&[
                "clippy",
                "--workspace",
                "--all-targets",
                "--features",
                "herringbone-benches/parquet60",
                "--locked",
                "--",
                "-D",
                "warnings",
            ])
        },
    },
    Step {
        name: "test",
        run: || cargo(&["test", "--workspace", "--locked"]),
    },
    Step {
        name: "test scalar",
        run: scalar_kernels,
    },
    Step {
        name: "doc",
        run: documentation,
    },
    Step {
        name: "no arrow below",
        run: free_of_arrow,
    },
    Step {
        name: "arrow60",
        run: arrow60::run,
    },
    Step {
        name: "fuzz builds",
        run: || {
            cargo(&[
                "check",
                "--manifest-path",
                "fuzz/Cargo.toml",
                "--no-default-features",
                "--lib",
                "--examples",
            ])
        },
    },
    Step {
        name: "corpus",
        run: || corpus::run(&corpus::Args::checked()),
    },
];

pub(crate) fn run(args: &Args) -> Result<(), TaskError> {
    let steps = chosen(&args.step)?;
    if args.list {
        steps.iter().for_each(|step| println!("{}", step.name));
        return Ok(());
    }
    let begin = Instant::now();
    let results: Vec<(&str, Duration, bool)> = steps.iter().map(|step| carry_out(step)).collect();
    println!("\n{:<20} {:>8}  result", "step", "time");
    for (name, time, passed) in &results {
        println!(
            "{name:<20} {:>8}  {}",
            shown(*time),
            if *passed { "ok" } else { "FAILED" }
        );
    }
    println!("{:<20} {:>8}", "all", shown(begin.elapsed()));
    let failed = results.iter().filter(|(_, _, passed)| !passed).count();
    if failed == 0 {
        Ok(())
    } else {
        Err(TaskError::Steps {
            failed,
            of: results.len(),
        })
    }
}

fn carry_out(step: &Step) -> (&'static str, Duration, bool) {
    println!("\n==> {}", step.name);
    let begin = Instant::now();
    let result = (step.run)();
    let time = begin.elapsed();
    match &result {
        Ok(()) => println!("==> {}: ok, {}", step.name, shown(time)),
        Err(error) => println!("==> {}: FAILED, {}: {error}", step.name, shown(time)),
    }
    (step.name, time, result.is_ok())
}

fn chosen(names: &[String]) -> Result<Vec<&'static Step>, TaskError> {
    if names.is_empty() {
        return Ok(STEPS.iter().collect());
    }
    let find = |name: &String| {
        STEPS
            .iter()
            .find(|step| step.name == name)
            .ok_or_else(|| TaskError::Missing {
                what: format!("a step named {name:?}"),
                remedy: "cargo xtask ci --list names them".into(),
            })
    };
    names.iter().map(find).collect()
}

fn cargo(args: &[&str]) -> Result<(), TaskError> {
    process::run(&mut process::cargo(args.iter().copied()))
}

/// The oracle must stay right where no machine of ours would choose it.
fn scalar_kernels() -> Result<(), TaskError> {
    // Of the whole workspace: one package alone would be built with fewer features, that is anew.
    let mut test = process::cargo(["test", "--workspace", "--locked", "--lib", "--tests"]);
    process::run(test.env("HERRINGBONE_SIMD", "scalar"))
}

fn documentation() -> Result<(), TaskError> {
    let mut doc = process::cargo([
        "doc",
        "--workspace",
        "--features",
        "herringbone/async",
        "--no-deps",
        "--locked",
    ]);
    process::run(doc.env("RUSTDOCFLAGS", "-D warnings"))
}

/// `record`, `column` and all below them serve readers that want no Arrow in their build.
fn free_of_arrow() -> Result<(), TaskError> {
    ["herringbone-column", "herringbone-record"]
        .into_iter()
        .try_for_each(is_free_of_arrow)
}

fn is_free_of_arrow(package: &str) -> Result<(), TaskError> {
    let tree = process::output(&mut process::cargo([
        "tree",
        "--locked",
        "--package",
        package,
        "--prefix",
        "none",
    ]))?;
    match tree.lines().find(|line| line.starts_with("arrow")) {
        Some(found) => Err(TaskError::UnwantedDependency {
            package: package.into(),
            found: found.into(),
        }),
        None => Ok(()),
    }
}

/// Seconds up to two minutes, then minutes and seconds.
fn shown(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 120.0 {
        format!("{seconds:.1} s")
    } else {
        format!("{}:{:02} min", time.as_secs() / 60, time.as_secs() % 60)
    }
}
