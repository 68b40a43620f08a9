//! Tasks that run away from their execution. An engine hands out calls as data, and another process
//! runs the machine's own task for each.
//!
//! ```
//! use asl_runtime::engine::remote::{RemoteCall, RemoteTasks};
//! use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
//!
//! asl_machine!("doc/greet.asl.json"); // -> mod greet, whose state `Greet` calls `greet`
//!
//! struct Polite;
//!
//! impl greet::Tasks for Polite {
//!     async fn greet(&self, cx: &TaskContext, _input: Value) -> Result<Value, TaskError> {
//!         Ok(Value::from(cx.idempotency_key()))
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let runtime = tokio::runtime::Builder::new_current_thread().build()?;
//! let tasks = RemoteTasks::new(greet::machine(Polite));
//! let call = RemoteCall::new("Greet#0~1").execution_id("order-7");
//! assert_eq!(runtime.block_on(tasks.start(call, json!({}))?), Ok(json!("order-7.Greet#0~1")));
//! # Ok(())
//! # }
//! ```

use std::collections::HashMap;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use crate::task::context::{Away, Notes, TaskContext};
use crate::task::{Call, Compiled};
use asl_execution::execution::{Identity, parse_operation_id, written};
use asl_execution::machine::sm4c::CallRow;
use asl_execution::machine::{Effect, Kind, Machine, TaskRow};
use asl_value::error::TaskError;
use asl_value::value::{Text, Value};

/// The tasks of a machine, callable by the names of operations. Cloning it is cheap.
#[derive(Clone)]
pub struct RemoteTasks {
    compiled: Compiled,
    /// Rows by the state's name in an operation.
    states: Arc<HashMap<String, Vec<Row>>>,
}

/// A task and, in SM4C, further data of its call in the definition.
type Row = (&'static str, &'static TaskRow, Option<&'static CallRow>);

/// The data of a call that are needed to run its task.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct RemoteCall {
    /// The name of the operation, as [`OperationId`](asl_execution::execution::OperationId) prints it: `Ship#1~2`.
    pub operation: Text,
    /// The Resource as written in the definition, which distinguishes the calls of one state. Empty
    /// means the first.
    pub resource: Text,
    /// Id of the execution, part of the idempotency key.
    pub execution_id: Text,
    /// Name of the execution.
    pub execution_name: Text,
    /// The value of [`TaskContext::token`], in the form that the engine accepts for reports.
    pub token: Text,
    /// `Credentials` of the state.
    pub credentials: Option<Value>,
}

impl RemoteCall {
    /// The call of an operation, by its name.
    pub fn new(operation: impl Into<Text>) -> Self {
        Self { operation: operation.into(), ..Self::default() }
    }

    crate::__setters! {
        resource: impl Into<Text>,
        execution_id: impl Into<Text>,
        execution_name: impl Into<Text>,
        token: impl Into<Text>,
        credentials: impl Into<Option<Value>>,
    }
}

/// The error of a call without a task: it belongs to another machine.
#[derive(Clone, PartialEq, Eq)]
pub struct UnknownTask {
    machine: &'static str,
    operation: Text,
    resource: Text,
}

/// A running task: a future of its result. A panic in the task is its error. Dropping the future
/// drops the task.
#[must_use = "futures do nothing unless polled"]
pub struct RemoteTask {
    call: Call,
    notes: Option<Arc<Notes>>,
    state: &'static str,
    row: &'static TaskRow,
}

impl RemoteTasks {
    /// The tasks of this machine.
    #[inline]
    pub fn new(compiled: impl Into<Compiled>) -> Self {
        let compiled = compiled.into();
        let mut states: HashMap<String, Vec<Row>> = HashMap::new();
        let machine = compiled.machine();
        for node in machine.nodes {
            if let Kind::Invoke(Effect::Task(task)) = &node.kind {
                let rows = states.entry(written(node.state)).or_default();
                rows.push((node.state, task, node.sm4c_call()));
            }
        }
        Self { compiled, states: Arc::new(states) }
    }

    /// The machine.
    pub fn machine(&self) -> &'static Machine {
        self.compiled.machine()
    }

    /// The row of a call's task.
    ///
    /// # Errors
    /// The machine has no such task.
    #[inline]
    pub fn find(&self, call: &RemoteCall) -> Result<&'static TaskRow, UnknownTask> {
        self.row(call).map(|((_, task, _), _)| task)
    }

    /// Starts the task of a call.
    ///
    /// # Errors
    /// The machine has no such task.
    #[inline]
    pub fn start(&self, call: RemoteCall, input: Value) -> Result<RemoteTask, UnknownTask> {
        let ((state, row, also), attempt) = self.row(&call)?;
        let RemoteCall { operation, execution_id, execution_name, token, credentials, .. } = call;
        let (role_arn, machine_id) = (Text::default(), Text::default());
        let identity = Identity { id: execution_id, name: execution_name, role_arn, machine_id };
        let context = TaskContext::away(
            self.machine().name,
            Away { operation, state, attempt, token },
            (row, also),
            identity,
            credentials,
        );
        let notes = context.notes();
        Ok(RemoteTask {
            call: Call::start(self.compiled.tasks(), row.task, context, input),
            notes,
            state,
            row,
        })
    }

    #[inline]
    fn row(&self, call: &RemoteCall) -> Result<(Row, u32), UnknownTask> {
        let found = parse_operation_id(&call.operation).and_then(|(state, attempt)| {
            let is_asked = |row: &&Row| call.resource.is_empty() || call.resource == row.1.resource;
            Some((*self.states.get(state)?.iter().find(is_asked)?, attempt))
        });
        found.ok_or_else(|| UnknownTask {
            machine: self.machine().name,
            operation: call.operation.clone(),
            resource: call.resource.clone(),
        })
    }
}

