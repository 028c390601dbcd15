//! What is timed: a file and what is done with it.

use crate::data::File;

/// One line of the tables.
pub(crate) struct Case {
    /// The set, the family and what tells this case from others of the family, with slashes between.
    pub(crate) name: String,
    pub(crate) set: &'static str,
    /// What the table groups by.
    pub(crate) family: String,
    pub(crate) file: File,
    pub(crate) work: Work,
}

impl Case {
    /// A case of reading.
    pub(crate) fn read(
        set: &'static str,
        family: &str,
        variant: &str,
        file: File,
        read: Read,
    ) -> Case {
        Case {
            name: format!("{set}/{family}/{variant}"),
            set,
            family: family.to_owned(),
            file,
            work: Work::Read(read),
        }
    }

    /// The name within the family.
    pub(crate) fn variant(&self) -> &str {
        self.name.rsplit('/').next().unwrap_or(&self.name)
    }
}

/// What is done with the file; opening it is always part of the time.
#[derive(Clone)]
pub(crate) enum Work {
    /// Read rows, batch by batch, each dropped before the next.
    Read(Read),
    /// Work on the footer of a wide file.
    Footer(Footer),
}

impl Work {
    /// The same on so many threads.
    pub(crate) fn on_threads(&self, threads: usize) -> Work {
        match self {
            Work::Read(read) => Work::Read(Read {
                threads,
                ..read.clone()
            }),
            Work::Footer(footer) => Work::Footer(*footer),
        }
    }
}

/// Which rows and columns are read, and as what.
#[derive(Clone)]
pub(crate) struct Read {
    pub(crate) output: Output,
    pub(crate) batch_size: usize,
    /// Roots that are read; all where there are none.
    pub(crate) columns: &'static [&'static str],
    pub(crate) rows: Rows,
    /// Where the reader has them.
    pub(crate) threads: usize,
}

/// All rows and columns, in the types that the file's schema says.
pub(crate) const SCAN: Read = Read {
    output: Output::Stock,
    batch_size: 8192,
    columns: &[],
    rows: Rows::All,
    threads: 1,
};

impl Read {
    pub(crate) fn into(self, output: Output) -> Read {
        Read { output, ..self }
    }

    pub(crate) fn batches_of(self, batch_size: usize) -> Read {
        Read { batch_size, ..self }
    }

    pub(crate) fn only(self, columns: &'static [&'static str]) -> Read {
        Read { columns, ..self }
    }

    pub(crate) fn rows(self, rows: Rows) -> Read {
        Read { rows, ..self }
    }

    /// Whether all of the file is read, so that a reader outside this process can be asked for the same.
    pub(crate) fn is_scan(&self) -> bool {
        matches!(self.rows, Rows::All) && self.columns.is_empty()
    }
}

/// The Arrow type that is asked for in place of strings and binary values.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Output {
    /// What the file's schema says, `Utf8` for strings.
    Stock,
    /// `Utf8View`, `BinaryView`.
    View,
    /// `Dictionary<Int32, Utf8>`, `Dictionary<Int32, Binary>`.
    Dictionary,
}

/// Which rows are wanted.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Rows {
    All,
    /// Each with this chance in ten thousand, by a row selection.
    Scattered(u64),
    /// The first `run` of every `period` rows, by a row selection with the page index loaded.
    Runs {
        run: usize,
        period: usize,
    },
    /// Those whose string in this column equals this one, by a row filter.
    Equal(&'static str, String),
    /// Those whose int64 in this column lies below this, by a row filter.
    Below(&'static str, i64),
}

/// What is done with the footer of a wide file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Footer {
    /// Parse it and look at the size of every column chunk; gives the number of chunks.
    ParseAll,
    /// Parse it; gives the number of chunks.
    Parse,
    /// Parse it and make the Arrow schema; gives the number of fields.
    Schema,
    /// Open the file, choose so many columns and read them; gives the number of values.
    Read(usize),
}

impl Footer {
    /// Columns to read in a file of so many: spread evenly, the last among them.
    pub(crate) fn chosen(wanted: usize, num_columns: usize) -> Vec<usize> {
        (1..=wanted)
            .map(|nth| (num_columns * nth / wanted).saturating_sub(1))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_chosen_evenly() {
        assert_eq!(Footer::chosen(1, 1000), [999]);
        assert_eq!(Footer::chosen(3, 10_000), [3332, 6665, 9999]);
    }
}
