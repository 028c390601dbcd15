//! Page headers that lie, pages that do not belong, bytes that do not decompress.

use super::{TestFile, bad_file};
use crate::compress::{Codec, compress};
use crate::encode::{Encoding, dictionary_indices, plain};
use crate::file::chunk::Chunk;
use crate::file::page::{Page, V2Counts};
use crate::file::schema::{Element, Repetition};
use crate::file::{FileBuilder, RowGroup};
use crate::thrift::Value;
use crate::values::{Physical, Values};

pub(super) fn add(files: &mut Vec<TestFile>) {
    files.extend(headers());
    files.extend(v2_headers());
    files.extend(orders());
    files.extend(compression());
}

const NUM_ROWS: usize = 50;

fn file(codec: Codec, pages: Vec<Page>) -> FileBuilder {
    let chunk = Chunk::new(&["a"], Physical::Int64, codec).pages(pages);
    FileBuilder::new(vec![
        Element::root(1),
        Element::leaf("a", Repetition::Required, Physical::Int64),
    ])
    .row_group(RowGroup::new(NUM_ROWS, vec![chunk]))
}

fn bad(name: &str, about: &str, pages: Vec<Page>) -> TestFile {
    let name = match name.strip_prefix("either_") {
        Some(name) => format!("either_page_{name}"),
        None => format!("page_{name}"),
    };
    bad_file(&name, about, file(Codec::Uncompressed, pages))
}

fn values() -> Vec<u8> {
    plain::encode(&Values::Int64((0..NUM_ROWS as i64).collect()))
}

fn page() -> Page {
    Page::v1(NUM_ROWS, Encoding::Plain, &[], &values())
}

fn headers() -> Vec<TestFile> {
    let outer = |name: &str, about: &str, id: i16, value: Option<Value>| {
        bad(name, about, vec![page().patch(id, value)])
    };
    let inner = |name: &str, about: &str, id: i16, value: Option<Value>| {
        bad(name, about, vec![page().patch_inner(id, value)])
    };
    vec![
        outer("no_type", "no page type", 1, None),
        outer("no_header", "a data page without its inner header", 5, None),
        outer("no_size", "no size", 3, None),
        outer("size_negative", "a size of -1", 3, Some(Value::I32(-1))),
        outer(
            "size_beyond",
            "a size beyond the chunk",
            3,
            Some(Value::I32(100_000)),
        ),
        outer(
            "size_max",
            "a size of 2^31-1",
            3,
            Some(Value::I32(i32::MAX)),
        ),
        outer(
            "uncompressed_negative",
            "an uncompressed size of -1",
            2,
            Some(Value::I32(-1)),
        ),
        outer(
            "either_uncompressed_differs",
            "another size before compression than after, without a codec",
            2,
            Some(Value::I32(401)),
        ),
        outer(
            "either_uncompressed_max",
            "an uncompressed size of 2^31-1",
            2,
            Some(Value::I32(i32::MAX)),
        ),
        inner(
            "num_values_negative",
            "-50 values",
            1,
            Some(Value::I32(-50)),
        ),
        inner(
            "either_num_values_more",
            "more values than there are",
            1,
            Some(Value::I32(51)),
        ),
        inner(
            "either_num_values_max",
            "2^31-1 values",
            1,
            Some(Value::I32(i32::MAX)),
        ),
        inner("no_num_values", "no number of values", 1, None),
        inner("no_encoding", "no encoding", 2, None),
        inner("unknown_encoding", "encoding 60", 2, Some(Value::I32(60))),
        inner(
            "encoding_not_for_type",
            "DELTA_BYTE_ARRAY on INT64",
            2,
            Some(Value::I32(7)),
        ),
        bad_file(
            "verify_page_crc",
            "a checksum that is not the page's",
            file(Codec::Uncompressed, vec![page().wrong_crc()]),
        ),
        bad_file(
            "verify_dictionary_crc",
            "a checksum that is not the dictionary's",
            file(
                Codec::Uncompressed,
                vec![
                    Page::dictionary(2, &values()[..16]).wrong_crc(),
                    Page::v1(
                        NUM_ROWS,
                        Encoding::RleDictionary,
                        &[],
                        &dictionary_indices(&[1; NUM_ROWS]),
                    )
                    .crc(),
                ],
            ),
        ),
    ]
}

