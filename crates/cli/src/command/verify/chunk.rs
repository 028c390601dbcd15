//! The values of a chunk, decoded as they are stored, against its statistics and indexes.

use std::cmp::Ordering;
use std::sync::Arc;

use herringbone_column::decode::{
    BooleanValues, ByteArrayValues, FixedLenValues, FixedValues, Identity, LeafReader, LeafSpec, LevelDetail, Levels, Text,
};
use herringbone_column::{Budget, ByteSource, Checksums, ColumnError, PageLimits, Place};
use herringbone_format::basic::{ConvertedType, LogicalType, Type};
use herringbone_format::data_type::ParquetValueType;
use herringbone_format::page_index::ColumnIndexMetaData;

use super::order::Order;
use super::pages::Pages;
use super::report::Report;
use super::summary::{Summarize, Summary};
use crate::command::statistics::bound_text;
use crate::failure::Failure;
use crate::input::{Chunk, Source};

/// Rows that are decoded at a time where no page index says where pages begin.
const BLOCK_ROWS: usize = 8192;

/// Verifies the values of a chunk.
pub(super) fn verify(chunk: Chunk<'_>, pages: &Pages, report: &mut Report) -> Result<(), Failure> {
    // Whatever keeps the pages from being found was told when they were looked for.
    if chunk.spec().is_err() {
        return Ok(());
    }
    let node = chunk.node();
    let is_text = matches!(node.logical_type(), Some(LogicalType::String | LogicalType::Enum | LogicalType::Json))
        || (node.logical_type().is_none() && node.converted_type() == ConvertedType::UTF8);
    let text = if is_text { Text::Utf8 } else { Text::Binary };
    match node.physical_type() {
        None => Ok(()),
        Some(Type::BOOLEAN) => verify_values(chunk, BooleanValues::default(), pages, report),
        Some(Type::INT32) => verify_values(chunk, FixedValues::new(Identity::<i32>::default()), pages, report),
        Some(Type::INT64) => verify_values(chunk, FixedValues::new(Identity::<i64>::default()), pages, report),
        Some(Type::INT96) => verify_values(chunk, FixedValues::new(Identity::<[u8; 12]>::default()), pages, report),
        Some(Type::FLOAT) => verify_values(chunk, FixedValues::new(Identity::<f32>::default()), pages, report),
        Some(Type::DOUBLE) => verify_values(chunk, FixedValues::new(Identity::<f64>::default()), pages, report),
        Some(Type::BYTE_ARRAY) => verify_values(chunk, ByteArrayValues::<i64>::new(text), pages, report),
        Some(Type::FIXED_LEN_BYTE_ARRAY) => match usize::try_from(node.type_length()) {
            Ok(width) if width > 0 => verify_values(chunk, FixedLenValues::new(width), pages, report),
            _ => Ok(()),
        },
    }
}

/// What was found in a page, a block of rows or a whole chunk.
#[derive(Default)]
struct Found {
    num_levels: u64,
    num_nulls: u64,
    summary: Summary,
    /// How often each definition and repetition level occurs, if that is to be compared.
    def: Vec<i64>,
    rep: Vec<i64>,
}

