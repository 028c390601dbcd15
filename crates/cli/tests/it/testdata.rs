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
fn bad_files_end_cleanly_and_do_not_verify() {
    for folder in ["bad", "fuzz-regressions"] {
        for path in files_in(folder) {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let path = path.to_str().unwrap();
            for command in ["cat", "meta", "verify"] {
                let ended = run(&[command, path]);
                assert!(
                    matches!(ended.code, Some(0 | 1)),
                    "{command} {path}: {:?}",
                    ended.code
                );
                let lines = usize::from(ended.code == Some(1));
                assert_eq!(
                    ended.stderr.lines().count(),
                    lines,
                    "{command} {path}: {}",
                    ended.stderr
                );
                // What may be read in spite of its damage need not be damage to `verify` either, and
                // the byte that `delta_cut` lacks holds padding alone.
                let is_readable = name.starts_with("either_") || name == "delta_cut.parquet";
                let must_fail = command == "verify" && !is_readable;
                assert!(
                    ended.code == Some(1) || !must_fail,
                    "{command} {path}: {}",
                    ended.text()
                );
            }
        }
    }
}
