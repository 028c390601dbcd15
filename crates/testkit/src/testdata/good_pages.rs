//! Pages and chunks as the format allows and few writers make them.

use super::{TestFile, good_file};
use crate::compress::Codec;
use crate::encode::delta::{self, Shape};
use crate::encode::hybrid::{self, Run};
use crate::encode::{Encoding, dictionary_indices, encode, levels, plain};
use crate::file::chunk::Chunk;
use crate::file::column::{Column, Layout, Version};
use crate::file::page::{Page, V2Counts};
use crate::file::schema::{Element, Repetition};
use crate::file::{FileBuilder, RowGroup};
use crate::thrift::{Struct, Value, list};
use crate::values::{Physical, Values};

pub(super) fn add(files: &mut Vec<TestFile>) {
    files.extend(pages_between());
    files.extend(dictionaries());
    files.extend(runs());
    files.extend(levels_and_nulls());
    files.extend(deltas());
    files.extend(footers());
    files.extend(indexes());
}

/// The one column of most files here.
fn schema(repetition: Repetition, physical: Physical) -> Vec<Element> {
    vec![Element::root(1), Element::leaf("a", repetition, physical)]
}

fn int64_file(num_rows: usize, chunk: Chunk) -> FileBuilder {
    FileBuilder::new(schema(Repetition::Required, Physical::Int64))
        .row_group(RowGroup::new(num_rows, vec![chunk]))
}

fn int64_chunk() -> Chunk {
    Chunk::new(&["a"], Physical::Int64, Codec::Uncompressed)
}

fn int64s(from: i64, to: i64) -> Vec<u8> {
    plain::encode(&Values::Int64((from..to).collect()))
}

fn int64_page(from: i64, to: i64) -> Page {
    Page::v1(
        (to - from) as usize,
        Encoding::Plain,
        &[],
        &int64s(from, to),
    )
}

fn pages_between() -> Vec<TestFile> {
    let v2 = |num: usize| V2Counts {
        num_values: num,
        num_nulls: 0,
        num_rows: num,
    };
    let mixed = int64_chunk()
        .page(Page::dictionary(3, &int64s(0, 3)))
        .page(Page::v1(
            5,
            Encoding::RleDictionary,
            &[],
            &dictionary_indices(&[2, 1, 0, 0, 2]),
        ))
        .page(Page::v1(
            3,
            Encoding::PlainDictionary,
            &[],
            &dictionary_indices(&[1, 1, 1]),
        ))
        .page(int64_page(10, 14))
        .page(Page::v2(
            v2(200),
            Encoding::DeltaBinaryPacked,
            &[],
            &[],
            &delta::int64(&(0..200).map(|i| i * i).collect::<Vec<_>>()),
        ))
        .page(Page::v2(
            v2(4),
            Encoding::RleDictionary,
            &[],
            &[],
            &dictionary_indices(&[0, 1, 2, 0]),
        ))
        .page(Page::v2(
            v2(6),
            Encoding::ByteStreamSplit,
            &[],
            &[],
            &encode(&Values::Int64((0..6).collect()), Encoding::ByteStreamSplit),
        ));
    let empty = || int64_page(0, 0);
    vec![
        good_file(
            "pages_mixed",
            "one chunk with pages of both versions in five encodings",
            int64_file(222, mixed),
        ),
        good_file(
            "pages_index_between",
            "index pages between and behind data pages",
            int64_file(
                6,
                int64_chunk()
                    .page(int64_page(0, 4))
                    .page(Page::index(b""))
                    .page(int64_page(4, 6))
                    .page(Page::index(b"behind")),
            ),
        ),
        good_file(
            "pages_empty_between",
            "data pages without values before, between and behind others",
            int64_file(
                6,
                int64_chunk()
                    .page(empty())
                    .page(int64_page(0, 4))
                    .page(empty())
                    .page(empty())
                    .page(Page::v2(v2(0), Encoding::Plain, &[], &[], &[]))
                    .page(int64_page(4, 6))
                    .page(empty()),
            ),
        ),
        good_file(
            "pages_of_one_row",
            "fifty pages of one row each",
            int64_file(
                50,
                int64_chunk()
                    .pages((0..50).map(|i| int64_page(i, i + 1)))
                    .offset_index(),
            ),
        ),
        good_file(
            "pages_left_uncompressed",
            "v2 pages that are left uncompressed in a compressed chunk, beside one that is not",
            int64_file(
                9,
                Chunk::new(&["a"], Physical::Int64, Codec::Snappy)
                    .page(
                        Page::v2(v2(4), Encoding::Plain, &[], &[], &int64s(0, 4))
                            .left_uncompressed(),
                    )
                    .page(Page::v2(v2(5), Encoding::Plain, &[], &[], &int64s(4, 9))),
            ),
        ),
        good_file(
            "pages_none",
            "a row group of no rows whose chunk has no pages",
            int64_file(0, int64_chunk()),
        ),
    ]
}