fn verify_values<V: Summarize>(chunk: Chunk<'_>, values: V, pages: &Pages, report: &mut Report) -> Result<(), Failure> {
    let metadata = chunk.metadata();
    let column = metadata.column_descr();
    let order = Order::of(column);
    let has_histograms = metadata.definition_level_histogram().is_some() || metadata.repetition_level_histogram().is_some();
    let spec = LeafSpec {
        levels: chunk.levels(),
        detail: if has_histograms { LevelDetail::Levels } else { LevelDetail::Validity },
        limits: PageLimits::default(),
        checksums: Checksums::Verify,
        budget: Budget::unbounded(),
    };
    let Ok(chunk_spec) = chunk.spec() else { return Ok(()) };
    let mut reader = LeafReader::new(spec, values);
    let source: Arc<dyn ByteSource> = Arc::<Source>::clone(&chunk.input.source);
    reader.open_chunk(source, &chunk_spec);
    let index = column_index(chunk, pages, report)?;
    let num_rows = chunk.input.metadata.row_group(chunk.row_group).num_rows().max(0).unsigned_abs();
    let mut steps = Steps::new(usize::try_from(num_rows).unwrap_or(usize::MAX), pages);
    let mut total = Found::default();
    while let Some((step, rows)) = steps.next() {
        let part = match read(&mut reader, rows, order.unwrap_or(Order::Bytes), has_histograms) {
            Ok(part) => part,
            Err(error) => return report.error(&error.at(&chunk.place())),
        };
        let Some(part) = part else {
            let message = format!("expected {num_rows} rows, as the row group says, found fewer");
            return report.problem_at(&chunk.place(), &message);
        };
        if let Some(index) = &index {
            let stated = Stated::of_page(index, step);
            let place = Place { page: Some(step), ..chunk.place() };
            compare(&stated, &part, order, chunk, &place, report)?;
            if index.is_null_page(step) != (part.num_nulls == part.num_levels) {
                let message = format!("column index: {} nulls among {} values", part.num_nulls, part.num_levels);
                let says = if index.is_null_page(step) { "says that all are" } else { "says that not all are" };
                report.problem_at(&place, &format!("{message}, but it {says}"))?;
            }
        }
        total.add(part, order.unwrap_or(Order::Bytes));
    }
    if let Err(error) = reader.check_end() {
        return report.error(&error.at(&chunk.place()));
    }
    compare(&Stated::of_chunk(chunk), &total, order, chunk, &chunk.place(), report)?;
    compare_sizes(chunk, &total, report)
}

/// Reads the next `rows` rows; `None` if there are fewer.
fn read<V: Summarize>(
    reader: &mut LeafReader<V>,
    rows: usize,
    order: Order,
    has_histograms: bool,
) -> Result<Option<Found>, ColumnError> {
    if reader.read(rows)? < rows {
        return Ok(None);
    }
    let levels = std::mem::take(reader.levels_mut());
    let summary = reader.values_mut().summarize(&levels, order);
    let num_present = (levels.num_slots - levels.validity.null_count()) as u64;
    let num_levels = levels.num_levels as u64;
    let histogram = |level_of: fn(&Levels) -> &Vec<u8>| if has_histograms { histogram(level_of(&levels)) } else { Vec::new() };
    Ok(Some(Found {
        num_levels,
        num_nulls: num_levels - num_present,
        summary,
        def: histogram(|levels| &levels.def),
        rep: histogram(|levels| &levels.rep),
    }))
}

fn histogram(levels: &[u8]) -> Vec<i64> {
    let mut counts = Vec::new();
    for &level in levels {
        if counts.len() <= usize::from(level) {
            counts.resize(usize::from(level) + 1, 0);
        }
        counts[usize::from(level)] += 1;
    }
    counts
}

impl Found {
    fn add(&mut self, part: Self, order: Order) {
        self.num_levels += part.num_levels;
        self.num_nulls += part.num_nulls;
        self.summary.merge(part.summary, order);
        for (counts, more) in [(&mut self.def, part.def), (&mut self.rep, part.rep)] {
            counts.resize(counts.len().max(more.len()), 0);
            counts.iter_mut().zip(more).for_each(|(count, more)| *count += more);
        }
    }
}

/// The rows to read, page by page where pages are known and block by block elsewhere.
struct Steps<'a> {
    pages: Option<&'a [usize]>,
    rows_left: usize,
    next: usize,
}

impl<'a> Steps<'a> {
    fn new(num_rows: usize, pages: &'a Pages) -> Self {
        Self { pages: pages.rows.as_deref(), rows_left: num_rows, next: 0 }
    }

