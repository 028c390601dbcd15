//! Values with commas or tabs between them.
//!
//! CSV quotes a value by RFC 4180 where it has to be. Tab-separated values have no quotes: tabs,
//! line ends, other control characters and backslashes are written as escapes, so that a line is a
//! row and a tab the end of a value. Nulls are empty in both.

use std::io::Write;

use arrow_array::{RecordBatch, make_array};
use arrow_json::EncoderOptions;
use arrow_schema::{ArrowError, Schema};

use super::Sink;
use super::rebuild::rebuild_batch;
use crate::text::{Cells, push_field, shown_zone};

/// Rows as lines.
pub(super) struct DelimitedSink<W: Write> {
    out: W,
    dialect: Dialect,
    json: EncoderOptions,
    line: String,
    cell: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Dialect {
    Csv,
    Tsv,
}

/// Lines are handed on when they are this long together.
const FLUSH_SIZE: usize = 32 << 10;

impl<W: Write> DelimitedSink<W> {
    /// Comma-separated values; writes the line of names.
    pub(super) fn csv(out: W, schema: &Schema) -> Result<Self, ArrowError> {
        Self::new(out, schema, Dialect::Csv)
    }

    /// Tab-separated values; writes the line of names.
    pub(super) fn tsv(out: W, schema: &Schema) -> Result<Self, ArrowError> {
        Self::new(out, schema, Dialect::Tsv)
    }

    fn new(out: W, schema: &Schema, dialect: Dialect) -> Result<Self, ArrowError> {
        let (line, cell) = (String::new(), String::new());
        let mut sink = Self {
            out,
            dialect,
            json: super::json_values::options(),
            line,
            cell,
        };
        for (i, field) in schema.fields().iter().enumerate() {
            sink.cell.clear();
            sink.cell.push_str(field.name());
            sink.end_cell(i, schema.fields().len());
        }
        sink.line.push('\n');
        sink.hand_on()?;
        Ok(sink)
    }

    /// Adds the cell that has been gathered to the line.
    fn end_cell(&mut self, i: usize, num_columns: usize) {
        if i > 0 {
            self.line.push(if self.dialect == Dialect::Csv {
                ','
            } else {
                '\t'
            });
        }
        match self.dialect {
            Dialect::Tsv => push_field(&self.cell, &mut self.line),
            Dialect::Csv if needs_quotes(&self.cell, num_columns) => {
                self.line.push('"');
                self.line.push_str(&self.cell.replace('"', "\"\""));
                self.line.push('"');
            }
            Dialect::Csv => self.line.push_str(&self.cell),
        }
    }

    fn hand_on(&mut self) -> Result<(), ArrowError> {
        self.out.write_all(self.line.as_bytes())?;
        self.line.clear();
        Ok(())
    }
}

/// A line of one empty value would be an empty line, which readers skip.
fn needs_quotes(cell: &str, num_columns: usize) -> bool {
    cell.bytes()
        .any(|byte| matches!(byte, b',' | b'"' | b'\n' | b'\r'))
        || (cell.is_empty() && num_columns == 1)
        || cell.starts_with(' ')
        || cell.ends_with(' ')
}

impl<W: Write> Sink for DelimitedSink<W> {
    fn write(&mut self, batch: &RecordBatch) -> Result<(), ArrowError> {
        let batch = with_shown_zones(batch)?;
        let schema = batch.schema();
        let json = self.json.clone();
        let columns = schema.fields().iter().zip(batch.columns());
        let mut columns = columns
            .map(|(field, array)| Cells::new(field, array, &json))
            .collect::<Result<Vec<_>, _>>()?;
        let num_columns = columns.len();
        for row in 0..batch.num_rows() {
            for (i, column) in columns.iter_mut().enumerate() {
                self.cell.clear();
                if !column.is_null(row) {
                    column.write(row, &mut self.cell);
                }
                self.end_cell(i, num_columns);
            }
            self.line.push('\n');
            if self.line.len() >= FLUSH_SIZE {
                self.hand_on()?;
            }
        }
        self.hand_on()
    }

    fn finish(&mut self) -> Result<(), ArrowError> {
        Ok(self.out.flush()?)
    }
}

/// `batch` with timestamps in zones by name, whose rules are not at hand, in UTC.
pub(super) fn with_shown_zones(batch: &RecordBatch) -> Result<RecordBatch, ArrowError> {
    let has_zones = batch
        .schema()
        .flattened_fields()
        .iter()
        .any(|field| shown_zone(field.data_type()).is_some());
    if !has_zones {
        return Ok(batch.clone());
    }
    rebuild_batch(batch, &mut |array| {
        shown_zone(array.data_type())
            .map(|data_type| {
                Ok(make_array(
                    array
                        .to_data()
                        .into_builder()
                        .data_type(data_type)
                        .build()?,
                ))
            })
            .transpose()
    })
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::sync::Arc;

    use arrow_array::types::Int32Type;
    use arrow_array::{ArrayRef, Int32Array, ListArray, StringArray, TimestampSecondArray};

    use super::*;

    fn check(columns: Vec<(&str, ArrayRef)>, csv: &str, tsv: &str) {
        let batch = RecordBatch::try_from_iter(columns).unwrap();
        for (is_csv, expected) in [(true, csv), (false, tsv)] {
            let mut out = Vec::new();
            let mut sink = match is_csv {
                true => DelimitedSink::csv(&mut out, &batch.schema()).unwrap(),
                false => DelimitedSink::tsv(&mut out, &batch.schema()).unwrap(),
            };
            sink.write(&batch).unwrap();
            sink.finish().unwrap();
            assert_eq!(String::from_utf8(out).unwrap(), expected);
        }
    }

    #[test]
    fn lines() {
        let numbers = Arc::new(Int32Array::from(vec![Some(1), None]));
        let texts = Arc::new(StringArray::from(vec![Some("a,\"b\"\n"), Some("\\t")]));
        let lists = Arc::new(ListArray::from_iter_primitive::<Int32Type, _, _>([
            Some(vec![Some(1), None]),
            None,
        ]));
        check(
            vec![("n", numbers), ("t\t", texts), ("l", lists)],
            "n,t\t,l\n1,\"a,\"\"b\"\"\n\",\"[1,null]\"\n,\\t,\n",
            "n\tt\\t\tl\n1\ta,\"b\"\\n\t[1,null]\n\t\\\\t\t\n",
        );
        check(
            vec![("t", Arc::new(StringArray::from(vec![None, Some(" a")])))],
            "t\n\"\"\n\" a\"\n",
            "t\n\n a\n",
        );
    }

    #[test]
    fn zones_by_name_are_shown_in_utc() {
        let times = TimestampSecondArray::from(vec![0]).with_timezone("Europe/Berlin");
        let line = "1970-01-01T00:00:00Z\n";
        check(
            vec![("t", Arc::new(times))],
            &format!("t\n{line}"),
            &format!("t\n{line}"),
        );
    }
}
