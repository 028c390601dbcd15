//! Rows and values that are kept when the cursor goes on.

use std::sync::Arc;

use crate::{Cell, Date, Decimal, Int96, Interval, Row, Time, Timestamp, Uuid, Value};

/// A row that owns its values; the names are shared.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnedRow {
    fields: Vec<(Arc<str>, OwnedValue)>,
}

impl OwnedRow {
    /// The values, each with its column's name.
    #[must_use]
    pub fn fields(&self) -> &[(Arc<str>, OwnedValue)] {
        &self.fields
    }

    /// The value of the first column called `name`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&OwnedValue> {
        let field = self.fields.iter().find(|(field, _)| &**field == name);
        field.map(|(_, value)| value)
    }
}

impl From<Row<'_>> for OwnedRow {
    fn from(row: Row<'_>) -> Self {
        let field =
            |(name, cell): (&Arc<str>, Cell<'_>)| (Arc::clone(name), cell.value().to_owned());
        Self {
            fields: row.shared_cells().map(field).collect(),
        }
    }
}

/// A value that owns what it is made of.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the variants are the format's own types")]
pub enum OwnedValue {
    Null,
    Boolean(bool),
    Int8(i8),
    Int16(i16),
    Int32(i32),
    Int64(i64),
    UInt8(u8),
    UInt16(u16),
    UInt32(u32),
    UInt64(u64),
    /// Widened, by which nothing is lost.
    Float16(f32),
    Float32(f32),
    Float64(f64),
    Decimal(Decimal),
    Date(Date),
    Time(Time),
    Timestamp(Timestamp),
    Int96(Int96),
    Interval(Interval),
    String(String),
    Bytes(Vec<u8>),
    Uuid(Uuid),
    List(Vec<OwnedValue>),
    Map(Vec<(OwnedValue, OwnedValue)>),
    Struct(OwnedRow),
}

impl From<Value<'_>> for OwnedValue {
    fn from(value: Value<'_>) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Boolean(value) => Self::Boolean(value),
            Value::Int8(value) => Self::Int8(value),
            Value::Int16(value) => Self::Int16(value),
            Value::Int32(value) => Self::Int32(value),
            Value::Int64(value) => Self::Int64(value),
            Value::UInt8(value) => Self::UInt8(value),
            Value::UInt16(value) => Self::UInt16(value),
            Value::UInt32(value) => Self::UInt32(value),
            Value::UInt64(value) => Self::UInt64(value),
            Value::Float16(value) => Self::Float16(value),
            Value::Float32(value) => Self::Float32(value),
            Value::Float64(value) => Self::Float64(value),
            Value::Decimal(value) => Self::Decimal(value),
            Value::Date(value) => Self::Date(value),
            Value::Time(value) => Self::Time(value),
            Value::Timestamp(value) => Self::Timestamp(value),
            Value::Int96(value) => Self::Int96(value),
            Value::Interval(value) => Self::Interval(value),
            Value::String(value) => Self::String(value.into()),
            Value::Bytes(value) => Self::Bytes(value.into()),
            Value::Uuid(value) => Self::Uuid(value),
            Value::List(list) => {
                Self::List(list.iter().map(|cell| cell.value().to_owned()).collect())
            }
            Value::Map(map) => {
                let owned = |cell: Cell<'_>| cell.value().to_owned();
                let entry = |(key, value)| (owned(key), owned(value));
                Self::Map(map.iter().map(entry).collect())
            }
            Value::Struct(row) => Self::Struct(row.to_owned()),
        }
    }
}
