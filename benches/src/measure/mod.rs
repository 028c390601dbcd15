//! What is measured of a case: equality first, then times by turns, then bytes, calls and memory.

pub(crate) mod allocator;
mod contender;
mod equality;
mod floor;
mod process;
pub(crate) mod serve;
pub(crate) mod timing;
mod usage;

use crate::case::{Case, Work};
use crate::error::BenchError;
use crate::libraries::LIBRARIES;

pub(crate) use contender::{Asked, Contender};
pub(crate) use equality::check;
pub(crate) use timing::{Effort, Times};
pub(crate) use usage::Usage;

/// What was measured of one case.
pub(crate) struct Figures {
    pub(crate) name: String,
    pub(crate) set: &'static str,
    pub(crate) family: String,
    pub(crate) variant: String,
    /// What a time is divided by: rows that are read, or 1 where the whole is meant.
    pub(crate) items: usize,
    /// In the order of the contenders, ours first; none where one was not asked or cannot.
    pub(crate) contenders: Vec<Option<Measured>>,
    /// What no reader can be faster than by much; none where that is not a question.
    pub(crate) floor: Option<Times>,
}

/// What was measured of one contender.
pub(crate) struct Measured {
    pub(crate) times: Times,
    /// Of those in this process.
    pub(crate) usage: Option<Usage>,
}

impl Figures {
    /// Nanoseconds an item, minimum of the repetitions; NaN where there is none.
    pub(crate) fn minimum(&self, contender: usize) -> f64 {
        self.times(contender).map_or(f64::NAN, Times::minimum) / self.items as f64
    }

    /// Nanoseconds an item, median of the repetitions.
    pub(crate) fn median(&self, contender: usize) -> f64 {
        self.times(contender).map_or(f64::NAN, Times::median) / self.items as f64
    }

    /// How many times our time a rival takes, by minima: above 1, we are faster.
    pub(crate) fn ratio(&self, rival: usize) -> Option<f64> {
        let ratio = self.minimum(rival) / self.minimum(0);
        ratio.is_finite().then_some(ratio)
    }

    /// The same by medians.
    pub(crate) fn median_ratio(&self, rival: usize) -> Option<f64> {
        let ratio = self.median(rival) / self.median(0);
        ratio.is_finite().then_some(ratio)
    }

    /// The floor in nanoseconds an item.
    pub(crate) fn floor(&self) -> Option<f64> {
        let floor = self.floor.as_ref()?;
        Some(floor.minimum() / self.items as f64)
    }

    /// How many times the floor our time is.
    pub(crate) fn over_floor(&self) -> Option<f64> {
        let ratio = self.minimum(0) / self.floor()?;
        ratio.is_finite().then_some(ratio)
    }

    fn times(&self, contender: usize) -> Option<&Times> {
        self.contenders
            .get(contender)?
            .as_ref()
            .map(|measured| &measured.times)
    }
}

/// Checks a case and measures it.
///
/// # Errors
/// A file that is not what its name says, readers that disagree, I/O.
pub(crate) fn measure(
    case: &Case,
    contenders: &mut [Contender],
    effort: Effort,
) -> Result<Figures, BenchError> {
    let file = case.file.bytes()?;
    let checked = check(case, &file)?;
    let usages = contenders
        .iter()
        .map(|contender| contender.usage(case, &file))
        .collect::<Result<Vec<_>, _>>()?;

    let mut turns = Vec::new();
    for contender in contenders.iter_mut() {
        turns.push(contender.prepare(case, &file, checked.count)?);
    }
    turns.push(match &case.work {
        Work::Read(read) => floor::prepare(&file, read, &checked.arrow_sizes)?,
        Work::Footer(_) => None,
    });
    let mut times = timing::measure(&mut turns, effort)?;
    let floor = times.pop().flatten();
    let contenders = times
        .into_iter()
        .zip(usages)
        .map(|(times, usage)| {
            Some(Measured {
                times: times?,
                usage,
            })
        })
        .collect();
    Ok(Figures {
        name: case.name.clone(),
        set: case.set,
        family: case.family.clone(),
        variant: case.variant().to_owned(),
        items: match case.work {
            Work::Read(_) => checked.count.max(1),
            Work::Footer(_) => 1,
        },
        contenders,
        floor,
    })
}

/// Those in this process, ours first.
pub(crate) fn libraries() -> Vec<Contender> {
    LIBRARIES.iter().map(Contender::here).collect()
}

/// Ours once more, on several threads.
pub(crate) fn ours_on(threads: usize) -> Contender {
    Contender::on_threads(&LIBRARIES[0], threads)
}
