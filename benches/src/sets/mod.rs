//! What is timed, set by set; a case is one line of its set.

mod codecs;
mod flat;
mod footer;
mod nested;
mod seed;
mod selections;
mod tables;

use crate::case::Case;

pub(crate) use flat::is_fixed_width;

/// How large the files are.
#[derive(Clone, Copy)]
pub(crate) struct Scale {
    /// Rows of a file of one flat column.
    pub(crate) flat: usize,
    /// Rows of a file of one nested column, and of the files of the codecs.
    pub(crate) nested: usize,
    /// Rows of the files that rows are selected from, and of those of strings of the seed cases.
    pub(crate) selections: usize,
    /// Values of 16 KiB.
    pub(crate) blobs: usize,
    /// Thousandths of TPC-H's scale factor 1.
    pub(crate) lineitem: usize,
    /// Rows of the table of hits.
    pub(crate) hits: usize,
}

impl Scale {
    pub(crate) const FULL: Scale = Scale {
        flat: 2_000_000,
        nested: 1_000_000,
        selections: 2_000_000,
        blobs: 8_000,
        lineitem: 1_000,
        hits: 1_000_000,
    };

    pub(crate) const QUICK: Scale = Scale {
        flat: 250_000,
        nested: 60_000,
        selections: 250_000,
        blobs: 4_000,
        lineitem: 20,
        hits: 60_000,
    };

    /// Small enough to check every file in a test, and large enough for more than one batch.
    #[cfg(test)]
    pub(crate) const TEST: Scale = Scale {
        flat: 3_000,
        nested: 1_500,
        selections: 100_000,
        blobs: 200,
        lineitem: 1,
        hits: 3_000,
    };

    /// Columns of one value, of this many rows, are what is meant by `--rows`.
    pub(crate) const fn with_rows(self, rows: usize) -> Scale {
        Scale {
            flat: rows,
            nested: rows,
            selections: rows,
            hits: rows,
            ..self
        }
    }
}

/// A set, by its name.
pub(crate) struct Set {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    cases: fn(&'static str, Scale) -> Vec<Case>,
}

impl Set {
    pub(crate) fn cases(&self, scale: Scale) -> Vec<Case> {
        (self.cases)(self.name, scale)
    }
}

/// In the order of the tables.
pub(crate) static SETS: [Set; 7] = [
    Set {
        name: "flat",
        about: "one flat column, uncompressed: types, encodings, nulls",
        cases: flat::cases,
    },
    Set {
        name: "nested",
        about: "one nested column, uncompressed",
        cases: nested::cases,
    },
    Set {
        name: "codecs",
        about: "numbers and strings that compress, under every codec",
        cases: codecs::cases,
    },
    Set {
        name: "selections",
        about: "some of the rows, from uncompressed files; times are per row kept",
        cases: selections::cases,
    },
    Set {
        name: "seed",
        about: "the findings that started the project: dictionaries, optional columns, kept dictionaries",
        cases: seed::cases,
    },
    Set {
        name: "tables",
        about: "whole tables: TPC-H lineitem, ClickBench-like hits",
        cases: tables::cases,
    },
    Set {
        name: "footer",
        about: "wide files of which little is wanted",
        cases: footer::cases,
    },
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn names_are_distinct() {
        let cases: Vec<Case> = SETS.iter().flat_map(|set| set.cases(Scale::TEST)).collect();
        let names: HashSet<&str> = cases.iter().map(|case| case.name.as_str()).collect();
        assert_eq!(names.len(), cases.len());
    }
}
