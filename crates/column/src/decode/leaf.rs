//! Rows of one leaf column: pages, levels and values driven together.

use std::sync::Arc;

use bytes::Bytes;
use herringbone_decode_kernel::levels::{LevelDecoder, count_equal, slots};
use herringbone_format::PageKind;
use herringbone_format::basic::Encoding;
use herringbone_format::page_index::PageLocation;

use super::levels::{LeafLevels, LevelDetail, Levels};
use super::{DictionaryPage, LeafValues};
use crate::budget::Budget;
use crate::error::{ColumnError, ColumnErrorKind, Place};
use crate::limits::{Checksums, PageLimits};
use crate::page::{ChunkSpec, DataPage, PageReader, RawPage, split_data_page};
use crate::source::ByteSource;

/// How many level entries of a nested column are decoded ahead: their bytes stay in the L1 cache.
const LEVEL_BLOCK: usize = 4096;

/// The most slots for which memory is taken before their values have been seen.
const MAX_RESERVE: usize = 1 << 20;

/// What a [`LeafReader`] has to know about its column, the same for all row groups.
#[derive(Clone, Debug)]
pub struct LeafSpec {
    /// The column's levels.
    pub levels: LeafLevels,
    /// Which levels the caller needs.
    pub detail: LevelDetail,
    /// Caps on its pages.
    pub limits: PageLimits,
    /// Whether page checksums are compared.
    pub checksums: Checksums,
    /// Where its buffers are accounted for.
    pub budget: Arc<Budget>,
}

/// Reads the rows of one leaf column, chunk after chunk, into an output of type `V`.
///
/// A batch may take rows from several chunks: [`LeafReader::read`] appends until the caller takes
/// what has gathered in [`LeafReader::levels`] and [`LeafReader::values_mut`].
pub struct LeafReader<V> {
    spec: LeafSpec,
    values: V,
    levels: Levels,
    chunk: Option<Chunk>,
}

/// The column chunk being read.
struct Chunk {
    pages: PageReader,
    page: Option<OpenPage>,
    dictionary: Dictionary,
    /// Level entries on the pages to come; unknown once pages were passed over by their location.
    levels_left: Option<u64>,
    /// Rows read or skipped.
    row: u64,
    /// Whether an entry of the level streams has been seen.
    is_started: bool,
    locations: Option<Arc<[PageLocation]>>,
    place: Place,
}

/// Where the dictionary of a chunk is.
enum Dictionary {
    /// Not met, or none there.
    Absent,
    /// Met, but nothing has needed it yet.
    Stored(RawPage),
    /// Decoded into the output.
    Loaded,
}

/// The data page being read.
struct OpenPage {
    rep: Option<LevelDecoder<Bytes>>,
    def: Option<LevelDecoder<Bytes>>,
    needs_dictionary: bool,
    has_whole_rows: bool,
    /// Entries that are not decoded yet.
    levels_left: usize,
    /// Entries that are decoded but not taken yet; of nested columns only.
    block: LevelBlock,
    place: Place,
}

/// Levels decoded ahead, so that the end of a row can be found.
#[derive(Default)]
struct LevelBlock {
    rep: Vec<u8>,
    def: Vec<u8>,
    start: usize,
}

impl LevelBlock {
    fn len(&self) -> usize {
        self.rep.len() - self.start
    }

    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// What happens to the rows that are passed over.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Read,
    Skip,
}

impl<V: LeafValues> LeafReader<V> {
    /// A reader without a chunk.
    pub fn new(spec: LeafSpec, values: V) -> Self {
        Self {
            spec,
            values,
            levels: Levels::default(),
            chunk: None,
        }
    }

    /// Continues with the first row of the chunk that `chunk` describes.
    pub fn open_chunk(&mut self, source: Arc<dyn ByteSource>, chunk: &ChunkSpec) {
        let LeafSpec {
            limits,
            checksums,
            budget,
            ..
        } = &self.spec;
        self.values.start_chunk();
        self.chunk = Some(Chunk {
            pages: PageReader::new(source, chunk, *limits, *checksums, Arc::clone(budget)),
            page: None,
            dictionary: Dictionary::Absent,
            levels_left: Some(chunk.num_levels),
            row: 0,
            is_started: false,
            locations: chunk.page_locations.clone(),
            place: chunk.place.clone(),
        });
    }

    /// The levels of all rows read since they were last cleared.
    pub fn levels(&self) -> &Levels {
        &self.levels
    }

    /// The levels, to take them.
    pub fn levels_mut(&mut self) -> &mut Levels {
        &mut self.levels
    }

