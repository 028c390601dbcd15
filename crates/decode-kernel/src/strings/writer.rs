//! Appends byte strings to a vector, short ones by moves of fixed size.
#![expect(
    unsafe_code,
    reason = "writes past the value's end into spare capacity, which the next value overwrites"
)]

use std::marker::PhantomData;

/// Values up to this size are moved as if they had it.
const SHORT: usize = 32;

/// Longer values up to this size are moved as if they had this one.
const MEDIUM: usize = 128;

/// The spare capacity kept behind the bytes written: the most that one move writes beyond a value.
const PADDING: usize = MEDIUM;

/// Appends to a `Vec<u8>` without a call to `memcpy` for each short value.
///
/// Where source and destination have room, a value of up to 32 bytes is one 32-byte move and one of up to 128 bytes four of
/// them, whatever its length: a mispredicted branch on the length costs more than moving bytes that are overwritten next.
/// The vector's length is set when the writer is dropped.
pub(crate) struct ByteWriter<'a> {
    out: &'a mut Vec<u8>,
    /// The first byte of the vector, and how many it has memory for: kept here so that a loop has them in registers.
    start: *mut u8,
    capacity: usize,
    /// Bytes written, those that the vector had before among them: never more than its capacity.
    len: usize,
}

impl<'a> ByteWriter<'a> {
    /// Makes room for `expected` further bytes; more are found when they come.
    pub(crate) fn new(out: &'a mut Vec<u8>, expected: usize) -> Self {
        let len = out.len();
        let (start, capacity) = grow(out, len, expected);
        Self {
            out,
            start,
            capacity,
            len,
        }
    }

    /// The length that the vector will have.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Forgets the bytes from `len` on.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// The bytes of the vector, those appended among them.
    pub(crate) fn written(&self) -> &[u8] {
        // SAFETY: `self.len` bytes are initialised, see `grow`.
        unsafe { std::slice::from_raw_parts(self.start, self.len) }
    }

    /// Appends the first `len` bytes of `source`, or nothing and returns `false` if it has fewer.
    ///
    /// `source` may go on behind the value: the more it does, the cheaper the move.
    #[inline(always)]
    #[must_use]
    pub(crate) fn append_prefix(&mut self, source: &[u8], len: usize) -> bool {
        if len > SHORT || source.len() < SHORT || self.capacity - self.len < PADDING {
            return self.append_longer(source, len);
        }
        // SAFETY: `source` has 32 bytes, 128 bytes of capacity are behind `self.len`, both by the line above.
        unsafe { copy_blocks::<SHORT>(source.as_ptr(), self.start.add(self.len)) };
        self.len += len;
        true
    }

    /// Lets `append` append up to `size` bytes, for which there is room from the start: no append has to ask the vector.
    #[inline(always)]
    pub(crate) fn with_window<R>(
        &mut self,
        size: usize,
        append: impl for<'w> FnOnce(&mut Window<'w>) -> R,
    ) -> R {
        self.make_room(size);
        let mut window = Window {
            target: self.start,
            len: self.len,
            limit: self.len + size,
            vector: PhantomData,
        };
        let result = append(&mut window);
        self.len = window.len;
        result
    }

    /// The case of [`ByteWriter::append_prefix`] for values over 32 bytes, the last ones of a page, and a full vector.
    #[inline(always)]
    fn append_longer(&mut self, source: &[u8], len: usize) -> bool {
        if len > source.len() {
            return false;
        }
        self.make_room(len);
        // SAFETY: `len + 128` bytes of capacity lie behind `self.len`, by the lines above.
        let target = unsafe { self.start.add(self.len) };
        if len <= MEDIUM && source.len() >= MEDIUM {
            // SAFETY: 128 bytes are readable and writable, by the line above and by `target`.
            unsafe { copy_blocks::<MEDIUM>(source.as_ptr(), target) };
        } else {
            // SAFETY: `source` has `len` bytes, checked at the top, and `target` has room for them.
            unsafe { target.copy_from_nonoverlapping(source.as_ptr(), len) };
        }
        self.len += len;
        true
    }

    /// Makes room for `len` bytes and the padding.
    #[inline(always)]
    fn make_room(&mut self, len: usize) {
        if self.capacity - self.len < len.saturating_add(PADDING) {
            // Not a method of the writer, whose address would then be known elsewhere and keep it out of registers.
            (self.start, self.capacity) = grow(self.out, self.len, len);
        }
    }
}

