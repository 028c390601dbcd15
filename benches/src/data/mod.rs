//! The files: made once into `bench-data/` of the target folder, the same bytes everywhere.

mod encodings;
mod hits;
mod lineitem;
mod nested;
mod random;
mod recipe;
mod values;
mod wide;
mod write;

use std::fs;
use std::path::{Path, PathBuf};

use bytes::Bytes;

use crate::error::BenchError;

pub(crate) use random::Random;
pub(crate) use recipe::{Codec, Column, Nulls, Recipe, Spread, Stored, Values};
pub(crate) use values::one_of_text;

/// Raised when the same name comes to mean other bytes.
const VERSION: u32 = 3;

/// A file, by how it is made.
#[derive(Clone)]
pub(crate) enum File {
    Made(Recipe),
    /// TPC-H's lineitem, in thousandths of scale factor 1.
    Lineitem {
        thousandths: usize,
        codec: Codec,
    },
    /// A table like ClickBench's hits under zstd; with `kept`, dictionaries of up to 64 MiB.
    Hits {
        num_rows: usize,
        kept: bool,
    },
    /// So many int64 columns in so many row groups of few rows: mostly footer.
    Wide {
        columns: usize,
        groups: usize,
    },
}

impl File {
    pub(crate) fn name(&self) -> String {
        match self {
            File::Made(recipe) => recipe.file_name(),
            File::Lineitem { thousandths, codec } => {
                format!("lineitem-{}-{thousandths}.parquet", codec.name())
            }
            File::Hits { num_rows, kept } => {
                let dictionaries = if *kept { "kept" } else { "stock" };
                format!("hits-{dictionaries}-{num_rows}.parquet")
            }
            File::Wide { columns, groups } => format!("wide-{columns}x{groups}.parquet"),
        }
    }

    /// Where it lies once it is made.
    pub(crate) fn path(&self) -> PathBuf {
        folder().join(self.name())
    }

    /// Its bytes; made where it is not there yet, and checked to be stored as its name says.
    ///
    /// # Errors
    /// [`BenchError::WrongEncoding`] where it is not, [`BenchError::Io`] and [`BenchError::Data`].
    pub(crate) fn bytes(&self) -> Result<Bytes, BenchError> {
        let path = self.path();
        if !path.exists() {
            keep(&path, self.make()?)?;
        }
        let bytes = fs::read(&path).map(Bytes::from).map_err(at(&path))?;
        if let File::Made(recipe) = self {
            encodings::check(&bytes, recipe)?;
        }
        Ok(bytes)
    }

    fn make(&self) -> Result<Vec<u8>, BenchError> {
        match self {
            File::Made(recipe) => write::file_of(recipe),
            File::Lineitem { thousandths, codec } => lineitem::file(*thousandths, *codec),
            File::Hits { num_rows, kept } => hits::file(*num_rows, *kept),
            File::Wide { columns, groups } => wide::file(*columns, *groups),
        }
    }

    /// The same without the folder.
    #[cfg(test)]
    pub(crate) fn made(&self) -> Result<Bytes, BenchError> {
        let bytes = Bytes::from(self.make()?);
        if let File::Made(recipe) = self {
            encodings::check(&bytes, recipe)?;
        }
        Ok(bytes)
    }
}

/// Renamed into place, so that an interrupted run leaves no half file under the name.
fn keep(path: &Path, bytes: Vec<u8>) -> Result<(), BenchError> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(at(folder))?;
    }
    let begun = path.with_extension("begun");
    fs::write(&begun, bytes)
        .and_then(|()| fs::rename(&begun, path))
        .map_err(at(path))
}

fn at(path: &Path) -> impl FnOnce(std::io::Error) -> BenchError {
    let path = path.to_owned();
    move |source| BenchError::Io { path, source }
}

fn folder() -> PathBuf {
    target().join(format!("bench-data/v{VERSION}"))
}

/// The target folder, as cargo has it.
pub(crate) fn target() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = manifest.parent().unwrap_or(manifest);
    root.join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}
