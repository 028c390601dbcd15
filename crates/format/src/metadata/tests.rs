#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use parquet_format_safe as thrift;
use parquet_format_safe::thrift::protocol::TCompactOutputProtocol;

use super::column_fields::ColumnFields;
use super::size_statistics::SizeStatistics;
use super::*;
use crate::basic::{ColumnOrder, Compression, Encoding, EncodingMask, PageType, SortOrder, Type};
use crate::geospatial::statistics::GeospatialStatistics;
use crate::thrift::Cursor;

fn encode(file: &thrift::FileMetaData) -> Vec<u8> {
    let mut bytes = Vec::new();
    file.write_to_out_protocol(&mut TCompactOutputProtocol::new(&mut bytes))
        .unwrap();
    bytes
}

fn element(
    name: &str,
    physical_type: Option<thrift::Type>,
    num_children: Option<i32>,
) -> thrift::SchemaElement {
    let repetition = physical_type.map(|_| thrift::FieldRepetitionType::OPTIONAL);
    thrift::SchemaElement::new(
        physical_type,
        None,
        repetition,
        name.to_string(),
        num_children,
        None,
        None,
        None,
        None,
        None,
    )
}

/// The metadata of a column chunk of INT32 at `offset`.
fn column(offset: i64) -> thrift::ColumnMetaData {
    thrift::ColumnMetaData {
        type_: thrift::Type::INT32,
        encodings: vec![
            thrift::Encoding::RLE_DICTIONARY,
            thrift::Encoding::RLE,
            thrift::Encoding(99),
        ],
        path_in_schema: vec!["leaf".into()],
        codec: thrift::CompressionCodec::ZSTD,
        num_values: 7,
        total_uncompressed_size: 300,
        total_compressed_size: 200,
        key_value_metadata: None,
        data_page_offset: offset + 50,
        index_page_offset: None,
        dictionary_page_offset: Some(offset),
        statistics: Some(thrift::Statistics::new(
            None,
            None,
            3,
            None,
            vec![9, 0, 0, 0],
            vec![1, 0, 0, 0],
        )),
        encoding_stats: Some(vec![
            thrift::PageEncodingStats::new(
                thrift::PageType::DICTIONARY_PAGE,
                thrift::Encoding::PLAIN,
                1,
            ),
            thrift::PageEncodingStats::new(
                thrift::PageType::DATA_PAGE,
                thrift::Encoding::RLE_DICTIONARY,
                4,
            ),
        ]),
        bloom_filter_offset: Some(1234),
    }
}

fn chunk(meta_data: Option<thrift::ColumnMetaData>) -> thrift::ColumnChunk {
    thrift::ColumnChunk {
        file_path: None,
        file_offset: 4,
        meta_data,
        offset_index_offset: Some(5000),
        offset_index_length: Some(30),
        column_index_offset: Some(4000),
        column_index_length: Some(40),
        crypto_metadata: None,
        encrypted_column_metadata: None,
    }
}

/// A file of `num_groups` row groups with `num_columns` columns of INT32 each.
fn file(num_groups: usize, num_columns: usize) -> thrift::FileMetaData {
    let leaf = |i| element(&format!("leaf {i}"), Some(thrift::Type::INT32), None);
    let group = |g: usize| thrift::RowGroup {
        columns: (0..num_columns)
            .map(|i| chunk(Some(column(4 + 1000 * (g * num_columns + i) as i64))))
            .collect(),
        total_byte_size: 300,
        num_rows: 7,
        sorting_columns: Some(vec![thrift::SortingColumn::new(0, true, false)]),
        file_offset: Some(4),
        total_compressed_size: Some(200),
        ordinal: Some(g as i16),
    };
    thrift::FileMetaData {
        version: 2,
        schema: std::iter::once(element("schema", None, Some(num_columns as i32)))
            .chain((0..num_columns).map(leaf))
            .collect(),
        num_rows: 7 * num_groups as i64,
        row_groups: (0..num_groups).map(group).collect(),
        key_value_metadata: Some(vec![
            thrift::KeyValue::new("a".into(), None),
            thrift::KeyValue::new("b".into(), "value".to_string()),
        ]),
        created_by: Some("a writer".into()),
        column_orders: Some(vec![
            thrift::ColumnOrder::TYPEORDER(
                thrift::TypeDefinedOrder {}
            );
            num_columns
        ]),
        encryption_algorithm: None,
        footer_signing_key_metadata: None,
    }
}

