//! Decoding without reading: a caller fetches the bytes that a decoder says it needs.
//!
//! - `metadata.rs`: [`ParquetMetaDataPushDecoder`], the footer and the page indexes
//! - `batches.rs`: [`ParquetPushDecoder`], record batches

mod batches;
mod metadata;

use std::ops::Range;

use bytes::Bytes;
use herringbone_column::FetchedRanges;

pub use batches::{ParquetPushDecoder, ParquetPushDecoderBuilder, PushDecoderInput};
pub use metadata::ParquetMetaDataPushDecoder;

use crate::error::{ParquetError, Result};

/// How far a push decoder has come.
#[derive(Debug)]
pub enum DecodeResult<T> {
    /// These ranges of the file are needed first; push them and try again.
    NeedsData(Vec<Range<u64>>),
    /// What was decoded.
    Data(T),
    /// There is no more.
    Finished,
}

fn push_pieces(
    fetched: &mut FetchedRanges,
    ranges: Vec<Range<u64>>,
    buffers: Vec<Bytes>,
) -> Result<()> {
    if ranges.len() != buffers.len() {
        let (expected, found) = (ranges.len(), buffers.len());
        return Err(ParquetError::General(format!(
            "expected a buffer for each of {expected} ranges, found {found}"
        )));
    }
    for (range, buffer) in ranges.into_iter().zip(buffers) {
        let expected = range.end.saturating_sub(range.start);
        let found = buffer.len();
        if expected != found as u64 {
            let start = range.start;
            return Err(ParquetError::EOF(format!(
                "expected {expected} bytes at offset {start}, found a buffer of {found}"
            )));
        }
        fetched.insert(range.start, buffer);
    }
    Ok(())
}
