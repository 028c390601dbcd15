//! Whole-crate tests: files read by Herringbone and by the `parquet` crate have to agree.
#![expect(clippy::unwrap_used, reason = "tests")]

mod async_reader;
mod corpus;
mod decimals;
mod drop_in;
mod hostile;
mod little_used;
mod matrix;
mod nested;
mod outputs;
mod parallel;
mod push_decoder;
mod random;
mod rows;
mod selection;
mod shapes;
mod support;
mod testdata;
mod virtual_columns;
