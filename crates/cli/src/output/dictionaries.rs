//! One dictionary for all batches of an IPC file.
//!
//! Each column chunk of a Parquet file has a dictionary of its own, and so have the batches made of
//! it. A stream of Arrow data may replace a dictionary; a file has one for each field. So the
//! dictionaries are read first and joined, each value once, and the keys of the batches are then
//! mapped to the joined dictionary. Keys that have become too narrow for it are widened.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{
    AnyDictionaryArray, Array, ArrayRef, Int64Array, RecordBatch, UInt64Array, make_array,
    new_empty_array,
};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};

use super::rebuild::rebuild_batch;
use crate::failure::Failure;
use crate::input::Reading;

/// The joined dictionaries of all dictionary fields, in the order of the schema.
pub(super) struct JoinedDictionaries {
    fields: Vec<Joined>,
}

/// The dictionaries of one field.
#[derive(Default)]
struct Joined {
    /// For each value its place in the joined dictionary.
    places: HashMap<Option<Box<[u8]>>, usize>,
    /// The values that were new in one dictionary after the other; joined when all are there.
    parts: Vec<ArrayRef>,
    len: usize,
    /// The dictionary that was mapped last, and the place of each of its values.
    last: Option<(ArrayRef, Vec<usize>)>,
    /// The parts in one array, once it is asked for.
    joined: Option<ArrayRef>,
}

impl JoinedDictionaries {
    /// Reads and joins the dictionaries of `reading`; `None` if one batch holds all, or no column
    /// is a dictionary.
    pub(super) fn of(reading: &Reading) -> Result<Option<Self>, Failure> {
        let is_needed = reading
            .schema()
            .fields()
            .iter()
            .any(|field| has_dictionary(field));
        if !is_needed || reading.num_rows() <= reading.batch_size {
            return Ok(None);
        }
        let mut joined = Self { fields: Vec::new() };
        for batch in reading.only(has_dictionary)?.batches()? {
            // An error comes again when the rows are written, after those before it.
            let Ok(batch) = batch else { break };
            let collected = joined.walk(&batch, |field, dictionary| {
                field.places_of(dictionary.values())?;
                Ok(None)
            });
            collected.map_err(|error| Failure::arrow(&reading.input.name, &error))?;
        }
        Ok(Some(joined))
    }

    /// The schema of the batches that [`JoinedDictionaries::remap`] makes of those of `schema`.
    pub(super) fn schema(&mut self, schema: &SchemaRef) -> Result<SchemaRef, ArrowError> {
        Ok(self
            .remap(&RecordBatch::new_empty(Arc::clone(schema)))?
            .schema())
    }

    /// `batch` with the joined dictionaries.
    pub(super) fn remap(&mut self, batch: &RecordBatch) -> Result<RecordBatch, ArrowError> {
        self.walk(batch, |field, dictionary| field.remap(dictionary).map(Some))
    }

    fn walk(
        &mut self,
        batch: &RecordBatch,
        mut visit: impl FnMut(
            &mut Joined,
            &dyn AnyDictionaryArray,
        ) -> Result<Option<ArrayRef>, ArrowError>,
    ) -> Result<RecordBatch, ArrowError> {
        let mut next = 0;
        rebuild_batch(batch, &mut |array| {
            let Some(dictionary) = array.as_any_dictionary_opt() else {
                return Ok(None);
            };
            if next == self.fields.len() {
                self.fields.push(Joined::default());
            }
            let field = &mut self.fields[next];
            next += 1;
            visit(field, dictionary)
        })
    }
}

impl Joined {
    /// The place of each of `values` in the joined dictionary, to which new ones are added.
    fn places_of(&mut self, values: &ArrayRef) -> Result<&[usize], ArrowError> {
        let is_last = self
            .last
            .as_ref()
            .is_some_and(|(last, _)| last.to_data().ptr_eq(&values.to_data()));
        if !is_last {
            let mut places = Vec::with_capacity(values.len());
            let mut new = Vec::new();
            for (i, value) in distinct_bytes(values)?.into_iter().enumerate() {
                let next = self.len + new.len();
                let place = *self.places.entry(value).or_insert(next);
                if place == next {
                    new.push(i as u64);
                }
                places.push(place);
            }
            if !new.is_empty() {
                self.len += new.len();
                self.parts.push(arrow_select::take::take(
                    values.as_ref(),
                    &UInt64Array::from(new),
                    None,
                )?);
                self.joined = None;
            }
            self.last = Some((Arc::clone(values), places));
        }
        Ok(self.last.as_ref().map_or(&[], |(_, places)| places))
    }

