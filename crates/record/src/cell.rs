//! One value of one column, wherever it stands.

use crate::column::Column;
use crate::error::{RecordError, RecordErrorKind, Result};
use crate::{
    DataType, Date, Decimal, Int96, Interval, List, Map, Row, Time, Timestamp, Uuid, Value,
};

/// A value of a row, an element of a list, a key or value of a map: borrowed, null or not.
///
/// An accessor of another type than the column's, or of a value that is null, is an error. Integers
/// of fewer bits may be asked for as wider ones, and `f32` as `f64`.
#[derive(Clone, Copy)]
pub struct Cell<'a> {
    pub(crate) column: &'a Column,
    pub(crate) slot: usize,
}

/// The accessors, from what a cell stores.
macro_rules! accessors {
    ($($name:ident -> $value:ty, $stored:ident, $what:literal;)*) => {$(
        #[doc = $what]
        ///
        /// # Errors
        ///
        /// A column of another type, or null.
        #[inline(always)]
        pub fn $name(self) -> Result<$value> {
            self.checked(stringify!($name), self.$stored())
        }
    )*};
}

impl<'a> Cell<'a> {
    /// `slot` is one of the window.
    #[inline]
    pub(crate) fn new(column: &'a Column, slot: usize) -> Self {
        Self { column, slot }
    }

    /// What the column holds.
    #[inline]
    #[must_use]
    pub fn data_type(self) -> DataType {
        self.column.data_type
    }

    /// Whether the value is null.
    #[inline]
    #[must_use]
    pub fn is_null(self) -> bool {
        !self.column.is_valid(self.slot)
    }

    /// The cell, or `None` if it is null.
    #[inline]
    #[must_use]
    pub fn non_null(self) -> Option<Self> {
        (!self.is_null()).then_some(self)
    }

    accessors! {
        bool -> bool, stored_bool, "A BOOLEAN.";
        i32 -> i32, stored_i32, "An integer of at most 32 bits, or of 16 bits without a sign.";
        i64 -> i64, stored_i64, "An integer of at most 64 bits, or of 32 bits without a sign.";
        u64 -> u64, stored_u64, "An integer of at most 64 bits without a sign.";
        f32 -> f32, stored_f32, "A FLOAT or FLOAT16.";
        f64 -> f64, stored_f64, "A DOUBLE, FLOAT or FLOAT16.";
        str -> &'a str, stored_str, "Text: STRING, ENUM or JSON.";
        bytes -> &'a [u8], stored_bytes, "Bytes of any length, of a fixed length, or those of text.";
        decimal -> Decimal, stored_decimal, "A decimal.";
        date -> Date, stored_date, "A date.";
        time -> Time, stored_time, "A time of day.";
        timestamp -> Timestamp, stored_timestamp, "A timestamp; one stored as INT96 comes in nanoseconds, or in microseconds where those are too many.";
        int96 -> Int96, stored_int96, "An INT96.";
        uuid -> Uuid, stored_uuid, "A UUID.";
        interval -> Interval, stored_interval, "An interval.";
        list -> List<'a>, stored_list, "A list.";
        map -> Map<'a>, stored_map, "A map.";
        row -> Row<'a>, stored_row, "A struct, as a row of its fields.";
    }

    /// Whatever is there.
    #[must_use]
    pub fn value(self) -> Value<'a> {
        if self.is_null() {
            return Value::Null;
        }
        // Nothing is stored otherwise than as its own type.
        self.stored_value().unwrap_or(Value::Null)
    }

    fn stored_value(self) -> Option<Value<'a>> {
        Some(match self.column.data_type {
            DataType::Null => Value::Null,
            DataType::Boolean => Value::Boolean(self.stored_bool()?),
            // The integers lose nothing: the type says how many bits they have.
            DataType::Int8 => Value::Int8(self.stored_i64()? as i8),
            DataType::Int16 => Value::Int16(self.stored_i64()? as i16),
            DataType::Int32 => Value::Int32(self.stored_i32()?),
            DataType::Int64 => Value::Int64(self.stored_i64()?),
            DataType::UInt8 => Value::UInt8(self.stored_u64()? as u8),
            DataType::UInt16 => Value::UInt16(self.stored_u64()? as u16),
            DataType::UInt32 => Value::UInt32(self.stored_u64()? as u32),
            DataType::UInt64 => Value::UInt64(self.stored_u64()?),
            DataType::Float16 => Value::Float16(self.stored_f32()?),
            DataType::Float32 => Value::Float32(self.stored_f32()?),
            DataType::Float64 => Value::Float64(self.stored_f64()?),
            DataType::Decimal { .. } => Value::Decimal(self.stored_decimal()?),
            DataType::Date => Value::Date(self.stored_date()?),
            DataType::Time { .. } => Value::Time(self.stored_time()?),
            DataType::Timestamp { .. } => Value::Timestamp(self.stored_timestamp()?),
            DataType::Int96 => Value::Int96(self.stored_int96()?),
            DataType::Interval => Value::Interval(self.stored_interval()?),
            DataType::String => Value::String(self.stored_str()?),
            DataType::Bytes | DataType::FixedBytes(_) => Value::Bytes(self.stored_bytes()?),
            DataType::Uuid => Value::Uuid(self.stored_uuid()?),
            DataType::List => Value::List(self.stored_list()?),
            DataType::Map => Value::Map(self.stored_map()?),
            DataType::Struct => Value::Struct(self.stored_row()?),
        })
    }

    /// `value` unless it is null; `None` says that the column has another type.
    #[inline(always)]
    fn checked<T>(self, asked: &'static str, value: Option<T>) -> Result<T> {
        match value {
            Some(value) if self.column.is_valid(self.slot) => Ok(value),
            Some(_) => Err(self.null()),
            None => Err(self.wrong_type(asked)),
        }
    }

    #[cold]
    fn null(self) -> RecordError {
        RecordErrorKind::Null {
            column: self.column.path.clone(),
        }
        .into()
    }

    #[cold]
    fn wrong_type(self, asked: &'static str) -> RecordError {
        RecordErrorKind::WrongType {
            column: self.column.path.clone(),
            asked,
            data_type: self.column.data_type,
        }
        .into()
    }
}
