//! `cat`, `head`, `tail` and `sample`.

use crate::files::{Files, grouped, grouped_properties};
use crate::program::{command, print};

fn ids(text: &str) -> Vec<i64> {
    text.lines()
        .skip(1)
        .map(|line| line.parse().unwrap())
        .collect()
}

#[test]
fn first_and_last_rows() {
    let files = Files::new();
    let input = files.grouped();
    let input = input.to_str().unwrap();
    let check = |arguments: &[&str], expected: std::ops::Range<i64>| {
        let text = print(&[arguments, &[input, "--columns", "id"]].concat());
        assert_eq!(ids(&text), expected.collect::<Vec<_>>(), "{arguments:?}");
    };
    check(&["cat"], 0..1000);
    check(&["cat", "--rows", "299..301"], 299..301);
    check(&["head"], 0..10);
    check(&["head", "-n", "0"], 0..0);
    check(&["head", "-n", "400"], 0..400);
    check(&["head", "-n", "5000"], 0..1000);
    check(&["tail"], 990..1000);
    check(&["tail", "-n", "150"], 850..1000);
    check(&["tail", "-n", "0"], 0..0);
    check(&["tail", "-n", "5000"], 0..1000);
    check(&["tail", "-n", "2", "--row-groups", "0"], 298..300);
}

#[test]
fn samples() {
    let files = Files::new();
    let input = files.grouped();
    let input = input.to_str().unwrap();
    let sample = |more: &[&str]| {
        ids(&print(
            &[&["sample", input, "--columns", "id"], more].concat(),
        ))
    };
    let rows = sample(&["-n", "20", "--seed", "1"]);
    assert_eq!(rows.len(), 20);
    assert!(rows.is_sorted_by(|a, b| a < b));
    assert_eq!(rows, sample(&["-n", "20", "--seed", "1"]));
    assert_ne!(rows, sample(&["-n", "20", "--seed", "2"]));
    assert_eq!(sample(&[]).len(), 10);
    assert_eq!(sample(&["-n", "2000"]), (0..1000).collect::<Vec<_>>());
    assert!(
        sample(&["-n", "50", "--row-groups", "1"])
            .iter()
            .all(|id| (300..600).contains(id))
    );
}

#[test]
fn output_for_programs_is_plain_and_whole() {
    let files = Files::new();
    let text = print(&[
        "head",
        files.small().to_str().unwrap(),
        "--columns",
        "id,name,list",
    ]);
    assert_eq!(
        text,
        "id\tname\tlist\n1\tann\t[1,null]\n2\t\t[]\n3\tö,\"x\"\t\n"
    );
}

#[test]
fn tables_fit_the_width() {
    let files = Files::new();
    let input = files.small();
    let table = |columns: &str, width: &str| {
        let ended = command(&[
            "head",
            input.to_str().unwrap(),
            "--format",
            "table",
            "--columns",
            columns,
        ])
        .env("COLUMNS", width)
        .output()
        .unwrap();
        String::from_utf8(ended.stdout).unwrap()
    };
    let expected = "\
┌───────┬───────┬─────────┐
│ id    ┆ name  ┆ price   │
│ int64 ┆ utf8  ┆ float64 │
╞═══════╪═══════╪═════════╡
│     1 ┆ ann   ┆     0.5 │
│     2 ┆ null  ┆    null │
│     3 ┆ ö,\"x\" ┆     NaN │
└───────┴───────┴─────────┘
";
    assert_eq!(table("id,name,price", "80"), expected);
    let narrow = table("id,at,sum,raw,group", "50");
    assert!(
        narrow
            .lines()
            .all(|line| line.chars().count() <= 50 || line.contains("more column")),
        "{narrow}"
    );
    assert!(narrow.contains("more column"), "{narrow}");
    let long = files.write("long.parquet", &[grouped(1200)], grouped_properties());
    let text = print(&[
        "cat",
        long.to_str().unwrap(),
        "--format",
        "table",
        "--columns",
        "id,text",
    ]);
    assert_eq!(text.lines().count(), 1200 + 5);
    assert_eq!(text.matches('╞').count(), 1);
}
