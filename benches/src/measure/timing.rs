//! The clock: interleaved repetitions, minimum and median.

use std::time::{Duration, Instant};

use crate::error::BenchError;

/// Does the work once and says how many nanoseconds it took.
pub(crate) type Turn<'a> = Box<dyn FnMut() -> Result<f64, BenchError> + 'a>;

/// How long to repeat.
#[derive(Clone, Copy)]
pub(crate) struct Effort {
    pub(crate) at_least: usize,
    pub(crate) at_most: usize,
    /// For all contenders of a case together.
    pub(crate) time: Duration,
}

/// The repetitions of one contender in one case, in nanoseconds, shortest first.
#[derive(Clone)]
pub(crate) struct Times(Vec<f64>);

impl Times {
    pub(crate) fn minimum(&self) -> f64 {
        self.0.first().copied().unwrap_or(f64::NAN)
    }

    pub(crate) fn median(&self) -> f64 {
        self.0.get(self.0.len() / 2).copied().unwrap_or(f64::NAN)
    }

    pub(crate) fn repetitions(&self) -> usize {
        self.0.len()
    }

    #[cfg(test)]
    pub(crate) fn of(mut times: Vec<f64>) -> Times {
        times.sort_by(f64::total_cmp);
        Times(times)
    }
}

/// Times all by turns, so that a slow spell of the machine meets each of them; the first of a turn changes, so
/// that none always runs in the caches that another left. Each has run once before the clock counts.
///
/// # Errors
/// The first error of a turn.
pub(crate) fn measure(
    turns: &mut [Option<Turn<'_>>],
    effort: Effort,
) -> Result<Vec<Option<Times>>, BenchError> {
    for turn in turns.iter_mut().flatten() {
        turn()?;
    }
    let mut times = vec![Vec::new(); turns.len()];
    let begin = Instant::now();
    for repetition in 0..effort.at_most {
        if repetition >= effort.at_least && begin.elapsed() >= effort.time {
            break;
        }
        for position in 0..turns.len() {
            let chosen = (position + repetition) % turns.len();
            if let Some(turn) = &mut turns[chosen] {
                times[chosen].push(turn()?);
            }
        }
    }
    for samples in &mut times {
        samples.sort_by(f64::total_cmp);
    }
    let times = times.into_iter();
    Ok(times
        .map(|samples| (!samples.is_empty()).then_some(Times(samples)))
        .collect())
}

/// The geometric mean; none of nothing.
pub(crate) fn geometric_mean(ratios: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (sum, count) = ratios.into_iter().fold((0.0, 0.0), |(sum, count), ratio| {
        (sum + ratio.ln(), count + 1.0)
    });
    (count > 0.0).then(|| (sum / count).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minimum_and_median_of_the_repetitions() {
        let times = Times::of(vec![10.0, 2.0, 3.0, 1.0, 20.0]);
        assert_eq!(
            (times.minimum(), times.median(), times.repetitions()),
            (1.0, 3.0, 5)
        );
    }

    #[test]
    fn geometric_mean_of_ratios() {
        let mean = geometric_mean([1.0, 4.0, 16.0]).expect("there are ratios");
        assert!((mean - 4.0).abs() < 1e-12);
        assert_eq!(geometric_mean([]), None);
    }
}
