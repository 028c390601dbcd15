//! Page headers against the chunk's metadata and the offset index.

use herringbone_column::{PageLimits, PageSummary, Place};
use herringbone_format::page_index::{OffsetIndexMetaData, PageLocation};
use herringbone_format::{FormatError, PageKind};

use super::report::Report;
use crate::failure::Failure;
use crate::input::Chunk;

/// What the values of a chunk are then checked by.
#[derive(Default)]
pub(super) struct Pages {
    /// The rows of each data page, if there is an offset index and it fits the pages.
    pub(super) rows: Option<Vec<usize>>,
}

/// Verifies the headers of a chunk's pages.
pub(super) fn verify(
    chunk: Chunk<'_>,
    limits: PageLimits,
    report: &mut Report,
) -> Result<Pages, Failure> {
    if let Err(error @ FormatError::EncryptedColumn) = chunk.metadata().checked() {
        report.problem_at(&chunk.place(), &error.to_string())?;
        return Ok(Pages::default());
    }
    let (pages, result) = chunk.pages(limits);
    report.num_pages += pages.len() as u64;
    report.num_checksums += pages
        .iter()
        .filter(|page| page.header.crc.is_some())
        .count() as u64;
    if let Err(error) = &result {
        report.error(error)?;
        return Ok(Pages::default());
    }
    verify_chunk(chunk, &pages, report)?;
    let metadata = chunk.metadata();
    for (name, offset, range) in [
        (
            "offset index",
            metadata.offset_index_offset(),
            metadata.offset_index_range(),
        ),
        (
            "column index",
            metadata.column_index_offset(),
            metadata.column_index_range(),
        ),
    ] {
        if let (Some(offset), None) = (offset, range) {
            let message = format!(
                "{name}: expected an offset and a size, found the offset {offset} and no such size"
            );
            report.problem_at(&chunk.place(), &message)?;
        }
    }
    let index = match chunk.offset_index() {
        None => return Ok(Pages::default()),
        Some(Ok(index)) => index,
        Some(Err(error)) => {
            report.problem(&format!("offset index: {error}"))?;
            return Ok(Pages::default());
        }
    };
    verify_offset_index(chunk, &pages, &index, report)
}

/// The sums over the pages, and where the first of them lie.
fn verify_chunk(
    chunk: Chunk<'_>,
    pages: &[PageSummary],
    report: &mut Report,
) -> Result<(), Failure> {
    let metadata = chunk.metadata();
    let place = chunk.place();
    let mut mismatch =
        |what: &str, expected: i64, found: u64| match u64::try_from(expected) == Ok(found) {
            true => Ok(()),
            false => report.problem_at(
                &place,
                &format!("{what}: the footer says {expected}, found {found}"),
            ),
        };
    let stored = |page: &PageSummary| page.header_size as u64 + page.header.compressed_size as u64;
    let plain = |page: &PageSummary| page.header_size as u64 + page.header.uncompressed_size as u64;
    mismatch(
        "bytes of all pages",
        metadata.compressed_size(),
        pages.iter().map(stored).sum(),
    )?;
    mismatch(
        "bytes of all pages after decompression",
        metadata.uncompressed_size(),
        pages.iter().map(plain).sum(),
    )?;
    let first_data = pages.iter().find(|page| page.header.is_data_page());
    let first = pages.first().map(|page| page.file_offset);
    // Old writers give the offset of the dictionary page as that of the first data page.
    let is_first = first == u64::try_from(metadata.data_page_offset()).ok();
    if let Some(page) = first_data.filter(|_| !is_first) {
        mismatch(
            "offset of the first data page",
            metadata.data_page_offset(),
            page.file_offset,
        )?;
    }
    let dictionary = pages
        .iter()
        .find(|page| matches!(page.header.kind, PageKind::Dictionary { .. }));
    if let (Some(page), Some(stated)) = (
        dictionary,
        metadata
            .dictionary_page_offset()
            .filter(|&offset| offset > 0),
    ) {
        mismatch("offset of the dictionary page", stated, page.file_offset)?;
    }
    for (i, page) in pages.iter().enumerate() {
        let (PageKind::DataV1 { encoding, .. } | PageKind::DataV2 { encoding, .. }) =
            page.header.kind
        else {
            continue;
        };
        // The two names of dictionary indices mean the same.
        let is_listed = metadata.encodings().any(|listed| {
            listed == encoding || (listed.is_dictionary() && encoding.is_dictionary())
        });
        if !is_listed {
            let place = Place {
                page: Some(i),
                file_offset: Some(page.file_offset),
                ..place.clone()
            };
            report.problem_at(
                &place,
                &format!("encoding {encoding} is not among those that the footer lists"),
            )?;
        }
    }
    Ok(())
}

/// Each location against the page that lies there.
fn verify_offset_index(
    chunk: Chunk<'_>,
    pages: &[PageSummary],
    index: &OffsetIndexMetaData,
    report: &mut Report,
) -> Result<Pages, Failure> {
    let data_pages: Vec<(usize, &PageSummary)> = pages
        .iter()
        .enumerate()
        .filter(|(_, page)| page.header.is_data_page())
        .collect();
    let locations = index.page_locations();
    if locations.len() != data_pages.len() {
        let (expected, found) = (data_pages.len(), locations.len());
        report.problem_at(
            &chunk.place(),
            &format!("offset index: expected {expected} pages, found {found}"),
        )?;
        return Ok(Pages::default());
    }
    let num_rows = chunk.input.metadata.row_group(chunk.row_group).num_rows();
    let rows = rows_of(locations, num_rows);
    let is_flat = chunk.levels().max_rep == 0;
    let mut is_sound = rows.is_some();
    for (nth, (&(i, page), location)) in data_pages.iter().zip(locations).enumerate() {
        let place = Place {
            page: Some(i),
            file_offset: Some(page.file_offset),
            ..chunk.place()
        };
        let mut mismatch = |what: &str, stated: i64, found: u64| {
            if u64::try_from(stated) == Ok(found) {
                return Ok(());
            }
            is_sound = false;
            report.problem_at(
                &place,
                &format!("{what}: the offset index says {stated}, found {found}"),
            )
        };
        mismatch("offset of the page", location.offset, page.file_offset)?;
        let size = page.header_size as u64 + page.header.compressed_size as u64;
        mismatch(
            "bytes of the page",
            location.compressed_page_size.into(),
            size,
        )?;
        let found = match page.header.kind {
            PageKind::DataV2 { num_rows, .. } => Some(num_rows),
            _ if is_flat => Some(page.header.num_values()),
            _ => None,
        };
        if let (Some(found), Some(rows)) = (found, &rows) {
            mismatch("rows of the page", rows[nth] as i64, found as u64)?;
        }
    }
    if rows.is_none() {
        let message =
            format!("offset index: expected rows of pages from 0 up to {num_rows}, found others");
        report.problem_at(&chunk.place(), &message)?;
    }
    Ok(Pages {
        rows: rows.filter(|_| is_sound),
    })
}

/// The rows of each page, if they ascend from the first to the last row of the row group.
fn rows_of(locations: &[PageLocation], num_rows: i64) -> Option<Vec<usize>> {
    let starts = locations.iter().map(|location| location.first_row_index);
    let ends = locations
        .iter()
        .skip(1)
        .map(|location| location.first_row_index)
        .chain([num_rows]);
    if locations
        .first()
        .is_some_and(|first| first.first_row_index != 0)
    {
        return None;
    }
    starts
        .zip(ends)
        .map(|(start, end)| usize::try_from(end.checked_sub(start)?).ok())
        .collect()
}
