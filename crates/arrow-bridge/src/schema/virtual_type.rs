//! Columns that are not in the file and can be read all the same.

use arrow_schema::extension::ExtensionType;
use arrow_schema::{ArrowError, DataType, Field};

use crate::error::{ParquetError, Result};

/// What the names of all virtual columns' extension types begin with.
const PREFIX: &str = "parquet.virtual.";

/// A virtual column: the number of each row in the file, from 0.
///
/// Give a field of type `Int64` this extension type and pass it to the reader's options.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct RowNumber;

/// A virtual column: the index of the row group that each row is in.
///
/// Give a field of type `Int64` this extension type and pass it to the reader's options.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct RowGroupIndex;

/// A virtual column: the path of the file that each row is from, as the reader was told it.
///
/// Give a field of type `Utf8` this extension type and pass it to the reader's options.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct FilePath;

/// Whether the field is a virtual column, by the name of its extension type.
pub fn is_virtual_column(field: &Field) -> bool {
    field
        .extension_type_name()
        .is_some_and(|name| name.starts_with(PREFIX))
}

/// The virtual columns there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum VirtualColumn {
    /// [`RowNumber`]
    RowNumber,
    /// [`RowGroupIndex`]
    RowGroupIndex,
    /// [`FilePath`]
    FilePath,
}

/// Which virtual column a field asks for.
///
/// # Errors
/// If it is none, or not of the type that it must have.
pub(crate) fn check_virtual(field: &Field) -> Result<VirtualColumn> {
    let (column, expected) = match field.extension_type_name() {
        Some(RowNumber::NAME) => (VirtualColumn::RowNumber, DataType::Int64),
        Some(RowGroupIndex::NAME) => (VirtualColumn::RowGroupIndex, DataType::Int64),
        Some(FilePath::NAME) => (VirtualColumn::FilePath, DataType::Utf8),
        found => {
            return Err(ParquetError::General(format!(
                "field {}: expected the extension type of a virtual column, found {}",
                field.name(),
                found.unwrap_or("none")
            )));
        }
    };
    if *field.data_type() != expected {
        return Err(ParquetError::General(format!(
            "virtual field {}: expected type {expected}, found {}",
            field.name(),
            field.data_type()
        )));
    }
    Ok(column)
}

/// An extension type without parameters, stored as `$storage`.
macro_rules! plain_extension_type {
    ($name:ident, $extension:literal, $storage:path) => {
        impl ExtensionType for $name {
            const NAME: &'static str = $extension;
            type Metadata = &'static str;

            fn metadata(&self) -> &Self::Metadata {
                &""
            }

            fn serialize_metadata(&self) -> Option<String> {
                Some(String::new())
            }

            fn deserialize_metadata(metadata: Option<&str>) -> Result<&'static str, ArrowError> {
                no_parameters(metadata)
            }

            fn supports_data_type(&self, data_type: &DataType) -> Result<(), ArrowError> {
                stored_as(&$storage, data_type)
            }

            fn try_new(data_type: &DataType, _: Self::Metadata) -> Result<Self, ArrowError> {
                stored_as(&$storage, data_type).map(|()| Self)
            }
        }
    };
}

plain_extension_type!(RowNumber, "parquet.virtual.row_number", DataType::Int64);
plain_extension_type!(
    RowGroupIndex,
    "parquet.virtual.row_group_index",
    DataType::Int64
);
plain_extension_type!(FilePath, "parquet.virtual.file_path", DataType::Utf8);

fn no_parameters(metadata: Option<&str>) -> Result<&'static str, ArrowError> {
    match metadata {
        Some("") => Ok(""),
        found => Err(ArrowError::InvalidArgumentError(format!(
            "a virtual column has empty extension metadata, found {found:?}"
        ))),
    }
}

fn stored_as(expected: &DataType, found: &DataType) -> Result<(), ArrowError> {
    if expected == found {
        return Ok(());
    }
    Err(ArrowError::InvalidArgumentError(format!(
        "a virtual column of this kind has type {expected}, found {found}"
    )))
}
