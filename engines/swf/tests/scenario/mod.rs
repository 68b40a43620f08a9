//! An order process from end to end, on whatever performs Amazon SWF's actions: workers poll, a
//! client starts executions and looks at their histories.
#![allow(dead_code, reason = "each test uses a part of it")]

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use asl_runtime::engine::remote::RemoteTasks;
use asl_runtime::history::{HistoryEvent, Observer, Subject};
use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
use asl_swf::model::{Event, EventAttributes, WorkflowExecution, WorkflowType};
use asl_swf::service::{
    ExecutionStatus, GetWorkflowExecutionHistory, RegisterDomain, SignalWorkflowExecution,
    StartWorkflowExecution,
};
use asl_swf::worker::{
    ActivityWorker, DeciderWorker, Registration, Stop, Tally, WorkerError, WorkerOptions,
};
use asl_swf::{Decider, DeciderOptions, Markers, Swf, SwfErrorKind, failure};
use tokio::task::JoinHandle;
use tokio::time::sleep;

asl_machine!("tests/orders.asl.json", default_task_timeout = 60);

/// Keys of the calls, in the order they came.
type Calls = Arc<Mutex<Vec<String>>>;
/// Tokens for reports, with their owners.
type Tokens = Arc<Mutex<Vec<(String, String)>>>;

/// Performs the tasks, as the order's `way` says.
#[derive(Clone, Default)]
pub(crate) struct Shop {
    pub(crate) calls: Calls,
    tokens: Tokens,
    dropped: Arc<AtomicU32>,
    finished: Arc<AtomicU32>,
}

impl Shop {
    /// Packers that were dropped, at the end or before.
    pub(crate) fn dropped(&self) -> u32 {
        self.dropped.load(Ordering::Relaxed)
    }

    /// Packers that came to their end.
    pub(crate) fn finished(&self) -> u32 {
        self.finished.load(Ordering::Relaxed)
    }

    fn take_token(&self, workflow_id: &str) -> Option<String> {
        let mut tokens = self.tokens.lock().unwrap();
        let place = tokens.iter().position(|(whose, _)| whose == workflow_id)?;
        Some(tokens.remove(place).1)
    }

    fn note(&self, cx: &TaskContext) {
        self.calls.lock().unwrap().push(cx.operation());
    }
}

fn way(input: &Value) -> &str {
    input.get("way").and_then(Value::as_str).unwrap_or_default()
}

struct Count(Arc<AtomicU32>);

impl Drop for Count {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

impl orders::Tasks for Shop {
    async fn charge(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        self.note(cx);
        match way(&input) {
            "busy" if cx.attempt() == 0 => Err(TaskError::new("Busy", "later")),
            "refused" => Err(TaskError::new("CardRefused", "no money")),
            "broken" => Err(TaskError::new("Broken", "the till is open")),
            _ => Ok(json!({"paid": true})),
        }
    }

    async fn apologise(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        self.note(cx);
        Ok(json!([input.pointer("/error/Cause").cloned().unwrap_or_default()]))
    }

    async fn pack(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        self.note(cx);
        cx.heartbeat();
        let _count = Count(Arc::clone(&self.dropped));
        if way(&input) == "asleep" && cx.attempt() == 0 {
            // Not for ever: a worker that stops waits for its tasks.
            sleep(Duration::from_secs(6)).await;
        }
        for _ in 0..if way(&input) == "patient" { 20 } else { 0 } {
            sleep(Duration::from_secs(1)).await;
            cx.heartbeat();
        }
        self.finished.fetch_add(1, Ordering::Relaxed);
        Ok(json!("packed"))
    }

    async fn invoice(&self, cx: &TaskContext, _input: Value) -> Result<Value, TaskError> {
        self.note(cx);
        Ok(json!("invoice"))
    }

