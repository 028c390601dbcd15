//! Do all libraries read the same? Asked before the clock starts: a wrong answer is fast for no merit.

use arrow_array::{Array, RecordBatch};
use arrow_data::ArrayData;
use arrow_schema::DataType;
use bytes::Bytes;

use crate::case::{Case, Work};
use crate::error::BenchError;
use crate::libraries::{LIBRARIES, Library};

/// The library that the others are compared with.
const REFERENCE: &str = "parquet 59.3";

/// What all libraries agree on.
pub(crate) struct Checked {
    /// Rows that were read, or what was counted of the footer.
    pub(crate) count: usize,
    /// Bytes of the arrays of each batch.
    pub(crate) arrow_sizes: Vec<usize>,
}

/// Compares every value, type and batch boundary, or what is counted of a footer.
///
/// # Errors
/// [`BenchError::Differs`] with the first batch that does.
pub(crate) fn check(case: &Case, file: &Bytes) -> Result<Checked, BenchError> {
    let differs = |library: &Library, what| BenchError::Differs {
        cell: case.name.clone(),
        library: library.name,
        what,
    };
    let (reference, others): (Vec<&Library>, Vec<&Library>) = LIBRARIES
        .iter()
        .partition(|library| library.name == REFERENCE);
    let mut checked = Checked {
        count: 0,
        arrow_sizes: Vec::new(),
    };
    let Work::Read(read) = &case.work else {
        for library in reference {
            checked.count = (library.task)(file, &case.work)?()?;
        }
        for library in others {
            let found = (library.task)(file, &case.work)?()?;
            if found != checked.count {
                let what = format!("expected a count of {}, found {found}", checked.count);
                return Err(differs(library, what));
            }
        }
        return Ok(checked);
    };
    let mut expected = Vec::new();
    for library in reference {
        expected = (library.batches)(file, read)?;
    }
    for library in others {
        let found = (library.batches)(file, read)?;
        compare(&expected, &found).map_err(|what| differs(library, what))?;
    }
    checked.count = expected.iter().map(RecordBatch::num_rows).sum();
    let of = |batch: &RecordBatch| {
        batch
            .columns()
            .iter()
            .map(|array| size(&array.to_data()))
            .sum()
    };
    checked.arrow_sizes = expected.iter().map(of).collect();
    Ok(checked)
}

fn compare(expected: &[RecordBatch], found: &[RecordBatch]) -> Result<(), String> {
    let rows = |batches: &[RecordBatch]| {
        batches
            .iter()
            .map(RecordBatch::num_rows)
            .collect::<Vec<_>>()
    };
    if rows(expected) != rows(found) {
        let sum = |batches| rows(batches).into_iter().sum::<usize>();
        return Err(format!(
            "expected {} rows in {} batches, found {} in {}, or their boundaries differ",
            sum(expected),
            expected.len(),
            sum(found),
            found.len()
        ));
    }
    for (index, (expected, found)) in expected.iter().zip(found).enumerate() {
        if expected.schema() != found.schema() {
            return Err(format!(
                "expected schema {}, found {}",
                expected.schema(),
                found.schema()
            ));
        }
        if expected != found {
            return Err(format!("batch {index} has other values"));
        }
    }
    Ok(())
}

/// Bytes that must be written for an array: views without what they point to, keys without their dictionary,
/// both of which can be shared by all batches.
fn size(array: &ArrayData) -> usize {
    let validity = array.nulls().map_or(0, |_| array.len().div_ceil(8));
    let own = match array.data_type() {
        DataType::Utf8View | DataType::BinaryView => 16 * array.len(),
        DataType::Dictionary(key, _) => key.primitive_width().unwrap_or(0) * array.len(),
        _ => return array.get_slice_memory_size().unwrap_or(0),
    };
    own + validity
}
