//! Bits appended by run or copied from packed bytes, least significant bit first.

use std::ops::Range;

use super::BitWriter;

/// A growing sequence of bits, least significant bit of the first byte first, as Arrow lays out validity and booleans.
///
/// Bits behind the last one are zero.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bitmap {
    bytes: Vec<u8>,
    len: usize,
}

impl Bitmap {
    /// An empty bitmap.
    pub const fn new() -> Self {
        Self {
            bytes: Vec::new(),
            len: 0,
        }
    }

    /// An empty bitmap with memory for `len` bits.
    pub fn with_capacity(len: usize) -> Self {
        Self {
            bytes: Vec::with_capacity(capacity_for(len)),
            len: 0,
        }
    }

    /// Bits appended so far.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The bit at `i`.
    ///
    /// # Panics
    /// If `i` is not below [`len`](Self::len).
    #[inline]
    pub fn get(&self, i: usize) -> bool {
        assert!(i < self.len, "bit {i} of {}", self.len);
        self.bytes[i / 8] >> (i % 8) & 1 != 0
    }

    /// Makes room for `n` more bits.
    pub fn reserve(&mut self, n: usize) {
        self.bytes.reserve(capacity_for(n));
    }

    /// Appends `bit` `n` times.
    pub fn push_run(&mut self, bit: bool, n: usize) {
        let mut appender = BitAppender::new(self);
        appender.push_run(bit, n);
        appender.finish();
    }

    /// Appends the `n` bits of `bytes` that start at bit `bit_offset`.
    ///
    /// # Panics
    /// If `bytes` ends before they do.
    pub fn push_bits(&mut self, bytes: &[u8], bit_offset: usize, n: usize) {
        let mut appender = BitAppender::new(self);
        appender.push_bits(bytes, bit_offset as u64, n);
        appender.finish();
    }

    /// The number of set bits in `range`.
    ///
    /// # Panics
    /// If `range` ends behind the last bit or is reversed.
    pub fn count_ones(&self, range: Range<usize>) -> usize {
        assert!(
            range.start <= range.end && range.end <= self.len,
            "{range:?} of {} bits",
            self.len
        );
        count_ones(&self.bytes, range.start as u64, range.len())
    }

    /// The bytes so far.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes, for a buffer of the caller's.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Forgets all bits and keeps the memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.len = 0;
    }

    /// Forgets the bits from `len` on.
    pub fn truncate(&mut self, len: usize) {
        if len < self.len {
            self.len = len;
            self.bytes.truncate(len.div_ceil(8));
            if !len.is_multiple_of(8) {
                self.bytes[len / 8] &= (1 << (len % 8)) - 1;
            }
        }
    }
}

/// Bytes that a bitmap of `len` bits takes while it is appended to in whole words.
fn capacity_for(len: usize) -> usize {
    len.div_ceil(64).saturating_mul(8).saturating_add(8)
}

/// Appends to a [`Bitmap`] through a word kept in a register.
///
/// Runs of a handful of bits are the rule in real definition levels, so a run costs a shift, an or, and now and then a store.
/// The bits join the bitmap on [`finish`](Self::finish); without it the bitmap's content is unspecified.
pub(crate) struct BitAppender<'a> {
    bitmap: &'a mut Bitmap,
    word: u64,
    /// Bits in `word`, below 64; those above are zero.
    used: u32,
    /// Bits appended in all, those in `word` included.
    len: usize,
}

impl<'a> BitAppender<'a> {
    #[inline(always)]
    pub(crate) fn new(bitmap: &'a mut Bitmap) -> Self {
        let len = bitmap.len;
        let mut word = 0;
        let used = (len % 8) as u32;
        if used > 0 {
            word = u64::from(bitmap.bytes.pop().unwrap_or(0));
        }
        Self {
            bitmap,
            word,
            used,
            len,
        }
    }

    /// Appends the low `n` bits of `bits`, `n` at most 64; the bits above must be zero.
    #[inline(always)]
    pub(crate) fn push_word(&mut self, bits: u64, n: u32) {
        debug_assert!(n <= 64 && (n == 64 || bits >> n == 0));
        self.len += n as usize;
        self.word |= bits << self.used;
        let total = self.used + n;
        if total >= 64 {
            self.bitmap
                .bytes
                .extend_from_slice(&self.word.to_le_bytes());
            // Of `bits`, `64 - used` are gone; a shift by 64 (nothing left over) has to give zero.
            self.word = if self.used == 0 {
                0
            } else {
                bits >> (64 - self.used)
            };
            self.used = total - 64;
        } else {
            self.used = total;
        }
    }

