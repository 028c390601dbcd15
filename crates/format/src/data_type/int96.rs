//! INT96: a timestamp as a Julian day and the nanoseconds of that day.

use std::cmp::Ordering;
use std::fmt;

const EPOCH_JULIAN_DAY: i64 = 2_440_588;
const SECONDS_PER_DAY: i64 = 86_400;
const NANOS_PER_SECOND: i64 = 1_000_000_000;

/// A value of the physical type INT96: nanoseconds of the day in the low eight bytes, the Julian day
/// in the high four. Ordered as the instants are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Int96 {
    value: [u32; 3],
}

impl Int96 {
    /// The value whose bytes are all zero.
    pub fn new() -> Self {
        Self::default()
    }

    /// The value that lies in these bytes, the lowest first.
    pub fn from_le_bytes(bytes: [u8; 12]) -> Self {
        let word = |at: usize| {
            u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
        };
        Self {
            value: [word(0), word(4), word(8)],
        }
    }

    /// The bytes of the value, the lowest first.
    pub fn to_le_bytes(&self) -> [u8; 12] {
        let mut bytes = [0; 12];
        for (target, word) in bytes.chunks_exact_mut(4).zip(self.value) {
            target.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    /// The three words of the value, the lowest first.
    pub fn data(&self) -> &[u32] {
        &self.value
    }

    /// Sets the three words of the value, the lowest first.
    pub fn set_data(&mut self, elem0: u32, elem1: u32, elem2: u32) {
        self.value = [elem0, elem1, elem2];
    }

    /// Seconds since 1970-01-01T00:00:00.
    pub fn to_seconds(&self) -> i64 {
        self.since_epoch(1)
    }

    /// Milliseconds since 1970-01-01T00:00:00.
    pub fn to_millis(&self) -> i64 {
        self.since_epoch(1_000)
    }

    /// Microseconds since 1970-01-01T00:00:00.
    pub fn to_micros(&self) -> i64 {
        self.since_epoch(1_000_000)
    }

    /// Nanoseconds since 1970-01-01T00:00:00. Wraps around for days before 1677 and after 2262.
    pub fn to_nanos(&self) -> i64 {
        self.since_epoch(NANOS_PER_SECOND)
    }

    fn since_epoch(&self, units_per_second: i64) -> i64 {
        (i64::from(self.day()) - EPOCH_JULIAN_DAY)
            .wrapping_mul(SECONDS_PER_DAY * units_per_second)
            .wrapping_add(self.nanos_of_day() / (NANOS_PER_SECOND / units_per_second))
    }

    fn day(&self) -> i32 {
        self.value[2].cast_signed()
    }

    fn nanos_of_day(&self) -> i64 {
        (u64::from(self.value[1]) << 32 | u64::from(self.value[0])).cast_signed()
    }
}

impl Ord for Int96 {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.day(), self.nanos_of_day()).cmp(&(other.day(), other.nanos_of_day()))
    }
}

impl PartialOrd for Int96 {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The value of these three words, the lowest first.
///
/// # Panics
/// If there are not three.
impl From<Vec<u32>> for Int96 {
    fn from(words: Vec<u32>) -> Self {
        let value = words.as_slice().try_into();
        Self {
            value: value.expect("INT96 takes three words"),
        }
    }
}

impl fmt::Display for Int96 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.value)
    }
}
