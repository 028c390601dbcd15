//! Ranges of rows and of row groups, as users write them.

use std::ops::Range;
use std::str::FromStr;

/// `A..B`: from A up to, but not including, B. Either may be left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RowRange {
    pub(crate) start: u64,
    /// `None` is the end.
    pub(crate) end: Option<u64>,
}

impl FromStr for RowRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some((start, end)) = text.split_once("..") else {
            let row = number(text)?;
            let end = row
                .checked_add(1)
                .ok_or_else(|| format!("expected a row number, found '{text}'"))?;
            return Ok(Self {
                start: row,
                end: Some(end),
            });
        };
        let start = if start.is_empty() { 0 } else { number(start)? };
        let end = if end.is_empty() {
            None
        } else {
            Some(number(end)?)
        };
        if end.is_some_and(|end| end < start) {
            return Err(format!("expected A..B with A not above B, found '{text}'"));
        }
        Ok(Self { start, end })
    }
}

/// `0,2..4`: single numbers and ranges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct IndexList(Vec<RowRange>);

impl FromStr for IndexList {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(Self(
            text.split(',')
                .map(|part| part.trim().parse())
                .collect::<Result<_, _>>()?,
        ))
    }
}

impl IndexList {
    /// The indices, each of which must be below `len`; `what` names them.
    pub(crate) fn resolve(&self, len: usize, what: &str) -> Result<Vec<usize>, String> {
        let mut indices = Vec::new();
        for RowRange { start, end } in &self.0 {
            let end = end.unwrap_or(len as u64);
            if end > len as u64 || *start > end {
                let last = end.saturating_sub(1).max(*start);
                return Err(format!("{what} {last} is out of range: the file has {len}"));
            }
            let range: Range<usize> = *start as usize..end as usize;
            indices.extend(range);
        }
        Ok(indices)
    }
}

fn number(text: &str) -> Result<u64, String> {
    text.trim()
        .parse()
        .map_err(|_| format!("expected a number, A..B, A.. or ..B, found '{text}'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_rows() {
        let check = |text: &str, expected: Option<(u64, Option<u64>)>| {
            let found = text
                .parse::<RowRange>()
                .ok()
                .map(|range| (range.start, range.end));
            assert_eq!(found, expected, "{text}");
        };
        check("3..7", Some((3, Some(7))));
        check("3..3", Some((3, Some(3))));
        check("3..", Some((3, None)));
        check("..7", Some((0, Some(7))));
        check("..", Some((0, None)));
        check("5", Some((5, Some(6))));
        check("7..3", None);
        check("", None);
        check("a..b", None);
        check("-1..2", None);
        check("1...2", None);
        check("18446744073709551615", None);
        check("18446744073709551616..", None);
    }

    #[test]
    fn lists_of_indices() {
        let check = |text: &str, len, expected: Option<&[usize]>| {
            let list = text.parse::<IndexList>();
            let found = list.and_then(|list| list.resolve(len, "row group")).ok();
            assert_eq!(found.as_deref(), expected, "{text}");
        };
        check("0", 3, Some(&[0]));
        check("0,2..4", 4, Some(&[0, 2, 3]));
        check("2, 0", 3, Some(&[2, 0]));
        check("1..", 3, Some(&[1, 2]));
        check("3..", 3, Some(&[]));
        check("3", 3, None);
        check("4..", 3, None);
        check("0..18446744073709551615", 3, None);
        check("0,,1", 3, None);
    }
}
