//! Bad files, bad usage, and readers that go away.

use std::fs;
use std::io::Read;
use std::process::Stdio;

use crate::files::Files;
use crate::program::{command, print, run};

#[test]
fn bad_usage_is_exit_code_2() {
    let files = Files::new();
    let input = files.small();
    let input = input.to_str().unwrap();
    let check = |arguments: &[&str], expected: &str| {
        let ended = run(arguments);
        assert_eq!(
            (ended.code, ended.stdout.len()),
            (Some(2), 0),
            "{arguments:?} {}",
            ended.stderr
        );
        assert!(
            ended.stderr.contains(expected),
            "{arguments:?} {}",
            ended.stderr
        );
    };
    check(&[], "Usage");
    check(&["unknown"], "unknown");
    check(&["convert", input], "OUT");
    check(
        &["convert", input, "out.xlsx"],
        "out.xlsx: expected .arrow, .arrows, .csv, .tsv, .json or .ndjson, found .xlsx",
    );
    check(&["convert", input, "out"], "found no extension");
    check(&["convert", input, "-"], "--format");
    check(
        &["cat", input, "--columns", "id,nope"],
        "no column 'nope': the file has id, name",
    );
    check(
        &["pages", input, "nope"],
        "no column 'nope': the file has id, name",
    );
    check(&["cat", input, "--rows", "5..3"], "5..3");
    check(
        &["cat", input, "--row-groups", "1"],
        "row group 1 is out of range: the file has 1",
    );
    check(&["cat", input, "--batch-size", "0"], "0");
    check(&["cat", input, "--format", "xml"], "xml");
    check(&["head", input, "-n", "-3"], "-3");
    check(&["count"], "FILE");
}

#[test]
fn help_has_examples_everywhere() {
    let commands = [
        "convert", "cat", "head", "tail", "sample", "schema", "meta", "pages", "count", "verify",
    ];
    for command in commands {
        let help = print(&[command, "--help"]);
        assert!(
            help.contains(&format!("Examples:\n  herringbone {command} ")),
            "{help}"
        );
    }
    let help = print(&["--help"]);
    assert!(
        commands.iter().all(|command| help.contains(command)),
        "{help}"
    );
}

#[test]
fn bad_files_are_exit_code_1_and_one_line() {
    let files = Files::new();
    let whole = fs::read(files.small()).unwrap();
    let cases: [(&str, Vec<u8>, &str); 5] = [
        ("empty", Vec::new(), "found 0"),
        (
            "text",
            b"this is not a Parquet file at all".to_vec(),
            "PAR1",
        ),
        ("cut", whole[..whole.len() - 20].to_vec(), "PAR1"),
        ("headless", whole[whole.len() - 100..].to_vec(), "expected"),
        (
            "encrypted",
            [&whole[..whole.len() - 4], b"PARE"].concat(),
            "encrypted",
        ),
    ];
    for (name, bytes, expected) in cases {
        let path = files.path(name);
        fs::write(&path, bytes).unwrap();
        let path = path.to_str().unwrap();
        for arguments in [
            &["cat", path][..],
            &["meta", path],
            &["count", path],
            &["verify", path],
            &["schema", path],
            &["pages", path, "id"],
        ] {
            let ended = run(arguments);
            assert_eq!(
                (ended.code, ended.stdout.len()),
                (Some(1), 0),
                "{arguments:?} {}",
                ended.stderr
            );
            assert!(
                ended.stderr.starts_with(&format!("herringbone: {path}: ")),
                "{}",
                ended.stderr
            );
            assert!(ended.stderr.contains(expected), "{}", ended.stderr);
            assert_eq!(ended.stderr.lines().count(), 1, "{}", ended.stderr);
        }
    }
    for path in ["no/such/file", "."] {
        assert_eq!(run(&["cat", path]).code, Some(1));
    }
    let input = files.path("small.parquet");
    let ended = run(&["convert", input.to_str().unwrap(), "no/such/folder/out.csv"]);
    assert_eq!(ended.code, Some(1));
    assert!(
        ended
            .stderr
            .starts_with("herringbone: no/such/folder/out.csv: "),
        "{}",
        ended.stderr
    );
}

#[test]
fn a_closed_pipe_is_quiet() {
    let files = Files::new();
    let input = files.grouped();
    let input = input.to_str().unwrap();
    for format in ["tsv", "csv", "json", "ndjson", "table", "arrow", "arrows"] {
        let mut child = command(&["cat", input, "--format", format])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let ended = child.wait_with_output().unwrap();
        assert_eq!(
            (ended.status.code(), ended.stderr.len()),
            (Some(0), 0),
            "{format}"
        );
    }
    for arguments in [
        &["meta", input][..],
        &["schema", input],
        &["pages", input, "id"],
        &["count", input],
        &["verify", input],
    ] {
        let mut child = command(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let ended = child.wait_with_output().unwrap();
        assert_eq!(
            (ended.status.code(), ended.stderr.len()),
            (Some(0), 0),
            "{arguments:?}"
        );
    }
    // What was read before the pipe was closed is whole.
    let mut child = command(&["cat", input, "--columns", "id"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 5];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    assert_eq!(&first, b"id\n0\n");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn every_file_cut_short_or_changed_ends_cleanly() {
    let files = Files::new();
    let whole = fs::read(files.small()).unwrap();
    let path = files.path("changed");
    let check = |bytes: &[u8], what: &str| {
        fs::write(&path, bytes).unwrap();
        let ended = run(&["cat", path.to_str().unwrap(), "--format", "ndjson"]);
        assert!(
            matches!(ended.code, Some(0 | 1)),
            "{what}: {:?} {}",
            ended.code,
            ended.stderr
        );
        assert!(
            ended.stderr.lines().count() <= 1,
            "{what}: {}",
            ended.stderr
        );
    };
    for len in (0..whole.len()).step_by(whole.len() / 40) {
        check(&whole[..len], &format!("{len} bytes"));
    }
    for at in (0..whole.len()).step_by(whole.len() / 120) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0xff;
        check(&bytes, &format!("byte {at}"));
    }
}
