//! The tick table: timestamps, a symbol and prices, all required.

use herringbone_record::{DataType, RecordError, TimeUnit};

use crate::support::{SYMBOL, builder, cursor, tick, ticks};

#[test]
fn every_row_of_every_row_group() {
    let file = ticks(&[5000, 0, 1, 4096], 1500);
    for window in [1, 7, 4096, 100_000] {
        let mut cursor = builder(&file).with_window(window).build().unwrap();
        let [ts, symbol, bid, ask] =
            ["ts", "symbol", "bid", "ask"].map(|name| cursor.column(name).unwrap());
        let mut i = 0;
        while let Some(row) = cursor.next().unwrap() {
            let (micros, expected_bid, expected_ask) = tick(i);
            assert_eq!(row.timestamp(ts).unwrap().micros(), Some(micros));
            assert_eq!(row.str(symbol).unwrap(), SYMBOL);
            assert_eq!(row.f64(bid).unwrap().to_bits(), expected_bid.to_bits());
            assert_eq!(row.f64(ask).unwrap().to_bits(), expected_ask.to_bits());
            i += 1;
        }
        assert_eq!(i, 9097);
        assert!(cursor.next().unwrap().is_none());
    }
}

#[test]
fn dictionary_strings_are_borrowed_from_the_dictionary() {
    let mut cursor = cursor(&ticks(&[9000], 1500));
    let mut seen = None;
    while let Some(row) = cursor.next().unwrap() {
        let at = row.str(1).unwrap().as_ptr();
        assert_eq!(*seen.get_or_insert(at), at, "one string for all rows");
    }
}

#[test]
fn columns_and_row_groups_are_chosen() {
    let file = ticks(&[10, 20, 30], 8);
    let read = |names: &[&str], row_groups: &[usize]| {
        let mut cursor = builder(&file)
            .with_projection(names)
            .unwrap()
            .with_row_groups(row_groups.to_vec())
            .unwrap()
            .build()
            .unwrap();
        let columns: Vec<String> = cursor.columns().map(|(name, _)| name.into()).collect();
        let mut rows = Vec::new();
        while let Some(row) = cursor.next().unwrap() {
            rows.push(row.timestamp(0).ok().map(|ts| ts.value()));
        }
        (columns, rows)
    };
    let times = |rows: std::ops::Range<usize>| rows.map(|i| Some(tick(i).0));
    assert_eq!(
        read(&["ask", "ts"], &[2, 0]),
        (
            vec!["ts".into(), "ask".into()],
            times(30..60).chain(times(0..10)).collect()
        )
    );
    assert_eq!(read(&[], &[1]), (vec![], vec![None; 20]));
}

#[test]
fn what_is_not_there_cannot_be_chosen() {
    let file = ticks(&[10], 8);
    let error = |result: Result<_, RecordError>| result.err().unwrap().to_string();
    let open = || builder(&file);
    assert_eq!(error(open().with_projection(["b"])), "no column \"b\"");
    assert_eq!(
        error(open().with_row_groups(vec![0, 1])),
        "no row group 1: there are 1"
    );
    assert_eq!(
        error(open().with_leaves([4])),
        "no leaf column 4: there are 4"
    );
}

#[test]
fn columns_have_names_and_types() {
    let cursor = cursor(&ticks(&[10], 8));
    let timestamp = DataType::Timestamp {
        unit: TimeUnit::Micros,
        is_utc: true,
    };
    assert_eq!(
        cursor.columns().collect::<Vec<_>>(),
        [
            ("ts", timestamp),
            ("symbol", DataType::String),
            ("bid", DataType::Float64),
            ("ask", DataType::Float64),
        ]
    );
}

#[test]
fn rows_become_the_callers_own() {
    let cursor = cursor(&ticks(&[100, 50], 8));
    let (symbol, bid) = (
        cursor.column("symbol").unwrap(),
        cursor.column("bid").unwrap(),
    );
    let rows = cursor.map_rows(|row| Ok::<_, RecordError>((row.str(symbol)?.len(), row.f64(bid)?)));
    let rows: Vec<_> = rows.collect::<Result<_, _>>().unwrap();
    assert_eq!(rows.len(), 150);
    assert_eq!(rows[149], (6, tick(149).1));
}
