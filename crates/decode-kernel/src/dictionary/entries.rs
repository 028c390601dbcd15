//! Dictionaries of values of varying length, and how their entries are copied.
//!
//! A call of `memcpy` for each value, or a branch on its length, costs more than copying bytes that the next value overwrites. The
//! lengths of a block of values are known before any is copied: if all are short, all are copied as if they had the same length.
#![expect(
    unsafe_code,
    reason = "copies reach behind a value into padding, which the next value overwrites"
)]

use std::mem::MaybeUninit;

use crate::output::Spare;
use crate::simd::prefetch_line;
use crate::{ByteArrays, DecodeError, Offset};

/// Bytes behind a dictionary's last entry and behind the values written: the most that a copy moves beyond a value.
const PADDING: usize = 128;

/// Bytes that values of any length are copied by.
const PIECE: usize = 64;

/// From this length on a call of `memcpy` pays.
const LONG: usize = 256;

/// Entries of so many bytes are not all in the nearer caches.
const FAR: usize = 512 << 10;

/// The entries of a dictionary, back to back.
#[derive(Debug, Clone)]
pub struct ByteArrayDictionary {
    /// One more than there are entries, never falling; the last is where the padding begins.
    offsets: Vec<u32>,
    /// The entries and [`PADDING`] zeros.
    bytes: Vec<u8>,
    /// The bytes of the longest entry.
    longest: usize,
}

impl ByteArrayDictionary {
    /// Takes the entries; their bytes stay where they are if there is room behind them.
    ///
    /// # Errors
    /// [`DecodeError::Malformed`] if the offsets fall, do not begin at 0, or do not end with the values.
    pub fn try_new(entries: ByteArrays<i32>) -> Result<Self, DecodeError> {
        let ByteArrays {
            offsets,
            mut values,
        } = entries;
        let rising = offsets.is_sorted() && offsets.first() == Some(&0);
        let end = offsets.last().map_or(0, |end| end.to_usize());
        if !rising || end != values.len() {
            return Err(DecodeError::Malformed {
                what: "dictionary offsets",
                found: end as u64,
            });
        }
        values.resize(end + PADDING, 0);
        let lengths = offsets.windows(2).map(|pair| pair[1] - pair[0]);
        let longest = lengths.max().map_or(0, |length| length.to_usize());
        Ok(Self {
            longest,
            offsets: offsets.into_iter().map(|offset| offset as u32).collect(),
            bytes: values,
        })
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Entry `index`, or `None` behind the last.
    #[inline]
    pub fn get(&self, index: usize) -> Option<&[u8]> {
        let &[start, end] = self.offsets.get(index..)?.first_chunk()?;
        self.bytes.get(start as usize..end as usize)
    }

    /// All entries in order.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.len()).filter_map(|index| self.get(index))
    }

    /// The offsets of the entries in [`values`](Self::values), one more than there are entries.
    pub fn offsets(&self) -> &[u32] {
        &self.offsets
    }

    /// The bytes of all entries.
    pub fn values(&self) -> &[u8] {
        &self.bytes[..self.bytes.len() - PADDING]
    }

    /// Bytes of memory taken.
    pub fn memory_size(&self) -> usize {
        self.offsets.capacity() * size_of::<u32>() + self.bytes.capacity()
    }

    /// Where entry `index` starts and ends: within [`values`](Self::values), as checked when the dictionary was made.
    ///
    /// # Panics
    /// If there is no such entry.
    #[inline(always)]
    fn span(&self, index: usize) -> [u32; 2] {
        let bounds = self.offsets[index..].first_chunk();
        *bounds.expect("an offset behind each entry")
    }
}

/// Appends entries to a `Vec`, which gets its length when the writer is dropped.
pub(super) struct EntryWriter<'a> {
    out: &'a mut Vec<u8>,
    /// Bytes written, those that the `Vec` had before among them; never more than its capacity.
    len: usize,
}

