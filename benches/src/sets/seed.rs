//! The findings that started the project: what an optional column without nulls costs, dictionaries that are
//! shared by all batches, large dictionaries that a writer keeps.

use super::Scale;
use super::flat::suffix;
use crate::case::Output::{self, Stock, View};
use crate::case::{Case, Read, Rows, SCAN};
use crate::data::Spread::Of;
use crate::data::Stored::{Dictionary, Fallback};
use crate::data::Values::{Blob, TextOf};
use crate::data::{File, Nulls, Recipe};

const KEYS: Output = Output::Dictionary;
const KEPT: usize = 64 << 20;
/// So many in ten thousand rows, far apart.
const FEW: Rows = Rows::Scattered(1);

pub(super) fn cases(set: &'static str, scale: Scale) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |family: &str, variant: &str, recipe: &Recipe, read: Read| {
        let file = File::Made(recipe.clone());
        cases.push(Case::read(set, family, variant, file, read));
    };
    // Finding 1: strings of 24 bytes read as dictionary arrays.
    for nulls in [Nulls::Required, Nulls::Optional(0), Nulls::Optional(10)] {
        let rows = scale.selections;
        let recipe = Recipe::of(
            "seed-string24-1k",
            TextOf(24, Of(1_000)),
            nulls,
            Dictionary,
            rows,
        );
        let read = SCAN.into(KEYS).batches_of(65_536);
        add("string24-dict1k-keys", nulls.name(), &recipe, read);
    }
    let nulls = Nulls::Optional(0);
    let text = TextOf(24, Of(100_000));
    let recipe = kept(Recipe::of(
        "seed-string24-100k",
        text,
        nulls,
        Dictionary,
        scale.selections,
    ));
    add(
        "string24-dict100k-keys",
        nulls.name(),
        &recipe,
        SCAN.into(KEYS),
    );

    // Finding 4: large dictionaries, kept by the writer or given up half way.
    let blob = Blob(16 << 10, Of(1_000));
    let stock = Recipe::of(
        "seed-blob-stock",
        blob,
        Nulls::Required,
        Fallback,
        scale.blobs,
    );
    let whole = kept(Recipe::of(
        "seed-blob-kept",
        blob,
        Nulls::Required,
        Dictionary,
        scale.blobs,
    ));
    for output in [Stock, View, KEYS] {
        let family = format!("blob16k{}", suffix(output));
        add(&family, "stock", &stock, SCAN.into(output));
        add(&family, "kept", &whole, SCAN.into(output));
    }
    let text = TextOf(40, Of(scale.selections as u64 / 4));
    let stock = Recipe::of("seed-many-stock", text, nulls, Fallback, scale.selections);
    let whole = kept(Recipe::of(
        "seed-many-kept",
        text,
        nulls,
        Dictionary,
        scale.selections,
    ));
    for (variant, rows) in [("scan", Rows::All), ("few-rows", FEW)] {
        let read = SCAN.rows(rows);
        add(
            "string40-many",
            &format!("{variant}-stock"),
            &stock,
            read.clone(),
        );
        add("string40-many", &format!("{variant}-kept"), &whole, read);
    }
    cases
}

fn kept(recipe: Recipe) -> Recipe {
    Recipe {
        dictionary_limit: Some(KEPT),
        ..recipe
    }
}
