//! Which rows to read, by value.
//!
//! * `predicate`: conditions on rows, and the list of them that a reader takes

mod predicate;

pub use predicate::{ArrowPredicate, ArrowPredicateFn, RowFilter};