impl RemoteTask {
    /// Number of heartbeats of the task. Registers the caller's waker for the next one.
    pub fn heartbeats(&self, cx: &Context<'_>) -> u64 {
        self.notes.as_ref().map_or(0, |notes| notes.count(cx.waker()))
    }

    /// The name of the state.
    pub fn state(&self) -> &'static str {
        self.state
    }

    /// Returns true if its limits apply: not while it is an activity that waits for a worker.
    pub fn has_begun(&self) -> bool {
        self.notes.as_ref().is_none_or(|notes| !notes.is_queued())
    }

    /// The row of the task in the machine's table.
    pub fn row(&self) -> &'static TaskRow {
        self.row
    }
}

impl Future for RemoteTask {
    type Output = Result<Value, TaskError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.call).poll(cx)
    }
}

impl fmt::Debug for RemoteTasks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RemoteTasks").field("machine", &self.machine().name).finish_non_exhaustive()
    }
}

impl fmt::Debug for RemoteTask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RemoteTask").field("resource", &self.row.resource).finish_non_exhaustive()
    }
}

impl fmt::Display for UnknownTask {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { machine, operation, resource } = self;
        write!(f, "machine `{machine}` has no task for the operation `{operation}`")?;
        if resource.is_empty() { Ok(()) } else { write!(f, " with the resource `{resource}`") }
    }
}

asl_language::__readable_error!(UnknownTask);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::machines::{FAN, RETRY};
    use asl_value::json;

    fn tasks(machine: &'static Machine) -> RemoteTasks {
        RemoteTasks::new(Compiled::new(machine, Told))
    }

    struct Told;

    impl crate::task::TaskSet for Told {
        fn call(
            self: Arc<Self>,
            _task: u32,
            cx: TaskContext,
            input: Value,
        ) -> crate::task::TaskFuture {
            Box::pin(async move {
                assert_ne!(input, json!("burst"), "out of cheese");
                cx.heartbeat();
                let attempt = cx.attempt();
                Ok(json!([
                    cx.idempotency_key(),
                    cx.operation(),
                    cx.state(),
                    attempt,
                    cx.resource(),
                    cx.token()
                ]))
            })
        }
    }

    fn call(operation: &str) -> RemoteCall {
        RemoteCall::new(operation).execution_id("o-7").token("t")
    }

    fn run(task: &mut RemoteTask) -> (Poll<Result<Value, TaskError>>, u64) {
        let mut cx = Context::from_waker(std::task::Waker::noop());
        (Pin::new(&mut *task).poll(&mut cx), task.heartbeats(&cx))
    }

    #[test]
    fn the_context_equals_that_in_the_execution() {
        let mut task =
            tasks(&FAN).start(call("Fan#0.1.B#0~3"), json!(1)).expect("a task of the machine");
        let told = json!(["o-7.Fan#0.1.B#0~3", "Fan#0.1.B#0~3", "B", 3, task.row().resource, "t"]);
        assert_eq!(run(&mut task), (Poll::Ready(Ok(told)), 1));
    }

    #[test]
    fn a_panic_is_the_error_of_the_task() {
        let mut task =
            tasks(&FAN).start(call("Fan#0.1.B#0"), json!("burst")).expect("a task of the machine");
        let (Poll::Ready(Err(error)), 0) = run(&mut task) else { panic!("it fails") };
        assert_eq!(error.error(), "States.TaskFailed");
        assert!(error.cause().is_some_and(|cause| cause.contains("out of cheese")), "{error}");
    }

    #[test]
    fn errors_name_calls_of_other_machines() {
        for operation in ["Fan#0.1.B#0", "", "no operation"] {
            let error = tasks(&RETRY)
                .start(call(operation), json!(1))
                .expect_err("no task of this machine");
            assert_eq!(
                error.to_string(),
                format!("machine `RETRY` has no task for the operation `{operation}`")
            );
        }
        let other = call("Fan#0.1.B#0").resource("other");
        let error = tasks(&FAN).find(&other).map(|row| row.resource).expect_err("another resource");
        let text =
            "machine `FAN` has no task for the operation `Fan#0.1.B#0` with the resource `other`";
        assert_eq!(error.to_string(), text);
    }
}
