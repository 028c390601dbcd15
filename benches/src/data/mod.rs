//! The files: made once into `target/bench-data/`, the same bytes everywhere.

mod encodings;
mod random;
mod values;
mod write;

use std::fs;
use std::path::{Path, PathBuf};

use bytes::Bytes;

use crate::basic::Cell;
use crate::error::BenchError;

pub(crate) use write::wide_file;

/// Raised when the same name comes to mean other bytes.
const VERSION: u32 = 1;

/// The file of a cell, in memory; made where it is not there yet, and checked to be what its name says.
///
/// # Errors
/// [`BenchError::WrongEncoding`] where it is not, [`BenchError::Io`] and [`BenchError::Data`].
pub(crate) fn file_of(cell: Cell, num_rows: usize) -> Result<Bytes, BenchError> {
    let file = kept(&format!("{num_rows}/{}", cell.file_name()), || {
        write::file_of(cell, num_rows)
    })?;
    encodings::check(&file, cell)?;
    Ok(file)
}

/// The file under this name, made if need be.
pub(crate) fn kept(
    name: &str,
    make: impl FnOnce() -> Result<Vec<u8>, BenchError>,
) -> Result<Bytes, BenchError> {
    let path = folder().join(name);
    let at = |source| BenchError::Io {
        path: path.clone(),
        source,
    };
    if !path.exists() {
        let made = make()?;
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(at)?;
        }
        // Renamed into place, so that an interrupted run leaves no half file under the name.
        let begun = path.with_extension("begun");
        fs::write(&begun, made)
            .and_then(|()| fs::rename(&begun, &path))
            .map_err(at)?;
    }
    fs::read(&path).map(Bytes::from).map_err(at)
}

fn folder() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest
        .parent()
        .unwrap_or(manifest)
        .join(format!("target/bench-data/v{VERSION}"))
}

#[cfg(test)]
pub(crate) fn make(cell: Cell, num_rows: usize) -> Result<Bytes, BenchError> {
    let file = Bytes::from(write::file_of(cell, num_rows)?);
    encodings::check(&file, cell)?;
    Ok(file)
}
