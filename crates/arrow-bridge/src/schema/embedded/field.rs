//! Fields of the embedded schema.
//!
//! Spec: Arrow's Schema.fbs

use std::sync::Arc;

use arrow_schema::{DataType, Field, FieldRef, Fields, IntervalUnit, TimeUnit};

use super::table::{Table, Unreadable};

/// How deep fields may nest in one another.
const MAX_DEPTH: usize = 64;

/// The numbers of what a `Field` has.
const NAME: usize = 0;
const NULLABLE: usize = 1;
const TYPE_TYPE: usize = 2;
const TYPE: usize = 3;
const DICTIONARY: usize = 4;
const CHILDREN: usize = 5;
const METADATA: usize = 6;

/// The name of a field.
pub(super) fn name(field: Table<'_>) -> Result<String, Unreadable> {
    Ok(field.text(NAME)?.unwrap_or_default())
}

/// Whether that is the name of a field.
pub(super) fn has_name(field: Table<'_>, expected: &str) -> bool {
    name(field).is_ok_and(|name| name == expected)
}

/// The field.
///
/// # Errors
/// If it is malformed, or of a type that is unknown.
pub(super) fn field(table: Table<'_>) -> Result<Field, Unreadable> {
    field_at(table, 0)
}

fn field_at(table: Table<'_>, depth: usize) -> Result<Field, Unreadable> {
    const INDEX_TYPE: usize = 1;
    const IS_ORDERED: usize = 2;
    let mut data_type = data_type(table, depth)?;
    let dictionary = table.table(DICTIONARY)?;
    let mut is_ordered = false;
    if let Some(dictionary) = dictionary {
        let key = match dictionary.table(INDEX_TYPE)? {
            Some(index) => int_type(index)?,
            None => DataType::Int32,
        };
        data_type = DataType::Dictionary(Box::new(key), Box::new(data_type));
        is_ordered = dictionary.bool(IS_ORDERED)?;
    }
    let field = Field::new(name(table)?, data_type, table.bool(NULLABLE)?);
    Ok(field
        .with_dict_is_ordered(is_ordered)
        .with_metadata(table.key_values(METADATA)?))
}

fn data_type(table: Table<'_>, depth: usize) -> Result<DataType, Unreadable> {
    let details = || table.table(TYPE)?.ok_or(Unreadable);
    // Parquet has no unions; what is newer than this list is not known to the reader either.
    Ok(match table.u8(TYPE_TYPE)? {
        1 => DataType::Null,
        2 => int_type(details()?)?,
        3 => match details()?.i16(0, 0)? {
            0 => DataType::Float16,
            1 => DataType::Float32,
            2 => DataType::Float64,
            _ => return Err(Unreadable),
        },
        4 => DataType::Binary,
        5 => DataType::Utf8,
        6 => DataType::Boolean,
        7 => decimal_type(details()?)?,
        8 => match details()?.i16(0, 1)? {
            0 => DataType::Date32,
            1 => DataType::Date64,
            _ => return Err(Unreadable),
        },
        9 => time_type(details()?)?,
        10 => {
            let timestamp = details()?;
            let zone = timestamp.text(1)?.filter(|zone| !zone.is_empty());
            DataType::Timestamp(time_unit(timestamp.i16(0, 0)?)?, zone.map(Into::into))
        }
        11 => DataType::Interval(match details()?.i16(0, 0)? {
            0 => IntervalUnit::YearMonth,
            1 => IntervalUnit::DayTime,
            2 => IntervalUnit::MonthDayNano,
            _ => return Err(Unreadable),
        }),
        12 => DataType::List(only_child(table, depth)?),
        13 => DataType::Struct(children(table, depth)?),
        15 => DataType::FixedSizeBinary(details()?.i32(0, 0)?),
        16 => DataType::FixedSizeList(only_child(table, depth)?, details()?.i32(0, 0)?),
        17 => DataType::Map(only_child(table, depth)?, details()?.bool(0)?),
        18 => DataType::Duration(time_unit(details()?.i16(0, 1)?)?),
        19 => DataType::LargeBinary,
        20 => DataType::LargeUtf8,
        21 => DataType::LargeList(only_child(table, depth)?),
        22 => match children(table, depth)?.as_ref() {
            [ends, values] => DataType::RunEndEncoded(Arc::clone(ends), Arc::clone(values)),
            _ => return Err(Unreadable),
        },
        23 => DataType::BinaryView,
        24 => DataType::Utf8View,
        25 => DataType::ListView(only_child(table, depth)?),
        26 => DataType::LargeListView(only_child(table, depth)?),
        _ => return Err(Unreadable),
    })
}

