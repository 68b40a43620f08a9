//! Spans of executions in a store: one for each activity of a process, and none for a replay.
#![expect(clippy::unwrap_used, reason = "tests")]

use std::fmt::{Debug, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use asl_durable::{Durable, Options};
use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Metadata, Subscriber};

asl_machine!("tests/machines/two_steps.asl.json", default_task_timeout = 60);

/// Collects the names of spans and the messages of events, with their fields.
#[derive(Clone, Default)]
struct Traces(Arc<Mutex<Vec<String>>>, Arc<AtomicU64>);

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        write!(self.0, " {}={value:?}", field.name()).unwrap();
    }
}

impl Subscriber for Traces {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("asl_runtime")
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut line = Line(span.metadata().name().to_owned());
        span.record(&mut line);
        self.0.lock().unwrap().push(line.0);
        Id::from_u64(self.1.fetch_add(1, Ordering::Relaxed) + 1)
    }

    fn record(&self, _: &Id, values: &Record<'_>) {
        let mut line = Line("record".to_owned());
        values.record(&mut line);
        self.0.lock().unwrap().push(line.0);
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &tracing::Event<'_>) {
        let mut line = Line(String::new());
        event.record(&mut line);
        self.0.lock().unwrap().push(line.0);
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

impl Traces {
    fn count(&self, start: &str, rest: &str) -> usize {
        let lines = self.0.lock().unwrap();
        lines.iter().filter(|line| line.starts_with(start) && line.contains(rest)).count()
    }
}

/// The second step ends only in the second process.
#[derive(Clone)]
struct Steps {
    is_second: bool,
}

impl two_steps::Tasks for Steps {
    async fn first(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        Ok(input)
    }

    async fn second(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        if self.is_second { Ok(input) } else { std::future::pending().await }
    }
}

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        // It is in the folder for temporary files anyway.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[tokio::test]
async fn a_restored_execution_has_spans_of_what_happens_from_then_on() {
    let traces = Traces::default();
    tracing::subscriber::set_global_default(traces.clone()).expect("there is no other");
    let name = format!("asl-durable-traces-{}", std::process::id());
    let folder = Folder(std::env::temp_dir().join(name));
    let store = Durable::open(
        &folder.0,
        [two_steps::machine(Steps { is_second: false })],
        Options::default(),
    );
    let store = store.await.expect("a new store");
    let started = store.start("two_steps", "1", json!("secret")).await.expect("it starts");
    while traces.count("asl.task", "Second") == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(traces.count("asl.execution", "two_steps"), 1);
    assert_eq!(traces.count("asl.state", "First") + traces.count("asl.task", "First"), 2);
    store.close(Duration::ZERO).await.expect("it closes");

    traces.0.lock().unwrap().clear();
    let store = Durable::open(
        &folder.0,
        [two_steps::machine(Steps { is_second: true })],
        Options::default(),
    );
    let store = store.await.expect("the same store");
    store.wait(started.id).await.expect("no fault").expect("it succeeds");
    store.history("two_steps:1").await.expect("a replay");
    store.close(Duration::from_secs(5)).await.expect("it closes");
    // The process has a span for the execution and one for the state that was open.
    assert_eq!(traces.count("asl.execution", "two_steps"), 1);
    assert_eq!(traces.count("asl.state", "First") + traces.count("asl.task", "First"), 0);
    assert_eq!((traces.count("asl.state", "Second"), traces.count("asl.task", "Second")), (1, 1));
    assert_eq!(traces.count("record", "two_steps:1"), 1);
    assert_eq!(traces.count("", "message=end"), 1);
    assert_eq!(traces.count("", "secret"), 0, "no data");
}
