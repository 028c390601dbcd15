//! The metadata of a file, decoded from bytes that are pushed.

use std::ops::Range;

use bytes::Bytes;
use herringbone_column::{ByteSource, FetchedRanges};
use herringbone_format::Limits;
use herringbone_format::footer::TAIL_SIZE;
use herringbone_format::metadata::ParquetMetaData;

use super::{DecodeResult, push_pieces};
use crate::error::{ParquetError, Result};
use crate::reader::{MIN_FILE_SIZE, PageIndexPlan, PageIndexPolicy, Suffix, parse_suffix};

/// Decodes the metadata of a file from its bytes, and says which ones it needs.
///
/// Page indexes are read where the file has them, unless a policy says otherwise.
#[derive(Debug)]
pub struct ParquetMetaDataPushDecoder {
    file_len: u64,
    column_index: PageIndexPolicy,
    offset_index: PageIndexPolicy,
    limits: Limits,
    fetched: FetchedRanges,
    state: State,
}

#[derive(Debug)]
enum State {
    /// The footer is at least as long as the last `suffix` bytes of the file.
    Footer {
        suffix: usize,
    },
    PageIndexes(Box<ParquetMetaData>),
    Finished,
}

impl ParquetMetaDataPushDecoder {
    /// A decoder for a file of `file_len` bytes.
    ///
    /// # Errors
    ///
    /// A file that is too short to be Parquet.
    pub fn try_new(file_len: u64) -> Result<Self> {
        if file_len < MIN_FILE_SIZE {
            return Err(ParquetError::EOF(format!(
                "expected a Parquet file of at least {MIN_FILE_SIZE} bytes, found {file_len}"
            )));
        }
        Ok(Self::new(file_len, State::Footer { suffix: TAIL_SIZE }))
    }

    /// A decoder that adds page indexes to metadata decoded before.
    ///
    /// # Errors
    ///
    /// None today.
    pub fn try_new_with_metadata(file_len: u64, metadata: ParquetMetaData) -> Result<Self> {
        Ok(Self::new(file_len, State::PageIndexes(metadata.into())))
    }

    fn new(file_len: u64, state: State) -> Self {
        Self {
            file_len,
            column_index: PageIndexPolicy::Optional,
            offset_index: PageIndexPolicy::Optional,
            limits: Limits::default(),
            fetched: FetchedRanges::new(),
            state,
        }
    }

    /// Sets what to do about both page indexes.
    #[must_use]
    pub fn with_page_index_policy(self, policy: PageIndexPolicy) -> Self {
        self.with_column_index_policy(policy)
            .with_offset_index_policy(policy)
    }

    /// Sets what to do about the column index.
    #[must_use]
    pub fn with_column_index_policy(mut self, policy: PageIndexPolicy) -> Self {
        self.column_index = policy;
        self
    }

    /// Sets what to do about the offset index.
    #[must_use]
    pub fn with_offset_index_policy(mut self, policy: PageIndexPolicy) -> Self {
        self.offset_index = policy;
        self
    }

    /// Sets caps on what the metadata may ask for.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Hands over the bytes of one range, asked for or not.
    ///
    /// # Errors
    ///
    /// Bytes that are not as many as the range says.
    pub fn push_range(&mut self, range: Range<u64>, buffer: Bytes) -> Result<()> {
        self.push_ranges(vec![range], vec![buffer])
    }

    /// Hands over the bytes of ranges, asked for or not.
    ///
    /// # Errors
    ///
    /// Bytes that are not as many as the ranges say.
    pub fn push_ranges(&mut self, ranges: Vec<Range<u64>>, buffers: Vec<Bytes>) -> Result<()> {
        push_pieces(&mut self.fetched, ranges, buffers)
    }

    /// Forgets all bytes that were pushed.
    pub fn clear_all_ranges(&mut self) {
        self.fetched.clear();
    }

    /// The metadata, or the ranges that are needed first; [`DecodeResult::Finished`] once the
    /// metadata has been handed out.
    ///
    /// # Errors
    ///
    /// A file that is not Parquet, malformed metadata, an index that is required but not there.
    pub fn try_decode(&mut self) -> Result<DecodeResult<ParquetMetaData>> {
        loop {
            match std::mem::replace(&mut self.state, State::Finished) {
                State::Finished => return Ok(DecodeResult::Finished),
                State::Footer { suffix } => {
                    let range = self.file_len.saturating_sub(suffix as u64)..self.file_len;
                    if !self.fetched.contains(&range) {
                        self.state = State::Footer { suffix };
                        return Ok(DecodeResult::NeedsData(vec![range]));
                    }
                    let bytes = self.fetched.read(range.start, suffix)?;
                    self.state = match parse_suffix(&bytes, Some(self.file_len), &self.limits)? {
                        Suffix::Metadata(metadata) => State::PageIndexes(metadata.into()),
                        Suffix::Needs(suffix) => State::Footer { suffix },
                    };
                }
                State::PageIndexes(mut metadata) => {
                    let plan = PageIndexPlan::new(
                        &metadata,
                        self.column_index,
                        self.offset_index,
                        self.file_len,
                    )?;
                    let missing = plan.ranges().filter(|range| !self.fetched.contains(range));
                    let missing: Vec<_> = missing.cloned().collect();
                    if !missing.is_empty() {
                        self.state = State::PageIndexes(metadata);
                        return Ok(DecodeResult::NeedsData(missing));
                    }
                    plan.load(&mut metadata, &self.fetched, &self.limits)?;
                    return Ok(DecodeResult::Data(*metadata));
                }
            }
        }
    }
}
