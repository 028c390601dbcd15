//! Where things lie in this repository.

use std::env;
use std::path::{Path, PathBuf};

/// The top folder of the tree that this program was built from.
pub(crate) fn root() -> &'static Path {
    let manifest: &'static Path = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().unwrap_or(manifest)
}

/// Cargo's target folder: `CARGO_TARGET_DIR` where it is set, as cargo itself has it.
pub(crate) fn target() -> PathBuf {
    match env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => root().join(folder),
        None => root().join("target"),
    }
}

/// The `herringbone` program as it was built with a profile.
pub(crate) fn program(profile: &str) -> PathBuf {
    target()
        .join(profile)
        .join(format!("herringbone{}", env::consts::EXE_SUFFIX))
}

/// The folder beside the repository that holds the corpus of real files, where there is one.
pub(crate) fn corpus() -> PathBuf {
    root().join("../shared/corpus")
}
