//! Scalars that are stored as some bytes: UUID, INT96, INTERVAL.

use std::fmt;

use herringbone_decode_kernel::int96::{TimestampUnit, timestamp};

use super::Timestamp;
use crate::TimeUnit;

/// A UUID.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Uuid([u8; 16]);

impl Uuid {
    /// The UUID of these bytes, the most significant first.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// Its bytes, the most significant first.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }
}

impl fmt::Display for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, byte) in self.0.iter().enumerate() {
            if matches!(i, 4 | 6 | 8 | 10) {
                f.write_str("-")?;
            }
            write!(f, "{byte:02x}")?;
        }
        Ok(())
    }
}

/// The timestamp of old writers: nanoseconds of a day and the Julian number of the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Int96([u8; 12]);

impl Int96 {
    /// The timestamp as it is stored.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 12]) -> Self {
        Self(bytes)
    }

    /// Its bytes as they are stored.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 12] {
        &self.0
    }

    /// As a local date and time in nanoseconds; `None` before 1677 and after 2262.
    #[must_use]
    pub fn nanos(self) -> Option<Timestamp> {
        let value = timestamp(self.0, TimestampUnit::Nanosecond)?;
        Some(Timestamp::new(value, TimeUnit::Nanos, false))
    }

    /// As a local date and time in microseconds, rounded down.
    #[must_use]
    pub fn micros(self) -> Option<Timestamp> {
        let value = timestamp(self.0, TimestampUnit::Microsecond)?;
        Some(Timestamp::new(value, TimeUnit::Micros, false))
    }
}

impl fmt::Display for Int96 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.nanos().or_else(|| self.micros()) {
            Some(timestamp) => timestamp.fmt(f),
            None => write!(f, "{:?}", self.0),
        }
    }
}

/// Months, days and milliseconds, each counted on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Interval {
    /// Months.
    pub months: u32,
    /// Days.
    pub days: u32,
    /// Milliseconds.
    pub millis: u32,
}

impl Interval {
    /// The interval as it is stored.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 12]) -> Self {
        let [a, b, c, d, e, f, g, h, i, j, k, l] = bytes;
        Self {
            months: u32::from_le_bytes([a, b, c, d]),
            days: u32::from_le_bytes([e, f, g, h]),
            millis: u32::from_le_bytes([i, j, k, l]),
        }
    }
}

/// As ISO 8601 has it, such as `P2M10DT3.500S`.
impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, part) = (self.millis / 1000, self.millis % 1000);
        write!(f, "P{}M{}DT{seconds}.{part:03}S", self.months, self.days)
    }
}
