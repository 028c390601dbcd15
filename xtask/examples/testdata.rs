//! Writes the files of `testdata/`, or with `--check` compares them: see `cargo xtask testdata`.

#![forbid(unsafe_code)]

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use herringbone_testkit::testdata;

fn main() -> ExitCode {
    let checked = std::env::args().any(|argument| argument == "--check");
    let result = if checked { check() } else { write() };
    match result {
        Ok(files) => {
            println!(
                "testdata: {files} files {}",
                if checked { "are as made" } else { "written" }
            );
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("testdata: {message}");
            ExitCode::FAILURE
        }
    }
}

fn write() -> Result<usize, String> {
    let files = testdata::files();
    for (name, bytes) in &files {
        let path = folder().join(name);
        let at = |error: io::Error| format!("{}: {error}", path.display());
        path.parent()
            .map_or(Ok(()), fs::create_dir_all)
            .map_err(at)?;
        fs::write(&path, bytes).map_err(at)?;
    }
    Ok(files.len())
}

fn check() -> Result<usize, String> {
    let files = testdata::files();
    for (name, bytes) in &files {
        compare(&folder().join(name), bytes)?;
    }
    Ok(files.len())
}

fn compare(path: &Path, expected: &[u8]) -> Result<(), String> {
    let found = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    if found == expected {
        return Ok(());
    }
    let same = found
        .iter()
        .zip(expected)
        .take_while(|(a, b)| a == b)
        .count();
    let (expected, found) = (expected.len(), found.len());
    Err(format!(
        "{}: expected {expected} bytes as the testkit makes them, found {found} that differ from byte {same} on \
         (cargo xtask testdata writes them anew)",
        path.display(),
    ))
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata")
}

#[cfg(test)]
mod tests {
    /// Also that the same source makes the same bytes on every machine.
    #[test]
    fn the_folder_is_as_made() {
        assert_eq!(super::check().err(), None);
    }
}
