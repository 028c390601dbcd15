//! A file that appears only when it is whole, or standard output.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::Stdout;
use crate::failure::Failure;

/// Where output goes.
///
/// A file is written beside the place where it belongs, under a name of its own, and takes its
/// place by a rename once it is whole. Until then, and after an error, a file that was there before
/// is as it was.
pub(crate) struct Target {
    /// The file as the user named it.
    pub(crate) name: String,
    kind: Kind,
}

enum Kind {
    Stdout,
    /// A device or a pipe, which has no half-written state.
    Direct(PathBuf),
    File {
        path: PathBuf,
        written: PathBuf,
        is_started: bool,
    },
}

impl Target {
    /// Standard output.
    pub(crate) fn stdout() -> Self {
        Self {
            name: "standard output".to_owned(),
            kind: Kind::Stdout,
        }
    }

    /// The file at `path`; `-` is standard output.
    pub(crate) fn new(path: &Path) -> Self {
        if path == Path::new("-") {
            return Self::stdout();
        }
        let name = path.display().to_string();
        let kind = match fs::metadata(path) {
            Ok(metadata) if !metadata.is_file() => Kind::Direct(path.to_owned()),
            _ => {
                // What a symbolic link points to is written, the link stays.
                let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
                let written = beside(&path);
                Kind::File {
                    path,
                    written,
                    is_started: false,
                }
            }
        };
        Self { name, kind }
    }

    /// Opens it for writing.
    pub(crate) fn open(&mut self) -> Result<Box<dyn Write>, Failure> {
        let path = match &mut self.kind {
            Kind::Stdout => return Ok(Box::new(Stdout::lock())),
            Kind::Direct(path) => path,
            Kind::File {
                written,
                is_started,
                ..
            } => {
                *is_started = true;
                written
            }
        };
        let file = File::create(path).map_err(|error| Failure::file(&self.name, error))?;
        Ok(Box::new(BufWriter::with_capacity(256 << 10, file)))
    }

    /// Puts what was written in its place.
    pub(crate) fn commit(mut self) -> Result<(), Failure> {
        let result = match &mut self.kind {
            Kind::File {
                path,
                written,
                is_started,
            } if *is_started => {
                let result = rename(written, path);
                *is_started = result.is_err();
                result
            }
            _ => Ok(()),
        };
        result.map_err(|error| Failure::file(&self.name, error))
    }
}

/// A target that was not committed leaves nothing behind.
impl Drop for Target {
    fn drop(&mut self) {
        if let Kind::File {
            written,
            is_started: true,
            ..
        } = &self.kind
        {
            // It may never have been made; if it cannot be removed, there is nobody to tell.
            let _ = fs::remove_file(written);
        }
    }
}

fn rename(written: &Path, path: &Path) -> io::Result<()> {
    if let Ok(metadata) = fs::metadata(path) {
        fs::set_permissions(written, metadata.permissions())?;
    }
    fs::rename(written, path)
}

fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}.partial", std::process::id()))
}
