//! The footer case: a file of 10,000 columns of which three are wanted.

use bytes::Bytes;

use crate::data;
use crate::error::BenchError;
use crate::libraries::{Footer, LIBRARIES, Library, Task};
use crate::timing::{self, Effort, Times};

const NUM_COLUMNS: usize = 10_000;
const NUM_ROWS: usize = 100;

/// One line of the footer table.
pub(crate) struct FooterCase {
    pub(crate) name: &'static str,
    pub(crate) work: Footer,
    /// What each library must count.
    expected: usize,
}

pub(crate) static FOOTER_CASES: [FooterCase; 4] = [
    FooterCase {
        name: "footer/10000-columns/parse",
        work: Footer::Parse,
        expected: NUM_COLUMNS,
    },
    FooterCase {
        name: "footer/10000-columns/open",
        work: Footer::Open,
        expected: NUM_COLUMNS,
    },
    FooterCase {
        name: "footer/10000-columns/arrow-schema",
        work: Footer::Schema,
        expected: NUM_COLUMNS,
    },
    FooterCase {
        name: "footer/10000-columns/read-three",
        work: Footer::ReadThree,
        expected: 3 * NUM_ROWS,
    },
];

/// The wide file, made where it is not there yet.
pub(crate) fn file() -> Result<Bytes, BenchError> {
    data::kept("wide-10000.parquet", || {
        data::wide_file(NUM_COLUMNS, NUM_ROWS)
    })
}

/// Compares the counts of all libraries, then times them.
pub(crate) fn measure(
    case: &FooterCase,
    file: &Bytes,
    effort: Effort,
) -> Result<Vec<Times>, BenchError> {
    let mut tasks: Vec<Task> = Vec::new();
    for library in &LIBRARIES {
        let task = (library.footer)(file, case.work);
        compare(case, library, task()?)?;
        tasks.push(task);
    }
    timing::measure(&tasks, effort)
}

fn compare(case: &FooterCase, library: &Library, found: usize) -> Result<(), BenchError> {
    if found == case.expected {
        return Ok(());
    }
    let what = format!("expected a count of {}, found {found}", case.expected);
    Err(BenchError::Differs {
        cell: case.name.to_owned(),
        library: library.name,
        what,
    })
}
