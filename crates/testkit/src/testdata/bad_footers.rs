//! Files without a sound footer, and footers with an impossible schema.

use super::{TestFile, bad_bytes, bad_file};
use crate::bits::varint;
use crate::compress::Codec;
use crate::encode::{Encoding, plain};
use crate::file::chunk::Chunk;
use crate::file::page::Page;
use crate::file::schema::{Element, Repetition};
use crate::file::{FileBuilder, RowGroup};
use crate::thrift::{Struct, Value, list};
use crate::values::{Physical, Values};

pub(super) fn add(files: &mut Vec<TestFile>) {
    files.extend(tails());
    files.extend(thrift());
    files.extend(schemas());
}

fn sound() -> FileBuilder {
    with_schema(vec![
        Element::root(1),
        Element::leaf("a", Repetition::Required, Physical::Int64),
    ])
}

/// A sound row group of an INT64 column named a under any schema.
fn with_schema(elements: Vec<Element>) -> FileBuilder {
    let values = plain::encode(&Values::Int64(vec![1, 2, 3]));
    let chunk = Chunk::new(&["a"], Physical::Int64, Codec::Uncompressed).page(Page::v1(
        3,
        Encoding::Plain,
        &[],
        &values,
    ));
    FileBuilder::new(elements).row_group(RowGroup::new(3, vec![chunk]))
}

fn tails() -> Vec<TestFile> {
    let sound = sound().build();
    let size = sound.len();
    let with_length = |length: u32| {
        let mut bytes = sound.clone();
        bytes[size - 8..size - 4].copy_from_slice(&length.to_le_bytes());
        bytes
    };
    let with_magic = |magic: &[u8; 4]| {
        let mut bytes = sound.clone();
        bytes[size - 4..].copy_from_slice(magic);
        bytes
    };
    vec![
        bad_bytes("tail_empty_file", "no bytes", vec![]),
        bad_bytes(
            "tail_magic_only",
            "the magic number alone",
            b"PAR1".to_vec(),
        ),
        bad_bytes(
            "tail_two_magics",
            "two magic numbers, nothing between",
            b"PAR1PAR1".to_vec(),
        ),
        bad_bytes(
            "tail_no_magic",
            "another magic number at the end",
            with_magic(b"PARX"),
        ),
        bad_bytes(
            "tail_encrypted",
            "the magic number of an encrypted footer",
            with_magic(b"PARE"),
        ),
        bad_bytes(
            "tail_cut",
            "the last byte cut off",
            sound[..size - 1].to_vec(),
        ),
        bad_bytes("tail_length_zero", "a footer of 0 bytes", with_length(0)),
        bad_bytes(
            "tail_length_short",
            "a footer length that cuts its first bytes",
            with_length(40),
        ),
        bad_bytes(
            "tail_length_beyond",
            "a footer longer than the file",
            with_length(size as u32),
        ),
        bad_bytes(
            "tail_length_max",
            "a footer of 4 GiB",
            with_length(u32::MAX),
        ),
        bad_bytes(
            "tail_text",
            "a text file",
            b"id,name\n1,north\n2,south\n".repeat(9),
        ),
    ]
}

/// A file that is nothing but this footer.
fn footer_only(footer: &[u8]) -> Vec<u8> {
    let mut bytes = b"PAR1".to_vec();
    bytes.extend(footer);
    bytes.extend((footer.len() as u32).to_le_bytes());
    bytes.extend(b"PAR1");
    bytes
}

