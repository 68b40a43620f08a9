//! Spans and events of the crate `tracing`.

use std::collections::BTreeMap;
use std::fmt::{Debug, Write};
use std::sync::{LazyLock, MutexGuard};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::{DefaultGuard, NoSubscriber, set_default};
use tracing::{Dispatch, Metadata, Subscriber, info};

use asl_value::mutex::lock;

use super::*;

/// Writes a line for each span that opens or closes and each event, after the names of the spans
/// around it.
#[derive(Clone, Default)]
struct Traces(Arc<Mutex<Open>>);

#[derive(Default)]
struct Open {
    last: u64,
    /// The name and path of each span, and the number of its handles.
    spans: BTreeMap<u64, (String, u32)>,
    /// The spans that were entered, innermost last.
    entered: Vec<u64>,
    lines: Vec<String>,
}

struct Fields(String);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        // Ids and hashes differ between runs.
        if field.name() == "machine.version" || field.name() == "execution.id" {
            return;
        }
        let name = if field.name() == "message" { "" } else { field.name() };
        write!(self.0, " {name}{}{value:?}", if name.is_empty() { "" } else { "=" })
            .expect("a String takes all");
    }
}

impl Open {
    fn path(&self, parent: Option<&Id>, is_contextual: bool) -> String {
        let inner = self.entered.last().copied().filter(|_| is_contextual);
        let parent = parent.map(Id::into_u64).or(inner);
        parent.and_then(|id| self.spans.get(&id)).map_or(String::new(), |(path, _)| path.clone())
    }
}

impl Subscriber for Traces {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("asl_runtime")
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut open = lock(&self.0);
        let mut fields = Fields(String::new());
        span.record(&mut fields);
        let around = open.path(span.parent(), span.is_contextual());
        let path = format!("{around}/{}{}", span.metadata().name(), fields.0);
        open.lines.push(format!("open {path}"));
        open.last += 1;
        let id = open.last;
        open.spans.insert(id, (path, 1));
        Id::from_u64(id)
    }

    fn record(&self, id: &Id, values: &Record<'_>) {
        let mut fields = Fields(String::new());
        values.record(&mut fields);
        let mut open = lock(&self.0);
        let path = open.path(Some(id), false);
        if !fields.0.is_empty() {
            open.lines.push(format!("record {path}:{}", fields.0));
        }
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &tracing::Event<'_>) {
        let mut fields = Fields(String::new());
        event.record(&mut fields);
        let mut open = lock(&self.0);
        let path = open.path(event.parent(), event.is_contextual());
        open.lines.push(format!("{} {path}:{}", event.metadata().level(), fields.0));
    }

    fn enter(&self, id: &Id) {
        lock(&self.0).entered.push(id.into_u64());
    }

    fn exit(&self, _: &Id) {
        lock(&self.0).entered.pop();
    }

    fn clone_span(&self, id: &Id) -> Id {
        if let Some((_, handles)) = lock(&self.0).spans.get_mut(&id.into_u64()) {
            *handles += 1;
        }
        id.clone()
    }

    fn try_close(&self, id: Id) -> bool {
        let mut open = lock(&self.0);
        let Some((path, handles)) = open.spans.get_mut(&id.into_u64()) else { return false };
        *handles -= 1;
        let (path, is_closed) = (path.clone(), *handles == 0);
        if is_closed {
            open.spans.remove(&id.into_u64());
            open.lines.push(format!("close {path}"));
        }
        is_closed
    }
}

/// A subscriber of this thread. The tests of spans take turns.
pub(crate) struct Subscribed {
    _subscriber: DefaultGuard,
    _turn: MutexGuard<'static, ()>,
}

pub(crate) fn subscribe(subscriber: impl Subscriber + Send + Sync) -> Subscribed {
    static TURN: Mutex<()> = Mutex::new(());
    // With a single subscriber, `tracing` asks only the thread that first meets a span, which may
    // be one without any.
    static OTHER: LazyLock<Dispatch> = LazyLock::new(|| Dispatch::new(NoSubscriber::new()));
    let turn = lock(&TURN);
    LazyLock::force(&OTHER);
    Subscribed { _subscriber: set_default(subscriber), _turn: turn }
}

