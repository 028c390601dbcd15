//! Dictionary arrays that keep the file's own dictionary.

use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::types::{
    ArrowDictionaryKeyType, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type,
    UInt32Type, UInt64Type,
};
use arrow_schema::DataType;
use herringbone_column::decode::{Dictionaries, KeyValues, LeafSpec, Text};
use herringbone_decode_kernel::dictionary::Key;
use herringbone_format::basic::Type as PhysicalType;

use super::{LeafArray, cannot_read, leaf, trusted};
use crate::error::Result;

/// Whether a dictionary array with values of `value` can be made of the file's own dictionary.
pub(super) fn keeps(value: &DataType) -> bool {
    matches!(
        value,
        DataType::Utf8
            | DataType::LargeUtf8
            | DataType::Utf8View
            | DataType::Binary
            | DataType::LargeBinary
            | DataType::BinaryView
    )
}

pub(super) fn open(key: &DataType, value: &DataType, spec: LeafSpec) -> Result<Box<dyn LeafArray>> {
    Ok(match key {
        DataType::Int8 => narrow::<Int8Type>(value, spec),
        DataType::Int16 => narrow::<Int16Type>(value, spec),
        DataType::Int32 => keyed::<Int32Type>(value, spec),
        DataType::Int64 => keyed::<Int64Type>(value, spec),
        DataType::UInt8 => narrow::<UInt8Type>(value, spec),
        DataType::UInt16 => narrow::<UInt16Type>(value, spec),
        DataType::UInt32 => keyed::<UInt32Type>(value, spec),
        DataType::UInt64 => keyed::<UInt64Type>(value, spec),
        other => return Err(cannot_read(PhysicalType::BYTE_ARRAY, other)),
    })
}

/// Keys as the file has them.
fn keyed<K>(value: &DataType, spec: LeafSpec) -> Box<dyn LeafArray>
where
    K: ArrowDictionaryKeyType,
    K::Native: Key,
{
    let mut dictionary = SharedDictionary::new(value);
    leaf(
        spec,
        KeyValues::<K::Native>::new(text_of(value)),
        move |values, _, nulls| {
            let parts = values.take();
            let array = dictionary.array(parts.dictionaries())?;
            Ok(trusted::dictionary::<K>(parts, array, nulls))
        },
    )
}

/// Keys that may be too narrow for the dictionary of a chunk, or for those of several chunks,
/// though a batch has few distinct values.
fn narrow<K>(value: &DataType, spec: LeafSpec) -> Box<dyn LeafArray>
where
    K: ArrowDictionaryKeyType,
    K::Native: Key,
{
    let mut dictionary = SharedDictionary::new(value);
    leaf(
        spec,
        KeyValues::<u32>::new(text_of(value)),
        move |values, _, nulls| {
            let is_valid = |slot| nulls.as_ref().is_none_or(|nulls| nulls.is_valid(slot));
            let parts = values.take().narrow::<K::Native>(is_valid)?;
            let array = dictionary.array(parts.dictionaries())?;
            Ok(trusted::dictionary::<K>(parts, array, nulls))
        },
    )
}

fn text_of(value: &DataType) -> Text {
    match value {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => Text::Utf8,
        _ => Text::Binary,
    }
}

/// The values array of the batches: one array per dictionary, however many batches share it.
struct SharedDictionary {
    value: DataType,
    made_of: Option<(Dictionaries, ArrayRef)>,
}

impl SharedDictionary {
    fn new(value: &DataType) -> Self {
        Self {
            value: value.clone(),
            made_of: None,
        }
    }

    fn array(&mut self, dictionaries: &Dictionaries) -> Result<ArrayRef> {
        match &self.made_of {
            // A batch of nulls alone uses no dictionary; the one before will do.
            Some((made_of, array)) if made_of.is_same(dictionaries) || dictionaries.is_empty() => {
                Ok(Arc::clone(array))
            }
            _ => {
                let array = trusted::dictionary_values(&self.value, dictionaries)?;
                self.made_of = Some((dictionaries.clone(), Arc::clone(&array)));
                Ok(array)
            }
        }
    }
}
