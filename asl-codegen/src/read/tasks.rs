//! The tasks of a machine, each once.

use std::collections::HashMap;
use std::hash::Hash;

use crate::ir::{Form, Task, TaskId};
use asl_source::span::Spanned;

/// A task without a document.
pub(crate) fn plain_task(resource: Spanned<String>, form: Form) -> Task {
    Task { resource, form, function: None, described: None }
}

/// Tasks by what makes two calls the same task.
pub(crate) struct Tasks<K> {
    list: Vec<Task>,
    ids: HashMap<K, TaskId>,
}

impl<K: Eq + Hash> Tasks<K> {
    pub(crate) fn new() -> Self {
        Self { list: Vec::new(), ids: HashMap::new() }
    }

    /// Returns the task of a key; a new key gets `task`.
    pub(crate) fn get_or_add(&mut self, key: K, task: Task) -> TaskId {
        let next = TaskId(u32::try_from(self.list.len()).unwrap_or(u32::MAX));
        let id = *self.ids.entry(key).or_insert(next);
        if id == next {
            self.list.push(task);
        }
        id
    }

    #[cfg(feature = "sm4c")]
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// Removes all tasks but the first `len`.
    #[cfg(feature = "sm4c")]
    pub(crate) fn truncate(&mut self, len: usize) {
        self.list.truncate(len);
        self.ids.retain(|_, id| id.index() < len);
    }

    pub(crate) fn into_list(self) -> Vec<Task> {
        self.list
    }
}
