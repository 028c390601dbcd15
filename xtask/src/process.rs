//! Programs that the tasks start.

use std::process::{Command, Stdio};

use crate::error::TaskError;
use crate::repo;

/// Cargo, in the top folder of the repository.
pub(crate) fn cargo<'a>(args: impl IntoIterator<Item = &'a str>) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(repo::root());
    // Set for this program by `cargo run`; inherited, they make build scripts that look at them run again.
    for variable in [
        "CARGO_MANIFEST_DIR",
        "CARGO_MANIFEST_PATH",
        "CARGO_PKG_NAME",
        "CARGO_PKG_VERSION",
    ] {
        command.env_remove(variable);
    }
    command
}

/// Cargo through rustup, which understands `+nightly`; the `CARGO` of a running cargo is past that choice.
pub(crate) fn rustup_cargo<'a>(args: impl IntoIterator<Item = &'a str>) -> Command {
    let mut command = Command::new("cargo");
    command
        .args(args)
        .current_dir(repo::root())
        .env_remove("RUSTUP_TOOLCHAIN")
        .env_remove("CARGO");
    command
}

/// Runs a program that speaks to the terminal itself.
///
/// # Errors
/// [`TaskError::NotStarted`], or [`TaskError::Failed`] where it does not end with 0.
pub(crate) fn run(command: &mut Command) -> Result<(), TaskError> {
    let status = command.status().map_err(|source| TaskError::NotStarted {
        command: shown(command),
        source,
    })?;
    if status.success() {
        Ok(())
    } else {
        Err(TaskError::Failed {
            command: shown(command),
            status,
        })
    }
}

/// Runs a program and gives what it printed to its standard output.
///
/// # Errors
/// As [`run`].
pub(crate) fn output(command: &mut Command) -> Result<String, TaskError> {
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .map_err(|source| TaskError::NotStarted {
            command: shown(command),
            source,
        })?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(TaskError::Failed {
            command: shown(command),
            status: output.status,
        })
    }
}

/// Whether a program starts and ends with 0; nothing of it is shown.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// A command as one would type it, without the folder of the program.
fn shown(command: &Command) -> String {
    let program = std::path::Path::new(command.get_program());
    let mut text = program
        .file_name()
        .unwrap_or(program.as_os_str())
        .to_string_lossy()
        .into_owned();
    for argument in command.get_args() {
        text.push(' ');
        text.push_str(&argument.to_string_lossy());
    }
    text
}
