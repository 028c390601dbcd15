//! One run: which cases and contenders, in which order, and what is shown while they are timed.

use std::path::PathBuf;
use std::process::Command;

use indicatif::{ProgressBar, ProgressStyle};

use crate::args::{Args, holds_any};
use crate::error::BenchError;
use crate::measure::{self, Asked, Contender, serve};
use crate::report::{Report, machine::Machine, table};
use crate::{data, peers};

/// Times what the arguments ask for and shows it.
///
/// # Errors
/// What stopped it: a file that is not what its name says, libraries that read different values, I/O.
pub(crate) fn run(args: &Args) -> Result<(), BenchError> {
    let cases = args.cases();
    if let Some(library) = &args.serve {
        return serve::run(library, &cases);
    }
    if args.list {
        cases.iter().for_each(|case| println!("{}", case.name));
        return Ok(());
    }
    let mut contenders = contenders(args)?;
    let mut report = Report {
        machine: Machine::here(),
        contenders: contenders.iter().map(|one| one.name().to_owned()).collect(),
        figures: Vec::with_capacity(cases.len()),
    };
    println!("{}", report.machine.shown());
    println!(
        "file in memory, mimalloc, stock flags unless a column says otherwise; times are minima"
    );

    let json = args.json.clone().unwrap_or_else(default_json);
    let bar = progress(cases.len());
    for family in cases.chunk_by(|a, b| a.set == b.set && a.family == b.family) {
        let begin = report.figures.len();
        for case in family {
            bar.set_message(case.name.clone());
            let figures = measure::measure(case, &mut contenders, args.effort())?;
            report.figures.push(figures);
            bar.inc(1);
        }
        let lines = table::family(&report.contenders, &report.figures[begin..]);
        bar.suspend(|| print!("{lines}"));
        // After every family, so that a run that is broken off leaves what it has.
        report.write(&json)?;
    }
    bar.finish_and_clear();

    print!("{}", table::summary(&report));
    println!(
        "\n{}\n{}",
        json.display(),
        json.with_extension("html").display()
    );
    Ok(())
}

/// Ours, and the rivals that are asked for.
fn contenders(args: &Args) -> Result<Vec<Contender>, BenchError> {
    if args.lacks_native_program() {
        return Err(BenchError::Data(
            "--native needs a second build, which `cargo xtask bench --native` makes".into(),
        ));
    }
    let is_asked = |name: &str| holds_any(&args.rival, name);
    let libraries = measure::libraries();
    let names: Vec<String> = libraries.iter().map(|one| one.name().to_owned()).collect();
    let mut contenders: Vec<Contender> = libraries
        .into_iter()
        .enumerate()
        .filter(|(index, library)| *index == 0 || is_asked(library.name()))
        .map(|(_, library)| library)
        .collect();
    if let Some(threads) = args.threads.filter(|threads| *threads > 1) {
        contenders.push(measure::ours_on(threads));
    }
    if let Some(program) = &args.native_program {
        for library in names.iter().skip(1) {
            let name = format!("{library} native");
            if is_asked(&name) {
                let mut command = Command::new(program);
                command.args(["--serve", library]).args(args.for_another());
                contenders.push(Contender::away(&name, &mut command, Asked::Everything)?);
            }
        }
    }
    if args.peers {
        contenders.extend(peers::start(&args.python, is_asked)?);
    }
    Ok(contenders)
}

fn default_json() -> PathBuf {
    data::target().join("bench.json")
}

/// Shown on a terminal only.
fn progress(cases: usize) -> ProgressBar {
    let bar = ProgressBar::new(cases as u64);
    let template = "{bar:30} {pos}/{len}, {eta} left  {msg}";
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Case;
    use crate::sets::{SETS, Scale};

    /// Every file is stored as its name says, and all libraries read the same from it.
    fn check(set: &str) {
        let asked = |case: &Case| cfg!(feature = "lineitem") || case.family != "lineitem";
        let set = SETS.iter().find(|known| known.name == set).expect("a set");
        for case in set.cases(Scale::TEST).into_iter().filter(asked) {
            let checked = case
                .file
                .made()
                .and_then(|file| measure::check(&case, &file));
            match checked {
                Ok(checked) => assert!(checked.count > 0, "{} reads nothing", case.name),
                Err(error) => panic!("{}: {error}", case.name),
            }
        }
    }

    #[test]
    fn the_flat_set_is_what_it_says() {
        check("flat");
    }

    #[test]
    fn the_nested_set_is_what_it_says() {
        check("nested");
    }

    #[test]
    fn the_codecs_set_is_what_it_says() {
        check("codecs");
    }

    #[test]
    fn the_selections_set_is_what_it_says() {
        check("selections");
    }

    #[test]
    fn the_seed_set_is_what_it_says() {
        check("seed");
    }

    #[test]
    fn the_tables_are_what_they_say() {
        check("tables");
    }
}
