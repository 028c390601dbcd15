//! Dictionary keys that are wide enough.
//!
//! A writer may have kept in the file that a column was a dictionary with keys of 8 bits. Each row
//! group then has a dictionary of its own, and a batch with rows of several may need more values
//! than such keys can count.

use std::sync::Arc;

use arrow_schema::{DataType, Field, FieldRef, Schema, SchemaRef};

/// `schema` with keys of 32 bits in place of narrower ones; `None` if it has none.
pub(super) fn with_wide_keys(schema: &Schema) -> Option<SchemaRef> {
    let fields: Vec<FieldRef> = schema.fields().iter().map(wide_field).collect();
    let is_same = schema
        .fields()
        .iter()
        .zip(&fields)
        .all(|(old, new)| old == new);
    (!is_same).then(|| Arc::new(Schema::new_with_metadata(fields, schema.metadata().clone())))
}

fn wide_field(field: &FieldRef) -> FieldRef {
    Arc::new(Field::clone(field).with_data_type(wide_type(field.data_type())))
}

fn wide_type(data_type: &DataType) -> DataType {
    let is_narrow = |key: &DataType| key.primitive_width().is_some_and(|width| width < 4);
    match data_type {
        DataType::Dictionary(key, value) if is_narrow(key) => {
            DataType::Dictionary(Box::new(DataType::Int32), value.clone())
        }
        DataType::List(field) => DataType::List(wide_field(field)),
        DataType::LargeList(field) => DataType::LargeList(wide_field(field)),
        DataType::ListView(field) => DataType::ListView(wide_field(field)),
        DataType::LargeListView(field) => DataType::LargeListView(wide_field(field)),
        DataType::FixedSizeList(field, len) => DataType::FixedSizeList(wide_field(field), *len),
        DataType::Map(field, is_sorted) => DataType::Map(wide_field(field), *is_sorted),
        DataType::Struct(fields) => DataType::Struct(fields.iter().map(wide_field).collect()),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schema(key: DataType) -> Schema {
        let dictionary = DataType::Dictionary(Box::new(key), Box::new(DataType::Utf8));
        let list = DataType::List(Arc::new(Field::new_list_field(dictionary, true)));
        Schema::new(vec![
            Field::new("a", DataType::Int8, true),
            Field::new("b", list, false),
        ])
    }

    #[test]
    fn narrow_keys_are_widened_at_any_depth() {
        for key in [DataType::Int8, DataType::UInt16] {
            assert_eq!(
                with_wide_keys(&schema(key)).as_deref(),
                Some(&schema(DataType::Int32))
            );
        }
        for key in [DataType::Int32, DataType::UInt64] {
            assert_eq!(with_wide_keys(&schema(key)), None);
        }
    }
}
