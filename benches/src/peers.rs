//! Readers of other languages: `peers.py`, one process for each and each number of threads.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::error::BenchError;
use crate::measure::{Asked, Contender};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/peers.py");

/// Names as the script has them, and as the tables do.
const PEERS: [(&str, &str); 4] = [
    ("pyarrow", "pyarrow"),
    ("duckdb", "DuckDB"),
    ("polars", "Polars"),
    ("chdb", "chDB"),
];

/// Those that this Python has, each on one thread and on all cores.
///
/// # Errors
/// [`BenchError::Process`] if one that is there does not start.
pub(crate) fn start(
    python: &Path,
    is_asked: impl Fn(&str) -> bool,
) -> Result<Vec<Contender>, BenchError> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut peers = Vec::new();
    for (module, title) in PEERS {
        if !has(python, module) {
            println!(
                "{title} is left out: {} cannot import {module}",
                python.display()
            );
            continue;
        }
        for threads in if cores > 1 { vec![1, cores] } else { vec![1] } {
            let plural = if threads == 1 { "" } else { "s" };
            let name = format!("{title} {threads} thread{plural}");
            if !is_asked(&name) {
                continue;
            }
            let mut command = Command::new(python);
            command.args([SCRIPT, module]).arg(threads.to_string());
            // Read when the module is imported, so that the script cannot set it itself.
            command.env("POLARS_MAX_THREADS", threads.to_string());
            peers.push(Contender::away(&name, &mut command, Asked::Scans)?);
        }
    }
    Ok(peers)
}

fn has(python: &Path, module: &str) -> bool {
    Command::new(python)
        .args(["-c", &format!("import {module}")])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
