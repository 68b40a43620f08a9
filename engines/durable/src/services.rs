//! The services of a store's executions: children start in the store, and reports and events are
//! recorded on disk.

use asl_language::hash::fnv1a;
use asl_runtime::__engine::now;
use asl_runtime::error::{Failure, TaskError, names};
use asl_runtime::event::Event;
use asl_runtime::execution::{Report, SendError, TokenError};
use asl_runtime::machine::Form;
use asl_runtime::services::{ExecutionStore, ServiceFuture};
use asl_runtime::value::{Text, Value};
use asl_runtime::{ChildExecution, TaskContext};

use super::handle::WeakDurable;
use super::{CallError, Durable, Parent, Start, time};

impl ExecutionStore for WeakDurable {
    fn run_child<'a>(
        &'a self,
        cx: &'a TaskContext,
        input: Value,
    ) -> ServiceFuture<'a, Result<Value, TaskError>> {
        Box::pin(run_child(self, cx, input))
    }

    fn send<'a>(&'a self, id: &'a str, event: Event) -> ServiceFuture<'a, Result<(), SendError>> {
        Box::pin(send(self, id, event))
    }

    fn report<'a>(
        &'a self,
        token: &'a str,
        report: Report,
    ) -> ServiceFuture<'a, Result<(), TokenError>> {
        Box::pin(pass_report(self, token, report))
    }
}

/// Runs a task that starts an execution.
async fn run_child(
    store: &WeakDurable,
    cx: &TaskContext,
    input: Value,
) -> Result<Value, TaskError> {
    match cx.form() {
        Form::Subflow => run_subflow(store, cx, input).await,
        Form::Answer
        | Form::Sync
        | Form::Sync2
        | Form::Token
        | Form::Activity
        | Form::Rest
        | Form::Rpc
        | Form::Event => start_execution(store, cx, &input).await,
    }
}

/// Waits for the store. If it is closed, this never returns: the task is about to be dropped, and
/// its answer must not be recorded.
async fn open(store: &WeakDurable) -> Durable {
    match store.upgrade() {
        Some(durable) => durable,
        None => std::future::pending().await,
    }
}

/// Returns true if the store is closed; see [`open`].
fn is_gone(error: &CallError) -> bool {
    matches!(error, CallError::Closed | CallError::Store(_))
}

/// The operation that the started execution completes.
fn parent(cx: &TaskContext) -> Parent {
    Parent { id: cx.execution_id(), serial: cx.serial(), is_elsewhere: false }
}

async fn start_execution(
    store: &WeakDurable,
    cx: &TaskContext,
    input: &Value,
) -> Result<Value, TaskError> {
    // Names of states may differ only in characters that names of executions do not allow. The hash
    // of the key differs then.
    let key = cx.idempotency_key().replace(':', "-");
    let mut child =
        ChildExecution::new(&format!("{key}-{:016x}", fnv1a(key.as_bytes())), input, 0)?;
    let is_waited_for = matches!(cx.form(), Form::Sync | Form::Sync2);
    let durable = open(store).await;
    let machine = machine_of(&durable, &child).ok_or_else(|| child.has_no_machine())?;
    let start = Start::new(machine, child.input.clone())
        .name(child.name.clone())
        .id(child.arn.clone())
        .machine_id(child.machine_arn.clone());
    let started = durable.start_child(start, is_waited_for.then(|| parent(cx))).await;
    drop(durable);
    child.start = match started {
        Ok(started) => time::millis(started.started),
        Err(error) if is_gone(&error) => std::future::pending().await,
        Err(CallError::NameTaken { .. }) => return Err(child.exists()),
        Err(CallError::TooManyChildren { .. }) => {
            return Err(ChildExecution::refused(
                "ExecutionLimitExceeded",
                "too many are under way",
            ));
        }
        Err(error) => {
            return Err(ChildExecution::refused("ValidationException", &error.to_string()));
        }
    };
    let answer = child.started(cx.resource());
    if !is_waited_for {
        return Ok(answer);
    }
    cx.submitted(answer);
    let (result, stop) = end_of(store, &child.arn).await?;
    child.ended(cx.form(), &result, stop)
}

/// Name of the machine that a child runs: the given one, or the one in the ARN. AWS's spelling may
/// differ from ours, such as `OrderProcess` for `order_process`.
fn machine_of(durable: &Durable, child: &ChildExecution) -> Option<Text> {
    let (arn, name) = child.machine_names();
    let mut names = durable.machines().iter().map(|known| known.machine);
    let wanted = name.unwrap_or(arn);
    let same = names.clone().find(|known| *known == arn || *known == wanted);
    same.or_else(|| names.find(|known| plain(known).eq(plain(wanted)))).map(Text::new_static)
}

/// The letters and digits of a name, in lower case.
fn plain(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase())
}

/// The end of an execution with its time.
async fn end_of(
    store: &WeakDurable,
    id: &Text,
) -> Result<(Result<Value, Failure>, u64), TaskError> {
    let durable = open(store).await;
    let waiting = durable.wait_for(id.clone(), None);
    drop(durable);
    let result = match waiting.await {
        Ok(result) => result,
        Err(error) if is_gone(&error) => std::future::pending().await,
        Err(error) => return Err(TaskError::new(names::TASK_FAILED, error.to_string())),
    };
    let stop = match open(store).await.describe(id.clone()).await {
        Ok(told) => told.summary.stopped.map_or(0, time::millis),
        Err(error) if is_gone(&error) => std::future::pending().await,
        // The execution was purged immediately.
        Err(_) => now(),
    };
    Ok((result, stop))
}

async fn run_subflow(
    store: &WeakDurable,
    cx: &TaskContext,
    input: Value,
) -> Result<Value, TaskError> {
    let id = Text::new(cx.idempotency_key());
    let durable = open(store).await;
    let start = Start::new(cx.resource(), input).name(id.clone()).id(id.clone());
    let started = durable.start_child(start, Some(parent(cx))).await;
    drop(durable);
    match started {
        Ok(_) => {}
        Err(error) if is_gone(&error) => std::future::pending().await,
        Err(CallError::UnknownMachine { machine, .. }) => {
            let cause = format!("no machine is registered by the name `{machine}`");
            return Err(TaskError::new("UnknownSubflow", cause));
        }
        Err(CallError::TooManyChildren { limit }) => {
            return Err(TaskError::new(
                "TooManySubflows",
                format!("{limit} subflows are running already"),
            ));
        }
        Err(error) => return Err(TaskError::new(names::TASK_FAILED, error.to_string())),
    }
    let (result, _) = end_of(store, &id).await?;
    result.map_err(TaskError::from_failure)
}

/// Hands an event to an execution of the store.
async fn send(store: &WeakDurable, id: &str, event: Event) -> Result<(), SendError> {
    let Some(durable) = store.upgrade() else { return Err(SendError::Unknown) };
    durable.send(id, event).await.map_err(|error| {
        if let CallError::Event(error) = error {
            return error;
        }
        if matches!(error, CallError::Ended { .. }) { SendError::Ended } else { SendError::Unknown }
    })
}

/// Passes a report to the store.
async fn pass_report(store: &WeakDurable, token: &str, report: Report) -> Result<(), TokenError> {
    let Some(durable) = store.upgrade() else { return Err(TokenError::Unknown) };
    durable.report(token, report).await.map_err(|error| {
        if let CallError::Token(error) = error { error } else { TokenError::Unknown }
    })
}
