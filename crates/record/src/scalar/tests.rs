use super::{Date, Decimal, Int96, Interval, Time, Timestamp, Uuid};
use crate::TimeUnit;

#[test]
fn dates_as_text() {
    let check = |days, expected: &str| assert_eq!(Date::from_days(days).to_string(), expected);
    check(0, "1970-01-01");
    check(-1, "1969-12-31");
    check(59, "1970-03-01");
    check(11_016, "2000-02-29");
    check(11_017, "2000-03-01");
    check(20_787, "2026-11-30");
    check(-719_528, "0000-01-01");
    check(-719_529, "-0001-12-31");
    check(2_932_897, "+10000-01-01");
    // No day of the range panics, and days follow one another.
    check(i32::MIN, "-5877641-06-23");
    check(i32::MAX, "+5881580-07-11");
    for days in -800_000..800_000 {
        let (year, month, day) = Date::from_days(days).year_month_day();
        let (next_year, next_month, next_day) = Date::from_days(days + 1).year_month_day();
        let follows = (next_year, next_month, next_day) == (year, month, day + 1)
            || next_day == 1 && (next_year, next_month) == (year, month + 1)
            || (next_month, next_day) == (1, 1)
                && (month, day) == (12, 31)
                && next_year == year + 1;
        assert!(follows, "{days}");
    }
}

#[test]
fn times_and_timestamps_as_text() {
    let time = |value, unit| Time::new(value, unit, true).to_string();
    assert_eq!(time(0, TimeUnit::Millis), "00:00:00");
    assert_eq!(time(86_399_999, TimeUnit::Millis), "23:59:59.999");
    assert_eq!(time(1, TimeUnit::Nanos), "00:00:00.000000001");
    assert_eq!(time(-1, TimeUnit::Micros), "-1");
    let timestamp = |value, unit, is_utc| Timestamp::new(value, unit, is_utc).to_string();
    assert_eq!(
        timestamp(-1, TimeUnit::Micros, true),
        "1969-12-31T23:59:59.999999Z"
    );
    assert_eq!(
        timestamp(1_774_000_000_000_000, TimeUnit::Micros, false),
        "2026-03-20T09:46:40"
    );
    for value in [i64::MIN, i64::MAX] {
        for unit in [TimeUnit::Millis, TimeUnit::Micros, TimeUnit::Nanos] {
            timestamp(value, unit, true);
            time(value, unit);
        }
    }
}

#[test]
fn timestamps_in_other_units_are_rounded_down() {
    let timestamp = Timestamp::new(-1_500, TimeUnit::Micros, true);
    assert_eq!(timestamp.millis(), Some(-2));
    assert_eq!(timestamp.nanos(), Some(-1_500_000));
    assert_eq!(timestamp.seconds_and_nanos(), (-1, 998_500_000));
    assert_eq!(
        Timestamp::new(i64::MAX, TimeUnit::Millis, true).nanos(),
        None
    );
}

#[test]
fn decimals_as_text() {
    let check = |unscaled, scale, expected: &str| {
        assert_eq!(Decimal::new(unscaled, 38, scale).to_string(), expected)
    };
    check(0, 0, "0");
    check(0, 2, "0.00");
    check(5, 2, "0.05");
    check(-5, 2, "-0.05");
    check(123, 3, "0.123");
    check(-12_345, 2, "-123.45");
    check(1_000_000_000, 0, "1000000000");
    check(12, -3, "12000");
    check(0, -3, "0");
    check(i128::MIN, 0, &i128::MIN.to_string());
    check(i128::MAX, 0, &i128::MAX.to_string());
    let wide = |halves, expected: &str| {
        assert_eq!(Decimal::from_halves(halves, 76, 0).to_string(), expected)
    };
    wide([0, 1], "340282366920938463463374607431768211456");
    wide([0, u128::MAX], "-340282366920938463463374607431768211456");
    wide(
        [0, 1 << 127],
        "-57896044618658097711785492504343953926634992332820282019728792003956564819968",
    );
    assert_eq!(Decimal::from_halves([0, 1], 76, 0).unscaled(), None);
    assert_eq!(Decimal::new(-7, 9, 2).unscaled(), Some(-7));
}

#[test]
fn bytes_as_text() {
    let uuid = Uuid::from_bytes(std::array::from_fn(|i| i as u8 * 17));
    assert_eq!(uuid.to_string(), "00112233-4455-6677-8899-aabbccddeeff");
    let mut bytes = [0; 12];
    bytes[8..].copy_from_slice(&2_440_589_u32.to_le_bytes());
    bytes[0] = 1;
    assert_eq!(
        Int96::from_bytes(bytes).to_string(),
        "1970-01-02T00:00:00.000000001"
    );
    let interval = Interval::from_bytes([2, 0, 0, 0, 10, 0, 0, 0, 172, 13, 0, 0]);
    assert_eq!(interval.to_string(), "P2M10DT3.500S");
}
