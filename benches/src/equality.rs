//! Do all libraries read the same? Asked before the clock starts: a wrong answer is fast for no merit.

use arrow_array::RecordBatch;
use bytes::Bytes;

use crate::basic::Output;
use crate::error::BenchError;
use crate::libraries::{LIBRARIES, Library};

/// The library that the others are compared with.
const REFERENCE: &str = "parquet 59.3";

/// Compares every value, type and batch boundary.
///
/// # Errors
/// [`BenchError::Differs`] with the first batch that does.
pub(crate) fn check(
    cell: &str,
    file: &Bytes,
    output: Output,
    num_rows: usize,
) -> Result<(), BenchError> {
    let (reference, others): (Vec<&Library>, Vec<&Library>) = LIBRARIES
        .iter()
        .partition(|library| library.name == REFERENCE);
    let mut expected = Vec::new();
    for library in reference {
        expected = (library.batches)(file, output)?;
        let read: usize = expected.iter().map(RecordBatch::num_rows).sum();
        if read != num_rows {
            return Err(differs(
                cell,
                library,
                format!("expected {num_rows} rows, found {read}"),
            ));
        }
    }
    others.into_iter().try_for_each(|library| {
        let found = (library.batches)(file, output)?;
        compare(&expected, &found).map_err(|what| differs(cell, library, what))
    })
}

fn compare(expected: &[RecordBatch], found: &[RecordBatch]) -> Result<(), String> {
    if expected.len() != found.len() {
        return Err(format!(
            "expected {} batches, found {}",
            expected.len(),
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

fn differs(cell: &str, library: &Library, what: String) -> BenchError {
    BenchError::Differs {
        cell: cell.to_owned(),
        library: library.name,
        what,
    }
}
