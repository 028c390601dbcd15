//! Odd pages, nesting, indexes and footers.

use bytes::Bytes;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet_format_safe::thrift::protocol::TCompactInputProtocol;

use super::reference;
use crate::compress::{self, Codec};
use crate::encode::hybrid::{self, Run};
use crate::encode::{Encoding, levels, plain};
use crate::file::chunk::Chunk;
use crate::file::column::{Column, Layout, Version};
use crate::file::page::{Page, V2Counts};
use crate::file::schema::{Converted, Element, Repetition, logical};
use crate::file::{FileBuilder, RowGroup};
use crate::thrift::{Struct, Value, list};
use crate::values::{Physical, Values};

/// list<int32> with nulls and empties at both levels.
fn list_column() -> (Vec<Element>, Column) {
    let elements = vec![
        Element::root(1),
        Element::group("a", Repetition::Optional, 1)
            .converted(Converted::List)
            .logical(logical::list()),
        Element::group("list", Repetition::Repeated, 1),
        Element::leaf("element", Repetition::Optional, Physical::Int32),
    ];
    // [1, null], null, [], [2], [null]
    let column = Column::nested(
        Values::Int32(vec![1, 2]),
        3,
        &[3, 2, 0, 1, 3, 2],
        1,
        &[0, 1, 0, 0, 0, 0],
    );
    (elements, column)
}

#[test]
fn nested_in_both_versions() {
    let (elements, column) = list_column();
    for version in [Version::V1, Version::V2] {
        for rows_per_page in [1, 2, 100] {
            let layout = Layout {
                version,
                rows_per_page,
                ..Layout::default()
            };
            let chunk = column
                .chunk(&["a", "list", "element"], layout)
                .offset_index();
            let file = FileBuilder::new(elements.clone())
                .row_group(RowGroup::new(column.num_rows(), vec![chunk]))
                .build();
            reference::check(&file, 0, 0, &column);
        }
    }
}

#[test]
fn levels_in_bit_packed() {
    let (elements, column) = list_column();
    let both = [
        levels::bit_packed(&column.rep, 1),
        levels::bit_packed(&column.def, 3),
    ]
    .concat();
    let page =
        Page::v1(6, Encoding::Plain, &both, &plain::encode(&column.values)).bit_packed_levels();
    let chunk = Chunk::new(
        &["a", "list", "element"],
        Physical::Int32,
        Codec::Uncompressed,
    )
    .page(page);
    let file = FileBuilder::new(elements)
        .row_group(RowGroup::new(5, vec![chunk]))
        .build();
    reference::check(&file, 0, 0, &column);
}

#[test]
fn run_splitting_does_not_show() {
    let indices: Vec<u64> = (0..100)
        .map(|i| if (20..60).contains(&i) { 3 } else { i % 5 })
        .collect();
    let dictionary = [10, 20, 30, 40, 50];
    let expected = Column::required(Values::Int32(
        indices.iter().map(|&i| dictionary[i as usize]).collect(),
    ));
    let dictionary = plain::encode(&Values::Int32(dictionary.to_vec()));
    let splits = [
        hybrid::runs(&indices),
        hybrid::repeated_runs(&indices, 3),
        hybrid::packed_runs(&indices, 8),
        hybrid::packed_runs(&indices, 64),
        hybrid::alternating_runs(&indices),
        [
            hybrid::runs(&indices),
            vec![Run::Repeated { value: 0, len: 9 }],
        ]
        .concat(),
    ];
    for runs in splits {
        for width in [3, 9, 17, 32] {
            let mut values = vec![width as u8];
            values.extend(hybrid::encode_runs(&runs, width));
            let chunk = Chunk::new(&["a"], Physical::Int32, Codec::Snappy)
                .page(Page::dictionary(5, &dictionary))
                .page(Page::v1(100, Encoding::RleDictionary, &[], &values));
            let file = FileBuilder::new(vec![
                Element::root(1),
                Element::leaf("a", Repetition::Required, Physical::Int32),
            ])
            .row_group(RowGroup::new(100, vec![chunk]))
            .build();
            reference::check(&file, 0, 0, &expected);
        }
    }
}

#[test]
fn a_v2_page_left_uncompressed() {
    let column = Column::optional(Values::Int64(vec![5, 6]), &[true, false, true]);
    let counts = V2Counts {
        num_values: 3,
        num_nulls: 1,
        num_rows: 3,
    };
    let def = levels::v2(&column.def, 1);
    let page = Page::v2(
        counts,
        Encoding::Plain,
        &[],
        &def,
        &plain::encode(&column.values),
    )
    .left_uncompressed();
    let chunk = Chunk::new(&["a"], Physical::Int64, Codec::Zstd).page(page);
    let file = FileBuilder::new(vec![
        Element::root(1),
        Element::leaf("a", Repetition::Optional, Physical::Int64),
    ])
    .row_group(RowGroup::new(3, vec![chunk]))
    .build();
    reference::check(&file, 0, 0, &column);
}

