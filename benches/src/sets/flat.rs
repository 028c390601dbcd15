//! The flat matrix: types × encodings × nulls, uncompressed, one column a file.

use super::Scale;
use crate::case::Output::{self, Stock, View};
use crate::case::{Case, SCAN};
use crate::data::Spread::{Any, Ascending, Of};
use crate::data::Stored::{
    self, Delta, DeltaByteArray, DeltaLength, Dictionary, Plain, Rle, StreamSplit,
};
use crate::data::Values::{self, Bool, Decimal, Double, Fixed16, Float, Int32, Int64, Text};
use crate::data::{File, Nulls, Recipe};

/// A family: its name, the values, the encoding, and the types that they are read as, in order of the suffixes.
type Family = (&'static str, Values, Stored, &'static [Output]);

const KEYS: Output = Output::Dictionary;
const DICTIONARY_LIMIT: usize = 8 << 20;

/// In the order of the table.
#[rustfmt::skip]
const FAMILIES: [Family; 36] = [
    ("bool-plain", Bool, Plain, &[Stock]),
    ("bool-rle", Bool, Rle, &[Stock]),
    ("int32-plain", Int32(Any), Plain, &[Stock]),
    ("int32-dict100", Int32(Of(100)), Dictionary, &[Stock]),
    ("int32-dict50k", Int32(Of(50_000)), Dictionary, &[Stock]),
    ("int32-delta", Int32(Ascending), Delta, &[Stock]),
    ("int32-split", Int32(Any), StreamSplit, &[Stock]),
    ("int64-plain", Int64(Any), Plain, &[Stock]),
    ("int64-dict100", Int64(Of(100)), Dictionary, &[Stock]),
    ("int64-dict50k", Int64(Of(50_000)), Dictionary, &[Stock]),
    ("int64-delta", Int64(Ascending), Delta, &[Stock]),
    ("int64-split", Int64(Any), StreamSplit, &[Stock]),
    ("float-plain", Float(Any), Plain, &[Stock]),
    ("float-dict50k", Float(Of(50_000)), Dictionary, &[Stock]),
    ("float-split", Float(Any), StreamSplit, &[Stock]),
    ("double-plain", Double(Any), Plain, &[Stock]),
    ("double-dict50k", Double(Of(50_000)), Dictionary, &[Stock]),
    ("double-split", Double(Any), StreamSplit, &[Stock]),
    ("decimal18-plain", Decimal(18, Any), Plain, &[Stock]),
    ("decimal18-dict50k", Decimal(18, Of(50_000)), Dictionary, &[Stock]),
    ("decimal38-plain", Decimal(38, Any), Plain, &[Stock]),
    ("decimal38-dict50k", Decimal(38, Of(50_000)), Dictionary, &[Stock]),
    ("decimal38-delta", Decimal(38, Any), DeltaByteArray, &[Stock]),
    ("fixed16-plain", Fixed16(Any), Plain, &[Stock]),
    ("fixed16-dict50k", Fixed16(Of(50_000)), Dictionary, &[Stock]),
    ("fixed16-split", Fixed16(Any), StreamSplit, &[Stock]),
    ("fixed16-delta", Fixed16(Any), DeltaByteArray, &[Stock]),
    ("string8-plain", Text(8, Any), Plain, &[Stock, View]),
    ("string8-dict100", Text(8, Of(100)), Dictionary, &[Stock, View, KEYS]),
    ("string8-dict50k", Text(8, Of(50_000)), Dictionary, &[Stock, View, KEYS]),
    ("string8-lengths", Text(8, Any), DeltaLength, &[Stock, View]),
    ("string8-delta", Text(8, Any), DeltaByteArray, &[Stock, View]),
    ("string60-plain", Text(60, Any), Plain, &[Stock, View]),
    ("string60-dict50k", Text(60, Of(50_000)), Dictionary, &[Stock, View]),
    ("string60-lengths", Text(60, Any), DeltaLength, &[Stock]),
    ("string60-delta", Text(60, Any), DeltaByteArray, &[Stock]),
];

pub(super) fn cases(set: &'static str, scale: Scale) -> Vec<Case> {
    let of_nulls = |family: &'static Family, nulls: Nulls| {
        let (name, values, stored, outputs) = *family;
        outputs.iter().map(move |output| {
            let mut recipe = Recipe::of(name, values, nulls, stored, scale.flat);
            // 50,000 strings of 60 bytes are more than the writer would keep.
            recipe.dictionary_limit = (stored == Dictionary).then_some(DICTIONARY_LIMIT);
            let file = File::Made(recipe);
            let family = format!("{name}{}", suffix(*output));
            Case::read(set, &family, nulls.name(), file, SCAN.into(*output))
        })
    };
    // Outputs of a family lie apart in the table, so that a group is one way from pages to arrays.
    let mut cases: Vec<Case> = FAMILIES
        .iter()
        .flat_map(|family| {
            Nulls::ALL
                .into_iter()
                .flat_map(move |nulls| of_nulls(family, nulls))
        })
        .collect();
    let order: Vec<String> = cases.iter().map(|case| case.family.clone()).collect();
    cases.sort_by_key(|case| order.iter().position(|family| *family == case.family));
    cases
}

/// Whether all values of a family of this set take the same room in Arrow.
pub(crate) fn is_fixed_width(family: &str) -> bool {
    !family.starts_with("string") && !family.starts_with("bool")
}

pub(super) const fn suffix(output: Output) -> &'static str {
    match output {
        Stock => "",
        View => "-view",
        Output::Dictionary => "-keys",
    }
}
