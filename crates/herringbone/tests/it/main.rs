//! Whole-crate tests: files read by Herringbone and by the `parquet` crate have to agree.
#![expect(clippy::unwrap_used, reason = "tests")]

mod corpus;
mod decimals;
mod drop_in;
mod hostile;
mod matrix;
mod nested;
mod outputs;
mod selection;
mod shapes;
mod support;
mod testdata;
mod virtual_columns;
