//! Files of many columns and few rows: mostly footer.

use std::sync::Arc;

use arrow_array::{ArrayRef, Int64Array, RecordBatch};
use arrow_schema::{DataType, Field, Schema};
use parquet::file::properties::WriterProperties;

use super::write;
use crate::error::BenchError;

/// Rows of a row group.
const GROUP_ROWS: usize = 20;

pub(super) fn file(num_columns: usize, num_groups: usize) -> Result<Vec<u8>, BenchError> {
    let field = |column| Field::new(format!("column_{column:05}"), DataType::Int64, true);
    let fields: Vec<Field> = (0..num_columns).map(field).collect();
    let schema = Arc::new(Schema::new(fields));
    let array = |column| {
        let value = |row| (row * num_columns + column) as i64;
        Arc::new(Int64Array::from_iter_values(
            (0..num_groups * GROUP_ROWS).map(value),
        )) as ArrayRef
    };
    let arrays = (0..num_columns).map(array).collect();
    let batch = RecordBatch::try_new(Arc::clone(&schema), arrays).map_err(BenchError::data)?;
    let properties = WriterProperties::builder()
        .set_max_row_group_row_count(Some(GROUP_ROWS))
        .build();
    write::write(schema, [Ok(batch)], properties)
}
