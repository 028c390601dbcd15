//! Dictionary keys: the output is a dictionary array, so the file's own indices are its keys.

use std::hash::BuildHasher;
use std::ops::Range;
use std::sync::Arc;

use bytes::Bytes;
use hashbrown::{DefaultHashBuilder, HashTable};
use herringbone_decode_kernel::dictionary::{self, Key};
use herringbone_decode_kernel::hybrid_rle::HybridRle;
use herringbone_decode_kernel::nulls::{Validity, spread};
use herringbone_decode_kernel::select::{PickedIndices, Selected};
use herringbone_decode_kernel::strings::ByteArrays;
use herringbone_format::basic::Encoding;

use super::byte_array::{ByteArrayPage, Text, decode_dictionary};
use super::fixed::{no_page, open_indices};
use super::little_used::LittleUsed;
use super::{DictionaryPage, LeafValues};
use crate::error::{ColumnError, ColumnErrorKind};

/// Strings or binary, gathered as keys of type `K` and the dictionaries that they point into.
///
/// The dictionary of a chunk is decoded once and shared by every batch. Keys of a batch that takes
/// rows from several chunks count through their dictionaries, one after the other. Values of pages
/// that are not dictionary-encoded are given entries of their own, each value once per batch.
pub struct KeyValues<K> {
    text: Text,
    keys: Vec<K>,
    page: Page,
    /// The dictionary of the chunk being read.
    dictionary: Option<Arc<ByteArrays<i32>>>,
    /// The same where little of it is used: its entries are then treated as values without one.
    little_used: Option<LittleUsed>,
    /// The key of the dictionary's first entry in this batch, once the batch has used it.
    dictionary_base: Option<usize>,
    /// The dictionaries of this batch, complete ones only.
    dictionaries: Vec<Arc<ByteArrays<i32>>>,
    /// Entries for values that came without a dictionary, behind those of `dictionaries`.
    entries: Entries,
    scratch: ByteArrays<i32>,
    picked: PickedIndices,
    /// Values of which some are picked.
    block: ByteArrays<i32>,
}

/// What a batch of keys is made of: one key per slot, 0 where null, and what they count through.
///
/// Every key of a slot that is not null is below the number of entries in the dictionaries.
pub struct KeyParts<K> {
    keys: Vec<K>,
    dictionaries: Dictionaries,
}

impl<K> KeyParts<K> {
    /// The dictionaries that the keys count through.
    pub fn dictionaries(&self) -> &Dictionaries {
        &self.dictionaries
    }

    /// The keys, and the number of entries that bounds them.
    pub fn into_keys(self) -> (Vec<K>, usize) {
        (self.keys, next_base(&self.dictionaries.parts))
    }
}

impl KeyParts<u32> {
    /// The same keys as type `N`, which may count less.
    ///
    /// Dictionaries of more entries than `N` can count give way to the entries that are in use,
    /// each value once. `is_valid` says of a slot whether it has a value.
    ///
    /// # Errors
    ///
    /// More distinct values than `N` can count.
    pub fn narrow<N: Key>(
        self,
        is_valid: impl Fn(usize) -> bool,
    ) -> Result<KeyParts<N>, ColumnError> {
        let num_entries = next_base(&self.dictionaries.parts) as u64;
        if num_entries.saturating_sub(1) > N::MAX {
            return self.compact(is_valid);
        }
        let keys = self.keys.iter();
        Ok(KeyParts {
            keys: keys.map(|&key| N::truncated(u64::from(key))).collect(),
            dictionaries: self.dictionaries,
        })
    }

    fn compact<N: Key>(self, is_valid: impl Fn(usize) -> bool) -> Result<KeyParts<N>, ColumnError> {
        let Dictionaries { text, parts } = self.dictionaries;
        let values: Vec<&[u8]> = parts.iter().flat_map(|part| part.iter()).collect();
        let mut entries = Entries::default();
        let mut new_keys: Vec<Option<N>> = vec![None; values.len()];
        let mut keys = vec![N::truncated(0); self.keys.len()];
        for (slot, &old) in self.keys.iter().enumerate() {
            if !is_valid(slot) {
                continue;
            }
            // The decoder bounds every key by the number of entries.
            let old = old as usize;
            keys[slot] = match new_keys[old] {
                Some(key) => key,
                None => {
                    let key = entries.intern(values[old])? as u64;
                    if key > N::MAX {
                        return Err(too_many_entries::<N>());
                    }
                    *new_keys[old].insert(N::truncated(key))
                }
            };
        }
        drop(values);
        Ok(KeyParts {
            keys,
            dictionaries: Dictionaries {
                text,
                parts: vec![Arc::new(entries.values)],
            },
        })
    }
}

