//! The walk from length to length of PLAIN byte arrays, and the check of UTF-8 on the way.
//!
//! The walk is one chain of loads, each of which waits for the one before: where they miss the cache, nothing hides it. So a window
//! of the page is read from front to back first, which the memory is made for, to see whether all its bytes are ASCII; then it is
//! walked while it is in the nearest cache, and the next one is on its way.
//!
//! A window of nothing but ASCII, lengths included (for values below 128 bytes they are: the length and three zeros), has only valid
//! values. Otherwise lengths and values together are valid UTF-8 exactly if each value is, as long as the lengths are ASCII: no
//! character reaches across an ASCII byte. Where a length has a byte of 0x80 or more, the values are copied together first.

use crate::DecodeError;
use crate::select::Selected;
#[cfg(target_arch = "x86_64")]
use crate::simd::Job;
use crate::simd::{SimdLevel, prefetch};
use crate::strings::{Content, are_utf8, first_invalid, is_utf8};

/// The size of a length.
pub(super) const PREFIX_SIZE: usize = 4;

/// Bytes of a page that are looked at before the values in them are walked over.
const WINDOW: usize = 4096;

/// So many values are passed over at once where all have the same length.
const EQUAL: usize = 8;

/// Windows of so few values are not worth reading as a whole where values need no check.
const FEW_VALUES: usize = 8;

/// The bits of a length that are set where one of its bytes is not ASCII.
const NOT_ASCII: u32 = 0x8080_8080;

/// A value where it lies.
pub(super) struct Value<'a> {
    /// The rest of the page from the value's length on.
    pub(super) with_prefix: &'a [u8],
    /// The rest of the page from the value's first byte on, which has `len` bytes at least.
    pub(super) tail: &'a [u8],
    /// Bytes of the page before the value's first.
    pub(super) start: usize,
    pub(super) len: usize,
}

/// What becomes of the values of a walk; given by value, so that a loop has it in registers.
pub(super) trait ValueSink {
    /// Takes the next one.
    fn take(&mut self, value: Value<'_>);
}

/// Gives the next `n` values of `walk` to `sink`, checked for what `content` says, and gives it back.
///
/// # Errors
/// [`DecodeError::Truncated`] if there are fewer, [`DecodeError::InvalidUtf8`] if one is not text; `sink` has then taken some of them.
pub(super) fn walk_values<S: ValueSink>(
    level: SimdLevel,
    walk: &mut Walk<'_>,
    n: usize,
    content: Content,
    sink: S,
) -> Result<S, DecodeError> {
    let job = WalkValues {
        walk,
        n,
        content,
        sink,
    };
    #[cfg(target_arch = "x86_64")]
    if let Some(proof) = level.avx2() {
        return proof.run(job);
    }
    let _ = level;
    job.walk()
}

/// Gives those of the next values of `walk` that are selected to `sink`, checked for what `content` says, and gives it back; the
/// others are passed over.
///
/// # Errors
/// As for [`walk_values`].
pub(super) fn walk_selected<S: ValueSink>(
    walk: &mut Walk<'_>,
    selected: Selected<'_>,
    content: Content,
    mut sink: S,
) -> Result<S, DecodeError> {
    // A copy, so that the compiler may keep it in registers.
    let mut ahead = walk.clone();
    let mut passed = 0;
    for start in (0..selected.len()).step_by(64) {
        let mut word = selected.word(start);
        while word != 0 {
            let index = start + word.trailing_zeros() as usize;
            ahead.skip(index - passed)?;
            let with_prefix = ahead.rest;
            let Some((tail, len)) = ahead.next() else {
                return Err(ahead.truncated());
            };
            let value = &tail[..len];
            if content == Content::Utf8 && !value.is_ascii() && !is_utf8(value) {
                return Err(DecodeError::InvalidUtf8 { value: index });
            }
            sink.take(Value {
                with_prefix,
                tail,
                start: ahead.size - tail.len(),
                len,
            });
            passed = index + 1;
            word &= word - 1;
        }
    }
    ahead.skip(selected.len() - passed)?;
    *walk = ahead;
    Ok(sink)
}

struct WalkValues<'a, 'b, S> {
    walk: &'a mut Walk<'b>,
    n: usize,
    content: Content,
    sink: S,
}

#[cfg(target_arch = "x86_64")]
impl<S: ValueSink> Job for WalkValues<'_, '_, S> {
    type Output = Result<S, DecodeError>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        self.walk()
    }
}

impl<S: ValueSink> WalkValues<'_, '_, S> {
    #[inline(always)]
    fn walk(self) -> Result<S, DecodeError> {
        let Self {
            walk,
            n,
            content,
            mut sink,
        } = self;
        let mut left = n;
        let mut in_window = usize::MAX;
        while left > 0 {
            let block = walk.clone();
            let window = block.rest.len().min(WINDOW);
            let mut ascii = content == Content::Bytes || block.rest[..window].is_ascii();
            // The next window comes while this one is walked, unless values are so long that most of it is not looked at.
            if content == Content::Utf8 || in_window > FEW_VALUES {
                let next = &block.rest[window..];
                prefetch(&next[..next.len().min(WINDOW)]);
            }
            let (taken, lengths) = if ascii {
                walk.walk_window::<false>(window, left, &mut sink)?
            } else {
                walk.walk_window::<true>(window, left, &mut sink)?
            };
            if content == Content::Utf8 {
                // The last value reaches beyond the window.
                let passed = block.rest.len() - walk.rest.len();
                if let Some(beyond) = block.rest.get(window..passed) {
                    ascii = ascii && beyond.is_ascii();
                }
                if !ascii {
                    block.validate_until(walk, lengths, taken, n - left)?;
                }
            }
            left -= taken;
            in_window = taken;
        }
        Ok(sink)
    }
}

