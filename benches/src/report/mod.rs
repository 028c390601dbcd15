//! Figures: what was measured, as a table, as JSON and as a page with plots.

mod html;
mod json;
pub(crate) mod machine;
pub(crate) mod table;
mod targets;

use std::fs;
use std::path::Path;

use crate::error::BenchError;
use crate::measure::Figures;
use machine::Machine;

/// All of a run.
pub(crate) struct Report {
    pub(crate) machine: Machine,
    /// Names of the contenders, ours first; the figures stand in this order.
    pub(crate) contenders: Vec<String>,
    pub(crate) figures: Vec<Figures>,
}

impl Report {
    /// Writes the figures as JSON, and the page beside it.
    ///
    /// # Errors
    /// [`BenchError::Io`] if a file cannot be written.
    pub(crate) fn write(&self, path: &Path) -> Result<(), BenchError> {
        let document = json::document(self);
        let page = path.with_extension("html");
        let html = html::page(&document);
        for (path, text) in [(path, document), (page.as_path(), html)] {
            fs::write(path, text).map_err(|source| BenchError::Io {
                path: path.to_owned(),
                source,
            })?;
        }
        Ok(())
    }

    /// The place of a contender, where it is there.
    fn contender(&self, name: &str) -> Option<usize> {
        self.contenders.iter().position(|one| one == name)
    }

    fn of_set(&self, set: &str) -> impl Iterator<Item = &Figures> + Clone {
        self.figures
            .iter()
            .filter(move |figures| figures.set == set)
    }
}
