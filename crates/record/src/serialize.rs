//! Rows and values for serializers.
//!
//! A row is a map of its columns, a list a sequence. What most formats have no word for is text:
//! decimals digit by digit, dates and times as ISO 8601 has them, UUIDs; bytes are text of hexadecimal
//! digits where a person may read the format, and bytes elsewhere.

use std::fmt;

use serde_core::ser::{Serialize, SerializeMap, Serializer};

use crate::{Cell, List, Map, OwnedRow, OwnedValue, Row, Value};

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.cells())
    }
}

impl Serialize for Cell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value().serialize(serializer)
    }
}

impl Serialize for List<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}

impl Serialize for Map<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut entries = serializer.serialize_map(Some(self.len()))?;
        for (key, value) in *self {
            entries.serialize_entry(&key, &value)?;
        }
        entries.end()
    }
}

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Boolean(value) => serializer.serialize_bool(*value),
            Self::Int8(value) => serializer.serialize_i8(*value),
            Self::Int16(value) => serializer.serialize_i16(*value),
            Self::Int32(value) => serializer.serialize_i32(*value),
            Self::Int64(value) => serializer.serialize_i64(*value),
            Self::UInt8(value) => serializer.serialize_u8(*value),
            Self::UInt16(value) => serializer.serialize_u16(*value),
            Self::UInt32(value) => serializer.serialize_u32(*value),
            Self::UInt64(value) => serializer.serialize_u64(*value),
            Self::Float16(value) | Self::Float32(value) => serializer.serialize_f32(*value),
            Self::Float64(value) => serializer.serialize_f64(*value),
            Self::Decimal(value) => serializer.collect_str(value),
            Self::Date(value) => serializer.collect_str(value),
            Self::Time(value) => serializer.collect_str(value),
            Self::Timestamp(value) => serializer.collect_str(value),
            Self::Int96(value) => serializer.collect_str(value),
            Self::Interval(value) => serializer.collect_str(value),
            Self::String(value) => serializer.serialize_str(value),
            Self::Bytes(value) => serialize_bytes(value, serializer),
            Self::Uuid(value) => serializer.collect_str(value),
            Self::List(value) => value.serialize(serializer),
            Self::Map(value) => value.serialize(serializer),
            Self::Struct(value) => value.serialize(serializer),
        }
    }
}

impl Serialize for OwnedRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = self.fields().iter();
        serializer.collect_map(fields.map(|(name, value)| (&**name, value)))
    }
}

impl Serialize for OwnedValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Boolean(value) => serializer.serialize_bool(*value),
            Self::Int8(value) => serializer.serialize_i8(*value),
            Self::Int16(value) => serializer.serialize_i16(*value),
            Self::Int32(value) => serializer.serialize_i32(*value),
            Self::Int64(value) => serializer.serialize_i64(*value),
            Self::UInt8(value) => serializer.serialize_u8(*value),
            Self::UInt16(value) => serializer.serialize_u16(*value),
            Self::UInt32(value) => serializer.serialize_u32(*value),
            Self::UInt64(value) => serializer.serialize_u64(*value),
            Self::Float16(value) | Self::Float32(value) => serializer.serialize_f32(*value),
            Self::Float64(value) => serializer.serialize_f64(*value),
            Self::Decimal(value) => serializer.collect_str(value),
            Self::Date(value) => serializer.collect_str(value),
            Self::Time(value) => serializer.collect_str(value),
            Self::Timestamp(value) => serializer.collect_str(value),
            Self::Int96(value) => serializer.collect_str(value),
            Self::Interval(value) => serializer.collect_str(value),
            Self::String(value) => serializer.serialize_str(value),
            Self::Bytes(value) => serialize_bytes(value, serializer),
            Self::Uuid(value) => serializer.collect_str(value),
            Self::List(values) => serializer.collect_seq(values),
            Self::Map(entries) => {
                serializer.collect_map(entries.iter().map(|(key, value)| (key, value)))
            }
            Self::Struct(value) => value.serialize(serializer),
        }
    }
}

fn serialize_bytes<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() {
        serializer.collect_str(&Hex(bytes))
    } else {
        serializer.serialize_bytes(bytes)
    }
}

struct Hex<'a>(&'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
