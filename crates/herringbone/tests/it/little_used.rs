//! Dictionaries of which a selection uses few entries: those are looked up, the others never looked at.

use std::error::Error;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, ListArray, StringArray};
use arrow_buffer::OffsetBuffer;
use arrow_cast::cast;
use arrow_schema::{DataType, Field, Schema};
use bytes::Bytes;
use herringbone_testkit::compress::Codec;
use herringbone_testkit::encode::{Encoding, dictionary_indices};
use herringbone_testkit::file::chunk::Chunk;
use herringbone_testkit::file::page::Page;
use herringbone_testkit::file::schema::{Converted, Element, Repetition};
use herringbone_testkit::file::{FileBuilder, RowGroup};
use herringbone_testkit::values::Physical;
use parquet::file::properties::WriterProperties;

use crate::support::{Request, check, ours, write};

const NUM_ENTRIES: usize = 400;
const NOT_TEXT: [usize; 2] = [100, 399];

fn entry(i: usize) -> Vec<u8> {
    match NOT_TEXT.contains(&i) {
        true => b"\xff not text".to_vec(),
        false => format!("häring {}", "x".repeat(i % 23) + &i.to_string()).into_bytes(),
    }
}

/// A column in which row `i` is entry `i` of the dictionary, whose page ends `cut` bytes early.
fn file(codec: Codec, cut: usize) -> Bytes {
    let entries = (0..NUM_ENTRIES).map(|i| {
        let value = entry(i);
        [&(value.len() as u32).to_le_bytes()[..], &value].concat()
    });
    let mut page = entries.collect::<Vec<_>>().concat();
    page.truncate(page.len() - cut);
    let indices: Vec<u64> = (0..NUM_ENTRIES as u64).collect();
    let pages = indices.chunks(150).map(|indices| {
        let encoded = dictionary_indices(indices);
        Page::v1(indices.len(), Encoding::RleDictionary, &[], &encoded)
    });
    let chunk = Chunk::new(&["text"], Physical::ByteArray, codec)
        .page(Page::dictionary(NUM_ENTRIES, &page))
        .pages(pages)
        .offset_index();
    let text = Element::leaf("text", Repetition::Required, Physical::ByteArray);
    FileBuilder::new(vec![Element::root(1), text.converted(Converted::Utf8)])
        .row_group(RowGroup::new(NUM_ENTRIES, vec![chunk]))
        .build()
        .into()
}

fn read(
    file: &Bytes,
    data_type: DataType,
    rows: &[usize],
    page_index: bool,
) -> Result<ArrayRef, Box<dyn Error>> {
    let mut selection = Vec::new();
    let mut at = 0;
    for &row in rows {
        selection.extend([(row - at, true), (1, false)]);
        at = row + 1;
    }
    selection.push((NUM_ENTRIES - at, true));
    let request = Request {
        schema: Some(Arc::new(Schema::new(vec![Field::new(
            "text", data_type, false,
        )]))),
        selection: Some(selection),
        page_index,
        ..Request::batches_of(1000)
    };
    let batches = ours(file, &request)?;
    assert_eq!(batches.len(), 1);
    let column = Arc::clone(batches[0].column(0));
    column.to_data().validate_full()?;
    Ok(column)
}

fn types() -> Vec<DataType> {
    let dictionary = |key, value| DataType::Dictionary(Box::new(key), Box::new(value));
    vec![
        DataType::Utf8,
        DataType::LargeUtf8,
        DataType::Utf8View,
        dictionary(DataType::Int32, DataType::Utf8),
        dictionary(DataType::UInt8, DataType::LargeUtf8),
    ]
}

#[test]
fn entries_that_are_not_used_may_be_anything() {
    for codec in [Codec::Uncompressed, Codec::Snappy] {
        let whole = file(codec, 0);
        for data_type in types() {
            for page_index in [false, true] {
                let read = |rows: &[usize]| read(&whole, data_type.clone(), rows, page_index);
                let what = format!("{data_type} {codec:?}");
                for rows in [
                    vec![0],
                    vec![3, 4, 5, 99, 101],
                    vec![398],
                    (201..224).collect(),
                    (110..390).step_by(14).collect(),
                ] {
                    let found = read(&rows).unwrap_or_else(|error| panic!("{what}: {error}"));
                    let found = cast(&found, &DataType::Utf8).unwrap();
                    let expected: StringArray = rows
                        .iter()
                        .map(|&row| Some(String::from_utf8(entry(row)).unwrap()))
                        .collect();
                    assert_eq!(found.as_string::<i32>(), &expected, "{what}: {rows:?}");
                }
                for rows in [vec![100], vec![1, 399], vec![99, 100, 101]] {
                    let error = read(&rows).unwrap_err().to_string();
                    assert!(error.contains("UTF-8"), "{what}: {error}");
                }
                // So many that the dictionary is decoded, and all of it has to be text.
                assert!(read(&(0..99).collect::<Vec<_>>()).is_err(), "{what}");
            }
        }
    }
}

#[test]
fn a_dictionary_cut_short_is_an_error_where_it_is_used() {
    for cut in [1, 15, 20, 40, 1000] {
        let file = file(Codec::Uncompressed, cut);
        let size = (0..NUM_ENTRIES).map(|i| entry(i).len() + 4).sum::<usize>() - cut;
        let mut end = 0;
        for row in 0..NUM_ENTRIES {
            end += entry(row).len() + 4;
            if NOT_TEXT.contains(&row) || row % 7 > 0 && row < 390 {
                continue;
            }
            for data_type in types() {
                let found = read(&file, data_type, &[row], false);
                assert_eq!(found.is_ok(), end <= size, "row {row}, {cut} bytes less");
            }
        }
    }
}

#[test]
fn more_may_be_used_than_was_to_be_expected() {
    // Few rows, but of many values each.
    let values: StringArray = (0..60 * 200)
        .map(|i| (i % 9 != 0).then(|| format!("value {}", i * 7 % 1000)))
        .collect();
    let field = Arc::new(Field::new("element", DataType::Utf8, true));
    let offsets = OffsetBuffer::from_lengths(std::iter::repeat_n(200, 60));
    let lists = ListArray::new(field, offsets, Arc::new(values), None);
    let columns: Vec<(&str, ArrayRef, bool)> = vec![("lists", Arc::new(lists), true)];
    let file = write(columns, WriterProperties::builder().build());
    for step in [3, 10, 29] {
        let runs = (0..60).map(|i| (1, i % step != 1)).collect();
        let request = Request {
            selection: Some(runs),
            ..Request::batches_of(2)
        };
        check(&file, &request, &format!("each {step}th list"));
    }
}
