//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;

use crate::case::Case;
use crate::measure::Effort;
use crate::sets::{SETS, Scale};

/// Times Herringbone beside parquet 59.3 and parquet 60.1: one process, one thread, files in memory,
/// batches of 8,192 rows, repetitions interleaved, values compared before the clock starts.
#[derive(Parser)]
#[command(
    name = "cargo xtask bench",
    after_help = "Examples:\n  cargo xtask bench --quick\n  cargo xtask bench --set flat --filter string8-dict --json strings.json\n  \
                  cargo xtask bench --set flat --native --rival 60.1\n  cargo xtask bench --set tables --peers"
)]
pub(crate) struct Args {
    /// Smaller files and fewer repetitions: minutes, for orientation only
    #[arg(long)]
    quick: bool,
    /// Only these sets (may be given more than once): flat, nested, codecs, selections, seed, tables, footer
    #[arg(long, value_name = "NAME", value_parser = SETS.each_ref().map(|set| set.name))]
    set: Vec<String>,
    /// Only cases whose name holds this text (may be given more than once: any of them)
    #[arg(long, value_name = "TEXT")]
    filter: Vec<String>,
    /// Only rivals whose name holds this text (may be given more than once: any of them)
    #[arg(long, value_name = "TEXT")]
    pub(crate) rival: Vec<String>,
    /// Also time the rivals in a second build, with -C target-cpu=native; ours stays stock
    #[arg(long)]
    native: bool,
    /// Also time Herringbone on so many threads
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<usize>,
    /// Also time pyarrow, DuckDB, Polars and chDB as far as python3 has them, in processes of their own
    #[arg(long)]
    pub(crate) peers: bool,
    /// The Python of --peers
    #[arg(long, value_name = "PATH", default_value = "python3")]
    pub(crate) python: PathBuf,
    /// Write the figures to this file, and the report beside it as .html [default: bench.json in the target folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Only list the names of the cases
    #[arg(long)]
    pub(crate) list: bool,
    /// Rows of the files that are made of columns of random values
    #[arg(long, value_name = "N")]
    rows: Option<usize>,
    /// The second build of this program
    #[arg(long, value_name = "PATH", hide = true)]
    pub(crate) native_program: Option<PathBuf>,
    /// Do as standard input says, with this library
    #[arg(long, value_name = "LIBRARY", hide = true)]
    pub(crate) serve: Option<String>,
}

impl Args {
    pub(crate) fn scale(&self) -> Scale {
        let scale = if self.quick {
            Scale::QUICK
        } else {
            Scale::FULL
        };
        self.rows.map_or(scale, |rows| scale.with_rows(rows))
    }

    pub(crate) fn effort(&self) -> Effort {
        if self.quick {
            Effort {
                at_least: 5,
                at_most: 20,
                time: Duration::from_millis(100),
            }
        } else {
            Effort {
                at_least: 7,
                at_most: 60,
                time: Duration::from_millis(700),
            }
        }
    }

    /// What another build of this program must be told to know the same cases.
    pub(crate) fn for_another(&self) -> Vec<String> {
        let mut args = Vec::new();
        if self.quick {
            args.push("--quick".to_owned());
        }
        if let Some(rows) = self.rows {
            args.extend(["--rows".to_owned(), rows.to_string()]);
        }
        args
    }

    /// The cases that are asked for.
    pub(crate) fn cases(&self) -> Vec<Case> {
        let is_asked = |name: &str| self.set.is_empty() || self.set.iter().any(|set| set == name);
        let sets = SETS.iter().filter(|set| is_asked(set.name));
        sets.flat_map(|set| set.cases(self.scale()))
            .filter(|case| holds_any(&self.filter, &case.name))
            .collect()
    }

    /// Whether `--native` was meant for `cargo xtask bench`, which makes the second build.
    pub(crate) fn lacks_native_program(&self) -> bool {
        self.native && self.native_program.is_none()
    }
}

/// Whether a name holds any of the texts, or there are none.
pub(crate) fn holds_any(texts: &[String], name: &str) -> bool {
    texts.is_empty() || texts.iter().any(|text| name.contains(text.as_str()))
}
