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
//! The first 16 bytes of the value before stay in a register: loading what was stored a moment ago, in other pieces, would
//! stall. So a value of up to 16 bytes is the register's front, the rest shifted behind it, and one store. A front that is
//! longer is copied from the output.
//!
//! Spec: Encodings.md, "Delta Strings"

use super::lengths::{BLOCK, Lengths, total};
use crate::DecodeError;
use crate::simd::SimdLevel;
use crate::strings::{
    ByteArrays, ByteWriter, Content, INLINE_LEN, Offset, ViewBase, first_word, validate_utf8,
};

/// Decodes DELTA_BYTE_ARRAY, also of FIXED_LEN_BYTE_ARRAY.
#[derive(Debug, Clone)]
pub struct ByteArray<B> {
    data: B,
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
            out.extend(ends.windows(2).map(|pair| {
                let (start, end) = (pair[0].to_usize(), pair[1].to_usize());
                longest = longest.max(end - start);
                base.view_of(&bytes[start..], start, end - start)
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
            let mut lengths = ends
                .windows(2)
                .map(|pair| pair[1].to_usize() - pair[0].to_usize());
            match lengths.find(|&length| length != width) {
                None => Ok(()),
                Some(found) => Err(DecodeError::WrongLength {
                    expected: width,
                    found,
                }),
            }
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
                check_shared(prefix as usize, self.previous.len())?;
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
        let data = self.data.as_ref();
        let limit = limit.min(self.output_limit);
        let mut front = Front::of(&self.previous);
        let mut ascii = self.content == Content::Bytes || self.previous.is_ascii();
        let mut writer = ByteWriter::new(out, 0);
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
            let mut rest = rests;
            for ((&prefix, &suffix), end) in prefixes.iter().zip(suffixes).zip(&mut bounds[1..]) {
                let (prefix, suffix) = (prefix as usize, suffix as usize);
                front.append(&mut writer, &self.previous, prefix, rest, suffix)?;
                rest = &rest[suffix..];
                *end = writer.len() as i64;
            }
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
            if left == 0 {
                let last = last_value(&writer, bounds);
                self.previous.clear();
                self.previous.extend_from_slice(last);
            }
            sink(&mut writer, bounds)?;
        }
        Ok(())
    }
}

#[inline(always)]
fn check_shared(prefix: usize, previous_len: usize) -> Result<(), DecodeError> {
    if prefix > previous_len {
        return Err(DecodeError::Malformed {
            what: "shared length beyond the value before",
            found: prefix as u64,
        });
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

/// The last value, as far as the next one needs it.
struct Front {
    /// Its first 16 bytes; those behind its end are anything.
    word: u128,
    /// Where the writer has it; `None` before the first value of a call.
    start: Option<usize>,
    len: usize,
}

impl Front {
    fn of(previous: &[u8]) -> Self {
        Self {
            word: first_word(previous),
            start: None,
            len: previous.len(),
        }
    }

    /// Appends the value that shares `prefix` bytes and goes on with the first `suffix` bytes of `rest`, which is the last
    /// value from then on. `previous` is the value that `start` does not point to.
    #[inline(always)]
    fn append(
        &mut self,
        writer: &mut ByteWriter<'_>,
        previous: &[u8],
        prefix: usize,
        rest: &[u8],
        suffix: usize,
    ) -> Result<(), DecodeError> {
        check_shared(prefix, self.len)?;
        let start = writer.len();
        let mut word = self.word;
        if prefix < 16 {
            let shared = (1 << (8 * prefix)) - 1;
            word = word & shared | first_word(rest) << (8 * prefix);
        }
        let len = prefix + suffix;
        if len <= 16 {
            writer.append_word(word, len);
        } else {
            let shared = match self.start {
                _ if prefix <= 16 => {
                    writer.append_word(self.word, prefix);
                    true
                }
                Some(start) => writer.append_again(start, prefix),
                None => writer.append_prefix(previous, prefix),
            };
            // Both are there: `prefix` was checked above, the rests by their sum.
            debug_assert!(shared);
            let rested = writer.append_prefix(rest, suffix);
            debug_assert!(rested);
        }
        *self = Self {
            word,
            start: Some(start),
            len,
        };
        Ok(())
    }
}

#[cfg(test)]
mod tests;
