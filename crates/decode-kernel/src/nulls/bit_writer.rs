//! Bits written in pieces, without a branch on where a word ends.
#![expect(unsafe_code, reason = "stores without a check of their own")]

use std::hint::select_unpredictable;
use std::marker::PhantomData;

use super::bitmap::{assert_bits, load_bits};

/// The end of a bitmap: bytes that are zero until bits are written to them.
pub(crate) struct BitWriter<'a> {
    bytes: &'a mut [u8],
    /// Bytes that are complete.
    at: usize,
    /// The bits of the byte that is not; zeros above.
    word: u64,
    /// Bits in `word`, below 8.
    used: u32,
}

impl<'a> BitWriter<'a> {
    /// The bytes that are needed for `max` bits and those of a word that may be there before them.
    pub(super) fn room(max: usize) -> usize {
        (max / 8).saturating_add(3 * 8)
    }

    /// Continues the `used` bits of `word`, which may be whole bytes, in `bytes`, all of them zero.
    #[inline(always)]
    pub(super) fn new(bytes: &'a mut [u8], word: u64, used: u32) -> Self {
        let mut writer = Self {
            bytes,
            at: 0,
            word: 0,
            used: 0,
        };
        writer.push(word & 0xffff_ffff, used.min(32) as usize);
        writer.push(word >> 32, used.saturating_sub(32) as usize);
        writer
    }

    /// The number of complete bytes, and the word of the bits behind them and their number.
    #[inline(always)]
    pub(super) fn finish(self) -> (usize, u64, u32) {
        (self.at, self.word, self.used)
    }

    /// Appends the low `n` bits of `bits`, `n` at most [`Pieces::MAX`], the bits above being zero.
    ///
    /// # Panics
    /// If there was no room for the bits before.
    #[inline(always)]
    fn push(&mut self, bits: u64, n: usize) {
        debug_assert!(n <= Pieces::MAX && bits >> n == 0);
        self.word |= bits << self.used;
        self.store(self.word);
        let used = self.used + n as u32;
        self.at += (used / 8) as usize;
        self.word >>= used & 0x38;
        self.used = used % 8;
    }

    /// Appends the low `n` bits of `bits`, at most 64, the bits above being zero.
    ///
    /// # Panics
    /// If there was no room for the bits before.
    #[inline(always)]
    pub(crate) fn push_word(&mut self, bits: u64, n: usize) {
        if n == 64 {
            self.push_whole(bits);
        } else {
            self.push(bits & 0xffff_ffff, n.min(32));
            self.push(bits >> 32, n.saturating_sub(32));
        }
    }

    #[inline(always)]
    fn push_whole(&mut self, bits: u64) {
        self.store(self.word | bits << self.used);
        self.at += 8;
        // Shifted in two steps, since a shift by 64 (nothing left over) is none.
        self.word = bits >> 1 >> (63 - self.used);
    }

    #[inline(always)]
    fn store(&mut self, word: u64) {
        let target = self.bytes[self.at..].first_chunk_mut();
        *target.expect("room for the bits before") = word.to_le_bytes();
    }

    /// Appends `bit` `n` times.
    ///
    /// # Panics
    /// If there is no room.
    #[inline(always)]
    pub(crate) fn push_run(&mut self, bit: bool, n: usize) {
        if n <= Pieces::MAX {
            return self.push(if bit { !(u64::MAX << n) } else { 0 }, n);
        }
        // To the end of the byte, whole bytes at memory speed, and the rest.
        let pattern = if bit { 0xff } else { 0 };
        let head = 8 - self.used as usize;
        self.push(pattern >> self.used, head);
        let (whole, tail) = ((n - head) / 8, (n - head) % 8);
        self.bytes[self.at..][..whole].fill(pattern as u8);
        self.at += whole;
        self.push(pattern >> (8 - tail), tail);
    }

