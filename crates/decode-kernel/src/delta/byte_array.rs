//! DELTA_BYTE_ARRAY: what each value shares with the one before, then the rest of it.
//!
//! ```text
//! | lengths of shared fronts, DELTA_BINARY_PACKED | the rests, DELTA_LENGTH_BYTE_ARRAY |
//!
//! herringbone             0  herringbone
//! herringbones           11  s
//! hering                  3  ing
//! ```
//!
//! The first 32 bytes of the value before stay in registers: loading what was stored a moment ago, in other pieces, would
//! stall. So a value of up to 32 bytes is the registers' front, the rest behind it, and one store. A front that is longer is
//! copied from the output.
//!
//! Spec: Encodings.md, "Delta Strings"

use super::lengths::{BLOCK, Lengths, total};
use crate::DecodeError;
#[cfg(target_arch = "x86_64")]
use crate::simd::Job;
use crate::simd::SimdLevel;
use crate::strings::{
    ByteArrays, ByteWriter, Content, INLINE_LEN, Offset, ViewBase, Window, validate_utf8,
};

/// Decodes DELTA_BYTE_ARRAY, also of FIXED_LEN_BYTE_ARRAY.
#[derive(Debug, Clone)]
pub struct ByteArray<B> {
    data: B,
    level: SimdLevel,
    prefixes: Lengths,
    suffixes: Lengths,
    /// Where the bytes of the next rest start.
    position: usize,
    /// The last value of the call before: outputs may change from call to call.
    previous: Vec<u8>,
    content: Content,
    output_limit: usize,
}

impl<B: AsRef<[u8]>> ByteArray<B> {
    /// A decoder of `data`, all of which is the page's.
    ///
    /// # Errors
    /// Those of [`BinaryPacked`](super::BinaryPacked) for the two streams of lengths, whose ends have to be there.
    pub fn try_new(data: B) -> Result<Self, DecodeError> {
        Self::try_new_with(SimdLevel::detect(), data)
    }

    /// As [`ByteArray::try_new`], with the instructions of `level`.
    ///
    /// # Errors
    /// As there.
    pub fn try_new_with(level: SimdLevel, data: B) -> Result<Self, DecodeError> {
        let bytes = data.as_ref();
        let (prefixes, position) = Lengths::try_new(level, bytes, 0)?;
        let (suffixes, position) = Lengths::try_new(level, bytes, position)?;
        Ok(Self {
            data,
            level,
            prefixes,
            suffixes,
            position,
            previous: Vec::new(),
            content: Content::Bytes,
            output_limit: usize::MAX,
        })
    }

    /// The same decoder, but every value it decodes is checked to be UTF-8 (skipped ones are not).
    #[must_use]
    pub fn checked_utf8(mut self) -> Self {
        self.content = Content::Utf8;
        self
    }

    /// The same decoder, which fails before it makes the bytes of an output more than `size`: a few bytes can repeat a
    /// long value many times.
    #[must_use]
    pub fn with_output_limit(mut self, size: usize) -> Self {
        self.output_limit = size;
        self
    }

    /// The same decoder, for a page whose first value may share bytes with `previous`, the last value of the page before.
    ///
    /// The spec has each page begin anew, but parquet-mr before 1.8 went on (PARQUET-246).
    #[must_use]
    pub fn with_previous(mut self, previous: &[u8]) -> Self {
        self.previous = previous.to_vec();
        self
    }

    /// The last value decoded or skipped.
    #[must_use]
    pub fn previous(&self) -> &[u8] {
        &self.previous
    }

    /// The number of values not yet decoded or skipped, as the headers say: there may be fewer.
    #[must_use]
    pub fn remaining(&self) -> usize {
        self.prefixes.remaining().min(self.suffixes.remaining())
    }

