//! The table, family by family, and what it comes to.

use super::Report;
use super::targets;
use crate::measure::Figures;
use crate::measure::timing::geometric_mean;
use crate::sets::SETS;

const NAME_WIDTH: usize = 36;

/// The lines of one family, with its head and its geometric mean.
pub(crate) fn family(contenders: &[String], figures: &[Figures]) -> String {
    let Some(first) = figures.first() else {
        return String::new();
    };
    let unit = if first.items > 1 { ", ns a row" } else { "" };
    let mut text = head(
        contenders,
        &format!("{}/{}{unit}", first.set, first.family),
        true,
    );
    for cell in figures {
        text += &format!("  {:<NAME_WIDTH$}", cell.variant);
        for (contender, name) in contenders.iter().enumerate() {
            text += &format!(
                "{:>width$}",
                time(cell.minimum(contender)),
                width = width(name)
            );
        }
        for rival in 1..contenders.len() {
            text += &ratio(cell.ratio(rival), 8);
            text += &ratio(cell.median_ratio(rival), 7);
        }
        text += &format!("{:>11}", cell.floor().map_or_else(String::new, time));
        text += &ratio(cell.over_floor(), 8);
        text.push('\n');
    }
    if figures.len() > 1 {
        text += &means(contenders, "geometric mean", figures);
    }
    text
}

/// The lines at the end: a mean for each family and set, the cells behind, memory and reading, the targets.
pub(crate) fn summary(report: &Report) -> String {
    let contenders = &report.contenders;
    let mut text = head(contenders, "geometric means", false);
    for set in &SETS {
        let figures: Vec<&Figures> = report.of_set(set.name).collect();
        for family in figures.chunk_by(|a, b| a.family == b.family) {
            let name = format!("{}/{}", set.name, family[0].family);
            text += &means(contenders, &name, family.iter().copied());
        }
        if !figures.is_empty() {
            text += &means(contenders, &format!("{}: all", set.name), figures);
        }
    }
    text.push('\n');
    for rival in 1..contenders.len() {
        text += &behind(report, rival);
    }
    text += &usage(report);
    text += &verdicts(report);
    text
}

/// Names over the columns: times are minima; ratios are rival / ours, by minima and by medians.
fn head(contenders: &[String], title: &str, with_times: bool) -> String {
    let mut text = format!("\n{title:<length$}", length = NAME_WIDTH + 2);
    for name in contenders {
        text += &format!(
            "{:>width$}",
            if with_times { name } else { "" },
            width = width(name)
        );
    }
    for name in contenders.iter().skip(1) {
        text += &format!("{:>8}{:>7}", short(name), "median");
    }
    text += &format!(
        "{:>11}{:>8}\n",
        if with_times { "floor" } else { "" },
        "/floor"
    );
    text
}

fn width(name: &str) -> usize {
    name.chars().count().max(10) + 2
}

/// A contender in seven letters: what tells it from the others.
fn short(name: &str) -> String {
    let name = name
        .trim_start_matches("parquet ")
        .trim_end_matches('s')
        .replace(" native", "n");
    match name
        .strip_suffix(" thread")
        .and_then(|name| name.rsplit_once(' '))
    {
        Some((reader, threads)) => {
            let letters: String = reader.chars().take(4).collect();
            format!("{letters}{threads}T")
        }
        None => name.chars().take(7).collect(),
    }
}

fn means<'a>(
    contenders: &[String],
    name: &str,
    figures: impl IntoIterator<Item = &'a Figures> + Clone,
) -> String {
    let mut text = format!("  {name:<NAME_WIDTH$}");
    for name in contenders {
        text += &" ".repeat(width(name));
    }
    let cells = || figures.clone().into_iter();
    for rival in 1..contenders.len() {
        text += &ratio(
            geometric_mean(cells().filter_map(|cell| cell.ratio(rival))),
            8,
        );
        text += &ratio(
            geometric_mean(cells().filter_map(|cell| cell.median_ratio(rival))),
            7,
        );
    }
    text += &format!("{:>11}", "");
    text += &ratio(geometric_mean(cells().filter_map(Figures::over_floor)), 8);
    text.push('\n');
    text
}

