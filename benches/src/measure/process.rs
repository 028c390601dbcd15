//! A reader in another process, which is told what to do by lines on its standard input.
//!
//! To `prepare`, the case, the path of its file and the rows of a batch, with tabs between, it answers `ready` and the
//! number of rows, or `declined` and why. To `run` it answers with the nanoseconds that one repetition took, measured on
//! its side: a program started anew for each repetition would be timed for its start.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::error::BenchError;

/// The other process; it ends when its standard input does.
pub(crate) struct Process {
    name: String,
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

/// What a process says to a case.
pub(crate) enum Answer {
    /// It has read so many rows, and can be timed.
    Ready(usize),
    /// It cannot, or does not want to.
    Declined,
}

impl Process {
    /// Starts it.
    ///
    /// # Errors
    /// [`BenchError::Process`] if it does not start or does not say `hello`, with what it says in place of that.
    pub(crate) fn start(name: &str, command: &mut Command) -> Result<Process, BenchError> {
        let failed = |message: String| BenchError::Process {
            name: name.to_owned(),
            message,
        };
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|source| failed(source.to_string()))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed("it has no standard input or output".into()));
        };
        let mut process = Process {
            name: name.to_owned(),
            child,
            input: Some(input),
            output: BufReader::new(output),
        };
        match process.line()?.as_str() {
            "hello" => Ok(process),
            other => Err(failed(other.to_owned())),
        }
    }

    /// Tells it what to read.
    ///
    /// # Errors
    /// [`BenchError::Process`] if it has ended or says something else.
    pub(crate) fn prepare(
        &mut self,
        case: &str,
        path: &str,
        batch_size: usize,
    ) -> Result<Answer, BenchError> {
        let answer = self.ask(&format!("prepare\t{case}\t{path}\t{batch_size}"))?;
        match answer.split_once('\t') {
            Some(("ready", count)) => match count.parse() {
                Ok(count) => Ok(Answer::Ready(count)),
                Err(_) => Err(self.failed(answer)),
            },
            Some(("declined", _)) => Ok(Answer::Declined),
            _ => Err(self.failed(answer)),
        }
    }

    /// One repetition, in nanoseconds.
    ///
    /// # Errors
    /// [`BenchError::Process`] as above.
    pub(crate) fn run(&mut self) -> Result<f64, BenchError> {
        let answer = self.ask("run")?;
        answer.parse().map_err(|_| self.failed(answer))
    }

    fn ask(&mut self, line: &str) -> Result<String, BenchError> {
        let sent = match &mut self.input {
            Some(input) => writeln!(input, "{line}").and_then(|()| input.flush()),
            None => Ok(()),
        };
        sent.map_err(|source| self.failed(source.to_string()))?;
        self.line()
    }

    fn line(&mut self) -> Result<String, BenchError> {
        let mut line = String::new();
        match self.output.read_line(&mut line) {
            Ok(0) => Err(self.failed("it has ended".into())),
            Ok(_) => Ok(line.trim_end().to_owned()),
            Err(source) => Err(self.failed(source.to_string())),
        }
    }

    fn failed(&self, message: String) -> BenchError {
        BenchError::Process {
            name: self.name.clone(),
            message,
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Its loop ends with its input; it is waited for, so that none is left behind.
        drop(self.input.take());
        let _ = self.child.wait();
    }
}
