#![expect(clippy::unwrap_used, reason = "tests")]

use std::fmt::{Debug, Display};
use std::str::FromStr;

use super::*;

/// Each value prints its name and is read back from it.
fn check_names<T>(all: &[T])
where
    T: Copy + Debug + Display + PartialEq + FromStr<Err = NameError>,
{
    for &value in all {
        let name = value.to_string();
        assert_eq!(name, format!("{value:?}"));
        assert_eq!(name.parse::<T>().unwrap(), value);
    }
    for wrong in ["", "?", "NONSENSE", "_Unknown(3)", "PLAIN "] {
        assert!(wrong.parse::<T>().is_err(), "{wrong}");
    }
}

#[test]
fn names_go_round() {
    check_names(Type::VARIANTS);
    check_names(ConvertedType::VARIANTS);
    check_names(Repetition::VARIANTS);
    check_names(Encoding::VARIANTS);
    check_names(
        &(0..5)
            .map(EdgeInterpolationAlgorithm::from_i32)
            .collect::<Vec<_>>(),
    );
    assert_eq!("BINARY".parse::<Type>().unwrap(), Type::BYTE_ARRAY);
    assert_eq!(
        "delta_byte_array".parse::<Encoding>().unwrap(),
        Encoding::DELTA_BYTE_ARRAY
    );
    assert!("Plain".parse::<Encoding>().is_err());
}

#[test]
fn numbers_go_round() {
    for (number, &value) in (0..).zip(Type::VARIANTS) {
        assert_eq!(
            (Type::from_i32(number), value as i32),
            (Some(value), number)
        );
    }
    for (number, &value) in (-1..).zip(ConvertedType::VARIANTS) {
        let found = ConvertedType::from_i32(number);
        assert_eq!(found, Some(value).filter(|_| number >= 0));
        assert_eq!(value as i32, number);
    }
    for (number, &value) in (0..).zip(CompressionCodec::VARIANTS) {
        assert_eq!(CompressionCodec::from_i32(number), value);
        assert_eq!(CompressionCodec::from(Compression::from(value)), value);
    }
    for &value in Encoding::VARIANTS {
        assert_eq!(Encoding::from_i32(value.as_i32()), value);
    }
    for number in [i32::MIN, -1, 1, 11, 31, 32, i32::MAX] {
        assert_eq!(Encoding::from_i32(number), Encoding::_Unknown(number));
        assert_eq!(Encoding::from_i32(number).as_i32(), number);
    }
    for number in [i32::MIN, -1, 8, 24, i32::MAX] {
        assert_eq!(Type::from_i32(number), None);
        assert_eq!(Repetition::from_i32(number), None);
        assert_eq!(BoundaryOrder::from_i32(number), None);
        assert_eq!(PageType::from_i32(number), PageType::_Unknown(number));
        let codec = CompressionCodec::from_i32(number);
        assert_eq!(codec, CompressionCodec::_Unknown(number));
        assert_eq!(CompressionCodec::from(Compression::from(codec)), codec);
    }
    assert_eq!(ConvertedType::from_i32(24), None);
}

#[test]
fn compression_is_read_from_text() {
    let check = |text: &str, expected: Option<Compression>| {
        assert_eq!(text.parse::<Compression>().ok(), expected, "{text}");
    };
    check("snappy", Some(Compression::SNAPPY));
    check("UNCOMPRESSED", Some(Compression::UNCOMPRESSED));
    check("lz4_raw", Some(Compression::LZ4_RAW));
    check(
        "zstd(3)",
        Some(Compression::ZSTD(ZstdLevel::try_new(3).unwrap())),
    );
    check(
        "GZIP(9)",
        Some(Compression::GZIP(GzipLevel::try_new(9).unwrap())),
    );
    check(
        "brotli(11)",
        Some(Compression::BROTLI(BrotliLevel::try_new(11).unwrap())),
    );
    for wrong in [
        "",
        "(",
        "zstd",
        "zstd(",
        "zstd()",
        "zstd(0)",
        "zstd(23)",
        "zstd(é",
        "gzip(-1)",
        "gzip(10)",
        "snappy(1)",
        "snappy(",
        "Snappy",
        "brotli(12)",
        "lzo(99999999999)",
    ] {
        check(wrong, None);
    }
}

