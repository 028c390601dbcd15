//! All figures as JSON.

use super::Figures;
use super::machine::Machine;
use crate::libraries::LIBRARIES;

/// One object with the machine and a list of cells.
pub(crate) fn document(machine: &Machine, num_rows: usize, families: &[Vec<Figures>]) -> String {
    let cells: Vec<String> = families.iter().flatten().map(cell).collect();
    format!(
        "{{\n \"cpu\": {},\n \"cores\": {},\n \"commit\": {},\n \"compiler\": {},\n \"flags\": {},\n \
         \"rows\": {num_rows},\n \"cells\": [\n{}\n ]\n}}\n",
        text(&machine.cpu),
        machine.cores,
        text(&machine.commit),
        text(&machine.compiler),
        text(&machine.flags),
        cells.join(",\n"),
    )
}

fn cell(figures: &Figures) -> String {
    let times: Vec<String> = LIBRARIES
        .iter()
        .enumerate()
        .map(|(index, library)| {
            format!(
                "{}: {{\"minimum_ns\": {:.4}, \"median_ns\": {:.4}, \"repetitions\": {}}}",
                text(library.name),
                figures.minimum(index),
                figures.median(index),
                figures.times[index].repetitions(),
            )
        })
        .collect();
    format!(
        "  {{\"name\": {}, \"family\": {}, \"items\": {}, {}}}",
        text(&figures.name),
        text(&figures.family),
        figures.items,
        times.join(", "),
    )
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
