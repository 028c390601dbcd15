//! The targets, and how far a run is from each.

use super::Report;
use crate::measure::Figures;
use crate::measure::timing::geometric_mean;
use crate::sets;

/// The rival that targets are set against.
const RIVAL: &str = "parquet 60.1";
const NATIVE_RIVAL: &str = "parquet 60.1 native";

/// One target and what was found.
pub(crate) struct Verdict {
    pub(crate) what: String,
    pub(crate) found: f64,
    /// The cell that is furthest behind, where one figure stands for many.
    pub(crate) worst: Option<String>,
    pub(crate) must: Bound,
    pub(crate) moonshot: Bound,
}

/// What a figure must come to.
#[derive(Clone, Copy)]
pub(crate) enum Bound {
    AtLeast(f64),
    AtMost(f64),
    /// Nothing is asked.
    Free,
}

impl Bound {
    pub(crate) fn holds(self, found: f64) -> bool {
        match self {
            Bound::AtLeast(bound) => found >= bound,
            Bound::AtMost(bound) => found <= bound,
            Bound::Free => true,
        }
    }

    /// The bound and the verdict in words.
    pub(crate) fn shown(self, found: f64) -> String {
        let verdict = if self.holds(found) { "met" } else { "short" };
        match self {
            Bound::AtLeast(bound) => format!("{bound}x: {verdict}"),
            Bound::AtMost(bound) => format!("≤ {bound}: {verdict}"),
            Bound::Free => String::new(),
        }
    }
}

/// Every target that the run has figures for.
pub(crate) fn verdicts(report: &Report) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    for (set, must, moonshot) in [
        ("flat", 3.0, 5.0),
        ("nested", 3.0, 6.0),
        ("codecs", 1.4, 2.0),
        ("selections", 1.5, 2.5),
    ] {
        let what = format!("{set} set against {RIVAL}");
        verdicts.extend(against(report, &what, RIVAL, must, moonshot, |one| {
            one.set == set
        }));
        if set == "flat" {
            let what = format!("{set} set against {NATIVE_RIVAL}");
            verdicts.extend(against(report, &what, NATIVE_RIVAL, 2.5, 4.0, |one| {
                one.set == set
            }));
            verdicts.extend(slowest(report, set));
            verdicts.extend(over_floor(report, "flat set over the floor", 1.6, |one| {
                one.set == set
            }));
        }
    }
    let (what, all) = ("optional without nulls over required", |_: &str| true);
    verdicts.extend(over_variant(
        report,
        what,
        ["null0", "required"],
        [1.05, 1.02],
        all,
    ));
    let (what, fixed) = (
        "10 % random nulls over none, fixed width",
        sets::is_fixed_width,
    );
    verdicts.extend(over_variant(
        report,
        what,
        ["null10", "null0"],
        [2.0, 1.4],
        fixed,
    ));
    for table in ["lineitem", "hits"] {
        let is_of = |one: &&Figures| one.family == table && !one.variant.ends_with("-view");
        let what = format!("{table} against {RIVAL}");
        verdicts.extend(against(report, &what, RIVAL, 1.7, 2.2, is_of));
        verdicts.extend(over_floor(
            report,
            &format!("{table} over the floor"),
            1.2,
            is_of,
        ));
        verdicts.extend(best_peer(report, table, "1 thread", 0));
        for (ours, threads) in several_threads(report) {
            verdicts.extend(speed_up(report, table, ours, threads));
            verdicts.extend(best_peer(report, table, threads, ours));
        }
    }
    let is_footer = |one: &&Figures| one.set == "footer";
    let parse = |one: &&Figures| is_footer(one) && one.variant == "parse-all";
    let read = |one: &&Figures| is_footer(one) && one.variant == "read-one";
    verdicts.extend(against(report, "footer, parse all", RIVAL, 2.0, 4.0, parse));
    verdicts.extend(against(
        report,
        "footer, open and read one column",
        RIVAL,
        5.0,
        20.0,
        read,
    ));
    verdicts
}

/// The geometric mean of rival / ours.
fn against(
    report: &Report,
    what: &str,
    rival: &str,
    must: f64,
    moonshot: f64,
    is_of: impl Fn(&&Figures) -> bool,
) -> Option<Verdict> {
    let rival = report.contender(rival)?;
    let ratios: Vec<(f64, &str)> = report
        .figures
        .iter()
        .filter(is_of)
        .filter_map(|one| Some((one.ratio(rival)?, one.name.as_str())))
        .collect();
    Some(Verdict {
        what: what.to_owned(),
        found: geometric_mean(ratios.iter().map(|(ratio, _)| *ratio))?,
        worst: ratios
            .iter()
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(ratio, name)| format!("{name} {ratio:.2}")),
        must: Bound::AtLeast(must),
        moonshot: Bound::AtLeast(moonshot),
    })
}