    async fn send_message_parcels(
        &self,
        cx: &TaskContext,
        input: Value,
    ) -> Result<Value, TaskError> {
        self.note(cx);
        let token = input
            .pointer("/MessageBody/token")
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned();
        self.tokens.lock().unwrap().push((cx.execution_name().to_owned(), token));
        Ok(json!("sent"))
    }
}

/// The workers of a shop, and a client beside them.
pub(crate) struct Stage<S> {
    swf: Arc<S>,
    domain: String,
    pub(crate) shop: Shop,
    stop: Stop,
    workers: Vec<JoinHandle<Result<Tally, WorkerError>>>,
    seen: Seen,
}

/// The machines' own events: the execution, the number and the type.
#[derive(Clone, Default)]
struct Seen(Arc<Mutex<Vec<(String, u64, String)>>>);

impl Observer for Seen {
    fn event(&self, subject: &Subject, event: &HistoryEvent) {
        assert_eq!(subject.machine, "orders");
        let mut seen = self.0.lock().unwrap();
        let execution = subject.execution_id.to_string();
        let is_new = seen.iter().all(|(other, id, _)| (other, *id) != (&execution, event.id));
        assert!(is_new, "{execution}: {event:?} is reported twice");
        seen.push((execution, event.id, event.kind.to_string()));
    }
}

impl Seen {
    /// Checks that the events are one whole history.
    fn check(&self) {
        let seen = self.0.lock().unwrap();
        let ids: Vec<u64> = seen.iter().map(|(_, id, _)| *id).collect();
        assert_eq!(ids, (1..=ids.len() as u64).collect::<Vec<_>>(), "{seen:?}");
        let [(.., first), .., (.., last)] = &seen[..] else { panic!("{seen:?}") };
        assert_eq!(first, "ExecutionStarted");
        assert!(["ExecutionSucceeded", "ExecutionFailed"].contains(&last.as_str()), "{seen:?}");
    }
}

/// The report of an execution.
pub(crate) struct Story {
    pub(crate) status: String,
    pub(crate) events: Vec<Event>,
}

impl<S: Swf> Stage<S> {
    /// Registers the types in this domain, and starts an activity worker.
    pub(crate) async fn new(swf: Arc<S>, domain: &str) -> Self {
        let days = "1".to_owned();
        let name = domain.to_owned();
        let made = swf
            .register_domain(RegisterDomain {
                name,
                description: None,
                workflow_execution_retention_period_in_days: days,
            })
            .await;
        assert!(
            made.is_ok() || made.is_err_and(|error| error.kind() == SwfErrorKind::AlreadyThere)
        );
        Registration::new(domain, "decisions", "work").register(&*swf, &decider()).await.unwrap();
        let mut stage = Self {
            swf,
            domain: domain.to_owned(),
            shop: Shop::default(),
            stop: Stop::new(),
            workers: Vec::new(),
            seen: Seen::default(),
        };
        let tasks = RemoteTasks::new(orders::machine(stage.shop.clone()));
        let worker = ActivityWorker::new(Arc::clone(&stage.swf), stage.options("work", 4))
            .unwrap()
            .serve(&decider(), &tasks);
        let stop = stage.stop.clone();
        stage.workers.push(tokio::spawn(async move { worker.run(&stop).await }));
        stage
    }

    fn options(&self, list: &str, pollers: usize) -> WorkerOptions {
        let grace = Duration::from_secs(10);
        WorkerOptions::new(self.domain.as_str(), list)
            .pollers(pollers)
            .grace(grace)
            .listener(|notice| eprintln!("{notice}"))
    }

    /// Starts a decider; aborting it kills it in the middle of whatever it does.
    pub(crate) fn decider(&self) -> JoinHandle<Result<Tally, WorkerError>> {
        let decider = observed(self.seen.clone());
        let worker =
            DeciderWorker::new(Arc::clone(&self.swf), self.options("decisions", 1), [decider])
                .unwrap();
        let stop = self.stop.clone();
        tokio::spawn(async move { worker.run(&stop).await })
    }

    pub(crate) fn keep(&mut self, worker: JoinHandle<Result<Tally, WorkerError>>) {
        self.workers.push(worker);
    }

    /// Starts an order.
    pub(crate) async fn start(&self, id: &str, input: &Value) -> WorkflowExecution {
        let request = StartWorkflowExecution {
            domain: self.domain.clone(),
            workflow_id: id.to_owned(),
            workflow_type: WorkflowType::new("orders", "1.0"),
            input: Some(input.to_json_string()),
            ..StartWorkflowExecution::default()
        };
        let run_id = self.swf.start_workflow_execution(request).await.unwrap();
        WorkflowExecution { workflow_id: id.to_owned(), run_id }
    }