    /// Appends the next `n` values to `out`: their bytes and, counted from the bytes already there, their end offsets.
    ///
    /// # Errors
    /// [`DecodeError::TooFewValues`] or [`DecodeError::Truncated`] if fewer than `n` values are left,
    /// [`DecodeError::Malformed`] for a length that is negative or more than the value before has,
    /// [`DecodeError::OffsetOverflow`] if the bytes of `out` would go beyond what `O` can say or the limit,
    /// [`DecodeError::InvalidUtf8`] from a decoder that checks. `out` then holds some of the values.
    pub fn decode_offsets<O: Offset>(
        &mut self,
        n: usize,
        out: &mut ByteArrays<O>,
    ) -> Result<(), DecodeError> {
        out.offsets.reserve(n.min(self.remaining()));
        self.blocks(n, &mut out.values, O::MAX, |_, ends| {
            let ends = ends[1..].iter().map(|end| O::truncate(end.to_usize()));
            out.offsets.extend(ends);
            Ok(())
        })
    }

    /// Appends views of the next `n` values to `out`, the long ones pointing into `values`, which has to become buffer
    /// `buffer_index`, and to which their bytes are appended.
    ///
    /// # Errors
    /// As [`ByteArray::decode_offsets`], with 31 bits for offsets. `out` then holds some of the views.
    pub fn decode_views(
        &mut self,
        n: usize,
        buffer_index: u32,
        values: &mut Vec<u8>,
        out: &mut Vec<u128>,
    ) -> Result<(), DecodeError> {
        out.reserve(n.min(self.remaining()));
        let base = ViewBase::try_new(buffer_index, 0, values.len())?;
        self.blocks(n, values, i32::MAX as usize, |writer, ends| {
            let bytes = writer.written();
            let mut longest = 0;
            let mut start = ends[0] as usize;
            out.extend(ends[1..].iter().map(|&end| {
                let (value, value_start) = (&bytes[start..], start);
                let len = end as usize - start;
                longest = longest.max(len);
                start = end as usize;
                base.view_of(value, value_start, len)
            }));
            if longest <= INLINE_LEN {
                writer.truncate(ends[0].to_usize());
            }
            Ok(())
        })
    }

    /// Appends the bytes of the next `n` values, each of which must have `width` of them.
    ///
    /// # Errors
    /// As [`ByteArray::decode_offsets`], [`DecodeError::WrongLength`] if a value has another length.
    pub fn decode_fixed(
        &mut self,
        n: usize,
        width: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), DecodeError> {
        // Twice what is right: a value that is too long gets its own error, a great many bytes get no memory.
        let size = n.saturating_mul(width).max(BLOCK).saturating_mul(2);
        let limit = out.len().saturating_add(size);
        self.blocks(n, out, limit, |_, ends| {
            let mut lengths = ends.windows(2).map(|pair| pair[1] - pair[0]);
            let wrong = |length: i64| length ^ width as i64;
            if lengths.clone().fold(0, |any, length| any | wrong(length)) == 0 {
                return Ok(());
            }
            let found = lengths.find(|&length| wrong(length) != 0);
            Err(DecodeError::WrongLength {
                expected: width,
                found: found.unwrap_or(0).to_usize(),
            })
        })
    }

    /// Passes over the next `n` values; they have to be put together all the same, but are not checked.
    ///
    /// # Errors
    /// As [`ByteArray::decode_offsets`].
    pub fn skip(&mut self, n: usize) -> Result<(), DecodeError> {
        self.prefixes.check_remaining(n)?;
        self.suffixes.check_remaining(n)?;
        let data = self.data.as_ref();
        let mut left = n;
        while left > 0 {
            let prefixes = self.prefixes.next_block(data, left.min(BLOCK))?;
            let suffixes = self.suffixes.next_block(data, left.min(BLOCK))?;
            for (&prefix, &suffix) in prefixes.iter().zip(suffixes) {
                let rest = data.get(self.position..).unwrap_or_default();
                check_shared(self.previous.len(), &[prefix], &[suffix])?;
                let suffix = rest.get(..suffix as usize).ok_or(DecodeError::Truncated {
                    needed: suffix as usize,
                    available: rest.len(),
                })?;
                self.previous.truncate(prefix as usize);
                self.previous.extend_from_slice(suffix);
                self.position += suffix.len();
            }
            left -= prefixes.len();
        }
        Ok(())
    }

