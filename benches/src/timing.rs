//! The clock: interleaved repetitions, minimum and median.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::error::BenchError;
use crate::libraries::Task;

/// How long to repeat.
#[derive(Clone, Copy)]
pub(crate) struct Effort {
    pub(crate) at_least: usize,
    pub(crate) at_most: usize,
    /// For all libraries of a cell together.
    pub(crate) time: Duration,
}

/// The repetitions of one library in one cell, in nanoseconds, shortest first.
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
}

/// Times all tasks by turns, so that a slow spell of the machine meets each of them; the first of a turn
/// changes, so that none always runs in the caches that another left.
///
/// # Errors
/// The first error of a task.
pub(crate) fn measure(tasks: &[Task], effort: Effort) -> Result<Vec<Times>, BenchError> {
    for task in tasks {
        black_box(task()?);
    }
    let mut times = vec![Vec::new(); tasks.len()];
    let begin = Instant::now();
    for turn in 0..effort.at_most {
        if turn >= effort.at_least && begin.elapsed() >= effort.time {
            break;
        }
        for position in 0..tasks.len() {
            let chosen = (position + turn) % tasks.len();
            let start = Instant::now();
            black_box(tasks[chosen]()?);
            times[chosen].push(start.elapsed().as_nanos() as f64);
        }
    }
    for samples in &mut times {
        samples.sort_by(f64::total_cmp);
    }
    Ok(times.into_iter().map(Times).collect())
}

/// The geometric mean, NaN of nothing.
pub(crate) fn geometric_mean(ratios: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, count) = ratios.into_iter().fold((0.0, 0.0), |(sum, count), ratio| {
        (sum + ratio.ln(), count + 1.0)
    });
    (sum / count).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minimum_and_median_of_the_repetitions() {
        let times = Times(vec![1.0, 2.0, 3.0, 10.0, 20.0]);
        assert_eq!(
            (times.minimum(), times.median(), times.repetitions()),
            (1.0, 3.0, 5)
        );
    }

    #[test]
    fn geometric_mean_of_ratios() {
        assert!((geometric_mean([1.0, 4.0, 16.0]) - 4.0).abs() < 1e-12);
        assert!(geometric_mean([]).is_nan());
    }
}