impl Traces {
    fn collect() -> (Self, Subscribed) {
        let traces = Self::default();
        let guard = subscribe(traces.clone());
        (traces, guard)
    }

    fn lines(&self) -> Vec<String> {
        lock(&self.0).lines.clone()
    }

    /// Lines that begin so, in order.
    fn beginning(&self, start: &str) -> Vec<String> {
        self.lines().into_iter().filter(|line| line.starts_with(start)).collect()
    }

    /// Checks that every span is closed.
    fn all_closed(&self) {
        let open = lock(&self.0);
        assert!(open.spans.is_empty(), "{:?}", open.spans);
    }
}

#[tokio::test(start_paused = true)]
async fn executions_states_and_attempts_have_spans() {
    let (traces, _guard) = Traces::collect();
    let compiled = with(&RETRY, |cx, _| async move {
        info!("begins");
        sleep(Duration::from_secs(2)).await;
        info!("ends");
        if cx.attempt() == 0 {
            Err(TaskError::new("ErrorA", "secret"))
        } else {
            Ok(json!("secret"))
        }
    });
    compiled.run(json!("secret")).await.expect("the retry succeeds");
    traces.all_closed();
    let lines = traces.lines();
    assert!(!format!("{lines:?}").contains("secret"), "no data: {lines:?}");
    let execution = format!("/asl.execution machine.name={:?}", RETRY.name);
    let state = format!("{execution}/asl.state state.name=\"X\"");
    let last = format!("{execution}/asl.state state.name=\"Y\"");
    let task = |attempt: u32| {
        let Kind::Invoke(Effect::Task(TaskRow { resource, .. })) = &RETRY.nodes[0].kind else {
            panic!("it begins with a task")
        };
        format!("{state}/asl.task state.name=\"X\" attempt={attempt} resource={resource:?}")
    };
    let expected = [
        format!("open {execution}"),
        format!("open {state}"),
        format!("open {}", task(0)),
        format!("INFO {}: begins", task(0)),
        format!("INFO {}: ends", task(0)),
        format!("close {}", task(0)),
        format!("INFO {state}: retry state.name=\"X\" attempt=1 error=\"ErrorA\" delay_ms=1000"),
        format!("open {}", task(1)),
        format!("INFO {}: begins", task(1)),
        format!("INFO {}: ends", task(1)),
        format!("close {}", task(1)),
        format!("close {state}"),
        format!("open {last}"),
        format!("record {execution}: execution.status=\"succeeded\""),
        format!("INFO {execution}: end status=\"succeeded\""),
        format!("close {last}"),
        format!("close {execution}"),
    ];
    assert_eq!(lines, expected);
}

#[tokio::test]
async fn spans_of_iterations_and_branches_are_within_their_state() {
    let (traces, guard) = Traces::collect();
    let compiled = with(&MAP, |_, input| async move { Ok(input) });
    compiled.run(json!([1, 2])).await.expect("it succeeds");
    let states = traces.beginning("open");
    for index in 0..2 {
        let is_task = |line: &&String| {
            line.contains("/asl.task") && line.ends_with(&format!("map.index={index}"))
        };
        let found: Vec<_> = states.iter().filter(is_task).collect();
        let [task] = &found[..] else { panic!("one task: {states:?}") };
        assert_eq!(task.matches("/asl.state").count(), 2, "{task}");
    }
    traces.all_closed();
    drop(guard);

    let (traces, _guard) = Traces::collect();
    let compiled = with(&FAN, |_, input| async move { Ok(input) });
    compiled.run(json!(1)).await.expect("it succeeds");
    let tasks = traces.lines().into_iter().filter(|line| line.starts_with("open"));
    let tasks: Vec<_> = tasks.filter(|line| line.contains("/asl.task")).collect();
    assert!(tasks.len() > 1, "{tasks:?}");
    assert!(tasks.iter().all(|task| task.matches("/asl.state").count() == 2), "{tasks:?}");
    traces.all_closed();
}

