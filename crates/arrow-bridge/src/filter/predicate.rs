//! Conditions on rows that the reader evaluates while it reads.

use std::fmt;

use arrow_array::{BooleanArray, RecordBatch};
use arrow_schema::ArrowError;

use crate::projection::ProjectionMask;

/// A condition on the rows of a batch.
pub trait ArrowPredicate: Send + 'static {
    /// The columns that [`Self::evaluate`] needs to see; the fewer, the better.
    fn projection(&self) -> &ProjectionMask;

    /// Says of each row of `batch` whether it is wanted: `true` if so, `false` or null if not.
    ///
    /// `batch` has the columns of [`Self::projection`] and the result as many values as it has
    /// rows.
    ///
    /// # Errors
    /// Whatever the condition meets; the reader hands it on.
    fn evaluate(&mut self, batch: RecordBatch) -> Result<BooleanArray, ArrowError>;
}

/// A condition given as a function.
pub struct ArrowPredicateFn<F> {
    evaluate: F,
    projection: ProjectionMask,
}

impl<F> ArrowPredicateFn<F>
where
    F: FnMut(RecordBatch) -> Result<BooleanArray, ArrowError> + Send + 'static,
{
    /// The condition `f` on the columns of `projection`; see [`ArrowPredicate::evaluate`] for what
    /// `f` is given and what it returns.
    pub fn new(projection: ProjectionMask, f: F) -> Self {
        Self {
            evaluate: f,
            projection,
        }
    }
}

impl<F> ArrowPredicate for ArrowPredicateFn<F>
where
    F: FnMut(RecordBatch) -> Result<BooleanArray, ArrowError> + Send + 'static,
{
    fn projection(&self) -> &ProjectionMask {
        &self.projection
    }

    fn evaluate(&mut self, batch: RecordBatch) -> Result<BooleanArray, ArrowError> {
        (self.evaluate)(batch)
    }
}

/// Conditions that a row must all meet, evaluated in order.
///
/// The columns of the first are decoded and it is evaluated; of the rows that are left those of the
/// second, and so on; the columns of the batch are then decoded for the rows that met all. A row
/// selection given to the reader comes before the first condition. Cheap conditions that few rows
/// meet do best in front: pages that hold none of the rows left are neither fetched nor decoded.
pub struct RowFilter {
    pub(crate) predicates: Vec<Box<dyn ArrowPredicate>>,
}

impl RowFilter {
    /// The conditions in the order of their evaluation.
    pub fn new(predicates: Vec<Box<dyn ArrowPredicate>>) -> Self {
        Self { predicates }
    }

    /// The conditions in order.
    pub fn predicates(&self) -> &Vec<Box<dyn ArrowPredicate>> {
        &self.predicates
    }

    /// The conditions in order, taken out.
    pub fn into_predicates(self) -> Vec<Box<dyn ArrowPredicate>> {
        self.predicates
    }
}

impl fmt::Debug for RowFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RowFilter {{ {} predicates }}", self.predicates.len())
    }
}
