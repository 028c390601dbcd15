//! The files of the repository's `testdata` folder.
//!
//! - `good_*`: what the format allows, however odd; every one can be read
//! - `bad_*`: one kind of damage each; reading must end in an error
//! - `trips`: the one table that looks like somebody's data
//!
//! Equal bytes each time. `files` makes the whole folder with the README that lists it, and is
//! there with the feature `testdata` only, because `trips` takes the reference writer.

mod bad_chunks;
mod bad_footers;
mod bad_pages;
mod bad_values;
mod good_encodings;
mod good_nested;
mod good_pages;
mod good_types;
#[cfg(feature = "testdata")]
mod readme;
#[cfg(feature = "testdata")]
mod trips;

use crate::file::FileBuilder;

/// A file of the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestFile {
    /// Its path in the folder.
    pub name: String,
    /// What is particular to it, in a phrase.
    pub about: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// The whole folder: paths in it, README.md among them, and bytes.
#[cfg(feature = "testdata")]
#[must_use]
pub fn files() -> Vec<(String, Vec<u8>)> {
    let all = [good(), bad(), vec![trips::file()]].concat();
    let readme = readme::text(&all);
    let mut files: Vec<_> = all
        .into_iter()
        .map(|file| (file.name, file.bytes))
        .collect();
    files.push(("README.md".to_owned(), readme.into_bytes()));
    files
}

/// The files that can be read.
#[must_use]
pub fn good() -> Vec<TestFile> {
    let mut files = Vec::new();
    good_encodings::add(&mut files);
    good_pages::add(&mut files);
    good_nested::add(&mut files);
    good_types::add(&mut files);
    files
}

/// The damaged files.
///
/// They must be refused, those named `verify_` only by a check of checksums and those named
/// `index_` only where the page index is used; those named `either_` may also be read, as what
/// their undamaged parts say.
#[must_use]
pub fn bad() -> Vec<TestFile> {
    let mut files = Vec::new();
    bad_footers::add(&mut files);
    bad_chunks::add(&mut files);
    bad_pages::add(&mut files);
    bad_values::add(&mut files);
    files
}

fn good_file(name: &str, about: &str, file: FileBuilder) -> TestFile {
    TestFile {
        name: format!("good/{name}.parquet"),
        about: about.to_owned(),
        bytes: file.build(),
    }
}

fn bad_file(name: &str, about: &str, file: FileBuilder) -> TestFile {
    bad_bytes(name, about, file.build())
}

fn bad_bytes(name: &str, about: &str, bytes: Vec<u8>) -> TestFile {
    TestFile {
        name: format!("bad/{name}.parquet"),
        about: about.to_owned(),
        bytes,
    }
}
