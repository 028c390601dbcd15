//! The files of `testdata/`: what each command makes of them.

use std::path::{Path, PathBuf};

use crate::files::Files;
use crate::program::run;

/// The Parquet files of a folder of `testdata/`.
fn files_in(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../testdata")
        .join(folder);
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "parquet")
        })
        .collect()
}

#[test]
fn good_files_are_fine_in_every_way() {
    let files = Files::new();
    for path in files_in("good") {
        let path = path.to_str().unwrap();
        for name in [
            "out.arrow",
            "out.arrows",
            "out.csv",
            "out.json",
            "out.ndjson",
        ] {
            let out = files.path(name);
            let ended = run(&["convert", path, out.to_str().unwrap()]);
            assert_eq!(
                (ended.code, ended.stderr.as_str()),
                (Some(0), ""),
                "{path} to {name}"
            );
        }
        for arguments in [
            &["verify", path][..],
            &["meta", path],
            &["meta", path, "--json"],
            &["schema", path, "--both"],
            &["sample", path],
        ] {
            let ended = run(arguments);
            assert_eq!(
                (ended.code, ended.stderr.as_str()),
                (Some(0), ""),
                "{arguments:?}: {}",
                ended.text()
            );
        }
    }
}

#[test]
fn bad_files_are_refused_in_one_line() {
    for folder in ["bad", "fuzz-regressions"] {
        for path in files_in(folder) {
            let path = path.to_str().unwrap();
            for command in ["cat", "verify"] {
                let ended = run(&[command, path]);
                assert_eq!(ended.code, Some(1), "{command} {path}");
                assert_eq!(
                    ended.stderr.lines().count(),
                    1,
                    "{command} {path}: {}",
                    ended.stderr
                );
            }
        }
    }
}
