//! A row, or a struct within one: columns side by side at one slot.

use std::sync::Arc;

use crate::column::Column;
use crate::error::{RecordError, RecordErrorKind, Result};
use crate::{
    Cell, Date, Decimal, Int96, Interval, List, Map, OwnedRow, Time, Timestamp, Uuid, Value,
};

/// A row of a file, or a struct in one: a borrow of what the cursor has decoded.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    columns: &'a [Column],
    slot: usize,
}

/// A column of a row, found once by its name; as quick as its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ColumnHandle(usize);

/// What names a column to an accessor: its index in the projection, or a [`ColumnHandle`].
pub trait ColumnIndex: sealed::Sealed {
    /// The index.
    fn index(self) -> usize;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for usize {}
    impl Sealed for super::ColumnHandle {}
}

impl ColumnIndex for usize {
    #[inline]
    fn index(self) -> usize {
        self
    }
}

impl ColumnIndex for ColumnHandle {
    #[inline]
    fn index(self) -> usize {
        self.0
    }
}

/// The column called `name` among `columns`.
pub(crate) fn find(columns: &[Column], name: &str) -> Result<ColumnHandle> {
    match columns.iter().position(|column| &*column.name == name) {
        Some(index) => Ok(ColumnHandle(index)),
        None => Err(RecordErrorKind::NoSuchColumn { name: name.into() }.into()),
    }
}

/// The typed accessors of a cell, for a column of a row.
macro_rules! accessors {
    ($($name:ident -> $value:ty, $what:literal;)*) => {$(
        #[doc = concat!("The value of a column of ", $what, ".")]
        ///
        /// # Errors
        ///
        /// No such column, a column of another type, or null.
        #[inline(always)]
        pub fn $name(self, column: impl ColumnIndex) -> Result<$value> {
            self.cell(column)?.$name()
        }
    )*};
}

impl<'a> Row<'a> {
    #[inline]
    pub(crate) fn new(columns: &'a [Column], slot: usize) -> Self {
        Self { columns, slot }
    }

    /// How many columns it has.
    #[must_use]
    pub fn len(self) -> usize {
        self.columns.len()
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.columns.is_empty()
    }

    /// The names of the columns.
    pub fn names(self) -> impl ExactSizeIterator<Item = &'a str> + Clone {
        self.columns.iter().map(|column| &*column.name)
    }

    /// The first column called `name`; found once, it serves all rows, or all structs of a column.
    ///
    /// # Errors
    ///
    /// There is no such column.
    pub fn column(self, name: &str) -> Result<ColumnHandle> {
        find(self.columns, name)
    }

    /// The cell of a column.
    ///
    /// # Errors
    ///
    /// There is no such column.
    #[inline(always)]
    pub fn cell(self, column: impl ColumnIndex) -> Result<Cell<'a>> {
        let index = column.index();
        match self.columns.get(index) {
            Some(column) => Ok(Cell::new(column, self.slot)),
            None => Err(RecordError::no_such_index("column", index, self.len())),
        }
    }

    /// The cells of all columns, each with its column's name.
    pub fn cells(self) -> impl ExactSizeIterator<Item = (&'a str, Cell<'a>)> + Clone {
        let slot = self.slot;
        let cell = move |column: &'a Column| (&*column.name, Cell::new(column, slot));
        self.columns.iter().map(cell)
    }

    /// The same with the names as they are shared by all rows.
    pub(crate) fn shared_cells(self) -> impl Iterator<Item = (&'a Arc<str>, Cell<'a>)> {
        let slot = self.slot;
        let cell = move |column: &'a Column| (&column.name, Cell::new(column, slot));
        self.columns.iter().map(cell)
    }

    /// Whether the value of a column is null.
    ///
    /// # Errors
    ///
    /// There is no such column.
    #[inline]
    pub fn is_null(self, column: impl ColumnIndex) -> Result<bool> {
        self.cell(column).map(Cell::is_null)
    }

    /// The value of a column, whatever it is.
    ///
    /// # Errors
    ///
    /// There is no such column.
    pub fn get(self, column: impl ColumnIndex) -> Result<Value<'a>> {
        self.cell(column).map(Cell::value)
    }

    accessors! {
        bool -> bool, "BOOLEAN";
        i32 -> i32, "integers of at most 32 bits";
        i64 -> i64, "integers of at most 64 bits";
        u64 -> u64, "integers without a sign";
        f32 -> f32, "FLOAT or FLOAT16";
        f64 -> f64, "DOUBLE, FLOAT or FLOAT16";
        str -> &'a str, "text: STRING, ENUM or JSON";
        bytes -> &'a [u8], "bytes or text";
        decimal -> Decimal, "DECIMAL";
        date -> Date, "DATE";
        time -> Time, "TIME";
        timestamp -> Timestamp, "TIMESTAMP or INT96";
        int96 -> Int96, "INT96";
        uuid -> Uuid, "UUID";
        interval -> Interval, "INTERVAL";
        list -> List<'a>, "lists";
        map -> Map<'a>, "maps";
        row -> Row<'a>, "structs";
    }

    /// A copy that outlives the cursor's next step.
    #[must_use]
    pub fn to_owned(self) -> OwnedRow {
        OwnedRow::from(self)
    }
}