fn parse(file: &thrift::FileMetaData) -> Result<ParquetMetaData, FormatError> {
    ParquetMetaData::try_parse(encode(file), &Limits::default())
}

/// The check of the only chunk of a file that holds it.
fn check_chunk(chunk: thrift::ColumnChunk, expected: Result<(), FormatError>) {
    let mut file = file(1, 1);
    file.row_groups[0].columns = vec![chunk];
    let metadata = parse(&file).unwrap();
    let column = metadata.row_group(0).column(0);
    let found = column.checked().map(drop).map_err(|error| match error {
        FormatError::MissingField { field, .. } => FormatError::MissingField { field, offset: 0 },
        FormatError::Malformed { what, .. } => FormatError::Malformed { what, offset: 0 },
        error => error,
    });
    assert_eq!(found, expected);
    let (start, len) = column.byte_range();
    assert!(start.checked_add(len).is_some());
}

#[test]
fn everything_is_found() {
    let metadata = parse(&file(3, 100)).unwrap();
    let file = metadata.file_metadata();
    assert_eq!(
        (file.version(), file.num_rows(), file.created_by()),
        (2, 21, Some("a writer"))
    );
    let pairs = [
        KeyValue::new("a".into(), None),
        KeyValue::new("b".into(), "value".to_string()),
    ];
    assert_eq!(file.key_value_metadata().unwrap(), &pairs);
    assert_eq!(
        (
            file.key_value("b"),
            file.key_value("a"),
            file.key_value("c")
        ),
        (Some("value"), None, None)
    );
    assert_eq!(file.schema_tree().num_leaves(), 100);
    assert_eq!(file.schema_descr().num_columns(), 100);
    assert_eq!(file.column_orders().unwrap().len(), 100);
    assert_eq!(
        file.column_order(99),
        ColumnOrder::TYPE_DEFINED_ORDER(SortOrder::SIGNED)
    );
    assert_eq!(file.column_order(100), ColumnOrder::UNDEFINED);
    assert_eq!(
        (metadata.num_row_groups(), metadata.row_groups().len()),
        (3, 3)
    );
    let group = metadata.row_group(2);
    assert_eq!(
        (
            group.num_rows(),
            group.num_columns(),
            group.total_byte_size()
        ),
        (7, 100, 300)
    );
    assert_eq!(
        (
            group.ordinal(),
            group.file_offset(),
            group.total_compressed_size()
        ),
        (Some(2), Some(4), Some(200))
    );
    let sorting = SortingColumn {
        column_idx: 0,
        descending: true,
        nulls_first: false,
    };
    assert_eq!(group.sorting_columns(), Some(&vec![sorting]));
    let before = metadata.memory_size();
    let column = group.column(77).checked().unwrap();
    assert!(metadata.memory_size() > before);
    let offset = 4 + 1000 * 277;
    assert_eq!(column.byte_range(), (offset, 200));
    assert_eq!(column.dictionary_page_offset(), Some(offset as i64));
    assert_eq!(
        (
            column.num_values(),
            column.uncompressed_size(),
            column.compressed_size()
        ),
        (7, 300, 200)
    );
    assert_eq!(
        (column.column_type(), column.leaf_index()),
        (Type::INT32, 77)
    );
    assert_eq!(column.column_path().string(), "leaf 77");
    assert!(matches!(column.compression(), Compression::ZSTD(_)));
    assert_eq!(
        column.encodings().collect::<Vec<_>>(),
        [Encoding::RLE, Encoding::RLE_DICTIONARY]
    );
    assert_eq!(column.statistics().unwrap().null_count_opt(), Some(3));
    assert_eq!(column.page_encoding_stats().unwrap()[1].count, 4);
    assert_eq!(
        column.page_encoding_stats().unwrap()[0].page_type,
        PageType::DICTIONARY_PAGE
    );
    let mask = EncodingMask::new_from_encodings([Encoding::RLE_DICTIONARY].iter());
    assert_eq!(column.page_encoding_stats_mask(), Some(&mask));
    assert_eq!(
        (column.bloom_filter_offset(), column.bloom_filter_length()),
        (Some(1234), None)
    );
    assert_eq!(column.column_index_range(), Some(4000..4040));
    assert_eq!(column.offset_index_range(), Some(5000..5030));
    assert_eq!(group.compressed_size(), 20_000);
    assert!(group.columns()[77] == *column && group.columns()[76] != *column);
    assert!(metadata == metadata.clone() && *group != *metadata.row_group(1));
}

