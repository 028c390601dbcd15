//! Writing into spare capacity: the one home of uninitialised memory.
//!
//! Decoders append to a `Vec` without filling it with zeros first. [`Spare`] is the front of a `Vec`'s spare capacity;
//! values are written to it in order, and [`Spare::finish`] makes them part of the `Vec`.
#![expect(
    unsafe_code,
    reason = "spare capacity of a Vec is uninitialised until written"
)]

use std::mem::MaybeUninit;

use crate::bitpack::Block;

/// Spare bytes behind the last value that let kernels store whole vectors and discard what is too much.
///
/// Never required: a `Vec` without them is filled exactly, a little slower.
pub const PADDING: usize = 64;

/// A value that is nothing but its bytes: each bit pattern is valid, and there is no padding inside.
///
/// # Safety
/// Both halves of that sentence must be true of the type.
pub unsafe trait Plain: Copy + Send + Sync + 'static {}

macro_rules! plain {
    ($($type:ty),*) => { $(
        // SAFETY: numbers have no padding and no invalid bit pattern.
        unsafe impl Plain for $type {}
    )* };
}
plain!(u8, u16, u32, u64, u128, i8, i16, i32, i64, i128, f32, f64);

// SAFETY: an array has no bytes but those of its elements.
unsafe impl<T: Plain, const N: usize> Plain for [T; N] {}

/// The value whose bytes are all zero.
#[inline(always)]
pub fn zero<T: Plain>() -> T {
    // SAFETY: each bit pattern of a `Plain` type is valid.
    unsafe { std::mem::zeroed() }
}

/// The bytes of `values`, in memory order.
#[inline(always)]
pub fn bytes_of<T: Plain>(values: &[T]) -> &[u8] {
    // SAFETY: `Plain` types have no padding, so all bytes are initialised.
    unsafe { std::slice::from_raw_parts(values.as_ptr().cast(), size_of_val(values)) }
}

/// The bytes of `values`, in memory order, to be changed at will.
#[inline(always)]
pub fn bytes_of_mut<T: Plain>(values: &mut [T]) -> &mut [u8] {
    // SAFETY: no padding, and whatever is written is a valid value.
    unsafe { std::slice::from_raw_parts_mut(values.as_mut_ptr().cast(), size_of_val(values)) }
}

/// Reads a value from the front of `bytes`, in memory order, or `None` if they are too few.
#[inline(always)]
pub fn read<T: Plain>(bytes: &[u8]) -> Option<T> {
    (bytes.len() >= size_of::<T>()).then(|| {
        // SAFETY: the length was just checked, the read needs no alignment, and each bit pattern is valid.
        unsafe { bytes.as_ptr().cast::<T>().read_unaligned() }
    })
}

/// Appends the values whose bytes, in memory order, are `bytes`.
///
/// # Panics
/// If `bytes` is not a whole number of values.
#[inline]
pub fn append_bytes<T: Plain>(out: &mut Vec<T>, bytes: &[u8]) {
    if size_of::<T>() == 0 {
        return;
    }
    assert_eq!(bytes.len() % size_of::<T>(), 0, "a whole number of values");
    let n = bytes.len() / size_of::<T>();
    out.reserve(n);
    // SAFETY: `reserve` made room for `n` values behind the length; the sources cannot overlap a uniquely borrowed Vec's
    // spare capacity; each bit pattern is valid, so the `n` values are initialised.
    unsafe {
        let end = out.as_mut_ptr().add(out.len()).cast::<u8>();
        std::ptr::copy_nonoverlapping(bytes.as_ptr(), end, bytes.len());
        out.set_len(out.len() + n);
    }
}

/// The front of a `Vec`'s spare capacity, written in order.
///
/// What was written joins the `Vec` on [`finish`](Self::finish); dropping a `Spare` discards it.
///
/// Where it goes is kept beside the `Vec`, so that a loop that writes to a `Spare` of its own keeps it in registers.
#[derive(Debug)]
pub struct Spare<'a, T: Plain> {
    out: &'a mut Vec<T>,
    /// The first of `capacity` values behind the `Vec`'s length, which stay where they are as long as `out` is borrowed.
    start: *mut T,
    capacity: usize,
    /// At most `capacity`.
    written: usize,
}

