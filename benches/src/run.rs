//! One run: which cells, in which order, and what is shown while they are timed.

use std::fs;

use indicatif::{ProgressBar, ProgressStyle};

use crate::args::Args;
use crate::basic::{Cell, FAMILIES};
use crate::error::BenchError;
use crate::footer::{self, FOOTER_CASES};
use crate::libraries::{LIBRARIES, Task};
use crate::report::machine::Machine;
use crate::report::{Figures, json, table};
use crate::timing;
use crate::{data, equality};

/// Times what the arguments ask for and shows it.
///
/// # Errors
/// What stopped it: a file that is not what its name says, libraries that read different values, I/O.
pub(crate) fn run(args: &Args) -> Result<(), BenchError> {
    if args.list {
        names(args).for_each(|name| println!("{name}"));
        return Ok(());
    }
    let machine = Machine::here();
    println!("{}", machine.shown());
    println!(
        "{} rows, one thread, file in memory, mimalloc; times are minima",
        args.num_rows()
    );

    let bar = progress(names(args).count());
    let mut families = Vec::new();
    for family in &FAMILIES {
        let cells = Cell::all()
            .filter(|cell| std::ptr::eq(cell.family, family) && args.wants(&cell.name()));
        let measured = cells
            .map(|cell| measure(cell, args, &bar))
            .collect::<Result<Vec<_>, _>>()?;
        show(measured, &bar, &mut families);
    }
    show(footers(args, &bar)?, &bar, &mut families);
    bar.finish_and_clear();

    println!("{}", table::summary(&families));
    if let Some(path) = &args.json {
        let document = json::document(&machine, args.num_rows(), &families);
        fs::write(path, document).map_err(|source| BenchError::Io {
            path: path.clone(),
            source,
        })?;
    }
    Ok(())
}

/// All cells and footer cases that the arguments ask for.
fn names(args: &Args) -> impl Iterator<Item = String> {
    let footers = FOOTER_CASES.iter().map(|case| case.name.to_owned());
    Cell::all()
        .map(Cell::name)
        .chain(footers)
        .filter(|name| args.wants(name))
}

fn measure(cell: Cell, args: &Args, bar: &ProgressBar) -> Result<Figures, BenchError> {
    let name = cell.name();
    bar.set_message(name.clone());
    let file = data::file_of(cell, args.num_rows())?;
    equality::check(&name, &file, cell.family.output, args.num_rows())?;
    let tasks: Vec<Task> = LIBRARIES
        .iter()
        .map(|library| (library.scan)(&file, cell.family.output))
        .collect::<Result<_, _>>()?;
    let times = timing::measure(&tasks, args.effort())?;
    bar.inc(1);
    Ok(Figures {
        name,
        family: cell.family.name.to_owned(),
        items: args.num_rows(),
        times,
    })
}

fn footers(args: &Args, bar: &ProgressBar) -> Result<Vec<Figures>, BenchError> {
    let wanted: Vec<_> = FOOTER_CASES
        .iter()
        .filter(|case| args.wants(case.name))
        .collect();
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    let file = footer::file()?;
    let measure = |case: &&footer::FooterCase| {
        bar.set_message(case.name);
        let times = footer::measure(case, &file, args.effort())?;
        bar.inc(1);
        Ok(Figures {
            name: case.name.to_owned(),
            family: "footer".to_owned(),
            items: 1,
            times,
        })
    };
    wanted.iter().map(measure).collect()
}

/// Shows a family as soon as it is there and keeps it for the summary.
fn show(measured: Vec<Figures>, bar: &ProgressBar, families: &mut Vec<Vec<Figures>>) {
    if !measured.is_empty() {
        bar.suspend(|| print!("{}", table::family(&measured)));
        families.push(measured);
    }
}

/// Shown on a terminal only.
fn progress(cells: usize) -> ProgressBar {
    let bar = ProgressBar::new(cells as u64);
    let template = "{bar:30} {pos}/{len}, {eta} left  {msg}";
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every file of the set is stored as its name says, and all libraries read the same from it.
    #[test]
    fn the_basic_set_is_what_it_says() {
        let num_rows = 3000;
        for cell in Cell::all() {
            let checked = data::make(cell, num_rows).and_then(|file| {
                equality::check(&cell.name(), &file, cell.family.output, num_rows)
            });
            if let Err(error) = checked {
                panic!("{}: {error}", cell.name());
            }
        }
    }
}
