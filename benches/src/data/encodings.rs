//! Is a file stored as its name says? Writers change encodings without a word.

use bytes::Bytes;
use parquet::basic::{Encoding, PageType};
use parquet::file::metadata::{PageEncodingStats, ParquetMetaDataOptions, ParquetMetaDataReader};

use crate::basic::{Cell, Stored};
use crate::error::BenchError;

/// Checks that every data page has the encoding of the cell, and that its codec was used.
///
/// # Errors
/// [`BenchError::WrongEncoding`] with what was found.
pub(super) fn check(file: &Bytes, cell: Cell) -> Result<(), BenchError> {
    // By default this reader keeps a set of encodings only, without the kinds of the pages.
    let options = ParquetMetaDataOptions::new().with_encoding_stats_as_mask(false);
    let metadata = ParquetMetaDataReader::new()
        .with_metadata_options(Some(options))
        .parse_and_finish(file)
        .map_err(BenchError::data)?;
    let wrong = |found: String| {
        Err(BenchError::WrongEncoding {
            file: cell.file_name(),
            expected: expected(cell.family.stored),
            found,
        })
    };
    for chunk in metadata
        .row_groups()
        .iter()
        .flat_map(|group| group.columns())
    {
        let pages: &[PageEncodingStats] = chunk.page_encoding_stats().map_or(&[], Vec::as_slice);
        let data = || {
            pages.iter().filter(|page| {
                matches!(page.page_type, PageType::DATA_PAGE | PageType::DATA_PAGE_V2)
            })
        };
        if data().next().is_none() {
            return wrong("no data pages listed".into());
        }
        if let Some(page) = data().find(|page| !is(cell.family.stored, page.encoding)) {
            return wrong(format!("{} data pages {}", page.count, page.encoding));
        }
        if chunk.compression() != cell.codec.compression() {
            return wrong(format!(
                "{} in place of {}",
                chunk.compression(),
                cell.codec.name()
            ));
        }
    }
    Ok(())
}

fn is(stored: Stored, encoding: Encoding) -> bool {
    // PLAIN_DICTIONARY is the older name of the same data pages.
    encoding == stored.encoding()
        || stored == Stored::Dictionary && format!("{encoding}") == "PLAIN_DICTIONARY"
}

fn expected(stored: Stored) -> &'static str {
    match stored {
        Stored::Plain => "PLAIN",
        Stored::Dictionary => "RLE_DICTIONARY",
        Stored::Delta => "DELTA_BINARY_PACKED",
        Stored::Rle => "RLE",
    }
}