#[test]
fn where_the_pages_start() {
    let range = |dictionary_page_offset, data_page_offset, total_compressed_size| {
        let mut file = file(1, 1);
        let metadata = column(0);
        file.row_groups[0].columns[0].meta_data = Some(thrift::ColumnMetaData {
            dictionary_page_offset,
            data_page_offset,
            total_compressed_size,
            ..metadata
        });
        parse(&file).unwrap().row_group(0).column(0).byte_range()
    };
    assert_eq!(range(None, 50, 10), (50, 10));
    assert_eq!(range(Some(4), 50, 10), (4, 10));
    // Some writers state 0 where there is no dictionary page; one behind the data is no place to start at.
    assert_eq!(range(Some(0), 50, 10), (50, 10));
    assert_eq!(range(Some(60), 50, 10), (50, 10));
    assert_eq!(range(Some(-5), -1, -1), (0, 0));
    assert_eq!(
        range(None, i64::MAX, i64::MAX),
        (i64::MAX as u64, i64::MAX as u64)
    );
}

#[test]
fn chunks_checked() {
    let with = |change: fn(&mut thrift::ColumnMetaData)| {
        let mut metadata = column(4);
        change(&mut metadata);
        chunk(Some(metadata))
    };
    check_chunk(chunk(Some(column(4))), Ok(()));
    let field = "ColumnChunk.meta_data";
    check_chunk(
        chunk(None),
        Err(FormatError::MissingField { field, offset: 0 }),
    );
    let field = "ColumnMetaData.num_values";
    check_chunk(
        with(|c| c.num_values = -1),
        Err(FormatError::Negative { field, value: -1 }),
    );
    let field = "ColumnMetaData.total_compressed_size";
    check_chunk(
        with(|c| c.total_compressed_size = i64::MIN),
        Err(FormatError::Negative {
            field,
            value: i64::MIN,
        }),
    );
    let field = "ColumnMetaData.total_uncompressed_size";
    check_chunk(
        with(|c| c.total_uncompressed_size = -9),
        Err(FormatError::Negative { field, value: -9 }),
    );
    let field = "ColumnMetaData.data_page_offset";
    check_chunk(
        with(|c| c.data_page_offset = -2),
        Err(FormatError::Negative { field, value: -2 }),
    );
    let field = "ColumnMetaData.dictionary_page_offset";
    check_chunk(
        with(|c| c.dictionary_page_offset = Some(-3)),
        Err(FormatError::Negative { field, value: -3 }),
    );
    let field = "ColumnMetaData.type";
    check_chunk(
        with(|c| c.type_ = thrift::Type(-7)),
        Err(FormatError::UnknownValue { field, value: -7 }),
    );
    let field = "ColumnMetaData.codec";
    let unknown = with(|c| c.codec = thrift::CompressionCodec(77));
    check_chunk(unknown, Err(FormatError::UnknownValue { field, value: 77 }));
    let what = "physical type of a column chunk is not that of its leaf in the schema";
    check_chunk(
        with(|c| c.type_ = thrift::Type::DOUBLE),
        Err(FormatError::Malformed { what, offset: 0 }),
    );
    // What nobody needs may be anything.
    check_chunk(with(|c| c.encodings = vec![thrift::Encoding(-1)]), Ok(()));
    check_chunk(with(|c| c.bloom_filter_offset = Some(-1)), Ok(()));
    check_chunk(with(|c| c.index_page_offset = Some(i64::MIN)), Ok(()));
}

#[test]
fn encrypted_columns() {
    let key =
        thrift::ColumnCryptoMetaData::ENCRYPTIONWITHFOOTERKEY(thrift::EncryptionWithFooterKey {});
    let algorithm =
        thrift::EncryptionAlgorithm::AESGCMV1(thrift::AesGcmV1::new(vec![1, 2], vec![3], true));
    let check = |algorithm: Option<&thrift::EncryptionAlgorithm>, metadata, is_encrypted| {
        let mut file = file(1, 1);
        file.encryption_algorithm = algorithm.cloned();
        file.row_groups[0].columns[0] = chunk(metadata);
        file.row_groups[0].columns[0].crypto_metadata = Some(key.clone());
        let metadata = parse(&file).unwrap();
        let column = metadata.row_group(0).column(0);
        assert_eq!(column.is_encrypted(), is_encrypted);
        assert_eq!(
            column.checked() == Err(FormatError::EncryptedColumn),
            is_encrypted
        );
        assert_eq!(
            column.crypto_metadata(),
            Some(&ColumnCryptoMetaData::ENCRYPTION_WITH_FOOTER_KEY)
        );
        metadata.file_metadata().encryption_algorithm().cloned()
    };
    let expected = EncryptionAlgorithm::AesGcmV1(AesParameters {
        aad_prefix: Some([1, 2].into()),
        aad_file_unique: Some([3].into()),
        supply_aad_prefix: true,
    });
    assert_eq!(
        check(Some(&algorithm), Some(column(4)), true),
        Some(expected)
    );
    check(Some(&algorithm), None, true);
    // A file without an algorithm is not encrypted, whatever its columns say, as long as they can be read.
    assert_eq!(check(None, Some(column(4)), false), None);
    check(None, None, true);
}

