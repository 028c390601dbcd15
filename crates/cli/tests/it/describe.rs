//! `schema`, `meta`, `pages` and `count`.

use crate::files::Files;
use crate::program::{print, run};

#[test]
fn schemas() {
    let files = Files::new();
    let input = files.small();
    let input = input.to_str().unwrap();
    let arrow = print(&["schema", input]);
    let expected = "\
id: Int64 not null
name: Utf8
price: Float64
ok: Boolean not null
day: Date32
at: Timestamp(µs, \"UTC\") not null
sum: Decimal128(9, 2)
raw: Binary not null
list: List
  item: Int32
group: Struct
  x: Int32
  y: Utf8 not null
map: Map
  keys: Int32 not null
  values: Utf8
";
    assert_eq!(arrow, expected);
    assert_eq!(print(&["schema", input, "--arrow"]), arrow);
    let parquet = print(&["schema", input, "--parquet"]);
    assert!(
        parquet.starts_with("message arrow_schema {\n  REQUIRED INT64 id;\n"),
        "{parquet}"
    );
    assert_eq!(
        print(&["schema", input, "--both"]),
        format!("{arrow}\n{parquet}")
    );
    assert_eq!(run(&["schema", input, "--arrow", "--both"]).code, Some(2));
}

#[test]
fn meta_for_people_and_programs() {
    let files = Files::new();
    let input = files.grouped();
    let input = input.to_str().unwrap();
    let text = print(&["meta", input]);
    let sections: Vec<&str> = text.split("\n\n").collect();
    assert_eq!(sections.len(), 3, "{text}");
    assert!(
        sections[0].contains("rows\t1000\n") && sections[0].contains("written by\ta test\n"),
        "{text}"
    );
    let groups: Vec<Vec<&str>> = sections[1]
        .lines()
        .map(|line| line.split('\t').collect())
        .collect();
    let rows: Vec<&str> = groups.iter().map(|row| row[1]).collect();
    assert_eq!(rows, ["rows", "300", "300", "300", "100"]);
    let columns: Vec<Vec<&str>> = sections[2]
        .lines()
        .map(|line| line.split('\t').collect())
        .collect();
    let of = |column: &str, fact: &str| {
        let at = columns[0].iter().position(|name| *name == fact).unwrap();
        columns.iter().find(|row| row[0] == column).unwrap()[at]
    };
    assert_eq!(
        (of("id", "min"), of("id", "max"), of("id", "nulls")),
        ("0", "999", "0")
    );
    assert_eq!(
        (of("odd", "min"), of("odd", "max"), of("odd", "nulls")),
        ("1", "999", "500")
    );
    assert_eq!(
        (of("text", "min"), of("text", "max"), of("text", "type")),
        ("value 000", "value 049", "BYTE_ARRAY STRING")
    );
    assert_eq!(
        (of("id", "codec"), of("id", "index")),
        ("SNAPPY", "column offset")
    );
    let one = print(&["meta", input, "--columns", "list", "--row-groups", "3"]);
    assert_eq!(
        one.lines().filter(|line| line.starts_with("list.")).count(),
        1,
        "{one}"
    );
    let json = print(&[
        "meta",
        input,
        "--json",
        "--columns",
        "id",
        "--row-groups",
        "1",
    ]);
    for part in [
        "\"num_rows\": 1000",
        "\"row_group\": 1",
        "\"path\": \"id\"",
        "\"min\": \"300\"",
        "\"max\": \"599\"",
        "\"codec\": \"SNAPPY\"",
    ] {
        assert!(json.contains(part), "{part} in {json}");
    }
    assert!(!json.contains("\"odd\""), "{json}");
}

#[test]
fn pages_with_rows_and_nulls() {
    let files = Files::new();
    let input = files.grouped();
    let input = input.to_str().unwrap();
    let pages = |column: &str| -> Vec<Vec<String>> {
        let text = print(&["pages", input, column, "--row-groups", "3"]);
        text.lines()
            .skip(1)
            .map(|line| line.split('\t').map(str::to_owned).collect())
            .collect()
    };
    // Group, page, kind, encoding, rows, values, nulls.
    let odd = pages("odd");
    assert_eq!(
        odd.iter().map(|page| page[2].as_str()).collect::<Vec<_>>(),
        ["dictionary", "data"]
    );
    assert_eq!(odd[1][3..7], ["RLE_DICTIONARY", "100", "100", "50"]);
    assert_eq!(odd[0][4..7], ["", "50", ""]);
    assert_eq!(pages("list")[1][4..6], ["100", "160"]);
    let text = print(&["pages", input, "list"]);
    let rows = |line: &str| {
        line.split('\t')
            .nth(4)
            .unwrap()
            .parse::<usize>()
            .unwrap_or(0)
    };
    assert_eq!(
        text.lines().skip(1).map(rows).sum::<usize>(),
        1000,
        "{text}"
    );
    let json = print(&["pages", input, "id", "--json"]);
    assert!(
        json.starts_with("[\n") && json.contains("\"kind\": \"DATA_PAGE\""),
        "{json}"
    );
    let missing = run(&["pages", input, "nothing"]);
    assert_eq!((missing.code, missing.stdout.len()), (Some(2), 0));
}

#[test]
fn counts() {
    let files = Files::new();
    let (small, grouped) = (files.small(), files.grouped());
    let (small, grouped) = (small.to_str().unwrap(), grouped.to_str().unwrap());
    assert_eq!(print(&["count", small]), "3\n");
    assert_eq!(
        print(&["count", small, grouped]),
        format!("3\t{small}\n1000\t{grouped}\n1003\ttotal\n")
    );
    let ended = run(&["count", small, "missing.parquet"]);
    assert_eq!(ended.code, Some(1));
    assert_eq!(ended.text(), format!("3\t{small}\n3\ttotal\n"));
    assert!(
        ended.stderr.starts_with("herringbone: missing.parquet: "),
        "{}",
        ended.stderr
    );
}
