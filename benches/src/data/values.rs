//! Columns of values.

use std::sync::Arc;

use arrow_array::types::{ArrowPrimitiveType, Decimal128Type, Float64Type, Int32Type, Int64Type};
use arrow_array::{ArrayRef, BooleanArray, ListArray, PrimitiveArray, StringArray, StructArray};
use arrow_buffer::{BooleanBuffer, NullBuffer, OffsetBuffer};
use arrow_schema::{DataType, Field, Fields};

use super::random::Random;
use crate::basic::{Column, Nulls, Spread};
use crate::error::BenchError;

/// `num_rows` values of a column with its nulls; `name` seeds the random numbers.
pub(super) fn column(
    name: &str,
    column: Column,
    nulls: Nulls,
    num_rows: usize,
) -> Result<ArrayRef, BenchError> {
    let mut random = Random::named(name);
    let validity = validity(name, nulls, num_rows);
    Ok(match column {
        Column::Bool => {
            let bits = BooleanBuffer::collect_bool(num_rows, |_| random.chance(50));
            Arc::new(BooleanArray::new(bits, validity))
        }
        Column::Int32(spread) => {
            let numbers = Numbers::new(spread, 1_000_000_000, random);
            primitive::<Int32Type>(numbers.take(num_rows).map(|number| number as i32), validity)
        }
        Column::Int64(spread) => {
            let numbers = Numbers::new(spread, 1_000_000_000_000, random);
            primitive::<Int64Type>(numbers.take(num_rows).map(|number| number as i64), validity)
        }
        Column::Double(spread) => {
            let numbers = Numbers::new(spread, 100_000_000, random);
            primitive::<Float64Type>(
                numbers.take(num_rows).map(|number| number as f64 / 100.0),
                validity,
            )
        }
        Column::Decimal(precision, spread) => {
            Arc::new(decimals(precision, spread, random, num_rows, validity)?)
        }
        Column::Text(len, spread) => {
            Arc::new(texts(len, spread, random, num_rows, validity.as_ref()))
        }
        Column::List => Arc::new(list(random, nulls, num_rows, validity)?),
        Column::Struct => Arc::new(structs(nulls, num_rows, validity)?),
    })
}

fn validity(name: &str, nulls: Nulls, len: usize) -> Option<NullBuffer> {
    match nulls {
        Nulls::Required | Nulls::Optional(0) => None,
        Nulls::Optional(percent) => {
            let mut random = Random::named(&format!("{name} nulls"));
            Some(NullBuffer::new(BooleanBuffer::collect_bool(len, |_| {
                !random.chance(percent)
            })))
        }
    }
}

fn primitive<T: ArrowPrimitiveType>(
    values: impl Iterator<Item = T::Native>,
    validity: Option<NullBuffer>,
) -> ArrayRef {
    Arc::new(PrimitiveArray::<T>::new(values.collect(), validity))
}

fn decimals(
    precision: u8,
    spread: Spread,
    random: Random,
    num_rows: usize,
    validity: Option<NullBuffer>,
) -> Result<PrimitiveArray<Decimal128Type>, BenchError> {
    // Amounts with cents, half of them negative, as wide as the precision allows within 64 bits.
    let bound = 10u64.pow(u32::from(precision.min(16)));
    let numbers = Numbers::new(spread, bound, random);
    let values = numbers
        .take(num_rows)
        .map(|number| i128::from(number) - i128::from(bound / 2))
        .collect();
    let decimals = PrimitiveArray::<Decimal128Type>::new(values, validity);
    decimals
        .with_precision_and_scale(precision, 2)
        .map_err(BenchError::data)
}

fn texts(
    len: usize,
    spread: Spread,
    random: Random,
    num_rows: usize,
    validity: Option<&NullBuffer>,
) -> StringArray {
    let mut numbers = Numbers::new(spread, u64::MAX, random);
    let is_valid = |row| validity.is_none_or(|bits| bits.is_valid(row));
    (0..num_rows)
        .map(|row| is_valid(row).then(|| text(len, numbers.draw())))
        .collect()
}

/// Lower-case letters, from half to one and a half of `len`; the same number always gives the same text.
fn text(len: usize, number: u64) -> String {
    let mut letters = Random::new(number);
    let len = len / 2 + letters.below(len as u64 + 1) as usize;
    (0..len)
        .map(|_| char::from(b'a' + letters.below(26) as u8))
        .collect()
}

fn list(
    mut random: Random,
    nulls: Nulls,
    num_rows: usize,
    validity: Option<NullBuffer>,
) -> Result<ListArray, BenchError> {
    let is_valid = |row| validity.as_ref().is_none_or(|bits| bits.is_valid(row));
    let lengths: Vec<usize> = (0..num_rows)
        .map(|row| {
            if is_valid(row) {
                random.below(8) as usize
            } else {
                0
            }
        })
        .collect();
    let elements = column(
        "list elements",
        Column::Int32(Spread::Any),
        nulls,
        lengths.iter().sum(),
    )?;
    let item = Arc::new(Field::new(
        "element",
        DataType::Int32,
        nulls != Nulls::Required,
    ));
    ListArray::try_new(
        item,
        OffsetBuffer::from_lengths(lengths),
        elements,
        validity,
    )
    .map_err(BenchError::data)
}

fn structs(
    nulls: Nulls,
    num_rows: usize,
    validity: Option<NullBuffer>,
) -> Result<StructArray, BenchError> {
    let children = [
        ("number", Column::Int64(Spread::Any)),
        ("text", Column::Text(8, Spread::Any)),
        ("amount", Column::Double(Spread::Any)),
    ];
    let arrays: Vec<ArrayRef> = children
        .iter()
        .map(|(name, kind)| column(&format!("struct {name}"), *kind, nulls, num_rows))
        .collect::<Result<_, _>>()?;
    let field = |(name, array): (&str, &ArrayRef)| {
        Field::new(name, array.data_type().clone(), nulls != Nulls::Required)
    };
    let fields: Fields = children
        .iter()
        .map(|(name, _)| *name)
        .zip(&arrays)
        .map(field)
        .collect();
    StructArray::try_new(fields, arrays, validity).map_err(BenchError::data)
}

/// Numbers below a bound, spread as asked.
struct Numbers {
    spread: Spread,
    bound: u64,
    random: Random,
    last: u64,
}

impl Numbers {
    fn new(spread: Spread, bound: u64, random: Random) -> Numbers {
        Numbers {
            spread,
            bound,
            random,
            last: 0,
        }
    }

    fn draw(&mut self) -> u64 {
        match self.spread {
            Spread::Any => self.random.below(self.bound),
            // Scattered over the whole range: an odd factor keeps distinct numbers distinct before the bound.
            Spread::Of(distinct) => {
                self.random
                    .below(distinct)
                    .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                    % self.bound
            }
            Spread::Ascending => {
                self.last += self.random.below(1000);
                self.last
            }
        }
    }
}

impl Iterator for Numbers {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        Some(self.draw())
    }
}
