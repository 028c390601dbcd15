//! Bloom filters from an asynchronous source.

use herringbone_format::bloom_filter::Sbbf;

use super::{AsyncFileReader, ParquetRecordBatchStreamBuilder};
use crate::error::Result;
use crate::reader::BloomFilterPlan;

impl<T: AsyncFileReader + Send + 'static> ParquetRecordBatchStreamBuilder<T> {
    /// The bloom filter of a column chunk; `None` where it has none.
    ///
    /// # Errors
    ///
    /// A malformed filter, a failing source.
    ///
    /// # Panics
    ///
    /// If there is no such row group or column.
    pub async fn get_row_group_column_bloom_filter(
        &mut self,
        row_group_idx: usize,
        column_idx: usize,
    ) -> Result<Option<Sbbf>> {
        let chunk = self.metadata().row_group(row_group_idx).column(column_idx);
        let Some(mut plan) = BloomFilterPlan::new(chunk)? else {
            return Ok(None);
        };
        loop {
            let bytes = self.input.reader().get_bytes(plan.range()).await?;
            match plan.parse(&bytes)? {
                Ok(filter) => return Ok(Some(filter)),
                Err(longer) => plan = longer,
            }
        }
    }
}
