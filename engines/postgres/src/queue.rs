//! A queue from threads to tasks.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard};

use asl_runtime::__engine::lock;
use tokio::sync::Notify;

/// A queue that any thread fills, and that tasks empty.
pub(crate) struct Queue<T> {
    state: Mutex<State<T>>,
    filled: Notify,
}

struct State<T> {
    items: VecDeque<T>,
    is_closed: bool,
}

impl<T> Queue<T> {
    pub(crate) fn new() -> Self {
        let state = State { items: VecDeque::new(), is_closed: false };
        Self { state: Mutex::new(state), filled: Notify::new() }
    }

    /// Adds an item, unless the queue is closed.
    pub(crate) fn put(&self, item: T) {
        let mut state = self.lock();
        if !state.is_closed {
            state.items.push_back(item);
            drop(state);
            self.filled.notify_one();
        }
    }

    /// Closes the queue: its items are dropped, and so are later ones.
    pub(crate) fn close(&self) {
        let mut state = self.lock();
        state.is_closed = true;
        let items = std::mem::take(&mut state.items);
        drop(state);
        drop(items);
        self.filled.notify_waiters();
    }

    /// Waits for items, and takes as many as this function accepts. Returns an empty list if the
    /// queue is closed.
    pub(crate) async fn take(&self, mut accepts: impl FnMut(&T) -> bool) -> Vec<T> {
        loop {
            let filled = self.filled.notified();
            {
                let mut state = self.lock();
                let mut taken = Vec::new();
                while let Some(item) = state.items.front() {
                    if !accepts(item) && !taken.is_empty() {
                        break;
                    }
                    taken.extend(state.items.pop_front());
                }
                let has_more = !state.items.is_empty();
                if !taken.is_empty() || state.is_closed {
                    drop(state);
                    if has_more {
                        self.filled.notify_one();
                    }
                    return taken;
                }
            }
            filled.await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        lock(&self.state)
    }
}
