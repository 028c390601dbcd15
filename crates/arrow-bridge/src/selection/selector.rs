//! One run of rows, and lists of runs in normal form.

/// A number of rows in a row that are all kept or all skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowSelector {
    /// How many rows.
    pub row_count: usize,
    /// Whether they are skipped; kept if not.
    pub skip: bool,
}

impl RowSelector {
    /// Keeps `row_count` rows.
    pub fn select(row_count: usize) -> Self {
        Self {
            row_count,
            skip: false,
        }
    }

    /// Skips `row_count` rows.
    pub fn skip(row_count: usize) -> Self {
        Self {
            row_count,
            skip: true,
        }
    }
}

/// Runs in normal form: none is empty, and kept and skipped ones take turns.
#[derive(Debug, Clone, Default)]
pub(super) struct Runs(Vec<RowSelector>);

impl Runs {
    /// Appends `run`, joined to the last run if they are of one kind.
    pub(super) fn push(&mut self, run: RowSelector) {
        if run.row_count == 0 {
            return;
        }
        match self.0.last_mut() {
            Some(last) if last.skip == run.skip => {
                last.row_count = last
                    .row_count
                    .checked_add(run.row_count)
                    .expect("a run of rows is longer than usize can say");
            }
            _ => self.0.push(run),
        }
    }

    pub(super) fn as_slice(&self) -> &[RowSelector] {
        &self.0
    }

    pub(super) fn into_vec(self) -> Vec<RowSelector> {
        self.0
    }

    /// The rows of the runs that `counted` says yes to.
    pub(super) fn num_rows(&self, counted: impl Fn(&RowSelector) -> bool) -> usize {
        self.0
            .iter()
            .filter(|run| counted(run))
            .fold(0, |sum: usize, run| sum.saturating_add(run.row_count))
    }

    /// Takes the first `row_count` rows off and returns them.
    pub(super) fn split_off_front(&mut self, row_count: usize) -> Self {
        let mut left = row_count;
        let mut whole = 0;
        while let Some(run) = self.0.get(whole)
            && run.row_count <= left
        {
            left -= run.row_count;
            whole += 1;
        }
        let rest = self.0.split_off(whole);
        let mut front = Self(std::mem::replace(&mut self.0, rest));
        if left > 0
            && let Some(cut) = self.0.first_mut()
        {
            cut.row_count -= left;
            front.push(RowSelector {
                row_count: left,
                skip: cut.skip,
            });
        }
        front
    }

    pub(super) fn trim(&mut self) {
        if self.0.last().is_some_and(|run| run.skip) {
            self.0.pop();
        }
    }

    /// Turns the first `offset` kept rows into skipped ones; nothing remains if there are no more.
    pub(super) fn offset(self, offset: usize) -> Self {
        let mut left = offset;
        let mut kept = Self::default();
        for mut run in self.0 {
            if !run.skip && left > 0 {
                let skipped = run.row_count.min(left);
                left -= skipped;
                run.row_count -= skipped;
                kept.push(RowSelector::skip(skipped));
            }
            kept.push(run);
        }
        if kept.0.iter().all(|run| run.skip) {
            kept.0.clear();
        }
        kept
    }

    /// Ends the runs after the first `limit` kept rows; without any, nothing remains.
    pub(super) fn limit(&mut self, limit: usize) {
        if limit == 0 {
            self.0.clear();
            return;
        }
        let mut left = limit;
        for idx in 0..self.0.len() {
            let run = &mut self.0[idx];
            if run.skip {
                continue;
            }
            if run.row_count >= left {
                run.row_count = left;
                self.0.truncate(idx + 1);
                return;
            }
            left -= run.row_count;
        }
    }
}

impl Extend<RowSelector> for Runs {
    fn extend<T: IntoIterator<Item = RowSelector>>(&mut self, runs: T) {
        for run in runs {
            self.push(run);
        }
    }
}
