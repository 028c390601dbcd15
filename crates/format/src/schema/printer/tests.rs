#![expect(clippy::unwrap_used, reason = "tests")]

use parquet_format_safe as thrift;
use parquet_format_safe::thrift::protocol::TCompactOutputProtocol;

use super::*;
use crate::Limits;
use crate::basic::{
    ConvertedType, EdgeInterpolationAlgorithm, LogicalType, Repetition, TimeUnit,
    Type as PhysicalType,
};
use crate::metadata::ParquetMetaData;
use crate::schema::SchemaBuilder;
use crate::schema::types::SchemaDescriptor;

fn printed(builder: &SchemaBuilder) -> String {
    let schema = SchemaDescriptor::from_tree(&builder.build().unwrap());
    let mut out = Vec::new();
    print_schema(&mut out, schema.root_schema());
    String::from_utf8(out).unwrap()
}

#[test]
fn a_schema_is_a_message_type() {
    let builder = SchemaBuilder::new("schema")
        .logical_type(LogicalType::List)
        .leaf("id", Repetition::REQUIRED, PhysicalType::INT64)
        .group("names", Repetition::OPTIONAL)
        .field_id(3)
        .logical_type(LogicalType::List)
        .group("list", Repetition::REPEATED)
        .leaf("element", Repetition::OPTIONAL, PhysicalType::BYTE_ARRAY)
        .logical_type(LogicalType::String)
        .field_id(-7)
        .end()
        .end()
        .group("empty", Repetition::REQUIRED)
        .end()
        .leaf(
            "fixed",
            Repetition::REPEATED,
            PhysicalType::FIXED_LEN_BYTE_ARRAY,
        )
        .type_length(16);
    let expected = "message schema {
  REQUIRED INT64 id;
  OPTIONAL group names [3] (LIST) {
    REPEATED group list {
      OPTIONAL BYTE_ARRAY element [-7] (STRING);
    }
  }
  REQUIRED group empty {
  }
  REPEATED FIXED_LEN_BYTE_ARRAY (16) fixed;
}
";
    assert_eq!(printed(&builder), expected);
}

#[test]
fn meanings_show_their_parameters() {
    let line = |builder: SchemaBuilder| {
        let text = printed(&builder);
        let line = text.lines().nth(1).unwrap().to_owned();
        line.strip_prefix("  OPTIONAL INT32 a").unwrap().to_owned()
    };
    let leaf = || SchemaBuilder::new("m").leaf("a", Repetition::OPTIONAL, PhysicalType::INT32);
    let logical = |logical_type, expected: &str| {
        assert_eq!(
            line(leaf().logical_type(logical_type)),
            format!(" ({expected});")
        );
    };
    logical(LogicalType::decimal(2, 9), "DECIMAL(9,2)");
    logical(
        LogicalType::time(true, TimeUnit::MILLIS),
        "TIME(MILLIS,true)",
    );
    logical(
        LogicalType::timestamp(false, TimeUnit::NANOS),
        "TIMESTAMP(NANOS,false)",
    );
    logical(LogicalType::integer(16, false), "INTEGER(16,false)");
    logical(LogicalType::variant(Some(1)), "VARIANT(Some(1))");
    logical(LogicalType::geometry(None), "GEOMETRY");
    logical(LogicalType::geometry(Some("x".to_owned())), "GEOMETRY(x)");
    logical(LogicalType::geography(None, None), "GEOGRAPHY(SPHERICAL)");
    let karney = Some(EdgeInterpolationAlgorithm::KARNEY);
    logical(
        LogicalType::geography(Some("x".to_owned()), karney),
        "GEOGRAPHY(KARNEY, x)",
    );
    logical(LogicalType::_Unknown { field_id: 99 }, "_Unknown(99)");

    let decimal = |precision, scale, expected: &str| {
        let builder = leaf()
            .converted_type(ConvertedType::DECIMAL)
            .decimal(precision, scale);
        assert_eq!(line(builder), expected);
    };
    decimal(9, 2, " (DECIMAL(9,2));");
    decimal(9, 0, " (DECIMAL(9));");
    decimal(0, 0, " (DECIMAL);");
    decimal(9, -1, " (DECIMAL);");
    assert_eq!(
        line(leaf().converted_type(ConvertedType::UINT_8)),
        " (UINT_8);"
    );
    assert_eq!(line(leaf().converted_type_number(24)), ";");
}