#[test]
fn files_refused() {
    let check = |change: fn(&mut thrift::FileMetaData), expected: FormatError| {
        let mut file = file(2, 2);
        change(&mut file);
        assert_eq!(parse(&file).map(|_| ()), Err(expected));
    };
    let field = "FileMetaData.num_rows";
    check(
        |file| file.num_rows = -1,
        FormatError::Negative { field, value: -1 },
    );
    let field = "RowGroup.num_rows";
    check(
        |file| file.row_groups[1].num_rows = -4,
        FormatError::Negative { field, value: -4 },
    );
    let what = "columns of a row group against leaves of the schema";
    let mismatch = FormatError::Mismatch {
        what,
        expected: 2,
        found: 1,
    };
    check(|file| drop(file.row_groups[1].columns.pop()), mismatch);
    let empty = ParquetMetaData::try_parse(vec![0], &Limits::default()).map(|_| ());
    assert_eq!(
        empty,
        Err(FormatError::MissingField {
            field: "FileMetaData.schema",
            offset: 0
        })
    );
    let bytes = encode(&file(3, 4));
    let limit = |limits: Limits| match ParquetMetaData::try_parse(bytes.clone(), &limits) {
        Err(FormatError::OverLimit { what, .. }) => what,
        other => panic!("{other:?}"),
    };
    assert_eq!(
        limit(Limits {
            metadata_size: bytes.len() - 1,
            ..Limits::default()
        }),
        "footer size"
    );
    assert_eq!(
        limit(Limits {
            row_groups: 2,
            ..Limits::default()
        }),
        "row groups"
    );
    assert_eq!(
        limit(Limits {
            column_chunks: 11,
            ..Limits::default()
        }),
        "column chunks"
    );
    assert_eq!(
        limit(Limits {
            schema_elements: 4,
            ..Limits::default()
        }),
        "schema elements"
    );
    // Lists of 2^31 - 1 elements in footers of a few bytes.
    for field_header in [0x29, 0x49] {
        let huge = vec![field_header, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x07, 0];
        let found = ParquetMetaData::try_parse(huge, &Limits::default());
        assert!(
            matches!(found, Err(FormatError::Truncated { .. })),
            "{found:?}"
        );
    }
}

#[test]
fn cut_and_changed_footers_bring_nothing_down() {
    let touch = |bytes: Vec<u8>| {
        let Ok(metadata) = ParquetMetaData::try_parse(bytes, &Limits::default()) else {
            return false;
        };
        let file = metadata.file_metadata();
        let _ = (
            file.key_value_metadata(),
            file.column_orders(),
            file.schema_descr(),
            file.created_by(),
        );
        for group in metadata.row_groups() {
            let _ = (group.sorting_columns(), group.compressed_size());
            for column in group.columns() {
                let _ = (
                    column.checked(),
                    column.byte_range(),
                    column.statistics(),
                    column.page_encoding_stats(),
                );
                let _ = (
                    column.geo_statistics(),
                    column.definition_level_histogram(),
                    column.file_path(),
                );
                let _ = (
                    column.column_index_range(),
                    column.crypto_metadata(),
                    column.key_value_metadata(),
                );
            }
        }
        true
    };
    let bytes = encode(&file(2, 2));
    for end in 0..bytes.len() {
        assert!(!touch(bytes[..end].to_vec()), "{end} of {}", bytes.len());
    }
    for at in 0..bytes.len() {
        for value in [
            0,
            1,
            0x0c,
            0x19,
            0x1c,
            0x7f,
            0x80,
            0xf9,
            0xfc,
            0xff,
            bytes[at] ^ 1,
            bytes[at] ^ 0x10,
        ] {
            let mut changed = bytes.clone();
            changed[at] = value;
            touch(changed);
        }
    }
    // What follows the structure is a signature, or nobody's business.
    assert!(touch([bytes, vec![0xff; 28]].concat()));
}

