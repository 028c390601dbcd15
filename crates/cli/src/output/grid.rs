//! Columns of text side by side, as wide as the terminal allows.

use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{
    Attribute, Cell as TableCell, CellAlignment, ColumnConstraint, ContentArrangement, Row, Table,
    Width,
};

use super::is_terminal;

/// A cell's text, on one line; `None` is a null.
pub(super) type Cell = Option<String>;

/// What a column says above its cells.
#[derive(Clone, Debug)]
pub(super) struct Column {
    pub(super) name: String,
    /// A second line below the name.
    pub(super) note: Option<String>,
    /// Whether cells stand at the right.
    pub(super) is_right: bool,
}

/// How a table is made to fit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fit {
    /// No column is made narrower than this for the sake of others: those that do not fit are left
    /// out.
    pub(super) min_width: usize,
    /// How to see the columns that were left out.
    pub(super) hint: &'static str,
}

/// A table that is printed piece by piece, of widths that its first rows settle.
pub(super) struct Grid {
    columns: Vec<Column>,
    fit: Fit,
    /// Widths of the columns that fit, once they are settled.
    widths: Option<Vec<usize>>,
    bottom: String,
}

/// No column is wider than this, even where the width is not bounded.
const MAX_WIDTH: usize = 1000;

/// What a null looks like.
const NULL: &str = "null";

/// Cuts a word that is too long for its column at any place: it is in no text.
const NO_DELIMITER: char = '\u{1}';

impl Grid {
    pub(super) fn new(columns: Vec<Column>, fit: Fit) -> Self {
        Self {
            columns,
            fit,
            widths: None,
            bottom: String::new(),
        }
    }

    /// The lines of `rows`; the first time with the names above them.
    pub(super) fn print(&mut self, mut rows: Vec<Vec<Cell>>) -> String {
        let is_first = self.widths.is_none();
        if !is_first && rows.is_empty() {
            return String::new();
        }
        let widths = self
            .widths
            .take()
            .unwrap_or_else(|| self.settle_widths(&rows));
        let num_shown = widths.len();
        rows.iter_mut().for_each(|row| row.truncate(num_shown));
        // The padding of one on each side counts as well.
        let fixed = |&width: &usize| {
            ColumnConstraint::Absolute(Width::Fixed(u16::try_from(width + 2).unwrap_or(u16::MAX)))
        };
        let constraints: Vec<_> = widths.iter().map(fixed).collect();
        self.widths = Some(widths);
        let mut table = self.table(&rows, num_shown, is_first);
        table.set_constraints(constraints);
        let mut lines: Vec<String> = table.lines().collect();
        self.bottom = lines.pop().unwrap_or_default();
        let skipped = usize::from(!is_first);
        lines
            .into_iter()
            .skip(skipped)
            .map(|line| line + "\n")
            .collect()
    }

    /// The widths of as many columns as fit a line.
    fn settle_widths(&self, rows: &[Vec<Cell>]) -> Vec<usize> {
        let natural = match self.columns.len() {
            0 => Vec::new(),
            len => self.table(rows, len, true).column_max_content_widths(),
        };
        let natural = natural
            .into_iter()
            .map(|width| usize::from(width).clamp(1, MAX_WIDTH));
        fit(&natural.collect::<Vec<_>>(), self.fit.min_width, width())
    }

    /// What ends the table.
    pub(super) fn finish(&self) -> String {
        let num_shown = self.widths.as_ref().map_or(0, Vec::len);
        let hidden: Vec<&str> = self.columns[num_shown..]
            .iter()
            .map(|column| column.name.as_str())
            .collect();
        let mut text = format!("{}\n", self.bottom);
        if !hidden.is_empty() {
            let (count, plural) = (hidden.len(), if hidden.len() == 1 { "" } else { "s" });
            let mut names: String = hidden.join(", ").chars().take(400).collect();
            if names.len() < hidden.join(", ").len() {
                names.push('…');
            }
            text.push_str(&format!(
                "{count} more column{plural} ({}): {names}\n",
                self.fit.hint
            ));
        }
        text
    }