    /// Appends the next `n` values to `out`, and gives each block of them to `sink` as their bounds in it.
    fn blocks(
        &mut self,
        n: usize,
        out: &mut Vec<u8>,
        limit: usize,
        mut sink: impl FnMut(&mut ByteWriter<'_>, &[i64]) -> Result<(), DecodeError>,
    ) -> Result<(), DecodeError> {
        self.prefixes.check_remaining(n)?;
        self.suffixes.check_remaining(n)?;
        let (data, level) = (self.data.as_ref(), self.level);
        let limit = limit.min(self.output_limit);
        let mut front = Front::of(&self.previous);
        let mut ascii = self.content == Content::Bytes || self.previous.is_ascii();
        let mut writer = ByteWriter::new(out, 0);
        let mut last_len = self.previous.len();
        let mut bounds = [0; BLOCK + 1];
        let mut left = n;
        while left > 0 {
            let prefixes = self.prefixes.next_block(data, left.min(BLOCK))?;
            let suffixes = self.suffixes.next_block(data, left.min(BLOCK))?;
            let rests = data.get(self.position..).unwrap_or_default();
            let rests_size = total(suffixes);
            if rests_size > rests.len() {
                return Err(DecodeError::Truncated {
                    needed: rests_size,
                    available: rests.len(),
                });
            }
            check_shared(last_len, prefixes, suffixes)?;
            let size = writer
                .len()
                .saturating_add(rests_size)
                .saturating_add(total(prefixes));
            if size > limit {
                return Err(DecodeError::OffsetOverflow {
                    total: size as u64,
                    max: limit as u64,
                });
            }
            bounds[0] = writer.len() as i64;
            let pairs = Pairs {
                prefixes,
                suffixes,
                data,
                position: self.position,
                previous: &self.previous,
            };
            let size = size - writer.len();
            writer.with_window(size, |window| {
                pairs.append(level, &mut front, window, &mut bounds[1..]);
            });
            let bounds = &bounds[..=prefixes.len()];
            if self.content == Content::Utf8 {
                ascii &= rests[..rests_size].is_ascii();
                if !ascii {
                    validate_block(&writer, bounds, n - left)?;
                    ascii = last_value(&writer, bounds).is_ascii();
                }
            }
            self.position += rests_size;
            left -= prefixes.len();
            let last = last_value(&writer, bounds);
            last_len = last.len();
            if left == 0 {
                self.previous.clear();
                self.previous.extend_from_slice(last);
            }
            sink(&mut writer, bounds)?;
        }
        Ok(())
    }
}

/// Checks that no value shares more than the one before has: `previous_len` the one before the first.
///
/// For a whole block before any of it is appended: the sum of all lengths is then the memory that the values really take.
fn check_shared(
    previous_len: usize,
    prefixes: &[i32],
    suffixes: &[i32],
) -> Result<(), DecodeError> {
    let beyond = |prefix: i32| DecodeError::Malformed {
        what: "shared length beyond the value before",
        found: u64::from(prefix as u32),
    };
    let [first, following @ ..] = prefixes else {
        return Ok(());
    };
    if *first as usize > previous_len {
        return Err(beyond(*first));
    }
    // Lengths are not negative, so that two of them add up in 32 bits.
    let lengths = prefixes
        .iter()
        .zip(suffixes)
        .map(|(&prefix, &suffix)| prefix as u32 + suffix as u32);
    let too_long = |(prefix, length): (&i32, u32)| *prefix as u32 > length;
    if following
        .iter()
        .zip(lengths.clone())
        .fold(false, |any, pair| any | too_long(pair))
    {
        let found = following.iter().zip(lengths).find(|&pair| too_long(pair));
        return Err(beyond(found.map_or(0, |(&prefix, _)| prefix)));
    }
    Ok(())
}

/// The value between the last two of `bounds`.
fn last_value<'a>(writer: &'a ByteWriter<'_>, bounds: &[i64]) -> &'a [u8] {
    let [.., start, end] = bounds else {
        return &[];
    };
    &writer.written()[start.to_usize()..end.to_usize()]
}

/// Checks the values between `bounds` to be UTF-8; `before` values of the call came earlier.
fn validate_block(
    writer: &ByteWriter<'_>,
    bounds: &[i64],
    before: usize,
) -> Result<(), DecodeError> {
    match validate_utf8(writer.written(), bounds) {
        Err(DecodeError::InvalidUtf8 { value }) => Err(DecodeError::InvalidUtf8 {
            value: before + value,
        }),
        result => result,
    }
}

/// Values that share nothing are copied together where at most one in so many shares something.
const MIN_APART: usize = 8;

/// A block of values as they are encoded.
struct Pairs<'a> {
    prefixes: &'a [i32],
    suffixes: &'a [i32],
    /// The page, in which the rests start at `position`, and are all there.
    data: &'a [u8],
    position: usize,
    /// The last value of the call before.
    previous: &'a [u8],
}

