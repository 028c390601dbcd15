//! `convert`: each format, and what becomes of OUT.

use std::fs::{self, File};
use std::path::Path;

use arrow_array::RecordBatch;
use arrow_ipc::reader::{FileReader, StreamReader};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use crate::files::{Files, dictionaries, grouped, grouped_properties, properties, small};
use crate::program::{print, run};

/// All rows in one batch, dictionaries as plain values.
fn joined(batches: &[RecordBatch]) -> RecordBatch {
    let plain: Vec<_> = batches.iter().map(plain).collect();
    arrow_select::concat::concat_batches(&plain[0].schema(), &plain).unwrap()
}

fn plain(batch: &RecordBatch) -> RecordBatch {
    use arrow_schema::{DataType, Field, Schema};
    fn type_of(data_type: &DataType) -> DataType {
        match data_type {
            DataType::Dictionary(_, value) => value.as_ref().clone(),
            DataType::List(field) => DataType::List(std::sync::Arc::new(
                Field::clone(field).with_data_type(type_of(field.data_type())),
            )),
            other => other.clone(),
        }
    }
    let columns = batch
        .columns()
        .iter()
        .map(|array| arrow_cast::cast(array, &type_of(array.data_type())).unwrap());
    let columns: Vec<_> = columns.collect();
    let schema = batch.schema();
    let fields = schema.fields().iter().zip(&columns);
    let fields: Vec<_> = fields
        .map(|(field, array)| Field::clone(field).with_data_type(array.data_type().clone()))
        .collect();
    RecordBatch::try_new(Schema::new(fields).into(), columns).unwrap()
}

fn by_parquet(path: &Path) -> Vec<RecordBatch> {
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(path).unwrap())
        .unwrap()
        .build()
        .unwrap();
    reader.map(Result::unwrap).collect()
}

fn by_ipc_file(path: &Path) -> Vec<RecordBatch> {
    FileReader::try_new(File::open(path).unwrap(), None)
        .unwrap()
        .map(Result::unwrap)
        .collect()
}

fn by_ipc_stream(bytes: &[u8]) -> Vec<RecordBatch> {
    StreamReader::try_new(bytes, None)
        .unwrap()
        .map(Result::unwrap)
        .collect()
}

fn check_ipc(files: &Files, input: &Path, expected: &[RecordBatch]) {
    let expected = joined(expected);
    for (name, more) in [
        ("out.arrow", &[][..]),
        ("small_batches.feather", &["--batch-size", "70"]),
    ] {
        let out = files.path(name);
        print(
            &[
                &["convert", input.to_str().unwrap(), out.to_str().unwrap()],
                more,
            ]
            .concat(),
        );
        assert_eq!(joined(&by_ipc_file(&out)), expected, "{name}");
    }
    let out = files.path("out.arrows");
    print(&[
        "convert",
        input.to_str().unwrap(),
        out.to_str().unwrap(),
        "--batch-size",
        "70",
    ]);
    assert_eq!(joined(&by_ipc_stream(&fs::read(out).unwrap())), expected);
}

#[test]
fn arrow_files_and_streams_hold_the_same_rows() {
    let files = Files::new();
    for input in [files.small(), files.grouped()] {
        check_ipc(&files, &input, &by_parquet(&input));
    }
}

#[test]
fn dictionaries_that_change_between_row_groups() {
    let files = Files::new();
    let batches: Vec<_> = (0..5).map(|i| dictionaries(i * 150, 200)).collect();
    let properties = properties().set_max_row_group_row_count(Some(200));
    let input = files.write("dictionaries.parquet", &batches, properties);
    check_ipc(&files, &input, &batches);
    // The joined dictionary has more than 128 values.
    let out = files.path("narrow.arrow");
    print(&[
        "convert",
        input.to_str().unwrap(),
        out.to_str().unwrap(),
        "--columns",
        "narrow",
        "--batch-size",
        "70",
    ]);
    let key = |batch: &RecordBatch| batch.schema().field(0).data_type().clone();
    let found = by_ipc_file(&out);
    assert!(
        matches!(key(&found[0]), arrow_schema::DataType::Dictionary(key, _) if *key == arrow_schema::DataType::Int32)
    );
}

