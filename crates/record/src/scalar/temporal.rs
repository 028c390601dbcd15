//! Dates, times and timestamps, as they are stored and as text.

use std::fmt;

use crate::TimeUnit;

const SECONDS_PER_DAY: i64 = 86_400;

/// A day, counted from 1970-01-01 in the proleptic Gregorian calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(i32);

impl Date {
    /// The day that lies `days` after 1970-01-01.
    #[must_use]
    pub const fn from_days(days: i32) -> Self {
        Self(days)
    }

    /// Days since 1970-01-01.
    #[must_use]
    pub const fn days(self) -> i32 {
        self.0
    }

    /// Year, month from 1, day from 1.
    #[must_use]
    pub fn year_month_day(self) -> (i64, u8, u8) {
        civil(i64::from(self.0))
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_date(f, i64::from(self.0))
    }
}

/// A time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Time {
    value: i64,
    unit: TimeUnit,
    is_utc: bool,
}

impl Time {
    /// `value` units after midnight.
    #[must_use]
    pub const fn new(value: i64, unit: TimeUnit, is_utc: bool) -> Self {
        Self {
            value,
            unit,
            is_utc,
        }
    }

    /// Units after midnight, as stored.
    #[must_use]
    pub const fn value(self) -> i64 {
        self.value
    }

    /// The unit.
    #[must_use]
    pub const fn unit(self) -> TimeUnit {
        self.unit
    }

    /// Whether this is a time in UTC, not a local one.
    #[must_use]
    pub const fn is_utc(self) -> bool {
        self.is_utc
    }

    /// Nanoseconds after midnight; `None` if they are too many for 64 bits.
    #[must_use]
    pub fn nanos(self) -> Option<i64> {
        self.value.checked_mul(nanos_per(self.unit))
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, part) = split(self.value, self.unit);
        if !(0..SECONDS_PER_DAY).contains(&seconds) {
            return write!(f, "{}", self.value);
        }
        write_time(f, seconds, part, self.unit)
    }
}

/// A date and time, counted from 1970-01-01T00:00:00: a point in time if it is UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Timestamp {
    value: i64,
    unit: TimeUnit,
    is_utc: bool,
}

impl Timestamp {
    /// `value` units after the beginning of 1970.
    #[must_use]
    pub const fn new(value: i64, unit: TimeUnit, is_utc: bool) -> Self {
        Self {
            value,
            unit,
            is_utc,
        }
    }

    /// Units since the beginning of 1970, as stored.
    #[must_use]
    pub const fn value(self) -> i64 {
        self.value
    }

    /// The unit.
    #[must_use]
    pub const fn unit(self) -> TimeUnit {
        self.unit
    }

    /// Whether this is a point in time, not a local date and time.
    #[must_use]
    pub const fn is_utc(self) -> bool {
        self.is_utc
    }

    /// Milliseconds since the beginning of 1970, rounded down.
    #[must_use]
    #[inline]
    pub fn millis(self) -> Option<i64> {
        self.counted_in(TimeUnit::Millis)
    }

    /// Microseconds since the beginning of 1970, rounded down; `None` if they are too many.
    #[must_use]
    #[inline]
    pub fn micros(self) -> Option<i64> {
        self.counted_in(TimeUnit::Micros)
    }

    /// Nanoseconds since the beginning of 1970; `None` if they are too many, which those of years
    /// before 1677 and after 2262 are.
    #[must_use]
    #[inline]
    pub fn nanos(self) -> Option<i64> {
        self.counted_in(TimeUnit::Nanos)
    }

    /// Seconds since the beginning of 1970, rounded down, and nanoseconds on top of them.
    #[must_use]
    pub fn seconds_and_nanos(self) -> (i64, u32) {
        let (seconds, part) = split(self.value, self.unit);
        // Less than a second.
        (seconds, (i64::from(part) * nanos_per(self.unit)) as u32)
    }

    #[inline(always)]
    fn counted_in(self, unit: TimeUnit) -> Option<i64> {
        // Each with a constant, which the compiler makes a multiplication or nothing at all.
        use TimeUnit::{Micros, Millis, Nanos};
        let value = self.value;
        match (self.unit, unit) {
            (Millis, Millis) | (Micros, Micros) | (Nanos, Nanos) => Some(value),
            (Nanos, Micros) | (Micros, Millis) => Some(value.div_euclid(1_000)),
            (Nanos, Millis) => Some(value.div_euclid(1_000_000)),
            (Millis, Micros) | (Micros, Nanos) => value.checked_mul(1_000),
            (Millis, Nanos) => value.checked_mul(1_000_000),
        }
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, part) = split(self.value, self.unit);
        write_date(f, seconds.div_euclid(SECONDS_PER_DAY))?;
        f.write_str("T")?;
        write_time(f, seconds.rem_euclid(SECONDS_PER_DAY), part, self.unit)?;
        f.write_str(if self.is_utc { "Z" } else { "" })
    }
}

const fn nanos_per(unit: TimeUnit) -> i64 {
    1_000_000_000 / unit.per_second()
}

/// Whole seconds, and the units on top of them.
fn split(value: i64, unit: TimeUnit) -> (i64, u32) {
    let per_second = unit.per_second();
    // Less than 10^9.
    (
        value.div_euclid(per_second),
        value.rem_euclid(per_second) as u32,
    )
}

/// Year, month and day of the day `days` after 1970-01-01.
///
/// Years are counted from March, so that the leap day is the last of its year, and in cycles of 400
/// years, which all have the same number of days.
fn civil(days: i64) -> (i64, u8, u8) {
    const DAYS_TO_YEAR_0: i64 = 719_468;
    const DAYS_PER_CYCLE: i64 = 146_097;
    let days = days + DAYS_TO_YEAR_0;
    let (cycle, day) = (
        days.div_euclid(DAYS_PER_CYCLE),
        days.rem_euclid(DAYS_PER_CYCLE),
    );
    // Every 4th year is longer by a day, every 100th is not, the 400th is.
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year + year / 4 - year / 100);
    // From March on, 153 days are 5 months.
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let is_next_year = month >= 10;
    let month = if is_next_year { month - 9 } else { month + 3 };
    let year = cycle * 400 + year + i64::from(is_next_year);
    (year, month as u8, day as u8)
}

fn write_date(f: &mut fmt::Formatter<'_>, days: i64) -> fmt::Result {
    let (year, month, day) = civil(days);
    match year {
        0..=9999 => write!(f, "{year:04}-{month:02}-{day:02}"),
        // ISO 8601 wants a sign before years of another length.
        _ => write!(f, "{year:+05}-{month:02}-{day:02}"),
    }
}

/// The fraction is left out if it is nothing, else it has the digits that it takes: 3, 6 or 9.
fn write_time(f: &mut fmt::Formatter<'_>, seconds: i64, part: u32, unit: TimeUnit) -> fmt::Result {
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    write!(f, "{hour:02}:{minute:02}:{second:02}")?;
    let nanos = i64::from(part) * nanos_per(unit);
    match nanos {
        0 => Ok(()),
        _ if nanos % 1_000_000 == 0 => write!(f, ".{:03}", nanos / 1_000_000),
        _ if nanos % 1_000 == 0 => write!(f, ".{:06}", nanos / 1_000),
        _ => write!(f, ".{nanos:09}"),
    }
}