fn dictionaries() -> Vec<TestFile> {
    let strings = Values::strings(["", "north", "south", "east"]);
    let string_file = |num_rows: usize, chunk: Chunk| {
        FileBuilder::new(schema(Repetition::Required, Physical::ByteArray))
            .row_group(RowGroup::new(num_rows, vec![chunk]))
    };
    let string_chunk = || {
        Chunk::new(&["a"], Physical::ByteArray, Codec::Uncompressed)
            .page(Page::dictionary(4, &plain::encode(&strings)))
    };
    let indexed = |indices: &[u64]| {
        Page::v1(
            indices.len(),
            Encoding::RleDictionary,
            &[],
            &dictionary_indices(indices),
        )
    };
    let of_width = |width: u32, indices: &[u64]| {
        let mut values = vec![width as u8];
        values.extend(hybrid::encode(indices, width));
        Page::v1(indices.len(), Encoding::RleDictionary, &[], &values)
    };
    let one_entry = |values: Vec<u8>, num_rows: usize| {
        int64_chunk()
            .page(Page::dictionary(1, &int64s(7, 8)))
            .page(Page::v1(num_rows, Encoding::RleDictionary, &[], &values))
    };
    vec![
        good_file(
            "dictionary_unused",
            "a dictionary that no page uses",
            int64_file(
                3,
                int64_chunk()
                    .page(Page::dictionary(2, &int64s(0, 2)))
                    .page(int64_page(5, 8)),
            ),
        ),
        good_file(
            "dictionary_empty",
            "an empty dictionary under a page of nulls",
            FileBuilder::new(schema(Repetition::Optional, Physical::Int64)).row_group(
                RowGroup::new(
                    5,
                    vec![int64_chunk().page(Page::dictionary(0, &[])).page(Page::v1(
                        5,
                        Encoding::RleDictionary,
                        &levels::v1(&[0; 5], 1),
                        &[0],
                    ))],
                ),
            ),
        ),
        good_file(
            "dictionary_width_0",
            "indices in no bits, as runs and without any",
            int64_file(
                30,
                one_entry(vec![0, 40], 20).page(Page::v1(
                    10,
                    Encoding::RleDictionary,
                    &[],
                    &[0, 5],
                )),
            ),
        ),
        good_file(
            "dictionary_widths",
            "pages with indices in 2, 7, 8, 9, 24 and 32 bits",
            string_file(
                60,
                string_chunk().pages(
                    [2, 7, 8, 9, 24, 32]
                        .map(|width| of_width(width, &[3, 0, 1, 2, 1, 1, 3, 2, 2, 0])),
                ),
            ),
        ),
        good_file(
            "dictionary_offset_zero",
            "a chunk that gives its dictionary's offset as 0, which means none",
            int64_file(
                4,
                int64_chunk()
                    .page(int64_page(0, 4))
                    .patch_metadata(11, Some(Value::I64(0))),
            ),
        ),
        good_file(
            "dictionary_offset_missing",
            "a chunk that gives its dictionary's offset as that of the first data page",
            string_file(
                3,
                string_chunk()
                    .page(indexed(&[1, 2, 3]))
                    .patch_metadata(11, None)
                    .patch_metadata(9, Some(Value::I64(4))),
            ),
        ),
        good_file(
            "dictionary_repeats",
            "a dictionary that holds a value twice",
            int64_file(
                4,
                int64_chunk()
                    .page(Page::dictionary(
                        3,
                        &plain::encode(&Values::Int64(vec![5, 5, 6])),
                    ))
                    .page(indexed(&[0, 1, 2, 1])),
            ),
        ),
    ]
}

fn runs() -> Vec<TestFile> {
    let indices: Vec<u64> = (0..333)
        .map(|i| if i % 90 < 40 { 4 } else { i * i % 7 })
        .collect();
    let dictionary = int64s(100, 107);
    let file = |name: &str, about: &str, runs: Vec<Run>| {
        let mut values = vec![3];
        values.extend(hybrid::encode_runs(&runs, 3));
        let chunk = int64_chunk()
            .page(Page::dictionary(7, &dictionary))
            .page(Page::v1(
                indices.len(),
                Encoding::RleDictionary,
                &[],
                &values,
            ));
        good_file(name, about, int64_file(indices.len(), chunk))
    };
    let mut too_long = hybrid::runs(&indices);
    too_long.push(Run::Repeated {
        value: 0,
        len: 5000,
    });
    vec![
        file(
            "runs_packed",
            "one packed run",
            hybrid::packed_runs(&indices, 336),
        ),
        file(
            "runs_packed_by_8",
            "packed runs of eight",
            hybrid::packed_runs(&indices, 8),
        ),
        file(
            "runs_repeated",
            "repeated runs alone",
            hybrid::repeated_runs(&indices, usize::MAX),
        ),
        file(
            "runs_of_one",
            "repeated runs of one",
            hybrid::repeated_runs(&indices, 1),
        ),
        file(
            "runs_in_turn",
            "packed and repeated runs in turn",
            hybrid::alternating_runs(&indices),
        ),
        file(
            "runs_beyond",
            "runs that go on behind the last value",
            too_long,
        ),
    ]
}

