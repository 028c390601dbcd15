//! Lists, maps and structs, against what they look like.

use Repetition::{Optional, Repeated, Required};
use herringbone_testkit::file::FileBuilder;
use herringbone_testkit::file::column::Layout;
use herringbone_testkit::file::schema::{Converted, Element, Repetition, logical};
use herringbone_testkit::file::shred::{self, Datum, group, items, list};
use herringbone_testkit::values::Physical;

use crate::support::{builder, text};

/// Checks all rows, whatever the window and the pages.
fn check(elements: &[Element], rows: &[Datum], expected: &[&str]) {
    for rows_per_page in [1, 3, 100] {
        let layout = Layout {
            rows_per_page,
            ..Layout::default()
        };
        let file: FileBuilder = shred::file(elements.to_vec(), rows, layout);
        for window in [1, 2, 100] {
            let mut cursor = builder(&file).with_window(window).build().unwrap();
            let mut found = Vec::new();
            while let Some(row) = cursor.next().unwrap() {
                found.push(format!("{row:?}"));
                assert_eq!(row.to_owned().fields().len(), row.len());
            }
            assert_eq!(
                found, expected,
                "{rows_per_page} rows a page, {window} a window"
            );
        }
    }
}

fn int(name: &str, repetition: Repetition) -> Element {
    Element::leaf(name, repetition, Physical::Int32)
}

fn list_group(name: &str) -> Element {
    Element::group(name, Optional, 1)
        .converted(Converted::List)
        .logical(logical::list())
}

#[test]
fn lists() {
    let elements = [
        Element::root(1),
        list_group("a"),
        Element::group("list", Repeated, 1),
        int("element", Optional),
    ];
    let rows = [
        group([list([Some(1), None, Some(3)])]),
        group([Datum::Null]),
        group([list::<i32>([])]),
        group([list([4])]),
    ];
    let expected = [
        r#"{"a": [1, null, 3]}"#,
        r#"{"a": null}"#,
        r#"{"a": []}"#,
        r#"{"a": [4]}"#,
    ];
    check(&elements, &rows, &expected);
}

#[test]
fn lists_of_lists_of_structs() {
    let elements = [
        Element::root(1),
        list_group("a"),
        Element::group("list", Repeated, 1),
        list_group("element"),
        Element::group("list", Repeated, 1),
        Element::group("element", Optional, 2),
        int("x", Required),
        text("y", Optional),
    ];
    let pair = |x: i32, y: Option<&str>| group([Datum::from(x), Datum::from(y)]);
    let rows = [
        group([list([
            list([pair(1, Some("one")), Datum::Null]),
            Datum::Null,
            list::<Datum>([]),
        ])]),
        group([Datum::Null]),
        group([list([list([pair(2, None)])])]),
    ];
    let expected = [
        r#"{"a": [[{"x": 1, "y": "one"}, null], null, []]}"#,
        r#"{"a": null}"#,
        r#"{"a": [[{"x": 2, "y": null}]]}"#,
    ];
    check(&elements, &rows, &expected);
}

#[test]
fn maps() {
    let elements = [
        Element::root(1),
        Element::group("a", Optional, 1)
            .converted(Converted::Map)
            .logical(logical::map()),
        Element::group("key_value", Repeated, 2),
        text("key", Required),
        int("value", Optional),
    ];
    let entry = |key: &str, value: Option<i32>| group([Datum::from(key), Datum::from(value)]);
    let map = |entries: Vec<Datum>| group([group([Datum::List(entries)])]);
    let rows = [
        map(vec![entry("one", Some(1)), entry("none", None)]),
        map(vec![]),
        group([Datum::Null]),
    ];
    let expected = [
        r#"{"a": {"one": 1, "none": null}}"#,
        r#"{"a": {}}"#,
        r#"{"a": null}"#,
    ];
    check(&elements, &rows, &expected);
}

#[test]
fn structs_in_structs() {
    let elements = [
        Element::root(1),
        Element::group("a", Optional, 2),
        Element::group("b", Optional, 1),
        int("x", Optional),
        int("y", Required),
    ];
    let rows = [
        group([group([group([Datum::from(1)]), Datum::from(2)])]),
        group([Datum::Null]),
        group([group([Datum::Null, Datum::from(3)])]),
        group([group([group([Datum::Null]), Datum::from(4)])]),
    ];
    let expected = [
        r#"{"a": {"b": {"x": 1}, "y": 2}}"#,
        r#"{"a": null}"#,
        r#"{"a": {"b": null, "y": 3}}"#,
        r#"{"a": {"b": {"x": null}, "y": 4}}"#,
    ];
    check(&elements, &rows, &expected);
}

#[test]
fn repeated_fields_without_an_annotation() {
    let elements = [
        Element::root(2),
        int("a", Repeated),
        Element::group("b", Repeated, 1),
        int("x", Optional),
    ];
    let rows = [
        group([items([1, 2]), items([group([Datum::from(3)])])]),
        group([items::<i32>([]), items::<Datum>([])]),
    ];
    let expected = [r#"{"a": [1, 2], "b": [{"x": 3}]}"#, r#"{"a": [], "b": []}"#];
    check(&elements, &rows, &expected);
}

#[test]
fn parts_of_nested_columns_are_projected() {
    let elements = vec![
        Element::root(2),
        Element::group("a", Optional, 2),
        int("x", Optional),
        int("y", Optional),
        Element::group("m", Optional, 1)
            .converted(Converted::Map)
            .logical(logical::map()),
        Element::group("key_value", Repeated, 2),
        text("key", Required),
        int("value", Optional),
    ];
    let rows = [group([
        group([Datum::from(1), Datum::from(2)]),
        Datum::Null,
    ])];
    let file = shred::file(elements, &rows, Layout::default());
    let open = |name| builder(&file).with_projection([name]).unwrap().build();
    let mut cursor = open("a.y").unwrap();
    let row = cursor.next().unwrap().unwrap();
    assert_eq!(format!("{row:?}"), r#"{"a": {"y": 2}}"#);
    assert_eq!(
        open("m.key_value.key").unwrap_err().to_string(),
        "column m: a map is read with its keys and its values, found one of them"
    );
}