impl<'a> EntryWriter<'a> {
    /// Makes room for `expected` bytes; more is found when it is needed.
    pub(super) fn new(out: &'a mut Vec<u8>, expected: usize) -> Self {
        out.reserve(expected.saturating_add(PADDING));
        let len = out.len();
        Self { out, len }
    }

    /// Appends the entries of `dict` at `indices`, at most 32, and their ends to `offsets`.
    ///
    /// # Errors
    /// [`DecodeError::OffsetOverflow`] if `O` cannot count the bytes; nothing is appended then.
    ///
    /// # Panics
    /// If there are more indices, or one is not within the dictionary.
    #[inline(always)]
    pub(super) fn append<O: Offset>(
        &mut self,
        dict: &ByteArrayDictionary,
        indices: &[u32],
        offsets: &mut Spare<'_, O>,
    ) -> Result<(), DecodeError> {
        match dict.longest {
            0..=16 => self.append_short::<16, O>(dict, indices, offsets),
            17..=32 => self.append_short::<32, O>(dict, indices, offsets),
            _ => self.append_any(dict, indices, offsets),
        }
    }

    /// [`append`](Self::append) from a dictionary without entries of more than `SIZE` bytes: in one pass, for there is no length to ask.
    #[inline(always)]
    fn append_short<const SIZE: usize, O: Offset>(
        &mut self,
        dict: &ByteArrayDictionary,
        indices: &[u32],
        offsets: &mut Spare<'_, O>,
    ) -> Result<(), DecodeError> {
        const { assert!(SIZE <= PADDING) };
        assert!(indices.len() <= 32 && dict.longest <= SIZE);
        let first = self.len;
        if self.out.capacity() - first < 32 * SIZE + PADDING {
            self.grow(32 * SIZE);
        }
        let (source, target) = (dict.bytes.as_ptr(), self.out.as_mut_ptr());
        let mut end = first;
        // The ends are counted from the first byte of the block: half the registers, and no check on the way.
        let mut ends = [0_u32; 32];
        for (to, &index) in ends.iter_mut().zip(indices) {
            let [start, stop] = dict.span(index as usize);
            // SAFETY: an entry begins at `start`, and `PADDING` bytes are behind the last. `end` is at most 31 entries of `SIZE` bytes
            // from `first`, and there is room for 32 of them.
            unsafe {
                let value = source
                    .add(start as usize)
                    .cast::<[MaybeUninit<u8>; SIZE]>()
                    .read_unaligned();
                target
                    .add(end)
                    .cast::<[MaybeUninit<u8>; SIZE]>()
                    .write_unaligned(value);
            }
            end += (stop - start) as usize;
            *to = (end - first) as u32;
        }
        O::try_from_usize(end)?;
        offsets.extend_map(&ends[..indices.len()], |end| {
            O::truncate(first + end as usize)
        });
        self.len = end;
        Ok(())
    }

