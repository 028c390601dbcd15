//! Lists, maps and structs in one another, against the `parquet` crate, and rows over several
//! pages, which that crate never writes.

use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, FieldRef, Schema, TimeUnit};
use bytes::Bytes;
use herringbone_testkit::compress::Codec;
use herringbone_testkit::encode::{self, Encoding as KitEncoding};
use herringbone_testkit::file::chunk::Chunk;
use herringbone_testkit::file::column::{Column, Layout as KitLayout, Version};
use herringbone_testkit::file::page::Page;
use herringbone_testkit::file::schema::{Converted, Element, Repetition};
use herringbone_testkit::file::shred::{self, Datum, group};
use herringbone_testkit::file::{FileBuilder, RowGroup};
use herringbone_testkit::values::Physical;
use parquet::basic::{Compression, Encoding};
use parquet::file::properties::{WriterProperties, WriterVersion};

use crate::shapes::{Numbers, array, field, list, map, required, structure};
use crate::support::{Request, assert_same, check, ours, write};

const NUM_ROWS: usize = 700;

/// How a file is written.
#[derive(Clone, Copy, Debug)]
struct Layout {
    version: WriterVersion,
    rows_per_page: usize,
    rows_per_group: usize,
    is_dictionary: bool,
}

const LAYOUTS: [Layout; 4] = [
    Layout {
        version: WriterVersion::PARQUET_1_0,
        rows_per_page: 100_000,
        rows_per_group: 100_000,
        is_dictionary: false,
    },
    Layout {
        version: WriterVersion::PARQUET_1_0,
        rows_per_page: 13,
        rows_per_group: 450,
        is_dictionary: true,
    },
    Layout {
        version: WriterVersion::PARQUET_2_0,
        rows_per_page: 1,
        rows_per_group: 300,
        is_dictionary: false,
    },
    Layout {
        version: WriterVersion::PARQUET_2_0,
        rows_per_page: 50,
        rows_per_group: 250,
        is_dictionary: true,
    },
];

impl Layout {
    fn properties(self) -> WriterProperties {
        let builder = WriterProperties::builder()
            .set_writer_version(self.version)
            .set_compression(Compression::SNAPPY)
            .set_data_page_row_count_limit(self.rows_per_page)
            .set_write_batch_size(self.rows_per_page.min(64))
            .set_max_row_group_row_count(Some(self.rows_per_group))
            .set_dictionary_enabled(self.is_dictionary);
        match self.is_dictionary {
            true => builder.build(),
            false => builder.set_encoding(Encoding::PLAIN).build(),
        }
    }
}

fn scattered(num_rows: usize) -> Vec<(usize, bool)> {
    let runs = (0..num_rows / 3).flat_map(|i| [(1 + i % 2, i % 5 == 0), (2 - i % 2, i % 3 == 0)]);
    runs.chain([(num_rows % 3, true)]).collect()
}

fn tenth(num_rows: usize) -> Vec<(usize, bool)> {
    let runs = (0..num_rows / 20).flat_map(|i| [(1 + i * 7 % 19, true), (1, false)]);
    let seen: usize = runs.clone().map(|(len, _)| len).sum();
    runs.chain([(num_rows - seen, true)]).collect()
}

fn sparse(num_rows: usize) -> Vec<(usize, bool)> {
    let runs = [
        (70, true),
        (1, false),
        (200, true),
        (45, false),
        (300, true),
        (2, false),
    ];
    let seen: usize = runs.iter().map(|(len, _)| len).sum();
    runs.into_iter().chain([(num_rows - seen, true)]).collect()
}

fn requests(num_rows: usize) -> Vec<Request> {
    let selected = |selection, batch_size, page_index| Request {
        selection: Some(selection),
        page_index,
        ..Request::batches_of(batch_size)
    };
    vec![
        Request::batches_of(1000),
        Request::batches_of(7),
        Request::batches_of(1),
        selected(scattered(num_rows), 100, false),
        selected(tenth(num_rows), 50, true),
        selected(sparse(num_rows), 33, false),
        selected(sparse(num_rows), 1000, true),
        Request {
            offset: Some(num_rows / 2 - 7),
            limit: Some(77),
            ..Request::batches_of(50)
        },
        Request {
            row_groups: Some(vec![0]),
            ..Request::batches_of(31)
        },
    ]
}

