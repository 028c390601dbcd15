//! Sound column chunks from values and levels.

use std::ops::Range;

use crate::compress::Codec;
use crate::encode::{Encoding, dictionary_indices, encode, levels, plain};
use crate::file::chunk::Chunk;
use crate::file::page::{Page, V2Counts};
use crate::values::Values;

/// What a column holds: its present values, and a definition and repetition level an entry.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// The values of the entries with the highest definition level.
    pub values: Values,
    /// Definition levels; empty if `max_def` is zero.
    pub def: Vec<u8>,
    /// Repetition levels; empty if `max_rep` is zero.
    pub rep: Vec<u8>,
    /// The highest definition level.
    pub max_def: u8,
    /// The highest repetition level.
    pub max_rep: u8,
}

/// The two versions of data pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Version {
    /// Levels compressed with the values.
    V1,
    /// Levels before them, and counts in the header.
    V2,
}

/// How a column is laid out in pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// The encoding of the values; a dictionary encoding makes a dictionary page.
    pub encoding: Encoding,
    /// The version of data pages.
    pub version: Version,
    /// The codec of the chunk.
    pub codec: Codec,
    /// How many rows a page has at most.
    pub rows_per_page: usize,
    /// Whether pages have checksums.
    pub crc: bool,
}

impl Default for Layout {
    /// Uncompressed PLAIN in one v1 page.
    fn default() -> Self {
        Self {
            encoding: Encoding::Plain,
            version: Version::V1,
            codec: Codec::Uncompressed,
            rows_per_page: usize::MAX,
            crc: false,
        }
    }
}

impl Column {
    /// A required column.
    #[must_use]
    pub fn required(values: Values) -> Self {
        Self {
            values,
            def: Vec::new(),
            rep: Vec::new(),
            max_def: 0,
            max_rep: 0,
        }
    }

    /// An optional column: `present` says which rows take the next of `values`.
    #[must_use]
    pub fn optional(values: Values, present: &[bool]) -> Self {
        let def = present.iter().map(|&present| u8::from(present)).collect();
        Self {
            values,
            def,
            rep: Vec::new(),
            max_def: 1,
            max_rep: 0,
        }
    }

    /// A column of any nesting; the maxima are those of the schema.
    #[must_use]
    pub fn nested(values: Values, max_def: u8, def: &[u8], max_rep: u8, rep: &[u8]) -> Self {
        Self {
            values,
            def: def.to_vec(),
            rep: rep.to_vec(),
            max_def,
            max_rep,
        }
    }

    /// How many entries there are, nulls included.
    #[must_use]
    pub fn num_entries(&self) -> usize {
        if self.max_def > 0 {
            self.def.len()
        } else {
            self.values.len()
        }
    }

    /// How many rows there are.
    #[must_use]
    pub fn num_rows(&self) -> usize {
        if self.max_rep > 0 {
            self.rep.iter().filter(|&&rep| rep == 0).count()
        } else {
            self.num_entries()
        }
    }

    /// The column as a chunk.
    ///
    /// # Panics
    /// If the encoding is not for the type, or levels and values do not agree in number.
    #[must_use]
    pub fn chunk(&self, path: &[&str], layout: Layout) -> Chunk {
        let chunk = Chunk::new(path, self.values.physical(), layout.codec);
        let seal = |page: Page| if layout.crc { page.crc() } else { page };
        let mut pages = Vec::new();
        let mut indices = None;
        if matches!(
            layout.encoding,
            Encoding::RleDictionary | Encoding::PlainDictionary
        ) {
            let (dictionary, found) = self.values.dictionary();
            pages.push(seal(Page::dictionary(
                dictionary.len(),
                &plain::encode(&dictionary),
            )));
            indices = Some(found);
        }
        let mut first_value = 0;
        for entries in self.page_entries(layout.rows_per_page) {
            let values = first_value..first_value + self.num_present(entries.clone());
            first_value = values.end;
            let encoded = match &indices {
                Some(indices) => dictionary_indices(&indices[values]),
                None => encode(
                    &self.values.slice(values.start, values.end),
                    layout.encoding,
                ),
            };
            pages.push(seal(self.page(entries, layout, &encoded)));
        }
        assert_eq!(
            first_value,
            self.values.len(),
            "levels and values agree in number"
        );
        chunk.pages(pages)
    }

    /// One data page of these entries around values that are encoded already.
    #[must_use]
    pub fn page(&self, entries: Range<usize>, layout: Layout, encoded: &[u8]) -> Page {
        let (rep, def) = (self.rep_of(&entries), self.def_of(&entries));
        let num_rows = match self.max_rep {
            0 => entries.len(),
            _ => rep.iter().filter(|&&rep| rep == 0).count(),
        };
        let (max_rep, max_def) = (self.max_rep, self.max_def);
        match layout.version {
            Version::V1 => {
                let mut both = Vec::new();
                if max_rep > 0 {
                    both.extend(levels::v1(rep, max_rep));
                }
                if max_def > 0 {
                    both.extend(levels::v1(def, max_def));
                }
                Page::v1(entries.len(), layout.encoding, &both, encoded).rows(num_rows)
            }
            Version::V2 => {
                let counts = V2Counts {
                    num_values: entries.len(),
                    num_nulls: entries.len() - self.num_present(entries.clone()),
                    num_rows,
                };
                let rep = if max_rep > 0 {
                    levels::v2(rep, max_rep)
                } else {
                    Vec::new()
                };
                let def = if max_def > 0 {
                    levels::v2(def, max_def)
                } else {
                    Vec::new()
                };
                Page::v2(counts, layout.encoding, &rep, &def, encoded)
            }
        }
    }

    fn num_present(&self, entries: Range<usize>) -> usize {
        match self.max_def {
            0 => entries.len(),
            max => self.def[entries].iter().filter(|&&def| def == max).count(),
        }
    }

    fn rep_of(&self, entries: &Range<usize>) -> &[u8] {
        if self.max_rep > 0 {
            &self.rep[entries.clone()]
        } else {
            &[]
        }
    }

    fn def_of(&self, entries: &Range<usize>) -> &[u8] {
        if self.max_def > 0 {
            &self.def[entries.clone()]
        } else {
            &[]
        }
    }

    /// The entries of each page, cut where rows begin.
    fn page_entries(&self, rows_per_page: usize) -> Vec<Range<usize>> {
        let num_entries = self.num_entries();
        let row_starts: Vec<usize> = (0..num_entries)
            .filter(|&entry| self.max_rep == 0 || self.rep[entry] == 0)
            .collect();
        let mut cuts: Vec<usize> = row_starts.iter().copied().step_by(rows_per_page).collect();
        cuts.push(num_entries);
        if cuts.len() == 1 {
            // No rows: one empty page.
            cuts.push(0);
        }
        cuts.windows(2).map(|pair| pair[0]..pair[1]).collect()
    }
}
