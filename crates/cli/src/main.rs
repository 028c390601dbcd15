//! The `herringbone` program.

fn main() {}
