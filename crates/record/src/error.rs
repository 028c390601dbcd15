//! What can go wrong while rows are read or looked at.

use std::fmt;
use std::sync::Arc;

use herringbone_column::{ColumnError, ColumnErrorKind};
use herringbone_format::FormatError;
use herringbone_format::basic::Type as PhysicalType;

use crate::DataType;

/// The result of everything in this crate.
pub(crate) type Result<T, E = RecordError> = std::result::Result<T, E>;

/// An error while rows are read or looked at.
#[derive(Debug)]
pub struct RecordError(Box<RecordErrorKind>);

/// What went wrong.
#[derive(Debug)]
#[non_exhaustive]
pub enum RecordErrorKind {
    /// The file could not be read; the error says where.
    Read(ColumnError),
    /// A value was asked for as a type that its column does not have.
    WrongType {
        /// The column's path.
        column: Arc<str>,
        /// What was asked for.
        asked: &'static str,
        /// What the column is.
        data_type: DataType,
    },
    /// A value was asked for that is null.
    Null {
        /// The column's path.
        column: Arc<str>,
    },
    /// There is no column of this name.
    NoSuchColumn {
        /// The name.
        name: String,
    },
    /// There is no column, element or row group of this number.
    NoSuchIndex {
        /// What is counted.
        what: &'static str,
        /// The number.
        index: usize,
        /// How many there are.
        len: usize,
    },
    /// Values of the column cannot mean what the schema says they do.
    Annotation {
        /// The column's path.
        column: Arc<str>,
        /// What they are said to mean.
        annotation: String,
        /// What they are stored as.
        physical_type: PhysicalType,
    },
    /// Only the keys or only the values of a map were projected.
    HalfMap {
        /// The map's path.
        column: Arc<str>,
    },
}

impl RecordError {
    /// What went wrong.
    pub fn kind(&self) -> &RecordErrorKind {
        &self.0
    }

    #[cold]
    pub(crate) fn no_such_index(what: &'static str, index: usize, len: usize) -> Self {
        RecordErrorKind::NoSuchIndex { what, index, len }.into()
    }
}

impl From<RecordErrorKind> for RecordError {
    fn from(kind: RecordErrorKind) -> Self {
        Self(Box::new(kind))
    }
}

impl From<ColumnError> for RecordError {
    fn from(error: ColumnError) -> Self {
        RecordErrorKind::Read(error).into()
    }
}

impl From<ColumnErrorKind> for RecordError {
    fn from(kind: ColumnErrorKind) -> Self {
        ColumnError::from(kind).into()
    }
}

impl From<FormatError> for RecordError {
    fn from(error: FormatError) -> Self {
        ColumnError::from(error).into()
    }
}

impl From<std::io::Error> for RecordError {
    fn from(error: std::io::Error) -> Self {
        ColumnError::from(error).into()
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            RecordErrorKind::Read(error) => error.fmt(f),
            RecordErrorKind::WrongType {
                column,
                asked,
                data_type,
            } => write!(f, "column {column}: asked for {asked}, found {data_type}"),
            RecordErrorKind::Null { column } => {
                write!(f, "column {column}: expected a value, found null")
            }
            RecordErrorKind::NoSuchColumn { name } => write!(f, "no column {name:?}"),
            RecordErrorKind::NoSuchIndex { what, index, len } => {
                write!(f, "no {what} {index}: there are {len}")
            }
            RecordErrorKind::Annotation {
                column,
                annotation,
                physical_type,
            } => write!(
                f,
                "column {column}: {annotation} cannot annotate physical type {physical_type}"
            ),
            RecordErrorKind::HalfMap { column } => write!(
                f,
                "column {column}: a map is read with its keys and its values, found one of them"
            ),
        }
    }
}

impl std::error::Error for RecordError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self.kind() {
            RecordErrorKind::Read(error) => Some(error),
            _ => None,
        }
    }
}