/// What the quick walk takes, it takes as the careful one does.
#[test]
fn usual_chunks() {
    const START: usize = 5;
    let check = |bytes: &[u8]| {
        let cursor = Cursor::at(bytes, START);
        let mut usual = ColumnFields::default();
        let is_usual = usual.read_usual(cursor).is_some();
        if is_usual {
            let careful = ColumnFields::decode_any(cursor);
            assert_eq!(format!("{usual:?}"), format!("{careful:?}"));
        }
        is_usual
    };
    let mut bytes = vec![0; START];
    chunk(Some(column(1 << 40)))
        .write_to_out_protocol(&mut TCompactOutputProtocol::new(&mut bytes))
        .unwrap();
    assert!(check(&bytes));
    for end in 0..bytes.len() {
        assert!(!check(&bytes[..end]));
    }
    let mut num_usual = 0;
    for at in START..bytes.len() {
        for value in [0, 1, 0x15, 0x16, 0x19, 0x7f, 0x80, 0xff, bytes[at] ^ 1] {
            let mut changed = bytes.clone();
            changed[at] = value;
            num_usual += usize::from(check(&changed));
        }
    }
    assert!(num_usual > 100);
}

#[test]
fn newer_column_orders() {
    let bytes = encode(&file(0, 1));
    let at = bytes
        .windows(4)
        .position(|window| window == [0x1c, 0x1c, 0, 0])
        .unwrap()
        + 1;
    let order = |member: u8| {
        let mut bytes = bytes.clone();
        bytes[at] = member;
        ParquetMetaData::try_parse(bytes, &Limits::default())
            .unwrap()
            .file_metadata()
            .column_order(0)
    };
    assert_eq!(
        order(0x1c),
        ColumnOrder::TYPE_DEFINED_ORDER(SortOrder::SIGNED)
    );
    assert_eq!(order(0x2c), ColumnOrder::IEEE_754_TOTAL_ORDER);
    assert_eq!(order(0x3c), ColumnOrder::INT96_TIMESTAMP_ORDER);
    assert_eq!(order(0x9c), ColumnOrder::UNKNOWN);
}

#[test]
fn size_statistics() {
    let bytes = [0x16, 200, 1, 0x19, 0x26, 2, 4, 0x19, 0x36, 6, 8, 10, 0];
    let sizes = SizeStatistics::parse(&mut Cursor::new(&bytes), &Limits::default()).unwrap();
    assert_eq!(sizes.unencoded_byte_array_data_bytes, Some(100));
    assert_eq!(
        sizes.repetition_level_histogram,
        Some(LevelHistogram::from(vec![1, 2]))
    );
    assert_eq!(
        sizes.definition_level_histogram.unwrap().values(),
        &[3, 4, 5]
    );
    let limits = Limits {
        list_len: 2,
        ..Limits::default()
    };
    assert!(SizeStatistics::parse(&mut Cursor::new(&bytes), &limits).is_err());
    assert_eq!(LevelHistogram::try_new(2).unwrap().values(), &[0, 0, 0]);
    assert_eq!(
        (LevelHistogram::try_new(0), LevelHistogram::try_new(-1)),
        (None, None)
    );
}

#[test]
fn geospatial_statistics() {
    let bounds = |bounds: &[f64]| {
        let mut bytes = vec![0x1c];
        for bound in bounds {
            bytes.push(0x17);
            bytes.extend_from_slice(&bound.to_le_bytes());
        }
        bytes.extend_from_slice(&[0, 0x19, 0x25, 2, 6, 0]);
        GeospatialStatistics::parse(&mut Cursor::new(&bytes), &Limits::default()).unwrap()
    };
    let plane = bounds(&[-1.0, 2.0, 3.0, 4.0]);
    assert_eq!(plane.geospatial_types(), Some(&vec![1, 3]));
    let found = plane.bounding_box().unwrap();
    assert_eq!(
        (
            found.get_xmin(),
            found.get_xmax(),
            found.get_ymin(),
            found.get_ymax()
        ),
        (-1.0, 2.0, 3.0, 4.0)
    );
    assert!(!found.is_z_valid() && !found.is_m_valid());
    // Half a pair is none; half a plane is no box.
    let space = bounds(&[0.0, 1.0, 0.0, 1.0, 5.0, 6.0, 7.0]);
    let found = space.bounding_box().unwrap();
    assert_eq!(
        (found.get_zmin(), found.get_zmax(), found.get_mmin()),
        (Some(5.0), Some(6.0), None)
    );
    assert_eq!(bounds(&[1.0, 2.0, 3.0]).bounding_box(), None);
}