fn v2_headers() -> Vec<TestFile> {
    let counts = V2Counts {
        num_values: NUM_ROWS,
        num_nulls: 0,
        num_rows: NUM_ROWS,
    };
    let v2 = || Page::v2(counts, Encoding::Plain, &[], &[], &values());
    let inner = |name: &str, about: &str, id: i16, value: i32| {
        bad(
            name,
            about,
            vec![v2().patch_inner(id, Some(Value::I32(value)))],
        )
    };
    vec![
        inner(
            "v2_def_length_negative",
            "definition levels of -1 bytes",
            5,
            -1,
        ),
        inner(
            "v2_def_length_beyond",
            "definition levels longer than the page",
            5,
            401,
        ),
        inner(
            "v2_def_length_max",
            "definition levels of 2^31-1 bytes",
            5,
            i32::MAX,
        ),
        inner(
            "v2_rep_length_beyond",
            "repetition levels longer than the page",
            6,
            4_000,
        ),
        inner("either_v2_num_nulls_more", "more nulls than values", 2, 60),
        inner("v2_num_rows_negative", "-5 rows", 3, -5),
    ]
}

fn orders() -> Vec<TestFile> {
    let dictionary = || Page::dictionary(2, &values()[..16]);
    let indexed = || {
        Page::v1(
            NUM_ROWS,
            Encoding::RleDictionary,
            &[],
            &dictionary_indices(&[1; NUM_ROWS]),
        )
    };
    vec![
        bad(
            "dictionary_missing",
            "indices without a dictionary",
            vec![indexed()],
        ),
        bad(
            "dictionary_behind",
            "a dictionary behind the page that needs it",
            vec![indexed(), dictionary()],
        ),
        bad(
            "dictionary_twice",
            "two dictionaries",
            vec![dictionary(), dictionary(), indexed()],
        ),
        bad(
            "dictionary_count_more",
            "a dictionary that says to hold more values than it does",
            vec![dictionary().patch_inner(1, Some(Value::I32(3))), indexed()],
        ),
        bad(
            "dictionary_count_negative",
            "a dictionary of -2 values",
            vec![dictionary().patch_inner(1, Some(Value::I32(-2))), indexed()],
        ),
        bad(
            "dictionary_count_max",
            "a dictionary of 2^31-1 values",
            vec![
                dictionary().patch_inner(1, Some(Value::I32(i32::MAX))),
                indexed(),
            ],
        ),
        bad(
            "dictionary_encoding",
            "a dictionary in DELTA_BINARY_PACKED",
            vec![dictionary().patch_inner(2, Some(Value::I32(5))), indexed()],
        ),
        bad_file(
            "page_none",
            "a chunk of 50 values without a page",
            FileBuilder::new(vec![
                Element::root(1),
                Element::leaf("a", Repetition::Required, Physical::Int64),
            ])
            .row_group(RowGroup::new(
                NUM_ROWS,
                vec![
                    Chunk::new(&["a"], Physical::Int64, Codec::Uncompressed)
                        .patch_metadata(5, Some(Value::I64(NUM_ROWS as i64))),
                ],
            )),
        ),
    ]
}

fn compression() -> Vec<TestFile> {
    let mut files = Vec::new();
    for (codec, name) in [
        (Codec::Snappy, "snappy"),
        (Codec::Gzip, "gzip"),
        (Codec::Brotli, "brotli"),
        (Codec::Zstd, "zstd"),
        (Codec::Lz4Raw, "lz4_raw"),
        (Codec::Lz4, "lz4_hadoop"),
    ] {
        let mut add = |damage: &str, about: &str, page: Page| {
            let name = format!("codec_{name}_{damage}");
            files.push(bad_file(
                &name,
                &format!("{codec:?}: {about}"),
                file(codec, vec![page]),
            ));
        };
        let compressed = compress(codec, &values());
        add(
            "cut",
            "the last byte missing",
            page().stored(compressed[..compressed.len() - 1].to_vec()),
        );
        add(
            "garbage",
            "bytes of no meaning",
            page().stored(vec![0xe7; 90]),
        );
        add("empty", "no bytes for 400", page().stored(vec![]));
        add(
            "declared_less",
            "one byte more than declared",
            page().patch(2, Some(Value::I32(399))),
        );
        add(
            "declared_more",
            "one byte less than declared",
            page().patch(2, Some(Value::I32(401))),
        );
    }
    files
}
