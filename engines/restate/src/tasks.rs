//! Runs one task of a machine with its limits, as the task service or in place. The result is always
//! data, task errors included, so the engine never retries because of a task. It retries after the
//! loss of a process; the task then starts again under the same idempotency key.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context as Waking, Poll};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use asl_runtime::engine::remote::{RemoteCall, RemoteTask};
use asl_runtime::value::Text;
use asl_runtime::{TaskError, Value};
use restate_sdk::context::{Context, ContextSideEffects, ContextSignals, RunFuture};
use restate_sdk::errors::{HandlerError, HandlerResult, TerminalError};
use tokio::time::{Instant, Sleep, sleep, sleep_until};

use crate::payload::{Durable, Payload};
use crate::wire::{TaskAnswer, TaskEnd, TaskRequest};
use asl_runtime::__engine::Directory;

/// Name of the step of a journal that runs a task.
pub(crate) const STEP: &str = "task";
/// A signal that is never sent: only the cancellation of the invocation ends the wait for it.
pub(crate) const NEVER: &str = "never";

/// The tasks of a machine.
pub(crate) struct Tasks {
    pub(crate) service: Text,
    pub(crate) directory: Arc<Directory>,
    /// Maximum size of a result in bytes.
    pub(crate) largest: usize,
}

impl Tasks {
    /// The handler `run`.
    pub(crate) async fn run(
        self: &Arc<Self>,
        ctx: Context<'_>,
        request: Payload,
    ) -> HandlerResult<Payload> {
        let request = request.read().map_err(|error| {
            TerminalError::new_with_code(400, format!("not a task request: {error}"))
        })?;
        let cancelled = Box::pin(ctx.signal::<Payload>(NEVER));
        let tasks = Arc::clone(self);
        // The result is journaled before the response, so it stays the same if the process is lost
        // meanwhile.
        let run = ctx.run(move || tasks.perform(request, cancelled));
        Ok(run.name(STEP).await?)
    }

    /// The work of the step of a journal that runs a task.
    pub(crate) async fn perform(
        self: Arc<Self>,
        request: TaskRequest,
        cancelled: Durable<'_>,
    ) -> HandlerResult<Payload> {
        let end = performed(self.start(request)?, cancelled).await?;
        Ok(sized(end, self.largest))
    }

    /// Starts the task. If this program does not have it, the execution must not fail: the engine
    /// retries until a program with the task is available.
    fn start(&self, request: TaskRequest) -> HandlerResult<Limited> {
        let TaskRequest {
            hash,
            operation,
            resource,
            id,
            name,
            token,
            credentials,
            timeout,
            silence,
            input,
        } = request;
        let version = self
            .directory
            .version(&self.service, hash)
            .or_else(|| self.directory.latest(&self.service));
        let Some(version) = version else {
            return Err(HandlerError::from(format!("no machine is served as `{}`", self.service)));
        };
        let call = RemoteCall::new(operation)
            .resource(resource)
            .execution_id(id)
            .execution_name(name)
            .token(token)
            .credentials(credentials);
        let begun = hash == version.machine().hash;
        let task = version.start(call, input).map_err(|error| {
            let other = if begun { "" } else { "the execution was begun with another version: " };
            HandlerError::from(format!("{other}{error}"))
        })?;
        Ok(Limited::new(task, timeout, silence))
    }
}

/// Runs a task to its end, or drops it when the invocation is cancelled. The signal must be the
/// only durable future polled meanwhile.
async fn performed(
    mut task: Limited,
    mut cancelled: Durable<'_>,
) -> Result<TaskEnd, TerminalError> {
    std::future::poll_fn(|waking| {
        // A task that completes at once does not need the watch.
        if let Poll::Ready(end) = Pin::new(&mut task).poll(waking) {
            return Poll::Ready(Ok(end));
        }
        cancelled.as_mut().poll(waking).map(|signal| {
            Err(signal.err().unwrap_or_else(|| TerminalError::new_with_code(409, "cancelled")))
        })
    })
    .await
}

/// The result, if it is within the size limit.
fn sized(end: TaskEnd, largest: usize) -> Payload {
    let answer = Payload::of(&TaskAnswer { end, now: now() });
    if answer.len() <= largest {
        return answer;
    }
    let cause = format!(
        "the task's answer is {} bytes long; at most {largest} go through Restate",
        answer.len()
    );
    let end = TaskEnd::Err(TaskError::new("States.DataLimitExceeded", cause));
    Payload::of(&TaskAnswer { end, now: now() })
}

/// A task with its limits, counted in this process.
struct Limited {
    task: RemoteTask,
    timeout: Option<u64>,
    silence: Option<u64>,
    /// Heartbeats so far.
    seen: u64,
    time: Option<Pin<Box<Sleep>>>,
    beat: Option<Pin<Box<Sleep>>>,
}

impl Limited {
    fn new(task: RemoteTask, timeout: Option<u64>, silence: Option<u64>) -> Self {
        Self { task, timeout, silence, seen: 0, time: None, beat: None }
    }

    /// The time-out in place of a result that came after it, in a poll that began at this time.
    fn late(&self, began: Instant) -> Option<TaskEnd> {
        let timeout = Duration::from_millis(self.timeout?);
        let end = match &self.time {
            Some(time) => time.deadline(),
            // The first poll.
            None if self.task.has_begun() => began.checked_add(timeout)?,
            None => return None,
        };
        // tokio's timers count milliseconds.
        (Instant::now() >= end + Duration::from_millis(1)).then_some(TaskEnd::TimedOut)
    }