/// A file of one row group with one column of INT32.
fn metadata() -> ParquetMetaData {
    let element = |name: &str, physical_type: Option<thrift::Type>, num_children| {
        let repetition = physical_type.map(|_| thrift::FieldRepetitionType::OPTIONAL);
        let name = name.to_owned();
        thrift::SchemaElement::new(
            physical_type,
            None,
            repetition,
            name,
            num_children,
            None,
            None,
            None,
            None,
            None,
        )
    };
    let column = thrift::ColumnMetaData {
        type_: thrift::Type::INT32,
        encodings: vec![thrift::Encoding::RLE_DICTIONARY, thrift::Encoding::PLAIN],
        path_in_schema: vec!["leaf".into()],
        codec: thrift::CompressionCodec::ZSTD,
        num_values: 7,
        total_uncompressed_size: 300,
        total_compressed_size: 200,
        key_value_metadata: None,
        data_page_offset: 54,
        index_page_offset: None,
        dictionary_page_offset: Some(4),
        statistics: Some(thrift::Statistics::new(
            None,
            None,
            3,
            None,
            vec![9, 0, 0, 0],
            None,
        )),
        encoding_stats: None,
        bloom_filter_offset: Some(1234),
    };
    let chunk = thrift::ColumnChunk {
        file_path: None,
        file_offset: 4,
        meta_data: Some(column),
        offset_index_offset: Some(5000),
        offset_index_length: Some(30),
        column_index_offset: None,
        column_index_length: None,
        crypto_metadata: None,
        encrypted_column_metadata: None,
    };
    let file = thrift::FileMetaData {
        version: 2,
        schema: vec![
            element("schema", None, Some(1)),
            element("leaf", Some(thrift::Type::INT32), None),
        ],
        num_rows: 7,
        row_groups: vec![thrift::RowGroup::new(
            vec![chunk],
            300,
            7,
            None,
            None,
            None,
            None,
        )],
        key_value_metadata: Some(vec![
            thrift::KeyValue::new("a".into(), None),
            thrift::KeyValue::new("b".into(), "value".to_owned()),
        ]),
        created_by: Some("a writer".into()),
        column_orders: None,
        encryption_algorithm: None,
        footer_signing_key_metadata: None,
    };
    let mut footer = Vec::new();
    let mut protocol = TCompactOutputProtocol::new(&mut footer);
    file.write_to_out_protocol(&mut protocol).unwrap();
    ParquetMetaData::try_parse(footer, &Limits::default()).unwrap()
}

#[test]
fn metadata_is_one_fact_a_line() {
    let mut out = Vec::new();
    print_parquet_metadata(&mut out, &metadata());
    let rule = "-".repeat(80);
    let expected = format!(
        "version: 2
num of rows: 7
created by: a writer
metadata:
  a:\x20
  b: value
message schema {{
  OPTIONAL INT32 leaf;
}}


num of row groups: 1
row groups:

row group 0:
{rule}
total byte size: 300
num of rows: 7

num of columns: 1
columns:\x20

column 0:
{rule}
column type: INT32
column path: \"leaf\"
encodings: PLAIN RLE_DICTIONARY
file path: N/A
file offset: 4
num of values: 7
compression: ZSTD
total compressed size (in bytes): 200
total uncompressed size (in bytes): 300
data page offset: 54
index page offset: N/A
dictionary page offset: 4
statistics: {{min: N/A, max: 9, distinct_count: N/A, null_count: 3, min_max_deprecated: false, \
max_value_exact: true, min_value_exact: false}}
bloom filter offset: 1234
bloom filter length: N/A
offset index offset: 5000
offset index length: 30
column index offset: N/A
column index length: N/A

"
    );
    assert_eq!(String::from_utf8(out).unwrap(), expected);
}

#[test]
fn a_full_output_is_no_panic() {
    let mut space = [0; 100];
    print_parquet_metadata(&mut &mut space[..], &metadata());
    assert!(space.starts_with(b"version: 2\n"));
}
