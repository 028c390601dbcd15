//! Which slots hold a value: a bitmap that takes no memory while nothing is null.

use std::ops::Range;

use super::{BitAppender, Bitmap};

/// A sequence of up to 64 slots each, given as bits with zeros above them and their number.
///
/// No `Iterator`, so that `next` can be `#[inline(always)]` wherever it is called, and is compiled with its caller's instructions.
pub(crate) trait Words {
    /// The next slots.
    fn next(&mut self) -> Option<(u64, u32)>;
}

/// The validity of a growing number of slots.
///
/// While all are valid nothing is stored but their number; the first null makes the bitmap. So a column without nulls costs
/// what a required one does, and yields no validity buffer.
#[derive(Debug, Clone, Default)]
pub struct Validity {
    /// Empty until the first null; from then on it has `len` bits.
    bits: Bitmap,
    len: usize,
    null_count: usize,
    /// Slots that the bitmap shall have memory for when it is made.
    capacity: usize,
}

impl Validity {
    /// No slots.
    pub const fn new() -> Self {
        Self {
            bits: Bitmap::new(),
            len: 0,
            null_count: 0,
            capacity: 0,
        }
    }

    /// No slots; should a null come, the bitmap is made with memory for `len` slots.
    pub const fn with_capacity(len: usize) -> Self {
        Self {
            bits: Bitmap::new(),
            len: 0,
            null_count: 0,
            capacity: len,
        }
    }

    /// Slots so far.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Null slots so far.
    #[inline]
    pub fn null_count(&self) -> usize {
        self.null_count
    }

    /// The bitmap, or `None` while no slot is null.
    #[inline]
    pub fn bits(&self) -> Option<&Bitmap> {
        (self.null_count > 0).then_some(&self.bits)
    }

    /// Whether slot `i` is valid.
    ///
    /// # Panics
    /// If there is no slot `i`.
    pub fn get(&self, i: usize) -> bool {
        assert!(i < self.len, "slot {i} of {}", self.len);
        self.null_count == 0 || self.bits.get(i)
    }

    /// The number of valid slots in `range`.
    ///
    /// # Panics
    /// If `range` ends behind the last slot or is reversed.
    pub fn count_present(&self, range: Range<usize>) -> usize {
        assert!(
            range.start <= range.end && range.end <= self.len,
            "{range:?} of {}",
            self.len
        );
        self.bits()
            .map_or(range.len(), |bits| bits.count_ones(range))
    }

    /// Appends `n` slots that are all valid, or all null.
    #[inline]
    pub fn push_run(&mut self, valid: bool, n: usize) {
        if valid && self.null_count == 0 {
            self.len += n;
            return;
        }
        if n > 0 {
            self.append(|bits| {
                bits.push_run(valid, n);
                (n, if valid { n } else { 0 })
            });
        }
    }

    /// Appends the `n` slots whose validity is the bits of `bytes` from `bit_offset` on; returns how many are valid.
    ///
    /// # Panics
    /// If `bytes` ends before they do.
    pub fn push_bits(&mut self, bytes: &[u8], bit_offset: usize, n: usize) -> usize {
        if self.null_count == 0 && super::bitmap::count_ones(bytes, bit_offset as u64, n) == n {
            self.len += n;
            return n;
        }
        self.append(|bits| (n, bits.push_bits(bytes, bit_offset as u64, n)))
    }

    /// Makes the bitmap if there is none yet, lets `append` add to it, and takes up how many slots it says were added, and how
    /// many of them are valid; returns the latter.
    #[inline(always)]
    pub(crate) fn append(
        &mut self,
        append: impl FnOnce(&mut BitAppender<'_>) -> (usize, usize),
    ) -> usize {
        if self.null_count == 0 {
            self.materialise();
        }
        let mut appender = BitAppender::new(&mut self.bits);
        let (n, present) = append(&mut appender);
        appender.finish();
        self.len += n;
        self.null_count += n - present;
        debug_assert_eq!(self.bits.len(), self.len);
        present
    }

    /// Appends all of `words`; returns how many slots were appended, and how many of them are valid.
    #[inline(always)]
    pub(crate) fn extend_words(&mut self, mut words: impl Words) -> (usize, usize) {
        let len_before = self.len;
        let nulls_before = self.null_count;
        while self.null_count == 0 {
            let Some((bits, n)) = words.next() else {
                return (self.len - len_before, self.len - len_before);
            };
            if bits.count_ones() == n {
                self.len += n as usize;
            } else {
                self.append(|appender| {
                    appender.push_word(bits, n);
                    (n as usize, bits.count_ones() as usize)
                });
            }
        }
        self.append(|appender| {
            let (mut len, mut present) = (0, 0);
            while let Some((bits, n)) = words.next() {
                appender.push_word(bits, n);
                len += n as usize;
                present += bits.count_ones() as usize;
            }
            (len, present)
        });
        let len = self.len - len_before;
        (len, len - (self.null_count - nulls_before))
    }

    #[cold]
    fn materialise(&mut self) {
        self.bits.clear();
        self.bits.reserve(self.capacity.max(self.len));
        self.bits.push_run(true, self.len);
    }

    /// Forgets all slots and keeps the memory.
    pub fn clear(&mut self) {
        self.bits.clear();
        self.len = 0;
        self.null_count = 0;
    }

    /// Takes the bitmap's bytes and the number of nulls, or `None` if no slot is null; no slots are left.
    pub fn take(&mut self) -> Option<(Vec<u8>, usize)> {
        let null_count = std::mem::take(&mut self.null_count);
        self.len = 0;
        if null_count > 0 {
            Some((std::mem::take(&mut self.bits).into_bytes(), null_count))
        } else {
            self.bits.clear();
            None
        }
    }
}