    fn poll_limits(&mut self, began: Instant, waking: &mut Waking<'_>) -> Poll<TaskEnd> {
        let seen = self.task.heartbeats(waking);
        if !self.task.has_begun() {
            return Poll::Pending;
        }
        if let Some(timeout) = self.timeout {
            let time = self.time.get_or_insert_with(|| {
                let end = began.checked_add(Duration::from_millis(timeout));
                end.map_or_else(|| after(timeout), |end| Box::pin(sleep_until(end)))
            });
            if time.as_mut().poll(waking).is_ready() {
                return Poll::Ready(TaskEnd::TimedOut);
            }
        }
        let Some(silence) = self.silence else { return Poll::Pending };
        let beat = self.beat.get_or_insert_with(|| after(silence));
        if seen != self.seen {
            self.seen = seen;
            beat.as_mut().reset(Instant::now() + Duration::from_millis(silence));
        }
        beat.as_mut().poll(waking).map(|()| TaskEnd::Silent)
    }
}

impl Future for Limited {
    type Output = TaskEnd;

    fn poll(mut self: Pin<&mut Self>, waking: &mut Waking<'_>) -> Poll<TaskEnd> {
        let began = Instant::now();
        let Poll::Ready(result) = Pin::new(&mut self.task).poll(waking) else {
            return self.poll_limits(began, waking);
        };
        Poll::Ready(match (self.late(began), result) {
            (Some(end), _) => end,
            (None, Ok(output)) => bounded(output),
            (None, Err(error)) => TaskEnd::Err(error),
        })
    }
}

/// Data without a JSON form are an error of the task.
fn bounded(output: Value) -> TaskEnd {
    match output.within_depth() {
        Ok(_) => TaskEnd::Ok(output),
        Err(error) => TaskEnd::Err(TaskError::new("States.TaskFailed", error.to_string())),
    }
}

fn after(millis: u64) -> Pin<Box<Sleep>> {
    Box::pin(sleep(Duration::from_millis(millis)))
}

/// Milliseconds since 1970.
pub(crate) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use asl_runtime::engine::remote::RemoteTasks;
    use asl_runtime::{TaskContext, asl_machine, json};

    use super::*;

    asl_machine!("tests/machines/limits.asl.json", default_task_timeout = 60);

    struct Beats;

    impl limits::Tasks for Beats {
        async fn never(&self, _cx: &TaskContext, _input: Value) -> Result<Value, TaskError> {
            std::future::pending().await
        }

        async fn beats(&self, cx: &TaskContext, _input: Value) -> Result<Value, TaskError> {
            for _ in 0..5 {
                sleep(Duration::from_millis(900)).await;
                cx.heartbeat();
            }
            std::future::pending().await
        }

        async fn panics(&self, _cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
            // Time passes within this poll.
            let blocks = Duration::from_millis(input.as_u64().unwrap_or_default());
            let mut advanced = std::pin::pin!(tokio::time::advance(blocks));
            std::future::poll_fn(|waking| {
                let _ = advanced.as_mut().poll(waking);
                Poll::Ready(())
            })
            .await;
            panic!("out of cheese")
        }
    }

    /// The end of a task, and its duration in milliseconds.
    async fn ended(operation: &str, timeout: u64, silence: Option<u64>) -> (TaskEnd, u128) {
        ended_with(operation, timeout, silence, json!({})).await
    }

    async fn ended_with(
        operation: &str,
        timeout: u64,
        silence: Option<u64>,
        input: Value,
    ) -> (TaskEnd, u128) {
        let call = RemoteCall::new(operation);
        let task = RemoteTasks::new(limits::machine(Beats))
            .start(call, input)
            .expect("a task of the machine");
        let from = Instant::now();
        (Limited::new(task, Some(timeout), silence).await, from.elapsed().as_millis())
    }

    #[tokio::test(start_paused = true)]
    async fn limits_count_from_the_beginning_and_from_each_heartbeat() {
        for (operation, silence, end, millis) in [
            ("Never#0", None, TaskEnd::TimedOut, 10_000),
            ("Silent#1", Some(1_000), TaskEnd::Silent, 1_000),
            ("Beats#2", Some(1_000), TaskEnd::Silent, 5_500),
            ("Beats#2", Some(6_000), TaskEnd::TimedOut, 10_000),
        ] {
            let (found, after) = ended(operation, 10_000, silence).await;
            assert_eq!(found, end, "{operation}");
            assert!((millis..millis + 20).contains(&after), "{operation}: {after}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_time_out_wins_over_a_result_that_comes_after_it() {
        let late = ended_with("Panics#3", 10_000, None, json!(12_000)).await;
        assert_eq!(late, (TaskEnd::TimedOut, 12_000));
        let (end, _) = ended_with("Panics#3", 10_000, None, json!(9_000)).await;
        assert!(matches!(end, TaskEnd::Err(_)), "{end:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_panic_is_the_error_of_the_task() {
        let (TaskEnd::Err(error), _) = ended("Panics#3", 10_000, None).await else {
            panic!("it fails")
        };
        assert_eq!((error.error(), error.cause()), ("States.TaskFailed", Some("out of cheese")));
    }
}
