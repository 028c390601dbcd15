//! Values of one bit: definition levels of columns outside lists, and booleans.
//!
//! Where nulls are few and scattered, runs are short and their lengths random: a branch on the kind of a run, or on whether its bits
//! fill a word, is mispredicted every other time and costs more than the run's bits. So a run of up to 56 bits is taken without one.
//! Both kinds are read alike, nine bytes from the header on, and their bits, length and size chosen by masks:
//!
//! ```text
//!     header   count · kind        count = 1 to 7 groups, or 1 to 56 repetitions
//!     packed   the next 8 bytes, of which the low 8 * count bits are the run
//!     repeated the bit of the next byte, as often
//! ```
//!
//! Longer runs are taken 64 bits a step.

use std::hint::select_unpredictable;

use super::{HybridRle, RunCursor};
use crate::nulls::{BitAppender, Bitmap, ShortBits};
#[cfg(target_arch = "x86_64")]
use crate::simd::Job;
use crate::{BitWidth, DecodeError};

/// Bits of short runs for which room is made at a time.
const MAX_SHORT: usize = 2048;

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
        // Their count is wanted, so they are read all the same; a bitmap of them is short.
        let mut out = Bitmap::with_capacity(n.min(8 * self.data.as_ref().len()));
        self.decode_bits(n, &mut out)
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
            if cursor.is_between_runs() {
                let left = (n - taken.len).min(MAX_SHORT);
                let short =
                    appender.with_short_bits(left, |out| short_runs(cursor, data, left, out));
                taken.len += short.len;
                taken.ones += short.ones;
                if taken.len == n {
                    break;
                }
            }
            let (len, ones) = cursor.append_one_run(data, n - taken.len, appender)?;
            taken.len += len;
            taken.ones += ones;
        }
        Ok(())
    }
}

/// Takes short runs while they come, in all at most `left` bits.
#[inline(always)]
fn short_runs(cursor: &mut RunCursor, data: &[u8], left: usize, out: &mut ShortBits<'_>) -> Taken {
    let mut position = cursor.position();
    let mut taken = Taken::default();
    while let Some(window) = data
        .get(position..)
        .and_then(|rest| rest.first_chunk::<9>())
    {
        let [header, bytes @ ..] = *window;
        let bytes = u64::from_le_bytes(bytes);
        let (count, kind) = (u64::from(header >> 1), u64::from(header & 1));
        let packed = kind.wrapping_neg();
        let len = count << (3 * kind);
        // All that the next header waits for, so the shortest way: a conditional move.
        let size = select_unpredictable(kind == 1, usize::from(header >> 1) + 1, 2);
        let value = bytes & 0xff & !packed;
        if len > (left - taken.len).min(ShortBits::MAX as usize) as u64
            || header >= 0x80
            || value > 1
        {
            break;
        }
        let bits = ((bytes & packed) | value.wrapping_neg()) & !(u64::MAX << len);
        if !out.push(bits, len as u32) {
            break;
        }
        taken.ones += bits.count_ones() as usize;
        taken.len += len as usize;
        position += size;
    }
    cursor.go_to(position);
    taken
}