/// Reads a column of `data_type` in every layout by every request.
fn check_type(data_type: DataType, seed: u64) {
    for is_nullable in [true, false] {
        let column: FieldRef = match is_nullable {
            true => field("column", data_type.clone()),
            false => required("column", data_type.clone()),
        };
        let values = array(&column, NUM_ROWS, &mut Numbers::new(seed));
        for layout in LAYOUTS {
            let columns = vec![("column", Arc::clone(&values), is_nullable)];
            let file = write(columns, layout.properties());
            for request in requests(NUM_ROWS) {
                let what = format!("{data_type} nullable {is_nullable} {layout:?} {request:?}");
                check(&file, &request, &what);
            }
        }
    }
}

/// A list named as the format wants it, whose elements may be null.
fn list_of(data_type: DataType) -> DataType {
    list(field("element", data_type))
}

#[test]
fn lists_of_each_kind_of_leaf() {
    let leaves = [
        DataType::Boolean,
        DataType::Int8,
        DataType::UInt16,
        DataType::Int64,
        DataType::Float16,
        DataType::Float64,
        DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into())),
        DataType::Decimal128(30, 4),
        DataType::Decimal256(60, 4),
        DataType::FixedSizeBinary(5),
        DataType::Utf8,
        DataType::LargeUtf8,
        DataType::Utf8View,
        DataType::BinaryView,
        DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8)),
    ];
    for (seed, leaf) in leaves.into_iter().enumerate() {
        check_type(list_of(leaf), seed as u64);
    }
}

#[test]
fn lists_of_each_form() {
    let element = || field("element", DataType::Utf8);
    check_type(DataType::LargeList(element()), 20);
    check_type(DataType::ListView(element()), 21);
    check_type(DataType::LargeListView(element()), 22);
    check_type(DataType::FixedSizeList(element(), 3), 23);
    check_type(list(required("element", DataType::Int32)), 24);
    check_type(
        DataType::FixedSizeList(required("element", DataType::Float32), 4),
        25,
    );
    check_type(DataType::FixedSizeList(element(), 1), 26);
}

#[test]
fn lists_in_lists() {
    check_type(list_of(list_of(DataType::Utf8)), 30);
    check_type(list_of(list_of(list_of(list_of(DataType::Int64)))), 31);
    check_type(list(required("element", list_of(DataType::Int32))), 32);
    check_type(
        list_of(DataType::LargeList(required("element", DataType::Binary))),
        33,
    );
    check_type(
        DataType::FixedSizeList(field("element", list_of(DataType::Int32)), 2),
        34,
    );
    check_type(
        list_of(DataType::FixedSizeList(
            field("element", DataType::Int64),
            2,
        )),
        35,
    );
    check_type(
        DataType::FixedSizeList(
            field(
                "element",
                DataType::FixedSizeList(field("element", DataType::Boolean), 2),
            ),
            3,
        ),
        36,
    );
    check_type(
        DataType::ListView(field(
            "element",
            DataType::LargeListView(field("element", DataType::Int32)),
        )),
        37,
    );
}

#[test]
fn structs() {
    let leaves = || {
        [
            field("a", DataType::Int32),
            required("b", DataType::Utf8),
            field("c", DataType::Boolean),
        ]
    };
    check_type(structure(leaves()), 40);
    check_type(
        structure([field(
            "inner",
            structure([field("inner", structure(leaves()))]),
        )]),
        41,
    );
    check_type(
        structure([
            required("inner", structure([required("x", DataType::Float64)])),
            field("list", list_of(DataType::Int64)),
            field("y", DataType::Decimal128(9, 2)),
        ]),
        42,
    );
    check_type(structure([required("only", DataType::Int64)]), 43);
}

#[test]
fn maps() {
    let text = DataType::Utf8;
    check_type(map(text.clone(), field("values", DataType::Int64)), 50);
    check_type(map(DataType::Int32, required("values", text.clone())), 51);
    check_type(
        map(text.clone(), field("values", list_of(DataType::Int32))),
        52,
    );
    check_type(
        map(
            text.clone(),
            field(
                "values",
                map(DataType::Int64, field("values", DataType::Utf8View)),
            ),
        ),
        53,
    );
    check_type(list_of(map(text, field("values", DataType::Date32))), 54);
}

