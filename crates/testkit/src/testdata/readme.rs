//! The folder's README.

use std::fmt::Write;

use super::TestFile;

const INTRODUCTION: &str = "\
# Test data

Made by `cargo xtask testdata` from `crates/testkit/src/testdata`, equal bytes each time: change the
maker, not a file. Nothing here comes from elsewhere.

- `trips.parquet` looks like somebody's data; it is written by the `parquet` crate.
- `good/` holds what the format allows, however odd. Every file can be read.
- `bad/` holds one kind of damage a file. Reading must end in an error; where a name begins with
  `verify_` only a check of the page checksums can tell, where it begins with `index_` only a read
  that uses the page index. What begins with `either_` may be read all the same, as the rows that
  its undamaged parts tell.
";

pub(super) fn text(files: &[TestFile]) -> String {
    let mut text = INTRODUCTION.to_owned();
    text.push_str("\n| file | what is in it |\n|---|---|\n");
    for file in files {
        let written = writeln!(text, "| {} | {} |", file.name, file.about);
        written.expect("a string takes any text");
    }
    text
}