    fn next(&mut self) -> Option<(usize, usize)> {
        let rows = match self.pages {
            Some(pages) => *pages.get(self.next)?,
            None if self.rows_left == 0 => return None,
            None => self.rows_left.min(BLOCK_ROWS),
        };
        self.rows_left = self.rows_left.saturating_sub(rows);
        self.next += 1;
        Some((self.next - 1, rows))
    }
}

/// The chunk's column index, if it has one and its pages are known.
fn column_index(chunk: Chunk<'_>, pages: &Pages, report: &mut Report) -> Result<Option<ColumnIndexMetaData>, Failure> {
    let index = match chunk.column_index() {
        None => return Ok(None),
        Some(Ok(index)) => index,
        Some(Err(error)) => {
            report.problem(&format!("column index: {error}"))?;
            return Ok(None);
        }
    };
    let Some(rows) = &pages.rows else { return Ok(None) };
    if index.num_pages() != rows.len() as u64 {
        let message = format!("column index: expected {} pages, found {}", rows.len(), index.num_pages());
        report.problem_at(&chunk.place(), &message)?;
        return Ok(None);
    }
    Ok(Some(index))
}

/// What the file says of a page or a chunk.
struct Stated {
    what: &'static str,
    min: Option<Vec<u8>>,
    max: Option<Vec<u8>>,
    /// Whether the bounds are said to be values that occur.
    is_min_exact: bool,
    is_max_exact: bool,
    num_nulls: Option<i64>,
    num_nans: Option<i64>,
}

impl Stated {
    fn of_chunk(chunk: Chunk<'_>) -> Self {
        let column = chunk.metadata().column_descr();
        let statistics = chunk.metadata().statistics();
        // Old writers compared everything as signed, bytes too.
        let is_reliable = |order: Order| matches!(order, Order::Signed | Order::Float);
        let statistics_with_bounds = statistics.filter(|statistics| {
            !statistics.is_min_max_deprecated() || Order::of(column).is_some_and(is_reliable)
        });
        let bounds = statistics_with_bounds.map(|statistics| (statistics.min_bytes_opt(), statistics.max_bytes_opt()));
        let (min, max) = bounds.unwrap_or_default();
        let count = |count: Option<u64>| count.and_then(|count| i64::try_from(count).ok());
        Self {
            what: "statistics",
            min: min.map(<[u8]>::to_vec),
            max: max.map(<[u8]>::to_vec),
            is_min_exact: statistics.is_some_and(|statistics| statistics.min_is_exact()),
            is_max_exact: statistics.is_some_and(|statistics| statistics.max_is_exact()),
            num_nulls: count(statistics.and_then(|statistics| statistics.null_count_opt())),
            num_nans: count(statistics.and_then(|statistics| statistics.nan_count_opt())),
        }
    }

    fn of_page(index: &ColumnIndexMetaData, page: usize) -> Self {
        let (min, max) = page_bounds(index, page);
        Self {
            what: "column index",
            min,
            max,
            is_min_exact: false,
            is_max_exact: false,
            num_nulls: index.null_count(page),
            num_nans: index.nan_count(page),
        }
    }
}

/// The bounds of a page in the PLAIN encoding.
fn page_bounds(index: &ColumnIndexMetaData, page: usize) -> (Option<Vec<u8>>, Option<Vec<u8>>) {
    fn plain<T: ParquetValueType>(value: Option<&T>) -> Option<Vec<u8>> {
        value.map(|value| value.to_plain().data().to_vec())
    }
    match index {
        ColumnIndexMetaData::NONE => (None, None),
        ColumnIndexMetaData::BOOLEAN(index) => (plain(index.min_value(page)), plain(index.max_value(page))),
        ColumnIndexMetaData::INT32(index) => (plain(index.min_value(page)), plain(index.max_value(page))),
        ColumnIndexMetaData::INT64(index) => (plain(index.min_value(page)), plain(index.max_value(page))),
        ColumnIndexMetaData::INT96(index) => (plain(index.min_value(page)), plain(index.max_value(page))),
        ColumnIndexMetaData::FLOAT(index) => (plain(index.min_value(page)), plain(index.max_value(page))),
        ColumnIndexMetaData::DOUBLE(index) => (plain(index.min_value(page)), plain(index.max_value(page))),
        ColumnIndexMetaData::BYTE_ARRAY(index) | ColumnIndexMetaData::FIXED_LEN_BYTE_ARRAY(index) => {
            (index.min_value(page).map(<[u8]>::to_vec), index.max_value(page).map(<[u8]>::to_vec))
        }
    }
}

