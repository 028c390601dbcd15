//! Columns of lists, maps and structs; nulls of the same share at every level.

use std::sync::Arc;

use arrow_array::{ArrayRef, ListArray, MapArray, StructArray};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{DataType, Field, Fields};

use super::random::Random;
use super::recipe::{Nulls, Spread, Values};
use super::values;
use crate::error::BenchError;

/// Elements of a list: 0 to below this.
const MAX_LEN: u64 = 8;

const FIELDS: [(&str, Values); 3] = [
    ("number", Values::Int64(Spread::Any)),
    ("text", Values::Text(8, Spread::Any)),
    ("amount", Values::Double(Spread::Any)),
];

/// A nested column of one of the kinds that hold others.
pub(super) fn column(
    kind: Values,
    nulls: Nulls,
    num_rows: usize,
    validity: Option<NullBuffer>,
    random: Random,
) -> Result<ArrayRef, BenchError> {
    let element = match kind {
        Values::Map => return map(nulls, num_rows, validity, random),
        Values::Struct => return structs(nulls, num_rows, validity),
        Values::List => Values::Int32(Spread::Any),
        Values::ListOfText => Values::Text(8, Spread::Any),
        Values::ListOfStruct => Values::Struct,
        Values::ListOfList => Values::List,
        _ => return Err(BenchError::Data("not a nested column".into())),
    };
    let offsets = offsets(num_rows, validity.as_ref(), random);
    let elements = values::column("elements", element, nulls, length(&offsets))?;
    let item = Field::new("element", elements.data_type().clone(), is_nullable(nulls));
    let list = ListArray::try_new(Arc::new(item), offsets, elements, validity);
    Ok(Arc::new(list.map_err(BenchError::data)?))
}

fn map(
    nulls: Nulls,
    num_rows: usize,
    validity: Option<NullBuffer>,
    random: Random,
) -> Result<ArrayRef, BenchError> {
    let offsets = offsets(num_rows, validity.as_ref(), random);
    let (keys, numbers) = (
        Values::Text(8, Spread::Of(1_000)),
        Values::Int64(Spread::Any),
    );
    let keys = values::column("keys", keys, Nulls::Required, length(&offsets))?;
    let numbers = values::column("numbers", numbers, nulls, length(&offsets))?;
    let fields = Fields::from(vec![
        Field::new("key", DataType::Utf8, false),
        Field::new("value", DataType::Int64, is_nullable(nulls)),
    ]);
    let entries = StructArray::try_new(fields.clone(), vec![keys, numbers], None);
    let field = Field::new("key_value", DataType::Struct(fields), false);
    let map = MapArray::try_new(
        Arc::new(field),
        offsets,
        entries.map_err(BenchError::data)?,
        validity,
        false,
    );
    Ok(Arc::new(map.map_err(BenchError::data)?))
}

fn structs(
    nulls: Nulls,
    num_rows: usize,
    validity: Option<NullBuffer>,
) -> Result<ArrayRef, BenchError> {
    let child = |(name, kind): &(&str, Values)| {
        values::column(&format!("struct {name}"), *kind, nulls, num_rows)
    };
    let arrays: Vec<ArrayRef> = FIELDS.iter().map(child).collect::<Result<_, _>>()?;
    let field = |((name, _), array): (&(&str, Values), &ArrayRef)| {
        Field::new(*name, array.data_type().clone(), is_nullable(nulls))
    };
    let fields: Fields = FIELDS.iter().zip(&arrays).map(field).collect();
    let array = StructArray::try_new(fields, arrays, validity);
    Ok(Arc::new(array.map_err(BenchError::data)?))
}

fn offsets(
    num_rows: usize,
    validity: Option<&NullBuffer>,
    mut random: Random,
) -> OffsetBuffer<i32> {
    OffsetBuffer::from_lengths((0..num_rows).map(|row| {
        if validity.is_none_or(|bits| bits.is_valid(row)) {
            random.below(MAX_LEN) as usize
        } else {
            0
        }
    }))
}

fn length(offsets: &OffsetBuffer<i32>) -> usize {
    offsets.last().map_or(0, |last| *last as usize)
}

fn is_nullable(nulls: Nulls) -> bool {
    nulls != Nulls::Required
}
