//! Nothing is allocated for a row, counted by the allocator.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;

use herringbone_record::{Row, RowCursor};
use herringbone_testkit::compress::Codec;
use herringbone_testkit::encode::Encoding;
use herringbone_testkit::file::column;
use herringbone_testkit::file::schema::{Converted, Element, Repetition, logical};
use herringbone_testkit::file::shred::{self, Datum, group, list};
use herringbone_testkit::values::Physical;

use crate::support::{builder, text, ticks};

/// The system's allocator, which counts for each thread.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: all is left to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller keeps the contract, which is the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, new_size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Allocations of a walk over all rows from row `warm_up` on.
fn count(mut cursor: RowCursor, warm_up: usize, look: impl Fn(Row<'_>)) -> u64 {
    for _ in 0..warm_up {
        look(cursor.next().unwrap().unwrap());
    }
    let before = ALLOCATIONS.get();
    while let Some(row) = cursor.next().unwrap() {
        look(row);
    }
    ALLOCATIONS.get() - before
}

#[test]
fn ticks_are_read_without_allocating() {
    // One page a column: what comes after the first window is rows and windows alone.
    let file = ticks(&[100_000], usize::MAX);
    let allocations = count(builder(&file).build().unwrap(), 4097, |row| {
        black_box((row.timestamp(0).unwrap(), row.str(1).unwrap()));
        black_box((row.f64(2).unwrap(), row.f64(3).unwrap()));
    });
    assert_eq!(allocations, 0);
}

#[test]
fn pages_cost_some_allocations_and_rows_none() {
    let file = ticks(&[100_000], 10_000);
    let allocations = count(builder(&file).build().unwrap(), 4097, |row| {
        row.cells()
            .for_each(|(_, cell)| _ = black_box(cell.value()));
    });
    let num_pages = 4 * 9;
    assert!(allocations <= 12 * num_pages, "{allocations}");
}

#[test]
fn nested_rows_and_strings_with_nulls_are_read_without_allocating() {
    use Repetition::{Optional, Repeated, Required};
    let elements = vec![
        Element::root(4),
        text("note", Optional),
        Element::leaf("count", Optional, Physical::Int32),
        Element::group("stops", Optional, 1)
            .converted(Converted::List)
            .logical(logical::list()),
        Element::group("list", Repeated, 1),
        Element::group("element", Optional, 2),
        text("name", Optional),
        Element::leaf("x", Required, Physical::Double),
        Element::group("tags", Optional, 1)
            .converted(Converted::Map)
            .logical(logical::map()),
        Element::group("key_value", Repeated, 2),
        text("key", Required),
        Element::leaf("value", Optional, Physical::Int64),
    ];
    // Each window of 60 rows is like the one before it.
    let row = |i: usize| {
        let stop = |k: usize| {
            let name = (!k.is_multiple_of(3)).then_some("somewhere, far away");
            group([Datum::from(name), Datum::Double(k as f64)])
        };
        let stops = match i % 5 {
            0 => Datum::Null,
            n => list((1..n).map(|k| if k == 3 { Datum::Null } else { stop(k) })),
        };
        let tag = |k: usize| {
            let value = (!k.is_multiple_of(2)).then_some(k as i32);
            group([Datum::from("key"), Datum::from(value)])
        };
        let tags = match i % 4 {
            0 => Datum::Null,
            n => group([Datum::List((1..n).map(tag).collect())]),
        };
        let note = (!i.is_multiple_of(3)).then(|| &"a note of some length"[..i % 20]);
        let count = (!i.is_multiple_of(2)).then_some(i as i32);
        group([Datum::from(note), Datum::from(count), stops, tags])
    };
    let rows: Vec<Datum> = (0..6000).map(row).collect();
    for encoding in [Encoding::Plain, Encoding::RleDictionary] {
        let layout = column::Layout {
            encoding,
            codec: Codec::Snappy,
            ..column::Layout::default()
        };
        let file = shred::file(elements.clone(), &rows, layout);
        let cursor = builder(&file).with_window(60).build().unwrap();
        let allocations = count(cursor, 2 * 60 + 1, |row| {
            black_box(
                row.cell(0)
                    .unwrap()
                    .non_null()
                    .map(|note| note.str().unwrap()),
            );
            black_box(row.get(1).unwrap());
            if let Some(stops) = row.cell(2).unwrap().non_null() {
                for stop in stops
                    .list()
                    .unwrap()
                    .iter()
                    .filter_map(|stop| stop.non_null())
                {
                    let stop = stop.row().unwrap();
                    black_box((stop.get(0).unwrap(), stop.f64(1).unwrap()));
                }
            }
            if let Some(tags) = row.cell(3).unwrap().non_null() {
                for (key, value) in tags.map().unwrap() {
                    black_box((key.str().unwrap(), value.value()));
                }
            }
        });
        assert_eq!(allocations, 0, "{encoding:?}");
    }
}