/// Dictionaries one after the other; cheap to clone, the entries are shared.
#[derive(Clone, Debug)]
pub struct Dictionaries {
    text: Text,
    parts: Vec<Arc<ByteArrays<i32>>>,
}

impl Dictionaries {
    /// Whether the entries were checked to be UTF-8.
    pub fn text(&self) -> Text {
        self.text
    }

    /// Whether there is no dictionary at all.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Whether these are the very same dictionaries in memory.
    pub fn is_same(&self, other: &Self) -> bool {
        self.parts.len() == other.parts.len()
            && self
                .parts
                .iter()
                .zip(&other.parts)
                .all(|(a, b)| Arc::ptr_eq(a, b))
    }

    /// All entries in one piece; those of a single dictionary are shared, not copied.
    ///
    /// # Errors
    ///
    /// More bytes than 32-bit offsets can count.
    pub fn concat(&self) -> Result<Arc<ByteArrays<i32>>, ColumnError> {
        if let [only] = self.parts.as_slice() {
            return Ok(Arc::clone(only));
        }
        let mut joined = ByteArrays::new();
        for value in self.parts.iter().flat_map(|part| part.iter()) {
            joined.push(value)?;
        }
        Ok(Arc::new(joined))
    }
}

enum Page {
    None,
    Values(ByteArrayPage),
    Indices(HybridRle<Bytes>),
}

/// Values seen so far, each once.
#[derive(Default)]
struct Entries {
    values: ByteArrays<i32>,
    index: HashTable<usize>,
    hasher: DefaultHashBuilder,
}

impl Entries {
    /// The entry that holds `value`, which is added where there is none.
    fn intern(&mut self, value: &[u8]) -> Result<usize, ColumnError> {
        let Self {
            values,
            index,
            hasher,
        } = self;
        let hash = hasher.hash_one(value);
        if let Some(&entry) = index.find(hash, |&entry| values.get(entry) == Some(value)) {
            return Ok(entry);
        }
        let entry = values.len();
        values.push(value)?;
        index.insert_unique(hash, entry, |&entry| {
            hasher.hash_one(values.get(entry).unwrap_or_default())
        });
        Ok(entry)
    }
}

impl<K: Key> KeyValues<K> {
    /// An output without values.
    pub fn new(text: Text) -> Self {
        Self {
            text,
            keys: Vec::new(),
            page: Page::None,
            dictionary: None,
            little_used: None,
            dictionary_base: None,
            dictionaries: Vec::new(),
            entries: Entries::default(),
            scratch: ByteArrays::new(),
            picked: PickedIndices::default(),
            block: ByteArrays::new(),
        }
    }

    /// Takes what was decoded.
    pub fn take(&mut self) -> KeyParts<K> {
        self.close_entries();
        self.dictionary_base = None;
        let parts = std::mem::take(&mut self.dictionaries);
        KeyParts {
            keys: std::mem::take(&mut self.keys),
            dictionaries: Dictionaries {
                text: self.text,
                parts,
            },
        }
    }

    /// Makes a dictionary of the entries gathered so far.
    fn close_entries(&mut self) {
        if !self.entries.values.is_empty() {
            let entries = std::mem::take(&mut self.entries);
            self.dictionaries.push(Arc::new(entries.values));
        }
    }

    /// The chunk's dictionary as this batch has it: its number of entries, and the key of the first.
    fn use_dictionary(&mut self) -> Result<(usize, usize), ColumnError> {
        let Some(dictionary) = self.dictionary.clone() else {
            return Err(no_page());
        };
        let len = dictionary.len();
        let base = match self.dictionary_base {
            Some(base) => base,
            None => {
                self.close_entries();
                let base = next_base(&self.dictionaries);
                self.dictionaries.push(dictionary);
                *self.dictionary_base.insert(base)
            }
        };
        Ok((len, base))
    }

    /// Appends keys for the entries at `indices` of the chunk's dictionary.
    fn look_up(&mut self, indices: &[u32]) -> Result<(), ColumnError> {
        let Some(dictionary) = &mut self.little_used else {
            return Err(no_page());
        };
        let base = next_base(&self.dictionaries);
        for &index in indices {
            let value = dictionary.get(index)?.0;
            push_key(base + self.entries.intern(value)?, &mut self.keys)?;
        }
        Ok(())
    }

    /// Sees to it that a dictionary of which more is used than was said is decoded after all; whether
    /// it is still to be looked up in.
    fn is_little_used(&mut self, num_lookups: usize) -> Result<bool, ColumnError> {
        if let Some(dictionary) = &mut self.little_used
            && let Some(page) = dictionary.count(num_lookups)
        {
            self.set_dictionary(page)?;
        }
        Ok(self.little_used.is_some())
    }

