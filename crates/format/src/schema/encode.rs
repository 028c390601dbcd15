//! Schema elements as a footer holds them, in the writing direction.

use crate::basic::{EdgeInterpolationAlgorithm, LogicalType, TimeUnit};

/// The type code of a structure.
pub(super) const STRUCT: u8 = 12;

/// The little of Thrift's compact protocol that schemas need, in the writing direction.
#[derive(Default)]
pub(super) struct Writer {
    pub(super) bytes: Vec<u8>,
    /// The last field id of each structure that is open.
    last_ids: Vec<i16>,
}

impl Writer {
    pub(super) fn begin(&mut self) {
        self.last_ids.push(0);
    }

    pub(super) fn end(&mut self) {
        self.last_ids.pop();
        self.bytes.push(0);
    }

    pub(super) fn list_of_structs(&mut self, len: usize) {
        self.bytes.push(0xf0 | STRUCT);
        self.varint(len as u64);
    }

    pub(super) fn field(&mut self, id: i16, wire: u8) {
        let last = self.last_ids.pop().unwrap_or(0);
        self.last_ids.push(id);
        match id.checked_sub(last) {
            Some(delta @ 1..=15) => self.bytes.push((delta as u8) << 4 | wire),
            _ => {
                self.bytes.push(wire);
                self.zigzag(i64::from(id));
            }
        }
    }

    pub(super) fn i32(&mut self, id: i16, value: Option<i32>) {
        if let Some(value) = value {
            self.field(id, 5);
            self.zigzag(i64::from(value));
        }
    }

    pub(super) fn byte(&mut self, id: i16, value: Option<i8>) {
        if let Some(value) = value {
            self.field(id, 3);
            self.bytes.push(value.cast_unsigned());
        }
    }

    pub(super) fn boolean(&mut self, id: i16, value: bool) {
        self.field(id, if value { 1 } else { 2 });
    }

    pub(super) fn string(&mut self, id: i16, value: Option<&str>) {
        if let Some(value) = value {
            self.field(id, 8);
            self.varint(value.len() as u64);
            self.bytes.extend_from_slice(value.as_bytes());
        }
    }

    fn zigzag(&mut self, value: i64) {
        self.varint(((value << 1) ^ (value >> 63)).cast_unsigned());
    }

    fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }
}

/// Writes the union that `logical_type` is.
pub(super) fn write_logical_type(logical_type: &LogicalType, out: &mut Writer) {
    let id = match logical_type {
        LogicalType::String => 1,
        LogicalType::Map => 2,
        LogicalType::List => 3,
        LogicalType::Enum => 4,
        LogicalType::Decimal(_) => 5,
        LogicalType::Date => 6,
        LogicalType::Time(_) => 7,
        LogicalType::Timestamp(_) => 8,
        LogicalType::Integer(_) => 10,
        LogicalType::Unknown => 11,
        LogicalType::Json => 12,
        LogicalType::Bson => 13,
        LogicalType::Uuid => 14,
        LogicalType::Float16 => 15,
        LogicalType::Variant(_) => 16,
        LogicalType::Geometry(_) => 17,
        LogicalType::Geography(_) => 18,
        LogicalType::File => 19,
        LogicalType::_Unknown { field_id } => *field_id,
    };
    out.begin();
    out.field(id, STRUCT);
    out.begin();
    match logical_type {
        LogicalType::Decimal(decimal) => {
            out.i32(1, Some(decimal.scale));
            out.i32(2, Some(decimal.precision));
        }
        LogicalType::Time(time) | LogicalType::Timestamp(time) => {
            out.boolean(1, time.is_adjusted_to_u_t_c);
            out.field(2, STRUCT);
            out.begin();
            let unit = match time.unit {
                TimeUnit::MILLIS => 1,
                TimeUnit::MICROS => 2,
                TimeUnit::NANOS => 3,
            };
            out.field(unit, STRUCT);
            out.begin();
            out.end();
            out.end();
        }
        LogicalType::Integer(int) => {
            out.byte(1, Some(int.bit_width));
            out.boolean(2, int.is_signed);
        }
        LogicalType::Variant(variant) => out.byte(1, variant.specification_version),
        LogicalType::Geometry(geometry) => out.string(1, geometry.crs.as_deref()),
        LogicalType::Geography(geography) => {
            out.string(1, geography.crs.as_deref());
            out.i32(
                2,
                geography.algorithm.map(EdgeInterpolationAlgorithm::as_i32),
            );
        }
        _ => {}
    }
    out.end();
    out.end();
}