#[test]
fn views_do_not_carry_whole_pages_along() {
    let files = Files::new();
    let input = files.write(
        "views.parquet",
        &[dictionaries(0, 10_000)],
        properties().set_dictionary_enabled(false),
    );
    let out = files.path("out.arrow");
    print(&[
        "convert",
        input.to_str().unwrap(),
        out.to_str().unwrap(),
        "--columns",
        "view",
        "--batch-size",
        "100",
    ]);
    let (input_size, size) = (
        fs::metadata(input).unwrap().len(),
        fs::metadata(out).unwrap().len(),
    );
    assert!(size < 10 * input_size, "{size} of {input_size}");
}

const SMALL_CSV: &str = r#"id,name,price,ok,day,at,sum,raw,list,group,map
1,ann,0.5,true,2022-01-08,1970-01-01T00:00:00Z,123.45,00ff,"[1,null]","{""x"":1,""y"":""a""}","{""7"":""v""}"
2,,,false,,1970-01-01T00:00:00.000001Z,-0.01,,[],"{""x"":null,""y"":""b\tc""}",{}
3,"ö,""x""",NaN,true,2147483647,1970-01-01T00:00:00.000002Z,,61,,,
"#;

const SMALL_NDJSON: &str = r#"{"id":1,"name":"ann","price":0.5,"ok":true,"day":"2022-01-08","at":"1970-01-01T00:00:00Z","sum":123.45,"raw":"00ff","list":[1,null],"group":{"x":1,"y":"a"},"map":{"7":"v"}}
{"id":2,"name":null,"price":null,"ok":false,"day":null,"at":"1970-01-01T00:00:00.000001Z","sum":-0.01,"raw":"","list":[],"group":{"x":null,"y":"b\tc"},"map":{}}
{"id":3,"name":"ö,\"x\"","price":null,"ok":true,"day":2147483647,"at":"1970-01-01T00:00:00.000002Z","sum":null,"raw":"61","list":null,"group":null,"map":null}
"#;

#[test]
fn text_formats() {
    let files = Files::new();
    let input = files.small();
    let lines: Vec<&str> = SMALL_NDJSON.lines().collect();
    let json = format!("[\n{}\n]\n", lines.join(",\n"));
    for (name, expected) in [
        ("a.csv", SMALL_CSV),
        ("a.ndjson", SMALL_NDJSON),
        ("a.JSONL", SMALL_NDJSON),
        ("a.json", &json),
    ] {
        let out = files.path(name);
        print(&["convert", input.to_str().unwrap(), out.to_str().unwrap()]);
        assert_eq!(fs::read_to_string(&out).unwrap(), expected, "{name}");
    }
    assert_eq!(
        print(&["convert", input.to_str().unwrap(), "-", "--format", "csv"]),
        SMALL_CSV
    );
    let tsv = print(&[
        "convert",
        input.to_str().unwrap(),
        "-",
        "--format",
        "tsv",
        "--columns",
        "id,group.y",
    ]);
    assert_eq!(
        tsv,
        "id\tgroup\n1\t{\"y\":\"a\"}\n2\t{\"y\":\"b\\\\tc\"}\n3\t\n"
    );
}

#[test]
fn empty_files_have_names_but_no_rows() {
    let files = Files::new();
    let input = files.write("empty.parquet", &[small().slice(0, 0)], properties());
    let input = input.to_str().unwrap();
    let print_as = |format| {
        print(&[
            "convert",
            input,
            "-",
            "--columns",
            "id,ok",
            "--format",
            format,
        ])
    };
    assert_eq!(print_as("csv"), "id,ok\n");
    assert_eq!(print_as("ndjson"), "");
    assert_eq!(print_as("json"), "[\n]\n");
    let out = files.path("empty.arrow");
    print(&["convert", input, out.to_str().unwrap()]);
    let reader = FileReader::try_new(File::open(out).unwrap(), None).unwrap();
    assert_eq!((reader.schema().fields().len(), reader.count()), (11, 0));
}

