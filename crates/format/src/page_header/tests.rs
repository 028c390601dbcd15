#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use parquet_format_safe as thrift;
use parquet_format_safe::thrift::protocol::TCompactOutputProtocol;

use super::*;

fn encode(header: &thrift::PageHeader) -> Vec<u8> {
    let mut bytes = Vec::new();
    header
        .write_to_out_protocol(&mut TCompactOutputProtocol::new(&mut bytes))
        .unwrap();
    bytes
}

fn header(page_type: thrift::PageType) -> thrift::PageHeader {
    thrift::PageHeader {
        type_: page_type,
        uncompressed_page_size: 300,
        compressed_page_size: 200,
        crc: Some(-7),
        data_page_header: None,
        index_page_header: None,
        dictionary_page_header: None,
        data_page_header_v2: None,
    }
}

fn v1(statistics: Option<thrift::Statistics>) -> thrift::PageHeader {
    let page = thrift::DataPageHeader::new(
        9,
        thrift::Encoding::RLE_DICTIONARY,
        thrift::Encoding::RLE,
        thrift::Encoding::BIT_PACKED,
        statistics,
    );
    thrift::PageHeader {
        data_page_header: Some(page),
        ..header(thrift::PageType::DATA_PAGE)
    }
}

fn v2(num_nulls: i32, is_compressed: Option<bool>) -> thrift::PageHeader {
    let page = thrift::DataPageHeaderV2::new(
        9,
        num_nulls,
        5,
        thrift::Encoding::PLAIN,
        3,
        2,
        is_compressed,
        None,
    );
    thrift::PageHeader {
        data_page_header_v2: Some(page),
        ..header(thrift::PageType::DATA_PAGE_V2)
    }
}

fn dictionary(num_values: i32, is_sorted: Option<bool>) -> thrift::PageHeader {
    let page = thrift::DictionaryPageHeader::new(num_values, thrift::Encoding::PLAIN, is_sorted);
    thrift::PageHeader {
        dictionary_page_header: Some(page),
        ..header(thrift::PageType::DICTIONARY_PAGE)
    }
}

fn statistics() -> thrift::Statistics {
    thrift::Statistics::new(vec![1; 300], vec![0; 3], 4, 5, vec![2; 3], vec![])
}

/// Parses a header followed by other bytes, and at every shorter length.
fn check(header: &thrift::PageHeader, expected: &PageKind) {
    let mut bytes = encode(header);
    let len = bytes.len();
    for end in 0..len {
        let found = PageHeader::parse(&bytes[..end], &Limits::default());
        assert!(
            matches!(found, Err(FormatError::Truncated { .. })),
            "{end} of {len} bytes: {found:?}"
        );
    }
    bytes.extend_from_slice(&[0xff; 20]);
    let (found, used) = PageHeader::parse(&bytes, &Limits::default()).unwrap();
    assert_eq!(used, len);
    assert_eq!(
        (found.uncompressed_size, found.compressed_size, found.crc),
        (300, 200, Some(-7_i32 as u32))
    );
    assert_eq!(&found.kind, expected);
}

#[test]
fn every_kind_of_page() {
    let with_statistics = encode(&v1(Some(statistics())));
    let (parsed, _) = PageHeader::parse(&with_statistics, &Limits::default()).unwrap();
    let range = parsed.statistics.unwrap();
    // The page's own structure and the header each end in a stop byte behind the statistics.
    assert_eq!(range.end, with_statistics.len() - 2);

    let data = PageKind::DataV1 {
        num_values: 9,
        encoding: Encoding::RLE_DICTIONARY,
        def_encoding: Encoding::RLE,
        rep_encoding: Encoding::BIT_PACKED,
    };
    check(&v1(None), &data);
    check(&v1(Some(statistics())), &data);
    for stored in [None, Some(true), Some(false)] {
        let expected = PageKind::DataV2 {
            num_values: 9,
            num_nulls: 4,
            num_rows: 5,
            encoding: Encoding::PLAIN,
            def_len: 3,
            rep_len: 2,
            is_compressed: stored.unwrap_or(true),
        };
        check(&v2(4, stored), &expected);
    }
    for stored in [None, Some(false), Some(true)] {
        let expected = PageKind::Dictionary {
            num_values: 3,
            encoding: Encoding::PLAIN,
            is_sorted: stored.unwrap_or(false),
        };
        check(&dictionary(3, stored), &expected);
    }
    check(&header(thrift::PageType::INDEX_PAGE), &PageKind::Index);
    check(&header(thrift::PageType(77)), &PageKind::Unknown(77));
}

#[test]
fn refused() {
    let check = |header: &thrift::PageHeader, expected: FormatError| {
        assert_eq!(
            PageHeader::parse(&encode(header), &Limits::default()),
            Err(expected)
        );
    };
    let mut bad = v1(None);
    bad.compressed_page_size = -1;
    check(
        &bad,
        FormatError::Negative {
            field: "PageHeader.compressed_page_size",
            value: -1,
        },
    );
    bad.compressed_page_size = 1;
    bad.uncompressed_page_size = i32::MIN;
    let value = i64::from(i32::MIN);
    check(
        &bad,
        FormatError::Negative {
            field: "PageHeader.uncompressed_page_size",
            value,
        },
    );
    check(
        &dictionary(-5, None),
        FormatError::Negative {
            field: "DictionaryPageHeader.num_values",
            value: -5,
        },
    );
    check(
        &v2(10, None),
        FormatError::Mismatch {
            what: "DataPageHeaderV2.num_nulls against at most num_values",
            expected: 9,
            found: 10,
        },
    );
    check(
        &header(thrift::PageType::DATA_PAGE),
        FormatError::MissingField {
            field: "PageHeader.data_page_header",
            offset: 0,
        },
    );
    // A dictionary header in a data page does not stand in for the data page's.
    let stray = thrift::PageHeader {
        type_: thrift::PageType::DATA_PAGE_V2,
        ..dictionary(1, None)
    };
    check(
        &stray,
        FormatError::MissingField {
            field: "PageHeader.data_page_header_v2",
            offset: 0,
        },
    );
}

#[test]
fn headers_over_the_limit_ask_for_no_more_bytes() {
    let bytes = encode(&v1(Some(statistics())));
    let limits = |page_header_size| Limits {
        page_header_size,
        ..Limits::default()
    };
    assert!(PageHeader::parse(&bytes, &limits(bytes.len())).is_ok());
    for size in 0..bytes.len() {
        let found = PageHeader::parse(&bytes, &limits(size));
        assert!(
            matches!(found, Err(FormatError::OverLimit { .. })),
            "{size}: {found:?}"
        );
    }
}

#[test]
fn no_byte_brings_it_down() {
    for header in [
        v1(Some(statistics())),
        v2(1, None),
        dictionary(2, Some(true)),
    ] {
        let bytes = encode(&header);
        for at in 0..bytes.len() {
            for value in 0..=255 {
                let mut bytes = bytes.clone();
                bytes[at] = value;
                let _ = PageHeader::parse(&bytes, &Limits::default());
            }
        }
    }
}
