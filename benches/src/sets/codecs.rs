//! Pages under every codec, of values that compress as those of real files do.

use super::Scale;
use super::flat::suffix;
use crate::case::Output::{self, Stock, View};
use crate::case::{Case, SCAN};
use crate::data::Spread::{Ascending, Of};
use crate::data::Stored::{self, Dictionary, Plain};
use crate::data::Values::{self, Int64, Words};
use crate::data::{Codec, File, Nulls, Recipe};

const FAMILIES: [(&str, Values, Stored, Output); 5] = [
    ("int64-plain", Int64(Ascending), Plain, Stock),
    ("int64-dict50k", Int64(Of(50_000)), Dictionary, Stock),
    ("words12-plain", Words(12), Plain, Stock),
    ("words60-plain", Words(60), Plain, Stock),
    ("words60-plain", Words(60), Plain, View),
];

const NULLS: [Nulls; 2] = [Nulls::Required, Nulls::Optional(10)];

pub(super) fn cases(set: &'static str, scale: Scale) -> Vec<Case> {
    let of = |(name, values, stored, output), codec: Codec, nulls: Nulls| {
        let mut recipe = Recipe::of(
            &format!("codecs-{name}"),
            values,
            nulls,
            stored,
            scale.nested,
        );
        recipe.codec = codec;
        let variant = format!("{}-{}", codec.name(), nulls.name());
        let family = format!("{name}{}", suffix(output));
        Case::read(
            set,
            &family,
            &variant,
            File::Made(recipe),
            SCAN.into(output),
        )
    };
    let mut cases = Vec::new();
    for family in FAMILIES {
        for codec in Codec::ALL {
            cases.extend(NULLS.map(|nulls| of(family, codec, nulls)));
        }
    }
    cases
}
