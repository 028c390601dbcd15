//! Tasks by priority, run on the current rayon pool and by the thread that waits for them.

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// A piece of work.
pub(super) type Task = Box<dyn FnOnce() + Send>;

/// Lane, window, column: what the caller waits for first comes first. No two tasks share one.
pub(super) type Priority = (u64, u64, usize);

/// Tasks that at most so many threads work on.
pub(super) struct TaskQueue {
    state: Mutex<State>,
    /// Signalled after each task.
    progress: Condvar,
    /// Workers beside the thread that waits.
    max_workers: usize,
}

#[derive(Default)]
struct State {
    tasks: BTreeMap<Priority, Task>,
    num_workers: usize,
    panic: Option<Box<dyn Any + Send>>,
}

/// What a thread holds that panicked is not used again, so its lock may be.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl TaskQueue {
    /// A queue for `num_threads` threads, that of the caller included.
    pub(super) fn new(num_threads: usize) -> Arc<Self> {
        Arc::new(Self {
            state: Mutex::default(),
            progress: Condvar::new(),
            max_workers: num_threads.saturating_sub(1),
        })
    }

    /// Adds a task, and calls a worker if not all are at work.
    pub(super) fn push(self: &Arc<Self>, priority: Priority, task: Task) {
        let mut state = lock(&self.state);
        state.tasks.insert(priority, task);
        let calls_worker = state.num_workers < self.max_workers;
        state.num_workers += usize::from(calls_worker);
        drop(state);
        if calls_worker {
            let queue = Arc::clone(self);
            rayon::spawn(move || while queue.run_next(true) {});
        }
    }

    /// Returns once `is_done` says so, which it must after some of the tasks; works meanwhile.
    pub(super) fn wait_until(&self, is_done: impl Fn() -> bool) {
        while !is_done() {
            if self.run_next(false) {
                continue;
            }
            // Nothing waits in the queue, so a worker has the task that `is_done` is about.
            let state = lock(&self.state);
            if state.tasks.is_empty() && state.panic.is_none() && !is_done() {
                drop(self.progress.wait(state));
            }
        }
    }

    /// Forgets the tasks that have not begun.
    pub(super) fn clear(&self) {
        let tasks = std::mem::take(&mut lock(&self.state).tasks);
        drop(tasks);
    }

    /// Runs the first task; `false` if there is none, and then the worker leaves.
    fn run_next(&self, is_worker: bool) -> bool {
        let mut state = lock(&self.state);
        if let Some(panic) = state.panic.take_if(|_| !is_worker) {
            drop(state);
            resume_unwind(panic);
        }
        let Some((_, task)) = state.tasks.pop_first() else {
            state.num_workers -= usize::from(is_worker);
            return false;
        };
        drop(state);
        // A panic (of a predicate, say) goes on in the thread that waits.
        let result = catch_unwind(AssertUnwindSafe(task));
        if let Err(panic) = result {
            lock(&self.state).panic = Some(panic);
        }
        // Under the lock, or a waiter that has just looked would miss it.
        let _state = lock(&self.state);
        self.progress.notify_all();
        true
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn tasks_run_by_priority_and_the_waiter_helps() {
        let queue = TaskQueue::new(1);
        let order = Arc::new(Mutex::new(Vec::new()));
        for i in [3, 1, 2] {
            let order = Arc::clone(&order);
            queue.push((0, i, 0), Box::new(move || lock(&order).push(i)));
        }
        queue.wait_until(|| lock(&order).len() == 3);
        assert_eq!(*lock(&order), [1, 2, 3]);
    }

    #[test]
    fn many_tasks_on_several_threads_are_all_done() {
        let queue = TaskQueue::new(4);
        let count = Arc::new(AtomicUsize::new(0));
        for round in 1..=50 {
            for i in 0..20 {
                let count = Arc::clone(&count);
                let task = move || {
                    count.fetch_add(1, Ordering::SeqCst);
                };
                queue.push((round, i, 0), Box::new(task));
            }
            queue.wait_until(|| count.load(Ordering::SeqCst) == round as usize * 20);
        }
    }

    #[test]
    fn a_huge_column_and_small_ones_are_balanced_between_two_threads() {
        use std::collections::HashMap;
        use std::time::Duration;

        let queue = TaskQueue::new(2);
        let work = Arc::new(Mutex::new(HashMap::new()));
        let num_done = Arc::new(AtomicUsize::new(0));
        // By size, as a scan ranks the columns of a window: 15 small ones are as much as the huge one.
        for (rank, size) in std::iter::once(15).chain([1; 15]).enumerate() {
            let (work, num_done) = (Arc::clone(&work), Arc::clone(&num_done));
            let task = move || {
                std::thread::sleep(Duration::from_millis(10 * size));
                *lock(&work).entry(std::thread::current().id()).or_insert(0) += size;
                num_done.fetch_add(1, Ordering::SeqCst);
            };
            queue.push((0, 0, rank), Box::new(task));
        }
        queue.wait_until(|| num_done.load(Ordering::SeqCst) == 16);
        let most = lock(&work).values().copied().max();
        assert!(most <= Some(18), "{:?} of 30", lock(&work));
    }

    #[test]
    #[should_panic(expected = "of a predicate")]
    fn a_panic_goes_on_where_the_result_is_waited_for() {
        let queue = TaskQueue::new(2);
        queue.push((0, 0, 0), Box::new(|| panic!("of a predicate")));
        queue.wait_until(|| false);
    }
}
