//! The spans of an execution. This file has one test: while a program has one subscriber, `tracing`
//! asks only the thread that first meets a span, which is that of another test as well.
#![deny(warnings, missing_docs, clippy::pedantic)]

use std::sync::{Arc, Mutex};

use application::agency::Agency;
use application::machines::{Trip, v1};

/// Notes the names of spans.
#[derive(Clone, Default)]
struct Spans(Arc<Mutex<Vec<&'static str>>>);

impl tracing::Subscriber for Spans {
    fn enabled(&self, _: &tracing::Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &tracing::span::Attributes<'_>) -> tracing::span::Id {
        let mut spans = self.0.lock().expect("no panic");
        spans.push(span.metadata().name());
        tracing::span::Id::from_u64(spans.len() as u64)
    }

    fn record(&self, _: &tracing::span::Id, _: &tracing::span::Record<'_>) {}
    fn record_follows_from(&self, _: &tracing::span::Id, _: &tracing::span::Id) {}
    fn event(&self, _: &tracing::Event<'_>) {}
    fn enter(&self, _: &tracing::span::Id) {}
    fn exit(&self, _: &tracing::span::Id) {}
}

#[tokio::test]
async fn executions_states_and_attempts_have_spans() {
    let spans = Spans::default();
    let guard = tracing::subscriber::set_default(spans.clone());
    v1::trip::run(Agency::default(), Trip { name: "Ada".to_owned(), card: 7 })
        .await
        .expect("it ends");
    drop(guard);
    let names = spans.0.lock().expect("no panic").clone();
    let count = |name| names.iter().filter(|found| **found == name).count();
    assert_eq!(["asl.execution", "asl.state", "asl.task"].map(count), [1, 3, 2], "{names:?}");
}
