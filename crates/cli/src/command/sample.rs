//! `sample`: rows picked at random.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};

use herringbone::arrow::arrow_reader::{RowSelection, RowSelector};

use super::ShowOptions;
use crate::failure::Failure;
use crate::input::Rows;

const EXAMPLES: &str = "\
Examples:
  herringbone sample trips.parquet
  herringbone sample -n 1000 --seed 7 trips.parquet --format csv > some.csv";

/// Print rows picked at random, in the file's order
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    #[command(flatten)]
    show: ShowOptions,
    /// How many rows
    #[arg(short = 'n', long = "lines", value_name = "ROWS", default_value_t = 10)]
    num_rows: usize,
    /// The same seed picks the same rows again
    #[arg(long)]
    seed: Option<u64>,
}

pub(crate) fn run(options: Options) -> Result<(), Failure> {
    let reading = options.show.open()?;
    let seed = options
        .seed
        .unwrap_or_else(|| RandomState::new().hash_one(0));
    let picked = pick(options.num_rows, reading.num_group_rows(), seed);
    let selection = Some(selection_of(&picked));
    options.show.show(
        reading,
        Rows {
            selection,
            ..Rows::default()
        },
    )
}

/// `num_picked` different numbers below `len`, ascending; all of them if there are no more.
///
/// Floyd's algorithm: each set is as likely as any other, and memory goes with the sample.
fn pick(num_picked: usize, len: usize, seed: u64) -> Vec<usize> {
    let mut random = Random(seed);
    let num_picked = num_picked.min(len);
    let mut picked = HashSet::new();
    for last in len - num_picked..len {
        let number = random.below(last as u64 + 1) as usize;
        if !picked.insert(number) {
            picked.insert(last);
        }
    }
    let mut picked: Vec<usize> = picked.into_iter().collect();
    picked.sort_unstable();
    picked
}

fn selection_of(rows: &[usize]) -> RowSelection {
    let mut selectors = Vec::with_capacity(2 * rows.len());
    let mut next = 0;
    for &row in rows {
        if row > next {
            selectors.push(RowSelector::skip(row - next));
        }
        selectors.push(RowSelector::select(1));
        next = row + 1;
    }
    RowSelection::from(selectors)
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number below `end`; the bias of `end / 2^64` is nobody's concern here.
    fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_sets_of_the_size_asked_for() {
        for (num_picked, len) in [(0, 0), (0, 5), (3, 5), (5, 5), (9, 5), (100, 1000)] {
            for seed in 0..20 {
                let picked = pick(num_picked, len, seed);
                assert_eq!(picked.len(), num_picked.min(len));
                assert!(picked.is_sorted_by(|a, b| a < b));
                assert!(picked.iter().all(|&number| number < len));
                assert_eq!(picked, pick(num_picked, len, seed));
                assert_eq!(selection_of(&picked).row_count(), picked.len());
            }
        }
    }

    #[test]
    fn every_row_can_be_picked() {
        let picked: HashSet<_> = (0..200).flat_map(|seed| pick(2, 10, seed)).collect();
        assert_eq!(picked.len(), 10);
    }
}
