//! Columns of values.

use std::sync::Arc;

use arrow_array::types::{
    ArrowPrimitiveType, Decimal128Type, Float32Type, Float64Type, Int32Type, Int64Type,
};
use arrow_array::{
    ArrayRef, BinaryArray, BooleanArray, FixedSizeBinaryArray, PrimitiveArray, StringArray,
};
use arrow_buffer::{BooleanBuffer, MutableBuffer, NullBuffer};

use super::nested;
use super::random::Random;
use super::recipe::{Nulls, Spread, Values};
use crate::error::BenchError;

/// `num_rows` values of a column with its nulls; `name` seeds the random numbers.
pub(super) fn column(
    name: &str,
    values: Values,
    nulls: Nulls,
    num_rows: usize,
) -> Result<ArrayRef, BenchError> {
    let mut random = Random::named(name);
    let validity = validity(name, nulls, num_rows);
    let is_valid = |row| validity.as_ref().is_none_or(|bits| bits.is_valid(row));
    Ok(match values {
        Values::Bool => {
            let bits = BooleanBuffer::collect_bool(num_rows, |_| random.chance(50));
            Arc::new(BooleanArray::new(bits, validity))
        }
        Values::Int32(spread) => {
            let numbers = Numbers::new(spread, 1_000_000_000, random);
            primitive::<Int32Type>(numbers.take(num_rows).map(|number| number as i32), validity)
        }
        Values::Int64(spread) => {
            let numbers = Numbers::new(spread, 1_000_000_000_000, random);
            primitive::<Int64Type>(numbers.take(num_rows).map(|number| number as i64), validity)
        }
        Values::Float(spread) => {
            let numbers = Numbers::new(spread, 10_000_000, random);
            let values = numbers.take(num_rows).map(|number| number as f32 / 100.0);
            primitive::<Float32Type>(values, validity)
        }
        Values::Double(spread) => {
            let numbers = Numbers::new(spread, 100_000_000, random);
            let values = numbers.take(num_rows).map(|number| number as f64 / 100.0);
            primitive::<Float64Type>(values, validity)
        }
        Values::Decimal(precision, spread) => {
            Arc::new(decimals(precision, spread, random, num_rows, validity)?)
        }
        Values::Fixed16(spread) => Arc::new(fixed16(spread, random, num_rows, validity)?),
        Values::Text(len, spread) => {
            let mut numbers = Numbers::new(spread, u64::MAX, random);
            let value = |row| is_valid(row).then(|| text(len, numbers.draw()));
            Arc::new((0..num_rows).map(value).collect::<StringArray>())
        }
        Values::TextOf(len, spread) => {
            let mut numbers = Numbers::new(spread, u64::MAX, random);
            let value = |row| is_valid(row).then(|| letters(len, &mut Random::new(numbers.draw())));
            Arc::new((0..num_rows).map(value).collect::<StringArray>())
        }
        Values::Words(len) => {
            let value = |row| is_valid(row).then(|| words(len, &mut random));
            Arc::new((0..num_rows).map(value).collect::<StringArray>())
        }
        Values::Blob(size, spread) => {
            let mut numbers = Numbers::new(spread, u64::MAX, random);
            let value = |row| is_valid(row).then(|| blob(size, numbers.draw()));
            Arc::new((0..num_rows).map(value).collect::<BinaryArray>())
        }
        other => nested::column(other, nulls, num_rows, validity, random)?,
    })
}

/// One of the values of every column of `Values::Text(len, Spread::Of(_))`.
pub(crate) fn one_of_text(len: usize) -> String {
    text(len, 0)
}

pub(super) fn validity(name: &str, nulls: Nulls, len: usize) -> Option<NullBuffer> {
    let mut random = Random::named(&format!("{name} nulls"));
    let bits = match nulls {
        Nulls::Required | Nulls::Optional(0) => return None,
        Nulls::Optional(percent) => BooleanBuffer::collect_bool(len, |_| !random.chance(percent)),
        Nulls::Clustered(percent) => {
            // Two states with a chance to leave each, so that runs of nulls are 64 long on the average.
            let enter = percent * 10_000 / (100 - percent);
            let mut is_null = false;
            BooleanBuffer::collect_bool(len, |_| {
                let leave = if is_null { 10_000 } else { enter };
                is_null ^= random.below(640_000) < leave;
                !is_null
            })
        }
    };
    Some(NullBuffer::new(bits))
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

fn fixed16(
    spread: Spread,
    random: Random,
    num_rows: usize,
    validity: Option<NullBuffer>,
) -> Result<FixedSizeBinaryArray, BenchError> {
    let mut values = MutableBuffer::with_capacity(16 * num_rows);
    for number in Numbers::new(spread, u64::MAX, random).take(num_rows) {
        let mut bytes = Random::new(number);
        values
            .extend_from_slice(&[bytes.next().to_le_bytes(), bytes.next().to_le_bytes()].concat());
    }
    FixedSizeBinaryArray::try_new(16, values.into(), validity).map_err(BenchError::data)
}

/// Lower-case letters, from half to one and a half of `len`; the same number always gives the same text.
pub(super) fn text(len: usize, number: u64) -> String {
    let mut random = Random::new(number);
    let len = len / 2 + random.below(len as u64 + 1) as usize;
    letters(len, &mut random)
}

pub(super) fn letters(len: usize, random: &mut Random) -> String {
    (0..len)
        .map(|_| char::from(b'a' + random.below(26) as u8))
        .collect()
}

/// Words of a language of 4,096, the first far more frequent than the last, `len` bytes more or less.
pub(super) fn words(len: usize, random: &mut Random) -> String {
    let wanted = len / 2 + random.below(len as u64 + 1) as usize;
    let mut line = String::with_capacity(wanted + 12);
    while line.len() < wanted {
        if !line.is_empty() {
            line.push(' ');
        }
        let word = random.skewed(4_096);
        line += &text(6, word);
    }
    line
}

fn blob(size: usize, number: u64) -> Vec<u8> {
    let mut random = Random::new(number);
    let mut bytes = Vec::with_capacity(size + 8);
    while bytes.len() < size {
        bytes.extend_from_slice(&random.next().to_le_bytes());
    }
    bytes.truncate(size);
    bytes
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
            // Steps of which 4 M stay within an int32.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nulls_are_as_many_as_said() {
        for (nulls, percent) in [
            (Nulls::Optional(10), 10.0),
            (Nulls::Clustered(10), 10.0),
            (Nulls::Optional(99), 99.0),
        ] {
            let validity = validity("test", nulls, 200_000).expect("nulls are asked for");
            let found = validity.null_count() as f64 / 2_000.0;
            assert!(
                (found - percent).abs() < 1.0,
                "{found} % in place of {percent} %"
            );
        }
    }
}
