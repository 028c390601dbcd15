//! A whole file, to record batches.

use bytes::Bytes;
use herringbone::arrow::arrow_reader::{ArrowReaderOptions, ParquetRecordBatchReaderBuilder};
use herringbone::file::metadata::PageIndexPolicy;

/// More rows than a small file can honestly have are not waited for.
const MOST_ROWS: usize = 200_000;

/// Reads the file with and without the page index until an error or the end.
pub fn reader(bytes: &[u8]) {
    let bytes = Bytes::copy_from_slice(bytes);
    for options in [
        ArrowReaderOptions::new(),
        ArrowReaderOptions::new()
            .with_page_index_policy(PageIndexPolicy::Optional)
            .with_skip_arrow_metadata(true),
    ] {
        let builder = ParquetRecordBatchReaderBuilder::try_new_with_options(bytes.clone(), options);
        let Ok(builder) = builder else { continue };
        let Ok(reader) = builder.with_batch_size(1000).build() else {
            continue;
        };
        let mut num_rows = 0;
        for batch in reader {
            let Ok(batch) = batch else { break };
            num_rows += batch.num_rows();
            if num_rows > MOST_ROWS {
                break;
            }
        }
    }
}
