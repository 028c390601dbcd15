//! Nested columns, uncompressed, one column a file.

use super::Scale;
use crate::case::{Case, SCAN};
use crate::data::Values::{self, List, ListOfList, ListOfStruct, ListOfText, Map, Struct};
use crate::data::{File, Nulls, Recipe, Stored};

const FAMILIES: [(&str, Values); 6] = [
    ("list-int32", List),
    ("list-string", ListOfText),
    ("map-string-int64", Map),
    ("struct", Struct),
    ("list-struct", ListOfStruct),
    ("list-list-int32", ListOfList),
];

const NULLS: [Nulls; 3] = [Nulls::Required, Nulls::Optional(0), Nulls::Optional(10)];

pub(super) fn cases(set: &'static str, scale: Scale) -> Vec<Case> {
    let of = |(name, values), nulls: Nulls| {
        let recipe = Recipe::of(name, values, nulls, Stored::Plain, scale.nested);
        Case::read(set, name, nulls.name(), File::Made(recipe), SCAN)
    };
    FAMILIES
        .into_iter()
        .flat_map(|family| NULLS.into_iter().map(move |nulls| of(family, nulls)))
        .collect()
}
