//! Each row of a Parquet file as a JSON object on a line of its own.
//!
//!     cargo run --release -p herringbone-record --example json_lines -- testdata/trips.parquet

use std::io::{BufWriter, Write};

use herringbone_record::{FileSource, RowCursorBuilder};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).ok_or("expected a file")?;
    let mut cursor = RowCursorBuilder::try_new(FileSource::open(path)?)?.build()?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    while let Some(row) = cursor.next()? {
        serde_json::to_writer(&mut out, &row)?;
        out.write_all(b"\n")?;
    }
    Ok(out.flush()?)
}