#[test]
fn rows_row_groups_and_columns() {
    let files = Files::new();
    let input = files.grouped();
    let check = |more: &[&str], expected: std::ops::Range<i64>| {
        let text = print(
            &[
                &[
                    "convert",
                    input.to_str().unwrap(),
                    "-",
                    "--format",
                    "tsv",
                    "--columns",
                    "text,id",
                ],
                more,
            ]
            .concat(),
        );
        let row = |i: i64| format!("value {:03}\t{i}\n", i % 50);
        let rows: String = expected.map(row).collect();
        assert_eq!(text, format!("text\tid\n{rows}"), "{more:?}");
    };
    check(&[], 0..1000);
    check(&["--rows", "295..305"], 295..305);
    check(&["--rows", "990.."], 990..1000);
    check(&["--rows", "..3"], 0..3);
    check(&["--rows", "7"], 7..8);
    check(&["--rows", "5..5"], 0..0);
    check(&["--rows", "2000..3000"], 0..0);
    check(&["--row-groups", "1..3"], 300..900);
    check(&["--row-groups", "3", "--batch-size", "7"], 900..1000);
    check(&["--row-groups", "2..", "--rows", "290..310"], 890..910);
}

/// A file of 1000 rows whose third row group is damaged.
fn damaged(files: &Files) -> std::path::PathBuf {
    let path = files.write(
        "damaged.parquet",
        &[grouped(1000)],
        grouped_properties().set_dictionary_enabled(false),
    );
    let mut bytes = fs::read(&path).unwrap();
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(&path).unwrap()).unwrap();
    let (start, size) = reader.metadata().row_group(2).column(0).byte_range();
    bytes[start as usize..(start + size) as usize].fill(0xff);
    fs::write(&path, bytes).unwrap();
    path
}

#[test]
fn a_damaged_file_leaves_nothing_or_what_was_read() {
    let files = Files::new();
    let input = damaged(&files);
    let out = files.path("out.arrow");
    fs::write(&out, "what was there before").unwrap();
    let convert = |more: &[&str]| {
        let ended = run(&[
            &[
                "convert",
                input.to_str().unwrap(),
                out.to_str().unwrap(),
                "--batch-size",
                "50",
            ],
            more,
        ]
        .concat());
        assert_eq!(ended.code, Some(1));
        assert_eq!(ended.stderr.lines().count(), 1, "{}", ended.stderr);
        assert!(
            ended
                .stderr
                .starts_with(&format!("herringbone: {}: ", input.display())),
            "{}",
            ended.stderr
        );
        assert!(
            ended.stderr.contains("column id") && ended.stderr.contains("row group 2"),
            "{}",
            ended.stderr
        );
        assert_eq!(files.names(), ["damaged.parquet", "out.arrow"]);
    };
    convert(&[]);
    assert_eq!(fs::read_to_string(&out).unwrap(), "what was there before");
    convert(&["--keep-partial"]);
    assert_eq!(joined(&by_ipc_file(&out)), joined(&[grouped(600)]));
    let ended = run(&[
        "cat",
        input.to_str().unwrap(),
        "--format",
        "arrows",
        "--batch-size",
        "50",
    ]);
    assert_eq!(ended.code, Some(1));
    assert_eq!(
        joined(&by_ipc_stream(&ended.stdout)),
        joined(&[grouped(600)])
    );
}

#[test]
fn a_file_does_not_take_the_place_of_the_one_that_is_read() {
    let files = Files::new();
    let input = files.small();
    let before = fs::read(&input).unwrap();
    let mut names = vec![input.clone()];
    #[cfg(unix)]
    {
        let link = files.path("link.csv");
        std::os::unix::fs::symlink(&input, &link).unwrap();
        names.push(link);
    }
    for name in names {
        let name = name.to_str().unwrap();
        let ended = run(&["convert", input.to_str().unwrap(), name, "--format", "csv"]);
        assert_eq!(ended.code, Some(2), "{name}: {}", ended.stderr);
        let expected = "expected another file to write than the one that is read";
        assert!(ended.stderr.contains(expected), "{name}: {}", ended.stderr);
        assert_eq!(fs::read(&input).unwrap(), before, "{name}");
    }
}

#[test]
fn standard_input_and_devices() {
    let files = Files::new();
    let input = files.small();
    let ended = crate::program::command(&["convert", "-", "-", "--format", "csv"])
        .stdin(File::open(input).unwrap())
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(ended.stdout).unwrap(), SMALL_CSV);
    if cfg!(unix) {
        let input = files.path("small.parquet");
        print(&[
            "convert",
            input.to_str().unwrap(),
            "/dev/null",
            "--format",
            "arrow",
        ]);
        use std::fs::metadata;
        assert!(!metadata("/dev/null").unwrap().is_file());
    }
}
