//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;

use crate::timing::Effort;

/// Times Herringbone beside parquet 59.3 and parquet 60.1: one process, one thread, files in memory,
/// batches of 8,192 rows, repetitions interleaved, values compared before the clock starts.
#[derive(Parser)]
#[command(
    name = "cargo xtask bench",
    after_help = "Examples:\n  cargo xtask bench --quick\n  cargo xtask bench --filter string8-dict1k --json strings.json\n  \
                  cargo xtask bench --filter null10/uncompressed --list"
)]
pub(crate) struct Args {
    /// Fewer rows and fewer repetitions: a minute or two, for orientation only
    #[arg(long)]
    quick: bool,
    /// Only cells whose name holds this text (may be given more than once: any of them)
    #[arg(long, value_name = "TEXT")]
    pub(crate) filter: Vec<String>,
    /// Also write all figures to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Only list the names of the cells
    #[arg(long)]
    pub(crate) list: bool,
    /// Rows in each file [default: 1000000, with --quick 200000]
    #[arg(long, value_name = "N")]
    rows: Option<usize>,
}

impl Args {
    pub(crate) fn num_rows(&self) -> usize {
        self.rows
            .unwrap_or(if self.quick { 200_000 } else { 1_000_000 })
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

    pub(crate) fn wants(&self, name: &str) -> bool {
        self.filter.is_empty() || self.filter.iter().any(|text| name.contains(text.as_str()))
    }
}