impl<'a, T: Plain> Spare<'a, T> {
    /// Makes room for `n` more values.
    #[inline(always)]
    pub fn new(out: &'a mut Vec<T>, n: usize) -> Self {
        out.reserve(n);
        let spare = out.spare_capacity_mut();
        let (start, capacity) = (spare.as_mut_ptr().cast(), spare.len());
        Self {
            out,
            start,
            capacity,
            written: 0,
        }
    }

    /// Values written so far.
    #[inline(always)]
    pub fn written(&self) -> usize {
        self.written
    }

    /// Values that there is still room for, be they wanted or not.
    #[inline(always)]
    pub fn room(&self) -> usize {
        self.capacity - self.written
    }

    /// The values written so far.
    #[inline(always)]
    pub fn written_mut(&mut self) -> &mut [T] {
        // SAFETY: all methods that raise `written` initialised the values below it, inside the capacity.
        unsafe { std::slice::from_raw_parts_mut(self.start, self.written) }
    }

    /// Writes `value` `n` times.
    ///
    /// # Panics
    /// If there is no room.
    #[inline(always)]
    pub fn fill(&mut self, value: T, n: usize) {
        // Eight a time, and what is too much is overwritten by what follows: a short run costs no tail loop.
        let rounded = n.div_ceil(8).saturating_mul(8);
        let room = self.room();
        let spare = self.uninit();
        if size_of::<T>() <= 16 && rounded <= room {
            for chunk in spare[..rounded].as_chunks_mut::<8>().0 {
                *chunk = [MaybeUninit::new(value); 8];
            }
        } else {
            spare[..n].fill(MaybeUninit::new(value));
        }
        self.written += n;
    }

    /// Writes `value`.
    ///
    /// # Panics
    /// If there is no room.
    #[inline(always)]
    pub(crate) fn push(&mut self, value: T) {
        self.uninit()[0].write(value);
        self.written += 1;
    }

    /// Writes `values`.
    ///
    /// # Panics
    /// If there is no room.
    #[inline(always)]
    pub fn extend_from_slice(&mut self, values: &[T]) {
        let spare = &mut self.uninit()[..values.len()];
        spare.write_copy_of_slice_compat(values);
        self.written += values.len();
    }

    /// Writes `values`, of which only the first `len` count: what comes next overwrites the others.
    ///
    /// # Panics
    /// If there is no room for all of them, or `len` is more.
    #[inline(always)]
    pub(crate) fn extend_from_prefix<const N: usize>(&mut self, values: &[T; N], len: usize) {
        assert!(len <= N && N <= self.room());
        // SAFETY: there is room for `N` values. As one value, not as a slice, whose copy the compiler merges with that of a slice of
        // any length into a call.
        unsafe {
            self.as_mut_ptr().cast::<[T; N]>().write_unaligned(*values);
        }
        self.written += len;
    }

    /// Writes those of the values whose bytes, in memory order, begin `bytes` that have their bit set in `word`.
    ///
    /// # Panics
    /// If there is no room, or `bytes` ends before the last of them.
    #[inline(always)]
    pub(crate) fn extend_selected(&mut self, bytes: &[u8], word: u64) {
        let count = word.count_ones() as usize;
        let span = 64 - word.leading_zeros() as usize;
        assert!(count <= self.room() && span * size_of::<T>() <= bytes.len());
        if word == u64::MAX {
            // SAFETY: there are 64 values in `bytes`, and there is room for them; a mutable borrow cannot overlap a shared one.
            unsafe {
                let target = self.as_mut_ptr().cast::<u8>();
                target.copy_from_nonoverlapping(bytes.as_ptr(), 64 * size_of::<T>());
            }
        } else {
            let source = bytes.as_ptr().cast::<T>();
            let mut target = self.as_mut_ptr();
            let mut rest = word;
            while rest != 0 {
                // SAFETY: no bit is behind the last, up to which there are values; one is written for each bit, for which there is
                // room. Each bit pattern is valid, and the read needs no alignment.
                unsafe {
                    let value = source.add(rest.trailing_zeros() as usize);
                    target.write(value.read_unaligned());
                    target = target.add(1);
                }
                rest &= rest - 1;
            }
        }
        self.written += count;
    }

