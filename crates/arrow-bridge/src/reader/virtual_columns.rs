//! Columns that are not in the file, made from the steps that are walked.

use std::sync::Arc;

use arrow_array::{ArrayRef, Int64Array, StringArray};

use super::columns::FileContext;
use super::steps::Step;
use crate::schema::VirtualColumn;

/// Where in the file the steps of the batches so far have led.
pub(crate) struct VirtualColumns {
    kinds: Vec<VirtualColumn>,
    row_group: usize,
    /// The number of the next row in the file.
    row: i64,
}

impl VirtualColumns {
    pub(crate) fn new(kinds: Vec<VirtualColumn>) -> Self {
        Self {
            kinds,
            row_group: 0,
            row: 0,
        }
    }

    /// One array for each virtual column, of the rows that `steps` read.
    pub(crate) fn walk(&mut self, steps: &[Step], context: &FileContext) -> Vec<ArrayRef> {
        if self.kinds.is_empty() {
            return Vec::new();
        }
        let mut rows = Vec::new();
        let mut row_groups = Vec::new();
        for step in steps {
            match step {
                Step::Open(opening) => {
                    self.row_group = opening.row_group;
                    let groups_before = &context.metadata.row_groups()[..opening.row_group];
                    self.row = groups_before
                        .iter()
                        .map(|group| group.num_rows())
                        .fold(0, i64::saturating_add);
                }
                Step::Skip(num_rows) => self.row += *num_rows as i64,
                Step::Read(num_rows) => {
                    rows.extend(self.row..self.row + *num_rows as i64);
                    row_groups.extend(std::iter::repeat_n(self.row_group as i64, *num_rows));
                    self.row += *num_rows as i64;
                }
                Step::Select(bits) => {
                    let before = rows.len();
                    rows.extend(bits.set_indices().map(|row| self.row + row as i64));
                    let num_rows = rows.len() - before;
                    row_groups.extend(std::iter::repeat_n(self.row_group as i64, num_rows));
                    self.row += bits.len() as i64;
                }
                Step::Close => {}
            }
        }
        let array = |kind: &VirtualColumn| -> ArrayRef {
            match kind {
                VirtualColumn::RowNumber => Arc::new(Int64Array::from(rows.clone())),
                VirtualColumn::RowGroupIndex => Arc::new(Int64Array::from(row_groups.clone())),
                VirtualColumn::FilePath => Arc::new(StringArray::from_iter_values(
                    std::iter::repeat_n(&*context.file_path, rows.len()),
                )),
            }
        };
        self.kinds.iter().map(array).collect()
    }
}