    /// The output, to take what was decoded.
    pub fn values_mut(&mut self) -> &mut V {
        &mut self.values
    }

    /// Reads the next `num_rows` rows of the chunk; returns fewer at its end only.
    ///
    /// # Errors
    ///
    /// Malformed pages, limits, a failing source; what was read before stays in the output.
    pub fn read(&mut self, num_rows: usize) -> Result<usize, ColumnError> {
        self.values.reserve(num_rows.min(MAX_RESERVE));
        self.advance(num_rows, Mode::Read)
    }

    /// Skips the next `num_rows` rows of the chunk; returns fewer at its end only.
    ///
    /// # Errors
    ///
    /// As [`LeafReader::read`].
    pub fn skip(&mut self, num_rows: usize) -> Result<usize, ColumnError> {
        self.advance(num_rows, Mode::Skip)
    }

    /// Checks that all level entries of the chunk have been read, once all its rows have.
    ///
    /// # Errors
    ///
    /// The chunk holds more values than its row group has rows for.
    pub fn check_end(&self) -> Result<(), ColumnError> {
        let Some(chunk) = &self.chunk else {
            return Ok(());
        };
        let on_page = chunk
            .page
            .as_ref()
            .map_or(0, |page| page.levels_left + page.block.len());
        match chunk.levels_left {
            Some(left) if left + on_page as u64 > 0 => {
                let what = "values behind the last row of the row group";
                let found = left + on_page as u64;
                Err(ColumnError::from(ColumnErrorKind::Count {
                    what,
                    expected: 0,
                    found,
                })
                .at(&chunk.place))
            }
            _ => Ok(()),
        }
    }

    fn advance(&mut self, num_rows: usize, mode: Mode) -> Result<usize, ColumnError> {
        let Some(mut chunk) = self.chunk.take() else {
            return Ok(0);
        };
        let mut cursor = Cursor {
            spec: &self.spec,
            values: &mut self.values,
            levels: &mut self.levels,
            chunk: &mut chunk,
        };
        let result = match (self.spec.levels.max_rep, mode) {
            (0, Mode::Read) => cursor.read_flat(num_rows),
            (0, Mode::Skip) => cursor.skip_flat(num_rows),
            (_, Mode::Read) => cursor.walk_nested(num_rows, Mode::Read),
            (_, Mode::Skip) => cursor.skip_nested(num_rows),
        };
        let place = chunk.page.as_ref().map_or(&chunk.place, |page| &page.place);
        let result = result.map_err(|error| error.at(place));
        self.chunk = Some(chunk);
        result
    }
}

/// A chunk and the outputs it is read into.
struct Cursor<'a, V> {
    spec: &'a LeafSpec,
    values: &'a mut V,
    levels: &'a mut Levels,
    chunk: &'a mut Chunk,
}

