//! Observers of runs.

use asl_execution::history::{EventType, HistoryEvent, Observer, Subject};
use asl_value::error::Status;
use asl_value::mutex::lock;

use super::*;

/// Collects events with their subjects, and the comings and goings of executions.
#[derive(Clone, Default)]
struct Seen {
    events: Arc<Mutex<Vec<(Subject, HistoryEvent)>>>,
    loads: Arc<Mutex<Vec<bool>>>,
}

impl Observer for Seen {
    fn event(&self, subject: &Subject, event: &HistoryEvent) {
        lock(&self.events).push((subject.clone(), event.clone()));
    }

    fn loaded(&self, _: &Subject) {
        lock(&self.loads).push(true);
    }

    fn unloaded(&self, _: &Subject) {
        lock(&self.loads).push(false);
    }
}

impl Seen {
    /// The subjects of events of one type.
    fn subjects(&self, kind: &str) -> Vec<Subject> {
        let events = lock(&self.events);
        let is_kind = |(_, event): &&(Subject, HistoryEvent)| event.kind.to_string() == kind;
        events.iter().filter(is_kind).map(|(subject, _)| subject.clone()).collect()
    }
}

#[tokio::test(start_paused = true)]
async fn an_observer_receives_the_history_with_its_subjects() {
    let (seen, history) = (Seen::default(), History::default());
    let compiled = with(&RETRY, |cx, _| async move {
        sleep(Duration::from_secs(2)).await;
        if cx.attempt() == 0 { Err(TaskError::new("ErrorA", "later")) } else { Ok(json!("done")) }
    });
    let other = Seen::default();
    let options = RunOptions::default()
        .name("order-7")
        .history(history.clone())
        .observer(seen.clone())
        .observer(other.clone());
    compiled.run_with(json!(1), options).await.expect("the retry succeeds");
    let events: Vec<_> = lock(&seen.events).iter().map(|(_, event)| event.clone()).collect();
    assert_eq!(events, history.events());
    assert_eq!(*lock(&seen.events), *lock(&other.events));
    assert_eq!(*lock(&seen.loads), [true, false]);

    let attempts = seen.subjects("LambdaFunctionScheduled");
    let [first, second] = &attempts[..] else { panic!("two attempts: {attempts:?}") };
    assert_eq!((first.machine, &*first.execution_id), (RETRY.name, "order-7"));
    assert_eq!((first.version, first.state), (RETRY.version(), Some("X")));
    assert_eq!((first.attempt, second.attempt), (0, 1));
    assert_eq!((first.resource, first.map_index, first.end), (second.resource, None, None));
    assert!(first.resource.is_some());
    // Paused time does not change the system's clock, but the retry has begun later or at once.
    assert!(second.attempt_began >= first.attempt_began);
    let ends = seen.subjects("ExecutionSucceeded");
    assert_eq!(
        ends.iter().map(|end| (end.state, end.end)).collect::<Vec<_>>(),
        [(None, Some(Ok(())))]
    );
}

#[tokio::test]
async fn events_of_iterations_have_their_index() {
    let seen = Seen::default();
    let compiled = with(&MAP, |_, input| async move { Ok(input) });
    let options = RunOptions::default().observer(seen.clone());
    compiled.run_with(json!([10, 11, 12]), options).await.expect("it succeeds");
    let indices: Vec<_> =
        seen.subjects("LambdaFunctionScheduled").iter().map(|subject| subject.map_index).collect();
    assert_eq!(indices, [Some(0), Some(1), Some(2)]);
    // An event of an iteration is one of the Map's state.
    for subject in seen.subjects("MapIterationStarted") {
        let map = lock(&seen.events)[1].0.state;
        assert_eq!((subject.state, subject.map_index.is_some()), (map, true));
    }
    assert_eq!(lock(&seen.events)[1].1.kind, EventType::StateEntered(StateKind::Map));
}

#[tokio::test]
async fn a_run_that_is_dropped_leaves_memory_without_an_end() {
    let seen = Seen::default();
    let compiled = with(&RETRY, |_, _| std::future::pending());
    let run = compiled.run_with(json!(1), RunOptions::default().observer(seen.clone()));
    assert_eq!(lock(&seen.loads).len(), 0, "it begins when it is polled");
    let limited = tokio::time::timeout(Duration::from_millis(10), run).await;
    assert!(limited.is_err(), "its task never ends");
    assert_eq!(*lock(&seen.loads), [true, false]);
    assert!(lock(&seen.events).iter().all(|(subject, _)| subject.end.is_none()));
}

#[tokio::test]
async fn the_end_of_a_cancelled_execution_is_aborted() {
    let seen = Seen::default();
    let compiled = with(&RETRY, |_, _| std::future::pending());
    let (handle, run) = compiled.start(json!(1), RunOptions::default().observer(seen.clone()));
    let running = tokio::spawn(run);
    handle.cancel("Stop", "enough").await.expect("it runs");
    assert!(running.await.expect("it does not panic").is_err());
    let ends: Vec<_> = lock(&seen.events).iter().filter_map(|(subject, _)| subject.end).collect();
    assert_eq!(ends, [Err(Status::Aborted)]);
}
