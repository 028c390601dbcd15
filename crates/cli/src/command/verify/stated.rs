//! What the file says of a page or a chunk, against what was found in it.

use std::cmp::Ordering;

use herringbone_column::Place;
use herringbone_format::basic::Type;
use herringbone_format::data_type::ParquetValueType;
use herringbone_format::page_index::ColumnIndexMetaData;

use super::chunk::Found;
use super::order::Order;
use super::report::Report;
use crate::command::statistics::bound_text;
use crate::failure::Failure;
use crate::input::Chunk;

/// What the file says of a page or a chunk.
pub(super) struct Stated {
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
    pub(super) fn of_chunk(chunk: Chunk<'_>) -> Self {
        let column = chunk.metadata().column_descr();
        let statistics = chunk.metadata().statistics();
        // Old writers compared everything as signed, bytes too.
        let is_reliable = |order: Order| matches!(order, Order::Signed | Order::Float);
        let statistics_with_bounds = statistics.filter(|statistics| {
            !statistics.is_min_max_deprecated() || Order::of(column).is_some_and(is_reliable)
        });
        let bounds = statistics_with_bounds
            .map(|statistics| (statistics.min_bytes_opt(), statistics.max_bytes_opt()));
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

    pub(super) fn of_page(index: &ColumnIndexMetaData, page: usize) -> Self {
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
        ColumnIndexMetaData::BOOLEAN(index) => {
            (plain(index.min_value(page)), plain(index.max_value(page)))
        }
        ColumnIndexMetaData::INT32(index) => {
            (plain(index.min_value(page)), plain(index.max_value(page)))
        }
        ColumnIndexMetaData::INT64(index) => {
            (plain(index.min_value(page)), plain(index.max_value(page)))
        }
        ColumnIndexMetaData::INT96(index) => {
            (plain(index.min_value(page)), plain(index.max_value(page)))
        }
        ColumnIndexMetaData::FLOAT(index) => {
            (plain(index.min_value(page)), plain(index.max_value(page)))
        }
        ColumnIndexMetaData::DOUBLE(index) => {
            (plain(index.min_value(page)), plain(index.max_value(page)))
        }
        ColumnIndexMetaData::BYTE_ARRAY(index)
        | ColumnIndexMetaData::FIXED_LEN_BYTE_ARRAY(index) => (
            index.min_value(page).map(<[u8]>::to_vec),
            index.max_value(page).map(<[u8]>::to_vec),
        ),
    }
}

/// Compares what is stated of a page or chunk with what was found in it.
pub(super) fn compare(
    stated: &Stated,
    found: &Found,
    order: Option<Order>,
    chunk: Chunk<'_>,
    place: &Place,
    report: &mut Report,
) -> Result<(), Failure> {
    let column = chunk.metadata().column_descr();
    let what = stated.what;
    // Writers disagree on whether a list that is null or empty counts.
    let is_wrong = |&count: &i64| {
        ![Ok(found.num_nulls), Ok(found.num_null_slots)].contains(&u64::try_from(count))
    };
    if let Some(count) = stated.num_nulls.filter(is_wrong) {
        report.problem_at(
            place,
            &format!("{what}: expected {count} nulls, found {}", found.num_nulls),
        )?;
    }
    let has_nans = matches!(order, Some(Order::Float | Order::Half));
    if let Some(count) = stated
        .num_nans
        .filter(|&count| has_nans && u64::try_from(count) != Ok(found.summary.num_nans))
    {
        report.problem_at(
            place,
            &format!(
                "{what}: expected {count} NaNs, found {}",
                found.summary.num_nans
            ),
        )?;
    }
    let Some(order) = order else { return Ok(()) };
    let bounds = [
        (
            "min",
            "least",
            &stated.min,
            stated.is_min_exact,
            &found.summary.min,
            Ordering::Greater,
        ),
        (
            "max",
            "greatest",
            &stated.max,
            stated.is_max_exact,
            &found.summary.max,
            Ordering::Less,
        ),
    ];
    for (name, extreme, bound, is_exact, value, wrong) in bounds {
        let (Some(bound), Some(value)) = (bound, value) else {
            continue;
        };
        let Some(key) = order.key(bound, column.physical_type()) else {
            continue;
        };
        let order = order.compare(&key, value);
        if order == wrong || (is_exact && order.is_ne()) {
            let (bound, value) = (bound_text(bound, column), value.text(column));
            report.problem_at(
                place,
                &format!("{what}: {name} is {bound}, but the {extreme} value is {value}"),
            )?;
        }
    }
    Ok(())
}

/// Compares the sizes and histograms that the footer states.
pub(super) fn compare_sizes(
    chunk: Chunk<'_>,
    found: &Found,
    report: &mut Report,
) -> Result<(), Failure> {
    let metadata = chunk.metadata();
    let place = chunk.place();
    if let Some(size) = metadata
        .unencoded_byte_array_data_bytes()
        .filter(|_| metadata.column_type() == Type::BYTE_ARRAY)
        && u64::try_from(size) != Ok(found.summary.num_bytes)
    {
        let message = format!(
            "size statistics: expected {size} bytes of values, found {}",
            found.summary.num_bytes
        );
        report.problem_at(&place, &message)?;
    }
    let histograms = [
        (
            "definition",
            metadata.definition_level_histogram(),
            &found.def,
        ),
        (
            "repetition",
            metadata.repetition_level_histogram(),
            &found.rep,
        ),
    ];
    for (name, stated, counts) in histograms {
        let Some(stated) = stated.filter(|stated| !stated.is_empty()) else {
            continue;
        };
        let mut counts = counts.clone();
        if counts.is_empty() {
            // A column without such levels: all are 0.
            counts.push(found.num_levels as i64);
        }
        counts.resize(counts.len().max(stated.len()), 0);
        if stated.values() != counts {
            let message = format!(
                "size statistics: {name} levels occur {:?} times, found {counts:?}",
                stated.values()
            );
            report.problem_at(&place, &message)?;
        }
    }
    Ok(())
}
