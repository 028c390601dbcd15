//! Problems, as they are found, and the progress bar.

use herringbone_column::{ColumnError, Place};
use herringbone_format::metadata::ColumnChunkMetaData;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::failure::Failure;
use crate::input::Input;
use crate::output::say;
use crate::text::one_line;

/// No more problems of one file are told one by one.
const MAX_TOLD: u64 = 1000;

/// What was found in one file.
pub(super) struct Report {
    file: String,
    num_problems: u64,
    /// The problem told last: what stops a walk over pages stops the decoding of their values, too.
    last: String,
    bar: ProgressBar,
    num_row_groups: usize,
    num_columns: usize,
    num_rows: u64,
    pub(super) num_pages: u64,
    pub(super) num_checksums: u64,
}

impl Report {
    /// Nothing found yet in `input`.
    pub(super) fn new(input: &Input, is_quiet: bool) -> Self {
        // Everything is read twice: as it is stored, and into Arrow.
        let chunks = input
            .metadata
            .row_groups()
            .iter()
            .flat_map(|group| group.columns());
        let size = chunks
            .map(size_of)
            .fold(0, u64::saturating_add)
            .saturating_mul(2);
        let bar = if is_quiet {
            ProgressBar::hidden()
        } else {
            ProgressBar::with_draw_target(Some(size), ProgressDrawTarget::stderr())
        };
        // The template is a constant without mistakes; the default would do as well.
        if let Ok(style) =
            ProgressStyle::with_template("{msg} {wide_bar} {percent}% {bytes_per_sec} {eta}")
        {
            bar.set_style(style);
        }
        bar.set_message(one_line(&input.name));
        Self {
            file: input.name.clone(),
            num_problems: 0,
            last: String::new(),
            bar,
            num_row_groups: input.metadata.num_row_groups(),
            num_columns: input.metadata.file_metadata().schema_tree().num_leaves(),
            num_rows: input.num_rows(),
            num_pages: 0,
            num_checksums: 0,
        }
    }

    pub(super) fn num_problems(&self) -> u64 {
        self.num_problems
    }

    /// Moves the progress bar on by a chunk.
    pub(super) fn advance(&self, chunk: &ColumnChunkMetaData) {
        self.bar.inc(size_of(chunk));
    }

    /// Tells a problem.
    pub(super) fn problem(&mut self, message: &str) -> Result<(), Failure> {
        if message == self.last {
            return Ok(());
        }
        message.clone_into(&mut self.last);
        self.num_problems += 1;
        if self.num_problems > MAX_TOLD {
            return Ok(());
        }
        let line = format!("{}: {}\n", one_line(&self.file), one_line(message));
        self.bar.suspend(|| say(&line))
    }

    /// Tells a problem at a place in the file.
    pub(super) fn problem_at(&mut self, place: &Place, message: &str) -> Result<(), Failure> {
        let mut parts = Vec::new();
        parts.extend(
            place
                .column
                .as_ref()
                .map(|column| format!("column {column}")),
        );
        parts.extend(
            place
                .row_group
                .map(|row_group| format!("row group {row_group}")),
        );
        parts.extend(place.page.map(|page| format!("page {page}")));
        parts.extend(
            place
                .file_offset
                .map(|offset| format!("file offset {offset}")),
        );
        self.problem(&format!("{}: {message}", parts.join(", ")))
    }

    /// Tells an error as a problem.
    pub(super) fn error(&mut self, error: &ColumnError) -> Result<(), Failure> {
        self.problem(&error.to_string())
    }

    /// Tells the end; whether the file is fine.
    pub(super) fn finish(self) -> Result<bool, Failure> {
        self.bar.finish_and_clear();
        if self.num_problems > 0 {
            let plural = if self.num_problems == 1 { "" } else { "s" };
            Failure::file(
                &self.file,
                format!("{} problem{plural} found", self.num_problems),
            )
            .report();
            return Ok(false);
        }
        let Self {
            file,
            num_row_groups,
            num_columns,
            num_rows,
            num_pages,
            num_checksums,
            ..
        } = self;
        say(&format!(
            "{}: fine ({num_rows} rows, {num_row_groups} row groups, {num_columns} columns, {num_pages} pages, {num_checksums} checksums)\n",
            one_line(&file)
        ))?;
        Ok(true)
    }
}

fn size_of(chunk: &ColumnChunkMetaData) -> u64 {
    chunk.compressed_size().max(0).unsigned_abs()
}