#[test]
fn encodings_change_within_a_chunk_and_several_gzip_members() {
    let (first, second) = (
        Values::Int64(vec![1, 2, 3]),
        Values::Int64(vec![-4, 1 << 40]),
    );
    let body = plain::encode(&first);
    let members = [compress::gzip(&body[..7]), compress::gzip(&body[7..])].concat();
    let chunk = Chunk::new(&["a"], Physical::Int64, Codec::Gzip)
        .page(Page::v1(3, Encoding::Plain, &[], &body).stored(members))
        .page(Page::v1(
            2,
            Encoding::DeltaBinaryPacked,
            &[],
            &crate::encode::encode(&second, Encoding::DeltaBinaryPacked),
        ));
    let file = FileBuilder::new(vec![
        Element::root(1),
        Element::leaf("a", Repetition::Required, Physical::Int64),
    ])
    .row_group(RowGroup::new(5, vec![chunk]))
    .build();
    let expected = Column::required(Values::Int64(vec![1, 2, 3, -4, 1 << 40]));
    reference::check(&file, 0, 0, &expected);
}

#[test]
fn footers_as_the_other_thrift_reads_them() {
    let (elements, column) = list_column();
    let chunk = column.chunk(&["a", "list", "element"], Layout::default());
    let chunk = chunk.statistics(Struct::new().with(3, 2i64).with(5, vec![2, 0, 0, 0]));
    let (_, footer) = FileBuilder::new(elements)
        .row_group(RowGroup::new(5, vec![chunk]))
        .key_value("a", Some("b"))
        .key_value("c", None)
        .build_parts();
    let bytes = footer.encode();
    let mut protocol = TCompactInputProtocol::new(&bytes[..], 1 << 20);
    let read = parquet_format_safe::FileMetaData::read_from_in_protocol(&mut protocol).unwrap();
    assert_eq!(read.num_rows, 5);
    assert_eq!(read.schema.len(), 4);
    assert_eq!(read.schema[1].num_children, Some(1));
    let key_values = read.key_value_metadata.unwrap();
    assert_eq!(
        (key_values[0].key.as_str(), key_values[0].value.as_deref()),
        ("a", Some("b"))
    );
    assert_eq!(key_values[1].value, None);
    let metadata = read.row_groups[0].columns[0].meta_data.as_ref().unwrap();
    assert_eq!(metadata.path_in_schema, ["a", "list", "element"]);
    assert_eq!(metadata.num_values, 6);
    assert_eq!(metadata.data_page_offset, 4);
    assert_eq!(metadata.statistics.as_ref().unwrap().null_count, Some(2));
}

#[test]
fn logical_types_and_indexes_as_the_reference_reads_them() {
    let column = Column::required(Values::Int64(vec![1, 2, 3]));
    let layout = Layout {
        rows_per_page: 2,
        ..Layout::default()
    };
    let index = Struct::new()
        .with(1, list([false, false]))
        .with(
            2,
            list([1i64.to_le_bytes().to_vec(), 3i64.to_le_bytes().to_vec()]),
        )
        .with(
            3,
            list([2i64.to_le_bytes().to_vec(), 3i64.to_le_bytes().to_vec()]),
        )
        .with(4, 1i32)
        .with(5, list([0i64, 0]));
    let chunk = column
        .chunk(&["a"], layout)
        .offset_index()
        .column_index(index);
    let element = Element::leaf("a", Repetition::Required, Physical::Int64)
        .logical(logical::timestamp(logical::Unit::Nanos, true))
        .field_id(7);
    let file = FileBuilder::new(vec![Element::root(1), element])
        .row_group(RowGroup::new(3, vec![chunk]))
        .patch(900, Some(Value::from("from the future")))
        .build();
    let options = parquet::file::serialized_reader::ReadOptionsBuilder::new().with_page_index();
    let reader =
        SerializedFileReader::new_with_options(Bytes::from(file), options.build()).unwrap();
    let metadata = reader.metadata();
    let descriptor = metadata.file_metadata().schema_descr().column(0);
    let logical = format!("{:?}", descriptor.logical_type_ref());
    assert!(
        logical.contains("Timestamp") && logical.contains("NANOS"),
        "{logical}"
    );
    let locations = metadata.offset_index().unwrap()[0][0].page_locations();
    assert_eq!(locations.len(), 2);
    assert_eq!(locations[1].first_row_index, 2);
    assert!(metadata.column_index().unwrap()[0][0].is_sorted());
}
