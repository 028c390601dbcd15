//! What a cell stores, by the type that it is asked for.
//!
//! `None` says that the column has another type; whether the slot is null is not looked at. All of it
//! is inlined where the type is known: a result that goes through memory costs more than the look-up.

use std::ops::Range;

use crate::column::{Kind, Leaf, LeafValues};
use crate::{
    Cell, DataType, Date, Decimal, Int96, Interval, List, Map, Row, Time, Timestamp, Uuid,
};

impl<'a> Cell<'a> {
    #[inline(always)]
    pub(crate) fn stored_bool(self) -> Option<bool> {
        match self.leaf() {
            Some(LeafValues::Boolean(reader)) => Some(reader.values().bits().get(self.slot)),
            _ => None,
        }
    }

    #[inline(always)]
    pub(crate) fn stored_i32(self) -> Option<i32> {
        match (self.leaf(), self.column.data_type) {
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
        }
    }

    #[inline(always)]
    pub(crate) fn stored_i64(self) -> Option<i64> {
        match (self.leaf(), self.column.data_type) {
            (Some(LeafValues::Int64(reader)), DataType::Int64) => {
                at(reader.values().values(), self.slot)
            }
            (Some(LeafValues::Int32(reader)), data_type) => {
                narrowed(reader.values().values(), self.slot, data_type)
            }
            _ => None,
        }
    }

    #[inline(always)]
    pub(crate) fn stored_u64(self) -> Option<u64> {
        use DataType::{UInt8, UInt16, UInt32};
        match (self.leaf(), self.column.data_type) {
            (Some(LeafValues::Int64(reader)), DataType::UInt64) => {
                at(reader.values().values(), self.slot).map(|value| value as u64)
            }
            (Some(LeafValues::Int32(reader)), data_type @ (UInt8 | UInt16 | UInt32)) => {
                // Not negative.
                narrowed(reader.values().values(), self.slot, data_type).map(|value| value as u64)
            }
            _ => None,
        }
    }

    #[inline(always)]
    pub(crate) fn stored_f32(self) -> Option<f32> {
        match (self.leaf(), self.column.data_type) {
            (Some(LeafValues::Float32(reader)), _) => at(reader.values().values(), self.slot),
            (Some(_), DataType::Float16) => self.fixed::<2>().map(widened),
            _ => None,
        }
    }

    #[inline(always)]
    pub(crate) fn stored_str(self) -> Option<&'a str> {
        match (self.leaf(), self.column.data_type) {
            (Some(LeafValues::Bytes(reader)), DataType::String) => {
                // Only a null has none.
                Some(reader.values().str(self.slot).unwrap_or_default())
            }
            _ => None,
        }
    }

    #[inline(always)]
    pub(crate) fn stored_bytes(self) -> Option<&'a [u8]> {
        match (self.leaf(), self.column.data_type) {
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
        }
    }

    #[inline(always)]
    pub(crate) fn stored_decimal(self) -> Option<Decimal> {
        match (self.column.data_type, self.leaf()) {
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
        }
    }

    #[inline(always)]
    pub(crate) fn stored_date(self) -> Option<Date> {
        match (self.leaf(), self.column.data_type) {
            (Some(LeafValues::Int32(reader)), DataType::Date) => {
                at(reader.values().values(), self.slot).map(Date::from_days)
            }
            _ => None,
        }
    }

    #[inline(always)]
    pub(crate) fn stored_time(self) -> Option<Time> {
        match (self.column.data_type, self.leaf()) {
            (DataType::Time { unit, is_utc }, Some(LeafValues::Int32(reader))) => {
                at(reader.values().values(), self.slot)
                    .map(|value| Time::new(i64::from(value), unit, is_utc))
            }
            (DataType::Time { unit, is_utc }, Some(LeafValues::Int64(reader))) => {
                at(reader.values().values(), self.slot).map(|value| Time::new(value, unit, is_utc))
            }
            _ => None,
        }
    }

    #[inline(always)]
    pub(crate) fn stored_timestamp(self) -> Option<Timestamp> {
        match (self.column.data_type, self.leaf()) {
            (DataType::Timestamp { unit, is_utc }, Some(LeafValues::Int64(reader))) => {
                at(reader.values().values(), self.slot)
                    .map(|value| Timestamp::new(value, unit, is_utc))
            }
            (_, Some(LeafValues::Int96(reader))) => at(reader.values().values(), self.slot)
                .map(Int96::from_bytes)
                .and_then(|value| value.nanos().or_else(|| value.micros())),
            _ => None,
        }
    }

    #[inline(always)]
    pub(crate) fn stored_int96(self) -> Option<Int96> {
        match self.leaf() {
            Some(LeafValues::Int96(reader)) => {
                at(reader.values().values(), self.slot).map(Int96::from_bytes)
            }
            _ => None,
        }
    }

    #[inline(always)]
    pub(crate) fn stored_uuid(self) -> Option<Uuid> {
        match self.column.data_type {
            DataType::Uuid => self.fixed::<16>().map(Uuid::from_bytes),
            _ => None,
        }
    }

    #[inline(always)]
    pub(crate) fn stored_interval(self) -> Option<Interval> {
        match self.column.data_type {
            DataType::Interval => self.fixed::<12>().map(Interval::from_bytes),
            _ => None,
        }
    }

    #[inline(always)]
    pub(crate) fn stored_list(self) -> Option<List<'a>> {
        match &self.column.kind {
            Kind::List(list) => {
                range(&list.offsets, self.slot).map(|range| List::new(&list.element, range))
            }
            _ => None,
        }
    }

    #[inline(always)]
    pub(crate) fn stored_map(self) -> Option<Map<'a>> {
        match &self.column.kind {
            Kind::Map(map) => {
                range(&map.offsets, self.slot).map(|range| Map::new(&map.key, &map.value, range))
            }
            _ => None,
        }
    }

    #[inline(always)]
    pub(crate) fn stored_row(self) -> Option<Row<'a>> {
        match &self.column.kind {
            Kind::Struct(children) => Some(Row::new(children, self.slot)),
            _ => None,
        }
    }

    #[inline(always)]
    pub(crate) fn stored_f64(self) -> Option<f64> {
        match self.leaf() {
            Some(LeafValues::Float64(reader)) => at(reader.values().values(), self.slot),
            _ => self.stored_f32().map(f64::from),
        }
    }

    #[inline(always)]
    fn leaf(self) -> Option<&'a LeafValues> {
        match &self.column.kind {
            Kind::Leaf(Leaf { values, .. }) => Some(values),
            _ => None,
        }
    }

    /// The bytes of a fixed-length value of `N` bytes.
    #[inline(always)]
    fn fixed_ref<const N: usize>(self) -> Option<&'a [u8; N]> {
        match self.leaf() {
            Some(LeafValues::Fixed(reader)) => {
                reader.values().bytes().as_chunks::<N>().0.get(self.slot)
            }
            _ => None,
        }
    }

    #[inline(always)]
    fn fixed<const N: usize>(self) -> Option<[u8; N]> {
        self.fixed_ref().copied()
    }
}

#[inline(always)]
fn at<T: Copy>(values: &[T], slot: usize) -> Option<T> {
    values.get(slot).copied()
}

/// A stored INT32 as the integer that its column holds.
///
/// Writers of small integers may leave anything in the bits above; readers cut them off.
#[inline(always)]
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
#[inline(always)]
fn range(offsets: &[i32], slot: usize) -> Option<Range<usize>> {
    let &[start, end] = offsets.get(slot..)?.first_chunk::<2>()?;
    // Offsets are never negative.
    Some(start as u32 as usize..end as u32 as usize)
}
