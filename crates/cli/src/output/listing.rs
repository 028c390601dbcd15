//! Small tables of facts: for people on a terminal, with tabs between for programs.

use super::grid::{Column, Fit, Grid};
use super::is_terminal;
use crate::text;

/// One fact, in one form for people and in another for programs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Fact {
    Text(String),
    Count(u64),
    /// Bytes.
    Size(u64),
    /// Hundredths matter, no more.
    Ratio(f64),
    Missing,
}

/// Makes a [`Fact`] of what may be missing.
pub(crate) fn fact<T>(value: Option<T>, make: impl FnOnce(T) -> Fact) -> Fact {
    value.map_or(Fact::Missing, make)
}

impl Fact {
    /// The fact for whoever reads standard output.
    pub(crate) fn shown(&self) -> String {
        match (self, is_terminal()) {
            (Self::Text(text), _) => text.clone(),
            (Self::Count(count), _) => count.to_string(),
            (Self::Size(size), true) => text::size(*size),
            (Self::Size(size), false) => size.to_string(),
            (Self::Ratio(ratio), _) => format!("{ratio:.2}"),
            (Self::Missing, true) => "-".to_owned(),
            (Self::Missing, false) => String::new(),
        }
    }
}

const FIT: Fit = Fit {
    min_width: 8,
    hint: "seen on a wider terminal, in a pipe and with --json",
};

/// Facts in columns.
#[derive(Default)]
pub(crate) struct Listing {
    /// Names of the columns, and whether they hold numbers.
    columns: Vec<(&'static str, bool)>,
    rows: Vec<Vec<Fact>>,
}

impl Listing {
    /// A listing without rows.
    pub(crate) fn new(names: &[&'static str]) -> Self {
        Self {
            columns: names.iter().map(|&name| (name, false)).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row, of as many facts as there are names.
    pub(crate) fn push(&mut self, row: Vec<Fact>) {
        debug_assert_eq!(row.len(), self.columns.len());
        for ((_, is_right), fact) in self.columns.iter_mut().zip(&row) {
            *is_right |= matches!(fact, Fact::Count(_) | Fact::Size(_) | Fact::Ratio(_));
        }
        self.rows.push(row);
    }

    /// Its lines, the names first.
    pub(crate) fn print(&self) -> String {
        if is_terminal() {
            self.for_people()
        } else {
            self.for_programs()
        }
    }

    fn for_people(&self) -> String {
        let columns = self.columns.iter().map(|&(name, is_right)| Column {
            name: name.to_owned(),
            note: None,
            is_right,
        });
        let mut grid = Grid::new(columns.collect(), FIT);
        let cells = |row: &Vec<Fact>| {
            row.iter()
                .map(|fact| Some(text::one_line(&fact.shown())))
                .collect()
        };
        grid.print(self.rows.iter().map(cells).collect()) + &grid.finish()
    }

    fn for_programs(&self) -> String {
        let mut out = String::new();
        let names = self
            .columns
            .iter()
            .map(|(name, _)| (*name).to_owned())
            .collect();
        let rows = self
            .rows
            .iter()
            .map(|row| row.iter().map(Fact::shown).collect::<Vec<_>>());
        for row in std::iter::once(names).chain(rows) {
            for (i, cell) in row.iter().enumerate() {
                if i > 0 {
                    out.push('\t');
                }
                text::push_field(cell, &mut out);
            }
            out.push('\n');
        }
        out
    }
}

/// Lines of a name and a fact each.
pub(crate) fn facts(lines: &[(&str, Fact)]) -> String {
    let width = lines.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let line = |(name, fact): &(&str, Fact)| match is_terminal() {
        true => format!("{name:width$}  {}\n", text::one_line(&fact.shown())),
        false => {
            let mut line = format!("{name}\t");
            text::push_field(&fact.shown(), &mut line);
            line + "\n"
        }
    };
    lines.iter().map(line).collect()
}
