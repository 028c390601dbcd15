//! The error of everything that turns Parquet into Arrow.

use std::error::Error;
use std::fmt;
use std::num::TryFromIntError;
use std::string::FromUtf8Error;

use arrow_schema::ArrowError;
use herringbone_column::ColumnError;
use herringbone_decode_kernel::DecodeError;
use herringbone_format::FormatError;
use herringbone_format::basic::NameError;
use herringbone_format::schema::parser::MessageTypeError;
use herringbone_format::schema::types::TypeError;

/// An error while reading Parquet into Arrow.
///
/// The name and the variants that callers build themselves are those of the `parquet` crate, so
/// that a `ChunkReader` or a predicate written for it compiles here.
#[derive(Debug)]
#[non_exhaustive]
pub enum ParquetError {
    /// The metadata of the file is malformed, not supported or over a limit.
    Format(FormatError),
    /// A column chunk could not be read.
    Column(ColumnError),
    /// The request does not fit the file, in words.
    General(String),
    /// A feature that is not there yet, in words.
    NYI(String),
    /// The source ended early, in words.
    EOF(String),
    /// Arrow refused what was built, or a predicate failed.
    ArrowError(String),
    /// An index, and the length that it must stay below.
    IndexOutOfBound(usize, usize),
    /// An error of the caller's own source or predicate.
    External(Box<dyn Error + Send + Sync>),
    /// More bytes are needed; how many in all.
    NeedMoreData(usize),
}

/// The result of everything that turns Parquet into Arrow.
pub type Result<T, E = ParquetError> = std::result::Result<T, E>;

impl fmt::Display for ParquetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format(error) => error.fmt(f),
            Self::Column(error) => error.fmt(f),
            Self::General(message) => f.write_str(message),
            Self::NYI(message) => write!(f, "not supported yet: {message}"),
            Self::EOF(message) => write!(f, "unexpected end: {message}"),
            Self::ArrowError(message) => write!(f, "Arrow: {message}"),
            Self::IndexOutOfBound(index, len) => {
                write!(f, "expected an index below {len}, found {index}")
            }
            Self::External(error) => error.fmt(f),
            Self::NeedMoreData(needed) => write!(f, "{needed} bytes are needed"),
        }
    }
}

impl Error for ParquetError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Format(error) => Some(error),
            Self::Column(error) => Some(error),
            Self::External(error) => Some(error.as_ref()),
            _ => None,
        }
    }
}

impl From<FormatError> for ParquetError {
    fn from(error: FormatError) -> Self {
        Self::Format(error)
    }
}

impl From<ColumnError> for ParquetError {
    fn from(error: ColumnError) -> Self {
        Self::Column(error)
    }
}

impl From<DecodeError> for ParquetError {
    fn from(error: DecodeError) -> Self {
        Self::Column(error.into())
    }
}

impl From<NameError> for ParquetError {
    fn from(error: NameError) -> Self {
        Self::General(error.to_string())
    }
}

impl From<TypeError> for ParquetError {
    fn from(error: TypeError) -> Self {
        Self::General(error.to_string())
    }
}

impl From<MessageTypeError> for ParquetError {
    fn from(error: MessageTypeError) -> Self {
        Self::General(error.to_string())
    }
}

impl From<TryFromIntError> for ParquetError {
    fn from(error: TryFromIntError) -> Self {
        Self::General(error.to_string())
    }
}

impl From<FromUtf8Error> for ParquetError {
    fn from(error: FromUtf8Error) -> Self {
        Self::External(Box::new(error))
    }
}

impl From<ArrowError> for ParquetError {
    fn from(error: ArrowError) -> Self {
        match error {
            ArrowError::ExternalError(error) => Self::External(error),
            other => Self::ArrowError(other.to_string()),
        }
    }
}

impl From<std::io::Error> for ParquetError {
    fn from(error: std::io::Error) -> Self {
        Self::External(Box::new(error))
    }
}

impl From<std::str::Utf8Error> for ParquetError {
    fn from(error: std::str::Utf8Error) -> Self {
        Self::External(Box::new(error))
    }
}

impl From<ParquetError> for ArrowError {
    fn from(error: ParquetError) -> Self {
        Self::ExternalError(Box::new(error))
    }
}

impl From<ParquetError> for std::io::Error {
    fn from(error: ParquetError) -> Self {
        Self::other(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use herringbone_format::basic::Repetition;
    use herringbone_format::schema::parser::parse_message_type;
    use herringbone_format::schema::types::Type;

    /// A program that reads a schema from text has one kind of error.
    #[test]
    fn errors_of_schemas_are_errors_of_parquet() {
        fn read(repetition: &str, message: &str) -> Result<Type> {
            repetition.parse::<Repetition>()?;
            let fields = parse_message_type(message)?.get_fields().to_vec();
            let group = Type::group_type_builder("schema").with_fields(fields);
            u8::try_from(group.build()?.get_fields().len())?;
            Ok(parse_message_type(message)?)
        }
        assert!(read("REQUIRED", "message m { required int32 a; }").is_ok());
        for (repetition, message) in [("SOMETIMES", "message m {}"), ("REQUIRED", "message")] {
            let error = read(repetition, message).map(drop);
            assert!(matches!(error, Err(ParquetError::General(_))), "{error:?}");
        }
    }
}
