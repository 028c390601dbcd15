//! Columns that are not in the file.

use std::sync::Arc;

use arrow_array::StringArray;
use arrow_array::cast::AsArray;
use arrow_schema::extension::ExtensionType;
use arrow_schema::{DataType, Field, FieldRef};

use crate::outputs::{column, small_pages};
use crate::shapes::field;
use crate::support::{Request, check, write};

fn virtual_field(name: &str, data_type: DataType, extension: &'static str) -> FieldRef {
    use arrow_schema::extension::{EXTENSION_TYPE_METADATA_KEY, EXTENSION_TYPE_NAME_KEY};
    let metadata = [
        (EXTENSION_TYPE_NAME_KEY, extension),
        (EXTENSION_TYPE_METADATA_KEY, ""),
    ]
    .map(|(key, value)| (key.to_owned(), value.to_owned()));
    let field = Field::new(name, data_type, false).with_metadata(metadata.into());
    Arc::new(field)
}

#[test]
fn rows_and_row_groups_are_numbered() {
    use herringbone::arrow::virtual_type::{RowGroupIndex, RowNumber};
    let columns = vec![
        ("column", column(DataType::Int32, 140), true),
        ("text", column(DataType::Utf8, 141), true),
    ];
    let file = write(columns, small_pages().build());
    let row = || virtual_field("row", DataType::Int64, RowNumber::NAME);
    let group = || virtual_field("group", DataType::Int64, RowGroupIndex::NAME);
    let selection = vec![
        (20, true),
        (3, false),
        (2, true),
        (400, false),
        (500, true),
        (40, false),
        (235, true),
    ];
    for virtual_columns in [vec![row()], vec![group()], vec![row(), group()]] {
        let whole = Request {
            virtual_columns,
            ..Request::batches_of(111)
        };
        let requests = [
            whole.clone(),
            Request {
                row_groups: Some(vec![2, 0]),
                ..whole.clone()
            },
            Request {
                selection: Some(selection.clone()),
                ..whole.clone()
            },
            Request {
                selection: Some(selection.clone()),
                page_index: true,
                offset: Some(10),
                limit: Some(300),
                ..whole.clone()
            },
            Request {
                columns: Some(vec!["text"]),
                ..whole.clone()
            },
            Request {
                columns: Some(vec![]),
                ..whole
            },
        ];
        for request in requests {
            check(&file, &request, &format!("{request:?}"));
        }
    }
}

#[test]
fn the_path_of_the_file_is_a_column() {
    use herringbone::arrow::arrow_reader::{ArrowReaderOptions, ParquetRecordBatchReaderBuilder};
    use herringbone::arrow::virtual_type::FilePath;
    let file = write(
        vec![("column", column(DataType::Int32, 150), true)],
        small_pages().build(),
    );
    let path = virtual_field("path", DataType::Utf8, FilePath::NAME);
    let options = ArrowReaderOptions::new()
        .with_virtual_columns(vec![path])
        .unwrap();
    let reader = ParquetRecordBatchReaderBuilder::try_new_with_options(file, options)
        .unwrap()
        .with_file_path("bucket/part-0.parquet")
        .with_limit(10)
        .build()
        .unwrap();
    let batches: Vec<_> = reader.map(Result::unwrap).collect();
    let paths = batches[0].column_by_name("path").unwrap();
    assert_eq!(
        paths.as_string::<i32>(),
        &StringArray::from(vec!["bucket/part-0.parquet"; 10])
    );
}

#[test]
fn a_virtual_column_of_another_type_or_kind_is_refused() {
    use herringbone::arrow::arrow_reader::ArrowReaderOptions;
    use herringbone::arrow::virtual_type::RowNumber;
    for field in [
        virtual_field("row", DataType::Utf8, RowNumber::NAME),
        virtual_field("row", DataType::Int64, "parquet.virtual.of_the_future"),
        field("row", DataType::Int64),
    ] {
        let error = ArrowReaderOptions::new()
            .with_virtual_columns(vec![field])
            .unwrap_err();
        assert!(error.to_string().contains("row"), "{error}");
    }
}
