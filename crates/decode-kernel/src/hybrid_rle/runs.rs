//! Runs as they lie in the bytes.
//!
//! ```text
//!     header = 2 * len          repeated: the value in whole bytes follows, `len` times over
//!     header = 2 * groups + 1   packed: `groups` groups of eight values, `bit_width` bytes each
//! ```

use crate::nulls::BitWriter;
use crate::{BitWidth, DecodeError, varint};

/// Values of one run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Run<'a> {
    /// One value, repeated.
    Repeated {
        /// The value.
        value: u32,
        /// How often it comes.
        len: usize,
    },
    /// Values packed one after another, least significant bit first.
    Packed {
        /// All values of the run, and whatever bytes come behind them.
        bytes: &'a [u8],
        /// The first value's first bit in `bytes`, below 8.
        bit_offset: usize,
        /// The width of each value.
        bit_width: BitWidth,
        /// The number of values.
        len: usize,
    },
}

impl Run<'_> {
    /// The number of values.
    #[inline(always)]
    pub fn len(&self) -> usize {
        match *self {
            Self::Repeated { len, .. } | Self::Packed { len, .. } => len,
        }
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// What becomes of the runs of a [`RunCursor::drive`].
pub(crate) trait RunSink {
    /// Takes `value`, `len` times.
    fn repeated(&mut self, value: u32, len: usize) -> Result<(), DecodeError>;

    /// Takes the `len` values that start at bit `first` of `data`; they end within `data`.
    fn packed(&mut self, data: &[u8], first: u64, len: usize) -> Result<(), DecodeError>;
}

/// A place in the runs of a stream, whose bytes are given anew to each call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RunCursor {
    bit_width: BitWidth,
    /// Where the next header is.
    pos: usize,
    /// Values left of the current run.
    left: usize,
    current: Current,
}

#[derive(Debug, Clone, Copy)]
enum Current {
    Repeated {
        value: u32,
    },
    /// The next value starts at this bit of the stream.
    Packed {
        first: u64,
    },
}

impl RunCursor {
    pub(crate) fn new(bit_width: BitWidth) -> Self {
        Self {
            bit_width,
            pos: 0,
            left: 0,
            current: Current::Repeated { value: 0 },
        }
    }

    pub(crate) fn bit_width(&self) -> BitWidth {
        self.bit_width
    }

    /// Whether the next value begins a run.
    #[inline(always)]
    pub(super) fn is_between_runs(&self) -> bool {
        self.left == 0
    }

    /// Where the next header is.
    #[inline(always)]
    pub(super) fn position(&self) -> usize {
        self.pos
    }

    /// Continues with the header at `position`, the runs before it being taken.
    #[inline(always)]
    pub(super) fn go_to(&mut self, position: usize) {
        self.pos = position;
    }

    /// Appends what is left of the current run of bits, or the next one, at most `max` bits; returns how many.
    #[inline(always)]
    pub(super) fn append_one_run(
        &mut self,
        data: &[u8],
        max: usize,
        out: &mut BitWriter<'_>,
    ) -> Result<usize, DecodeError> {
        if self.left == 0 {
            self.load(data)?;
        }
        let len = self.left.min(max);
        match &mut self.current {
            Current::Repeated { value } if *value > 1 => {
                return Err(DecodeError::LevelOutOfRange {
                    level: *value,
                    max: 1,
                });
            }
            Current::Repeated { value } => out.push_run(*value != 0, len),
            // Bits of no width are all zero.
            Current::Packed { .. } if self.bit_width.bits() == 0 => out.push_run(false, len),
            Current::Packed { first } => {
                out.push_bits(data, *first, len);
                *first += len as u64;
            }
        }
        self.left -= len;
        Ok(len)
    }

