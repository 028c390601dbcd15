#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use parquet_format_safe as thrift;
use parquet_format_safe::thrift::protocol::TCompactOutputProtocol;

use super::*;
use crate::basic::{BoundaryOrder, Type};
use crate::{FormatError, Limits};

fn location(offset: i64, compressed_page_size: i32, first_row_index: i64) -> thrift::PageLocation {
    thrift::PageLocation {
        offset,
        compressed_page_size,
        first_row_index,
    }
}

fn offset_index(page_locations: Vec<thrift::PageLocation>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let index = thrift::OffsetIndex { page_locations };
    index
        .write_to_out_protocol(&mut TCompactOutputProtocol::new(&mut bytes))
        .unwrap();
    bytes
}

fn column_index(
    min: &[&[u8]],
    max: &[&[u8]],
    null_pages: &[bool],
    nulls: Option<Vec<i64>>,
) -> Vec<u8> {
    let owned = |values: &[&[u8]]| values.iter().map(|value| value.to_vec()).collect();
    let index = thrift::ColumnIndex {
        null_pages: null_pages.to_vec(),
        min_values: owned(min),
        max_values: owned(max),
        boundary_order: thrift::BoundaryOrder::ASCENDING,
        null_counts: nulls,
    };
    let mut bytes = Vec::new();
    index
        .write_to_out_protocol(&mut TCompactOutputProtocol::new(&mut bytes))
        .unwrap();
    bytes
}

fn parse(bytes: &[u8], physical_type: Type) -> Result<ColumnIndexMetaData, FormatError> {
    ColumnIndexMetaData::parse(bytes, physical_type, &Limits::default())
}

/// Appends fields to a structure, in place of its end.
fn extend(mut bytes: Vec<u8>, fields: &[u8]) -> Vec<u8> {
    assert_eq!(bytes.pop(), Some(0));
    bytes.extend_from_slice(fields);
    bytes
}

#[test]
fn offset_indexes() {
    let limits = Limits::default();
    let bytes = offset_index(vec![
        location(4, 10, 0),
        location(14, 20, 5),
        location(i64::MAX, i32::MAX, i64::MAX),
    ]);
    let index = OffsetIndexMetaData::parse(&bytes, &limits).unwrap();
    let second = PageLocation {
        offset: 14,
        compressed_page_size: 20,
        first_row_index: 5,
    };
    assert_eq!(index.page_locations()[1], second);
    assert_eq!(
        (
            index.page_locations().len(),
            index.unencoded_byte_array_data_bytes()
        ),
        (3, None)
    );
    for end in 0..bytes.len() {
        let found = OffsetIndexMetaData::parse(&bytes[..end], &limits);
        assert!(
            matches!(found, Err(FormatError::Truncated { .. })),
            "{end}: {found:?}"
        );
    }
    // Sizes of three pages, and of two, which cannot be meant.
    let sizes = |fields: &[u8]| {
        let index = OffsetIndexMetaData::parse(&extend(bytes.clone(), fields), &limits).unwrap();
        index.unencoded_byte_array_data_bytes().cloned()
    };
    assert_eq!(sizes(&[0x19, 0x36, 2, 4, 6, 0]), Some(vec![1, 2, 3]));
    assert_eq!(sizes(&[0x19, 0x26, 2, 4, 0]), None);
    assert_eq!(
        OffsetIndexMetaData::parse(&offset_index(vec![]), &limits)
            .unwrap()
            .page_locations(),
        &[]
    );
}