fn thrift() -> Vec<TestFile> {
    let nested = |open: u8, depth: usize| {
        let mut footer = vec![0x05 << 4 | 0x0c];
        footer.extend(vec![open; depth]);
        footer.extend(vec![0; depth + 2]);
        footer_only(&footer)
    };
    let huge = |field_and_type: &[u8]| {
        let mut footer = field_and_type.to_vec();
        footer.extend(varint(i32::MAX as u64));
        footer.extend([0; 20]);
        footer_only(&footer)
    };
    let mut endless = vec![0x15];
    endless.extend([0xff; 40]);
    vec![
        bad_bytes(
            "thrift_huge_list",
            "a schema list of 2^31-1 elements",
            huge(&[0x29, 0xfc]),
        ),
        bad_bytes(
            "thrift_huge_string",
            "a creator of 2^31-1 bytes",
            huge(&[0x68]),
        ),
        bad_bytes("thrift_deep", "structs 100,000 deep", nested(0x1c, 60_000)),
        bad_bytes(
            "thrift_endless_number",
            "a number that does not end",
            footer_only(&endless),
        ),
        bad_bytes(
            "thrift_garbage",
            "bytes of no meaning",
            footer_only(&[0xa7; 64]),
        ),
        bad_bytes(
            "thrift_empty_struct",
            "a footer without fields",
            footer_only(&[0]),
        ),
        bad_file("footer_no_schema", "no schema", sound().patch(2, None)),
        bad_file(
            "footer_empty_schema",
            "a schema of no elements",
            sound().patch(2, Some(list::<i32>([]))),
        ),
        bad_file(
            "footer_schema_of_numbers",
            "a schema made of numbers",
            sound().patch(2, Some(list([1i32]))),
        ),
        bad_file(
            "footer_no_row_group_list",
            "no list of row groups",
            sound().patch(4, None),
        ),
        bad_file(
            "footer_row_group_empty",
            "a row group without fields",
            sound().patch(4, Some(list([Struct::new()]))),
        ),
    ]
}

fn schemas() -> Vec<TestFile> {
    let leaf = || Element::leaf("a", Repetition::Required, Physical::Int64);
    let with_root = |children: i32| {
        with_schema(vec![
            Element::root(1).patch(5, Some(Value::I32(children))),
            leaf(),
        ])
    };
    let with_leaf = |element: Element| with_schema(vec![Element::root(1), element]);
    let mut deep = vec![Element::root(1)];
    deep.extend((0..5_000).map(|_| Element::group("g", Repetition::Optional, 1)));
    deep.push(leaf());
    vec![
        bad_file(
            "schema_children_beyond",
            "more children than elements",
            with_root(2),
        ),
        bad_file(
            "schema_children_max",
            "2^31-1 children",
            with_root(i32::MAX),
        ),
        bad_file(
            "schema_children_negative",
            "a negative number of children",
            with_root(-1),
        ),
        bad_file(
            "schema_children_short",
            "elements that belong to no group",
            with_schema(vec![Element::root(1), leaf(), leaf()]),
        ),
        bad_file("schema_deep", "groups 5,000 deep", with_schema(deep)),
        bad_file(
            "schema_unknown_physical_type",
            "physical type 60",
            with_leaf(leaf().patch(1, Some(Value::I32(60)))),
        ),
        bad_file(
            "schema_negative_physical_type",
            "physical type -7",
            with_leaf(leaf().patch(1, Some(Value::I32(-7)))),
        ),
        bad_file(
            "schema_fixed_without_length",
            "fixed-length byte arrays without a length",
            with_leaf(Element::leaf("a", Repetition::Required, Physical::Fixed)),
        ),
        bad_file(
            "schema_fixed_negative_length",
            "fixed-length byte arrays of length -4",
            with_leaf(
                Element::leaf("a", Repetition::Required, Physical::Fixed)
                    .patch(2, Some(Value::I32(-4))),
            ),
        ),
        bad_file(
            "schema_unknown_repetition",
            "repetition 9",
            with_leaf(leaf().patch(3, Some(Value::I32(9)))),
        ),
        bad_file(
            "schema_no_name",
            "a column without a name",
            with_leaf(leaf().patch(4, None)),
        ),
        bad_file(
            "schema_name_not_utf8",
            "a column name that is not UTF-8",
            with_leaf(leaf().patch(4, Some(Value::Binary(vec![0xff, 0xfe])))),
        ),
    ]
}
