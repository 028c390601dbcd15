//! Some of the rows of uncompressed files; times are per row kept.

use super::Scale;
use crate::case::Output::View;
use crate::case::{Case, Read, Rows, SCAN};
use crate::data::Spread::{Any, Ascending, Of};
use crate::data::Stored::{Delta, Dictionary, Plain};
use crate::data::Values::{Double, Int64, Text};
use crate::data::{Column, File, Nulls, Recipe, one_of_text};

/// Rows of a page in the file of many pages.
const PAGE_ROWS: usize = 1_000;

const TENTH: Rows = Rows::Scattered(1_000);
const RUNS: Rows = Rows::Runs {
    run: 500,
    period: 5_000,
};
/// Pages that lie far apart.
const PAGES: Rows = Rows::Runs {
    run: 200,
    period: 20_000,
};
/// Every tenth of the values of `measure`, which are below 10¹².
const RANGE: Rows = Rows::Below("measure", 100_000_000_000);

pub(super) fn cases(set: &'static str, scale: Scale) -> Vec<Case> {
    let equal = || Rows::Equal("category", one_of_text(8));
    let few = File::Made(recipe("selections", scale.selections, None));
    let many = File::Made(recipe(
        "selections-pages",
        scale.selections,
        Some(PAGE_ROWS),
    ));
    #[rustfmt::skip]
    let lines: Vec<(&str, &str, &File, Read)> = vec![
        ("scattered-10%", "string", &few, SCAN.only(&["text"]).rows(TENTH)),
        ("scattered-10%", "string-view", &few, SCAN.only(&["text"]).rows(TENTH).into(View)),
        ("scattered-10%", "string-dictionary", &few, SCAN.only(&["category"]).rows(TENTH)),
        ("scattered-10%", "int64", &few, SCAN.only(&["measure"]).rows(TENTH)),
        ("scattered-10%", "int64-null10", &few, SCAN.only(&["sparse"]).rows(TENTH)),
        ("scattered-10%", "all", &few, SCAN.rows(TENTH)),
        ("scattered-1%", "all", &few, SCAN.rows(Rows::Scattered(100))),
        ("scattered-50%", "all", &few, SCAN.rows(Rows::Scattered(5_000))),
        ("runs-10%", "string", &few, SCAN.only(&["text"]).rows(RUNS)),
        ("runs-10%", "all", &few, SCAN.rows(RUNS)),
        ("equal-1%", "string", &few, SCAN.only(&["text"]).rows(equal())),
        ("equal-1%", "all", &few, SCAN.rows(equal())),
        ("range-10%", "double", &few, SCAN.only(&["amount"]).rows(RANGE)),
        ("range-10%", "all", &few, SCAN.rows(RANGE)),
        ("pages-1%", "string", &many, SCAN.only(&["text"]).rows(PAGES)),
        ("pages-1%", "all", &many, SCAN.rows(PAGES)),
        ("pages-1%", "all-view", &many, SCAN.rows(PAGES).into(View)),
        ("pages-scattered-10%", "all", &many, SCAN.rows(TENTH)),
    ];
    lines
        .into_iter()
        .map(|(family, variant, file, read)| Case::read(set, family, variant, file.clone(), read))
        .collect()
}

fn recipe(name: &str, num_rows: usize, page_rows: Option<usize>) -> Recipe {
    let column = |name, values, nulls, stored| Column {
        name,
        values,
        nulls,
        stored,
    };
    let columns = vec![
        column("id", Int64(Ascending), Nulls::Required, Delta),
        column("text", Text(8, Any), Nulls::Required, Plain),
        column("category", Text(8, Of(100)), Nulls::Required, Dictionary),
        column("measure", Int64(Any), Nulls::Required, Plain),
        column("amount", Double(Any), Nulls::Required, Plain),
        column("sparse", Int64(Any), Nulls::Optional(10), Plain),
    ];
    Recipe {
        columns,
        page_rows,
        ..Recipe::of(name, Int64(Any), Nulls::Required, Plain, num_rows)
    }
}