#[test]
fn offset_indexes_refused() {
    let check = |locations, expected| {
        assert_eq!(
            OffsetIndexMetaData::parse(&offset_index(locations), &Limits::default()),
            Err(expected)
        );
    };
    check(
        vec![location(-1, 1, 0)],
        FormatError::Negative {
            field: "PageLocation.offset",
            value: -1,
        },
    );
    let field = "PageLocation.compressed_page_size";
    check(
        vec![location(1, -2, 0)],
        FormatError::Negative { field, value: -2 },
    );
    let field = "PageLocation.first_row_index";
    check(
        vec![location(1, 2, -3)],
        FormatError::Negative { field, value: -3 },
    );
    let what = "PageLocation.first_row_index against at least that of the page before";
    let falling = vec![location(1, 2, 7), location(3, 2, 6)];
    check(
        falling,
        FormatError::Mismatch {
            what,
            expected: 7,
            found: 6,
        },
    );
    let found = OffsetIndexMetaData::parse(&[0], &Limits::default());
    assert_eq!(
        found,
        Err(FormatError::MissingField {
            field: "OffsetIndex.page_locations",
            offset: 0
        })
    );
    let limits = Limits {
        list_len: 1,
        ..Limits::default()
    };
    let found = OffsetIndexMetaData::parse(
        &offset_index(vec![location(1, 1, 0), location(2, 1, 1)]),
        &limits,
    );
    assert!(
        matches!(
            found,
            Err(FormatError::OverLimit {
                found: 2,
                limit: 1,
                ..
            })
        ),
        "{found:?}"
    );
    // A list of 2^31 - 1 locations in a few bytes.
    let huge = [0x19, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x07, 0];
    let found = OffsetIndexMetaData::parse(&huge, &Limits::default());
    assert!(
        matches!(found, Err(FormatError::Truncated { .. })),
        "{found:?}"
    );
}

#[test]
fn column_indexes_of_numbers() {
    let (one, two) = (1_i32.to_le_bytes(), 2_i32.to_le_bytes());
    let bytes = column_index(
        &[&one, &[], &two],
        &[&two, &[], &two],
        &[false, true, false],
        Some(vec![0, 9, 1]),
    );
    let index = parse(&bytes, Type::INT32).unwrap();
    assert_eq!(
        (index.num_pages(), index.null_count(1), index.null_count(3)),
        (3, Some(9), None)
    );
    assert_eq!(index.null_counts(), Some(&vec![0, 9, 1]));
    assert!(
        index.is_sorted()
            && index.is_null_page(1)
            && !index.is_null_page(0)
            && !index.is_null_page(7)
    );
    assert_eq!(index.get_boundary_order(), Some(BoundaryOrder::ASCENDING));
    let ColumnIndexMetaData::INT32(typed) = &index else {
        panic!("{index:?}")
    };
    assert_eq!(
        typed.min_values_iter().collect::<Vec<_>>(),
        [Some(&1), None, Some(&2)]
    );
    assert_eq!(
        typed.max_values_iter().collect::<Vec<_>>(),
        [Some(&2), None, Some(&2)]
    );
    assert_eq!(
        (typed.min_value(2), typed.min_value(1), typed.max_value(3)),
        (Some(&2), None, None)
    );
    for end in 0..bytes.len() {
        assert!(
            matches!(
                parse(&bytes[..end], Type::INT32),
                Err(FormatError::Truncated { .. })
            ),
            "{end}"
        );
    }
    // Bounds of four bytes are none of eight.
    assert!(matches!(
        parse(&bytes, Type::INT64),
        Err(FormatError::Mismatch {
            expected: 8,
            found: 4,
            ..
        })
    ));
    for physical_type in [Type::BOOLEAN, Type::INT96, Type::DOUBLE] {
        assert!(parse(&bytes, physical_type).is_err());
    }
    assert!(parse(&bytes, Type::FLOAT).is_ok());
}

/// An INT96 column of a real file has empty bounds in a page that is not one of nulls.
#[test]
fn an_empty_bound_is_none() {
    let value = 5_i64.to_le_bytes();
    let bytes = column_index(
        &[&value, b"", &value],
        &[&value, &value, b""],
        &[false; 3],
        None,
    );
    let ColumnIndexMetaData::INT64(index) = parse(&bytes, Type::INT64).unwrap() else {
        panic!()
    };
    assert_eq!(
        index.min_values_iter().collect::<Vec<_>>(),
        [Some(&5), None, None]
    );
    assert_eq!(
        index.max_values_iter().collect::<Vec<_>>(),
        [Some(&5), None, None]
    );
    assert!(!index.is_null_page(1) && index.max_value(3).is_none());
}

