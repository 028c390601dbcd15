//! The `LogicalType` union as it lies in the footer.
//!
//! Spec: parquet.thrift, `LogicalType`

use crate::FormatError;
use crate::basic::{EdgeInterpolationAlgorithm, LogicalType, TimeUnit};
use crate::thrift::{Cursor, Wire};

/// Parses the union at `offset` of `bytes`.
///
/// A column can be read without its logical type, so nothing is an error here. What we do not
/// know, or what lacks a parameter, is [`LogicalType::_Unknown`]: its values are read by their
/// physical type.
pub(super) fn parse(bytes: &[u8], offset: usize) -> LogicalType {
    let mut field_id = 0;
    parse_union(&mut Cursor::at(bytes, offset), &mut field_id)
        .ok()
        .flatten()
        .unwrap_or(LogicalType::_Unknown { field_id })
}

/// Parses the one field that a union has; `field_id` is then its number.
fn parse_union(
    cursor: &mut Cursor<'_>,
    field_id: &mut i16,
) -> Result<Option<LogicalType>, FormatError> {
    let Some(field) = cursor.next_field(field_id)? else {
        return Ok(None);
    };
    if field.wire != Wire::Struct {
        return Ok(None);
    }
    Ok(match field.id {
        1 => Some(LogicalType::String),
        2 => Some(LogicalType::Map),
        3 => Some(LogicalType::List),
        4 => Some(LogicalType::Enum),
        5 => parse_decimal(cursor)?,
        6 => Some(LogicalType::Date),
        7 => parse_time(cursor)?.map(|(utc, unit)| LogicalType::time(utc, unit)),
        8 => parse_time(cursor)?.map(|(utc, unit)| LogicalType::timestamp(utc, unit)),
        10 => parse_integer(cursor)?,
        11 => Some(LogicalType::Unknown),
        12 => Some(LogicalType::Json),
        13 => Some(LogicalType::Bson),
        14 => Some(LogicalType::Uuid),
        15 => Some(LogicalType::Float16),
        16 => Some(LogicalType::variant(parse_variant(cursor)?)),
        17 => {
            let (crs, _) = parse_geospatial(cursor)?;
            Some(LogicalType::geometry(crs))
        }
        18 => {
            let (crs, algorithm) = parse_geospatial(cursor)?;
            Some(LogicalType::geography(crs, algorithm))
        }
        19 => Some(LogicalType::File),
        _ => None,
    })
}

fn parse_decimal(cursor: &mut Cursor<'_>) -> Result<Option<LogicalType>, FormatError> {
    let (mut scale, mut precision) = (None, None);
    let mut last_id = 0;
    while let Some(field) = cursor.next_field(&mut last_id)? {
        match (field.id, field.wire) {
            (1, Wire::I32) => scale = Some(cursor.read_i32()?),
            (2, Wire::I32) => precision = Some(cursor.read_i32()?),
            _ => cursor.skip(field.wire)?,
        }
    }
    Ok(scale
        .zip(precision)
        .map(|(scale, precision)| LogicalType::decimal(scale, precision)))
}

fn parse_time(cursor: &mut Cursor<'_>) -> Result<Option<(bool, TimeUnit)>, FormatError> {
    let (mut is_adjusted_to_utc, mut unit) = (None, None);
    let mut last_id = 0;
    while let Some(field) = cursor.next_field(&mut last_id)? {
        match (field.id, field.wire) {
            (1, Wire::True | Wire::False) => is_adjusted_to_utc = Some(field.wire == Wire::True),
            (2, Wire::Struct) => unit = parse_time_unit(cursor)?,
            _ => cursor.skip(field.wire)?,
        }
    }
    Ok(is_adjusted_to_utc.zip(unit))
}

fn parse_time_unit(cursor: &mut Cursor<'_>) -> Result<Option<TimeUnit>, FormatError> {
    let mut unit = None;
    let mut last_id = 0;
    while let Some(field) = cursor.next_field(&mut last_id)? {
        unit = match field.id {
            1 => Some(TimeUnit::MILLIS),
            2 => Some(TimeUnit::MICROS),
            3 => Some(TimeUnit::NANOS),
            _ => None,
        };
        cursor.skip(field.wire)?;
    }
    Ok(unit)
}

fn parse_integer(cursor: &mut Cursor<'_>) -> Result<Option<LogicalType>, FormatError> {
    let (mut bit_width, mut is_signed) = (None, None);
    let mut last_id = 0;
    while let Some(field) = cursor.next_field(&mut last_id)? {
        match (field.id, field.wire) {
            (1, Wire::I8) => bit_width = Some(cursor.read_byte()?.cast_signed()),
            (2, Wire::True | Wire::False) => is_signed = Some(field.wire == Wire::True),
            _ => cursor.skip(field.wire)?,
        }
    }
    Ok(bit_width
        .zip(is_signed)
        .map(|(bit_width, is_signed)| LogicalType::integer(bit_width, is_signed)))
}

fn parse_variant(cursor: &mut Cursor<'_>) -> Result<Option<i8>, FormatError> {
    let mut specification_version = None;
    let mut last_id = 0;
    while let Some(field) = cursor.next_field(&mut last_id)? {
        match (field.id, field.wire) {
            (1, Wire::I8) => specification_version = Some(cursor.read_byte()?.cast_signed()),
            _ => cursor.skip(field.wire)?,
        }
    }
    Ok(specification_version)
}

/// Parses the parameters of a geometry or geography; only the latter has an algorithm.
fn parse_geospatial(
    cursor: &mut Cursor<'_>,
) -> Result<(Option<String>, Option<EdgeInterpolationAlgorithm>), FormatError> {
    let (mut crs, mut algorithm) = (None, None);
    let mut last_id = 0;
    while let Some(field) = cursor.next_field(&mut last_id)? {
        match (field.id, field.wire) {
            (1, Wire::Binary) => crs = Some(cursor.read_string("crs")?.to_owned()),
            (2, Wire::I32) => {
                algorithm = Some(EdgeInterpolationAlgorithm::from_i32(cursor.read_i32()?));
            }
            _ => cursor.skip(field.wire)?,
        }
    }
    Ok((crs, algorithm))
}
