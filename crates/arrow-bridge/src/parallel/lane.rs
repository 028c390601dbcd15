//! Columns that walk a run of row groups, window by window.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use super::queue::{TaskQueue, lock};
use super::window::{Decoded, Window};
use crate::nested::Column;
use crate::reader::{BatchSteps, FileContext, OpenGroup, read_column};

/// A run of row groups and the columns that walk it.
pub(super) struct Lane {
    number: u64,
    groups: VecDeque<OpenGroup>,
    /// Rows that the first piece takes: those that the last batch of the lane before lacks.
    first_rows: Option<usize>,
    num_windows: u64,
    /// Windows that have been given to the columns and not been taken, oldest first.
    pub(super) windows: VecDeque<Arc<Window>>,
    pub(super) columns: Vec<Arc<LaneColumn>>,
}

impl Lane {
    pub(super) fn new(
        number: u64,
        groups: VecDeque<OpenGroup>,
        first_rows: usize,
        columns: Vec<Arc<LaneColumn>>,
    ) -> Self {
        Self {
            number,
            groups,
            first_rows: Some(first_rows),
            num_windows: 0,
            windows: VecDeque::new(),
            columns,
        }
    }

    /// Whether all rows have been given to the columns.
    pub(super) fn is_planned(&self) -> bool {
        self.groups.is_empty()
    }

    /// Gives the columns a window of at least `num_rows` rows, if there are as many.
    pub(super) fn extend(&mut self, num_rows: usize, batch_size: usize, queue: &Arc<TaskQueue>) {
        let mut batches = Vec::new();
        let mut rows_left = num_rows;
        while rows_left > 0 && !self.groups.is_empty() {
            let size = self.first_rows.take().unwrap_or(batch_size);
            let steps = self.next_steps(size);
            rows_left = rows_left.saturating_sub(steps.num_rows);
            batches.push(steps);
        }
        let position = (self.number, self.num_windows);
        self.num_windows += 1;
        let window = Arc::new(Window::new(position, batches, self.columns.len()));
        for column in &self.columns {
            column.add(&window, queue);
        }
        self.windows.push_back(window);
    }

    fn next_steps(&mut self, num_rows: usize) -> BatchSteps {
        let mut steps = BatchSteps::default();
        while steps.num_rows < num_rows
            && let Some(group) = self.groups.front_mut()
        {
            if !group.extend(&mut steps, num_rows) {
                self.groups.pop_front();
            }
        }
        steps
    }
}

/// One column of a lane: the windows that it is to decode, one after the other.
pub(super) struct LaneColumn {
    context: Arc<FileContext>,
    name: String,
    index: usize,
    /// Its place among the columns by size: the largest are decoded first.
    rank: usize,
    state: Mutex<State>,
}

struct State {
    /// The column, unless a task has it.
    column: Option<Column>,
    windows: VecDeque<Arc<Window>>,
    /// Whether a task is queued or at work.
    is_busy: bool,
}

impl LaneColumn {
    pub(super) fn new(
        context: Arc<FileContext>,
        name: String,
        (index, rank): (usize, usize),
        column: Column,
    ) -> Arc<Self> {
        Arc::new(Self {
            context,
            name,
            index,
            rank,
            state: Mutex::new(State {
                column: Some(column),
                windows: VecDeque::new(),
                is_busy: false,
            }),
        })
    }

    fn add(self: &Arc<Self>, window: &Arc<Window>, queue: &Arc<TaskQueue>) {
        let mut state = lock(&self.state);
        state.windows.push_back(Arc::clone(window));
        let is_busy = std::mem::replace(&mut state.is_busy, true);
        drop(state);
        if !is_busy {
            self.enqueue(window.position, queue);
        }
    }

    fn enqueue(self: &Arc<Self>, (lane, window): (u64, u64), queue: &Arc<TaskQueue>) {
        let (column, tasks) = (Arc::clone(self), Arc::clone(queue));
        let task = move || column.decode_next(&tasks);
        queue.push((lane, window, self.rank + 1), Box::new(task));
    }

    /// Decodes the oldest window, and queues the next.
    fn decode_next(self: &Arc<Self>, queue: &Arc<TaskQueue>) {
        let mut state = lock(&self.state);
        let (Some(window), Some(mut column)) = (state.windows.pop_front(), state.column.take())
        else {
            return;
        };
        drop(state);
        let mut decoded = Decoded::default();
        for steps in &window.batches {
            match read_column(&self.context, &mut column, &self.name, steps) {
                Ok(array) => decoded.arrays.push(array),
                Err(error) => {
                    decoded.error = Some(error);
                    break;
                }
            }
        }
        let is_broken = decoded.error.is_some();
        window.put(self.index, decoded);
        let mut state = lock(&self.state);
        state.column = Some(column);
        let next = match state.windows.front() {
            Some(window) if !is_broken => window.position,
            _ => {
                state.is_busy = is_broken;
                return;
            }
        };
        drop(state);
        self.enqueue(next, queue);
    }
}
