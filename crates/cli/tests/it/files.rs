//! Small files, written by the `parquet` crate.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::builder::{Int32Builder, MapBuilder, StringBuilder};
use arrow_array::types::{Int8Type, Int32Type};
use arrow_array::{
    ArrayRef, BinaryArray, BooleanArray, Date32Array, Decimal128Array, DictionaryArray,
    Float64Array, Int32Array, Int64Array, ListArray, RecordBatch, StringArray, StringViewArray,
    StructArray, TimestampMicrosecondArray,
};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, Field};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesBuilder};
use tempfile::TempDir;

/// A folder of files, removed with it.
pub(crate) struct Files(TempDir);

impl Files {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The names of all files.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<_> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    /// Writes batches into a file of this name.
    pub(crate) fn write(
        &self,
        name: &str,
        batches: &[RecordBatch],
        properties: WriterPropertiesBuilder,
    ) -> PathBuf {
        let path = self.path(name);
        write(&path, batches, properties);
        path
    }

    /// A file of three rows with a column of every kind that matters here.
    pub(crate) fn small(&self) -> PathBuf {
        // Page statistics by the `parquet` crate take a page with more nulls than rows for one of nulls.
        let properties = properties().set_statistics_enabled(EnabledStatistics::Chunk);
        self.write("small.parquet", &[small()], properties)
    }

    /// A file of 1000 rows in row groups of 300 and pages of 100, with page indexes and checksums.
    pub(crate) fn grouped(&self) -> PathBuf {
        self.write("grouped.parquet", &[grouped(1000)], grouped_properties())
    }
}

pub(crate) fn properties() -> WriterPropertiesBuilder {
    WriterProperties::builder().set_created_by("a test".to_owned())
}

pub(crate) fn grouped_properties() -> WriterPropertiesBuilder {
    properties()
        .set_max_row_group_row_count(Some(300))
        .set_data_page_row_count_limit(100)
        .set_write_batch_size(100)
        .set_statistics_enabled(EnabledStatistics::Page)
        .set_write_page_header_statistics(true)
        .set_compression(Compression::SNAPPY)
}

pub(crate) fn write(path: &Path, batches: &[RecordBatch], properties: WriterPropertiesBuilder) {
    let mut writer = ArrowWriter::try_new(
        File::create(path).unwrap(),
        batches[0].schema(),
        Some(properties.build()),
    )
    .unwrap();
    batches
        .iter()
        .for_each(|batch| writer.write(batch).unwrap());
    writer.close().unwrap();
}

pub(crate) fn small() -> RecordBatch {
    let list = ListArray::from_iter_primitive::<Int32Type, _, _>([
        Some(vec![Some(1), None]),
        Some(vec![]),
        None,
    ]);
    let x: ArrayRef = Arc::new(Int32Array::from(vec![Some(1), None, Some(3)]));
    let y: ArrayRef = Arc::new(StringArray::from(vec!["a", "b\tc", "d\"e"]));
    let fields = vec![
        Field::new("x", DataType::Int32, true),
        Field::new("y", DataType::Utf8, false),
    ];
    let group = StructArray::new(
        fields.into(),
        vec![x, y],
        Some(NullBuffer::from(vec![true, true, false])),
    );
    let mut map = MapBuilder::new(None, Int32Builder::new(), StringBuilder::new());
    map.keys().append_value(7);
    map.values().append_value("v");
    map.append(true).unwrap();
    map.append(true).unwrap();
    map.append(false).unwrap();
    let decimals = Decimal128Array::from(vec![Some(12_345), Some(-1), None])
        .with_precision_and_scale(9, 2)
        .unwrap();
    let columns: Vec<(&str, ArrayRef, bool)> = vec![
        ("id", Arc::new(Int64Array::from(vec![1, 2, 3])), false),
        (
            "name",
            Arc::new(StringArray::from(vec![Some("ann"), None, Some("ö,\"x\"")])),
            true,
        ),
        (
            "price",
            Arc::new(Float64Array::from(vec![Some(0.5), None, Some(f64::NAN)])),
            true,
        ),
        (
            "ok",
            Arc::new(BooleanArray::from(vec![true, false, true])),
            false,
        ),
        (
            "day",
            Arc::new(Date32Array::from(vec![Some(19_000), None, Some(i32::MAX)])),
            true,
        ),
        (
            "at",
            Arc::new(TimestampMicrosecondArray::from(vec![0, 1, 2]).with_timezone("UTC")),
            false,
        ),
        ("sum", Arc::new(decimals), true),
        (
            "raw",
            Arc::new(BinaryArray::from(vec![b"\x00\xff".as_ref(), b"", b"a"])),
            false,
        ),
        ("list", Arc::new(list), true),
        ("group", Arc::new(group), true),
        ("map", Arc::new(map.finish()), true),
    ];
    RecordBatch::try_from_iter_with_nullable(columns).unwrap()
}

pub(crate) fn grouped(num_rows: i64) -> RecordBatch {
    let id = Int64Array::from_iter_values(0..num_rows);
    let odd = Int32Array::from_iter((0..num_rows as i32).map(|i| (i % 2 == 1).then_some(i)));
    let text = StringArray::from_iter_values((0..num_rows).map(|i| format!("value {:03}", i % 50)));
    let lists = (0..num_rows as i32)
        .map(|i| (i % 5 != 0).then(|| (0..i % 4).map(Some).collect::<Vec<_>>()));
    let list = ListArray::from_iter_primitive::<Int32Type, _, _>(lists);
    RecordBatch::try_from_iter([
        ("id", Arc::new(id) as ArrayRef),
        ("odd", Arc::new(odd)),
        ("text", Arc::new(text)),
        ("list", Arc::new(list)),
    ])
    .unwrap()
}

/// A dictionary of its own for each row group, one of them inside a list, and views.
pub(crate) fn dictionaries(first: usize, num_rows: usize) -> RecordBatch {
    let texts: Vec<String> = (first..first + num_rows)
        .map(|i| format!("entry {}", i / 3))
        .collect();
    // Few enough for keys of 8 bits in one row group, but not in all of them.
    let narrow =
        (0..num_rows).map(|i| (i % 4 != 0).then_some(texts[i % num_rows.min(90)].as_str()));
    let narrow: DictionaryArray<Int8Type> = narrow.collect();
    let values: DictionaryArray<Int32Type> = texts.iter().map(|text| Some(text.as_str())).collect();
    let field = Arc::new(Field::new_list_field(
        arrow_array::Array::data_type(&values).clone(),
        true,
    ));
    let offsets = arrow_buffer::OffsetBuffer::from_lengths(std::iter::repeat_n(1, num_rows));
    let list = ListArray::new(field, offsets, Arc::new(values), None);
    let view = StringViewArray::from_iter_values(
        texts
            .iter()
            .map(|text| format!("a longer text with {text}")),
    );
    RecordBatch::try_from_iter([
        ("narrow", Arc::new(narrow) as ArrayRef),
        ("list", Arc::new(list)),
        ("view", Arc::new(view)),
    ])
    .unwrap()
}