fn levels_and_nulls() -> Vec<TestFile> {
    let def: Vec<u8> = (0..100)
        .map(|i| u8::from(i % 3 != 0 && !(40..80).contains(&i)))
        .collect();
    let num_present = def.iter().filter(|&&def| def == 1).count();
    let values = int64s(0, num_present as i64);
    let optional = |num_rows: usize, chunk: Chunk| {
        FileBuilder::new(schema(Repetition::Optional, Physical::Int64))
            .row_group(RowGroup::new(num_rows, vec![chunk]))
    };
    let split = |runs: Vec<Run>| {
        let levels = hybrid::with_length(hybrid::encode_runs(&runs, 1));
        Page::v1(def.len(), Encoding::Plain, &levels, &values)
    };
    let wide = levels::widen(&def);
    let nulls = V2Counts {
        num_values: 30,
        num_nulls: 30,
        num_rows: 30,
    };
    vec![
        good_file(
            "levels_bit_packed",
            "definition levels in the deprecated BIT_PACKED",
            optional(
                100,
                int64_chunk().page(
                    Page::v1(100, Encoding::Plain, &levels::bit_packed(&def, 1), &values)
                        .bit_packed_levels(),
                ),
            ),
        ),
        good_file(
            "levels_bit_packed_required",
            "a required column that names BIT_PACKED for the levels it does not have",
            int64_file(5, int64_chunk().page(int64_page(0, 5).bit_packed_levels())),
        ),
        good_file(
            "levels_splits",
            "the same definition levels as four different sequences of runs",
            optional(
                400,
                int64_chunk()
                    .page(split(hybrid::runs(&wide)))
                    .page(split(hybrid::repeated_runs(&wide, 2)))
                    .page(split(hybrid::packed_runs(&wide, 16)))
                    .page(split(hybrid::alternating_runs(&wide))),
            ),
        ),
        good_file(
            "nulls_only",
            "pages of nulls: v1 with nothing for values, v2 compressed without a byte",
            optional(
                60,
                Chunk::new(&["a"], Physical::Int64, Codec::Snappy)
                    .page(Page::v1(30, Encoding::Plain, &levels::v1(&[0; 30], 1), &[]))
                    .page(
                        Page::v2(nulls, Encoding::Plain, &[], &levels::v2(&[0; 30], 1), &[])
                            .stored(vec![]),
                    ),
            ),
        ),
        good_file(
            "nulls_none",
            "an optional column of several pages without a null",
            optional(
                60,
                int64_chunk().pages((0..3).map(|i| {
                    Page::v1(
                        20,
                        Encoding::Plain,
                        &levels::v1(&[1; 20], 1),
                        &int64s(i, i + 20),
                    )
                })),
            ),
        ),
    ]
}

fn deltas() -> Vec<TestFile> {
    let values: Vec<i64> = (0..700)
        .map(|i| (i * 7919) % 1000 + (i / 400) * (1 << 50))
        .collect();
    let file = |name: &str, about: &str, values: &[i64], shape: Shape| {
        let bytes = delta::int64_shaped(values, shape);
        let page = Page::v1(values.len(), Encoding::DeltaBinaryPacked, &[], &bytes);
        good_file(
            name,
            about,
            int64_file(values.len(), int64_chunk().page(page)),
        )
    };
    let shape = Shape::default();
    let extremes: Vec<i64> = (0..300).map(|i| [i64::MIN, i64::MAX, 0][i % 3]).collect();
    vec![
        file(
            "delta_large_blocks",
            "blocks of 1024 values in 32 miniblocks",
            &values,
            Shape {
                block_len: 1024,
                miniblocks: 32,
                ..shape
            },
        ),
        file(
            "delta_one_miniblock",
            "blocks of 256 values in one miniblock",
            &values,
            Shape {
                block_len: 256,
                miniblocks: 1,
                ..shape
            },
        ),
        file(
            "delta_padded",
            "a last block with all its miniblocks, the widths of the unused ones not zero",
            &values,
            Shape {
                pad_last_block: true,
                unused_width: 11,
                ..shape
            },
        ),
        file(
            "delta_unused_widths",
            "a last block that names widths for miniblocks that it does not have",
            &values,
            Shape {
                unused_width: 200,
                ..shape
            },
        ),
        file(
            "delta_wraps",
            "differences that overflow 64 bits",
            &extremes,
            shape,
        ),
        file("delta_one", "one value: the header alone", &[-5], shape),
    ]
}

