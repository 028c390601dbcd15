//! Standard output, whose reader may go away.

use std::io::{self, BufWriter, ErrorKind, IsTerminal, StdoutLock, Write};

use crate::failure::Failure;

/// Standard output behind a buffer.
///
/// When its reader has gone away (`… | head`), nobody wants the rest: the program ends at once and
/// without a word. It ends here because the writers of some formats turn errors into text, in
/// which this one could no longer be told from others.
pub(crate) struct Stdout(BufWriter<StdoutLock<'static>>);

impl Stdout {
    /// Locks standard output.
    pub(crate) fn lock() -> Self {
        Self(BufWriter::with_capacity(64 << 10, io::stdout().lock()))
    }
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        end_if_closed(self.0.write(bytes))
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        end_if_closed(self.0.write_all(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        end_if_closed(self.0.flush())
    }
}

fn end_if_closed<T>(result: io::Result<T>) -> io::Result<T> {
    if let Err(error) = &result
        && error.kind() == ErrorKind::BrokenPipe
    {
        std::process::exit(0);
    }
    result
}

/// Whether people read standard output.
pub(crate) fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Writes `text` to standard output.
pub(crate) fn say(text: &str) -> Result<(), Failure> {
    let mut out = Stdout::lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|error| Failure::file("standard output", error))
}
