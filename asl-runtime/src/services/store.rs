//! The interface between the services of a process and a store of executions.

use std::fmt;
use std::pin::Pin;

use crate::task::TaskContext;
use asl_execution::event::Event;
use asl_execution::execution::{Report, SendError, TokenError};
use asl_value::error::TaskError;
use asl_value::value::Value;

/// The result of a call of an [`ExecutionStore`].
pub type ServiceFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A store of executions, as tasks of these executions use it; see
/// [`Services::with_store`](super::Services::with_store).
pub trait ExecutionStore: fmt::Debug + Send + Sync {
    /// Performs a task that starts an execution, `states:startExecution` or SM4C's subflow, in the
    /// store.
    fn run_child<'a>(
        &'a self,
        cx: &'a TaskContext,
        input: Value,
    ) -> ServiceFuture<'a, Result<Value, TaskError>>;

    /// Sends an event to the execution with this id.
    fn send<'a>(&'a self, id: &'a str, event: Event) -> ServiceFuture<'a, Result<(), SendError>>;

    /// Delivers a report to the task with this token.
    fn report<'a>(
        &'a self,
        token: &'a str,
        report: Report,
    ) -> ServiceFuture<'a, Result<(), TokenError>>;
}