fn footers() -> Vec<TestFile> {
    let plain = || int64_file(4, int64_chunk().page(int64_page(0, 4)));
    let two_groups = || {
        plain()
            .row_group(RowGroup::new(0, vec![int64_chunk().page(int64_page(0, 0))]))
            .row_group(RowGroup::new(3, vec![int64_chunk().page(int64_page(4, 7))]))
    };
    let unknown = Struct::new()
        .with(1, 5i32)
        .with(7, list(["a", "b"]))
        .with(9, list([true, false]));
    vec![
        good_file(
            "footer_unknown_fields",
            "fields of the future in the footer, of every type",
            plain()
                .patch(50, Some(unknown.into()))
                .patch(51, Some(Value::from(true)))
                .patch(52, Some(Value::from(1.5)))
                .patch(20_000, Some(Value::from("far"))),
        ),
        good_file(
            "footer_key_values",
            "key-value metadata, one without value, one key twice",
            plain()
                .key_value("writer", Some("by hand"))
                .key_value("none", None)
                .key_value("writer", Some("\u{2192}")),
        ),
        good_file(
            "footer_no_created_by",
            "a footer that does not say who wrote it",
            plain().patch(6, None),
        ),
        good_file(
            "footer_three_groups",
            "three row groups, the second of no rows",
            two_groups(),
        ),
        good_file(
            "footer_no_row_groups",
            "no row groups at all",
            FileBuilder::new(schema(Repetition::Optional, Physical::Int64)),
        ),
        good_file(
            "footer_num_rows_zero",
            "a file total of 0 rows over a row group of 4, as some writers leave it",
            plain().patch(3, Some(Value::I64(0))),
        ),
        good_file(
            "footer_root_repetition",
            "a root that has a repetition",
            FileBuilder::new(vec![
                Element::root(1).patch(3, Some(Value::I32(0))),
                Element::leaf("a", Repetition::Required, Physical::Int64),
            ])
            .row_group(RowGroup::new(2, vec![int64_chunk().page(int64_page(0, 2))])),
        ),
        good_file(
            "footer_file_offset_zero",
            "a chunk whose own offset is 0, as newer writers have it",
            int64_file(
                2,
                int64_chunk()
                    .page(int64_page(0, 2))
                    .patch(2, Some(Value::I64(0))),
            ),
        ),
        good_file(
            "footer_future_encodings",
            "a chunk that lists encodings of the future though no page uses them",
            int64_file(
                2,
                int64_chunk()
                    .page(int64_page(0, 2))
                    .patch_metadata(2, Some(list([0i32, 3, 60]))),
            ),
        ),
    ]
}

fn indexes() -> Vec<TestFile> {
    let column = Column::required(Values::Int64((0..60).collect()));
    let layout = Layout {
        rows_per_page: 20,
        version: Version::V2,
        ..Layout::default()
    };
    let bytes = |v: i64| v.to_le_bytes().to_vec();
    let index = Struct::new()
        .with(1, list([false, false, false]))
        .with(2, list([bytes(0), bytes(20), bytes(40)]))
        .with(3, list([bytes(19), bytes(39), bytes(59)]))
        .with(4, 1i32)
        .with(5, list([0i64, 0, 0]));
    let statistics = Struct::new()
        .with(1, bytes(59))
        .with(2, bytes(0))
        .with(3, 0i64)
        .with(5, bytes(59))
        .with(6, bytes(0))
        .with(7, true)
        .with(8, true)
        .with(9, 0i64);
    let sizes = Struct::new().with(3, list([60i64]));
    let chunk = || {
        column
            .chunk(&["a"], layout)
            .offset_index()
            .column_index(index.clone())
            .statistics(statistics.clone())
            .patch_metadata(16, Some(sizes.clone().into()))
    };
    let orders = list([Struct::union(1, Struct::new())]);
    vec![
        good_file(
            "index_both",
            "column index, offset index, statistics, size statistics and column orders",
            int64_file(60, chunk()).patch(7, Some(orders)),
        ),
        good_file(
            "index_offset_only",
            "an offset index without column index",
            int64_file(60, column.chunk(&["a"], layout).offset_index()),
        ),
        good_file(
            "index_future_order",
            "a column order of the future",
            int64_file(60, chunk()).patch(7, Some(list([Struct::union(40, Struct::new())]))),
        ),
    ]
}