impl Pairs<'_> {
    /// Appends the values, and says where each ends.
    fn append(
        &self,
        level: SimdLevel,
        front: &mut Front,
        window: &mut Window<'_>,
        ends: &mut [i64],
    ) {
        let num_sharing: usize = self.prefixes.iter().map(|&p| usize::from(p > 0)).sum();
        if num_sharing <= self.prefixes.len() / MIN_APART {
            return self.append_runs(front, window, ends);
        }
        let job = AppendEach {
            pairs: self,
            front,
            window,
            ends,
        };
        #[cfg(target_arch = "x86_64")]
        if let Some(proof) = level.avx2() {
            return proof.run(job);
        }
        let _ = level;
        job.append();
    }

    /// Appends values of which few share anything: the others are copied together.
    fn append_runs(&self, front: &mut Front, window: &mut Window<'_>, ends: &mut [i64]) {
        let first = window.len();
        let mut end = first as i64;
        let mut sharing = [0u16; BLOCK];
        let mut num_sharing = 0;
        let lengths = self.prefixes.iter().zip(self.suffixes);
        for (at, ((&prefix, &suffix), bound)) in lengths.zip(&mut *ends).enumerate() {
            end += i64::from(prefix) + i64::from(suffix);
            *bound = end;
            // A block has no more values than there are places; those that share nothing are overwritten.
            sharing[num_sharing % BLOCK] = at as u16;
            num_sharing += usize::from(prefix > 0);
        }
        let start_of = |at: usize| match at.checked_sub(1) {
            Some(before) => ends[before] as usize,
            None => first,
        };
        let mut rests = self.data.get(self.position..).unwrap_or_default();
        // As in `append_long`, nothing of it is refused.
        for &at in &sharing[..num_sharing] {
            let at = usize::from(at);
            let run = start_of(at) - window.len();
            let _ = window.append_prefix(rests, run);
            rests = rests.get(run..).unwrap_or_default();
            let prefix = self.prefixes[at] as usize;
            match at.checked_sub(1) {
                Some(before) => {
                    let _ = window.append_again(start_of(before), prefix);
                }
                None => front.append_prefix(window, self.previous, prefix),
            }
        }
        let _ = window.append_prefix(rests, end as usize - window.len());
        if let Some(last) = self.prefixes.len().checked_sub(1) {
            *front = Front::at(window.written(), start_of(last));
        }
    }
}

/// Appends the values one by one.
struct AppendEach<'a, 'w> {
    pairs: &'a Pairs<'a>,
    front: &'a mut Front,
    window: &'a mut Window<'w>,
    ends: &'a mut [i64],
}

impl AppendEach<'_, '_> {
    /// Does it, with copies of what it changes, so that all of it stays in registers.
    #[inline(always)]
    fn append(self) {
        let Self {
            pairs,
            front,
            window,
            ends,
        } = self;
        let (mut last, mut target) = (*front, window.fork());
        let mut position = pairs.position;
        for ((&prefix, &suffix), end) in pairs.prefixes.iter().zip(pairs.suffixes).zip(ends) {
            let (prefix, suffix) = (prefix as usize, suffix as usize);
            let start = target.len();
            let len = prefix + suffix;
            match last.join(prefix, pairs.data, position) {
                Some(words) if len <= 32 => {
                    target.append_words(words, len);
                    last.words = words;
                }
                words => {
                    let rest = pairs.data.get(position..).unwrap_or_default();
                    (target, last) =
                        last.append_long(target, pairs.previous, words, prefix, rest, suffix);
                }
            }
            last.start = start;
            position += suffix;
            *end = target.len() as i64;
        }
        *front = last;
        window.join(target);
    }
}

