//! Bits appended by run or copied from packed bytes, least significant bit first.

use std::ops::Range;

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
    pub(crate) fn push_run(&mut self, bit: bool, mut n: usize) {
        let pattern = if bit { u64::MAX } else { 0 };
        if n > 256 {
            n = self.push_long_run(pattern, n);
        }
        while n > 64 {
            self.push_word(pattern, 64);
            n -= 64;
        }
        if n > 0 {
            self.push_word(pattern >> (64 - n as u32), n as u32);
        }
    }

    /// Appends whole bytes of a long run at memory speed; returns how many bits of it are left.
    #[inline(never)]
    fn push_long_run(&mut self, pattern: u64, n: usize) -> usize {
        let head = 64 - self.used;
        self.push_word(pattern >> (64 - head), head);
        let rest = n - head as usize;
        let bytes = &mut self.bitmap.bytes;
        bytes.resize(bytes.len() + rest / 64 * 8, pattern as u8);
        self.len += rest / 64 * 64;
        rest % 64
    }

    /// Appends the `n` bits of `bytes` that start at bit `first`, and counts those that are set.
    ///
    /// # Panics
    /// If `bytes` ends before they do.
    #[inline(always)]
    pub(crate) fn push_bits(&mut self, bytes: &[u8], mut first: u64, mut n: usize) -> usize {
        assert_bits(bytes, first, n);
        let mut ones = 0;
        while n >= 64 {
            let word = load_bits(bytes, first);
            ones += word.count_ones() as usize;
            self.push_word(word, 64);
            first += 64;
            n -= 64;
        }
        if n > 0 {
            let word = load_bits(bytes, first) & (u64::MAX >> (64 - n as u32));
            ones += word.count_ones() as usize;
            self.push_word(word, n as u32);
        }
        ones
    }

    /// Lets `append` append up to `max` bits in short pieces, without a branch on where a word ends.
    #[inline(always)]
    pub(crate) fn with_short_bits<R>(
        &mut self,
        max: usize,
        append: impl FnOnce(&mut ShortBits<'_>) -> R,
    ) -> R {
        let bytes = &mut self.bitmap.bytes;
        let start = bytes.len();
        bytes.resize(start.saturating_add(capacity_for(max)).saturating_add(8), 0);
        let mut out = ShortBits {
            bytes: &mut bytes[start..],
            at: 0,
            word: self.word,
            used: self.used,
        };
        // Whole bytes of the word go to memory first: from then on less than a byte is kept.
        out.settle();
        let result = append(&mut out);
        let ShortBits { at, word, used, .. } = out;
        self.len += (8 * at) + used as usize - self.used as usize;
        (self.word, self.used) = (word, used);
        bytes.truncate(start + at);
        result
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

/// The end of a bitmap that short pieces are appended to: see [`BitAppender::with_short_bits`].
pub(crate) struct ShortBits<'a> {
    bytes: &'a mut [u8],
    /// Bytes that are complete.
    at: usize,
    /// The bits of the byte that is not; zeros above.
    word: u64,
    /// Bits in `word`, below 8.
    used: u32,
}

impl ShortBits<'_> {
    /// The most bits of a piece: with those of an incomplete byte, they fit a word.
    pub(crate) const MAX: u32 = 56;

    /// Appends the low `n` bits of `bits`, `n` at most [`MAX`](Self::MAX), the bits above being zero; `false` if there is no room.
    #[inline(always)]
    #[must_use]
    pub(crate) fn push(&mut self, bits: u64, n: u32) -> bool {
        debug_assert!(n <= Self::MAX && bits >> n == 0);
        self.word |= bits << self.used;
        self.used += n;
        self.settle()
    }

    /// Stores the word and keeps the bits behind its last whole byte.
    #[inline(always)]
    fn settle(&mut self) -> bool {
        let Some(target) = self
            .bytes
            .get_mut(self.at..)
            .and_then(|rest| rest.first_chunk_mut())
        else {
            return false;
        };
        *target = self.word.to_le_bytes();
        let whole = self.used / 8;
        self.at += whole as usize;
        // 7 bytes at most: fewer than 64 bits are used.
        self.word >>= 8 * whole;
        self.used %= 8;
        true
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
fn assert_bits(bytes: &[u8], first: u64, n: usize) {
    assert!(
        first
            .checked_add(n as u64)
            .is_some_and(|end| end <= bytes.len() as u64 * 8),
        "{n} bits from bit {first} of {} bytes",
        bytes.len()
    );
}
