//! What goes wrong, and the exit code that tells it.

use std::fmt::Display;
use std::process::ExitCode;

use arrow_schema::ArrowError;

use crate::input::Input;
use crate::text::one_line;

/// Why a command did not do what it was asked to.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The request makes no sense, or not for this file. Exit code 2.
    Usage(String),
    /// A file is bad, or cannot be read or written. Exit code 1.
    File {
        /// The file, as the user named it.
        file: String,
        /// What is wrong with it, and where.
        message: String,
    },
    /// All has been said already. Exit code 1.
    Told,
}

impl Failure {
    /// `error` about `file`.
    pub(crate) fn file(file: impl Into<String>, error: impl Display) -> Self {
        Self::File {
            file: file.into(),
            message: error.to_string(),
        }
    }

    /// `message` about a request that `input` cannot serve.
    pub(crate) fn usage_of(input: &Input, message: String) -> Self {
        Self::Usage(format!("{}: {message}", input.name))
    }

    /// `error` about `file`, without the words that Arrow puts around errors of others.
    pub(crate) fn arrow(file: impl Into<String>, error: &ArrowError) -> Self {
        let message = match error {
            ArrowError::ExternalError(error) => error.to_string(),
            ArrowError::IoError(_, error) => error.to_string(),
            ArrowError::InvalidArgumentError(message)
            | ArrowError::JsonError(message)
            | ArrowError::NotYetImplemented(message)
            | ArrowError::ComputeError(message)
            | ArrowError::IpcError(message) => message.clone(),
            other => other.to_string(),
        };
        Self::file(file, message)
    }

    /// Whether the file named `name` is to blame.
    pub(crate) fn is_about(&self, name: &str) -> bool {
        matches!(self, Self::File { file, .. } if file == name)
    }

    /// Says on standard error what went wrong, in one line.
    pub(crate) fn report(&self) {
        match self {
            Self::Usage(message) => eprint(&format!("{message} (see herringbone --help)")),
            Self::File { file, message } => eprint(&format!("{file}: {message}")),
            Self::Told => {}
        }
    }

    /// The program's exit code.
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Self::Usage(_) => ExitCode::from(2),
            Self::File { .. } | Self::Told => ExitCode::from(1),
        }
    }
}

/// Names in files may hold any character, also those that control a terminal.
fn eprint(message: &str) {
    use std::io::Write;
    // Nobody is left to be told if standard error is gone.
    let _ = writeln!(std::io::stderr(), "herringbone: {}", one_line(message));
}
