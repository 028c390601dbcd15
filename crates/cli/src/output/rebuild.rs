//! An array with other leaves.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchOptions, make_array};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Schema};

/// What [`rebuild`] does with a leaf: `None` leaves it as it is.
pub(super) type Replace<'a> = dyn FnMut(&ArrayRef) -> Result<Option<ArrayRef>, ArrowError> + 'a;

/// `batch` with every leaf replaced that `replace` has another for, in whatever type.
///
/// Leaves are arrays that are not lists, structs, maps or run-end encoded; they come in the order
/// of the schema.
pub(super) fn rebuild_batch(
    batch: &RecordBatch,
    replace: &mut Replace<'_>,
) -> Result<RecordBatch, ArrowError> {
    let columns = batch
        .columns()
        .iter()
        .map(|array| rebuild(array, replace))
        .collect::<Result<Vec<_>, _>>()?;
    let schema = batch.schema();
    let fields = schema
        .fields()
        .iter()
        .zip(&columns)
        .map(|(field, array)| with_type(field, array.data_type()));
    let schema = Schema::new_with_metadata(fields.collect::<Vec<_>>(), schema.metadata().clone());
    let options = RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
    RecordBatch::try_new_with_options(Arc::new(schema), columns, &options)
}

fn rebuild(array: &ArrayRef, replace: &mut Replace<'_>) -> Result<ArrayRef, ArrowError> {
    let children = match array.data_type() {
        DataType::Dictionary(..) | DataType::Union(..) => 0,
        _ => array.to_data().child_data().len(),
    };
    if children == 0 {
        return Ok(replace(array)?.unwrap_or_else(|| Arc::clone(array)));
    }
    let data = array.to_data();
    let old: Vec<ArrayRef> = data.child_data().iter().cloned().map(make_array).collect();
    let new = old
        .iter()
        .map(|child| rebuild(child, replace))
        .collect::<Result<Vec<_>, _>>()?;
    if old.iter().zip(&new).all(|(old, new)| Arc::ptr_eq(old, new)) {
        return Ok(Arc::clone(array));
    }
    let data_type = with_children(data.data_type(), &new);
    let children = new.iter().map(|child| child.to_data()).collect();
    Ok(make_array(
        data.into_builder()
            .data_type(data_type)
            .child_data(children)
            .build()?,
    ))
}

/// `data_type` with the types of `children`.
fn with_children(data_type: &DataType, children: &[ArrayRef]) -> DataType {
    let nth = |i: usize, field: &FieldRef| with_type(field, children[i].data_type());
    match data_type {
        DataType::List(field) => DataType::List(nth(0, field)),
        DataType::LargeList(field) => DataType::LargeList(nth(0, field)),
        DataType::ListView(field) => DataType::ListView(nth(0, field)),
        DataType::LargeListView(field) => DataType::LargeListView(nth(0, field)),
        DataType::FixedSizeList(field, len) => DataType::FixedSizeList(nth(0, field), *len),
        DataType::Map(field, is_sorted) => DataType::Map(nth(0, field), *is_sorted),
        DataType::RunEndEncoded(ends, values) => {
            DataType::RunEndEncoded(nth(0, ends), nth(1, values))
        }
        DataType::Struct(fields) => DataType::Struct(
            fields
                .iter()
                .enumerate()
                .map(|(i, field)| nth(i, field))
                .collect(),
        ),
        other => other.clone(),
    }
}

fn with_type(field: &FieldRef, data_type: &DataType) -> FieldRef {
    if field.data_type() == data_type {
        return Arc::clone(field);
    }
    Arc::new(Field::clone(field).with_data_type(data_type.clone()))
}
