//! Rows as a table that fits the terminal.
//!
//! The widths are settled by the first rows; what comes later is cut to them, so that a file of any
//! size streams through.

use std::io::Write;

use arrow_array::RecordBatch;
use arrow_json::EncoderOptions;
use arrow_schema::{ArrowError, DataType, Schema};

use super::Sink;
use super::delimited::with_shown_zones;
use super::grid::{Cell, Column, Fit, Grid};
use crate::text::{Cells, one_line};

/// How many rows are seen before the widths are settled, and how many are printed at once.
const CHUNK_ROWS: usize = 500;

/// A timestamp is whole to the second.
const FIT: Fit = Fit {
    min_width: 20,
    hint: "--columns chooses",
};

/// Characters of a value that are looked at.
const MAX_CHARS: usize = 1000;

/// Rows as a table.
pub(super) struct TableSink<W: Write> {
    out: W,
    json: EncoderOptions,
    grid: Grid,
    rows: Vec<Vec<Cell>>,
}

impl<W: Write> TableSink<W> {
    pub(super) fn new(out: W, schema: &Schema) -> Self {
        let columns = schema.fields().iter().map(|field| Column {
            name: one_line(field.name()),
            note: Some(type_name(field.data_type())),
            is_right: field.data_type().is_numeric(),
        });
        Self {
            out,
            json: super::json_values::options(),
            grid: Grid::new(columns.collect(), FIT),
            rows: Vec::new(),
        }
    }

    fn print(&mut self) -> Result<(), ArrowError> {
        let text = self.grid.print(std::mem::take(&mut self.rows));
        Ok(self.out.write_all(text.as_bytes())?)
    }
}

impl<W: Write> Sink for TableSink<W> {
    fn write(&mut self, batch: &RecordBatch) -> Result<(), ArrowError> {
        let batch = with_shown_zones(batch)?;
        let schema = batch.schema();
        let json = self.json.clone();
        let columns = schema.fields().iter().zip(batch.columns());
        let mut columns = columns
            .map(|(field, array)| Cells::new(field, array, &json))
            .collect::<Result<Vec<_>, _>>()?;
        for row in 0..batch.num_rows() {
            self.rows
                .push(columns.iter_mut().map(|column| cell(column, row)).collect());
            if self.rows.len() >= CHUNK_ROWS {
                self.print()?;
            }
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<(), ArrowError> {
        self.print()?;
        self.out.write_all(self.grid.finish().as_bytes())?;
        Ok(self.out.flush()?)
    }
}

fn cell(column: &mut Cells<'_>, row: usize) -> Cell {
    if column.is_null(row) {
        return None;
    }
    let mut text = String::new();
    column.write_for_people(row, &mut text);
    if let Some((end, _)) = text.char_indices().nth(MAX_CHARS) {
        text.truncate(end);
        text.push('…');
    }
    Some(one_line(&text))
}

/// A type in few letters: what a list or struct holds is seen in its values.
pub(super) fn type_name(data_type: &DataType) -> String {
    match data_type {
        DataType::List(_)
        | DataType::LargeList(_)
        | DataType::ListView(_)
        | DataType::LargeListView(_)
        | DataType::FixedSizeList(..) => "list".to_owned(),
        DataType::Struct(_) => "struct".to_owned(),
        DataType::Map(..) => "map".to_owned(),
        DataType::Dictionary(_, value) => type_name(value),
        DataType::Timestamp(_, None) => "timestamp".to_owned(),
        DataType::Timestamp(_, Some(_)) => "timestamp (zoned)".to_owned(),
        DataType::Decimal32(precision, scale)
        | DataType::Decimal64(precision, scale)
        | DataType::Decimal128(precision, scale)
        | DataType::Decimal256(precision, scale) => format!("decimal({precision}, {scale})"),
        DataType::RunEndEncoded(_, values) => type_name(values.data_type()),
        other => other.to_string().to_lowercase(),
    }
}
