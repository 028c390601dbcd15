//! What can go wrong while one column chunk is read, and where it went wrong.

use std::fmt;
use std::sync::Arc;

use herringbone_codec::CodecError;
use herringbone_decode_kernel::DecodeError;
use herringbone_format::FormatError;

/// An error while reading a column chunk: what, and the place in the file.
///
/// The four kinds stay apart: malformed bytes, a feature that is not supported, a limit that was
/// exceeded, and a failure of the source.
#[derive(Debug)]
pub struct ColumnError {
    kind: Box<ColumnErrorKind>,
    place: Place,
}

/// What went wrong, without the place.
#[derive(Debug)]
#[non_exhaustive]
pub enum ColumnErrorKind {
    /// The metadata of the file or of a page is malformed.
    Format(FormatError),
    /// A page could not be decompressed.
    Codec(CodecError),
    /// The values or levels of a page are malformed.
    Decode(DecodeError),
    /// The source failed to deliver bytes.
    Io(std::io::Error),
    /// The source has fewer bytes than the file's metadata says.
    ShortSource {
        /// First byte that was asked for.
        offset: u64,
        /// Number of bytes that were asked for.
        size: u64,
        /// Bytes that the source holds in all.
        available: u64,
    },
    /// The checksum in a page's header does not fit its bytes.
    Checksum {
        /// The checksum in the page header.
        expected: u32,
        /// The checksum of the bytes.
        found: u32,
    },
    /// An encoding that the format does not allow here, or that is not known.
    Encoding {
        /// The encoding as the page header names it.
        encoding: String,
        /// The physical type of the column.
        physical_type: &'static str,
    },
    /// A dictionary-encoded page comes before any dictionary page.
    MissingDictionary,
    /// A second dictionary page in one chunk.
    SecondDictionary,
    /// A count does not fit what is really there.
    Count {
        /// What was counted, in words.
        what: &'static str,
        /// The number expected.
        expected: u64,
        /// The number found.
        found: u64,
    },
    /// The first repetition level of a chunk is not zero.
    FirstRepetitionLevel(u8),
    /// A value does not fit the type that the caller asked for.
    OutOfRange {
        /// The value, in words.
        what: &'static str,
        /// The type that it does not fit.
        target: &'static str,
    },
    /// A limit was exceeded.
    Limit {
        /// The limit's name.
        limit: &'static str,
        /// Its value.
        max: u64,
        /// What the file asks for.
        found: u64,
    },
    /// The column is encrypted, which is not supported yet.
    Encrypted,
    /// A combination that cannot be read yet.
    Unsupported(&'static str),
}

/// Where in the file an error happened; fields that do not apply are `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The dotted path of the column.
    pub column: Option<Arc<str>>,
    /// Index of the row group.
    pub row_group: Option<usize>,
    /// Index of the page in its chunk, the dictionary page included.
    pub page: Option<usize>,
    /// Offset in the file, in bytes, of the page or of the metadata.
    pub file_offset: Option<u64>,
}

impl ColumnError {
    /// An error at an unknown place; callers further up add it by [`ColumnError::at`].
    pub fn new(kind: ColumnErrorKind) -> Self {
        Self {
            kind: Box::new(kind),
            place: Place::default(),
        }
    }

    /// What went wrong.
    pub fn kind(&self) -> &ColumnErrorKind {
        &self.kind
    }

    /// Where it went wrong.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// Adds the parts of the place that are not known yet.
    #[must_use]
    pub fn at(mut self, place: &Place) -> Self {
        let own = &mut self.place;
        own.column = own.column.take().or_else(|| place.column.clone());
        own.row_group = own.row_group.or(place.row_group);
        own.page = own.page.or(place.page);
        own.file_offset = own.file_offset.or(place.file_offset);
        self
    }
}

impl From<ColumnErrorKind> for ColumnError {
    fn from(kind: ColumnErrorKind) -> Self {
        Self::new(kind)
    }
}

impl From<FormatError> for ColumnError {
    fn from(error: FormatError) -> Self {
        Self::new(ColumnErrorKind::Format(error))
    }
}

impl From<CodecError> for ColumnError {
    fn from(error: CodecError) -> Self {
        Self::new(ColumnErrorKind::Codec(error))
    }
}

impl From<DecodeError> for ColumnError {
    fn from(error: DecodeError) -> Self {
        Self::new(ColumnErrorKind::Decode(error))
    }
}

impl From<std::io::Error> for ColumnError {
    fn from(error: std::io::Error) -> Self {
        Self::new(ColumnErrorKind::Io(error))
    }
}

impl fmt::Display for ColumnErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format(error) => error.fmt(f),
            Self::Codec(error) => error.fmt(f),
            Self::Decode(error) => error.fmt(f),
            Self::Io(error) => write!(f, "reading the source failed: {error}"),
            Self::ShortSource {
                offset,
                size,
                available,
            } => {
                write!(
                    f,
                    "expected {size} bytes at file offset {offset}, found a source of {available} bytes"
                )
            }
            Self::Checksum { expected, found } => {
                write!(
                    f,
                    "page checksum mismatch: expected {expected:#010x}, found {found:#010x}"
                )
            }
            Self::Encoding {
                encoding,
                physical_type,
            } => {
                write!(
                    f,
                    "encoding {encoding} is not supported for physical type {physical_type}"
                )
            }
            Self::MissingDictionary => {
                f.write_str("a dictionary-encoded page, but no dictionary page before it")
            }
            Self::SecondDictionary => f.write_str("a second dictionary page in one column chunk"),
            Self::Count {
                what,
                expected,
                found,
            } => write!(f, "expected {expected} {what}, found {found}"),
            Self::FirstRepetitionLevel(found) => {
                write!(
                    f,
                    "expected repetition level 0 at the start of a column chunk, found {found}"
                )
            }
            Self::OutOfRange { what, target } => write!(f, "{what} is out of range for {target}"),
            Self::Limit { limit, max, found } => {
                write!(f, "over the limit {limit}: at most {max}, found {found}")
            }
            Self::Encrypted => f.write_str("the column is encrypted, not supported yet"),
            Self::Unsupported(what) => write!(f, "not supported: {what}"),
        }
    }
}

impl fmt::Display for ColumnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place {
            column,
            row_group,
            page,
            file_offset,
        } = &self.place;
        let mut separator = "";
        let mut part = |f: &mut fmt::Formatter<'_>, text: fmt::Arguments<'_>| {
            let result = write!(f, "{separator}{text}");
            separator = ", ";
            result
        };
        if let Some(column) = column {
            part(f, format_args!("column {column}"))?;
        }
        if let Some(row_group) = row_group {
            part(f, format_args!("row group {row_group}"))?;
        }
        if let Some(page) = page {
            part(f, format_args!("page {page}"))?;
        }
        if let Some(file_offset) = file_offset {
            part(f, format_args!("file offset {file_offset}"))?;
        }
        if self.place != Place::default() {
            f.write_str(": ")?;
        }
        self.kind.fmt(f)
    }
}

impl std::error::Error for ColumnError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self.kind.as_ref() {
            ColumnErrorKind::Format(error) => Some(error),
            ColumnErrorKind::Codec(error) => Some(error),
            ColumnErrorKind::Decode(error) => Some(error),
            ColumnErrorKind::Io(error) => Some(error),
            _ => None,
        }
    }
}
