//! Decimals and INT96 in hand-made pages: every storage into every width and unit.

use arrow_array::cast::AsArray;
use arrow_array::types::*;
use arrow_array::*;
use arrow_cast::cast;
use arrow_schema::{DataType, TimeUnit};
use bytes::Bytes;
use herringbone_testkit::encode::Encoding as KitEncoding;
use herringbone_testkit::file::column::{Column, Layout};
use herringbone_testkit::file::schema::{Element, Repetition};
use herringbone_testkit::file::{FileBuilder, RowGroup};
use herringbone_testkit::values::{Physical, Values};

use crate::outputs::{asking_for, check_like_parquet};
use crate::shapes::Numbers;
use crate::support::{Request, check, ours};

/// A file of one optional column in hand-made pages.
fn hand_made(element: Element, values: Values, present: &[bool], encoding: KitEncoding) -> Bytes {
    let layout = Layout {
        encoding,
        rows_per_page: 17,
        ..Layout::default()
    };
    let chunk = Column::optional(values, present).chunk(&["column"], layout);
    FileBuilder::new(vec![Element::root(1), element])
        .row_group(RowGroup::new(present.len(), vec![chunk]))
        .build()
        .into()
}

/// INT96: nanoseconds of the day, then the Julian day.
fn int96(seconds: i64, nanos: i64) -> [u8; 12] {
    const UNIX_EPOCH: i64 = 2_440_588;
    let (day, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let mut bytes = [0; 12];
    bytes[..8].copy_from_slice(&(second * 1_000_000_000 + nanos).to_le_bytes());
    bytes[8..].copy_from_slice(&((day + UNIX_EPOCH) as u32).to_le_bytes());
    bytes
}

fn int96_file(instants: &[(i64, i64)], encoding: KitEncoding) -> Bytes {
    let values = instants
        .iter()
        .map(|&(seconds, nanos)| int96(seconds, nanos));
    // Every fourth row is null.
    let present: Vec<bool> = (0..instants.len() / 3 * 4).map(|i| i % 4 != 2).collect();
    hand_made(
        Element::leaf("column", Repetition::Optional, Physical::Int96),
        Values::Int96(values.collect()),
        &present,
        encoding,
    )
}

#[test]
fn int96_in_each_unit() {
    let instants: Vec<(i64, i64)> = (0..90)
        .map(|i| (i * 97_654_321 - 4_000_000_000, i * 11_111_111))
        .collect();
    for encoding in [KitEncoding::Plain, KitEncoding::RleDictionary] {
        let file = int96_file(&instants, encoding);
        for unit in [
            TimeUnit::Second,
            TimeUnit::Millisecond,
            TimeUnit::Microsecond,
            TimeUnit::Nanosecond,
        ] {
            check_like_parquet(&file, &DataType::Timestamp(unit, None), "int96");
        }
        let raw = asking_for(&DataType::FixedSizeBinary(12), 1000);
        let raw = ours(&file, &raw).unwrap();
        let raw = raw[0].column(0).as_fixed_size_binary();
        assert_eq!(raw.value(0), int96(instants[0].0, instants[0].1));
        assert_eq!(raw.null_count(), 30);
    }
}

#[test]
fn int96_beyond_nanoseconds_is_refused_and_wider_units_are_not() {
    // The years 9999 and 1.
    let file = int96_file(
        &[(253_402_300_799, 0), (0, 0), (-62_135_596_800, 0)],
        KitEncoding::Plain,
    );
    let message = ours(&file, &Request::batches_of(10))
        .unwrap_err()
        .to_string();
    assert!(message.contains("column"), "{message}");
    let micros = DataType::Timestamp(TimeUnit::Microsecond, None);
    let found = ours(&file, &asking_for(&micros, 10)).unwrap();
    let found = found[0]
        .column(0)
        .as_primitive::<TimestampMicrosecondType>();
    let expected = [
        Some(253_402_300_799_000_000),
        Some(0),
        None,
        Some(-62_135_596_800_000_000),
    ];
    assert_eq!(found.iter().collect::<Vec<_>>(), expected);
}

/// Unscaled decimals of at most `digits` digits.
fn decimals(digits: u32) -> Vec<i128> {
    let bound = 10i128.pow(digits);
    let mut numbers = Numbers::new(u64::from(digits));
    let mut values = vec![0, 1, -1, bound - 1, 1 - bound];
    values.extend((0..85).map(|_| {
        let wide = i128::from(numbers.next()) << 64 | i128::from(numbers.next());
        wide % bound
    }));
    values
}

fn fixed_bytes(value: i128, width: usize) -> Vec<u8> {
    let sign = if value < 0 { 0xff } else { 0 };
    let bytes = value.to_be_bytes();
    match width.checked_sub(bytes.len()) {
        Some(more) => [vec![sign; more], bytes.to_vec()].concat(),
        None => bytes[bytes.len() - width..].to_vec(),
    }
}

/// As few bytes as hold the value.
fn shortest_bytes(value: i128) -> Vec<u8> {
    let width = (1..16)
        .find(|width| {
            let bits = 8 * width - 1;
            (-(1i128 << bits)..1i128 << bits).contains(&value)
        })
        .unwrap_or(16);
    fixed_bytes(value, width)
}

fn decimal_file(
    physical: Physical,
    width: usize,
    precision: u8,
    unscaled: &[i128],
    encoding: KitEncoding,
) -> Bytes {
    let element = match physical {
        Physical::Fixed => Element::fixed("column", Repetition::Optional, width),
        _ => Element::leaf("column", Repetition::Optional, physical),
    };
    let values = unscaled.iter();
    let values = match physical {
        Physical::Int32 => Values::Int32(values.map(|&v| v as i32).collect()),
        Physical::Int64 => Values::Int64(values.map(|&v| v as i64).collect()),
        Physical::Fixed => Values::Fixed(width, values.map(|&v| fixed_bytes(v, width)).collect()),
        _ => Values::ByteArray(values.map(|&v| shortest_bytes(v)).collect()),
    };
    let present: Vec<bool> = (0..unscaled.len() / 3 * 4).map(|i| i % 4 != 2).collect();
    hand_made(
        element.decimal(i32::from(precision), 2),
        values,
        &present,
        encoding,
    )
}

#[test]
fn decimals_of_each_storage_in_each_width() {
    let storages = [
        (Physical::Int32, 4, 7),
        (Physical::Int64, 8, 7),
        (Physical::Int64, 8, 16),
        (Physical::Fixed, 3, 6),
        (Physical::Fixed, 8, 9),
        (Physical::Fixed, 8, 17),
        (Physical::Fixed, 16, 9),
        (Physical::Fixed, 13, 30),
        (Physical::ByteArray, 0, 8),
        (Physical::ByteArray, 0, 18),
        (Physical::ByteArray, 0, 37),
    ];
    for (physical, width, precision) in storages {
        let unscaled = decimals(u32::from(precision));
        for encoding in [KitEncoding::Plain, KitEncoding::RleDictionary] {
            let file = decimal_file(physical, width, precision, &unscaled, encoding);
            let what = format!("{physical:?} {width} {encoding:?}");
            check(&file, &Request::batches_of(50), &what);
            let mut next = unscaled.iter();
            let rows: Vec<Option<i128>> = (0..unscaled.len() / 3 * 4)
                .map(|i| {
                    if i % 4 == 2 {
                        None
                    } else {
                        next.next().copied()
                    }
                })
                .collect();
            let expected = Decimal128Array::from(rows)
                .with_precision_and_scale(precision, 2)
                .unwrap();
            let widths = [
                (9, DataType::Decimal32(precision, 2)),
                (18, DataType::Decimal64(precision, 2)),
                (38, DataType::Decimal128(precision, 2)),
                (76, DataType::Decimal256(precision, 2)),
            ];
            for (max_precision, asked) in widths {
                if precision > max_precision {
                    continue;
                }
                let found = ours(&file, &asking_for(&asked, 1000))
                    .unwrap_or_else(|error| panic!("{what} as {asked}: {error}"));
                let expected = cast(&expected, &asked).unwrap();
                found[0].column(0).to_data().validate_full().unwrap();
                assert_eq!(found[0].column(0), &expected, "{what} as {asked}");
            }
        }
    }
}

#[test]
fn decimals_that_do_not_fit_are_refused() {
    let too_large = vec![1i128 << 40; 30];
    for (physical, width) in [
        (Physical::Int64, 8),
        (Physical::Fixed, 8),
        (Physical::ByteArray, 0),
    ] {
        let file = decimal_file(physical, width, 7, &too_large, KitEncoding::Plain);
        let asked = DataType::Decimal32(7, 2);
        let message = ours(&file, &asking_for(&asked, 10))
            .unwrap_err()
            .to_string();
        assert!(message.contains("column"), "{physical:?}: {message}");
    }
}