#[test]
fn column_indexes_of_byte_arrays() {
    let bytes = column_index(
        &[b"", b"b", b"ccc"],
        &[b"a", b"", b"dd"],
        &[false, true, false],
        None,
    );
    for physical_type in [Type::BYTE_ARRAY, Type::FIXED_LEN_BYTE_ARRAY] {
        let index = parse(&bytes, physical_type).unwrap();
        let (ColumnIndexMetaData::BYTE_ARRAY(typed)
        | ColumnIndexMetaData::FIXED_LEN_BYTE_ARRAY(typed)) = &index
        else {
            panic!("{index:?}")
        };
        assert_eq!(
            typed.min_values_iter().collect::<Vec<_>>(),
            [Some(&b""[..]), None, Some(b"ccc")]
        );
        assert_eq!(
            typed.max_values_iter().collect::<Vec<_>>(),
            [Some(&b"a"[..]), None, Some(b"dd")]
        );
        assert_eq!((index.null_counts(), index.null_count(0)), (None, None));
    }
}

#[test]
fn newer_lists_of_a_column_index() {
    let base = || column_index(&[b"a", b"b"], &[b"a", b"b"], &[false, false], None);
    let check = |fields: &[u8]| parse(&extend(base(), fields), Type::BYTE_ARRAY).unwrap();
    // Field 6, 7 and 8: histograms of two levels a page, counts of NaNs.
    let index = check(&[
        0x29, 0x46, 2, 4, 6, 8, 0x19, 0x46, 8, 6, 4, 2, 0x19, 0x26, 10, 12, 0,
    ]);
    assert_eq!(index.repetition_level_histogram(1), Some(&[3, 4][..]));
    assert_eq!(index.definition_level_histogram(0), Some(&[4, 3][..]));
    assert_eq!(
        (index.repetition_level_histogram(2), index.nan_count(1)),
        (None, Some(6))
    );
    // Three levels for two pages, one count, a negative count: hints that mislead are dropped.
    let index = check(&[0x29, 0x36, 2, 4, 6, 0x29, 0x16, 2, 0]);
    assert_eq!(
        (index.repetition_level_histogram(0), index.nan_count(0)),
        (None, None)
    );
    assert_eq!(check(&[0x19, 0x26, 1, 2, 0]).null_counts(), None);
}

#[test]
fn column_indexes_refused() {
    let what = "bounds in a column index against its pages";
    let bytes = column_index(&[b"a"], &[b"a", b"b"], &[false, false], None);
    let expected = FormatError::Mismatch {
        what,
        expected: 2,
        found: 1,
    };
    assert_eq!(parse(&bytes, Type::BYTE_ARRAY), Err(expected));
    let field = "ColumnIndex.null_pages";
    assert_eq!(
        parse(&[0], Type::INT32),
        Err(FormatError::MissingField { field, offset: 0 })
    );
    let none = ColumnIndexMetaData::NONE;
    assert_eq!(
        (
            none.num_pages(),
            none.null_count(0),
            none.is_sorted(),
            none.is_null_page(0)
        ),
        (0, None, false, false)
    );
    let empty = parse(&column_index(&[], &[], &[], None), Type::INT32).unwrap();
    assert_eq!(
        (empty.num_pages(), empty.definition_level_histogram(0)),
        (0, None)
    );
}

#[test]
fn no_byte_brings_it_down() {
    let column = column_index(
        &[b"abcd", b"bbbb"],
        &[b"cccc", b"dddd"],
        &[false, true],
        Some(vec![1, 2]),
    );
    let offset = offset_index(vec![location(4, 10, 0), location(14, 20, 5)]);
    for (bytes, is_column) in [(&column, true), (&offset, false)] {
        for at in 0..bytes.len() {
            for value in 0..=255 {
                let mut bytes = bytes.clone();
                bytes[at] = value;
                if is_column {
                    let _ = parse(&bytes, Type::INT32);
                    let _ = parse(&bytes, Type::BYTE_ARRAY);
                } else {
                    let _ = OffsetIndexMetaData::parse(&bytes, &Limits::default());
                }
            }
        }
    }
}
