//! The data page and the dictionary that the rows need.

use herringbone_format::PageKind;
use herringbone_format::basic::Encoding;

use super::{Cursor, Dictionary, LevelBlock, OpenPage};
use crate::decode::{DictionaryPage, LeafValues};
use crate::error::{ColumnError, ColumnErrorKind};
use crate::page::{DataPage, RawPage, split_data_page};

impl<V: LeafValues> Cursor<'_, V> {
    pub(super) fn ensure_dictionary(&mut self) -> Result<(), ColumnError> {
        if !self
            .chunk
            .page
            .as_ref()
            .is_some_and(|page| page.needs_dictionary)
        {
            return Ok(());
        }
        match std::mem::replace(&mut self.chunk.dictionary, Dictionary::Loaded) {
            Dictionary::Loaded => Ok(()),
            Dictionary::Absent => Err(ColumnErrorKind::MissingDictionary.into()),
            Dictionary::Stored(raw) => self
                .load_dictionary(&raw)
                .map_err(|error| error.at(&raw.place)),
        }
    }

    fn load_dictionary(&mut self, raw: &RawPage) -> Result<(), ColumnError> {
        let PageKind::Dictionary {
            num_values,
            encoding,
            ..
        } = raw.header.kind
        else {
            return Err(ColumnErrorKind::MissingDictionary.into());
        };
        if !matches!(encoding, Encoding::PLAIN | Encoding::PLAIN_DICTIONARY) {
            let encoding = format!("{encoding:?} of a dictionary");
            return Err(ColumnErrorKind::Encoding {
                encoding,
                physical_type: "any",
            }
            .into());
        }
        let values = self.chunk.pages.decompress(raw, 0)?;
        self.values.set_dictionary(DictionaryPage {
            num_values,
            encoding,
            values,
            num_wanted: self.chunk.num_wanted,
        })
    }

    /// Makes sure that a data page with entries is open; `false` at the end of the chunk.
    pub(super) fn ensure_page(&mut self) -> Result<bool, ColumnError> {
        loop {
            if self
                .chunk
                .page
                .as_ref()
                .is_some_and(|page| page.levels_left > 0)
            {
                return Ok(true);
            }
            if !self.find_data_page()? {
                return Ok(false);
            }
            let raw = self.chunk.pages.take()?;
            self.close_page();
            if let Some(page) = self.open_page(&raw).map_err(|error| error.at(&raw.place))? {
                self.chunk.page = Some(page);
            }
        }
    }

    /// Lets go of the page that was read, so that the next one is decompressed into its memory: not
    /// two pages of each column are held, but one.
    fn close_page(&mut self) {
        self.values.close_page();
        if let Some(page) = &mut self.chunk.page {
            (page.rep, page.def) = (None, None);
        }
    }

    fn open_page(&mut self, raw: &RawPage) -> Result<Option<OpenPage>, ColumnError> {
        let Some(page) = split_data_page(&mut self.chunk.pages, raw, self.spec.levels)? else {
            return Ok(None);
        };
        let DataPage {
            num_levels,
            rep,
            def,
            encoding,
            values,
            has_whole_rows,
        } = page;
        self.count_levels(num_levels)?;
        self.values.set_page(encoding, values, num_levels)?;
        let block = self
            .chunk
            .page
            .take()
            .map(|page| page.block)
            .unwrap_or_default();
        Ok(Some(OpenPage {
            rep,
            def,
            needs_dictionary: matches!(
                encoding,
                Encoding::RLE_DICTIONARY | Encoding::PLAIN_DICTIONARY
            ),
            has_whole_rows: has_whole_rows || self.chunk.locations.is_some(),
            levels_left: num_levels,
            block: LevelBlock {
                start: block.rep.len(),
                ..block
            },
            place: raw.place.clone(),
        }))
    }

    /// Takes `num_levels` off what the metadata promises for the chunk.
    pub(super) fn count_levels(&mut self, num_levels: usize) -> Result<(), ColumnError> {
        let Some(left) = self.chunk.levels_left else {
            return Ok(());
        };
        match left.checked_sub(num_levels as u64) {
            Some(left) => self.chunk.levels_left = Some(left),
            None => {
                let what = "values at most on the pages that are left of the column chunk";
                return Err(ColumnErrorKind::Count {
                    what,
                    expected: left,
                    found: num_levels as u64,
                }
                .into());
            }
        }
        Ok(())
    }

    /// Passes over pages that hold no entries, and sets the dictionary aside; `false` at the end.
    pub(super) fn find_data_page(&mut self) -> Result<bool, ColumnError> {
        loop {
            let chunk = &mut *self.chunk;
            match chunk.levels_left {
                Some(0) => return Ok(false),
                Some(left) if chunk.pages.at_end() => {
                    let what = "more values in the column chunk";
                    return Err(ColumnErrorKind::Count {
                        what,
                        expected: left,
                        found: 0,
                    }
                    .into());
                }
                None if chunk.pages.at_end() => return Ok(false),
                _ => {}
            }
            let header = chunk.pages.peek()?;
            if matches!(header.kind, PageKind::Dictionary { .. }) {
                self.store_dictionary()?;
            } else if header.is_data_page() && header.num_values() > 0 {
                return Ok(true);
            } else {
                chunk.pages.skip()?;
            }
        }
    }

    pub(super) fn store_dictionary(&mut self) -> Result<(), ColumnError> {
        let raw = self.chunk.pages.take()?;
        if !matches!(self.chunk.dictionary, Dictionary::Absent) {
            return Err(ColumnError::from(ColumnErrorKind::SecondDictionary).at(&raw.place));
        }
        self.chunk.dictionary = Dictionary::Stored(raw);
        Ok(())
    }
}
