//! Predicates, evaluated row group by row group.

use arrow_array::{Array, BooleanArray};
use arrow_buffer::{BooleanBuffer, BooleanBufferBuilder};
use arrow_select::filter::prep_null_mask_filter;

use super::columns::{Columns, FileContext};
use super::groups::GroupRows;
use super::open_group::OpenGroup;
use super::plan::Projected;
use super::steps::BatchSteps;
use crate::error::{ParquetError, Result};
use crate::filter::ArrowPredicate;
use crate::selection::RowSelection;

/// One predicate and the columns that it looks at.
pub(crate) struct PredicateReader {
    predicate: Box<dyn ArrowPredicate>,
    columns: Columns,
}

impl PredicateReader {
    pub(crate) fn new(
        predicate: Box<dyn ArrowPredicate>,
        projected: &Projected,
        context: &FileContext,
    ) -> Result<Self> {
        Ok(Self {
            predicate,
            columns: Columns::open(projected, context)?,
        })
    }

    /// As [`refine`].
    pub(crate) fn refine(&mut self, rows: GroupRows, batch_size: usize) -> Result<GroupRows> {
        refine(&mut *self.predicate, &mut self.columns, rows, batch_size)
    }
}

/// Drops the rows of `rows` that `predicate` does not keep, seeing `columns`; null is not kept.
pub(crate) fn refine(
    predicate: &mut dyn ArrowPredicate,
    columns: &mut Columns,
    rows: GroupRows,
    batch_size: usize,
) -> Result<GroupRows> {
    if rows.num_selected() == 0 {
        return Ok(rows);
    }
    let mut group = OpenGroup::new(&rows, columns.context().plans_pages());
    let mut filters = Vec::new();
    loop {
        let mut steps = BatchSteps::default();
        let has_more = group.extend(&mut steps, batch_size);
        let batch = columns.read_batch(steps)?;
        let num_rows = batch.num_rows();
        filters.push(check_filter(predicate.evaluate(batch)?, num_rows)?);
        if !has_more {
            break;
        }
    }
    let kept = RowSelection::from_boolean_buffer(joined_bits(&filters));
    let selection = match rows.selection {
        Some(selection) => selection.force_mask().and_then(&kept),
        None => kept,
    };
    Ok(GroupRows {
        selection: Some(selection),
        ..rows
    })
}

/// The bits of filters without nulls, one behind the other.
fn joined_bits(filters: &[BooleanArray]) -> BooleanBuffer {
    if let [filter] = filters {
        return filter.values().clone();
    }
    let num_rows = filters.iter().map(BooleanArray::len).sum();
    let mut bits = BooleanBufferBuilder::new(num_rows);
    for filter in filters {
        bits.append_buffer(filter.values());
    }
    bits.finish()
}

fn check_filter(filter: BooleanArray, num_rows: usize) -> Result<BooleanArray> {
    if filter.len() != num_rows {
        let found = filter.len();
        return Err(ParquetError::General(format!(
            "a predicate returned {found} values for a batch of {num_rows} rows"
        )));
    }
    Ok(if filter.null_count() > 0 {
        prep_null_mask_filter(&filter)
    } else {
        filter
    })
}