#[test]
fn all_in_one_another() {
    let innermost = || map(DataType::Utf8, field("values", DataType::Int64));
    check_type(
        structure([
            field(
                "list",
                list_of(structure([
                    field("map", innermost()),
                    required("id", DataType::Int32),
                ])),
            ),
            field("text", DataType::Utf8),
        ]),
        60,
    );
    check_type(
        list_of(structure([
            field("a", DataType::Int32),
            field("b", list_of(structure([field("c", DataType::Utf8)]))),
            required("d", list(required("element", innermost()))),
        ])),
        61,
    );
    check_type(
        map(
            DataType::Int64,
            field(
                "values",
                structure([
                    field(
                        "fixed",
                        DataType::FixedSizeList(field("element", DataType::Utf8), 2),
                    ),
                    field("lists", list_of(list_of(DataType::Float32))),
                ]),
            ),
        ),
        62,
    );
}

/// A file of several nested columns.
fn wide_file(layout: Layout) -> Bytes {
    let inner = structure([
        field("name", DataType::Utf8),
        field("scores", list_of(DataType::Int32)),
        field(
            "tags",
            map(DataType::Utf8, field("values", DataType::Float64)),
        ),
    ]);
    let fields = [
        field("id", DataType::Int64),
        field("people", list_of(inner.clone())),
        field("person", inner),
        field("lists", list_of(list_of(DataType::Utf8))),
    ];
    let mut numbers = Numbers::new(70);
    let arrays: Vec<(&str, ArrayRef, bool)> = fields
        .iter()
        .map(|field| {
            let values = array(field, NUM_ROWS, &mut numbers);
            (field.name().as_str(), values, true)
        })
        .collect();
    write(arrays, layout.properties())
}

#[test]
fn projections_to_nested_leaves() {
    let projections: [&[&str]; 8] = [
        &["people.list.element.name"],
        &["people.list.element.scores"],
        &["people.list.element.tags", "id"],
        &["person.scores.list.element", "person.name"],
        &["person.tags"],
        &["lists", "person.name"],
        &["people.list.element.name", "people.list.element.scores"],
        &["id"],
    ];
    for layout in LAYOUTS {
        let file = wide_file(layout);
        for columns in projections {
            for request in requests(NUM_ROWS) {
                let request = Request {
                    columns: Some(columns.to_vec()),
                    ..request
                };
                check(&file, &request, &format!("{layout:?} {request:?}"));
            }
        }
    }
}

#[test]
fn a_map_without_its_values_is_refused() {
    let file = wide_file(LAYOUTS[0]);
    for column in ["person.tags.entries.keys", "person.tags.entries.values"] {
        let request = Request {
            columns: Some(vec![column]),
            ..Request::batches_of(100)
        };
        let error = ours(&file, &request).unwrap_err().to_string();
        assert_eq!(
            error,
            "field person.tags: a map is read with its keys and its values, found one of them"
        );
    }
}

#[test]
fn nulls_and_empties_tell_themselves_apart_at_every_level() {
    use arrow_array::builder::{ListBuilder, StringBuilder};
    let mut builder = ListBuilder::new(ListBuilder::new(StringBuilder::new()));
    type Texts = Vec<Option<&'static str>>;
    let rows: [Option<Vec<Option<Texts>>>; 8] = [
        None,
        Some(vec![]),
        Some(vec![None]),
        Some(vec![Some(vec![])]),
        Some(vec![Some(vec![None])]),
        Some(vec![Some(vec![Some("")])]),
        Some(vec![
            None,
            Some(vec![]),
            Some(vec![None, Some("x")]),
            None,
            Some(vec![Some("y")]),
        ]),
        None,
    ];
    for row in rows.iter().cycle().take(40) {
        let Some(lists) = row else {
            builder.append_null();
            continue;
        };
        for texts in lists {
            let Some(texts) = texts else {
                builder.values().append_null();
                continue;
            };
            for text in texts {
                builder.values().values().append_option(*text);
            }
            builder.values().append(true);
        }
        builder.append(true);
    }
    let expected: ArrayRef = Arc::new(builder.finish());
    for layout in LAYOUTS {
        let file = write(
            vec![("column", Arc::clone(&expected), true)],
            layout.properties(),
        );
        for batch_size in [1, 3, 100] {
            let request = Request::batches_of(batch_size);
            check(&file, &request, &format!("{layout:?} {request:?}"));
            // Against what was written, too: two readers could err alike.
            let mut row = 0;
            for batch in ours(&file, &request).unwrap() {
                let written = expected.slice(row, batch.num_rows());
                assert_eq!(batch.column(0), &written, "{layout:?} {request:?}");
                row += batch.num_rows();
            }
            assert_eq!(row, expected.len());
        }
    }
}