impl<V: LeafValues> Cursor<'_, V> {
    fn read_flat(&mut self, num_rows: usize) -> Result<usize, ColumnError> {
        let mut left = num_rows;
        while left > 0 && self.ensure_page()? {
            let Some(page) = self.chunk.page.as_mut() else {
                break;
            };
            let num_levels = left.min(page.levels_left);
            let first_slot = self.levels.num_slots;
            let LeafLevels {
                max_def, slot_def, ..
            } = self.spec.levels;
            let validity = &mut self.levels.validity;
            let num_present = match &mut page.def {
                None => {
                    validity.push_run(true, num_levels);
                    num_levels
                }
                Some(def) if max_def == 1 && self.spec.detail == LevelDetail::Validity => {
                    def.decode_validity(num_levels, validity)?
                }
                Some(def) => {
                    let first = self.levels.def.len();
                    def.decode(num_levels, max_def, &mut self.levels.def)?;
                    let slots = slots(&self.levels.def[first..], slot_def, max_def, validity);
                    if self.spec.detail == LevelDetail::Validity {
                        self.levels.def.clear();
                    }
                    slots.num_present
                }
            };
            page.levels_left -= num_levels;
            left -= num_levels;
            self.levels.num_levels += num_levels;
            self.levels.num_slots += num_levels;
            self.decode_values(first_slot, num_levels, num_present)?;
            self.chunk.row += num_levels as u64;
        }
        Ok(num_rows - left)
    }

    fn skip_flat(&mut self, num_rows: usize) -> Result<usize, ColumnError> {
        let mut left = num_rows;
        while left > 0 {
            left -= self.skip_located_pages(left)?;
            if left == 0 {
                break;
            }
            let whole = self.skip_whole_page(left)?;
            if whole > 0 {
                left -= whole;
                continue;
            }
            if !self.ensure_page()? {
                break;
            }
            let Some(page) = self.chunk.page.as_mut() else {
                break;
            };
            let num_levels = left.min(page.levels_left);
            page.levels_left -= num_levels;
            left -= num_levels;
            self.chunk.row += num_levels as u64;
            if page.levels_left == 0 {
                self.chunk.page = None;
                continue;
            }
            let max_def = self.spec.levels.max_def;
            let num_present = match &mut page.def {
                None => num_levels,
                Some(def) if max_def == 1 => def.skip_validity(num_levels)?,
                Some(def) => {
                    page.block.def.clear();
                    def.decode(num_levels, max_def, &mut page.block.def)?;
                    count_equal(&page.block.def, max_def)
                }
            };
            self.values.skip(num_present)?;
        }
        Ok(num_rows - left)
    }

    fn skip_nested(&mut self, num_rows: usize) -> Result<usize, ColumnError> {
        let mut left = num_rows;
        while left > 0 {
            left -= self.skip_located_pages(left)?;
            if left == 0 {
                break;
            }
            let whole = self.skip_whole_page(left)?;
            if whole > 0 {
                left -= whole;
                continue;
            }
            // One page at a time, so that whole pages can be passed over again behind it.
            let walked = self.walk_nested(left, Mode::Skip)?;
            if walked == 0 {
                break;
            }
            left -= walked;
        }
        Ok(num_rows - left)
    }

    /// Reads or skips `num_rows` rows entry by entry; a skip may stop early, at the end of a page.
    fn walk_nested(&mut self, num_rows: usize, mode: Mode) -> Result<usize, ColumnError> {
        let mut rows = 0;
        let mut row_levels = 0;
        loop {
            let block_is_empty = self
                .chunk
                .page
                .as_ref()
                .is_none_or(|page| page.block.is_empty());
            if block_is_empty
                && !self.ensure_block(rows == num_rows, mode == Mode::Skip && rows > 0)?
            {
                break;
            }
            let Some(page) = self.chunk.page.as_mut() else {
                break;
            };
            let (num_levels, started) =
                rows_prefix(&page.block.rep[page.block.start..], num_rows - rows);
            if num_levels == 0 {
                break;
            }
            rows += started;
            row_levels = if started > 0 {
                num_levels
            } else {
                row_levels + num_levels
            };
            if row_levels > self.spec.limits.levels_per_row {
                let (max, found) = (self.spec.limits.levels_per_row as u64, row_levels as u64);
                return Err(ColumnErrorKind::Limit {
                    limit: "levels of one row",
                    max,
                    found,
                }
                .into());
            }
            self.take_entries(num_levels, mode)?;
        }
        self.chunk.row += rows as u64;
        Ok(rows)
    }

    /// Makes sure that entries are decoded ahead; `false` where the rows asked for are complete.
    fn ensure_block(
        &mut self,
        rows_are_started: bool,
        stop_at_page_end: bool,
    ) -> Result<bool, ColumnError> {
        if let Some(page) = &self.chunk.page
            && page.levels_left == 0
            && (rows_are_started || stop_at_page_end)
            && page.has_whole_rows
        {
            return Ok(false);
        }
        if !self.ensure_page()? {
            return Ok(false);
        }
        let Some(page) = self.chunk.page.as_mut() else {
            return Ok(false);
        };
        let LeafLevels {
            max_def, max_rep, ..
        } = self.spec.levels;
        let num_levels = page.levels_left.min(LEVEL_BLOCK);
        let block = &mut page.block;
        block.rep.clear();
        block.def.clear();
        block.start = 0;
        if let Some(rep) = &mut page.rep {
            rep.decode(num_levels, max_rep, &mut block.rep)?;
        }
        if let Some(def) = &mut page.def {
            def.decode(num_levels, max_def, &mut block.def)?;
        }
        page.levels_left -= num_levels;
        let is_first = !self.chunk.is_started;
        self.chunk.is_started = true;
        match block.rep.first() {
            Some(&level) if is_first && level != 0 => {
                Err(ColumnErrorKind::FirstRepetitionLevel(level).into())
            }
            first => Ok(first.is_some()),
        }
    }

    /// Takes `num_levels` entries off the block: their levels and values are appended or skipped.
    fn take_entries(&mut self, num_levels: usize, mode: Mode) -> Result<(), ColumnError> {
        let Some(page) = self.chunk.page.as_mut() else {
            return Ok(());
        };
        let LeafLevels {
            max_def, slot_def, ..
        } = self.spec.levels;
        let block = &mut page.block;
        let taken = block.start..block.start + num_levels;
        block.start = taken.end;
        let (rep, def) = (&block.rep[taken.clone()], &block.def[taken]);
        if mode == Mode::Skip {
            let num_present = count_equal(def, max_def);
            return self.values.skip(num_present);
        }
        let first_slot = self.levels.num_slots;
        if self.spec.detail == LevelDetail::Levels {
            self.levels.rep.extend_from_slice(rep);
            self.levels.def.extend_from_slice(def);
        }
        let slots = slots(def, slot_def, max_def, &mut self.levels.validity);
        self.levels.num_levels += num_levels;
        self.levels.num_slots += slots.num_slots;
        self.decode_values(first_slot, slots.num_slots, slots.num_present)
    }

    /// Appends `num_present` values and spreads them over the slots from `first_slot` on.
    fn decode_values(
        &mut self,
        first_slot: usize,
        num_slots: usize,
        num_present: usize,
    ) -> Result<(), ColumnError> {
        if num_present > 0 {
            self.ensure_dictionary()?;
            self.values.decode(num_present)?;
        }
        if num_present < num_slots {
            let slots = first_slot..first_slot + num_slots;
            self.values
                .spread(&self.levels.validity, slots, num_present)?;
        }
        Ok(())
    }

    fn ensure_dictionary(&mut self) -> Result<(), ColumnError> {
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
        })
    }

    /// Makes sure that a data page with entries is open; `false` at the end of the chunk.
    fn ensure_page(&mut self) -> Result<bool, ColumnError> {
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
            if let Some(page) = self.open_page(&raw).map_err(|error| error.at(&raw.place))? {
                self.chunk.page = Some(page);
            }
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
    fn count_levels(&mut self, num_levels: usize) -> Result<(), ColumnError> {
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
    fn find_data_page(&mut self) -> Result<bool, ColumnError> {
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

    fn store_dictionary(&mut self) -> Result<(), ColumnError> {
        let raw = self.chunk.pages.take()?;
        if !matches!(self.chunk.dictionary, Dictionary::Absent) {
            return Err(ColumnError::from(ColumnErrorKind::SecondDictionary).at(&raw.place));
        }
        self.chunk.dictionary = Dictionary::Stored(raw);
        Ok(())
    }

    /// Whether the open page has nothing left.
    fn is_between_pages(&self) -> bool {
        self.chunk
            .page
            .as_ref()
            .is_none_or(|page| page.levels_left == 0 && page.block.is_empty())
    }

    /// Passes over the next page if all its rows are among the next `num_rows`; how many it had.
    fn skip_whole_page(&mut self, num_rows: usize) -> Result<usize, ColumnError> {
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

    /// Goes to the page that holds the row `num_rows` further on, by the offset index, unless that
    /// is the open one; how many rows that passes over.
    fn skip_located_pages(&mut self, num_rows: usize) -> Result<usize, ColumnError> {
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
            // The dictionary page lies before the first data page and in no index.
            self.find_data_page()?;
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

/// How many entries of `rep` belong to the row that is going on and to `max_rows` more, and how
/// many rows start among them.
fn rows_prefix(rep: &[u8], max_rows: usize) -> (usize, usize) {
    let mut started = 0;
    let mut len = 0;
    // Whole blocks first, by counting alone.
    for block in rep.chunks_exact(64) {
        let in_block = block.iter().filter(|&&level| level == 0).count();
        if started + in_block > max_rows {
            break;
        }
        started += in_block;
        len += block.len();
    }
    for &level in &rep[len..] {
        if level == 0 {
            if started == max_rows {
                break;
            }
            started += 1;
        }
        len += 1;
    }
    (len, started)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_ends_before_the_row_after_the_last() {
        let check = |rep: &[u8], max_rows, expected| {
            assert_eq!(rows_prefix(rep, max_rows), expected, "{rep:?} {max_rows}")
        };
        check(&[], 3, (0, 0));
        check(&[0, 1, 0, 1, 1], 1, (2, 1));
        check(&[0, 1, 0, 1, 1], 2, (5, 2));
        check(&[1, 1, 0, 1], 0, (2, 0));
        check(&[0; 200], 130, (130, 130));
        check(&[1; 200], 0, (200, 0));
        let mut long = vec![1; 150];
        long[100] = 0;
        check(&long, 0, (100, 0));
        check(&long, 1, (150, 1));
    }
}
