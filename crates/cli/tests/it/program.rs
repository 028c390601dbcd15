//! Runs the program.

use std::ffi::OsStr;
use std::process::{Command, Output, Stdio};

/// How a run ended.
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
}

impl Ended {
    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.stdout.clone()).unwrap()
    }
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        let stderr = String::from_utf8(output.stderr).unwrap();
        Self {
            code: output.status.code(),
            stdout: output.stdout,
            stderr,
        }
    }
}

pub(crate) fn command<S: AsRef<OsStr>>(arguments: &[S]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_herringbone"));
    command
        .args(arguments)
        .env_remove("COLUMNS")
        .stdin(Stdio::null());
    command
}

/// Runs the program to its end.
pub(crate) fn run<S: AsRef<OsStr>>(arguments: &[S]) -> Ended {
    command(arguments).output().unwrap().into()
}

/// Runs the program, which must end well and say nothing on standard error; what it printed.
pub(crate) fn print<S: AsRef<OsStr> + std::fmt::Debug>(arguments: &[S]) -> String {
    let ended = run(arguments);
    assert_eq!(
        (ended.code, ended.stderr.as_str()),
        (Some(0), ""),
        "{arguments:?}"
    );
    ended.text()
}
