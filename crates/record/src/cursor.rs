//! The walk over the rows of a file.

use herringbone_column::Place;
use herringbone_format::FormatError;

use crate::column::{Column, FileContext};
use crate::error::{RecordError, Result};
use crate::row::find;
use crate::{ColumnHandle, DataType, Row};

/// Goes over the rows of a file, row group after row group.
///
/// Some thousands of rows are decoded at a time, column by column, into memory that is used again
/// for the next. A step within them moves an index; a [`Row`] borrows the cursor until the next step.
pub struct RowCursor {
    context: FileContext,
    columns: Vec<Column>,
    row_groups: std::vec::IntoIter<usize>,
    /// The most rows of a window.
    max_window: usize,
    /// Rows of the open row group behind the window.
    rows_left: usize,
    /// The row group that is open.
    row_group: Option<usize>,
    /// Rows of the window, and the next one of them.
    window: usize,
    next: usize,
}

impl RowCursor {
    pub(crate) fn new(
        context: FileContext,
        columns: Vec<Column>,
        row_groups: Vec<usize>,
        max_window: usize,
    ) -> Self {
        Self {
            context,
            columns,
            row_groups: row_groups.into_iter(),
            max_window,
            rows_left: 0,
            row_group: None,
            window: 0,
            next: 0,
        }
    }

    /// The columns, by name and type.
    pub fn columns(&self) -> impl ExactSizeIterator<Item = (&str, DataType)> {
        self.columns
            .iter()
            .map(|column| (&*column.name, column.data_type))
    }

    /// The first column called `name`, for accessors.
    ///
    /// # Errors
    ///
    /// There is no such column in the projection.
    pub fn column(&self, name: &str) -> Result<ColumnHandle> {
        find(&self.columns, name)
    }

    /// The next row; `None` behind the last one.
    ///
    /// # Errors
    ///
    /// Malformed pages, limits, a failing source. There are no rows after an error.
    #[inline]
    #[expect(
        clippy::should_implement_trait,
        reason = "an iterator's items cannot borrow the iterator"
    )]
    pub fn next(&mut self) -> Result<Option<Row<'_>>> {
        if self.next == self.window && !self.fill()? {
            return Ok(None);
        }
        let slot = self.next;
        self.next += 1;
        Ok(Some(Row::new(&self.columns, slot)))
    }

    /// All rows from here on as values of the caller's own, made by `convert`.
    ///
    /// ```no_run
    /// # use herringbone_record::{FileSource, RecordError, RowCursorBuilder};
    /// struct Trip {
    ///     id: i64,
    ///     fare: Option<f64>,
    /// }
    ///
    /// # fn main() -> Result<(), RecordError> {
    /// let file = FileSource::open("testdata/trips.parquet")?;
    /// let cursor = RowCursorBuilder::try_new(file)?.build()?;
    /// let (id, fare) = (cursor.column("trip_id")?, cursor.column("fare")?);
    /// let trips = cursor.map_rows(|row| {
    ///     Ok(Trip {
    ///         id: row.i64(id)?,
    ///         fare: row.cell(fare)?.non_null().map(|fare| fare.f64()).transpose()?,
    ///     })
    /// });
    /// let trips: Vec<Trip> = trips.collect::<Result<_, RecordError>>()?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn map_rows<T, E, F>(self, convert: F) -> MapRows<F>
    where
        F: FnMut(Row<'_>) -> Result<T, E>,
        E: From<RecordError>,
    {
        MapRows {
            cursor: self,
            convert,
        }
    }

    /// Decodes the next window; `false` behind the last row.
    #[cold]
    fn fill(&mut self) -> Result<bool> {
        let result = self.try_fill();
        if !matches!(result, Ok(true)) {
            (self.window, self.next, self.rows_left) = (0, 0, 0);
            (self.row_group, self.row_groups) = (None, Vec::new().into_iter());
        }
        result
    }

    fn try_fill(&mut self) -> Result<bool> {
        while self.rows_left == 0 {
            self.close_row_group()?;
            let Some(row_group) = self.row_groups.next() else {
                return Ok(false);
            };
            self.open_row_group(row_group)?;
        }
        let window = self.rows_left.min(self.max_window);
        let row_group = self.row_group;
        for column in &mut self.columns {
            column.fill(window).map_err(|error| {
                error.at(&Place {
                    column: Some(column.path.clone()),
                    row_group,
                    ..Place::default()
                })
            })?;
        }
        self.rows_left -= window;
        (self.window, self.next) = (window, 0);
        Ok(true)
    }

    fn open_row_group(&mut self, row_group: usize) -> Result<()> {
        let num_rows = self.context.metadata.row_group(row_group).num_rows();
        let negative = || FormatError::Negative {
            field: "RowGroup.num_rows",
            value: num_rows,
        };
        self.rows_left = usize::try_from(num_rows).map_err(|_| negative())?;
        if self.rows_left == 0 {
            // Nothing of it is needed, whatever its columns look like.
            return Ok(());
        }
        self.row_group = Some(row_group);
        for column in &mut self.columns {
            column.open_row_group(&self.context, row_group)?;
        }
        Ok(())
    }

    /// Checks that the columns have no more values than the row group has rows.
    fn close_row_group(&mut self) -> Result<()> {
        if self.row_group.take().is_some() {
            for column in &mut self.columns {
                column.for_each_leaf(&mut |leaf| leaf.check_end())?;
            }
        }
        Ok(())
    }
}

impl std::fmt::Debug for RowCursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RowCursor")
            .field("columns", &self.columns().collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}

/// The rows of a [`RowCursor`], converted; made by [`RowCursor::map_rows`].
#[derive(Debug)]
pub struct MapRows<F> {
    cursor: RowCursor,
    convert: F,
}

impl<T, E, F> Iterator for MapRows<F>
where
    F: FnMut(Row<'_>) -> Result<T, E>,
    E: From<RecordError>,
{
    type Item = Result<T, E>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        match self.cursor.next() {
            Ok(row) => row.map(&mut self.convert),
            Err(error) => Some(Err(error.into())),
        }
    }
}
