//! The other side of [`super::process`]: a library of this program, in a second build of it.

use std::io::{self, BufRead, Write};
use std::time::Instant;

use crate::case::Case;
use crate::error::BenchError;
use crate::libraries::{LIBRARIES, Task};

/// Answers lines of the standard input until it ends.
///
/// # Errors
/// What a case meets; the other side reads it as the end of this one.
pub(crate) fn run(library: &str, cases: &[Case]) -> Result<(), BenchError> {
    let library = LIBRARIES
        .iter()
        .find(|known| known.name == library)
        .ok_or_else(|| BenchError::Data(format!("no library is named {library}")))?;
    let mut task: Option<Task> = None;
    say("hello");
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let mut words = line.split('\t');
        match (words.next(), words.next()) {
            (Some("prepare"), Some(name)) => match cases.iter().find(|case| case.name == name) {
                Some(case) => {
                    let prepared = (library.task)(&case.file.bytes()?, &case.work)?;
                    say(&format!("ready\t{}", prepared()?));
                    task = Some(prepared);
                }
                None => say("declined\tno such case"),
            },
            (Some("run"), None) => match &task {
                Some(task) => {
                    let start = Instant::now();
                    task()?;
                    say(&start.elapsed().as_nanos().to_string());
                }
                None => say("nothing is prepared"),
            },
            _ => say("not understood"),
        }
    }
    Ok(())
}

fn say(line: &str) {
    let mut output = io::stdout().lock();
    // The other side sees a closed pipe as the end of this process.
    let _ = writeln!(output, "{line}").and_then(|()| output.flush());
}
