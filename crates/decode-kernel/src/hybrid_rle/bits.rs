//! Values of one bit: definition levels of columns outside lists, and booleans.
//!
//! Where nulls are few and scattered, runs are short and their lengths random: a branch on the kind of a run, or on whether its bits
//! fill a word, is mispredicted every other time and costs more than the run's bits. So a run of up to 56 bits, or of as many zeros
//! as a header of two bytes can tell, is taken without one. Both kinds are read alike, and their bits, length and size chosen by masks:
//!
//! ```text
//!     header   count · kind, in one byte or two
//!     packed   the next 8 bytes, of which the low 8 * count bits are the run
//!     repeated the bit of the next byte, as often
//! ```
//!
//! Longer runs are taken 64 bits a step.

use std::hint::select_unpredictable;

use super::{HybridRle, RunCursor};
use crate::nulls::{BitAppender, BitWriter, Bitmap, Pieces};
#[cfg(target_arch = "x86_64")]
use crate::simd::Job;
use crate::{BitWidth, DecodeError};

/// Bits for which room is made at a time: their number is only a claim until they are there.
const BLOCK: usize = 1 << 14;

/// Bytes from which a run is taken without a branch: a header of up to two, and eight.
const WINDOW: usize = 10;

/// Bits appended, and how many of them are set.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Taken {
    pub(crate) len: usize,
    pub(crate) ones: usize,
}

impl<B: AsRef<[u8]>> HybridRle<B> {
    /// Appends `n` values of one bit; returns how many are set.
    ///
    /// # Errors
    /// As for [`next_run`](Self::next_run), [`DecodeError::BitWidth`] if values are wider than a bit,
    /// [`DecodeError::LevelOutOfRange`] if a run repeats another value than 0 and 1. Values before the fault may have been appended.
    pub fn decode_bits(&mut self, n: usize, out: &mut Bitmap) -> Result<usize, DecodeError> {
        let mut appender = BitAppender::new(out);
        let (taken, result) = self.append_bits(n, &mut appender);
        appender.finish();
        result.map(|()| taken.ones)
    }

    /// Passes over `n` values of one bit; returns how many are set.
    ///
    /// # Errors
    /// As for [`decode_bits`](Self::decode_bits).
    pub fn skip_bits(&mut self, n: usize) -> Result<usize, DecodeError> {
        // Their count is wanted, so they are read all the same.
        let mut out = Bitmap::with_capacity(n.min(BLOCK));
        let (mut left, mut ones) = (n, 0);
        while left > 0 {
            let len = left.min(BLOCK);
            out.clear();
            ones += self.decode_bits(len, &mut out)?;
            left -= len;
        }
        Ok(ones)
    }

    /// Gives the next `n` values of one bit to `appender`; what was appended before a fault is counted, too.
    #[inline(always)]
    pub(crate) fn append_bits(
        &mut self,
        n: usize,
        appender: &mut BitAppender<'_>,
    ) -> (Taken, Result<(), DecodeError>) {
        if let Err(error) = BitWidth::try_new(self.bit_width().bits(), 1) {
            return (Taken::default(), Err(error));
        }
        let job = AppendBits {
            cursor: &mut self.cursor,
            data: self.data.as_ref(),
            n,
            appender,
        };
        #[cfg(target_arch = "x86_64")]
        if let Some(proof) = self.level.avx2() {
            return proof.run(job);
        }
        job.append()
    }
}

struct AppendBits<'a, 'b, 'c> {
    cursor: &'a mut RunCursor,
    data: &'b [u8],
    n: usize,
    appender: &'a mut BitAppender<'c>,
}

#[cfg(target_arch = "x86_64")]
impl Job for AppendBits<'_, '_, '_> {
    type Output = (Taken, Result<(), DecodeError>);

    #[inline(always)]
    fn run(self) -> Self::Output {
        self.append()
    }
}