    /// Waits for the end of an execution; reports with tokens while it does.
    pub(crate) async fn end(&self, execution: WorkflowExecution) -> Story {
        for _ in 0..600 {
            sleep(Duration::from_millis(100)).await;
            let token = self.shop.take_token(&execution.workflow_id);
            if let Some(token) = token {
                self.report(&execution, &token).await;
            }
            let detail = self
                .swf
                .describe_workflow_execution(self.domain.clone(), execution.clone())
                .await
                .unwrap();
            if detail.status == ExecutionStatus::Closed {
                return self.story(execution, detail.close_status.unwrap_or_default()).await;
            }
        }
        panic!(
            "{execution:?} does not end: {:#?}",
            self.story(execution.clone(), String::new()).await.kinds()
        );
    }

    /// Waits until the shop is so.
    pub(crate) async fn until(&self, is_so: impl Fn(&Shop) -> bool) {
        for _ in 0..600 {
            if is_so(&self.shop) {
                return;
            }
            sleep(Duration::from_millis(100)).await;
        }
        panic!("it does not come to that");
    }

    async fn report(&self, execution: &WorkflowExecution, token: &str) {
        let input = json!({"taskToken": token, "output": "\"fetched\""});
        let request = SignalWorkflowExecution {
            domain: self.domain.clone(),
            workflow_id: execution.workflow_id.clone(),
            run_id: Some(execution.run_id.clone()),
            signal_name: "SendTaskSuccess".into(),
            input: Some(input.to_json_string()),
        };
        self.swf.signal_workflow_execution(request).await.unwrap();
    }

    async fn story(&self, execution: WorkflowExecution, status: String) -> Story {
        let (mut events, mut next) = (Vec::new(), None);
        loop {
            let request = GetWorkflowExecutionHistory {
                domain: self.domain.clone(),
                execution: execution.clone(),
                next_page_token: next.take(),
                ..GetWorkflowExecutionHistory::default()
            };
            let page = self.swf.get_workflow_execution_history(request).await.unwrap();
            events.extend(page.events);
            next = page.next_page_token;
            if next.is_none() {
                return Story { status, events };
            }
        }
    }

    /// Lets everything finish.
    pub(crate) async fn close(self) {
        self.stop.stop();
        for worker in self.workers {
            worker.await.unwrap().unwrap();
        }
    }
}

impl Story {
    /// The types of its events.
    pub(crate) fn kinds(&self) -> Vec<&str> {
        self.events.iter().map(|event| event.attributes.event_type()).collect()
    }

    pub(crate) fn count(&self, kind: &str) -> usize {
        self.kinds().into_iter().filter(|other| *other == kind).count()
    }