#[test]
fn encoding_masks_hold_what_was_put_in() {
    let all = EncodingMask::new_from_encodings(Encoding::VARIANTS.iter());
    assert_eq!(all.encodings().collect::<Vec<_>>(), Encoding::VARIANTS);
    assert_eq!(EncodingMask::try_new(all.as_i32()).unwrap(), all);
    assert!(EncodingMask::try_new(2).is_err() && EncodingMask::try_new(1 << 11).is_err());
    let mut mask = EncodingMask::default();
    for number in [i32::MIN, -1, 32, i32::MAX] {
        mask.insert(Encoding::_Unknown(number));
        assert!(mask == EncodingMask::default() && !mask.is_only(Encoding::_Unknown(number)));
    }
    mask.insert(Encoding::_Unknown(31));
    assert!(mask.is_only(Encoding::_Unknown(31)));
    assert_eq!(
        mask.encodings().collect::<Vec<_>>(),
        [Encoding::_Unknown(31)]
    );
}

#[test]
fn types_define_their_order() {
    let check = |logical: Option<LogicalType>, converted, physical, expected| {
        let order = ColumnOrder::sort_order_for_type(logical.as_ref(), converted, physical);
        assert_eq!(order, expected, "{logical:?} {converted} {physical}");
    };
    let none = ConvertedType::NONE;
    check(None, none, Type::INT32, SortOrder::SIGNED);
    check(None, none, Type::BYTE_ARRAY, SortOrder::UNSIGNED);
    check(None, none, Type::INT96, SortOrder::UNDEFINED);
    check(
        None,
        ConvertedType::UINT_8,
        Type::INT32,
        SortOrder::UNSIGNED,
    );
    check(
        None,
        ConvertedType::DECIMAL,
        Type::BYTE_ARRAY,
        SortOrder::SIGNED,
    );
    check(
        None,
        ConvertedType::INTERVAL,
        Type::FIXED_LEN_BYTE_ARRAY,
        SortOrder::UNDEFINED,
    );
    check(
        Some(LogicalType::integer(64, false)),
        none,
        Type::INT64,
        SortOrder::UNSIGNED,
    );
    check(
        Some(LogicalType::integer(64, true)),
        none,
        Type::INT64,
        SortOrder::SIGNED,
    );
    check(
        Some(LogicalType::Float16),
        none,
        Type::FIXED_LEN_BYTE_ARRAY,
        SortOrder::SIGNED,
    );
    let unknown = LogicalType::_Unknown { field_id: 99 };
    check(Some(unknown), none, Type::INT32, SortOrder::UNDEFINED);
    assert_eq!(ColumnOrder::UNDEFINED.sort_order(), SortOrder::SIGNED);
    assert_eq!(ColumnOrder::UNKNOWN.sort_order(), SortOrder::UNDEFINED);
}

#[test]
fn logical_types_have_converted_types() {
    let check = |logical, expected| assert_eq!(ConvertedType::from(Some(logical)), expected);
    check(LogicalType::String, ConvertedType::UTF8);
    check(LogicalType::integer(16, false), ConvertedType::UINT_16);
    check(LogicalType::integer(7, false), ConvertedType::NONE);
    check(
        LogicalType::timestamp(true, TimeUnit::MICROS),
        ConvertedType::TIMESTAMP_MICROS,
    );
    check(
        LogicalType::timestamp(true, TimeUnit::NANOS),
        ConvertedType::NONE,
    );
    check(
        LogicalType::Variant(VariantType {
            specification_version: None,
        }),
        ConvertedType::NONE,
    );
    assert_eq!(ConvertedType::from(None), ConvertedType::NONE);
}