impl AppendBits<'_, '_, '_> {
    #[inline(always)]
    fn append(self) -> (Taken, Result<(), DecodeError>) {
        let mut taken = Taken::default();
        let result = self.append_counting(&mut taken);
        (taken, result)
    }

    #[inline(always)]
    fn append_counting(self, taken: &mut Taken) -> Result<(), DecodeError> {
        let Self {
            cursor,
            data,
            n,
            appender,
        } = self;
        while taken.len < n {
            let mut left = (n - taken.len).min(BLOCK);
            let before = left;
            let (result, ones) = appender.with_room(left, |out| {
                while left > 0 {
                    if cursor.is_between_runs() {
                        left -= short_runs::<1>(cursor, data, left, out);
                        if data
                            .get(cursor.position())
                            .is_some_and(|&first| first >= 0x80)
                        {
                            left -= short_runs::<2>(cursor, data, left, out);
                        }
                        if left == 0 {
                            break;
                        }
                    }
                    left -= cursor.append_one_run(data, left, out)?;
                }
                Ok(())
            });
            taken.len += before - left;
            taken.ones += ones;
            result?;
        }
        Ok(())
    }
}

/// Takes short runs with headers of up to `HEADER` bytes, one or two, while they come, in all at most `max` bits; returns how many.
///
/// Two bytes are 64 zeros and more; where none are that many, it is quicker not to ask.
#[inline(always)]
fn short_runs<const HEADER: usize>(
    cursor: &mut RunCursor,
    data: &[u8],
    max: usize,
    out: &mut BitWriter<'_>,
) -> usize {
    let mut rest = data.get(cursor.position()..).unwrap_or_default();
    let mut pieces = out.pieces(max);
    while let Some(window) = rest.first_chunk::<WINDOW>() {
        let [first, second, ..] = *window;
        let is_packed = first & 1 == 1;
        // The next header waits for the size, so the shortest way: all that it may be, and conditional moves.
        let mut header = usize::from(first);
        let mut size = select_unpredictable(is_packed, 1 + (header >> 1), 2);
        let mut bytes = eight(window, 1);
        if HEADER == 2 {
            let has_two = first >= 0x80;
            let two = usize::from(first & 0x7f) | usize::from(second) << 7;
            let size_of_two = select_unpredictable(is_packed, 2 + (two >> 1), 3);
            size = select_unpredictable(has_two, size_of_two, size);
            header = select_unpredictable(has_two, two, header);
            bytes = select_unpredictable(has_two, eight(window, 2), bytes);
        }
        let value = bytes & 0xff;
        if !is_packed & (value > 1) {
            break;
        }
        let len = (header >> 1) << (3 * (first & 1));
        let bits = select_unpredictable(is_packed, bytes, value.wrapping_neg());
        if HEADER == 1 {
            // A header of two bytes would be 64 bits or more.
            if len > Pieces::MAX || !pieces.push(bits & !(u64::MAX << (len % 64)), len) {
                break;
            }
        } else {
            // A header of three bytes shows at the highest bit of the second; no packed run of that size ends in the window.
            let is_short = len <= Pieces::MAX || !is_packed & (header < 1 << 14);
            if !is_short || len > pieces.left() {
                break;
            }
            let mut left = len;
            while left > Pieces::MAX && value == 1 {
                let _ = pieces.push(u64::MAX >> 8, Pieces::MAX);
                left -= Pieces::MAX;
            }
            let _ = pieces.push_or_skip(bits & !(u64::MAX << (left % 64)), left);
        }
        rest = rest.get(size..).unwrap_or_default();
    }
    cursor.go_to(data.len() - rest.len());
    let taken = max - pieces.left();
    let written = pieces.finish();
    out.take_up(written);
    taken
}

/// The eight bytes of `window` from `at` on.
#[inline(always)]
fn eight(window: &[u8; WINDOW], at: usize) -> u64 {
    window[at..]
        .first_chunk()
        .map_or(0, |&bytes| u64::from_le_bytes(bytes))
}