    /// Appends the `n` bits of `bytes` that start at bit `first`.
    ///
    /// # Panics
    /// If `bytes` ends before they do, or there is no room.
    #[inline(always)]
    pub(crate) fn push_bits(&mut self, bytes: &[u8], mut first: u64, mut n: usize) {
        assert_bits(bytes, first, n);
        while n >= 64 {
            self.push_whole(load_bits(bytes, first));
            first += 64;
            n -= 64;
        }
        if n > 0 {
            self.push_word(load_bits(bytes, first) & (u64::MAX >> (64 - n)), n);
        }
    }

    /// Appends short pieces, of together at most `max` bits.
    ///
    /// # Panics
    /// If there is no room for as many.
    #[inline(always)]
    pub(crate) fn pieces(&mut self, max: usize) -> Pieces<'_> {
        let rest = &mut self.bytes[self.at..];
        assert!(rest.len() >= (max / 8).saturating_add(9));
        Pieces {
            target: rest.as_mut_ptr(),
            word: self.word,
            used: self.used as usize,
            left: max,
            writer: PhantomData,
        }
    }

    /// Goes on behind the pieces that were appended to this writer.
    #[inline(always)]
    pub(crate) fn take_up(&mut self, written: Written) {
        let Written { target, word, used } = written;
        self.at = target.addr() - self.bytes.as_ptr().addr();
        (self.word, self.used) = (word, used as u32);
    }
}

/// Short pieces of bits, each appended in a handful of instructions; the writer goes on behind them by [`BitWriter::take_up`].
pub(crate) struct Pieces<'a> {
    /// The first byte that is not complete. Behind it are as many as `left` bits and those of `word` fill, and 8.
    target: *mut u8,
    word: u64,
    /// Bits in `word`, below 8.
    used: usize,
    /// Bits that may yet come.
    left: usize,
    writer: PhantomData<&'a mut [u8]>,
}

/// Where [`Pieces`] end.
#[derive(Clone, Copy)]
pub(crate) struct Written {
    target: *mut u8,
    word: u64,
    used: usize,
}

impl Pieces<'_> {
    /// The most bits of a piece: with those of an incomplete byte, they fit a word.
    pub(crate) const MAX: usize = 56;

    /// Bits that may yet come.
    #[inline(always)]
    pub(crate) fn left(&self) -> usize {
        self.left
    }

    /// What has been written.
    #[inline(always)]
    pub(crate) fn finish(self) -> Written {
        Written {
            target: self.target,
            word: self.word,
            used: self.used,
        }
    }

    /// Appends the low `n` bits of `bits`, `n` at most [`MAX`](Self::MAX), the bits above being zero; `false` if that is too many.
    #[inline(always)]
    #[must_use]
    pub(crate) fn push(&mut self, bits: u64, n: usize) -> bool {
        debug_assert!(n <= Self::MAX && bits >> n == 0);
        let Some(used) = self.store(bits, n) else {
            return false;
        };
        self.word >>= used as u32 & 0x38;
        true
    }

    /// As [`push`](Self::push), but any number of bits that are all zero.
    #[inline(always)]
    #[must_use]
    pub(crate) fn push_or_skip(&mut self, bits: u64, n: usize) -> bool {
        debug_assert!(bits == 0 || (n <= Self::MAX && bits >> n == 0));
        let Some(used) = self.store(bits, n) else {
            return false;
        };
        // Behind a word are the zeros that were there.
        self.word = select_unpredictable(used < 64, self.word >> (used as u32 & 0x38), 0);
        true
    }

    /// Stores `bits` behind those of the word, and passes over the bytes that are then complete; returns how many bits it had.
    #[inline(always)]
    fn store(&mut self, bits: u64, n: usize) -> Option<usize> {
        if n > self.left {
            return None;
        }
        self.left -= n;
        self.word |= bits << self.used;
        let used = self.used + n;
        // SAFETY: behind `target` are as many bytes as `left` bits and those of the word filled before, and 8. `n` of these bits are
        // in the word now, whose whole bytes are passed over; so it is still true of what is left.
        unsafe {
            self.target.cast::<u64>().write_unaligned(self.word.to_le());
            self.target = self.target.add(used / 8);
        }
        self.used = used % 8;
        Some(used)
    }
}