    fn remap(&mut self, array: &dyn AnyDictionaryArray) -> Result<ArrayRef, ArrowError> {
        let len = array.len();
        let nulls = array.keys().nulls().cloned();
        // Keys of null slots may be anything; an empty dictionary has nothing but those.
        let places = self.places_of(array.values())?;
        let keys: Vec<i64> = if places.is_empty() {
            vec![0; len]
        } else {
            let keys = array.normalized_keys();
            keys.into_iter()
                .map(|key| places.get(key).map_or(0, |&place| place as i64))
                .collect()
        };
        let joined = self.joined(array.values())?;
        let DataType::Dictionary(key_type, value_type) = array.data_type() else {
            return Err(ArrowError::SchemaError(format!(
                "expected a dictionary, found {}",
                array.data_type()
            )));
        };
        let key_type = wide_enough(key_type, joined.len());
        let keys = arrow_cast::cast(&Int64Array::new(keys.into(), nulls), &key_type)?;
        let data_type = DataType::Dictionary(Box::new(key_type), value_type.clone());
        let data = keys
            .to_data()
            .into_builder()
            .data_type(data_type)
            .child_data(vec![joined.to_data()]);
        Ok(make_array(data.build()?))
    }

    /// The joined dictionary; of the type of `values` while there is none.
    fn joined(&mut self, values: &ArrayRef) -> Result<ArrayRef, ArrowError> {
        if let Some(joined) = &self.joined {
            return Ok(Arc::clone(joined));
        }
        let joined = match self.parts.as_slice() {
            [] => new_empty_array(values.data_type()),
            parts => {
                let parts: Vec<&dyn Array> = parts.iter().map(AsRef::as_ref).collect();
                arrow_select::concat::concat(&parts)?
            }
        };
        self.parts = if joined.is_empty() {
            Vec::new()
        } else {
            vec![Arc::clone(&joined)]
        };
        self.joined = Some(Arc::clone(&joined));
        Ok(joined)
    }
}

fn has_dictionary(field: &Field) -> bool {
    Schema::new(vec![field.clone()])
        .flattened_fields()
        .iter()
        .any(|field| matches!(field.data_type(), DataType::Dictionary(..)))
}

/// `key_type`, or a wider one if it cannot count `len` values.
fn wide_enough(key_type: &DataType, len: usize) -> DataType {
    let max = match key_type {
        DataType::Int8 => i8::MAX as usize,
        DataType::UInt8 => u8::MAX as usize,
        DataType::Int16 => i16::MAX as usize,
        DataType::UInt16 => u16::MAX as usize,
        DataType::Int32 => i32::MAX as usize,
        DataType::UInt32 => u32::MAX as usize,
        _ => usize::MAX,
    };
    if len.saturating_sub(1) <= max {
        key_type.clone()
    } else if i32::try_from(len).is_ok() {
        DataType::Int32
    } else {
        DataType::Int64
    }
}

