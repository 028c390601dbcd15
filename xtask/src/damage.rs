//! `cargo xtask damage`: reads damaged variants of small files, by `examples/damage` of the facade.

use std::path::PathBuf;

use crate::error::TaskError;
use crate::{process, repo};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files and folders; testdata/ and the corpus, where it exists, unless given
    paths: Vec<PathBuf>,
    /// Options after `--`: --max-size BYTES, --stride N, --max-millis, --max-mebibytes
    #[arg(last = true)]
    options: Vec<String>,
}

pub(crate) fn run(args: &Args) -> Result<(), TaskError> {
    let mut paths = args.paths.clone();
    if paths.is_empty() {
        paths.push(repo::root().join("testdata"));
        let corpus = repo::corpus();
        if corpus.is_dir() {
            paths.push(corpus);
        } else {
            println!("damage: {} is not here: testdata/ alone", corpus.display());
        }
    }
    let mut command = process::cargo([
        "run",
        "--release",
        "--quiet",
        "--package",
        "herringbone",
        "--example",
        "damage",
        "--",
    ]);
    process::run(command.args(&args.options).args(paths))
}