/// Gives `out` the `written` bytes at its front, and makes room for `len` more and the padding.
#[cold]
fn grow(out: &mut Vec<u8>, written: usize, len: usize) -> (*mut u8, usize) {
    // SAFETY: a writer's bytes are initialised up to its length: each append raises it over what it has just written. It never
    // exceeds the capacity.
    unsafe { out.set_len(written) };
    out.reserve(len.saturating_add(PADDING));
    (out.as_mut_ptr(), out.capacity())
}

impl Drop for ByteWriter<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        // SAFETY: as in `grow`.
        unsafe { self.out.set_len(self.len) };
    }
}

/// The end of a vector with room for what is appended: see [`ByteWriter::with_window`].
pub(crate) struct Window<'w> {
    /// The first byte of the vector.
    target: *mut u8,
    /// Bytes of the vector that are written, at most `limit`; there are 128 bytes of capacity behind `limit`.
    len: usize,
    limit: usize,
    /// The vector stays as it is for as long.
    vector: PhantomData<&'w mut [u8]>,
}

impl Window<'_> {
    /// The length that the vector will have.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The bytes of the vector, those appended among them.
    pub(crate) fn written(&self) -> &[u8] {
        // SAFETY: `self.len` bytes are initialised: those that the vector had before, and each append raises it over what it has
        // just written.
        unsafe { std::slice::from_raw_parts(self.target, self.len) }
    }

    /// Appends the first `len` bytes of `words`, or none if it has not as many or there is no room.
    #[inline(always)]
    pub(crate) fn append_words(&mut self, words: [u64; 4], len: usize) {
        // SAFETY: `len` is at most `limit`, and 128 bytes of capacity lie behind that.
        unsafe {
            self.target
                .add(self.len)
                .cast::<[u64; 4]>()
                .write_unaligned(words.map(u64::to_le))
        };
        if len <= SHORT.min(self.limit - self.len) {
            self.len += len;
        }
    }

    /// A copy to append to in this one's place, until [`Window::join`] makes it this one. In a loop, a copy that nothing
    /// points to stays in registers.
    #[inline(always)]
    pub(crate) fn fork(&self) -> Self {
        Self { ..*self }
    }

    /// Makes a copy, that is [`Window::fork`]'s, the window.
    ///
    /// # Panics
    /// If it is the copy of another one.
    #[inline(always)]
    pub(crate) fn join(&mut self, fork: Self) {
        assert!(self.target == fork.target && self.limit == fork.limit);
        self.len = fork.len;
    }

    /// Appends the first `len` bytes of `source`; `false`, and nothing is appended, if it or the room has fewer.
    #[inline(always)]
    #[must_use]
    pub(crate) fn append_prefix(&mut self, source: &[u8], len: usize) -> bool {
        if len > source.len() || len > self.limit - self.len {
            return false;
        }
        // SAFETY: `source` has `len` bytes or, in the first two cases, the ones copied, and so has the target with the 128
        // bytes behind `limit`.
        unsafe {
            let target = self.target.add(self.len);
            if len <= SHORT && source.len() >= SHORT {
                copy_blocks::<SHORT>(source.as_ptr(), target);
            } else if len <= MEDIUM && source.len() >= MEDIUM {
                copy_blocks::<MEDIUM>(source.as_ptr(), target);
            } else {
                target.copy_from_nonoverlapping(source.as_ptr(), len);
            }
        }
        self.len += len;
        true
    }

    /// Appends `len` bytes that are in the vector from `start` on; `false`, and nothing is appended, if they are not there
    /// or there is no room.
    #[inline(always)]
    #[must_use]
    pub(crate) fn append_again(&mut self, start: usize, len: usize) -> bool {
        if start > self.len || len > self.len - start || len > self.limit - self.len {
            return false;
        }
        let mut done = 0;
        while done < len {
            // SAFETY: `start + done` is below `self.len` and 128 bytes of capacity lie behind `self.len + len`, so 32 bytes
            // from either place are within the allocation. Those behind `self.len` may be uninitialised: they are copied
            // as such, land behind `self.len + len`, and are never counted.
            unsafe {
                copy_blocks::<SHORT>(
                    self.target.add(start + done),
                    self.target.add(self.len + done),
                );
            }
            done += SHORT;
        }
        self.len += len;
        true
    }
}