/// For each value bytes that equal those of equal values and of no others.
fn distinct_bytes(values: &ArrayRef) -> Result<Vec<Option<Box<[u8]>>>, ArrowError> {
    let nulls = values.logical_nulls();
    let of = |bytes: &dyn Fn(usize) -> Box<[u8]>| {
        let is_null = |i: usize| nulls.as_ref().is_some_and(|nulls| nulls.is_null(i));
        (0..values.len())
            .map(|i| (!is_null(i)).then(|| bytes(i)))
            .collect()
    };
    Ok(match values.data_type() {
        DataType::Utf8 => of(&|i| values.as_string::<i32>().value(i).as_bytes().into()),
        DataType::LargeUtf8 => of(&|i| values.as_string::<i64>().value(i).as_bytes().into()),
        DataType::Utf8View => of(&|i| values.as_string_view().value(i).as_bytes().into()),
        DataType::Binary => of(&|i| values.as_binary::<i32>().value(i).into()),
        DataType::LargeBinary => of(&|i| values.as_binary::<i64>().value(i).into()),
        DataType::BinaryView => of(&|i| values.as_binary_view().value(i).into()),
        DataType::FixedSizeBinary(_) => of(&|i| values.as_fixed_size_binary().value(i).into()),
        DataType::Boolean => of(&|i| [u8::from(values.as_boolean().value(i))].into()),
        other => {
            let Some(width) = other.primitive_width() else {
                return Err(ArrowError::NotYetImplemented(format!(
                    "a dictionary of {other} that changes between row groups, in an Arrow file; a stream (.arrows) can hold it"
                )));
            };
            let data = values.to_data();
            let start = data.offset() * width;
            let bytes = &data.buffers()[0].as_slice()[start..];
            of(&|i| bytes[i * width..(i + 1) * width].into())
        }
    })
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

    use arrow_array::types::{Int8Type, Int32Type};
    use arrow_array::{DictionaryArray, Int32Array, StringArray};

    use super::*;

    fn strings(array: &ArrayRef) -> Vec<Option<String>> {
        let plain = arrow_cast::cast(array, &DataType::Utf8).unwrap();
        plain
            .as_string::<i32>()
            .iter()
            .map(|value| value.map(str::to_owned))
            .collect()
    }

    #[test]
    fn values_of_all_dictionaries_come_once_and_keys_follow() {
        let first: DictionaryArray<Int8Type> =
            vec![Some("a"), None, Some("b")].into_iter().collect();
        let second: DictionaryArray<Int8Type> =
            vec![Some("c"), Some("b"), Some("c")].into_iter().collect();
        let mut joined = Joined::default();
        for array in [&first, &second] {
            joined.places_of(array.values()).unwrap();
        }
        let arrays = [&first, &second].map(|array| joined.remap(array).unwrap());
        let text = |values: &[Option<&str>]| {
            values
                .iter()
                .map(|value| value.map(str::to_owned))
                .collect::<Vec<_>>()
        };
        assert_eq!(strings(&arrays[0]), text(&[Some("a"), None, Some("b")]));
        assert_eq!(
            strings(&arrays[1]),
            text(&[Some("c"), Some("b"), Some("c")])
        );
        let dictionaries = arrays
            .each_ref()
            .map(|array| Arc::clone(array.as_any_dictionary().values()));
        assert_eq!(dictionaries[0].len(), 3);
        assert!(dictionaries[0].to_data().ptr_eq(&dictionaries[1].to_data()));
    }

    #[test]
    fn keys_are_widened_where_needed() {
        for (len, expected) in [(128, DataType::Int8), (129, DataType::Int32)] {
            let mut joined = Joined::default();
            let arrays: Vec<ArrayRef> = [0..100, 100..len]
                .into_iter()
                .map(|range: std::ops::Range<i32>| {
                    let values = Arc::new(Int32Array::from_iter_values(range.clone()));
                    let keys = (0..range.len())
                        .map(|key| key as i8)
                        .collect::<arrow_array::Int8Array>();
                    Arc::new(DictionaryArray::<Int8Type>::new(keys, values)) as ArrayRef
                })
                .collect();
            for array in &arrays {
                joined
                    .places_of(array.as_any_dictionary().values())
                    .unwrap();
            }
            let last = joined.remap(arrays[1].as_any_dictionary()).unwrap();
            assert_eq!(last.as_any_dictionary().keys().data_type(), &expected);
            let plain = arrow_cast::cast(&last, &DataType::Int32).unwrap();
            assert_eq!(
                plain.as_primitive::<Int32Type>().values(),
                &(100..len).collect::<Vec<_>>()[..]
            );
        }
    }

    #[test]
    fn nulls_in_dictionaries_and_empty_dictionaries() {
        let values = Arc::new(StringArray::from(vec![Some("a"), None]));
        let array = DictionaryArray::<Int32Type>::new(Int32Array::from(vec![1, 0]), values);
        let empty = DictionaryArray::<Int32Type>::new(
            Int32Array::from(vec![None, None]),
            Arc::new(StringArray::from(Vec::<&str>::new())),
        );
        let mut joined = Joined::default();
        assert_eq!(strings(&joined.remap(&empty).unwrap()), [None, None]);
        assert_eq!(
            strings(&joined.remap(&array).unwrap()),
            [None, Some("a".to_owned())]
        );
        assert_eq!(strings(&joined.remap(&empty).unwrap()), [None, None]);
    }
}
