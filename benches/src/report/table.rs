//! The table, family by family, and what it comes to.

use super::Figures;
use crate::libraries::LIBRARIES;
use crate::timing::geometric_mean;

const NAME_WIDTH: usize = 42;

/// The lines of one family, with its head and its geometric mean.
pub(crate) fn family(figures: &[Figures]) -> String {
    let Some(first) = figures.first() else {
        return String::new();
    };
    let mut text = head(&first.family, first.items);
    for cell in figures {
        let short = cell
            .name
            .strip_prefix(&format!("{}/", first.family))
            .unwrap_or(&cell.name);
        text += &format!("  {short:<NAME_WIDTH$}");
        for library in 0..LIBRARIES.len() {
            text += &format!("{:>13}", time(cell.minimum(library)));
        }
        for rival in 1..LIBRARIES.len() {
            text += &format!(
                "{:>11.2}{:>8.2}",
                cell.ratio(rival),
                cell.median_ratio(rival)
            );
        }
        text.push('\n');
    }
    text += &means("geometric mean", figures);
    text
}

/// The lines at the end: a mean for each family, the mean of all cells, and the slowest cell.
pub(crate) fn summary(families: &[Vec<Figures>]) -> String {
    let mut text = head("summary", 0);
    for figures in families {
        text += &means(
            figures.first().map_or("", |first| first.family.as_str()),
            figures,
        );
    }
    let all = || families.iter().flatten();
    text += &means("all", all());
    for (rival, library) in LIBRARIES.iter().enumerate().skip(1) {
        if let Some(slowest) = all().min_by(|a, b| a.ratio(rival).total_cmp(&b.ratio(rival))) {
            let behind = all().filter(|cell| cell.ratio(rival) < 1.0).count();
            text += &format!(
                "  against {}: slowest {} at {:.2} (median {:.2}); {behind} of {} cells behind\n",
                library.name,
                slowest.name,
                slowest.ratio(rival),
                slowest.median_ratio(rival),
                all().count(),
            );
        }
    }
    text
}

/// Names over the columns: times are minima, ratios are rival / ours by minima and by medians.
fn head(family: &str, items: usize) -> String {
    let unit = if items > 1 { ", ns a row" } else { "" };
    let mut text = format!(
        "\n{:<width$}",
        format!("{family}{unit}"),
        width = NAME_WIDTH + 2
    );
    for library in &LIBRARIES {
        text += &format!("{:>13}", if items == 0 { "" } else { library.name });
    }
    for rival in LIBRARIES.iter().skip(1) {
        let version = rival.name.trim_start_matches("parquet ");
        text += &format!("{:>11}{:>8}", format!("{version}/ours"), "median");
    }
    text.push('\n');
    text
}

fn means<'a>(name: &str, figures: impl IntoIterator<Item = &'a Figures> + Clone) -> String {
    let mut text = format!(
        "  {name:<width$}",
        width = NAME_WIDTH + 13 * LIBRARIES.len()
    );
    for rival in 1..LIBRARIES.len() {
        let minima = geometric_mean(figures.clone().into_iter().map(|cell| cell.ratio(rival)));
        let medians = geometric_mean(
            figures
                .clone()
                .into_iter()
                .map(|cell| cell.median_ratio(rival)),
        );
        text += &format!("{minima:>11.2}{medians:>8.2}");
    }
    text.push('\n');
    text
}

/// Nanoseconds, or a larger unit from ten thousand on.
fn time(nanoseconds: f64) -> String {
    match nanoseconds {
        ns if ns < 1e4 => format!("{ns:.3}"),
        ns if ns < 1e6 => format!("{:.1} µs", ns / 1e3),
        ns => format!("{:.2} ms", ns / 1e6),
    }
}
