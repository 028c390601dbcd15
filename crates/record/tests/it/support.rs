//! Files for the tests.

use bytes::Bytes;
use herringbone_record::{RowCursor, RowCursorBuilder};
use herringbone_testkit::compress::Codec;
use herringbone_testkit::encode::Encoding;
use herringbone_testkit::file::column::{Column, Layout};
use herringbone_testkit::file::schema::{Converted, Element, Repetition, logical};
use herringbone_testkit::file::{FileBuilder, RowGroup};
use herringbone_testkit::values::{Physical, Values};

pub(crate) const SYMBOL: &str = "EURUSD";

pub(crate) fn builder(file: &FileBuilder) -> RowCursorBuilder {
    RowCursorBuilder::try_new(Bytes::from(file.build())).unwrap()
}

pub(crate) fn cursor(file: &FileBuilder) -> RowCursor {
    builder(file).build().unwrap()
}

pub(crate) fn text(name: &str, repetition: Repetition) -> Element {
    Element::leaf(name, repetition, Physical::ByteArray)
        .converted(Converted::Utf8)
        .logical(logical::string())
}

/// A tick's time in microseconds, bid and ask.
pub(crate) fn tick(i: usize) -> (i64, f64, f64) {
    let bid = 1.1 + (i % 1000) as f64 * 1e-5;
    (1_774_000_000_000_000 + 137 * i as i64, bid, bid + 0.000_12)
}

/// Row groups of ticks: one price of one pair after the other, dictionaries as writers make them.
pub(crate) fn ticks(row_groups: &[usize], rows_per_page: usize) -> FileBuilder {
    let layout = |encoding| Layout {
        encoding,
        codec: Codec::Zstd,
        rows_per_page,
        ..Layout::default()
    };
    let timestamp = Element::leaf("ts", Repetition::Required, Physical::Int64)
        .converted(Converted::TimestampMicros)
        .logical(logical::timestamp(logical::Unit::Micros, true));
    let price = |name| Element::leaf(name, Repetition::Required, Physical::Double);
    let mut file = FileBuilder::new(vec![
        Element::root(4),
        timestamp,
        text("symbol", Repetition::Required),
        price("bid"),
        price("ask"),
    ]);
    let mut first = 0;
    for &num_rows in row_groups {
        let rows = first..first + num_rows;
        first = rows.end;
        let column = |path: &str, encoding, values| {
            Column::required(values).chunk(&[path], layout(encoding))
        };
        let times = Values::Int64(rows.clone().map(|i| tick(i).0).collect());
        let bids = Values::Double(rows.clone().map(|i| tick(i).1).collect());
        let asks = Values::Double(rows.clone().map(|i| tick(i).2).collect());
        let symbols = Values::strings(rows.map(|_| SYMBOL));
        let chunks = vec![
            column("ts", Encoding::Plain, times),
            column("symbol", Encoding::RleDictionary, symbols),
            column("bid", Encoding::RleDictionary, bids),
            column("ask", Encoding::RleDictionary, asks),
        ];
        file = file.row_group(RowGroup::new(num_rows, chunks));
    }
    file
}
