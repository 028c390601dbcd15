//! A program for the `parquet` crate that uses Herringbone: `program.rs` differs in its first
//! imports alone.
//!
//! ```text
//! cargo run --example drop_in -- FILE
//! ```
//!
//! The file has to have the columns that the program asks for: `id`, `distance`, `city`.

use std::error::Error;

mod program;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: drop_in FILE")?;
    let file = std::fs::read(path)?.into();
    program::run(file, &mut std::io::stdout())?;
    Ok(())
}
