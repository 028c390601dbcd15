//! Rows of one leaf column: pages, levels and values driven together.
//!
//! - `flat.rs`: columns outside lists, where each level entry is a row
//! - `nested.rs`: columns below lists, walked entry by entry
//! - `pages.rs`: the data page and the dictionary that the rows need
//! - `skip.rs`: pages passed over whole
//! - `selected.rs`: rows picked by a bit each; `selected_nested.rs`: the same below lists

mod flat;
mod nested;
mod pages;
mod selected;
mod selected_nested;
mod skip;

use std::sync::Arc;

use bytes::Bytes;
use herringbone_decode_kernel::levels::LevelDecoder;
use herringbone_decode_kernel::select::Selected;
use herringbone_format::page_index::PageLocation;

use super::LeafValues;
use super::levels::{LeafLevels, LevelDetail, Levels};
use crate::budget::Budget;
use crate::error::{ColumnError, ColumnErrorKind, Place};
use crate::limits::{Checksums, PageLimits};
use crate::page::{ChunkSpec, PageReader, RawPage};
use crate::source::ByteSource;

/// Slots for which values are decoded before they are spread.
const SPREAD_BLOCK: usize = 2048;

/// Of so many slots, or more, one has a value where all of a batch are decoded at once: they stay in
/// the nearest cache as they are.
const MANY_NULLS: usize = 16;

/// The most slots for which memory is taken before their values have been seen.
const MAX_RESERVE: usize = 1 << 20;

/// Rows that are not selected are read with those around them where there are fewer of them in a row,
/// so that their pages have to be there.
pub const MAX_READ_GAP: usize = 256;

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
    /// Rows for which there is room.
    num_reserved: usize,
    scratch: selected::Scratch,
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
    /// Rows that will be read, if not all.
    num_wanted: Option<usize>,
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
#[derive(Clone, Copy)]
enum Mode<'a> {
    Read,
    Skip,
    /// Those whose bit is set are read; there is a bit for each.
    Selected(Selected<'a>),
}

/// What is done with the next rows.
#[derive(Clone, Copy)]
enum Rows<'a> {
    Read(usize),
    Skip(usize),
    Selected(Selected<'a>),
}

impl<V: LeafValues> LeafReader<V> {
    /// A reader without a chunk.
    pub fn new(spec: LeafSpec, values: V) -> Self {
        Self {
            spec,
            values,
            levels: Levels::default(),
            chunk: None,
            num_reserved: 0,
            scratch: selected::Scratch::default(),
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
        let pages = match self.chunk.take() {
            Some(Chunk { pages, .. }) => pages.continued(source, chunk),
            None => PageReader::new(source, chunk, *limits, *checksums, Arc::clone(budget)),
        };
        self.chunk = Some(Chunk {
            pages,
            page: None,
            dictionary: Dictionary::Absent,
            levels_left: Some(chunk.num_levels),
            row: 0,
            is_started: false,
            locations: chunk.page_locations.clone(),
            num_wanted: chunk.num_wanted,
            place: chunk.place.clone(),
        });
    }

    /// The levels of all rows read since they were last cleared.
    #[inline]
    pub fn levels(&self) -> &Levels {
        &self.levels
    }

    /// The levels, to take them.
    pub fn levels_mut(&mut self) -> &mut Levels {
        &mut self.levels
    }

    /// The output, to look at what was decoded.
    #[inline]
    pub fn values(&self) -> &V {
        &self.values
    }

    /// The output, to take what was decoded.
    pub fn values_mut(&mut self) -> &mut V {
        &mut self.values
    }

    /// Makes room for `num_rows` rows that are read by more than one call.
    pub fn reserve(&mut self, num_rows: usize) {
        self.values.reserve(num_rows.min(MAX_RESERVE));
        self.num_reserved = num_rows;
    }

    /// Makes room for rows that are about to be read, unless it is there.
    fn expect(&mut self, num_rows: usize) {
        if num_rows > self.num_reserved {
            self.reserve(num_rows);
        }
        self.num_reserved -= num_rows;
    }

    /// Reads the next `num_rows` rows of the chunk; returns fewer at its end only.
    ///
    /// # Errors
    ///
    /// Malformed pages, limits, a failing source; what was read before stays in the output.
    pub fn read(&mut self, num_rows: usize) -> Result<usize, ColumnError> {
        self.expect(num_rows);
        self.advance(Rows::Read(num_rows))
    }

    /// Reads those of the next `selected.len()` rows of the chunk that are selected, and passes over
    /// the others; returns how many rows it came past, fewer than that at the chunk's end only.
    ///
    /// # Errors
    ///
    /// As [`LeafReader::read`].
    pub fn read_selected(&mut self, selected: Selected<'_>) -> Result<usize, ColumnError> {
        self.expect(selected.count());
        self.advance(Rows::Selected(selected))
    }

    /// Skips the next `num_rows` rows of the chunk; returns fewer at its end only.
    ///
    /// # Errors
    ///
    /// As [`LeafReader::read`].
    pub fn skip(&mut self, num_rows: usize) -> Result<usize, ColumnError> {
        self.advance(Rows::Skip(num_rows))
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

    fn advance(&mut self, rows: Rows<'_>) -> Result<usize, ColumnError> {
        let Some(mut chunk) = self.chunk.take() else {
            return Ok(0);
        };
        let mut cursor = Cursor {
            spec: &self.spec,
            values: &mut self.values,
            levels: &mut self.levels,
            scratch: &mut self.scratch,
            chunk: &mut chunk,
        };
        let result = match (self.spec.levels.max_rep, rows) {
            (0, Rows::Read(num_rows)) => cursor.read_flat(num_rows),
            (0, Rows::Skip(num_rows)) => cursor.skip_flat(num_rows),
            (0, Rows::Selected(rows)) => cursor.read_selected_flat(rows),
            (_, Rows::Read(num_rows)) => cursor.walk_nested(num_rows, Mode::Read),
            (_, Rows::Skip(num_rows)) => cursor.skip_nested(num_rows),
            (_, Rows::Selected(rows)) => cursor.read_selected_nested(rows),
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
    scratch: &'a mut selected::Scratch,
    chunk: &'a mut Chunk,
}

impl<V: LeafValues> Cursor<'_, V> {
    /// Appends `num_present` values and spreads them over the slots from `first_slot` on.
    fn decode_values(
        &mut self,
        first_slot: usize,
        num_slots: usize,
        num_present: usize,
    ) -> Result<(), ColumnError> {
        if num_slots == 0 {
            return Ok(());
        }
        let slots = first_slot..first_slot + num_slots;
        if num_present == 0 {
            // Without a look at the page, which may want a dictionary that is not there.
            return self
                .values
                .spread(&self.levels.validity, slots, num_present);
        }
        self.ensure_dictionary()?;
        if num_present == num_slots {
            return self.values.decode(num_present);
        }
        let validity = &self.levels.validity;
        if num_present <= num_slots / MANY_NULLS {
            return self.values.decode_spread(num_present, validity, slots);
        }
        // In blocks, so that values are spread while they are in the nearest cache.
        let mut present_left = num_present;
        for start in slots.clone().step_by(SPREAD_BLOCK) {
            let block = start..slots.end.min(start + SPREAD_BLOCK);
            let num_present = if block.end == slots.end {
                present_left
            } else {
                validity.count_present(block.clone())
            };
            present_left -= num_present;
            self.values.decode_spread(num_present, validity, block)?;
        }
        Ok(())
    }
}
