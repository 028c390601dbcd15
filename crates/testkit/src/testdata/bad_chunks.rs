//! Footers that say what is not so of their column chunks, and page indexes that do.

use super::{TestFile, bad_file};
use crate::compress::Codec;
use crate::encode::{Encoding, plain};
use crate::file::chunk::Chunk;
use crate::file::column::{Column, Layout};
use crate::file::page::Page;
use crate::file::schema::{Element, Repetition};
use crate::file::{FileBuilder, RowGroup};
use crate::thrift::{Struct, Value, list};
use crate::values::{Physical, Values};

pub(super) fn add(files: &mut Vec<TestFile>) {
    files.extend(metadata());
    files.extend(row_groups());
    files.extend(indexes());
}

fn chunk() -> Chunk {
    let values = plain::encode(&Values::Int64((0..50).collect()));
    Chunk::new(&["a"], Physical::Int64, Codec::Uncompressed).page(Page::v1(
        50,
        Encoding::Plain,
        &[],
        &values,
    ))
}

fn file(chunk: Chunk) -> FileBuilder {
    FileBuilder::new(vec![
        Element::root(1),
        Element::leaf("a", Repetition::Required, Physical::Int64),
    ])
    .row_group(RowGroup::new(50, vec![chunk]))
}

fn metadata() -> Vec<TestFile> {
    let bad = |name: &str, about: &str, id: i16, value: Option<Value>| {
        bad_file(
            &chunk_name(name),
            about,
            file(chunk().patch_metadata(id, value)),
        )
    };
    let far = Some(Value::I64(1 << 40));
    vec![
        bad_file(
            "chunk_no_metadata",
            "a chunk without metadata",
            file(chunk().patch(3, None)),
        ),
        bad("no_type", "no physical type", 1, None),
        bad(
            "either_other_type",
            "another physical type than the schema's",
            1,
            Some(Value::I32(1)),
        ),
        bad(
            "either_unknown_type",
            "physical type 99",
            1,
            Some(Value::I32(99)),
        ),
        bad("no_codec", "no codec", 4, None),
        bad("unknown_codec", "codec 60", 4, Some(Value::I32(60))),
        bad(
            "codec_lzo",
            "the codec LZO, which nobody reads",
            4,
            Some(Value::I32(3)),
        ),
        bad(
            "wrong_codec",
            "ZSTD over bytes that are not compressed",
            4,
            Some(Value::I32(6)),
        ),
        bad("num_values_negative", "-1 values", 5, Some(Value::I64(-1))),
        bad(
            "either_num_values_more",
            "more values than its pages have",
            5,
            Some(Value::I64(51)),
        ),
        bad(
            "either_num_values_max",
            "2^63-1 values",
            5,
            Some(Value::I64(i64::MAX)),
        ),
        bad("size_negative", "a size of -100", 7, Some(Value::I64(-100))),
        bad(
            "size_beyond",
            "a size beyond the end of the file",
            7,
            far.clone(),
        ),
        bad(
            "size_max",
            "a size of 2^63-1",
            7,
            Some(Value::I64(i64::MAX)),
        ),
        bad(
            "size_short",
            "a size that cuts its page",
            7,
            Some(Value::I64(100)),
        ),
        bad(
            "offset_negative",
            "an offset of -4",
            9,
            Some(Value::I64(-4)),
        ),
        bad(
            "offset_beyond",
            "an offset beyond the end of the file",
            9,
            far.clone(),
        ),
        bad(
            "offset_max",
            "an offset of 2^63-1",
            9,
            Some(Value::I64(i64::MAX)),
        ),
        bad("offset_missing", "no offset of data pages", 9, None),
        bad(
            "offset_inside",
            "an offset that points into its page",
            9,
            Some(Value::I64(30)),
        ),
        bad(
            "either_dictionary_offset_negative",
            "a dictionary offset of -9",
            11,
            Some(Value::I64(-9)),
        ),
        bad_file(
            "either_chunk_in_another_file",
            "a chunk that lies in another file",
            file(chunk().patch(1, Some(Value::from("other.parquet")))),
        ),
    ]
}