fn children(table: Table<'_>, depth: usize) -> Result<Fields, Unreadable> {
    if depth >= MAX_DEPTH {
        return Err(Unreadable);
    }
    let Some(list) = table.list(CHILDREN)? else {
        return Ok(Fields::empty());
    };
    (0..list.len())
        .map(|idx| field_at(list.table(idx)?, depth + 1))
        .collect()
}

fn only_child(table: Table<'_>, depth: usize) -> Result<FieldRef, Unreadable> {
    match children(table, depth)?.as_ref() {
        [child] => Ok(Arc::clone(child)),
        _ => Err(Unreadable),
    }
}

fn int_type(int: Table<'_>) -> Result<DataType, Unreadable> {
    Ok(match (int.i32(0, 0)?, int.bool(1)?) {
        (8, true) => DataType::Int8,
        (16, true) => DataType::Int16,
        (32, true) => DataType::Int32,
        (64, true) => DataType::Int64,
        (8, false) => DataType::UInt8,
        (16, false) => DataType::UInt16,
        (32, false) => DataType::UInt32,
        (64, false) => DataType::UInt64,
        _ => return Err(Unreadable),
    })
}

fn decimal_type(decimal: Table<'_>) -> Result<DataType, Unreadable> {
    let precision = u8::try_from(decimal.i32(0, 0)?).map_err(|_| Unreadable)?;
    let scale = i8::try_from(decimal.i32(1, 0)?).map_err(|_| Unreadable)?;
    Ok(match decimal.i32(2, 128)? {
        32 => DataType::Decimal32(precision, scale),
        64 => DataType::Decimal64(precision, scale),
        128 => DataType::Decimal128(precision, scale),
        256 => DataType::Decimal256(precision, scale),
        _ => return Err(Unreadable),
    })
}

fn time_type(time: Table<'_>) -> Result<DataType, Unreadable> {
    let unit = time_unit(time.i16(0, 1)?)?;
    match time.i32(1, 32)? {
        32 => Ok(DataType::Time32(unit)),
        64 => Ok(DataType::Time64(unit)),
        _ => Err(Unreadable),
    }
}

fn time_unit(unit: i16) -> Result<TimeUnit, Unreadable> {
    Ok(match unit {
        0 => TimeUnit::Second,
        1 => TimeUnit::Millisecond,
        2 => TimeUnit::Microsecond,
        3 => TimeUnit::Nanosecond,
        _ => return Err(Unreadable),
    })
}

#[cfg(test)]
mod tests {
    use super::super::message::Message;
    use super::super::table::Tables;
    use super::*;
    use base64::Engine;
    use base64::prelude::BASE64_STANDARD;

    /// A message that is one field: a struct of `len` times the same struct, and so on `depth` times.
    fn nested(depth: usize, len: u32) -> String {
        const SHAPE: usize = 4;
        let mut bytes = vec![24, 0, 0, 0];
        for entry in [18_u16, 12, 0, 0, 8, 0, 0, 4, 0, 0] {
            bytes.extend(entry.to_le_bytes());
        }
        for level in 0..=depth {
            let len = if level == depth { 0 } else { len };
            bytes.extend(((bytes.len() - SHAPE) as u32).to_le_bytes());
            bytes.extend([8, 0, 0, 0, 13, 0, 0, 0]);
            bytes.extend(len.to_le_bytes());
            bytes.extend((0..len).flat_map(|idx| (4 * (len - idx)).to_le_bytes()));
        }
        BASE64_STANDARD.encode(bytes)
    }

    #[test]
    fn depth_and_repetition_are_bounded() {
        for (depth, len, is_read) in [
            (0, 1, true),
            (3, 2, true),
            (MAX_DEPTH - 1, 1, true),
            (MAX_DEPTH + 1, 1, false),
            // Two to the power of sixty fields, if nobody counted.
            (60, 2, false),
            (40, 1000, false),
        ] {
            let text = nested(depth, len);
            for message in [
                Message::encoded(text.as_bytes()),
                Message::decoded(text.as_bytes()),
            ] {
                let found = Tables::of(&message).root().and_then(field);
                assert_eq!(found.is_ok(), is_read, "{depth} {len}");
            }
        }
    }
}