    /// Appends `bit` `n` times.
    #[inline(always)]
    pub(crate) fn push_run(&mut self, bit: bool, n: usize) {
        self.with_room(n, |out| out.push_run(bit, n));
    }

    /// Appends the `n` bits of `bytes` that start at bit `first`, and counts those that are set.
    ///
    /// # Panics
    /// If `bytes` ends before they do.
    #[inline(always)]
    pub(crate) fn push_bits(&mut self, bytes: &[u8], first: u64, n: usize) -> usize {
        assert_bits(bytes, first, n);
        self.with_room(n, |out| out.push_bits(bytes, first, n)).1
    }

    /// Lets `append` append up to `max` bits to memory that is there already; returns what it does, and how many bits are set.
    #[inline(always)]
    pub(crate) fn with_room<R>(
        &mut self,
        max: usize,
        append: impl FnOnce(&mut BitWriter<'_>) -> R,
    ) -> (R, usize) {
        let bytes = &mut self.bitmap.bytes;
        let start = bytes.len();
        bytes.resize(start.saturating_add(BitWriter::room(max)), 0);
        let mut out = BitWriter::new(&mut bytes[start..], self.word, self.used);
        let result = append(&mut out);
        let (at, word, used) = out.finish();
        let ones_before = self.word.count_ones() as usize;
        self.len += (8 * at) + used as usize - self.used as usize;
        (self.word, self.used) = (word, used);
        bytes.truncate(start + at);
        let (words, tail) = bytes[start..].as_chunks::<8>();
        let ones = |ones, word: &[u8; 8]| ones + u64::from_le_bytes(*word).count_ones() as usize;
        let ones = words.iter().fold(word.count_ones() as usize, ones)
            + tail
                .iter()
                .map(|byte| byte.count_ones() as usize)
                .sum::<usize>();
        (result, ones - ones_before)
    }

    /// Makes the bits part of the bitmap.
    #[inline(always)]
    pub(crate) fn finish(self) {
        let tail = self.word.to_le_bytes();
        self.bitmap
            .bytes
            .extend_from_slice(&tail[..self.used.div_ceil(8) as usize]);
        self.bitmap.len = self.len;
    }
}

/// The 64 bits of `bytes` from bit `first` on; bits behind the end are zero.
#[inline(always)]
pub(crate) fn load_bits(bytes: &[u8], first: u64) -> u64 {
    let byte = (first / 8) as usize;
    let shift = (first % 8) as u32;
    if let Some(window) = bytes.get(byte..).and_then(|rest| rest.first_chunk::<9>()) {
        let low = u64::from_le_bytes([
            window[0], window[1], window[2], window[3], window[4], window[5], window[6], window[7],
        ]);
        // Shifted in two steps, since a shift by 64 (shift = 0) is none.
        low >> shift | u64::from(window[8]) << 1 << (63 - shift)
    } else {
        load_last_bits(bytes, byte, shift)
    }
}

#[cold]
fn load_last_bits(bytes: &[u8], byte: usize, shift: u32) -> u64 {
    let rest = bytes.get(byte..).unwrap_or(&[]);
    let mut window = [0; 16];
    window[..rest.len().min(9)].copy_from_slice(&rest[..rest.len().min(9)]);
    (u128::from_le_bytes(window) >> shift) as u64
}

/// The number of set bits among the `n` of `bytes` that start at bit `first`.
///
/// # Panics
/// If `bytes` ends before they do.
pub(crate) fn count_ones(bytes: &[u8], first: u64, n: usize) -> usize {
    assert_bits(bytes, first, n);
    let full = (0..n / 64).map(|i| load_bits(bytes, first + 64 * i as u64).count_ones() as usize);
    let ones = full.sum::<usize>();
    match n % 64 {
        0 => ones,
        tail => {
            let word = load_bits(bytes, first + (n - tail) as u64);
            ones + (word & (u64::MAX >> (64 - tail))).count_ones() as usize
        }
    }
}

#[inline(always)]
pub(super) fn assert_bits(bytes: &[u8], first: u64, n: usize) {
    assert!(
        first
            .checked_add(n as u64)
            .is_some_and(|end| end <= bytes.len() as u64 * 8),
        "{n} bits from bit {first} of {} bytes",
        bytes.len()
    );
}
