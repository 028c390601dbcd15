//! `cargo xtask corpus`: real files, from many writers, through the program.
//!
//! The corpus lies beside the repository, not in it; where it is absent the task says so and succeeds.

use std::path::PathBuf;
use std::process::Command;

use crate::error::TaskError;
use crate::{process, repo};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only the files that this glob matches, such as 'duckdb/*'
    #[arg(long)]
    filter: Option<String>,
    /// Also write the results to this file
    #[arg(long)]
    json: Option<PathBuf>,
    /// Files checked at a time
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Through the program as the tests have it, where arithmetic that overflows is a panic, in place of its release
    /// build
    #[arg(long)]
    checked: bool,
}

impl Args {
    /// For the gate, where the tests have just built the program: a release build of all that it stands on would be
    /// the longest step of all.
    pub(crate) fn checked() -> Self {
        Self {
            filter: None,
            json: None,
            jobs: 2,
            checked: true,
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<(), TaskError> {
    let checker = repo::corpus().join("check.py");
    if !checker.exists() {
        println!("corpus: skipped, ../shared/corpus is not there");
        return Ok(());
    }
    let python = python_with_pyarrow()?;
    let program = build(args.checked)?;

    let mut check = Command::new(python);
    check
        .arg(checker)
        .arg("--cmd")
        .arg(format!("{} convert {{in}} {{out}}", program.display()));
    check.arg("--jobs").arg(args.jobs.max(1).to_string());
    if let Some(filter) = &args.filter {
        check.arg("--filter").arg(filter);
    }
    if let Some(json) = &args.json {
        check.arg("--json").arg(json);
    }
    // No `__pycache__` beside the corpus, which may be read-only.
    process::run(
        check
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .current_dir(repo::root()),
    )
}

/// Builds the program and says where it lies.
fn build(checked: bool) -> Result<PathBuf, TaskError> {
    if checked {
        // All that the tests need, since fewer packages would be built with fewer features, that is anew.
        process::run(&mut process::cargo(["build", "--workspace", "--tests"]))?;
        return Ok(repo::program("debug"));
    }
    process::run(&mut process::cargo([
        "build",
        "--release",
        "--package",
        "herringbone-cli",
    ]))?;
    Ok(repo::program("release"))
}

/// A Python that can `import pyarrow`: the system's, or else one of our own under the target folder.
fn python_with_pyarrow() -> Result<PathBuf, TaskError> {
    let system = PathBuf::from("python3");
    if imports_pyarrow(&system) {
        return Ok(system);
    }
    let folder = repo::target().join("corpus-venv");
    let own = folder.join("bin").join("python");
    if imports_pyarrow(&own) {
        return Ok(own);
    }
    println!("corpus: pyarrow is not installed, making a Python environment for it");
    let mut venv = Command::new(system);
    process::run(venv.args(["-m", "venv", "--clear"]).arg(&folder))?;
    process::run(Command::new(&own).args(["-m", "pip", "install", "--quiet", "pyarrow"]))?;
    if imports_pyarrow(&own) {
        return Ok(own);
    }
    Err(TaskError::Missing {
        what: "pyarrow".into(),
        remedy: "install it for python3 by hand: pip install pyarrow".into(),
    })
}

fn imports_pyarrow(python: &PathBuf) -> bool {
    process::succeeds(Command::new(python).args(["-c", "import pyarrow"]))
}
