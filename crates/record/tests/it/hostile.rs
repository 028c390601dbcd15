//! Broken files: an error or other values, never a panic.

use bytes::Bytes;
use herringbone_record::{RecordError, RowCursorBuilder};
use herringbone_testkit::encode::Encoding;
use herringbone_testkit::file::column::{Layout, Version};
use herringbone_testkit::file::schema::{Converted, Element, Repetition, logical};
use herringbone_testkit::file::shred::{self, Datum, group, list};
use herringbone_testkit::values::Physical;

use crate::support::text;

/// A small file with a bit of everything.
fn file(version: Version, encoding: Encoding) -> Vec<u8> {
    use Repetition::{Optional, Repeated, Required};
    let elements = vec![
        Element::root(4),
        text("name", Optional),
        Element::leaf("amount", Required, Physical::Int64).decimal(12, 2),
        Element::group("stops", Optional, 1)
            .converted(Converted::List)
            .logical(logical::list()),
        Element::group("list", Repeated, 1),
        Element::group("element", Optional, 1),
        text("name", Optional),
        Element::group("tags", Optional, 1)
            .converted(Converted::Map)
            .logical(logical::map()),
        Element::group("key_value", Repeated, 2),
        text("key", Required),
        Element::leaf("value", Optional, Physical::Double),
    ];
    let row = |i: usize| {
        let name = (!i.is_multiple_of(3)).then_some("nämlich");
        let stop = group([Datum::from(name)]);
        let stops = list([stop.clone(), Datum::Null, stop]);
        let entry = |x| group([Datum::from("key"), Datum::Double(x)]);
        let tags = group([Datum::List(vec![entry(0.5), entry(i as f64)])]);
        let tags = if i.is_multiple_of(4) {
            Datum::Null
        } else {
            tags
        };
        group([Datum::from(name), Datum::Int(i as i64), stops, tags])
    };
    let rows: Vec<Datum> = (0..9).map(row).collect();
    let layout = Layout {
        version,
        encoding,
        rows_per_page: 4,
        ..Layout::default()
    };
    shred::file(elements, &rows, layout).build()
}

/// Walks over all rows and looks at each value.
fn walk(bytes: Vec<u8>) -> Result<usize, RecordError> {
    let mut cursor = RowCursorBuilder::try_new(Bytes::from(bytes))?
        .with_window(5)
        .build()?;
    let mut num_rows = 0;
    // A footer may promise rows without end where no column has any.
    while let Some(row) = cursor.next()?.filter(|_| num_rows < 1000) {
        assert!(!format!("{row:?}").is_empty());
        num_rows += 1;
    }
    Ok(num_rows)
}

#[test]
fn every_byte_changed_and_every_length_cut() {
    let layouts = [
        (Version::V1, Encoding::Plain),
        (Version::V2, Encoding::RleDictionary),
    ];
    for (version, encoding) in layouts {
        let whole = file(version, encoding);
        assert_eq!(walk(whole.clone()).unwrap(), 9);
        for len in 0..whole.len() {
            assert!(walk(whole[..len].to_vec()).is_err(), "cut at {len}");
        }
        for at in 0..whole.len() {
            for value in [
                0x00,
                0x7f,
                0x80,
                0xff,
                whole[at] ^ 1,
                whole[at].wrapping_add(1),
            ] {
                let mut broken = whole.clone();
                broken[at] = value;
                drop(walk(broken));
            }
        }
    }
}
