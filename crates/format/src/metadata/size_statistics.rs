//! How large values are in memory, and how often each level occurs.
//!
//! Spec: parquet.thrift, `SizeStatistics`.

use crate::thrift::{Cursor, Wire};
use crate::{FormatError, Limits};

/// How often each repetition or definition level occurs; element `i` counts level `i`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct LevelHistogram {
    counts: Vec<i64>,
}

/// The size statistics of a column chunk. Everything in them is a hint.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct SizeStatistics {
    pub(super) unencoded_byte_array_data_bytes: Option<i64>,
    pub(super) repetition_level_histogram: Option<LevelHistogram>,
    pub(super) definition_level_histogram: Option<LevelHistogram>,
}

impl LevelHistogram {
    /// A histogram of zeros for the levels up to `max_level`, or none where there is only one level.
    pub fn try_new(max_level: i16) -> Option<Self> {
        let max_level = usize::try_from(max_level).ok().filter(|&level| level > 0)?;
        Some(Self {
            counts: vec![0; max_level + 1],
        })
    }

    /// The counts by level.
    pub fn values(&self) -> &[i64] {
        &self.counts
    }

    /// The counts by level.
    pub fn into_inner(self) -> Vec<i64> {
        self.counts
    }

    /// How often the level `index` occurs, if the histogram reaches that far.
    pub fn get(&self, index: usize) -> Option<i64> {
        self.counts.get(index).copied()
    }

    /// Number of levels counted.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether no level is counted.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }
}

impl From<Vec<i64>> for LevelHistogram {
    fn from(counts: Vec<i64>) -> Self {
        Self { counts }
    }
}

impl From<LevelHistogram> for Vec<i64> {
    fn from(histogram: LevelHistogram) -> Self {
        histogram.counts
    }
}

impl SizeStatistics {
    /// Reads the structure from its first field.
    pub(super) fn parse(cursor: &mut Cursor<'_>, limits: &Limits) -> Result<Self, FormatError> {
        let mut sizes = Self::default();
        let mut last_id = 0;
        while let Some(field) = cursor.next_field(&mut last_id)? {
            match (field.id, field.wire) {
                (1, Wire::I64) => sizes.unencoded_byte_array_data_bytes = Some(cursor.read_i64()?),
                (2, Wire::List) => {
                    let name = "SizeStatistics.repetition_level_histogram";
                    sizes.repetition_level_histogram =
                        Some(cursor.read_i64_list(name, limits)?.into());
                }
                (3, Wire::List) => {
                    let name = "SizeStatistics.definition_level_histogram";
                    sizes.definition_level_histogram =
                        Some(cursor.read_i64_list(name, limits)?.into());
                }
                _ => cursor.skip(field.wire)?,
            }
        }
        Ok(sizes)
    }
}
