//! Wide files of which little is wanted; times are those of the whole.

use super::Scale;
use crate::case::{Case, Footer, Work};
use crate::data::File;

const FILES: [(&str, usize, usize); 2] = [("10000x1", 10_000, 1), ("1000x50", 1_000, 50)];

const WORKS: [(&str, Footer); 5] = [
    ("parse", Footer::Parse),
    ("parse-all", Footer::ParseAll),
    ("arrow-schema", Footer::Schema),
    ("read-one", Footer::Read(1)),
    ("read-three", Footer::Read(3)),
];

pub(super) fn cases(set: &'static str, _scale: Scale) -> Vec<Case> {
    let of = |(family, columns, groups), (variant, footer)| Case {
        name: format!("{set}/{family}/{variant}"),
        set,
        family: String::from(family),
        file: File::Wide { columns, groups },
        work: Work::Footer(footer),
    };
    FILES
        .into_iter()
        .flat_map(|file| WORKS.into_iter().map(move |work| of(file, work)))
        .collect()
}
