//! What can go wrong in a task.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;

/// Why a task did not succeed.
#[derive(Debug)]
#[non_exhaustive]
pub(crate) enum TaskError {
    /// A file or folder could not be read or written.
    Io { path: PathBuf, source: io::Error },
    /// A program could not be started.
    NotStarted { command: String, source: io::Error },
    /// A program ran and reported failure.
    Failed { command: String, status: ExitStatus },
    /// Something that the task needs is absent; `remedy` says how to get it.
    Missing { what: String, remedy: String },
    /// A file holds something else than it should.
    Differs { path: PathBuf, why: String },
    /// A crate is in a dependency tree that must not hold it.
    UnwantedDependency { package: String, found: String },
    /// Steps of the gate failed.
    Steps { failed: usize, of: usize },
}

impl TaskError {
    /// Puts the path to an I/O error, for `map_err`.
    pub(crate) fn at(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> TaskError {
        let path = path.into();
        move |source| TaskError::Io { path, source }
    }
}

impl fmt::Display for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TaskError::Io { path, source } => write!(f, "{}: {source}", path.display()),
            TaskError::NotStarted { command, source } => {
                write!(f, "cannot start `{command}`: {source}")
            }
            TaskError::Failed { command, status } => write!(f, "`{command}` failed, {status}"),
            TaskError::Missing { what, remedy } => write!(f, "{what} is not there: {remedy}"),
            TaskError::Differs { path, why } => write!(f, "{}: {why}", path.display()),
            TaskError::UnwantedDependency { package, found } => {
                write!(f, "the dependency tree of {package} holds {found}")
            }
            TaskError::Steps { failed, of } => write!(f, "{failed} of {of} steps failed"),
        }
    }
}

impl std::error::Error for TaskError {}
