#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use proptest::collection::vec;
use proptest::prelude::*;

use super::{Cursor, Shapes, Wire};
use crate::FormatError;

/// A Thrift value to encode.
#[derive(Debug, Clone)]
enum Value {
    Bool(bool),
    I8(u8),
    I64(i64),
    Double(f64),
    Binary(Vec<u8>),
    Ints(Vec<i64>),
    Texts(Vec<Vec<u8>>),
    Bools(Vec<bool>),
    Struct(Vec<(i16, Value)>),
    Structs(Vec<Vec<(i16, Value)>>),
    Map(Vec<(i64, Vec<u8>)>),
}

fn varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn zigzag(out: &mut Vec<u8>, value: i64) {
    varint(out, (value << 1 ^ value >> 63) as u64);
}

fn binary(out: &mut Vec<u8>, bytes: &[u8]) {
    varint(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

fn list_header(out: &mut Vec<u8>, element: Wire, len: usize) {
    if len < 15 {
        out.push((len as u8) << 4 | element as u8);
    } else {
        out.push(0xf0 | element as u8);
        varint(out, len as u64);
    }
}

impl Value {
    fn wire(&self) -> Wire {
        match self {
            Self::Bool(true) => Wire::True,
            Self::Bool(false) => Wire::False,
            Self::I8(_) => Wire::I8,
            Self::I64(_) => Wire::I64,
            Self::Double(_) => Wire::Double,
            Self::Binary(_) => Wire::Binary,
            Self::Ints(_) | Self::Texts(_) | Self::Bools(_) | Self::Structs(_) => Wire::List,
            Self::Struct(_) => Wire::Struct,
            Self::Map(_) => Wire::Map,
        }
    }

    fn encode(&self, out: &mut Vec<u8>) {
        match self {
            Self::Bool(_) => {}
            Self::I8(value) => out.push(*value),
            Self::I64(value) => zigzag(out, *value),
            Self::Double(value) => out.extend_from_slice(&value.to_le_bytes()),
            Self::Binary(bytes) => binary(out, bytes),
            Self::Ints(values) => {
                list_header(out, Wire::I64, values.len());
                values.iter().for_each(|&value| zigzag(out, value));
            }
            Self::Texts(values) => {
                list_header(out, Wire::Binary, values.len());
                values.iter().for_each(|bytes| binary(out, bytes));
            }
            Self::Bools(values) => {
                list_header(out, Wire::True, values.len());
                out.extend(values.iter().map(|&value| if value { 1 } else { 2 }));
            }
            Self::Struct(fields) => structure(out, fields),
            Self::Structs(values) => {
                list_header(out, Wire::Struct, values.len());
                values.iter().for_each(|fields| structure(out, fields));
            }
            Self::Map(pairs) => {
                varint(out, pairs.len() as u64);
                if !pairs.is_empty() {
                    out.push((Wire::I64 as u8) << 4 | Wire::Binary as u8);
                }
                for (key, bytes) in pairs {
                    zigzag(out, *key);
                    binary(out, bytes);
                }
            }
        }
    }
}

fn structure(out: &mut Vec<u8>, fields: &[(i16, Value)]) {
    let mut last_id = 0_i16;
    for (id, value) in fields {
        match id.wrapping_sub(last_id) {
            delta @ 1..=15 => out.push((delta as u8) << 4 | value.wire() as u8),
            _ => {
                out.push(value.wire() as u8);
                zigzag(out, i64::from(*id));
            }
        }
        last_id = *id;
        value.encode(out);
    }
    out.push(0);
}

fn value() -> impl Strategy<Value = Value> {
    let bytes = || vec(any::<u8>(), 0..200);
    let integer = || prop_oneof![any::<i64>(), -70..70_i64];
    let leaf = prop_oneof![
        any::<bool>().prop_map(Value::Bool),
        any::<u8>().prop_map(Value::I8),
        integer().prop_map(Value::I64),
        any::<f64>().prop_map(Value::Double),
        bytes().prop_map(Value::Binary),
        vec(integer(), 0..20).prop_map(Value::Ints),
        vec(bytes(), 0..4).prop_map(Value::Texts),
        vec(any::<bool>(), 0..20).prop_map(Value::Bools),
        vec((any::<i64>(), bytes()), 0..4).prop_map(Value::Map),
    ];
    leaf.prop_recursive(4, 60, 6, |inner| {
        let fields = || vec((1..40_i16, inner.clone()), 0..6);
        prop_oneof![
            fields().prop_map(Value::Struct),
            vec(fields(), 0..4).prop_map(Value::Structs)
        ]
    })
}

fn fields() -> impl Strategy<Value = Vec<(i16, Value)>> {
    vec((1..40_i16, value()), 0..8)
}

/// A structure of the same fields whose values differ a little, as one column chunk differs from the next.
fn vary(fields: &[(i16, Value)], by: &mut impl Iterator<Item = u8>) -> Vec<(i16, Value)> {
    let mut next = || by.next().unwrap_or(0);
    let mut shift = |value: i64| match next() % 4 {
        0 => value,
        1 => value.wrapping_add(1),
        2 => value >> 7,
        _ => value.wrapping_mul(129),
    };
    let vary_text = |bytes: &Vec<u8>, by: u8| match by % 3 {
        0 => bytes.clone(),
        1 => bytes.iter().map(|byte| byte ^ 0x55).collect(),
        _ => [&bytes[..], &[by]].concat(),
    };
    let mut varied = Vec::new();
    for (id, value) in fields {
        let value = match value {
            Value::I64(value) => Value::I64(shift(*value)),
            Value::Ints(values) => Value::Ints(values.iter().map(|&value| shift(value)).collect()),
            Value::Binary(bytes) => Value::Binary(vary_text(bytes, shift(1) as u8)),
            Value::Texts(texts) => Value::Texts(
                texts
                    .iter()
                    .map(|bytes| vary_text(bytes, shift(1) as u8))
                    .collect(),
            ),
            other => other.clone(),
        };
        varied.push((*id, value));
    }
    varied
}

proptest! {
    /// Skipping finds the end, whatever the structure.
    #[test]
    fn skips_whole_structures(fields in fields()) {
        let mut bytes = Vec::new();
        structure(&mut bytes, &fields);
        let len = bytes.len();
        for end in 0..len {
            let mut cursor = Cursor::new(&bytes[..end]);
            let is_truncated = matches!(cursor.skip_struct(), Err(FormatError::Truncated { .. }));
            prop_assert!(is_truncated);
        }
        bytes.extend_from_slice(&[0xa5; 80]);
        let mut cursor = Cursor::new(&bytes);
        cursor.skip_struct().unwrap();
        prop_assert_eq!(cursor.position(), len);
    }

    /// A template changes nothing but the time: a run of structures that are alike ends where the walk ends.
    #[test]
    fn shapes_are_exact(fields in fields(), nested in fields(), variations in vec(vec(any::<u8>(), 0..40), 1..20)) {
        let mut all = Vec::new();
        let mut ends = Vec::new();
        for by in &variations {
            let mut by = by.iter().copied();
            let mut varied = vary(&fields, &mut by);
            varied.push((7, Value::Struct(vary(&nested, &mut by))));
            structure(&mut all, &varied);
            ends.push(all.len());
        }
        let mut shapes = Shapes::default();
        let mut cursor = Cursor::new(&all);
        for &end in &ends {
            cursor.skip_struct_like(&mut shapes).unwrap();
            prop_assert_eq!(cursor.position(), end);
        }
        let mut list = Vec::new();
        list_header(&mut list, Wire::Struct, variations.len());
        list.extend_from_slice(&all);
        let mut cursor = Cursor::new(&list);
        cursor.skip(Wire::List).unwrap();
        prop_assert_eq!(cursor.position(), list.len());
    }

    /// On bytes of any kind a template agrees with the walk, errors included.
    #[test]
    fn shapes_agree_on_broken_bytes(fields in fields(), changes in vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)) {
        let mut sound = Vec::new();
        structure(&mut sound, &fields);
        let mut shapes = Shapes::default();
        Cursor::new(&sound).skip_struct_like(&mut shapes).unwrap();
        let mut broken = sound.clone();
        for (index, byte) in changes {
            let at = index.index(broken.len());
            broken[at] = byte;
        }
        broken.extend_from_slice(&[0; 64]);
        let (mut templated, mut walked) = (Cursor::new(&broken), Cursor::new(&broken));
        let found = templated.skip_struct_like(&mut shapes);
        prop_assert_eq!(found, walked.skip_struct());
        if found.is_ok() {
            prop_assert_eq!(templated.position(), walked.position());
        }
    }
}

#[test]
fn integers() {
    for value in [
        0,
        1,
        -1,
        63,
        -64,
        64,
        i64::from(i32::MIN),
        i64::from(i32::MAX),
        i64::MIN,
        i64::MAX,
    ] {
        let mut bytes = Vec::new();
        zigzag(&mut bytes, value);
        let mut cursor = Cursor::new(&bytes);
        assert_eq!(cursor.read_i64(), Ok(value));
        assert_eq!(cursor.remaining(), 0);
        let narrow = Cursor::new(&bytes).read_i32();
        match i32::try_from(value) {
            Ok(value) => assert_eq!(narrow, Ok(value)),
            Err(_) => assert!(
                matches!(narrow, Err(FormatError::OutOfRange { .. })),
                "{narrow:?}"
            ),
        }
        for end in 0..bytes.len() {
            let found = Cursor::new(&bytes[..end]).read_i64();
            assert!(matches!(
                found,
                Err(FormatError::Truncated {
                    needed: 1,
                    available: 0,
                    ..
                })
            ));
        }
    }
    for endless in [
        vec![0xff; 10],
        vec![0x80; 20],
        [&[0xff; 9][..], &[2]].concat(),
    ] {
        let found = Cursor::new(&endless).read_varint();
        assert_eq!(found, Err(FormatError::VarintTooLong { offset: 0 }));
    }
}

#[test]
fn field_headers() {
    // A long id, a difference to it, and the end.
    let bytes = [0x05, 0xc8, 0x01, 0x18, 0x00];
    let mut cursor = Cursor::new(&bytes);
    let mut last_id = 0;
    let mut next = || {
        cursor
            .next_field(&mut last_id)
            .unwrap()
            .map(|field| (field.id, field.wire))
    };
    assert_eq!(next(), Some((100, Wire::I32)));
    assert_eq!(next(), Some((101, Wire::Binary)));
    assert_eq!(next(), None);

    let mut last_id = i16::MAX;
    let found = Cursor::new(&[0x15]).next_field(&mut last_id);
    assert!(matches!(
        found,
        Err(FormatError::Malformed { offset: 0, .. })
    ));
    for code in [0, 14, 15] {
        let found = Cursor::new(&[0x10 | code]).next_field(&mut 0);
        assert_eq!(found, Err(FormatError::UnknownWireType { code, offset: 0 }));
    }
}

#[test]
fn list_headers() {
    let check = |bytes: &[u8], expected: Result<(Wire, usize), FormatError>| {
        let found = Cursor::new(bytes)
            .read_list()
            .map(|list| (list.element, list.len));
        assert_eq!(found, expected, "{bytes:?}");
    };
    check(&[0x25, 0, 0], Ok((Wire::I32, 2)));
    check(&[0xf5, 2, 0, 0], Ok((Wire::I32, 2)));
    check(&[0x00], Ok((Wire::I8, 0)));
    check(
        &[0x10, 0],
        Err(FormatError::UnknownWireType { code: 0, offset: 0 }),
    );
    check(
        &[0x25, 0],
        Err(FormatError::Truncated {
            offset: 1,
            needed: 2,
            available: 1,
        }),
    );
    let huge = [0xfc, 0xff, 0xff, 0xff, 0xff, 0x07];
    check(
        &huge,
        Err(FormatError::Truncated {
            offset: 6,
            needed: 0x7fff_ffff,
            available: 0,
        }),
    );
    let empty_of_another_type = Cursor::new(&[0x05]).read_list_of(Wire::Struct, "list");
    assert_eq!(empty_of_another_type, Ok(0));
    let found = Cursor::new(&[0x15, 0]).read_list_of(Wire::Struct, "list");
    assert_eq!(
        found,
        Err(FormatError::WrongElementType {
            field: "list",
            found: 5,
            offset: 0
        })
    );
}

#[test]
fn nesting_is_bounded() {
    // Structures, lists and maps within each other, deeper than any stack would bear.
    for header in [&[0x1c][..], &[0x19, 0x1c], &[0x1b, 1, 0x5c, 0]] {
        let bytes = header.repeat(1 << 20);
        let found = Cursor::new(&bytes).skip_struct();
        assert!(
            matches!(found, Err(FormatError::OverLimit { .. })),
            "{found:?}"
        );
        let found = Cursor::new(&[&[0x2c][..], &bytes].concat()).skip(Wire::List);
        assert!(
            matches!(found, Err(FormatError::OverLimit { .. })),
            "{found:?}"
        );
    }
}

#[test]
fn varints_of_every_size_whatever_lies_behind_them() {
    let near = |power: u64| [power.wrapping_sub(1), power, power ^ 0x5a5a_5a5a];
    let values = (0..64)
        .flat_map(|shift| near(1 << shift))
        .chain([0, u64::MAX]);
    for value in values {
        let mut bytes = Vec::new();
        varint(&mut bytes, value);
        let size = bytes.len();
        for filler in [0, 0x7f, 0x80, 0xff] {
            for behind in 0..9 {
                bytes.truncate(size);
                bytes.resize(size + behind, filler);
                let mut cursor = Cursor::new(&bytes);
                assert_eq!(cursor.read_varint(), Ok(value));
                assert_eq!(cursor.position(), size, "{value:#x}");
            }
        }
        for cut in 0..size {
            assert!(Cursor::new(&bytes[..cut]).read_varint().is_err());
        }
    }
}
