//! Facts of row groups and columns in few words.

use std::cmp::Ordering;

use herringbone_format::basic::{ConvertedType, LogicalType};
use herringbone_format::metadata::{ColumnChunkMetaData, RowGroupMetaData};
use herringbone_format::schema::types::ColumnDescriptor;

use super::statistics::bound_text;
use super::verify::order::compare;

/// By which columns the rows of a group are sorted.
pub(super) fn sorting(group: &RowGroupMetaData) -> Option<String> {
    let columns = group.sorting_columns()?.iter().map(|sorting| {
        let idx = usize::try_from(sorting.column_idx)
            .ok()
            .filter(|&idx| idx < group.num_columns());
        let name = idx.map_or("?".to_owned(), |idx| {
            group.column(idx).column_path().string()
        });
        let order = if sorting.descending {
            " descending"
        } else {
            ""
        };
        let nulls = if sorting.nulls_first {
            " nulls first"
        } else {
            ""
        };
        format!("{name}{order}{nulls}")
    });
    Some(columns.collect::<Vec<_>>().join(", "))
}

/// The bounds of all chunks together, if each has them or holds nulls alone.
pub(super) fn bounds(
    chunks: &[&ColumnChunkMetaData],
    column: &ColumnDescriptor,
) -> (Option<String>, Option<String>) {
    let with_values = chunks.iter().filter(|chunk| {
        let nulls = chunk
            .statistics()
            .and_then(|statistics| statistics.null_count_opt());
        nulls.is_none_or(|nulls| nulls < unsigned(chunk.num_values()))
    });
    let with_values: Vec<_> = with_values.collect();
    let extreme = |bound: fn(&ColumnChunkMetaData) -> Option<&[u8]>, is_better: Ordering| {
        let mut best: Option<&[u8]> = None;
        for chunk in &with_values {
            let bound = bound(chunk)?;
            let order = |best| compare(bound, best, column);
            match best.map(order) {
                None => best = Some(bound),
                Some(Some(order)) if order == is_better => best = Some(bound),
                Some(Some(_)) => {}
                // Bounds of several chunks that no order is known for cannot be joined.
                Some(None) => return None,
            }
        }
        best.map(|bytes| bound_text(bytes, column))
    };
    (
        extreme(|chunk| chunk.statistics()?.min_bytes_opt(), Ordering::Less),
        extreme(
            |chunk| chunk.statistics()?.max_bytes_opt(),
            Ordering::Greater,
        ),
    )
}

pub(super) fn type_text(column: &ColumnDescriptor) -> String {
    let physical = match column.type_length() {
        len if len > 0 => format!("{}({len})", column.physical_type()),
        _ => column.physical_type().to_string(),
    };
    let logical = match (column.logical_type_ref(), column.converted_type()) {
        (None, ConvertedType::NONE) => return physical,
        (None, converted) => converted.to_string(),
        (Some(LogicalType::Decimal(decimal)), _) => {
            format!("DECIMAL({},{})", decimal.precision, decimal.scale)
        }
        (Some(LogicalType::Integer(int)), _) => {
            format!(
                "{}INT({})",
                if int.is_signed { "" } else { "U" },
                int.bit_width
            )
        }
        (Some(LogicalType::Time(time)), _) => format!("TIME({})", time.unit),
        (Some(LogicalType::Timestamp(time)), _) => {
            format!(
                "TIMESTAMP({}{})",
                time.unit,
                if time.is_adjusted_to_u_t_c {
                    ",UTC"
                } else {
                    ""
                }
            )
        }
        (Some(LogicalType::_Unknown { field_id }), _) => {
            format!("logical type {field_id}, unknown")
        }
        (Some(other), _) => {
            let text = format!("{other:?}");
            text.split(['(', ' '])
                .next()
                .unwrap_or_default()
                .to_uppercase()
        }
    };
    format!("{physical} {logical}")
}

/// What helps to find rows of a chunk.
pub(super) fn indexes(chunk: &ColumnChunkMetaData) -> Vec<&'static str> {
    let all = [
        (chunk.column_index_range().is_some(), "column"),
        (chunk.offset_index_range().is_some(), "offset"),
        (chunk.bloom_filter_offset().is_some(), "bloom"),
    ];
    all.into_iter()
        .filter_map(|(is_there, name)| is_there.then_some(name))
        .collect()
}

/// Sizes and counts are not negative in sound files; in others nothing is gained by showing it.
pub(super) fn unsigned(value: i64) -> u64 {
    value.max(0).unsigned_abs()
}
