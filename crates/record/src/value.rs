//! Whatever a cell holds, borrowed.

use std::fmt;

use crate::{Date, Decimal, Int96, Interval, List, Map, OwnedValue, Row, Time, Timestamp, Uuid};

/// A value, borrowed from what the cursor has decoded.
#[derive(Clone, Copy)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the variants are the format's own types")]
pub enum Value<'a> {
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
    String(&'a str),
    /// Of any length, or of a fixed one.
    Bytes(&'a [u8]),
    Uuid(Uuid),
    List(List<'a>),
    Map(Map<'a>),
    Struct(Row<'a>),
}

impl Value<'_> {
    /// Whether it is null.
    #[must_use]
    pub fn is_null(self) -> bool {
        matches!(self, Self::Null)
    }

    /// A copy that outlives the cursor's next step.
    #[must_use]
    pub fn to_owned(self) -> OwnedValue {
        OwnedValue::from(self)
    }
}

impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Boolean(value) => value.fmt(f),
            Self::Int8(value) => value.fmt(f),
            Self::Int16(value) => value.fmt(f),
            Self::Int32(value) => value.fmt(f),
            Self::Int64(value) => value.fmt(f),
            Self::UInt8(value) => value.fmt(f),
            Self::UInt16(value) => value.fmt(f),
            Self::UInt32(value) => value.fmt(f),
            Self::UInt64(value) => value.fmt(f),
            Self::Float16(value) | Self::Float32(value) => value.fmt(f),
            Self::Float64(value) => value.fmt(f),
            Self::Decimal(value) => fmt::Display::fmt(value, f),
            Self::Date(value) => fmt::Display::fmt(value, f),
            Self::Time(value) => fmt::Display::fmt(value, f),
            Self::Timestamp(value) => fmt::Display::fmt(value, f),
            Self::Int96(value) => fmt::Display::fmt(value, f),
            Self::Interval(value) => fmt::Display::fmt(value, f),
            Self::String(value) => value.fmt(f),
            Self::Bytes(value) => write!(f, "b\"{}\"", value.escape_ascii()),
            Self::Uuid(value) => fmt::Display::fmt(value, f),
            Self::List(value) => value.fmt(f),
            Self::Map(value) => value.fmt(f),
            Self::Struct(value) => value.fmt(f),
        }
    }
}

impl fmt::Debug for crate::Cell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value().fmt(f)
    }
}

impl fmt::Debug for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(*self).finish()
    }
}

impl fmt::Debug for Map<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(*self).finish()
    }
}

impl fmt::Debug for Row<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.cells()).finish()
    }
}
