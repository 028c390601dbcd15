//! Whole tables.

use super::Scale;
use crate::case::Output::{Stock, View};
use crate::case::{Case, SCAN};
use crate::data::Codec::{Snappy, Zstd};
use crate::data::File;

pub(super) fn cases(set: &'static str, scale: Scale) -> Vec<Case> {
    let lineitem = |codec| File::Lineitem {
        thousandths: scale.lineitem,
        codec,
    };
    let hits = |kept| File::Hits {
        num_rows: scale.hits,
        kept,
    };
    [
        ("lineitem", "snappy", lineitem(Snappy), Stock),
        ("lineitem", "zstd", lineitem(Zstd), Stock),
        ("lineitem", "snappy-view", lineitem(Snappy), View),
        ("hits", "stock-dictionaries", hits(false), Stock),
        ("hits", "kept-dictionaries", hits(true), Stock),
        ("hits", "stock-dictionaries-view", hits(false), View),
        ("hits", "kept-dictionaries-view", hits(true), View),
    ]
    .into_iter()
    .map(|(family, variant, file, output)| {
        Case::read(set, family, variant, file, SCAN.into(output))
    })
    .collect()
}
