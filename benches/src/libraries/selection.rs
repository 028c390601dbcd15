//! Selections of rows, the same for all libraries.

use crate::case::Rows;
use crate::data::Random;

/// Alternating runs of rows, each with whether it is wanted; none where no selection is asked for.
pub(super) fn runs(rows: &Rows, num_rows: usize) -> Option<Vec<(bool, usize)>> {
    match rows {
        Rows::All | Rows::Equal(..) | Rows::Below(..) => None,
        Rows::Runs { run, period } => {
            let run_at = |start: usize| {
                let wanted = (*run).min(num_rows - start);
                let rest = (*period).min(num_rows - start) - wanted;
                [(true, wanted), (false, rest)]
            };
            Some(merged((0..num_rows).step_by(*period).flat_map(run_at)))
        }
        Rows::Scattered(chance) => {
            let mut random = Random::named("scattered rows");
            Some(merged(
                (0..num_rows).map(|_| (random.below(10_000) < *chance, 1)),
            ))
        }
    }
}

fn merged(runs: impl Iterator<Item = (bool, usize)>) -> Vec<(bool, usize)> {
    let mut merged: Vec<(bool, usize)> = Vec::new();
    for (is_wanted, len) in runs.filter(|(_, len)| *len > 0) {
        match merged.last_mut() {
            Some(last) if last.0 == is_wanted => last.1 += len,
            _ => merged.push((is_wanted, len)),
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_alternate_and_end_with_the_file() {
        let rows = Rows::Runs { run: 3, period: 10 };
        let found = runs(&rows, 22).expect("a selection");
        assert_eq!(
            found,
            [(true, 3), (false, 7), (true, 3), (false, 7), (true, 2)]
        );
    }

    #[test]
    fn scattered_rows_are_about_as_many_as_asked() {
        let found = runs(&Rows::Scattered(1_000), 50_000).expect("a selection");
        let sum = |wanted| -> usize {
            let of = found.iter().filter(|(is_wanted, _)| *is_wanted == wanted);
            of.map(|(_, len)| len).sum()
        };
        assert_eq!(sum(true) + sum(false), 50_000);
        assert!((4_500..5_500).contains(&sum(true)));
    }
}