    /// [`append`](Self::append) from any dictionary.
    #[inline(always)]
    fn append_any<O: Offset>(
        &mut self,
        dict: &ByteArrayDictionary,
        indices: &[u32],
        offsets: &mut Spare<'_, O>,
    ) -> Result<(), DecodeError> {
        let (mut starts, mut ends) = ([0; 32], [0; 32]);
        let (starts, ends) = (&mut starts[..indices.len()], &mut ends[..indices.len()]);
        let (mut end, mut longest) = (self.len, 0);
        // All of the block at once: in the loop that copies, few loads that miss the cache are under way at a time.
        let far = dict.bytes.len() > FAR;
        for ((start, to), &index) in starts.iter_mut().zip(ends.iter_mut()).zip(indices) {
            let [first, last] = dict.span(index as usize);
            *start = first;
            end += (last - first) as usize;
            longest = longest.max(last - first);
            *to = end;
            if far {
                prefetch_line(&dict.bytes, first as usize);
                prefetch_line(&dict.bytes, first as usize + 64);
            }
        }
        O::try_from_usize(end)?;
        if self.out.capacity() - self.len < end - self.len + PADDING {
            self.grow(end - self.len);
        }
        offsets.extend_map(ends, O::truncate);
        // SAFETY: `starts` are those of entries, all of which end `PADDING` bytes before the dictionary's end; `ends` rise from
        // `self.len` by the entries' lengths, and `PADDING` bytes are writable behind the last.
        unsafe {
            match longest {
                0..=16 => self.copy::<16, 1>(&dict.bytes, starts, ends),
                17..=32 => self.copy::<32, 1>(&dict.bytes, starts, ends),
                33..=64 => self.copy::<32, 2>(&dict.bytes, starts, ends),
                65..=96 => self.copy::<32, 3>(&dict.bytes, starts, ends),
                97..=128 => self.copy::<32, 4>(&dict.bytes, starts, ends),
                _ => self.copy_long(&dict.bytes, starts, ends),
            }
        }
        self.len = end;
        Ok(())
    }

    /// Copies values of at most `N` blocks of `SIZE` bytes, all of them as if they were that long.
    ///
    /// # Safety
    /// `N * SIZE`, at most [`PADDING`], bytes are readable at each of `starts`, and as many are writable from each of `ends` on, which
    /// rise from `self.len`.
    #[inline(always)]
    unsafe fn copy<const SIZE: usize, const N: usize>(
        &mut self,
        bytes: &[u8],
        starts: &[u32],
        ends: &[usize],
    ) {
        const { assert!(N * SIZE <= PADDING) };
        type Block<const SIZE: usize> = [MaybeUninit<u8>; SIZE];
        let (from, to) = (bytes.as_ptr(), self.out.as_mut_ptr());
        let mut at = self.len;
        for (&start, &end) in starts.iter().zip(ends) {
            for block in 0..N {
                // SAFETY: the caller's promises.
                unsafe {
                    let source = from.add(start as usize).cast::<Block<SIZE>>();
                    let target = to.add(at).cast::<Block<SIZE>>();
                    let value = source.add(block).read_unaligned();
                    target.add(block).write_unaligned(value);
                }
            }
            at = end;
        }
    }

    /// Copies values of any length.
    ///
    /// # Safety
    /// As for [`copy`](Self::copy) of [`PADDING`] bytes, and each value's bytes are readable and writable.
    #[inline(always)]
    unsafe fn copy_long(&mut self, bytes: &[u8], starts: &[u32], ends: &[usize]) {
        type Piece = [MaybeUninit<u8>; PIECE];
        let (from, to) = (bytes.as_ptr(), self.out.as_mut_ptr());
        let mut at = self.len;
        for (&start, &end) in starts.iter().zip(ends) {
            let len = end - at;
            // SAFETY: the caller's promises; a piece begins within the value and ends at most `PADDING` behind it.
            unsafe {
                let (source, target) = (from.add(start as usize), to.add(at));
                if len >= LONG {
                    target.copy_from_nonoverlapping(source, len);
                } else {
                    let mut done = 0;
                    while done < len {
                        let piece = source.add(done).cast::<Piece>().read_unaligned();
                        target.add(done).cast::<Piece>().write_unaligned(piece);
                        done += PIECE;
                    }
                }
            }
            at = end;
        }
    }

    /// Makes room for `size` bytes and the padding.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, size: usize) {
        self.commit();
        self.out.reserve(size.saturating_add(PADDING));
    }

    /// Gives the `Vec` the bytes written so far.
    fn commit(&mut self) {
        // SAFETY: the bytes up to `self.len` are written: each `append` raises it by what it has just copied.
        unsafe { self.out.set_len(self.len) };
    }
}

impl Drop for EntryWriter<'_> {
    fn drop(&mut self) {
        self.commit();
    }
}
