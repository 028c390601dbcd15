//! `cargo xtask arrow60`: the same source against the next major of Arrow.
//!
//! The lock file of the tree holds Arrow 59.3 for our crates. Here the tree is copied, the range in the copy's
//! `Cargo.toml` is narrowed to 60 and cargo resolves anew: what the range does not touch keeps its locked version,
//! and the rivals in the lock keep their own Arrow. Nothing in the tree changes.

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::TaskError;
use crate::{process, repo};

/// The range as the root `Cargo.toml` spells it, and what the copy has in its place.
const RANGE: &str = "\">=59.3, <61\"";
const NARROWED: &str = "\">=60, <61\"";

/// The crates that a program gets when it depends on Herringbone, and the program itself.
const PACKAGES: [&str; 2] = ["herringbone", "herringbone-cli"];

pub(crate) fn run() -> Result<(), TaskError> {
    let folder = repo::target().join("arrow60");
    let tree = folder.join("tree");
    if tree.exists() {
        fs::remove_dir_all(&tree).map_err(TaskError::at(&tree))?;
    }
    copy_tree(repo::root(), &tree)?;
    narrow(&tree.join("Cargo.toml"))?;
    resolve(&tree)?;

    let mut check = cargo(&tree, &["check", "--locked"]);
    for package in PACKAGES {
        check.args(["--package", package]);
    }
    // Kept between runs, so that only our own crates compile again.
    process::run(check.env("CARGO_TARGET_DIR", folder.join("target")))?;
    PACKAGES
        .iter()
        .try_for_each(|package| require_only_60(&tree, package))
}

/// Without the network if what is already fetched is enough.
fn resolve(tree: &Path) -> Result<(), TaskError> {
    if process::succeeds(&mut cargo(tree, &["update", "--workspace", "--offline"])) {
        return Ok(());
    }
    process::run(&mut cargo(tree, &["update", "--workspace", "--quiet"]))
}

fn narrow(manifest: &Path) -> Result<(), TaskError> {
    let text = fs::read_to_string(manifest).map_err(TaskError::at(manifest))?;
    if !text.contains(RANGE) {
        let why = format!("expected Arrow at {RANGE}, found no such range");
        return Err(TaskError::Differs {
            path: manifest.to_owned(),
            why,
        });
    }
    fs::write(manifest, text.replace(RANGE, NARROWED)).map_err(TaskError::at(manifest))
}

/// A check against Arrow 59 that calls itself one against 60 would be worse than none.
fn require_only_60(tree: &Path, package: &str) -> Result<(), TaskError> {
    let listed = process::output(&mut cargo(
        tree,
        &[
            "tree",
            "--locked",
            "--package",
            package,
            "--edges",
            "normal",
            "--prefix",
            "none",
        ],
    ))?;
    let arrow = |line: &&str| line.starts_with("arrow-");
    let of_60 = |line: &&str| {
        line.split_whitespace()
            .nth(1)
            .is_some_and(|version| version.starts_with("v60."))
    };
    match listed.lines().filter(arrow).find(|line| !of_60(line)) {
        Some(found) => Err(TaskError::UnwantedDependency {
            package: package.to_owned(),
            found: found.to_owned(),
        }),
        None => Ok(()),
    }
}

fn cargo(tree: &Path, args: &[&str]) -> std::process::Command {
    let mut command = process::cargo(args.iter().copied());
    command.current_dir(tree);
    command
}

/// Copies what a build needs: all files but hidden folders and those that cargo and the fuzzer fill.
fn copy_tree(from: &Path, to: &Path) -> Result<(), TaskError> {
    fs::create_dir_all(to).map_err(TaskError::at(to))?;
    for entry in fs::read_dir(from).map_err(TaskError::at(from))? {
        let entry = entry.map_err(TaskError::at(from))?;
        let (source, copy): (PathBuf, PathBuf) = (entry.path(), to.join(entry.file_name()));
        let kind = entry.file_type().map_err(TaskError::at(&source))?;
        if kind.is_dir() && !is_left_out(&entry.file_name().to_string_lossy()) {
            copy_tree(&source, &copy)?;
        } else if kind.is_file() {
            fs::copy(&source, &copy).map_err(TaskError::at(&source))?;
        }
    }
    Ok(())
}

fn is_left_out(folder: &str) -> bool {
    folder.starts_with('.') || ["target", "testdata", "fuzz", "docs"].contains(&folder)
}
