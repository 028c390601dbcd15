//! What can go wrong in a benchmark.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why there is no figure.
#[derive(Debug)]
#[non_exhaustive]
pub(crate) enum BenchError {
    /// A file could not be read or written.
    Io { path: PathBuf, source: io::Error },
    /// The data could not be made.
    Data(String),
    /// A file is not stored as its name says.
    WrongEncoding { file: String, found: String },
    /// A library could not read a file.
    Library {
        library: &'static str,
        message: String,
    },
    /// A reader in another process does not do as it is told.
    Process { name: String, message: String },
    /// Two libraries do not read the same from a cell.
    Differs {
        cell: String,
        library: &'static str,
        what: String,
    },
}

impl BenchError {
    /// An error of making data.
    pub(crate) fn data(source: impl fmt::Display) -> BenchError {
        BenchError::Data(source.to_string())
    }
}

impl fmt::Display for BenchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BenchError::Io { path, source } => write!(f, "{}: {source}", path.display()),
            BenchError::Data(message) => write!(f, "cannot make the data: {message}"),
            BenchError::WrongEncoding { file, found } => {
                write!(f, "{file} is not stored as its name says: {found}")
            }
            BenchError::Library { library, message } => write!(f, "{library}: {message}"),
            BenchError::Process { name, message } => write!(f, "{name}: {message}"),
            BenchError::Differs {
                cell,
                library,
                what,
            } => {
                write!(f, "{cell}: {library} differs from parquet 59.3: {what}")
            }
        }
    }
}

impl std::error::Error for BenchError {}
