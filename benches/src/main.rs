//! Whole-file benchmarks.

fn main() {}
