//! Selections, filters, limits and offsets together, against the `parquet` crate and against our
//! own unfiltered read.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{ArrayRef, BooleanArray, Int64Array, RecordBatch, StringArray};
use arrow_select::concat::concat_batches;
use bytes::Bytes;
use parquet::file::properties::WriterProperties;
use proptest::prelude::*;

use crate::support::{Request, assert_same, check, ours, write};

const NUM_ROWS: usize = 2500;

fn file(rows_per_page: usize, rows_per_group: usize) -> Bytes {
    let numbers: Int64Array = (0..NUM_ROWS as i64)
        .map(|i| (i % 11 != 0).then_some(i))
        .collect();
    let texts: StringArray = (0..NUM_ROWS)
        .map(|i| (i % 5 != 0).then(|| format!("text {}", i % 90)))
        .collect();
    let properties = WriterProperties::builder()
        .set_data_page_row_count_limit(rows_per_page)
        .set_write_batch_size(rows_per_page.min(50))
        .set_max_row_group_row_count(Some(rows_per_group))
        .build();
    let columns: Vec<(&str, ArrayRef, bool)> =
        vec![("n", Arc::new(numbers), true), ("t", Arc::new(texts), true)];
    write(columns, properties)
}

fn runs() -> impl Strategy<Value = Vec<(usize, bool)>> {
    let length = prop_oneof![4 => 1usize..6, 3 => 1usize..60, 1 => 1usize..700];
    prop::collection::vec((length, any::<bool>()), 0..40).prop_map(|runs| {
        let mut left = NUM_ROWS;
        let mut cut = Vec::new();
        for (len, skip) in runs {
            let len = len.min(left);
            left -= len;
            cut.push((len, skip));
        }
        cut.push((left, true));
        cut
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_selection_reads_the_same_rows(
        selection in runs(),
        batch_size in 1usize..900,
        rows_per_page in prop_oneof![Just(40usize), Just(300), Just(5000)],
        offset in prop::option::of(0usize..600),
        limit in prop::option::of(0usize..1500),
        page_index: bool,
    ) {
        let file = file(rows_per_page, 900);
        let request = Request { selection: Some(selection), offset, limit, page_index, ..Request::batches_of(batch_size) };
        check(&file, &request, &format!("pages of {rows_per_page}, {request:?}"));
    }
}

/// Two predicates, a selection, a limit: against the rows of a whole read, filtered by hand.
#[test]
fn predicates_keep_what_a_filter_by_hand_keeps() {
    use herringbone::arrow::ProjectionMask;
    use herringbone::arrow::arrow_reader::{
        ArrowPredicate, ArrowPredicateFn, ParquetRecordBatchReaderBuilder, RowFilter, RowSelection,
        RowSelector,
    };
    let file = file(130, 1000);
    let whole = ours(&file, &Request::batches_of(10_000)).unwrap();
    let whole = concat_batches(&whole[0].schema(), &whole).unwrap();
    let is_kept = |i: usize| {
        let n = whole.column(0).as_primitive::<Int64Type>();
        let t = whole.column(1).as_string::<i32>();
        use arrow_array::Array;
        let in_selection = !(300..1200).contains(&i);
        in_selection
            && n.is_valid(i)
            && n.value(i) % 3 == 1
            && t.is_valid(i)
            && t.value(i).ends_with('7')
    };
    let expected: BooleanArray = (0..NUM_ROWS).map(|i| Some(is_kept(i))).collect();
    let expected = arrow_select::filter::filter_record_batch(&whole, &expected)
        .unwrap()
        .slice(5, 40);

    for batch_size in [1, 17, 10_000] {
        let builder = ParquetRecordBatchReaderBuilder::try_new(file.clone()).unwrap();
        let column = |name| ProjectionMask::columns(builder.parquet_schema(), [name]);
        let thirds = ArrowPredicateFn::new(column("n"), |batch: RecordBatch| {
            let n = batch.column(0).as_primitive::<Int64Type>();
            Ok(n.iter().map(|n| n.map(|n| n % 3 == 1)).collect())
        });
        let sevens = ArrowPredicateFn::new(column("t"), |batch: RecordBatch| {
            let t = batch.column(0).as_string::<i32>();
            Ok(t.iter().map(|t| t.map(|t| t.ends_with('7'))).collect())
        });
        let predicates: Vec<Box<dyn ArrowPredicate>> = vec![Box::new(thirds), Box::new(sevens)];
        let selectors = vec![
            RowSelector::select(300),
            RowSelector::skip(900),
            RowSelector::select(NUM_ROWS - 1200),
        ];
        let reader = builder
            .with_batch_size(batch_size)
            .with_row_filter(RowFilter::new(predicates))
            .with_row_selection(RowSelection::from(selectors))
            .with_offset(5)
            .with_limit(40)
            .build()
            .unwrap();
        let found = reader.collect::<Result<Vec<_>, _>>().unwrap();
        let found = concat_batches(&found[0].schema(), &found).unwrap();
        assert_same(
            std::slice::from_ref(&expected),
            &[found],
            &format!("batches of {batch_size}"),
        );
    }
}

#[test]
fn row_groups_are_read_in_the_order_asked_for() {
    let file = file(200, 700);
    for row_groups in [vec![2, 0], vec![1], vec![], vec![3, 3]] {
        let request = Request {
            row_groups: Some(row_groups.clone()),
            ..Request::batches_of(333)
        };
        check(&file, &request, &format!("{row_groups:?}"));
    }
}

#[test]
fn a_projection_without_columns_counts_rows() {
    let file = file(200, 700);
    let request = Request {
        columns: Some(vec![]),
        ..Request::batches_of(1000)
    };
    check(&file, &request, "no columns");
    let request = Request {
        columns: Some(vec!["t"]),
        ..Request::batches_of(1000)
    };
    check(&file, &request, "one column");
}

#[test]
fn a_row_group_that_is_not_there_is_an_error() {
    let request = Request {
        row_groups: Some(vec![9]),
        ..Request::batches_of(10)
    };
    let error = ours(&file(200, 700), &request).unwrap_err().to_string();
    assert_eq!(error, "row group 9 is out of range: the file has 4");
}
