//! The tasks of a machine as engines call them: by number, boxed, and with their panics caught.

use std::any::Any;
use std::future::ready;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use crate::task::context::TaskContext;
use crate::task::service_calls::{Served, ServiceCalls};
use asl_execution::machine::for_each::integer;
use asl_value::error::{Failed, Failure, TaskError};
use asl_value::value::Value;

/// A running task.
pub type TaskFuture = Pin<Box<dyn Future<Output = Result<Value, TaskError>> + Send>>;

/// Maximum time-out and heartbeat in seconds, as at AWS.
pub(crate) const MAX_SECONDS: u32 = 99_999_999;

/// The tasks of one machine by number. The compiler implements it over the machine's `Tasks` trait.
pub trait TaskSet: Send + Sync + 'static {
    /// Starts a task.
    fn call(self: Arc<Self>, task: u32, cx: TaskContext, input: Value) -> TaskFuture;
}

/// The number at `TimeoutSecondsPath` or `HeartbeatSecondsPath`, given the value found and the
/// path's text.
pub fn task_seconds(found: &Value, field: &str, path: &str) -> Result<u32, Failed> {
    let seconds = integer(found, &format!("{field}Path"), path)?;
    match u32::try_from(seconds) {
        Ok(seconds @ 1..=MAX_SECONDS) => Ok(seconds),
        Ok(_) | Err(_) => {
            Err(Failure::runtime_unplaced(format!("{field} must be between 1 and {MAX_SECONDS}.")))
        }
    }
}

/// The tasks of a machine, which its executions share. A machine that calls no task has none, so
/// that running it allocates nothing for them.
#[derive(Clone)]
pub struct SharedTasks(Option<Arc<dyn TaskSet>>);

impl SharedTasks {
    /// No tasks.
    pub(crate) const NONE: Self = Self(None);

    pub(crate) fn new(tasks: impl TaskSet) -> Self {
        Self(Some(Arc::new(tasks)))
    }

    /// The tasks, which call others through services. A machine without tasks calls none.
    pub(crate) fn with_services(self, services: Arc<dyn ServiceCalls>) -> Self {
        Self(self.0.map(|tasks| Arc::new(Served::new(tasks, services)) as Arc<dyn TaskSet>))
    }

    #[inline]
    fn shared(&self) -> Arc<dyn TaskSet> {
        let Some(tasks) = &self.0 else {
            unreachable!("the compiler gives tasks to each machine that calls some")
        };
        Arc::clone(tasks)
    }
}

/// A task whose panics are caught: a panic in it, at any time, becomes its error. Only the task's
/// own data can be left inconsistent; it shares none with us.
///
/// `None` once it has ended. It fits into two registers.
pub struct Call(Option<TaskFuture>);

impl Call {
    /// Starts a task.
    #[inline]
    pub fn start(tasks: &SharedTasks, task: u32, cx: TaskContext, input: Value) -> Self {
        let tasks = tasks.shared();
        let start = || start(tasks, task, cx, input);
        let started = catch_unwind(AssertUnwindSafe(start));
        Self(Some(started.unwrap_or_else(|panic| Box::pin(ready(Err(panicked(panic)))))))
    }

    /// Starts a task and polls it once. Returns the answer, or the task if it waits. A task that
    /// answers at once needs no place to wait in, and panics are caught once for all its work.
    #[cfg(feature = "tokio")]
    #[inline]
    pub(crate) fn start_and_poll(
        tasks: &SharedTasks,
        task: u32,
        context: TaskContext,
        input: Value,
        cx: &mut Context<'_>,
    ) -> Result<Result<Value, TaskError>, Self> {
        // Lent to the closure, which would be moved with them.
        let mut given = Some((context, input));
        // They outlive a panic: the result of a task whose destructor panics, and a task that
        // panics while it is polled, which is dropped like any other.
        let (mut result, mut future) = (None, None);
        let polled = catch_unwind(AssertUnwindSafe(|| {
            let Some((context, input)) = given.take() else { return };
            let started = future.insert(start(tasks.shared(), task, context, input));
            if let Poll::Ready(ready) = started.as_mut().poll(cx) {
                result = Some(ready);
                future = None;
            }
        }));
        match (result, polled) {
            (Some(result), Ok(())) => Ok(result),
            (None, Ok(())) => Err(Self(future)),
            (result, Err(panic)) => {
                let error = panicked(panic);
                drop(Self(future));
                Ok(result.unwrap_or(Err(error)))
            }
        }
    }

    /// A call of a future that replaces the one of another call.
    #[cfg(all(feature = "tokio", feature = "tracing"))]
    pub(crate) fn of(future: TaskFuture) -> Self {
        Self(Some(future))
    }

    fn stop(&mut self) {
        let future = self.0.take();
        // A panic in a destructor cannot be reported any more.
        let _ = catch_unwind(AssertUnwindSafe(|| drop(future)));
    }
}

impl Future for Call {
    type Output = Result<Value, TaskError>;

    #[inline]
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Some(future) = &mut self.0 else { return Poll::Pending };
        let polled = catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(cx)));
        let result = match polled {
            Ok(Poll::Pending) => return Poll::Pending,
            Ok(Poll::Ready(result)) => result,
            Err(panic) => Err(panicked(panic)),
        };
        self.stop();
        Poll::Ready(result)
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        if self.0.is_some() {
            self.stop();
        }
    }
}

#[cfg(not(feature = "tracing"))]
fn start(tasks: Arc<dyn TaskSet>, task: u32, cx: TaskContext, input: Value) -> TaskFuture {
    tasks.call(task, cx, input)
}

/// Starts a task within its span, which is the current one whenever the task is polled.
#[cfg(feature = "tracing")]
fn start(tasks: Arc<dyn TaskSet>, task: u32, mut cx: TaskContext, input: Value) -> TaskFuture {
    let Some(span) = cx.take_span() else { return tasks.call(task, cx, input) };
    let future = span.span().in_scope(|| tasks.call(task, cx, input));
    Box::pin(tracing::Instrument::instrument(future, span.span().clone()))
}

fn panicked(panic: Box<dyn Any + Send>) -> TaskError {
    let text = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    let error = TaskError::unnamed(text.unwrap_or("the task panicked"));
    // The panic's value may panic again when it is dropped.
    let _ = catch_unwind(AssertUnwindSafe(|| drop(panic)));
    error
}