    /// Writes what `value` makes of each of `indices`.
    ///
    /// # Panics
    /// If there is no room.
    #[inline(always)]
    pub fn extend_map<I: Copy>(&mut self, indices: &[I], mut value: impl FnMut(I) -> T) {
        let spare = &mut self.uninit()[..indices.len()];
        for (slot, &index) in spare.iter_mut().zip(indices) {
            slot.write(value(index));
        }
        self.written += indices.len();
    }

    /// Writes the entries of `dict` at `indices`, or nothing and returns `false` if one of these is behind the dictionary.
    ///
    /// # Panics
    /// If there is no room.
    #[inline(always)]
    #[must_use]
    pub(crate) fn extend_gather(&mut self, indices: Block<'_, u32>, dict: &[T]) -> bool {
        if indices.highest() as usize >= dict.len() {
            return false;
        }
        // SAFETY: no index of a block is above its highest, which is within the dictionary.
        self.extend_map(indices.in_memory(), |index| unsafe {
            *dict.get_unchecked(index as usize)
        });
        true
    }

    /// Where the next value goes; [`room`](Self::room) values may be stored from here on.
    ///
    /// The pointer is valid until the next call of another method.
    #[inline(always)]
    pub fn as_mut_ptr(&mut self) -> *mut T {
        self.uninit().as_mut_ptr().cast()
    }

    /// Counts `n` more values as written.
    ///
    /// # Safety
    /// They were written through [`as_mut_ptr`](Self::as_mut_ptr), and `n` is at most [`room`](Self::room).
    #[inline(always)]
    pub unsafe fn advance(&mut self, n: usize) {
        debug_assert!(n <= self.room());
        self.written += n;
    }

    /// Makes what was written part of the `Vec`.
    #[inline(always)]
    pub fn finish(self) {
        let len = self.out.len() + self.written;
        // SAFETY: `written` values behind the length are initialised and inside the capacity.
        unsafe { self.out.set_len(len) }
    }

    #[inline(always)]
    fn uninit(&mut self) -> &mut [MaybeUninit<T>] {
        // SAFETY: `written` never passes the capacity: each method that raises it checked so first.
        unsafe {
            let next = self.start.add(self.written).cast();
            std::slice::from_raw_parts_mut(next, self.capacity - self.written)
        }
    }
}

/// `MaybeUninit`'s copy of a slice, without the name of one toolchain.
trait WriteCopyOfSlice<T> {
    fn write_copy_of_slice_compat(&mut self, values: &[T]);
}

impl<T: Plain> WriteCopyOfSlice<T> for [MaybeUninit<T>] {
    #[inline(always)]
    fn write_copy_of_slice_compat(&mut self, values: &[T]) {
        assert_eq!(self.len(), values.len());
        // SAFETY: equal lengths, a mutable borrow cannot overlap a shared one, and `T` is `Copy`.
        unsafe {
            std::ptr::copy_nonoverlapping(values.as_ptr(), self.as_mut_ptr().cast(), values.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spare_appends_in_order_and_only_when_finished() {
        for capacity in 0..40 {
            for n in 0..20 {
                let mut out = Vec::with_capacity(capacity);
                out.push(7_u32);
                let mut spare = Spare::new(&mut out, 2 * n + 3);
                spare.fill(9, n);
                spare.extend_from_slice(&[1, 2, 3]);
                spare.extend_map(&vec![5_u32; n], |i| i + 1);
                assert_eq!(spare.written(), 2 * n + 3);
                spare.written_mut()[n] = 4;
                spare.finish();
                let expected = [&[7][..], &vec![9; n], &[4, 2, 3], &vec![6; n]].concat();
                assert_eq!(out, expected);
                Spare::new(&mut out, 1).fill(1, 1);
                assert_eq!(out, expected);
            }
        }
    }

    #[test]
    fn values_are_their_bytes() {
        let mut out = vec![[1_u8, 2, 3]];
        append_bytes(&mut out, &[4, 5, 6, 7, 8, 9]);
        assert_eq!(out, [[1, 2, 3], [4, 5, 6], [7, 8, 9]]);
        assert_eq!(bytes_of(&out), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
        bytes_of_mut(&mut out)[8] = 0;
        assert_eq!(out[2], [7, 8, 0]);
        assert_eq!(read::<[u8; 3]>(&[1, 2]), None);
        assert_eq!(read::<u16>(&[1, 0, 2]), Some(u16::from_ne_bytes([1, 0])));
        assert_eq!(zero::<[u128; 2]>(), [0, 0]);
    }
}
