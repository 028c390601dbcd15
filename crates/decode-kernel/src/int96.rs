//! INT96: timestamps as nanoseconds of a Julian day.
//!
//! ```text
//! | nanoseconds since midnight, i64 | Julian day, i32 |
//! ```
//!
//! Both little-endian. The nanoseconds may be more than a day has, and below 0: it is their sum that counts.
//!
//! Spec: parquet.thrift, "INT96", deprecated; the layout is Impala's and Hive's

use crate::DecodeError;
use crate::output::Spare;

/// The Julian day of 1970-01-01.
const UNIX_EPOCH: i64 = 2_440_588;

const SECONDS_A_DAY: i64 = 86_400;

/// The unit that timestamps are counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TimestampUnit {
    /// Seconds.
    Second,
    /// Milliseconds.
    Millisecond,
    /// Microseconds.
    Microsecond,
    /// Nanoseconds: only the years 1677 to 2262 fit.
    Nanosecond,
}

impl TimestampUnit {
    const fn per_second(self) -> i64 {
        match self {
            Self::Second => 1,
            Self::Millisecond => 1_000,
            Self::Microsecond => 1_000_000,
            Self::Nanosecond => 1_000_000_000,
        }
    }
}

/// The timestamp that `bytes` are, counted from 1970-01-01 and rounded down, or `None` if `i64` cannot hold it.
#[must_use]
#[inline]
pub fn timestamp(bytes: [u8; 12], unit: TimestampUnit) -> Option<i64> {
    let [a, b, c, d, e, f, g, h, day @ ..] = bytes;
    let nanos = i64::from_le_bytes([a, b, c, d, e, f, g, h]);
    let days = i64::from(i32::from_le_bytes(day)) - UNIX_EPOCH;
    let since_midnight = nanos.div_euclid(1_000_000_000 / unit.per_second());
    let per_day = SECONDS_A_DAY * unit.per_second();
    match days.checked_mul(per_day) {
        Some(midnight) => midnight.checked_add(since_midnight),
        // Many negative nanoseconds may lead back into the range.
        None => {
            let midnight = i128::from(days) * i128::from(per_day);
            i64::try_from(midnight + i128::from(since_midnight)).ok()
        }
    }
}

/// Appends the timestamps that lie in `bytes`, 12 bytes each.
///
/// # Errors
/// [`DecodeError::WrongLength`] if `bytes` is not a whole number of values, [`DecodeError::ValueOutOfRange`] for a timestamp
/// that `i64` cannot hold in `unit`. `out` is then untouched.
pub fn timestamps(
    bytes: &[u8],
    unit: TimestampUnit,
    out: &mut Vec<i64>,
) -> Result<(), DecodeError> {
    match unit {
        TimestampUnit::Second => {
            append(bytes, out, |value| timestamp(value, TimestampUnit::Second))
        }
        TimestampUnit::Millisecond => append(bytes, out, |value| {
            timestamp(value, TimestampUnit::Millisecond)
        }),
        TimestampUnit::Microsecond => append(bytes, out, |value| {
            timestamp(value, TimestampUnit::Microsecond)
        }),
        TimestampUnit::Nanosecond => append(bytes, out, |value| {
            timestamp(value, TimestampUnit::Nanosecond)
        }),
    }
}

/// One loop for each unit, so that its divisions are multiplications.
#[inline(always)]
fn append(
    bytes: &[u8],
    out: &mut Vec<i64>,
    timestamp: impl Fn([u8; 12]) -> Option<i64>,
) -> Result<(), DecodeError> {
    let (values, rest) = bytes.as_chunks::<12>();
    if !rest.is_empty() {
        return Err(DecodeError::WrongLength {
            expected: bytes.len() - rest.len(),
            found: bytes.len(),
        });
    }
    let mut all_fit = true;
    let mut spare = Spare::new(out, values.len());
    spare.extend_map(values, |value| {
        let timestamp = timestamp(value);
        all_fit &= timestamp.is_some();
        timestamp.unwrap_or_default()
    });
    if all_fit {
        spare.finish();
        return Ok(());
    }
    let value = values.iter().position(|&value| timestamp(value).is_none());
    Err(DecodeError::ValueOutOfRange {
        value: value.unwrap_or(0),
        bits: i64::BITS,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNITS: [(TimestampUnit, i128); 4] = [
        (TimestampUnit::Second, 1),
        (TimestampUnit::Millisecond, 1_000),
        (TimestampUnit::Microsecond, 1_000_000),
        (TimestampUnit::Nanosecond, 1_000_000_000),
    ];

    fn encode(day: i32, nanos: i64) -> [u8; 12] {
        let mut bytes = [0; 12];
        bytes[..8].copy_from_slice(&nanos.to_le_bytes());
        bytes[8..].copy_from_slice(&day.to_le_bytes());
        bytes
    }

    #[test]
    fn known_days() {
        let check = |day, nanos, expected| {
            assert_eq!(
                timestamp(encode(day, nanos), TimestampUnit::Second),
                Some(expected)
            );
        };
        check(2_440_588, 0, 0);
        check(2_440_587, 86_399_999_999_999, -1);
        check(2_440_589, 1_999_999_999, 86_401);
        // Noon, 2000-01-01.
        check(2_451_545, 43_200_000_000_000, 946_728_000);
        check(0, 0, -210_866_803_200);
    }

    #[test]
    fn every_unit_against_wide_arithmetic() {
        let days = [
            i32::MIN,
            -1,
            0,
            1,
            2_333_837,
            2_333_838,
            2_440_587,
            2_440_588,
            2_547_339,
            2_547_340,
            i32::MAX,
        ];
        let nanos = [
            i64::MIN,
            -86_400_000_000_000,
            -1_001,
            -1,
            0,
            1,
            999,
            86_399_999_999_999,
            i64::MAX,
        ];
        for (unit, per_second) in UNITS {
            for day in days {
                for nanos in nanos {
                    let midnight = (i128::from(day) - 2_440_588) * 86_400 * per_second;
                    let exact = midnight + i128::from(nanos).div_euclid(1_000_000_000 / per_second);
                    let expected = i64::try_from(exact).ok();
                    let bytes = encode(day, nanos);
                    assert_eq!(timestamp(bytes, unit), expected, "{day} {nanos} {unit:?}");
                    let mut out = vec![7];
                    let found = timestamps(&[encode(2_440_588, 0), bytes].concat(), unit, &mut out);
                    match expected {
                        Some(expected) => assert_eq!((found, out), (Ok(()), vec![7, 0, expected])),
                        None => {
                            let error = DecodeError::ValueOutOfRange { value: 1, bits: 64 };
                            assert_eq!((found, out), (Err(error), vec![7]));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_part_of_a_value_is_an_error() {
        for size in (0..30).filter(|size| size % 12 != 0) {
            let found = timestamps(&vec![0; size], TimestampUnit::Second, &mut vec![]);
            assert!(matches!(found, Err(DecodeError::WrongLength { .. })));
        }
    }
}
