#![expect(clippy::unwrap_used, reason = "tests")]

use super::*;
use crate::basic::{
    ConvertedType, EdgeInterpolationAlgorithm, LogicalType, Repetition, TimeUnit,
    Type as PhysicalType,
};
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