fn slowest(report: &Report, set: &str) -> Option<Verdict> {
    let rival = report.contender(RIVAL)?;
    let cells = report
        .of_set(set)
        .filter_map(|one| Some((one.ratio(rival)?, one)));
    let (found, cell) = cells.min_by(|a, b| a.0.total_cmp(&b.0))?;
    Some(Verdict {
        what: format!("slowest cell of the {set} set"),
        found,
        worst: Some(cell.name.clone()),
        must: Bound::AtLeast(1.0),
        moonshot: Bound::AtLeast(1.2),
    })
}

fn over_floor(
    report: &Report,
    what: &str,
    moonshot: f64,
    is_of: impl Fn(&&Figures) -> bool,
) -> Option<Verdict> {
    let cells = report.figures.iter().filter(is_of);
    lower_is_better(
        what.to_owned(),
        cells.filter_map(|one| Some((one.over_floor()?, one.name.as_str()))),
        Bound::Free,
        Bound::AtMost(moonshot),
    )
}

/// Our time in the first of two variants of each flat family over that in the second.
fn over_variant(
    report: &Report,
    what: &str,
    variants: [&str; 2],
    [must, moonshot]: [f64; 2],
    is_of: impl Fn(&str) -> bool,
) -> Option<Verdict> {
    let flat: Vec<&Figures> = report.of_set("flat").collect();
    let time = |family: &str, variant: &str| {
        let mut cells = flat.iter();
        let cell = cells.find(|one| one.family == family && one.variant == variant)?;
        Some(cell.minimum(0))
    };
    let ratios = flat
        .iter()
        .filter(|one| one.variant == variants[0] && is_of(&one.family))
        .filter_map(|one| {
            let base = time(&one.family, variants[1])?;
            Some((one.minimum(0) / base, one.family.as_str()))
        });
    lower_is_better(
        what.to_owned(),
        ratios,
        Bound::AtMost(must),
        Bound::AtMost(moonshot),
    )
}

/// Ours on more than one thread: its place, and what its name ends with.
fn several_threads(report: &Report) -> impl Iterator<Item = (usize, &str)> {
    let ours = report.contenders.first().map_or("", String::as_str);
    let names = report.contenders.iter().enumerate().skip(1);
    names.filter_map(move |(index, name)| Some((index, name.strip_prefix(ours)?.trim_start())))
}

/// Our time on one thread over that on several.
fn speed_up(report: &Report, table: &str, ours: usize, threads: &str) -> Option<Verdict> {
    let cells = report.figures.iter().filter(|one| one.family == table);
    let ratios = cells.filter_map(|one| Some(1.0 / one.ratio(ours)?));
    Some(Verdict {
        what: format!("{table} on {threads} against our own one"),
        found: geometric_mean(ratios)?,
        worst: None,
        must: Bound::AtLeast(1.8),
        moonshot: Bound::AtLeast(1.95),
    })
}

/// The best of the readers in other processes against ours, both on as many threads.
fn best_peer(report: &Report, table: &str, threads: &str, ours: usize) -> Option<Verdict> {
    let peers: Vec<usize> = (0..report.contenders.len())
        .filter(|index| *index != ours && report.contenders[*index].ends_with(threads))
        .collect();
    let best = |one: &Figures| {
        let times = peers.iter().map(|peer| one.minimum(*peer));
        let best = times
            .filter(|time| time.is_finite())
            .min_by(f64::total_cmp)?;
        Some(best / one.minimum(ours))
    };
    let cells = report.figures.iter().filter(|one| one.family == table);
    Some(Verdict {
        what: format!("{table} against the best of the peers, {threads}"),
        found: geometric_mean(cells.filter_map(best))?,
        worst: None,
        must: Bound::AtLeast(1.0),
        moonshot: Bound::AtLeast(1.5),
    })
}

fn lower_is_better<'a>(
    what: String,
    ratios: impl Iterator<Item = (f64, &'a str)>,
    must: Bound,
    moonshot: Bound,
) -> Option<Verdict> {
    let ratios: Vec<(f64, &str)> = ratios.filter(|(ratio, _)| ratio.is_finite()).collect();
    let (worst, name) = ratios.iter().max_by(|a, b| a.0.total_cmp(&b.0))?;
    Some(Verdict {
        what,
        found: geometric_mean(ratios.iter().map(|(ratio, _)| *ratio))?,
        worst: Some(format!("{name} {worst:.2}")),
        must,
        moonshot,
    })
}
