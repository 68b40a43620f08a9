//! Warns of tasks that block the thread of their execution.

use std::collections::BTreeSet;
use std::pin::Pin;
use std::sync::Mutex;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use tracing::level_filters::LevelFilter;

use crate::task::Call;
use asl_execution::machine::TaskRow;
use asl_value::error::TaskError;
use asl_value::mutex::lock;
use asl_value::value::Value;

/// Longest time of one poll without a warning.
const LONGEST_POLL: Duration = Duration::from_millis(100);

/// Tasks, by method and Resource, for which a warning was issued in this process.
static WARNED: Mutex<BTreeSet<(&str, &str)>> = Mutex::new(BTreeSet::new());

/// A call whose polls are measured. It is boxed, because a reference in each waiting execution would
/// not fit into the memory that tokio allocates for it.
struct Watched {
    call: Call,
    task: &'static TaskRow,
}

/// Polls a task for the first time, with a warning if that blocks and a subscriber wants warnings.
pub(crate) fn first_poll<T>(task: &'static TaskRow, poll: impl FnOnce() -> T) -> T {
    if LevelFilter::current() < LevelFilter::WARN { poll() } else { measured(task, poll) }
}

fn measured<T>(task: &'static TaskRow, poll: impl FnOnce() -> T) -> T {
    let began = Instant::now();
    let polled = poll();
    let elapsed = began.elapsed();
    if elapsed > LONGEST_POLL {
        warn(task, elapsed);
    }
    polled
}

/// The call, with a warning if it blocks and a subscriber wants warnings.
pub(crate) fn watched(call: Call, task: &'static TaskRow) -> Call {
    if LevelFilter::current() < LevelFilter::WARN {
        return call;
    }
    Call::of(Box::pin(Watched { call, task }))
}

impl Future for Watched {
    type Output = Result<Value, TaskError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Self { call, task } = &mut *self;
        measured(task, || Pin::new(call).poll(cx))
    }
}

/// Warns once for each task.
#[cold]
fn warn(task: &TaskRow, elapsed: Duration) {
    let TaskRow { method, resource, .. } = *task;
    if !lock(&WARNED).insert((method, resource)) {
        return;
    }
    tracing::warn!(
        task = method,
        resource,
        elapsed_ms = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX),
        "the task blocked its thread, so nothing else of its execution ran meanwhile: use \
         `tokio::task::spawn_blocking` for blocking calls, or `RunOptions::spawn` for long \
         computations"
    );
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::sync::{Arc, Mutex};

    use tracing::field::{Field, Visit};
    use tracing::span;

    use super::*;
    use crate::engine::in_process::tests::traces::subscribe;
    use crate::task::{Compiled, TaskContext, TaskFuture, TaskSet};
    use crate::tests::machines::SLOW;
    use asl_value::json;

    /// Collects the fields of all events.
    #[derive(Clone, Default)]
    struct Collected(Arc<Mutex<Vec<String>>>);

    impl tracing::Subscriber for Collected {
        fn enabled(&self, metadata: &tracing::Metadata<'_>) -> bool {
            *metadata.level() == tracing::Level::WARN
        }

        fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
            span::Id::from_u64(1)
        }

        fn record(&self, _: &span::Id, _: &span::Record<'_>) {}

        fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

        fn event(&self, event: &tracing::Event<'_>) {
            let mut line = Line(event.metadata().level().to_string());
            event.record(&mut line);
            lock(&self.0).push(line.0);
        }

        fn enter(&self, _: &span::Id) {}

        fn exit(&self, _: &span::Id) {}
    }

    struct Line(String);

    impl Visit for Line {
        fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
            use std::fmt::Write;
            write!(self.0, " {field}={value:?}").expect("a String takes all");
        }
    }

    /// Blocks its thread in each call.
    struct Blocking(AtomicU32);

    impl TaskSet for Blocking {
        fn call(self: Arc<Self>, _: u32, _: TaskContext, _: Value) -> TaskFuture {
            Box::pin(async move {
                std::thread::sleep(LONGEST_POLL + Duration::from_millis(10));
                self.0.fetch_add(1, Ordering::Relaxed);
                Ok(json!("done"))
            })
        }
    }

    #[tokio::test]
    async fn a_task_that_blocks_is_reported_once() {
        let collected = Collected::default();
        let guard = subscribe(collected.clone());
        let compiled = Compiled::new(&SLOW, Blocking(AtomicU32::new(0)));
        // A task of its own does not block its execution.
        let spawned = crate::RunOptions::default().spawn(true);
        compiled.run_with(json!({}), spawned).await.expect("it succeeds");
        assert_eq!(lock(&collected.0).len(), 0);
        for _ in 0..2 {
            compiled.run(json!({})).await.expect("it succeeds");
        }
        drop(guard);
        let lines = lock(&collected.0).clone();
        let [line] = &lines[..] else { panic!("{lines:?}") };
        assert!(line.starts_with("WARN message=the task blocked its thread"), "{line}");
        assert!(line.contains("spawn_blocking"), "{line}");
        assert!(line.contains(" task=\"slow_task\" resource=\"slow\""), "{line}");
    }
}
