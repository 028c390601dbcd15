//! Values that Arrow's JSON writer has no form for.
//!
//! Maps whose keys are not strings become objects with the keys as text, as all JSON has to have
//! it; dates and times beyond the calendar become the numbers that they are stored as.

use std::io::Write;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, MapArray};
use arrow_json::writer::{NullableEncoder, make_encoder};
use arrow_json::{Encoder, EncoderFactory, EncoderOptions};
use arrow_schema::{ArrowError, DataType, FieldRef};

use crate::json::Quoted;
use crate::text::{Scalars, shown_zone};

/// How all values become JSON: with nulls said, so that each object has every field.
pub(super) fn options() -> EncoderOptions {
    EncoderOptions::default()
        .with_explicit_nulls(true)
        .with_encoder_factory(Arc::new(Factory))
}

/// Makes encoders of this module where they are needed.
#[derive(Debug)]
pub(super) struct Factory;

impl EncoderFactory for Factory {
    fn make_default_encoder<'a>(
        &self,
        field: &'a FieldRef,
        array: &'a dyn Array,
        options: &'a EncoderOptions,
    ) -> Result<Option<NullableEncoder<'a>>, ArrowError> {
        let encoder: Box<dyn Encoder + 'a> = match array.data_type() {
            DataType::Map(..) => {
                let map = array.as_map();
                if matches!(
                    map.key_type(),
                    DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View
                ) {
                    return Ok(None);
                }
                Box::new(TextKeys::new(field, map, options)?)
            }
            temporal if temporal.is_temporal() && shown_zone(temporal).is_none() => {
                Box::new(Temporal {
                    values: Scalars::new(array)?,
                    text: String::new(),
                })
            }
            _ => return Ok(None),
        };
        Ok(Some(NullableEncoder::new(encoder, array.nulls().cloned())))
    }
}

/// Dates, times and timestamps as strings, or as numbers beyond the calendar.
struct Temporal<'a> {
    values: Scalars<'a>,
    text: String,
}

impl Encoder for Temporal<'_> {
    fn encode(&mut self, idx: usize, out: &mut Vec<u8>) {
        self.text.clear();
        self.values.write(idx, &mut self.text);
        let is_number = self.text.parse::<i64>().is_ok();
        // Writing to a vector cannot fail.
        let _ = match is_number {
            true => write!(out, "{}", self.text),
            false => write!(out, "{}", Quoted(&self.text)),
        };
    }
}

/// A map as an object with its keys as text.
struct TextKeys<'a> {
    map: &'a MapArray,
    keys: Keys<'a>,
    values: NullableEncoder<'a>,
    key: String,
}

enum Keys<'a> {
    Scalar(Scalars<'a>),
    Nested(NullableEncoder<'a>),
}

impl<'a> TextKeys<'a> {
    fn new(
        field: &'a FieldRef,
        map: &'a MapArray,
        options: &'a EncoderOptions,
    ) -> Result<Self, ArrowError> {
        let keys: &'a ArrayRef = map.keys();
        let keys = match keys.data_type().is_nested() {
            true => Keys::Nested(make_encoder(field, keys.as_ref(), options)?),
            false => Keys::Scalar(Scalars::new(keys.as_ref())?),
        };
        let values = make_encoder(field, map.values().as_ref(), options)?;
        Ok(Self {
            map,
            keys,
            values,
            key: String::new(),
        })
    }

    fn read_key(&mut self, entry: usize) {
        self.key.clear();
        if self.map.keys().is_null(entry) {
            return self.key.push_str("null");
        }
        match &mut self.keys {
            Keys::Scalar(keys) => keys.write(entry, &mut self.key),
            Keys::Nested(keys) => {
                let mut bytes = Vec::new();
                keys.encode(entry, &mut bytes);
                self.key.push_str(&String::from_utf8_lossy(&bytes));
            }
        }
    }
}

impl Encoder for TextKeys<'_> {
    fn encode(&mut self, idx: usize, out: &mut Vec<u8>) {
        let offsets = self.map.value_offsets();
        let entries = offsets[idx] as usize..offsets[idx + 1] as usize;
        out.push(b'{');
        for entry in entries.clone() {
            if entry > entries.start {
                out.push(b',');
            }
            self.read_key(entry);
            let _ = write!(out, "{}:", Quoted(&self.key));
            if self.values.is_null(entry) {
                out.extend_from_slice(b"null");
            } else {
                self.values.encode(entry, out);
            }
        }
        out.push(b'}');
    }
}