    fn table(&self, rows: &[Vec<Cell>], num_shown: usize, with_names: bool) -> Table {
        let mut table = Table::new();
        table
            .load_style(UTF8_FULL_CONDENSED)
            .set_content_arrangement(ContentArrangement::Disabled);
        table
            .set_truncation_indicator("…")
            .set_delimiter(NO_DELIMITER);
        if std::env::var_os("NO_COLOR").is_some() {
            table.force_no_tty();
        }
        let columns = &self.columns[..num_shown];
        if with_names {
            let widths = self.widths.as_deref().unwrap_or_default();
            let names = columns.iter().enumerate().map(|(i, column)| {
                let width = widths.get(i).copied().unwrap_or(MAX_WIDTH);
                TableCell::new(header(column, width)).add_attribute(Attribute::Bold)
            });
            let mut names: Row = names.collect::<Vec<_>>().into();
            names.max_height(2);
            table.set_header(names);
        }
        for row in rows {
            let cells = row.iter().zip(columns).map(|(cell, column)| {
                match cell {
                    Some(text) => TableCell::new(text),
                    None => TableCell::new(NULL).add_attribute(Attribute::Dim),
                }
                .set_alignment(if column.is_right {
                    CellAlignment::Right
                } else {
                    CellAlignment::Left
                })
            });
            let mut cells: Row = cells.collect::<Vec<_>>().into();
            cells.max_height(1);
            table.add_row(cells);
        }
        table
    }
}

fn header(column: &Column, width: usize) -> String {
    let cut = |text: &str| match text.chars().count() > width {
        true => text
            .chars()
            .take(width.saturating_sub(1))
            .chain(['…'])
            .collect(),
        false => text.to_owned(),
    };
    match &column.note {
        Some(note) => format!("{}\n{}", cut(&column.name), cut(note)),
        None => cut(&column.name),
    }
}

/// How many characters fit a line, if that is known.
fn width() -> Option<usize> {
    if is_terminal()
        && let Some(width) = Table::new().width()
    {
        return Some(width.into());
    }
    std::env::var("COLUMNS")
        .ok()?
        .parse()
        .ok()
        .filter(|&width| width > 0)
}

/// Cuts the widest of `natural`, none below `min_width`, so that as many columns as can be, but one
/// at least, fit.
fn fit(natural: &[usize], min_width: usize, line_width: Option<usize>) -> Vec<usize> {
    let Some(line_width) = line_width else {
        return natural.to_vec();
    };
    // A line between columns, one at each end, and a space on either side of each cell.
    let available = |num_columns: usize| line_width.saturating_sub(3 * num_columns + 1);
    let needed = |num_columns: usize, cap: usize| {
        natural[..num_columns]
            .iter()
            .map(|&width| width.min(cap))
            .sum::<usize>()
    };
    let mut num_columns = natural.len();
    while num_columns > 1 && needed(num_columns, min_width) > available(num_columns) {
        num_columns -= 1;
    }
    let mut cap = MAX_WIDTH;
    while cap > 1 && needed(num_columns, cap) > available(num_columns) {
        cap -= 1;
    }
    natural[..num_columns]
        .iter()
        .map(|&width| width.min(cap))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_widest_columns_are_cut_first() {
        let check = |natural: &[usize], line_width, expected: &[usize]| {
            assert_eq!(fit(natural, 10, line_width), expected, "{natural:?}")
        };
        check(&[5, 5], None, &[5, 5]);
        check(&[5, 5], Some(17), &[5, 5]);
        check(&[5, 50, 8], Some(60), &[5, 37, 8]);
        check(&[40, 50, 8], Some(60), &[21, 21, 8]);
        check(&[40; 10], Some(60), &[11, 11, 11, 11]);
        check(&[40], Some(5), &[1]);
        check(&[], Some(5), &[]);
    }

    fn grid() -> Grid {
        let column = |name: &str, is_right| Column {
            name: name.to_owned(),
            note: Some("t".to_owned()),
            is_right,
        };
        let fit = Fit {
            min_width: 10,
            hint: "hint",
        };
        Grid::new(vec![column("a", true), column("名前", false)], fit)
    }

    #[test]
    fn tables_are_printed_in_pieces() {
        let mut grid = grid();
        let row = |a: &str, b: &str| vec![Some(a.to_owned()), Some(b.to_owned())];
        let mut text = grid.print(vec![row("1", "xyz"), vec![None, Some("東京都".to_owned())]]);
        text += &grid.print(vec![row("22", "long text")]);
        text += &grid.print(Vec::new());
        text += &grid.finish();
        let expected = "\
┌──────┬────────┐
│ a    ┆ 名前   │
│ t    ┆ t      │
╞══════╪════════╡
│    1 ┆ xyz    │
│ null ┆ 東京都 │
│   22 ┆ long … │
└──────┴────────┘
";
        assert_eq!(text, expected);
    }
}