#[cfg(target_arch = "x86_64")]
impl Job for AppendEach<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.append();
    }
}

/// The start of a value that is not in the output.
const OUTSIDE: usize = usize::MAX;

/// The last value, as far as the next one needs it.
#[derive(Clone, Copy)]
struct Front {
    /// Its first 32 bytes; those behind its end are anything.
    words: [u64; 4],
    /// Where it is in the output; [`OUTSIDE`] before the first value of a call.
    start: usize,
}

/// For each shared length up to 32: ones over it.
const SHARED: [[u64; 4]; 33] = {
    let mut masks = [[0; 4]; 33];
    let mut len = 0;
    while len <= 32 {
        let mut byte = 0;
        while byte < len {
            masks[len][byte / 8] |= 0xff << (8 * (byte % 8));
            byte += 1;
        }
        len += 1;
    }
    masks
};

impl Front {
    fn of(previous: &[u8]) -> Self {
        let mut bytes = [0; 32];
        let len = previous.len().min(32);
        bytes[..len].copy_from_slice(&previous[..len]);
        Self {
            words: words(&bytes),
            start: OUTSIDE,
        }
    }

    /// Of the value from `start` on to the end of `written`.
    fn at(written: &[u8], start: usize) -> Self {
        let value = written.get(start..).unwrap_or_default();
        Self {
            start,
            ..Self::of(value)
        }
    }

    /// Appends the first `prefix` bytes of the value, which has as many; `previous` is the last value of the call before.
    #[inline(always)]
    fn append_prefix(&self, target: &mut Window<'_>, previous: &[u8], prefix: usize) {
        // All of it is there, the front by its check and the rests by their sum, and so is the room: nothing is refused.
        if prefix <= 32 {
            target.append_words(self.words, prefix);
        } else if self.start == OUTSIDE {
            let _ = target.append_prefix(previous, prefix);
        } else {
            let _ = target.append_again(self.start, prefix);
        }
    }

    /// The first 32 bytes of the value that shares `prefix` bytes and goes on with those at `position` of `data`; `None` if
    /// these are too near to either end of it.
    ///
    /// Loaded as much before `position` as is shared, the rest is in its place without a shift.
    #[inline(always)]
    fn join(&self, prefix: usize, data: &[u8], position: usize) -> Option<[u64; 4]> {
        let mask = &SHARED[prefix.min(32)];
        let own = words(data.get(position.wrapping_sub(prefix)..)?.first_chunk()?);
        Some(std::array::from_fn(|at| {
            self.words[at] & mask[at] | own[at] & !mask[at]
        }))
    }

    /// Appends a value that is longer than 32 bytes, or one at the start or the end of the page, and returns it and the
    /// target. `joined` are its first 32 bytes, if they could be loaded.
    #[inline(always)]
    fn append_long<'w>(
        mut self,
        mut target: Window<'w>,
        previous: &[u8],
        joined: Option<[u64; 4]>,
        prefix: usize,
        rest: &[u8],
        suffix: usize,
    ) -> (Window<'w>, Self) {
        self.append_prefix(&mut target, previous, prefix);
        let _ = target.append_prefix(rest, suffix);
        self.words = joined.unwrap_or_else(|| {
            let mut bytes = [0; 32];
            for (bytes, word) in bytes.chunks_exact_mut(8).zip(self.words) {
                bytes.copy_from_slice(&word.to_le_bytes());
            }
            let shared = prefix.min(32);
            let own = suffix.min(32 - shared).min(rest.len());
            bytes[shared..shared + own].copy_from_slice(&rest[..own]);
            words(&bytes)
        });
        (target, self)
    }
}

#[inline(always)]
fn words(bytes: &[u8; 32]) -> [u64; 4] {
    let (words, _) = bytes.as_chunks::<8>();
    std::array::from_fn(|at| u64::from_le_bytes(words[at]))
}

#[cfg(test)]
mod tests;
