//! Whole-crate tests over real files.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod corpus;