/// The word that says how it ends comes first in a file's name.
fn chunk_name(name: &str) -> String {
    match name.strip_prefix("either_") {
        Some(name) => format!("either_chunk_{name}"),
        None => format!("chunk_{name}"),
    }
}

fn row_groups() -> Vec<TestFile> {
    let two_columns = || {
        FileBuilder::new(vec![
            Element::root(2),
            Element::leaf("a", Repetition::Required, Physical::Int64),
            Element::leaf("b", Repetition::Required, Physical::Int64),
        ])
    };
    let shorter = Column::required(Values::Int64((0..30).collect()));
    let shorter = || shorter.chunk(&["b"], Layout::default());
    let empty = Struct::new()
        .with(1, list([Struct::new()]))
        .with(2, 0i64)
        .with(3, 0i64);
    vec![
        bad_file(
            "group_column_missing",
            "a row group with fewer chunks than the schema has columns",
            two_columns().row_group(RowGroup::new(50, vec![chunk()])),
        ),
        bad_file(
            "either_group_column_too_many",
            "a row group with more chunks than the schema has columns",
            file(chunk()).row_group(RowGroup::new(50, vec![chunk(), shorter()])),
        ),
        bad_file(
            "group_columns_unequal",
            "columns of 50 and of 30 rows",
            two_columns().row_group(RowGroup::new(50, vec![chunk(), shorter()])),
        ),
        bad_file(
            "group_rows_negative",
            "a row group of -50 rows",
            FileBuilder::new(vec![
                Element::root(1),
                Element::leaf("a", Repetition::Required, Physical::Int64),
            ])
            .row_group(RowGroup::new(50, vec![chunk()]).patch(3, Some(Value::I64(-50)))),
        ),
        bad_file(
            "group_chunk_empty",
            "a chunk without fields, of a row group of no rows",
            file(chunk()).patch(4, Some(list([empty]))),
        ),
    ]
}

fn indexes() -> Vec<TestFile> {
    let column = Column::required(Values::Int64((0..50).collect()));
    let layout = Layout {
        rows_per_page: 10,
        ..Layout::default()
    };
    let bytes = |i: i64| i.to_le_bytes().to_vec();
    let column_index = Struct::new()
        .with(1, list([false; 5]))
        .with(2, list((0..5).map(|i| bytes(i * 10))))
        .with(3, list((0..5).map(|i| bytes(i * 10 + 9))))
        .with(4, 1i32);
    let chunk = || {
        column
            .chunk(&["a"], layout)
            .offset_index()
            .column_index(column_index.clone())
    };
    let location =
        |offset: i64, size: i32, row: i64| Struct::new().with(1, offset).with(2, size).with(3, row);
    let bad = |name: &str, about: &str, locations: Vec<Struct>| {
        let chunk = chunk().patch_offset_index(1, Some(list(locations)));
        bad_file(&format!("index_{name}"), about, file(chunk))
    };
    vec![
        bad("offset_negative", "a page at -4", vec![location(-4, 50, 0)]),
        bad(
            "offset_beyond",
            "a page beyond the end of the file",
            vec![location(1 << 40, 50, 0)],
        ),
        bad(
            "size_negative",
            "a page of -5 bytes",
            vec![location(4, -5, 0)],
        ),
        bad(
            "rows_descending",
            "pages whose first rows go down",
            vec![location(4, 100, 20), location(104, 100, 10)],
        ),
        bad(
            "row_negative",
            "a page that begins with row -1",
            vec![location(4, 100, -1)],
        ),
        bad_file(
            "index_range_beyond",
            "an offset index that lies beyond the end of the file",
            file(chunk().patch(4, Some(Value::I64(1 << 40)))),
        ),
        bad_file(
            "index_length_negative",
            "an offset index of -1 bytes",
            file(chunk().patch(5, Some(Value::I32(-1)))),
        ),
    ]
}