    fn decode_keys(&mut self, num_present: usize) -> Result<(), ColumnError> {
        if self.is_little_used(num_present)? {
            let Page::Indices(indices) = &mut self.page else {
                return Err(no_page());
            };
            let mut picked = std::mem::take(&mut self.picked);
            let indices = picked.take(indices, num_present)?;
            let result = self.look_up(indices);
            self.picked = picked;
            return result;
        }
        let (len, base) = self.use_dictionary()?;
        let Page::Indices(indices) = &mut self.page else {
            return Err(no_page());
        };
        Ok(dictionary::keys(
            indices,
            len,
            base,
            num_present,
            &mut self.keys,
        )?)
    }

    fn select_keys(&mut self, selected: Selected<'_>) -> Result<(), ColumnError> {
        let is_little_used = self.is_little_used(selected.count())?;
        let Page::Indices(indices) = &mut self.page else {
            return Err(no_page());
        };
        let mut picked = std::mem::take(&mut self.picked);
        let indices = picked.pick(indices, selected)?;
        let result = if is_little_used {
            self.look_up(indices)
        } else {
            let (len, base) = self.use_dictionary()?;
            dictionary::keys_at(indices, len, base, &mut self.keys).map_err(ColumnError::from)
        };
        self.picked = picked;
        result
    }

    /// Gives each value of `scratch` a key.
    fn intern_values(&mut self) -> Result<(), ColumnError> {
        let base = next_base(&self.dictionaries);
        for value in self.scratch.iter() {
            push_key(base + self.entries.intern(value)?, &mut self.keys)?;
        }
        Ok(())
    }
}

/// The key of the first entry behind `dictionaries`.
fn next_base(dictionaries: &[Arc<ByteArrays<i32>>]) -> usize {
    dictionaries.iter().map(|dictionary| dictionary.len()).sum()
}

fn push_key<K: Key>(key: usize, keys: &mut Vec<K>) -> Result<(), ColumnError> {
    let key = key as u64;
    if key > K::MAX {
        return Err(too_many_entries::<K>());
    }
    keys.push(K::truncated(key));
    Ok(())
}

fn too_many_entries<K: Key>() -> ColumnError {
    let what = "a dictionary key of the batch (smaller batches or wider keys help)";
    ColumnErrorKind::OutOfRange {
        what,
        target: std::any::type_name::<K>(),
    }
    .into()
}

impl<K: Key> LeafValues for KeyValues<K> {
    fn reserve(&mut self, num_slots: usize) {
        self.keys.reserve_exact(num_slots);
    }

    fn start_chunk(&mut self) {
        self.dictionary = None;
        self.little_used = None;
        self.dictionary_base = None;
        self.close_page();
    }

    fn close_page(&mut self) {
        self.page = Page::None;
    }

    fn set_dictionary(&mut self, page: DictionaryPage) -> Result<(), ColumnError> {
        self.little_used = None;
        if page.is_little_used() {
            self.little_used = Some(LittleUsed::try_new(page, self.text)?);
        } else {
            self.dictionary = Some(Arc::new(decode_dictionary(page, self.text)?));
        }
        Ok(())
    }

    fn set_page(
        &mut self,
        encoding: Encoding,
        values: Bytes,
        max_values: usize,
    ) -> Result<(), ColumnError> {
        self.page = match encoding {
            Encoding::RLE_DICTIONARY | Encoding::PLAIN_DICTIONARY => {
                Page::Indices(open_indices(values)?)
            }
            other => Page::Values(ByteArrayPage::open(
                other,
                values,
                max_values,
                self.text,
                "BYTE_ARRAY",
            )?),
        };
        Ok(())
    }

    fn decode(&mut self, num_present: usize) -> Result<(), ColumnError> {
        match &mut self.page {
            Page::None => Err(no_page()),
            Page::Values(page) => {
                self.scratch.clear();
                page.decode(num_present, &mut self.scratch)?;
                self.intern_values()
            }
            Page::Indices(_) => self.decode_keys(num_present),
        }
    }

    fn decode_selected(&mut self, selected: Selected<'_>) -> Result<(), ColumnError> {
        match &mut self.page {
            Page::None => Err(no_page()),
            Page::Values(page) => {
                self.scratch.clear();
                page.decode_selected(selected, &mut self.block, &mut self.scratch)?;
                self.intern_values()
            }
            Page::Indices(_) => self.select_keys(selected),
        }
    }

    fn skip(&mut self, num_present: usize) -> Result<(), ColumnError> {
        match &mut self.page {
            Page::None => Err(no_page()),
            Page::Values(page) => page.skip(num_present),
            Page::Indices(indices) => Ok(indices.skip(num_present)?),
        }
    }

    fn spread(
        &mut self,
        validity: &Validity,
        slots: Range<usize>,
        num_present: usize,
    ) -> Result<(), ColumnError> {
        spread(&mut self.keys, validity, slots, num_present);
        Ok(())
    }
}
