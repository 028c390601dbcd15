//! All figures as JSON.

use super::Report;
use super::targets::{self, Bound, Verdict};
use crate::measure::{Figures, Measured};
use crate::sets::SETS;

/// One object with the machine, the sets, the targets and a list of cells.
pub(super) fn document(report: &Report) -> String {
    let machine = &report.machine;
    let lines = [
        field("cpu", text(&machine.cpu)),
        field("cores", machine.cores.to_string()),
        field("commit", text(&machine.commit)),
        field("compiler", text(&machine.compiler)),
        field("flags", text(&machine.flags)),
        field("date", text(&machine.date)),
        field(
            "contenders",
            list(report.contenders.iter().map(|name| text(name))),
        ),
        field(
            "sets",
            object(SETS.iter().map(|set| field(set.name, text(set.about)))),
        ),
        field(
            "targets",
            lines(targets::verdicts(report).iter().map(verdict)),
        ),
        field(
            "cells",
            lines(report.figures.iter().map(|figures| cell(report, figures))),
        ),
    ];
    format!("{{\n {}\n}}\n", lines.join(",\n "))
}

fn cell(report: &Report, figures: &Figures) -> String {
    let mut fields = vec![
        field("name", text(&figures.name)),
        field("set", text(figures.set)),
        field("family", text(&figures.family)),
        field("variant", text(&figures.variant)),
        field("items", figures.items.to_string()),
        field("floor_ns", number(figures.floor().unwrap_or(f64::NAN))),
    ];
    for (index, name) in report.contenders.iter().enumerate() {
        if let Some(Some(measured)) = figures.contenders.get(index) {
            fields.push(field(name, contender(figures, index, measured)));
        }
    }
    object(fields)
}

fn contender(figures: &Figures, index: usize, measured: &Measured) -> String {
    let mut fields = vec![
        field("minimum_ns", number(figures.minimum(index))),
        field("median_ns", number(figures.median(index))),
        field("repetitions", measured.times.repetitions().to_string()),
    ];
    if let Some(usage) = measured.usage {
        fields.push(field("bytes_read", usage.bytes_read.to_string()));
        fields.push(field("read_calls", usage.read_calls.to_string()));
        fields.push(field("peak_memory", usage.peak_memory.to_string()));
    }
    object(fields)
}

fn verdict(verdict: &Verdict) -> String {
    let bound = |bound: Bound| match bound {
        Bound::AtLeast(bound) | Bound::AtMost(bound) => number(bound),
        Bound::Free => "null".to_owned(),
    };
    let holds = |bound: Bound| bound.holds(verdict.found).to_string();
    object([
        field("what", text(&verdict.what)),
        field("found", number(verdict.found)),
        field("must", bound(verdict.must)),
        field("must_met", holds(verdict.must)),
        field("moonshot", bound(verdict.moonshot)),
        field("moonshot_met", holds(verdict.moonshot)),
        field(
            "lower_is_better",
            matches!(verdict.moonshot, Bound::AtMost(_)).to_string(),
        ),
        field("worst", text(verdict.worst.as_deref().unwrap_or(""))),
    ])
}

fn field(name: &str, value: String) -> String {
    format!("{}: {value}", text(name))
}

fn object(fields: impl IntoIterator<Item = String>) -> String {
    format!("{{{}}}", fields.into_iter().collect::<Vec<_>>().join(", "))
}

fn list(values: impl Iterator<Item = String>) -> String {
    format!("[{}]", values.collect::<Vec<_>>().join(", "))
}

/// A list with a line for each value.
fn lines(values: impl Iterator<Item = String>) -> String {
    format!("[\n  {}\n ]", values.collect::<Vec<_>>().join(",\n  "))
}

fn number(value: f64) -> String {
    if value.is_finite() {
        format!("{value:.4}")
    } else {
        "null".to_owned()
    }
}

/// A JSON string.
fn text(value: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in value.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            control if control < ' ' => quoted.push_str(&format!("\\u{:04x}", u32::from(control))),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn strings_are_quoted() {
        assert_eq!(text("a\"b\\c\n"), "\"a\\\"b\\\\c\\u000a\"");
    }
}