/// Rows of `optional group column (LIST) { repeated group list { optional int64 element } }`, cut
/// into version 1 pages of `levels_per_page` entries wherever a row happens to be.
fn rows_across_pages(rows: &[Datum], levels_per_page: usize, encoding: KitEncoding) -> Bytes {
    let elements = vec![
        Element::root(1),
        Element::group("column", Repetition::Optional, 1).converted(Converted::List),
        Element::group("list", Repetition::Repeated, 1),
        Element::leaf("element", Repetition::Optional, Physical::Int64),
    ];
    let layout = KitLayout {
        encoding,
        version: Version::V1,
        codec: Codec::Snappy,
        ..KitLayout::default()
    };
    let (path, column) = shred::shred(&elements, rows).remove(0);
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    let pages = pages_anywhere(&column, levels_per_page, layout);
    let chunk = Chunk::new(&path, Physical::Int64, layout.codec).pages(pages);
    FileBuilder::new(elements)
        .row_group(RowGroup::new(rows.len(), vec![chunk]))
        .build()
        .into()
}

fn pages_anywhere(column: &Column, levels_per_page: usize, layout: KitLayout) -> Vec<Page> {
    let (dictionary, indices) = column.values.dictionary();
    let is_dictionary = layout.encoding == KitEncoding::RleDictionary;
    let mut pages = Vec::new();
    if is_dictionary {
        let bytes = encode::encode(&dictionary, KitEncoding::Plain);
        pages.push(Page::dictionary(dictionary.len(), &bytes));
    }
    let mut first_value = 0;
    for start in (0..column.num_entries()).step_by(levels_per_page) {
        let entries = start..column.num_entries().min(start + levels_per_page);
        let is_present = |def: &&u8| **def == column.max_def;
        let num_present = column.def[entries.clone()]
            .iter()
            .filter(is_present)
            .count();
        let values = first_value..first_value + num_present;
        first_value = values.end;
        let encoded = match is_dictionary {
            true => encode::dictionary_indices(&indices[values]),
            false => encode::encode(
                &column.values.slice(values.start, values.end),
                layout.encoding,
            ),
        };
        pages.push(column.page(entries, layout, &encoded));
    }
    pages
}

#[test]
fn rows_that_go_on_over_pages() {
    let mut numbers = Numbers::new(80);
    let mut row = |_| match numbers.below(6) {
        0 => group([Datum::Null]),
        1 => group([shred::list(Vec::<Datum>::new())]),
        kind => {
            let len = if kind == 2 { 50 } else { 4 };
            let elements: Vec<_> = (0..1 + numbers.below(len))
                .map(|_| match numbers.below(5) {
                    0 => Datum::Null,
                    _ => Datum::Int(numbers.below(40) as i64),
                })
                .collect();
            group([shred::list(elements)])
        }
    };
    let rows: Vec<Datum> = (0..NUM_ROWS).map(&mut row).collect();
    let whole = rows_across_pages(&rows, usize::MAX >> 1, KitEncoding::Plain);
    for encoding in [
        KitEncoding::Plain,
        KitEncoding::RleDictionary,
        KitEncoding::DeltaBinaryPacked,
    ] {
        for levels_per_page in [1, 2, 7, 64, 1000] {
            let file = rows_across_pages(&rows, levels_per_page, encoding);
            for request in requests(NUM_ROWS) {
                let what = format!("{encoding:?} {levels_per_page} levels a page {request:?}");
                check(&file, &request, &what);
                // `parquet` itself reads the same rows off one page.
                let expected = ours(&whole, &request).unwrap();
                assert_same(&expected, &ours(&file, &request).unwrap(), &what);
            }
        }
    }
}

#[test]
fn fields_of_lists_may_be_named_by_the_hint() {
    // Writers that keep Arrow's names write `item`; the schema must come back as it was.
    let item = list(field("item", structure([field("x", DataType::Int32)])));
    let column = field("column", item);
    let values = array(&column, 100, &mut Numbers::new(90));
    let schema = Arc::new(Schema::new(vec![column]));
    let batch = RecordBatch::try_new(Arc::clone(&schema), vec![values]).unwrap();
    let mut bytes = Vec::new();
    let properties = WriterProperties::builder().set_coerce_types(false).build();
    let mut writer =
        parquet::arrow::ArrowWriter::try_new(&mut bytes, schema, Some(properties)).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    let file = Bytes::from(bytes);
    let request = Request::batches_of(1000);
    check(&file, &request, "item");
    assert_eq!(ours(&file, &request).unwrap(), [batch]);
}
