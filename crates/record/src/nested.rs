//! Lists and maps, borrowed.

use std::ops::Range;

use crate::column::Column;
use crate::error::{RecordError, Result};
use crate::{Cell, Value};

/// A list.
#[derive(Clone, Copy)]
pub struct List<'a> {
    element: &'a Column,
    start: usize,
    end: usize,
}

impl<'a> List<'a> {
    #[inline]
    pub(crate) fn new(element: &'a Column, range: Range<usize>) -> Self {
        Self {
            element,
            start: range.start,
            end: range.end,
        }
    }

    /// How many elements it has.
    #[inline]
    #[must_use]
    pub fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Element `index`.
    ///
    /// # Errors
    ///
    /// There is no such element.
    #[inline]
    pub fn cell(self, index: usize) -> Result<Cell<'a>> {
        if index < self.len() {
            Ok(Cell::new(self.element, self.start + index))
        } else {
            Err(RecordError::no_such_index("element", index, self.len()))
        }
    }

    /// The value of element `index`.
    ///
    /// # Errors
    ///
    /// There is no such element.
    pub fn get(self, index: usize) -> Result<Value<'a>> {
        self.cell(index).map(Cell::value)
    }

    /// All elements in order.
    #[must_use]
    pub fn iter(self) -> Items<'a> {
        Items {
            column: self.element,
            slots: self.start..self.end,
        }
    }
}

impl<'a> IntoIterator for List<'a> {
    type Item = Cell<'a>;
    type IntoIter = Items<'a>;

    fn into_iter(self) -> Items<'a> {
        self.iter()
    }
}

/// The elements of a [`List`], or the keys or values of a [`Map`].
#[derive(Clone)]
pub struct Items<'a> {
    column: &'a Column,
    slots: Range<usize>,
}

impl<'a> Iterator for Items<'a> {
    type Item = Cell<'a>;

    #[inline]
    fn next(&mut self) -> Option<Cell<'a>> {
        let slot = self.slots.next()?;
        Some(Cell::new(self.column, slot))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.slots.size_hint()
    }
}

impl ExactSizeIterator for Items<'_> {}

/// A map: keys and values in the order of the file, in which a key may come again.
#[derive(Clone, Copy)]
pub struct Map<'a> {
    key: &'a Column,
    value: &'a Column,
    start: usize,
    end: usize,
}

impl<'a> Map<'a> {
    #[inline]
    pub(crate) fn new(key: &'a Column, value: &'a Column, range: Range<usize>) -> Self {
        Self {
            key,
            value,
            start: range.start,
            end: range.end,
        }
    }

    /// How many entries it has.
    #[inline]
    #[must_use]
    pub fn len(self) -> usize {
        self.keys().len()
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The keys, as many as values.
    #[must_use]
    pub fn keys(self) -> List<'a> {
        List::new(self.key, self.start..self.end)
    }

    /// The values, as many as keys.
    #[must_use]
    pub fn values(self) -> List<'a> {
        List::new(self.value, self.start..self.end)
    }

    /// All entries in order.
    #[must_use]
    pub fn iter(self) -> Entries<'a> {
        Entries {
            keys: self.keys().iter(),
            values: self.values().iter(),
        }
    }
}

impl<'a> IntoIterator for Map<'a> {
    type Item = (Cell<'a>, Cell<'a>);
    type IntoIter = Entries<'a>;

    fn into_iter(self) -> Entries<'a> {
        self.iter()
    }
}

/// The entries of a [`Map`].
#[derive(Clone)]
pub struct Entries<'a> {
    keys: Items<'a>,
    values: Items<'a>,
}

impl<'a> Iterator for Entries<'a> {
    type Item = (Cell<'a>, Cell<'a>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        Some((self.keys.next()?, self.values.next()?))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.keys.size_hint()
    }
}

impl ExactSizeIterator for Entries<'_> {}
