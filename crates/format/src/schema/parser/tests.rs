#![expect(clippy::unwrap_used, reason = "tests")]

use super::*;
use crate::schema::printer::print_schema;
use crate::schema::types::TypeProblem;

/// What is printed is read back, but for ids and parameters that the syntax of messages lacks.
#[test]
fn messages_go_round() {
    let text = "message schema {
  REQUIRED INT64 id;
  OPTIONAL INT32 i8 (INTEGER(8,true));
  OPTIONAL INT64 u64 (INTEGER(64,false));
  OPTIONAL INT32 t (TIME(MILLIS,true));
  OPTIONAL INT64 ts (TIMESTAMP(NANOS,false));
  OPTIONAL FIXED_LEN_BYTE_ARRAY (16) d (DECIMAL(38,2));
  OPTIONAL FIXED_LEN_BYTE_ARRAY (12) iv (INTERVAL);
  OPTIONAL BYTE_ARRAY utf8 (UTF8);
  REQUIRED group names (LIST) {
    REPEATED group list {
      OPTIONAL BYTE_ARRAY element (STRING);
    }
  }
  REQUIRED group map (MAP) {
    REPEATED group key_value (MAP_KEY_VALUE) {
      REQUIRED INT96 key;
      OPTIONAL DOUBLE välue;
    }
  }
  OPTIONAL group empty {
  }
}
";
    let schema = parse_message_type(text).unwrap();
    let mut out = Vec::new();
    print_schema(&mut out, &schema);
    assert_eq!(String::from_utf8(out).unwrap(), text);
    let squeezed: Vec<_> = text.split_whitespace().collect();
    assert_eq!(parse_message_type(&squeezed.join("\t")).unwrap(), schema);
    // Every truncation is refused, none is taken for something else.
    let end = text.trim_end().len();
    for at in (0..end).filter(|&at| text.is_char_boundary(at)) {
        assert!(parse_message_type(&text[..at]).is_err(), "{at}");
    }
}

#[test]
fn case_and_ids() {
    let schema = parse_message_type(
        "message m { required binary a (string) = 5; optional Group g (list) = -1 {} \
         optional int32 d (decimal(5)); }",
    )
    .unwrap();
    let [a, g, d] = schema.get_fields() else {
        panic!("three fields")
    };
    assert_eq!(
        (a.get_basic_info().id(), a.get_physical_type()),
        (5, PhysicalType::BYTE_ARRAY)
    );
    assert_eq!((g.get_basic_info().id(), g.get_fields().len()), (-1, 0));
    assert_eq!((d.get_precision(), d.get_scale()), (5, 0));
}

#[test]
fn what_is_no_message_is_refused() {
    let check = |text: &str, expected: MessageTypeError| {
        assert_eq!(parse_message_type(text).unwrap_err(), expected, "{text}");
    };
    let field = |text: &str, expected| check(&format!("message m {{ {text} }}"), expected);
    let at_end = |expected| MessageTypeError::Expected {
        expected,
        found: None,
    };
    check("", at_end("message"));
    check("message", at_end("a name"));
    check("message m {", at_end("a repetition"));
    check("massage m {}", unexpected("message", "massage"));
    field("required", unexpected("a physical type or 'group'", "}"));
    field("required int32 a", unexpected(";", "}"));
    field("required fixed_len_byte_array a;", unexpected("(", "a"));
    field(
        "required fixed_len_byte_array(x) a;",
        unexpected("a number of bytes", "x"),
    );
    field(
        "required int32 a (time(weeks,true));",
        unexpected("MILLIS, MICROS or NANOS", "weeks"),
    );
    field(
        "required int32 a (integer(300,true));",
        unexpected("a bit width", "300"),
    );
    field(
        "required int32 a (integer(8,perhaps));",
        unexpected("true or false", "perhaps"),
    );
    field("required int32 a (date;", unexpected(")", ";"));
    field("required int32 a = b;", unexpected("a field id", "b"));
    let name = |expected, found: &str| {
        MessageTypeError::Name(NameError::Unknown {
            expected,
            found: found.into(),
        })
    };
    field("sometimes int32 a;", name("repetition", "SOMETIMES"));
    field("required int33 a;", name("physical type", "INT33"));
    field("required int32 a (moon);", name("converted type", "MOON"));
    let problem = TypeProblem::LogicalType {
        found: LogicalType::String,
        physical_type: PhysicalType::INT32,
    };
    field(
        "required int32 a (string);",
        MessageTypeError::Type(TypeError {
            name: "a".into(),
            problem,
        }),
    );
    let deep = format!("message m {{ {}", "optional group g { ".repeat(1000));
    check(&deep, MessageTypeError::TooDeep { limit: MAX_DEPTH });
}
