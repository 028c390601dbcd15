//! Accessors: what is asked for and is not there.

use herringbone_record::{OwnedValue, RecordErrorKind, Row};
use herringbone_testkit::file::FileBuilder;
use herringbone_testkit::file::column::Layout;
use herringbone_testkit::file::schema::{Element, Repetition, logical};
use herringbone_testkit::file::shred::{self, Datum, group};
use herringbone_testkit::values::Physical;

use crate::support::{cursor, text};

fn file() -> FileBuilder {
    use Repetition::Optional;
    let elements = vec![
        Element::root(3),
        text("name", Optional),
        Element::leaf("age", Optional, Physical::Int32).logical(logical::integer(8, false)),
        Element::group("home", Optional, 1),
        Element::leaf("x", Optional, Physical::Float),
    ];
    let home = |x: f64| group([Datum::Double(x)]);
    let rows = [
        group([Datum::from("Ada"), Datum::from(200), home(1.5)]),
        group([Datum::Null, Datum::Null, Datum::Null]),
        group([Datum::from(""), Datum::from(0), group([Datum::Null])]),
    ];
    shred::file(elements, &rows, Layout::default())
}

fn first_row(check: impl FnOnce(Row<'_>)) {
    let mut cursor = cursor(&file());
    check(cursor.next().unwrap().unwrap());
}

#[test]
fn a_wrong_type_is_an_error_that_names_the_column() {
    first_row(|row| {
        let message = |error: herringbone_record::RecordError| error.to_string();
        assert_eq!(
            message(row.i64(0).unwrap_err()),
            "column name: asked for i64, found String"
        );
        assert_eq!(
            message(row.str(1).unwrap_err()),
            "column age: asked for str, found UInt8"
        );
        assert_eq!(
            message(row.row(2).unwrap().bool(0).unwrap_err()),
            "column home.x: asked for bool, found Float32"
        );
        assert_eq!(
            message(row.list(2).unwrap_err()),
            "column home: asked for list, found Struct"
        );
        assert_eq!(message(row.f64(3).unwrap_err()), "no column 3: there are 3");
        // Each accessor refuses text.
        let name = row.cell(0).unwrap();
        assert!(name.bool().is_err() && name.i32().is_err() && name.u64().is_err());
        assert!(name.f32().is_err() && name.f64().is_err() && name.decimal().is_err());
        assert!(name.date().is_err() && name.time().is_err() && name.timestamp().is_err());
        assert!(name.int96().is_err() && name.uuid().is_err() && name.interval().is_err());
        assert!(name.list().is_err() && name.map().is_err() && name.row().is_err());
    });
}

#[test]
fn numbers_may_be_asked_for_as_wider_ones() {
    first_row(|row| {
        let age = row.column("age").unwrap();
        assert_eq!(row.i32(age).unwrap(), 200);
        assert_eq!(row.i64(age).unwrap(), 200);
        assert_eq!(row.u64(age).unwrap(), 200);
        let home = row.row(2).unwrap();
        assert_eq!(home.f32(0).unwrap(), 1.5);
        assert_eq!(home.f64(0).unwrap(), 1.5);
        assert_eq!(row.bytes(0).unwrap(), b"Ada");
    });
}

#[test]
fn a_null_is_told_or_refused() {
    let mut cursor = cursor(&file());
    cursor.next().unwrap();
    let row = cursor.next().unwrap().unwrap();
    for column in 0..3 {
        assert!(row.is_null(column).unwrap());
        assert!(row.get(column).unwrap().is_null());
        assert!(row.cell(column).unwrap().non_null().is_none());
    }
    let error = row.str(0).unwrap_err();
    assert!(matches!(error.kind(), RecordErrorKind::Null { .. }));
    assert_eq!(
        error.to_string(),
        "column name: expected a value, found null"
    );
    // A wrong type is one, null or not.
    let error = row.f64(0).unwrap_err();
    assert!(matches!(error.kind(), RecordErrorKind::WrongType { .. }));
    let row = cursor.next().unwrap().unwrap();
    assert_eq!(row.str(0).unwrap(), "");
    assert!(!row.is_null(2).unwrap());
    assert!(row.row(2).unwrap().is_null(0).unwrap());
}

#[test]
fn rows_that_are_kept() {
    let mut cursor = cursor(&file());
    let mut rows = Vec::new();
    while let Some(row) = cursor.next().unwrap() {
        rows.push(row.to_owned());
    }
    assert_eq!(rows[0].get("name"), Some(&OwnedValue::String("Ada".into())));
    assert_eq!(rows[0].get("age"), Some(&OwnedValue::UInt8(200)));
    assert_eq!(rows[1].get("home"), Some(&OwnedValue::Null));
    assert_eq!(rows[2].get("nothing"), None);
    let names: Vec<&str> = rows[2].fields().iter().map(|(name, _)| &**name).collect();
    assert_eq!(names, ["name", "age", "home"]);
}

#[test]
fn rows_as_text() {
    first_row(|row| {
        assert_eq!(
            format!("{row:?}"),
            r#"{"name": "Ada", "age": 200, "home": {"x": 1.5}}"#
        );
    });
}

#[test]
fn rows_as_json() {
    let mut cursor = cursor(&file());
    let mut lines = Vec::new();
    while let Some(row) = cursor.next().unwrap() {
        let line = serde_json::to_string(&row).unwrap();
        assert_eq!(serde_json::to_string(&row.to_owned()).unwrap(), line);
        lines.push(line);
    }
    assert_eq!(
        lines,
        [
            r#"{"name":"Ada","age":200,"home":{"x":1.5}}"#,
            r#"{"name":null,"age":null,"home":null}"#,
            r#"{"name":"","age":0,"home":{"x":null}}"#,
        ]
    );
}