    #[inline(always)]
    pub(crate) fn drive(
        &mut self,
        data: &[u8],
        n: usize,
        sink: &mut impl RunSink,
    ) -> Result<(), DecodeError> {
        // A copy, so that the compiler may keep it in registers.
        let mut cursor = *self;
        let mut left = n;
        while left > 0 {
            if cursor.left == 0 {
                cursor.load(data)?;
            }
            let len = cursor.left.min(left);
            match &mut cursor.current {
                Current::Repeated { value } => sink.repeated(*value, len)?,
                Current::Packed { first } => {
                    sink.packed(data, *first, len)?;
                    *first += len as u64 * u64::from(cursor.bit_width.bits());
                }
            }
            cursor.left -= len;
            left -= len;
        }
        *self = cursor;
        Ok(())
    }

    pub(crate) fn next_run<'a>(
        &mut self,
        data: &'a [u8],
        max: usize,
    ) -> Result<Run<'a>, DecodeError> {
        if self.left == 0 && max > 0 {
            self.load(data)?;
        }
        let len = self.left.min(max);
        self.left -= len;
        match &mut self.current {
            Current::Repeated { value } => Ok(Run::Repeated { value: *value, len }),
            Current::Packed { first } => {
                let start = *first;
                *first += len as u64 * u64::from(self.bit_width.bits());
                Ok(Run::Packed {
                    bytes: &data[(start / 8) as usize..],
                    bit_offset: (start % 8) as usize,
                    bit_width: self.bit_width,
                    len,
                })
            }
        }
    }

    /// Makes the next run that is not empty the current one.
    ///
    /// Each header takes at least a byte, so empty runs end with the bytes.
    #[inline(always)]
    fn load(&mut self, data: &[u8]) -> Result<(), DecodeError> {
        loop {
            if self.pos >= data.len() {
                return self.load_behind_the_end();
            }
            let header = varint::uleb128(data, &mut self.pos)?;
            let count = usize::try_from(header >> 1).unwrap_or(usize::MAX);
            if header & 1 == 0 {
                let value = self.repeated_value(data)?;
                self.current = Current::Repeated { value };
                self.left = count;
            } else {
                self.load_packed(data, count);
            }
            if self.left > 0 {
                return Ok(());
            }
        }
    }

    #[inline(always)]
    fn repeated_value(&mut self, data: &[u8]) -> Result<u32, DecodeError> {
        let size = self.bit_width.whole_bytes();
        let rest = &data[self.pos..];
        let value = if let Some(window) = rest.first_chunk::<4>() {
            let unused = 8 * (4 - size as u32);
            // In two steps, since a shift by 32 (no bytes at all) is none.
            (u64::from(u32::from_le_bytes(*window)) << unused) as u32
                >> (unused / 2)
                >> (unused - unused / 2)
        } else {
            last_value(rest, size)?
        };
        self.pos += size;
        Ok(value)
    }

    #[inline(always)]
    fn load_packed(&mut self, data: &[u8], groups: usize) {
        let bits = self.bit_width.bits() as usize;
        let available = data.len() - self.pos;
        self.current = Current::Packed {
            first: self.pos as u64 * 8,
        };
        if let Some(size) = groups.checked_mul(bits)
            && size <= available
        {
            self.left = groups.saturating_mul(8);
            self.pos += size;
        } else {
            // Cut short: the values that are whole are there, and nothing comes behind them. The width is not 0 here.
            self.left = (available as u64 * 8 / bits.max(1) as u64) as usize;
            self.pos = data.len();
        }
    }

    #[cold]
    fn load_behind_the_end(&mut self) -> Result<(), DecodeError> {
        if self.bit_width.bits() == 0 {
            self.current = Current::Repeated { value: 0 };
            self.left = usize::MAX;
            Ok(())
        } else {
            Err(DecodeError::Truncated {
                needed: 1,
                available: 0,
            })
        }
    }
}

/// The value of `size` bytes, at most 4, at the front of the last ones.
#[cold]
fn last_value(rest: &[u8], size: usize) -> Result<u32, DecodeError> {
    let bytes = rest.get(..size).ok_or(DecodeError::Truncated {
        needed: size,
        available: rest.len(),
    })?;
    let mut whole = [0; 4];
    whole[..size].copy_from_slice(bytes);
    Ok(u32::from_le_bytes(whole))
}