/// Compares what is stated of a page or chunk with what was found in it.
fn compare(
    stated: &Stated,
    found: &Found,
    order: Option<Order>,
    chunk: Chunk<'_>,
    place: &Place,
    report: &mut Report,
) -> Result<(), Failure> {
    let column = chunk.metadata().column_descr();
    let what = stated.what;
    if let Some(count) = stated.num_nulls.filter(|&count| u64::try_from(count) != Ok(found.num_nulls)) {
        report.problem_at(place, &format!("{what}: expected {count} nulls, found {}", found.num_nulls))?;
    }
    let has_nans = matches!(order, Some(Order::Float | Order::Half));
    if let Some(count) = stated.num_nans.filter(|&count| has_nans && u64::try_from(count) != Ok(found.summary.num_nans)) {
        report.problem_at(place, &format!("{what}: expected {count} NaNs, found {}", found.summary.num_nans))?;
    }
    let Some(order) = order else { return Ok(()) };
    let bounds = [
        ("min", "least", &stated.min, stated.is_min_exact, &found.summary.min, Ordering::Greater),
        ("max", "greatest", &stated.max, stated.is_max_exact, &found.summary.max, Ordering::Less),
    ];
    for (name, extreme, bound, is_exact, value, wrong) in bounds {
        let (Some(bound), Some(value)) = (bound, value) else { continue };
        let Some(key) = order.key(bound, column.physical_type()) else { continue };
        let order = order.compare(&key, value);
        if order == wrong || (is_exact && order.is_ne()) {
            let exact = if order == wrong { "" } else { ", said to be exact" };
            let (bound, value) = (bound_text(bound, column), value.text(column));
            report.problem_at(place, &format!("{what}: {name} is {bound}{exact}, but the {extreme} value is {value}"))?;
        }
    }
    Ok(())
}

/// Compares the sizes and histograms that the footer states.
fn compare_sizes(chunk: Chunk<'_>, found: &Found, report: &mut Report) -> Result<(), Failure> {
    let metadata = chunk.metadata();
    let place = chunk.place();
    if let Some(size) = metadata.unencoded_byte_array_data_bytes().filter(|_| metadata.column_type() == Type::BYTE_ARRAY)
        && u64::try_from(size) != Ok(found.summary.num_bytes)
    {
        let message = format!("size statistics: expected {size} bytes of values, found {}", found.summary.num_bytes);
        report.problem_at(&place, &message)?;
    }
    let histograms = [
        ("definition", metadata.definition_level_histogram(), &found.def),
        ("repetition", metadata.repetition_level_histogram(), &found.rep),
    ];
    for (name, stated, counts) in histograms {
        let Some(stated) = stated.filter(|stated| !stated.is_empty()) else { continue };
        let mut counts = counts.clone();
        if counts.is_empty() {
            // A column without such levels: all are 0.
            counts.push(found.num_levels as i64);
        }
        counts.resize(counts.len().max(stated.len()), 0);
        if stated.values() != counts {
            let message = format!("size statistics: {name} levels occur {:?} times, found {counts:?}", stated.values());
            report.problem_at(&place, &message)?;
        }
    }
    Ok(())
}