/// Copies `SIZE` bytes, 32 at a time; each block is loaded before it is stored, so the two places may overlap.
///
/// # Safety
/// `SIZE` bytes, a multiple of 32, are readable at `source` and writable at `target`.
#[inline(always)]
unsafe fn copy_blocks<const SIZE: usize>(source: *const u8, target: *mut u8) {
    // `MaybeUninit` because the bytes behind a value may never have been written.
    type Block = std::mem::MaybeUninit<[u8; 32]>;
    for block in 0..SIZE / 32 {
        // SAFETY: the caller's promise; a block has no alignment.
        unsafe {
            let bytes = source.cast::<Block>().add(block).read();
            target.cast::<Block>().add(block).write(bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_length_with_every_tail() {
        let source: Vec<u8> = (0..400).map(|at: u32| (at % 251) as u8).collect();
        for len in 0..=140 {
            for tail in [0, 1, 15, 16, 17, 31, 32, 33, 127, 128, 129] {
                for expected in [0, 1000] {
                    let mut out = vec![0xee; 3];
                    let mut writer = ByteWriter::new(&mut out, expected);
                    assert!(writer.append_prefix(&source[..len + tail], len));
                    assert!(writer.append_prefix(&source[100..], 5));
                    assert_eq!(writer.len(), 3 + len + 5);
                    assert_eq!(writer.written()[3 + len..], source[100..105]);
                    drop(writer);
                    assert_eq!(out[..3], [0xee; 3]);
                    assert_eq!(out[3..3 + len], source[..len]);
                    assert_eq!(out[3 + len..], source[100..105]);
                }
            }
        }
    }

    #[test]
    fn a_source_that_is_too_short_appends_nothing() {
        let mut out = Vec::new();
        let mut writer = ByteWriter::new(&mut out, 0);
        assert!(!writer.append_prefix(b"abc", 4));
        assert!(!writer.append_prefix(&[1; 100], 101));
        assert!(!writer.append_prefix(&[1; 100], usize::MAX));
        writer.with_window(10, |window| {
            assert!(!window.append_again(0, 1));
            assert!(!window.append_again(1, 0));
            assert!(window.append_again(0, 0));
            assert!(!window.append_prefix(b"abc", 4));
            assert!(!window.append_prefix(&[1; 100], 11));
        });
        drop(writer);
        assert!(out.is_empty());
    }

    #[test]
    fn growing_keeps_what_was_written() {
        let source: Vec<u8> = (0..=255).cycle().take(5000).collect();
        let mut out = Vec::new();
        let mut expected = Vec::new();
        let mut writer = ByteWriter::new(&mut out, 0);
        for step in 0..400 {
            let len = step * 7 % 90;
            assert!(writer.append_prefix(&source[step..], len));
            expected.extend_from_slice(&source[step..step + len]);
        }
        drop(writer);
        assert_eq!(out, expected);
    }

    #[test]
    fn windows_append_words_and_earlier_bytes() {
        let words = [1, 2, 3, 0x0102_0304_0506_0708];
        let bytes = words.map(u64::to_le_bytes).concat();
        for len in 0..150 {
            for then in [0, 1, 5, 16, 32] {
                let mut expected: Vec<u8> = (0..(len + then) as u8).collect();
                let mut out = expected.clone();
                out.shrink_to_fit();
                let mut writer = ByteWriter::new(&mut out, 0);
                let found = writer.with_window(2 * len + then, |window| {
                    assert!(window.append_again(0, len));
                    assert!(window.append_prefix(&expected.clone(), len));
                    window.append_words(words, then);
                    window.append_words(words, 9);
                    window.len()
                });
                drop(writer);
                expected.extend_from_within(..len);
                expected.extend_from_within(..len);
                expected.extend_from_slice(&bytes[..then]);
                // There was no room for more.
                assert_eq!(
                    (found, &out),
                    (expected.len(), &expected),
                    "length {len}, {then}"
                );
            }
        }
    }

    #[test]
    fn overlapping_copies_are_of_the_bytes_before() {
        for len in 0..100u8 {
            let mut out: Vec<u8> = (0..len).collect();
            let mut writer = ByteWriter::new(&mut out, 0);
            writer.with_window(usize::from(len), |window| {
                assert!(
                    window
                        .append_again(1.min(usize::from(len)), usize::from(len.saturating_sub(1)))
                );
            });
            drop(writer);
            assert!(out.iter().copied().eq((0..len).chain(1..len)));
        }
    }
}