/// A walk from length to length.
#[derive(Clone)]
pub(super) struct Walk<'a> {
    /// The size of the page.
    size: usize,
    /// What is not yet walked over.
    rest: &'a [u8],
}

impl<'a> Walk<'a> {
    /// A walk over `rest`, the end of a page of `size` bytes.
    pub(super) fn new(size: usize, rest: &'a [u8]) -> Self {
        Self { size, rest }
    }

    /// The size of the page.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// What is not yet walked over.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Gives values to `sink` until `max` are taken, or one ends behind the next `window` bytes; returns how many, one at least, and
    /// all their lengths or-ed (all bits where that is not to be `TRACK`ed).
    #[inline(always)]
    fn walk_window<const TRACK: bool>(
        &mut self,
        window: usize,
        max: usize,
        sink: &mut impl ValueSink,
    ) -> Result<(usize, u32), DecodeError> {
        // A copy, so that the compiler may keep it in registers.
        let mut walk = self.clone();
        let end = walk.rest.len() - window;
        let (mut taken, mut lengths) = (0, if TRACK { 0 } else { u32::MAX });
        loop {
            let with_prefix = walk.rest;
            let Some((tail, len)) = walk.next() else {
                return Err(walk.truncated());
            };
            sink.take(Value {
                with_prefix,
                tail,
                start: walk.size - tail.len(),
                len,
            });
            taken += 1;
            if TRACK {
                lengths |= len as u32;
            }
            if taken == max || walk.rest.len() <= end {
                *self = walk;
                return Ok((taken, lengths));
            }
        }
    }

    /// Passes over `n` values.
    ///
    /// # Errors
    /// [`DecodeError::Truncated`] if there are fewer; some of them are then passed over.
    #[inline(always)]
    pub(super) fn skip(&mut self, n: usize) -> Result<(), DecodeError> {
        let mut left = n;
        while left > 0 {
            // Where lengths differ, the attempt is lost on few values.
            if left >= 8 * EQUAL && self.skip_equal() {
                left -= EQUAL;
                continue;
            }
            let block = left.min(8 * EQUAL);
            for _ in 0..block {
                if self.next().is_none() {
                    return Err(self.truncated());
                }
            }
            left -= block;
        }
        Ok(())
    }

    /// Passes over [`EQUAL`] values if they have the same length, and says whether they have.
    ///
    /// Their lengths are then loaded all at once, not one after the other: keys, hashes and codes are often of one length.
    #[inline(always)]
    fn skip_equal(&mut self) -> bool {
        let Some(prefix) = self.rest.first_chunk::<PREFIX_SIZE>() else {
            return false;
        };
        let step = (u32::from_le_bytes(*prefix) as usize).saturating_add(PREFIX_SIZE);
        let Some((values, behind)) = self.rest.split_at_checked(step.saturating_mul(EQUAL)) else {
            return false;
        };
        let is_equal = |i: usize| values[i * step..].starts_with(prefix);
        let are_equal = (1..EQUAL).fold(true, |all, i| all & is_equal(i));
        if are_equal {
            self.rest = behind;
        }
        are_equal
    }

    /// The next value as the rest of the page from its first byte on, and its length, which that rest has.
    ///
    /// `None` if the page ends before: [`Walk::truncated`] then says how.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<(&'a [u8], usize)> {
        let (prefix, tail) = self.rest.split_first_chunk::<PREFIX_SIZE>()?;
        let prefix = u32::from_le_bytes(*prefix);
        let len = prefix as usize;
        self.rest = tail.get(len..)?;
        Some((tail, len))
    }

    /// Bytes walked over.
    pub(super) fn position(&self) -> usize {
        self.size - self.rest.len()
    }

    /// The bytes that `n` values may have, if `promised` share what is left: never more than there is.
    pub(super) fn expected_size(&self, n: usize, promised: usize) -> usize {
        let prefixes_size = n.max(promised).saturating_mul(PREFIX_SIZE);
        let bytes_size = self.rest.len().saturating_sub(prefixes_size);
        if promised <= n {
            return bytes_size;
        }
        let share = (bytes_size as u128 * n as u128 / promised as u128) as usize;
        // A sixteenth more, so that pages of even content need no second reservation.
        (share + share / 16).min(bytes_size)
    }

    /// Why [`Walk::next`] found no value.
    #[cold]
    pub(super) fn truncated(&self) -> DecodeError {
        let needed = match self.rest.first_chunk::<PREFIX_SIZE>() {
            Some(prefix) => (u32::from_le_bytes(*prefix) as usize).saturating_add(PREFIX_SIZE),
            None => PREFIX_SIZE,
        };
        DecodeError::Truncated {
            needed,
            available: self.rest.len(),
        }
    }

    /// Checks the `n` values between this walk and `end`, a later state of it, to be UTF-8; `lengths` are theirs, or-ed, and
    /// `before` of the call's values came earlier.
    fn validate_until(
        &self,
        end: &Self,
        lengths: u32,
        n: usize,
        before: usize,
    ) -> Result<(), DecodeError> {
        let valid = if lengths & NOT_ASCII == 0 {
            is_utf8(&self.rest[..self.rest.len() - end.rest.len()])
        } else {
            are_utf8(self.clone().values(n))
        };
        if valid {
            return Ok(());
        }
        Err(first_invalid(self.clone().values(n), before))
    }

    /// The next `n` values, or those that there are.
    fn values(mut self, n: usize) -> impl Iterator<Item = &'a [u8]> {
        (0..n).map_while(move |_| self.next().map(|(tail, len)| &tail[..len]))
    }
}
