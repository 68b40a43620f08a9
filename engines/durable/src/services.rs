//! The services of a store's executions: children start in the store, and reports and events are
//! recorded on disk.

use std::time::Duration;

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
    if cx.form() == Form::Subflow {
        return run_subflow(store, cx, input).await;
    }
    start_execution(store, cx, &input).await
}

/// Waits for the store. If it is closed, this never returns: the task is about to be dropped, and
/// its answer must not be recorded.
async fn open(store: &WeakDurable) -> Durable {
    match store.upgrade() {
        Some(durable) => durable,
        None => std::future::pending().await,
    }
}

/// First pause until a call is made again that another process could not answer; it doubles with
/// each.
const PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// Makes a call. If the store is closed, this never returns: see [`open`]. If the call is for a part
/// of the store that cannot be reached now, it is made again: a task runs at least once, and so do
/// its calls.
async fn call<T, C: Future<Output = Result<T, CallError>>>(
    store: &WeakDurable,
    begin: impl Fn(Durable) -> C,
) -> Result<T, CallError> {
    let mut pause = PAUSE;
    loop {
        let durable = open(store).await;
        let is_shared = durable.is_shared();
        match begin(durable).await {
            Err(CallError::Store(_)) if is_shared => {}
            Err(CallError::Closed | CallError::Store(_)) => return std::future::pending().await,
            result => return result,
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
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
    drop(durable);
    let started = call(store, |durable| {
        let (start, parent) = (start.clone(), is_waited_for.then(|| parent(cx)));
        async move { durable.start_child(start, parent).await }
    });
    child.start = match started.await {
        Ok(started) => time::millis(started.started),
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
    let result = match call(store, |durable| durable.wait_for(id.clone(), None)).await {
        Ok(result) => result,
        Err(error) => return Err(TaskError::new(names::TASK_FAILED, error.to_string())),
    };
    let described = call(store, |durable| async move { durable.describe(id.clone()).await });
    let stop = match described.await {
        Ok(told) => told.summary.stopped.map_or(0, time::millis),
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
    let start = Start::new(cx.resource(), input).name(id.clone()).id(id.clone());
    let started = call(store, |durable| {
        let (start, parent) = (start.clone(), parent(cx));
        async move { durable.start_child(start, Some(parent)).await }
    });
    match started.await {
        Ok(_) => {}
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
    if store.upgrade().is_none() {
        return Err(SendError::Unknown);
    }
    let sent = call(store, |durable| {
        let event = event.clone();
        async move { durable.send(id, event).await }
    });
    sent.await.map_err(|error| {
        if let CallError::Event(error) = error {
            return error;
        }
        if matches!(error, CallError::Ended { .. }) { SendError::Ended } else { SendError::Unknown }
    })
}

/// Passes a report to the store.
async fn pass_report(store: &WeakDurable, token: &str, report: Report) -> Result<(), TokenError> {
    if store.upgrade().is_none() {
        return Err(TokenError::Unknown);
    }
    let passed = call(store, |durable| {
        let report = report.clone();
        async move { durable.report(token, report).await }
    });
    passed.await.map_err(|error| {
        if let CallError::Token(error) = error { error } else { TokenError::Unknown }
    })
}
