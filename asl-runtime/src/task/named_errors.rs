//! Tasks whose errors get the Error Names of their types.

use std::sync::Arc;

use crate::task::{TaskContext, TaskFuture, TaskSet};
use asl_value::error::ErrorName;
use asl_value::value::Value;

/// Tasks, and the types of errors that name themselves.
struct NamedErrors<T> {
    tasks: Arc<T>,
    types: &'static [ErrorName],
}

/// The tasks with the names of these types of errors. All engines call them like others.
pub fn with_error_names(tasks: impl TaskSet, types: &'static [ErrorName]) -> impl TaskSet {
    NamedErrors { tasks: Arc::new(tasks), types }
}

impl<T: TaskSet> TaskSet for NamedErrors<T> {
    fn call(self: Arc<Self>, task: u32, cx: TaskContext, input: Value) -> TaskFuture {
        let call = Arc::clone(&self.tasks).call(task, cx, input);
        let types = self.types;
        Box::pin(async move { call.await.map_err(|error| error.with_name(types)) })
    }
}
