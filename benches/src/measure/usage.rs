//! Bytes read, read calls and peak memory, in a run apart from the clock.

use std::sync::Arc;

use bytes::Bytes;

use super::allocator;
use crate::case::Work;
use crate::error::BenchError;
use crate::libraries::Library;
use crate::libraries::counted::{Counted, Counts};

/// What one run used.
#[derive(Clone, Copy)]
pub(crate) struct Usage {
    pub(crate) bytes_read: u64,
    pub(crate) read_calls: u64,
    /// Bytes allocated at the height, each batch dropped before the next; the file itself is not among them.
    pub(crate) peak_memory: u64,
}

pub(super) fn of(library: &Library, file: &Bytes, work: &Work) -> Result<Usage, BenchError> {
    let counted = Counted {
        file: file.clone(),
        counts: Arc::new(Counts::default()),
    };
    let task = (library.counted)(&counted, work)?;
    // Making the task reads the footer for its options, which is no part of the work.
    let (bytes, calls) = (counted.counts.bytes(), counted.counts.calls());
    task()?;
    let task = (library.task)(file, work)?;
    let (done, peak_memory) = allocator::peak_of(task);
    done?;
    Ok(Usage {
        bytes_read: counted.counts.bytes() - bytes,
        read_calls: counted.counts.calls() - calls,
        peak_memory,
    })
}
