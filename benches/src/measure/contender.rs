//! Who is timed: libraries in this process, and readers in others.

use std::hint::black_box;
use std::time::Instant;

use bytes::Bytes;

use super::process::{Answer, Process};
use super::timing::Turn;
use super::usage::{self, Usage};
use crate::case::{Case, Output, Read, Work};
use crate::error::BenchError;
use crate::libraries::Library;

/// One column of the tables.
pub(crate) enum Contender {
    Here {
        library: &'static Library,
        name: String,
        threads: usize,
    },
    Away(Away),
}

/// A reader in another process.
pub(crate) struct Away {
    pub(crate) name: String,
    pub(crate) process: Process,
    pub(crate) asked: Asked,
}

/// What a reader in another process is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    /// All that the libraries are.
    Everything,
    /// Scans of all rows and columns as the file has them.
    Scans,
}

impl Contender {
    /// One in this process, on one thread.
    pub(crate) fn here(library: &'static Library) -> Contender {
        Contender::Here {
            library,
            name: library.name.to_owned(),
            threads: 1,
        }
    }

    /// The same library on so many threads.
    pub(crate) fn on_threads(library: &'static Library, threads: usize) -> Contender {
        Contender::Here {
            library,
            name: format!("{} {threads} threads", library.name),
            threads,
        }
    }

    /// One in another process.
    ///
    /// # Errors
    /// [`BenchError::Process`] if it does not start.
    pub(crate) fn away(
        name: &str,
        command: &mut std::process::Command,
        asked: Asked,
    ) -> Result<Contender, BenchError> {
        Ok(Contender::Away(Away {
            name: name.to_owned(),
            process: Process::start(name, command)?,
            asked,
        }))
    }

    pub(crate) fn name(&self) -> &str {
        match self {
            Contender::Here { name, .. } => name,
            Contender::Away(away) => &away.name,
        }
    }

    /// What one run uses, where that can be seen.
    pub(super) fn usage(&self, case: &Case, file: &Bytes) -> Result<Option<Usage>, BenchError> {
        match self {
            Contender::Here {
                library, threads, ..
            } => usage::of(library, file, &case.work.on_threads(*threads)).map(Some),
            Contender::Away(_) => Ok(None),
        }
    }

    /// Makes ready for the case; none where this one is not asked or cannot.
    pub(super) fn prepare(
        &mut self,
        case: &Case,
        file: &Bytes,
        expected: usize,
    ) -> Result<Option<Turn<'_>>, BenchError> {
        let away = match self {
            Contender::Here {
                library, threads, ..
            } => {
                let task = (library.task)(file, &case.work.on_threads(*threads))?;
                return Ok(Some(Box::new(move || {
                    let start = Instant::now();
                    black_box(task()?);
                    Ok(start.elapsed().as_nanos() as f64)
                })));
            }
            Contender::Away(away) => away,
        };
        if away.asked == Asked::Scans && !is_stock_scan(&case.work) {
            return Ok(None);
        }
        let path = case.file.path();
        let answer = away
            .process
            .prepare(&case.name, &path.to_string_lossy(), 8192)?;
        match answer {
            Answer::Ready(count) if count == expected => Ok(Some(Box::new(|| away.process.run()))),
            Answer::Ready(count) => Err(BenchError::Process {
                name: away.name.clone(),
                message: format!(
                    "{}: expected a count of {expected}, found {count}",
                    case.name
                ),
            }),
            Answer::Declined => Ok(None),
        }
    }
}

fn is_stock_scan(work: &Work) -> bool {
    let is_stock = |read: &Read| read.is_scan() && read.output == Output::Stock;
    matches!(work, Work::Read(read) if is_stock(read))
}
