//! Is a file stored as its name says? Writers change encodings without a word.

use bytes::Bytes;
use parquet::basic::{Encoding, PageType};
use parquet::file::metadata::{ColumnChunkMetaData, ParquetMetaDataOptions, ParquetMetaDataReader};

use super::recipe::{Recipe, Stored};
use crate::error::BenchError;

/// Checks that every data page has the encoding that its column says, and that the codec was used.
///
/// # Errors
/// [`BenchError::WrongEncoding`] with what was found.
pub(super) fn check(file: &Bytes, recipe: &Recipe) -> Result<(), BenchError> {
    // By default this reader keeps a set of encodings only, without the kinds of the pages.
    let options = ParquetMetaDataOptions::new().with_encoding_stats_as_mask(false);
    let metadata = ParquetMetaDataReader::new()
        .with_metadata_options(Some(options))
        .parse_and_finish(file)
        .map_err(BenchError::data)?;
    for chunk in metadata
        .row_groups()
        .iter()
        .flat_map(|group| group.columns())
    {
        let root = chunk.column_path().parts().first();
        let column = recipe
            .columns
            .iter()
            .find(|column| root.is_some_and(|root| root == column.name));
        let checked = match column {
            Some(column) => check_chunk(chunk, column.stored),
            None => Err("a column that no one asked for".to_owned()),
        };
        let codec = recipe.codec;
        let checked = checked.and_then(|()| {
            if chunk.compression() == codec.compression() {
                return Ok(());
            }
            Err(format!(
                "{} in place of {}",
                chunk.compression(),
                codec.name()
            ))
        });
        checked.map_err(|found| BenchError::WrongEncoding {
            file: recipe.file_name(),
            found,
        })?;
    }
    Ok(())
}

fn check_chunk(chunk: &ColumnChunkMetaData, stored: Stored) -> Result<(), String> {
    let pages = chunk.page_encoding_stats().map_or(&[][..], Vec::as_slice);
    let is_data = |kind| matches!(kind, PageType::DATA_PAGE | PageType::DATA_PAGE_V2);
    let data: Vec<_> = pages
        .iter()
        .filter(|page| is_data(page.page_type))
        .collect();
    let has = |wanted| data.iter().any(|page| is(wanted, page.encoding));
    match stored {
        _ if data.is_empty() => Err("no data pages listed".into()),
        Stored::Fallback if has(Stored::Dictionary) && has(Stored::Plain) => Ok(()),
        Stored::Fallback => Err("no fallback from a dictionary to PLAIN".into()),
        _ => match data.iter().find(|page| !is(stored, page.encoding)) {
            None => Ok(()),
            Some(page) => Err(format!(
                "{} data pages {} in place of {}",
                page.count,
                page.encoding,
                stored.encoding()
            )),
        },
    }
}

fn is(stored: Stored, encoding: Encoding) -> bool {
    // PLAIN_DICTIONARY is the older name of the same data pages.
    encoding == stored.encoding()
        || stored == Stored::Dictionary && format!("{encoding}") == "PLAIN_DICTIONARY"
}
