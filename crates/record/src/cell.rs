//! One value of one column, wherever it stands.

use crate::column::{Column, Kind, Leaf, LeafValues};
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
    column: &'a Column,
    slot: usize,
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

    /// A BOOLEAN.
    ///
    /// # Errors
    ///
    /// A column of another type, or null.
    #[inline]
    pub fn bool(self) -> Result<bool> {
        let value = match self.leaf() {
            Some(LeafValues::Boolean(reader)) => Some(reader.values().bits().get(self.slot)),
            _ => None,
        };
        self.checked("bool", value)
    }

    /// An integer of at most 32 bits, or of 16 bits without a sign.
    ///
    /// # Errors
    ///
    /// A column of another type, or null.
    #[inline]
    pub fn i32(self) -> Result<i32> {
        let value = match (self.leaf(), self.column.data_type) {
            (Some(LeafValues::Int32(reader)), DataType::Int32) => {
                at(reader.values().values(), self.slot)
            }
            (Some(LeafValues::Int32(reader)), data_type) => {
                let narrowed = narrowed(reader.values().values(), self.slot, data_type);
                narrowed
                    .and_then(|value| i32::try_from(value).ok())
                    .filter(|_| data_type != DataType::UInt32)
            }
            _ => None,
        };
        self.checked("i32", value)
    }

    /// An integer of at most 64 bits, or of 32 bits without a sign.
    ///
    /// # Errors
    ///
    /// A column of another type, or null.
    #[inline]
    pub fn i64(self) -> Result<i64> {
        let value = match (self.leaf(), self.column.data_type) {
            (Some(LeafValues::Int64(reader)), DataType::Int64) => {
                at(reader.values().values(), self.slot)
            }
            (Some(LeafValues::Int32(reader)), data_type) => {
                narrowed(reader.values().values(), self.slot, data_type)
            }
            _ => None,
        };
        self.checked("i64", value)
    }

    /// An integer of at most 64 bits without a sign.
    ///
    /// # Errors
    ///
    /// A column of another type, or null.
    #[inline]
    pub fn u64(self) -> Result<u64> {
        use DataType::{UInt8, UInt16, UInt32};
        let value = match (self.leaf(), self.column.data_type) {
            (Some(LeafValues::Int64(reader)), DataType::UInt64) => {
                at(reader.values().values(), self.slot).map(|value| value as u64)
            }
            (Some(LeafValues::Int32(reader)), data_type @ (UInt8 | UInt16 | UInt32)) => {
                // Not negative.
                narrowed(reader.values().values(), self.slot, data_type).map(|value| value as u64)
            }
            _ => None,
        };
        self.checked("u64", value)
    }

    /// A FLOAT or FLOAT16.
    ///
    /// # Errors
    ///
    /// A column of another type, or null.
    #[inline]
    pub fn f32(self) -> Result<f32> {
        let value = match (self.leaf(), self.column.data_type) {
            (Some(LeafValues::Float32(reader)), _) => at(reader.values().values(), self.slot),
            (Some(_), DataType::Float16) => self.fixed::<2>().map(widened),
            _ => None,
        };
        self.checked("f32", value)
    }

    /// A DOUBLE, FLOAT or FLOAT16.
    ///
    /// # Errors
    ///
    /// A column of another type, or null.
    #[inline]
    pub fn f64(self) -> Result<f64> {
        match self.leaf() {
            Some(LeafValues::Float64(reader)) => {
                self.checked("f64", at(reader.values().values(), self.slot))
            }
            Some(LeafValues::Float32(_) | LeafValues::Fixed(_)) => self.f32().map(f64::from),
            _ => self.checked("f64", None),
        }
    }

    /// Text: STRING, ENUM or JSON.
    ///
    /// # Errors
    ///
    /// A column of another type, or null.
    #[inline]
    pub fn str(self) -> Result<&'a str> {
        let value = match (self.leaf(), self.column.data_type) {
            (Some(LeafValues::Bytes(reader)), DataType::String) => {
                // Only a null has none.
                Some(reader.values().str(self.slot).unwrap_or_default())
            }
            _ => None,
        };
        self.checked("str", value)
    }

    /// Bytes of any length, of a fixed length, or those of text.
    ///
    /// # Errors
    ///
    /// A column of another type, or null.
    #[inline]
    pub fn bytes(self) -> Result<&'a [u8]> {
        let value = match (self.leaf(), self.column.data_type) {
            (Some(LeafValues::Bytes(reader)), _) => {
                Some(reader.values().bytes(self.slot).unwrap_or_default())
            }
            (Some(LeafValues::Fixed(reader)), DataType::FixedBytes(width)) => {
                let start = self.slot * width;
                Some(
                    reader
                        .values()
                        .bytes()
                        .get(start..start + width)
                        .unwrap_or_default(),
                )
            }
            (_, DataType::Uuid) => self.fixed_ref::<16>().map(|bytes| &bytes[..]),
            _ => None,
        };
        self.checked("bytes", value)
    }

    /// A decimal.
    ///
    /// # Errors
    ///
    /// A column of another type, or null.
    #[inline]
    pub fn decimal(self) -> Result<Decimal> {
        let value = match (self.column.data_type, self.leaf()) {
            (DataType::Decimal { precision, scale }, Some(values)) => match values {
                LeafValues::Int32(reader) => at(reader.values().values(), self.slot)
                    .map(|value| Decimal::new(i128::from(value), precision, scale)),
                LeafValues::Int64(reader) => at(reader.values().values(), self.slot)
                    .map(|value| Decimal::new(i128::from(value), precision, scale)),
                LeafValues::Decimal128(reader) => at(reader.values().values(), self.slot)
                    .map(|value| Decimal::new(value, precision, scale)),
                LeafValues::Decimal256(reader) => at(reader.values().values(), self.slot)
                    .map(|value| Decimal::from_halves(value, precision, scale)),
                _ => None,
            },
            _ => None,
        };
        self.checked("decimal", value)
    }

    /// A date.
    ///
    /// # Errors
    ///
    /// A column of another type, or null.
    #[inline]
    pub fn date(self) -> Result<Date> {
        let value = match (self.leaf(), self.column.data_type) {
            (Some(LeafValues::Int32(reader)), DataType::Date) => {
                at(reader.values().values(), self.slot).map(Date::from_days)
            }
            _ => None,
        };
        self.checked("date", value)
    }

    /// A time of day.
    ///
    /// # Errors
    ///
    /// A column of another type, or null.
    #[inline]
    pub fn time(self) -> Result<Time> {
        let value = match (self.column.data_type, self.leaf()) {
            (DataType::Time { unit, is_utc }, Some(LeafValues::Int32(reader))) => {
                at(reader.values().values(), self.slot)
                    .map(|value| Time::new(i64::from(value), unit, is_utc))
            }
            (DataType::Time { unit, is_utc }, Some(LeafValues::Int64(reader))) => {
                at(reader.values().values(), self.slot).map(|value| Time::new(value, unit, is_utc))
            }
            _ => None,
        };
        self.checked("time", value)
    }

    /// A timestamp; one stored as INT96 comes in nanoseconds, or in microseconds where those are too
    /// many.
    ///
    /// # Errors
    ///
    /// A column of another type, or null.
    #[inline]
    pub fn timestamp(self) -> Result<Timestamp> {
        let value = match (self.column.data_type, self.leaf()) {
            (DataType::Timestamp { unit, is_utc }, Some(LeafValues::Int64(reader))) => {
                at(reader.values().values(), self.slot)
                    .map(|value| Timestamp::new(value, unit, is_utc))
            }
            (_, Some(LeafValues::Int96(reader))) => at(reader.values().values(), self.slot)
                .map(Int96::from_bytes)
                .and_then(|value| value.nanos().or_else(|| value.micros())),
            _ => None,
        };
        self.checked("timestamp", value)
    }

    /// An INT96.
    ///
    /// # Errors
    ///
    /// A column of another type, or null.
    #[inline]
    pub fn int96(self) -> Result<Int96> {
        let value = match self.leaf() {
            Some(LeafValues::Int96(reader)) => {
                at(reader.values().values(), self.slot).map(Int96::from_bytes)
            }
            _ => None,
        };
        self.checked("int96", value)
    }

    /// A UUID.
    ///
    /// # Errors
    ///
    /// A column of another type, or null.
    #[inline]
    pub fn uuid(self) -> Result<Uuid> {
        let value = match self.column.data_type {
            DataType::Uuid => self.fixed::<16>().map(Uuid::from_bytes),
            _ => None,
        };
        self.checked("uuid", value)
    }

    /// An interval.
    ///
    /// # Errors
    ///
    /// A column of another type, or null.
    #[inline]
    pub fn interval(self) -> Result<Interval> {
        let value = match self.column.data_type {
            DataType::Interval => self.fixed::<12>().map(Interval::from_bytes),
            _ => None,
        };
        self.checked("interval", value)
    }

    /// A list.
    ///
    /// # Errors
    ///
    /// A column of another type, or null.
    #[inline]
    pub fn list(self) -> Result<List<'a>> {
        let value = match &self.column.kind {
            Kind::List(list) => {
                range(&list.offsets, self.slot).map(|range| List::new(&list.element, range))
            }
            _ => None,
        };
        self.checked("list", value)
    }

    /// A map.
    ///
    /// # Errors
    ///
    /// A column of another type, or null.
    #[inline]
    pub fn map(self) -> Result<Map<'a>> {
        let value = match &self.column.kind {
            Kind::Map(map) => {
                range(&map.offsets, self.slot).map(|range| Map::new(&map.key, &map.value, range))
            }
            _ => None,
        };
        self.checked("map", value)
    }

    /// A struct, as a row of its fields.
    ///
    /// # Errors
    ///
    /// A column of another type, or null.
    #[inline]
    pub fn row(self) -> Result<Row<'a>> {
        let value = match &self.column.kind {
            Kind::Struct(children) => Some(Row::new(children, self.slot)),
            _ => None,
        };
        self.checked("struct", value)
    }

    /// Whatever is there.
    #[must_use]
    pub fn value(self) -> Value<'a> {
        if self.is_null() {
            return Value::Null;
        }
        // The column's own type is never a wrong one.
        self.typed_value().unwrap_or(Value::Null)
    }

    fn typed_value(self) -> Result<Value<'a>> {
        Ok(match self.column.data_type {
            DataType::Null => Value::Null,
            DataType::Boolean => Value::Boolean(self.bool()?),
            // The integers lose nothing: the type says how many bits they have.
            DataType::Int8 => Value::Int8(self.i64()? as i8),
            DataType::Int16 => Value::Int16(self.i64()? as i16),
            DataType::Int32 => Value::Int32(self.i32()?),
            DataType::Int64 => Value::Int64(self.i64()?),
            DataType::UInt8 => Value::UInt8(self.u64()? as u8),
            DataType::UInt16 => Value::UInt16(self.u64()? as u16),
            DataType::UInt32 => Value::UInt32(self.u64()? as u32),
            DataType::UInt64 => Value::UInt64(self.u64()?),
            DataType::Float16 => Value::Float16(self.f32()?),
            DataType::Float32 => Value::Float32(self.f32()?),
            DataType::Float64 => Value::Float64(self.f64()?),
            DataType::Decimal { .. } => Value::Decimal(self.decimal()?),
            DataType::Date => Value::Date(self.date()?),
            DataType::Time { .. } => Value::Time(self.time()?),
            DataType::Timestamp { .. } => Value::Timestamp(self.timestamp()?),
            DataType::Int96 => Value::Int96(self.int96()?),
            DataType::Interval => Value::Interval(self.interval()?),
            DataType::String => Value::String(self.str()?),
            DataType::Bytes | DataType::FixedBytes(_) => Value::Bytes(self.bytes()?),
            DataType::Uuid => Value::Uuid(self.uuid()?),
            DataType::List => Value::List(self.list()?),
            DataType::Map => Value::Map(self.map()?),
            DataType::Struct => Value::Struct(self.row()?),
        })
    }

    #[inline]
    fn leaf(self) -> Option<&'a LeafValues> {
        match &self.column.kind {
            Kind::Leaf(Leaf { values, .. }) => Some(values),
            _ => None,
        }
    }

    /// The bytes of a fixed-length value of `N` bytes.
    #[inline]
    fn fixed_ref<const N: usize>(self) -> Option<&'a [u8; N]> {
        match self.leaf() {
            Some(LeafValues::Fixed(reader)) => {
                reader.values().bytes().as_chunks::<N>().0.get(self.slot)
            }
            _ => None,
        }
    }

    #[inline]
    fn fixed<const N: usize>(self) -> Option<[u8; N]> {
        self.fixed_ref().copied()
    }

    /// `value` unless it is null; `None` says that the column has another type.
    #[inline]
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

#[inline]
fn at<T: Copy>(values: &[T], slot: usize) -> Option<T> {
    values.get(slot).copied()
}

/// A stored INT32 as the integer that its column holds.
///
/// Writers of small integers may leave anything in the bits above; readers cut them off.
#[inline]
fn narrowed(values: &[i32], slot: usize, data_type: DataType) -> Option<i64> {
    let value = at(values, slot)?;
    Some(match data_type {
        DataType::Int32 => i64::from(value),
        DataType::Int8 => i64::from(value as i8),
        DataType::Int16 => i64::from(value as i16),
        DataType::UInt8 => i64::from(value as u8),
        DataType::UInt16 => i64::from(value as u16),
        DataType::UInt32 => i64::from(value as u32),
        _ => return None,
    })
}

fn widened(half: [u8; 2]) -> f32 {
    half::f16::from_le_bytes(half).to_f32()
}

/// The elements of list `slot`.
#[inline]
fn range(offsets: &[i32], slot: usize) -> Option<std::ops::Range<usize>> {
    let &[start, end] = offsets.get(slot..)?.first_chunk::<2>()?;
    // Offsets are never negative.
    Some(start as u32 as usize..end as u32 as usize)
}
