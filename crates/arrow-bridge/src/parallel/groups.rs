//! The row groups to come, refined by predicates.

use std::sync::{Arc, Mutex};

use super::queue::{TaskQueue, lock};
use crate::error::Result;
use crate::reader::{GroupRows, PredicateReader, RowGroups};

/// The row groups to come.
///
/// Predicates see them one after the other, in a task of their own; the groups after are decoded
/// meanwhile.
pub(super) struct UpcomingGroups {
    slot: Arc<Mutex<Slot>>,
    has_predicates: bool,
}

/// Where the filter lies while no task has it, and what it found last.
struct Slot {
    filter: Option<Filter>,
    found: Option<Result<Option<GroupRows>>>,
}

struct Filter {
    groups: RowGroups,
    predicates: Vec<PredicateReader>,
    batch_size: usize,
}

impl Filter {
    fn next(&mut self) -> Result<Option<GroupRows>> {
        while let Some(mut rows) = self.groups.next() {
            for predicate in &mut self.predicates {
                rows = predicate.refine(rows, self.batch_size)?;
            }
            let rows = self.groups.cut(rows);
            if rows.num_selected() > 0 {
                return Ok(Some(rows));
            }
        }
        Ok(None)
    }
}

impl UpcomingGroups {
    pub(super) fn new(
        groups: RowGroups,
        predicates: Vec<PredicateReader>,
        batch_size: usize,
    ) -> Self {
        Self {
            has_predicates: !predicates.is_empty(),
            slot: Arc::new(Mutex::new(Slot {
                filter: Some(Filter {
                    groups,
                    predicates,
                    batch_size,
                }),
                found: None,
            })),
        }
    }

    /// The next row group, or `None` at the end; nothing at all while a task looks for it, which
    /// takes part in lane `lane`.
    pub(super) fn poll(
        &mut self,
        lane: u64,
        queue: &Arc<TaskQueue>,
    ) -> Option<Result<Option<GroupRows>>> {
        let mut slot = lock(&self.slot);
        if let Some(found) = slot.found.take() {
            return Some(found);
        }
        let mut filter = slot.filter.take()?;
        if !self.has_predicates {
            let found = filter.next();
            slot.filter = Some(filter);
            return Some(found);
        }
        drop(slot);
        let slot = Arc::clone(&self.slot);
        let task = move || {
            let found = filter.next();
            let mut slot = lock(&slot);
            slot.filter = Some(filter);
            slot.found = Some(found);
        };
        queue.push((lane, 0, 0), Box::new(task));
        None
    }

    /// Whether [`UpcomingGroups::poll`] has an answer.
    pub(super) fn is_ready(&self) -> bool {
        lock(&self.slot).filter.is_some()
    }
}