#[tokio::test(start_paused = true)]
async fn time_outs_and_cancellations_are_events() {
    let (traces, _guard) = Traces::collect();
    let compiled = with(&RETRY, |_, _| std::future::pending());
    compiled.run(json!(1)).await.expect("the time-out is caught");
    let (handle, run) = compiled.start(json!(1), RunOptions::default());
    let running = tokio::spawn(run);
    sleep(Duration::from_secs(1)).await;
    handle.cancel("Stop", "secret").await.expect("it runs");
    assert!(running.await.expect("it does not panic").is_err());
    traces.all_closed();
    let lines = traces.lines();
    let ends = |end: &str| lines.iter().filter(|line| line.ends_with(end)).count();
    assert_eq!(ends("time-out state.name=\"X\" attempt=0 limit=\"time\""), 1, "{lines:#?}");
    assert_eq!(ends("catch state.name=\"X\" error=\"States.Timeout\""), 1, "{lines:#?}");
    assert_eq!(ends(": cancel error=\"Stop\""), 1, "{lines:#?}");
    assert_eq!(ends(": end status=\"aborted\" error=\"Stop\""), 1, "{lines:#?}");
    assert!(!format!("{lines:?}").contains("secret"), "no data: {lines:?}");
}

#[tokio::test]
async fn a_subscriber_that_wants_no_spans_gets_none() {
    struct Nothing;

    impl Subscriber for Nothing {
        fn enabled(&self, _: &Metadata<'_>) -> bool {
            false
        }

        fn new_span(&self, span: &Attributes<'_>) -> Id {
            panic!("{span:?}")
        }

        fn record(&self, _: &Id, _: &Record<'_>) {}

        fn record_follows_from(&self, _: &Id, _: &Id) {}

        fn event(&self, event: &tracing::Event<'_>) {
            panic!("{event:?}")
        }

        fn enter(&self, _: &Id) {}

        fn exit(&self, _: &Id) {}
    }

    let _guard = subscribe(Nothing);
    let compiled = with(&RETRY, |_, input| async move { Ok(input) });
    assert_eq!(compiled.run(json!(1)).await, Ok(json!(1)));
}

#[tokio::test(start_paused = true)]
async fn a_run_that_is_dropped_before_its_end_is_an_event() {
    let (traces, _guard) = Traces::collect();
    let compiled = with(&RETRY, |_, _| async {
        sleep(Duration::from_secs(2)).await;
        Ok(json!(1))
    });
    // Nothing has begun before the first poll, and nothing is lost after the end.
    drop(compiled.run(json!(1)));
    compiled.run(json!(1)).await.expect("it ends");
    assert_eq!(traces.beginning("WARN"), [""; 0]);
    let slow = tokio::time::timeout(Duration::from_secs(1), compiled.run(json!(1)));
    assert!(slow.await.is_err());
    let (handle, run) = compiled.start(json!(1), RunOptions::default().spawn(true));
    let stopped = tokio::spawn(run);
    tokio::task::yield_now().await;
    stopped.abort();
    assert!(stopped.await.is_err());
    drop(handle);
    traces.all_closed();
    let execution = format!("/asl.execution machine.name={:?}", RETRY.name);
    let dropped = format!("WARN {execution}: dropped");
    assert_eq!(traces.beginning("WARN"), [dropped.as_str(), &dropped]);
    let status = traces.beginning(&format!("record {execution}: execution.status=\"dropped\""));
    assert_eq!(status.len(), 2);
}

#[tokio::test]
async fn a_run_that_ends_before_it_waits_is_not_dropped() {
    for options in [None, Some(RunOptions::default())] {
        let (traces, _guard) = Traces::collect();
        let compiled = with(&LOOP, |_, _| async { Ok(json!("not called")) });
        let output = match options {
            None => compiled.run(json!(2)).await,
            Some(options) => compiled.run_with(json!(2), options).await,
        };
        assert_eq!(output, Ok(json!(0)));
        traces.all_closed();
        assert_eq!(traces.beginning("WARN"), [""; 0]);
        let execution = format!("/asl.execution machine.name={:?}", LOOP.name);
        let status = traces.beginning("record");
        assert_eq!(status, [format!("record {execution}: execution.status=\"succeeded\"")]);
    }
}