fn behind(report: &Report, rival: usize) -> String {
    let mut cells: Vec<(f64, &Figures)> = report
        .figures
        .iter()
        .filter_map(|cell| Some((cell.ratio(rival)?, cell)))
        .collect();
    cells.sort_by(|a, b| a.0.total_cmp(&b.0));
    let slower: Vec<_> = cells.iter().filter(|(ratio, _)| *ratio < 1.0).collect();
    let mut text = format!(
        "against {}: {} of {} cells behind\n",
        report.contenders[rival],
        slower.len(),
        cells.len()
    );
    for (ratio, cell) in cells.iter().take(slower.len().clamp(1, 10)) {
        let median = cell.median_ratio(rival).unwrap_or(f64::NAN);
        text += &format!("  {:<52}{ratio:>8.2}  by medians {median:.2}\n", cell.name);
    }
    text
}

/// Peak memory and reading beside the rivals of this process.
fn usage(report: &Report) -> String {
    let of = |cell: &Figures, contender: usize| cell.contenders.get(contender)?.as_ref()?.usage;
    let mut text = String::new();
    for rival in 1..report.contenders.len() {
        let pairs: Vec<_> = report
            .figures
            .iter()
            .filter_map(|cell| Some((cell, of(cell, 0)?, of(cell, rival)?)))
            .collect();
        let memory = |(_, ours, theirs): &(_, crate::measure::Usage, crate::measure::Usage)| {
            ours.peak_memory.max(1) as f64 / theirs.peak_memory.max(1) as f64
        };
        let Some(mean) = geometric_mean(pairs.iter().map(memory)) else {
            continue;
        };
        let worst = pairs.iter().max_by(|a, b| memory(a).total_cmp(&memory(b)));
        let more = pairs
            .iter()
            .filter(|(_, ours, theirs)| ours.bytes_read > theirs.bytes_read);
        text += &format!(
            "peak memory over {}: {mean:.2} in the mean, most in {} ({:.2}); more bytes read in {} of {} cells\n",
            report.contenders[rival],
            worst.map_or("none", |(cell, ..)| cell.name.as_str()),
            worst.map_or(f64::NAN, memory),
            more.count(),
            pairs.len(),
        );
    }
    text
}

fn verdicts(report: &Report) -> String {
    let mut text = format!(
        "\n{:<54}{:>8}  {:<14}{:<18}worst\n",
        "target", "found", "must", "moonshot"
    );
    for verdict in targets::verdicts(report) {
        text += &format!(
            "{:<54}{:>8.2}  {:<14}{:<18}{}\n",
            verdict.what,
            verdict.found,
            verdict.must.shown(verdict.found),
            verdict.moonshot.shown(verdict.found),
            verdict.worst.as_deref().unwrap_or(""),
        );
    }
    text
}

fn ratio(ratio: Option<f64>, width: usize) -> String {
    let shown = ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.2}"));
    format!("{shown:>width$}")
}

/// Nanoseconds, or a larger unit from ten thousand on.
fn time(nanoseconds: f64) -> String {
    match nanoseconds {
        ns if ns.is_nan() => "-".to_owned(),
        ns if ns < 1e4 => format!("{ns:.3}"),
        ns if ns < 1e6 => format!("{:.1} µs", ns / 1e3),
        ns => format!("{:.2} ms", ns / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn short_names_differ() {
        let names = [
            "parquet 60.1",
            "parquet 60.1 native",
            "pyarrow 1 thread",
            "pyarrow 2 threads",
        ];
        assert_eq!(names.map(short), ["60.1", "60.1n", "pyar1T", "pyar2T"]);
    }
}
