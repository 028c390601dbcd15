//! Pages passed over whole: by their headers, or by the offset index.

use herringbone_format::PageKind;
use herringbone_format::page_index::PageLocation;

use super::{Cursor, Dictionary};
use crate::decode::LeafValues;
use crate::error::ColumnError;

impl<V: LeafValues> Cursor<'_, V> {
    /// Whether the open page has nothing left.
    fn is_between_pages(&self) -> bool {
        self.chunk
            .page
            .as_ref()
            .is_none_or(|page| page.levels_left == 0 && page.block.is_empty())
    }

    /// Passes over the next page if all its rows are among the next `num_rows`; how many it had.
    pub(super) fn skip_whole_page(&mut self, num_rows: usize) -> Result<usize, ColumnError> {
        let continues_row = self.spec.levels.max_rep > 0
            && self
                .chunk
                .page
                .as_ref()
                .is_some_and(|page| !page.has_whole_rows);
        if continues_row || !self.is_between_pages() || !self.find_data_page()? {
            return Ok(0);
        }
        let header = self.chunk.pages.peek()?;
        let num_levels = header.num_values();
        let rows = match &header.kind {
            _ if self.spec.levels.max_rep == 0 => num_levels,
            PageKind::DataV2 { num_rows, .. } => *num_rows,
            _ => return Ok(0),
        };
        if rows > num_rows || rows == 0 {
            return Ok(0);
        }
        self.count_levels(num_levels)?;
        self.chunk.pages.skip()?;
        self.chunk.page = None;
        self.chunk.is_started = true;
        self.chunk.row += rows as u64;
        Ok(rows)
    }

    /// Sets the dictionary aside, which lies before the first data page and in no index. Nothing of
    /// that page is read: it may be none of those that were fetched.
    fn find_dictionary(&mut self, first_page: &PageLocation) -> Result<(), ColumnError> {
        let first_page = first_page.offset.max(0).unsigned_abs();
        while !self.chunk.pages.at_end() && self.chunk.pages.offset() < first_page {
            let header = self.chunk.pages.peek()?;
            if matches!(header.kind, PageKind::Dictionary { .. }) {
                self.store_dictionary()?;
            } else if header.is_data_page() {
                break;
            } else {
                self.chunk.pages.skip()?;
            }
        }
        Ok(())
    }

    /// Goes to the page that holds the row `num_rows` further on, by the offset index, unless that
    /// is the open one; how many rows that passes over.
    pub(super) fn skip_located_pages(&mut self, num_rows: usize) -> Result<usize, ColumnError> {
        let Some(locations) = self.chunk.locations.clone() else {
            return Ok(0);
        };
        let target = self.chunk.row.saturating_add(num_rows as u64);
        let first_row = |location: &PageLocation| location.first_row_index.max(0).unsigned_abs();
        let behind = locations.partition_point(|location| first_row(location) <= target);
        let Some(page) = behind.checked_sub(1) else {
            return Ok(0);
        };
        let row = first_row(&locations[page]);
        if row <= self.chunk.row {
            return Ok(0);
        }
        if matches!(self.chunk.dictionary, Dictionary::Absent) && !self.chunk.is_started {
            self.find_dictionary(&locations[0])?;
        }
        self.chunk.pages.seek(&locations[page], page);
        self.chunk.page = None;
        self.chunk.levels_left = None;
        self.chunk.is_started = true;
        let passed = row - self.chunk.row;
        self.chunk.row = row;
        // At most `num_rows`.
        Ok(passed as usize)
    }
}