    fn output(&self) -> Value {
        let Some(EventAttributes::WorkflowExecutionCompleted(completed)) =
            self.events.last().map(|event| &event.attributes)
        else {
            panic!("it ended otherwise: {:?}", self.kinds());
        };
        Value::from_json_str(completed.result.as_deref().unwrap_or_default()).unwrap()
    }
}

fn decider() -> Decider {
    observed(Seen::default())
}

fn observed(seen: Seen) -> Decider {
    let markers = Markers::States(vec!["Prepare".into()]);
    let options = DeciderOptions::default().markers(markers).observer(seen);
    Decider::new(&orders::MACHINE, options).unwrap()
}

/// Runs an order to its end.
async fn run<S: Swf>(swf: &Arc<S>, domain: &str, way: &str) -> (Story, Vec<String>) {
    let mut stage = Stage::new(Arc::clone(swf), domain).await;
    let decider = stage.decider();
    stage.keep(decider);
    let execution =
        stage.start(&format!("order-{}", way.replace(' ', "-")), &json!({"way": way})).await;
    let story = stage.end(execution).await;
    let calls = stage.shop.calls.lock().unwrap().clone();
    let seen = stage.seen.clone();
    stage.close().await;
    seen.check();
    (story, calls)
}

const PREPARED: &str = r#"["packed","invoice"]"#;

/// Everything goes well: activities, branches side by side, a timer, a marker.
pub(crate) async fn an_order_goes_through<S: Swf>(swf: Arc<S>) {
    let (story, mut calls) = run(&swf, "plain", "").await;
    let prepared = Value::from_json_str(PREPARED).unwrap();
    assert_eq!(story.output(), json!({"way": "", "receipt": {"paid": true}, "prepared": prepared}));
    assert_eq!(story.status, "COMPLETED");
    calls.sort();
    assert_eq!(calls, ["Charge#0", "Prepare#1.0.Pack#0", "Prepare#1.1.Invoice#0"]);
    assert_eq!((story.count("ActivityTaskCompleted"), story.count("TimerFired")), (3, 1));
    assert_eq!(story.count("MarkerRecorded"), 1, "{:?}", story.kinds());
}

/// An attempt fails, a timer backs off, the next one succeeds.
pub(crate) async fn a_retry_backs_off<S: Swf>(swf: Arc<S>) {
    let (story, calls) = run(&swf, "retry", "busy").await;
    assert_eq!(story.status, "COMPLETED");
    assert_eq!(calls[..2], ["Charge#0", "Charge#0~1"]);
    assert_eq!((story.count("ActivityTaskFailed"), story.count("TimerFired")), (1, 2));
}

/// Nothing catches the error.
pub(crate) async fn an_error_fails_the_execution<S: Swf>(swf: Arc<S>) {
    let (story, _) = run(&swf, "failure", "broken").await;
    assert_eq!(story.status, "FAILED");
    let Some(EventAttributes::WorkflowExecutionFailed(failed)) =
        story.events.last().map(|event| &event.attributes)
    else {
        panic!("{:?}", story.kinds());
    };
    let (reason, details) = (failed.reason.as_deref(), failed.details.as_deref());
    assert_eq!(failure::read(reason, details), TaskError::new("Broken", "the till is open"));
    let (occurrence, exceeded) = failure::occurrence(details);
    assert_eq!(occurrence.map(|at| at.path).as_deref(), Some("Charge"));
    assert_eq!(exceeded, None);
}

/// A catcher takes the error.
pub(crate) async fn an_error_is_caught<S: Swf>(swf: Arc<S>) {
    let (story, calls) = run(&swf, "catch", "refused").await;
    let error = json!({"Error": "CardRefused", "Cause": "no money"});
    assert_eq!(story.output(), json!({"way": "refused", "error": error, "letter": ["no money"]}));
    assert_eq!(calls.len(), 2);
}

/// A worker that says nothing loses its task; the retrier has another one do it.
pub(crate) async fn a_silent_worker_is_given_up<S: Swf>(swf: Arc<S>) {
    let (story, calls) = run(&swf, "heartbeat", "asleep").await;
    assert_eq!(story.status, "COMPLETED");
    assert_eq!(calls.iter().filter(|call| call.contains("Pack")).count(), 2, "{calls:?}");
    let timed_out = story.events.iter().find_map(|event| {
        let EventAttributes::ActivityTaskTimedOut(timed_out) = &event.attributes else {
            return None;
        };
        Some(timed_out.timeout_type.as_str().to_owned())
    });
    assert_eq!(timed_out.as_deref(), Some("HEARTBEAT"));
}

/// A task waits for a report with its token, which comes as a signal.
pub(crate) async fn a_signal_ends_a_task<S: Swf>(swf: Arc<S>) {
    let (story, _) = run(&swf, "signal", "by hand").await;
    assert_eq!(story.output().get("fetched"), Some(&json!("fetched")));
    assert_eq!(story.count("WorkflowExecutionSignaled"), 1);
}

/// A decider is killed repeatedly; another one decides the tasks that it has not answered.
pub(crate) async fn deciders_are_killed<S: Swf>(swf: Arc<S>, alive: &[Duration]) {
    let mut stage = Stage::new(swf, "kill").await;
    let execution = stage.start("order-kill", &json!({"way": "busy"})).await;
    for time in alive {
        let decider = stage.decider();
        sleep(*time).await;
        decider.abort();
        assert!(decider.await.is_err_and(|error| error.is_cancelled()), "it was killed");
    }
    let decider = stage.decider();
    stage.keep(decider);
    let story = stage.end(execution).await;
    assert_eq!(story.status, "COMPLETED");
    let mut calls = stage.shop.calls.lock().unwrap().clone();
    calls.sort();
    assert_eq!(
        calls,
        ["Charge#0", "Charge#0~1", "Prepare#1.0.Pack#0", "Prepare#1.1.Invoice#0"],
        "each once"
    );
    stage.close().await;
}
