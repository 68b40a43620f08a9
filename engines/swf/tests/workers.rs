//! Workers on a service that fails in every way that services do. No test sleeps: tokio's clock is
//! paused.
#![expect(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod fake;

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use asl_runtime::engine::remote::RemoteTasks;
use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
use asl_swf::model::decision::{FailWorkflowExecution, ScheduleActivityTask};
use asl_swf::model::{ActivityTask, ActivityType, Decision, DecisionTask, WorkflowExecution};
use asl_swf::worker::{
    ActivityWorker, Backoff, DeciderWorker, OnUndecided, Tally, Undecided, WorkerError,
    WorkerOptions,
};
use asl_swf::{Decider, DeciderOptions, SwfErrorKind};
use tokio::time::{Instant, sleep};

use fake::{BEAT, Fake, Heard, POLL, Play, RESPOND};

asl_machine!("doc/order.asl.json");

/// The first decision task of an order.
fn first() -> DecisionTask {
    serde_json::from_str(include_str!("../doc/started.json")).unwrap()
}

/// As above, for an unknown workflow type.
fn unknown() -> DecisionTask {
    let text = include_str!("../doc/started.json")
        .replace(r#""name": "order", "version""#, r#""name": "x", "version""#);
    serde_json::from_str(&text).unwrap()
}

fn decider() -> Decider {
    Decider::new(&order::MACHINE, DeciderOptions::default()).unwrap()
}

fn options() -> WorkerOptions {
    WorkerOptions::new("shop", "orders").identity("me").grace(Duration::from_secs(5))
}

/// The notices, one line each.
#[derive(Clone, Default)]
struct Told(Arc<Mutex<Vec<String>>>);

impl Told {
    fn options(&self) -> WorkerOptions {
        let lines = Arc::clone(&self.0);
        options().listener(move |notice| lines.lock().unwrap().push(notice.to_string()))
    }

    fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }
}

async fn decide(fake: &Arc<Fake>, options: WorkerOptions) -> Result<Tally, WorkerError> {
    DeciderWorker::new(Arc::clone(fake), options, [decider()]).unwrap().run(&fake.stop).await
}

/// The polls, and the types of the decisions.
fn decisions(fake: &Fake) -> Vec<Vec<String>> {
    let decided = fake.heard().into_iter().filter_map(|heard| {
        let Heard::Decided(decisions) = heard else { return None };
        Some(decisions.iter().map(|one| one.decision_type().to_owned()).collect())
    });
    decided.collect()
}

const BEGINS: [&str; 2] = ["StartTimer", "ScheduleActivityTask"];

fn begins(decided: &[String]) -> bool {
    let mut decided: Vec<&str> = decided.iter().map(String::as_str).collect();
    decided.sort_unstable();
    decided == ["ScheduleActivityTask", "StartTimer"]
        && decided.iter().all(|one| BEGINS.contains(one))
}

#[tokio::test(start_paused = true)]
async fn a_history_is_put_together_page_by_page_from_polls() {
    let fake = Fake::new();
    let whole = first();
    let page = |event: usize, next: Option<&str>| DecisionTask {
        events: vec![whole.events[event].clone()],
        next_page_token: next.map(str::to_owned),
        ..whole.clone()
    };
    fake.plays(
        POLL,
        [0, 1, 2].map(|at| Play::Decision(0, page(at, [Some("p2"), Some("p3"), None][at]))),
    );
    let tally = decide(&fake, options()).await.unwrap();
    let heard = fake.heard();
    let polls: Vec<_> = heard.iter().filter(|heard| matches!(heard, Heard::Poll(_))).collect();
    let token = |text: &str| Heard::Poll(Some(text.to_owned()));
    assert_eq!(polls, [&Heard::Poll(None), &token("p2"), &token("p3"), &Heard::Poll(None)]);
    assert!(begins(&decisions(&fake)[0]), "{:?}", decisions(&fake));
    assert_eq!((tally.answered, tally.lost, tally.failed), (1, 0, 0));
    let Some(Heard::Decided(decided)) =
        heard.iter().find(|heard| matches!(heard, Heard::Decided(_)))
    else {
        panic!()
    };
    let charge = decided.iter().find_map(|decision| {
        let Decision::ScheduleActivityTask(ScheduleActivityTask { activity_id, input, .. }) =
            decision
        else {
            return None;
        };
        Some((activity_id, input))
    });
    assert_eq!(charge, Some((&"Charge#0".to_owned(), &Some(r#"{"order":7}"#.to_owned()))));
}

#[tokio::test(start_paused = true)]
async fn a_page_that_is_gone_loses_the_task_and_nothing_else() {
    let fake = Fake::new();
    let page = DecisionTask { next_page_token: Some("p2".into()), ..first() };
    fake.plays(
        POLL,
        [Play::Decision(0, page), Play::Fail(SwfErrorKind::Unknown), Play::Decision(0, first())],
    );
    let tally = decide(&fake, options()).await.unwrap();
    assert_eq!((tally.answered, tally.lost), (1, 1));
}

#[tokio::test(start_paused = true)]
async fn an_empty_answer_is_polled_again_and_a_service_that_holds_no_polls_is_not_flooded() {
    let fake = Fake::new();
    fake.plays(POLL, [Play::Empty(60_000), Play::Empty(60_000), Play::Decision(0, first())]);
    let tally = decide(&fake, options()).await.unwrap();
    assert_eq!((tally.polls, tally.answered, tally.retries), (3, 1, 0));
    assert_eq!(fake.times(&Heard::Poll(None))[..3], [0, 60_000, 120_000]);

    let fake = Fake::new();
    fake.plays(POLL, (0..20).map(|_| Play::Empty(0)));
    decide(&fake, options()).await.unwrap();
    let times = fake.times(&Heard::Poll(None));
    assert!(times[1] >= 50 && times[19] > 60_000, "{times:?}");
}

#[tokio::test(start_paused = true)]
async fn throttled_and_unreachable_is_tried_again_with_growing_pauses_until_it_succeeds() {
    let fake = Fake::new();
    let told = Told::default();
    let faults = [
        SwfErrorKind::Throttled,
        SwfErrorKind::Unreachable,
        SwfErrorKind::Broken,
        SwfErrorKind::Throttled,
    ];
    fake.plays(POLL, faults.map(Play::Fail));
    fake.plays(
        POLL,
        [
            Play::Decision(0, first()),
            Play::Fail(SwfErrorKind::Throttled),
            Play::Decision(0, first()),
        ],
    );
    fake.plays(RESPOND, [Play::Fail(SwfErrorKind::Throttled)]);
    let tally = decide(&fake, told.options()).await.unwrap();
    assert_eq!((tally.answered, tally.retries), (2, 6));
    let times = fake.times(&Heard::Poll(None));
    for (pause, longest) in times.windows(2).map(|pair| pair[1] - pair[0]).zip([100, 200, 400, 800])
    {
        assert!(pause * 2 >= longest && pause <= longest + 1, "{pause} ms of {longest}");
    }
    // After a success the pauses begin anew.
    let lines = told.lines();
    let first_again = lines.iter().rfind(|line| line.contains("again in")).unwrap();
    assert!(first_again.contains("(failure 1 in a row)"), "{lines:?}");
    assert!(
        lines[0].starts_with("Call was throttled: Code: words (failure 1 in a row); again in "),
        "{lines:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_service_that_is_not_there_ends_the_worker_when_its_patience_ends() {
    let fake = Fake::new();
    fake.plays(POLL, (0..1_000).map(|_| Play::Fail(SwfErrorKind::Unreachable)));
    let begun = Instant::now();
    let options = options().patience(Duration::from_secs(30));
    let error = decide(&fake, options).await.unwrap_err();
    assert!(begun.elapsed() <= Duration::from_secs(30), "{:?}", begun.elapsed());
    let WorkerError::Service(service) = &error else { panic!("{error}") };
    assert_eq!(service.kind(), SwfErrorKind::Unreachable);
    let text = error.to_string();
    assert!(
        text.starts_with("Call did not reach the service: Code: words; given up after "),
        "{text}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_worker_with_unlimited_patience_continues_and_reports() {
    let fake = Fake::new();
    let told = Told::default();
    fake.plays(POLL, (0..100).map(|_| Play::Fail(SwfErrorKind::Unreachable)));
    fake.plays(POLL, [Play::Decision(0, first())]);
    let backoff = Backoff { first: Duration::from_millis(10), longest: Duration::from_secs(1) };
    let options = told.options().patience(None).backoff(backoff);
    let tally = decide(&fake, options).await.unwrap();
    assert_eq!((tally.answered, tally.retries), (1, 100));
    assert_eq!(told.lines().iter().filter(|line| line.contains("again in")).count(), 100);
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_never_comes_is_not_waited_for() {
    let fake = Fake::new();
    let told = Told::default();
    fake.plays(POLL, [Play::Silence, Play::Decision(0, first())]);
    let tally = decide(&fake, told.options()).await.unwrap();
    assert_eq!((tally.answered, tally.retries), (1, 1));
    let late = "PollForDecisionTask got no answer in time: there was no response for 75 s (failure 1 in a row)";
    assert!(told.lines()[0].starts_with(late), "{:?}", told.lines());
}

#[tokio::test(start_paused = true)]
async fn what_is_not_permitted_ends_the_worker_at_once() {
    for kind in [SwfErrorKind::NotPermitted, SwfErrorKind::Unknown] {
        let fake = Fake::new();
        fake.plays(POLL, [Play::Fail(kind)]);
        let Err(WorkerError::Service(error)) = decide(&fake, options()).await else {
            panic!("it ends")
        };
        assert_eq!((error.kind(), fake.heard().len()), (kind, 1));
    }
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_was_lost_is_sent_again_and_not_counted_twice() {
    let fake = Fake::new();
    let told = Told::default();
    fake.plays(POLL, [Play::Decision(0, first()), Play::Decision(0, first())]);
    // The first answer arrived without confirmation; the second time the token is used up.
    fake.plays(RESPOND, [Play::Silence, Play::Fail(SwfErrorKind::Unknown)]);
    let tally = decide(&fake, told.options()).await.unwrap();
    assert_eq!((tally.answered, tally.lost, tally.retries), (1, 1, 1));
    let decided = decisions(&fake);
    assert_eq!(decided.len(), 3);
    assert_eq!(decided[0], decided[1], "the same decisions");
    assert!(told.lines().iter().any(|line| {
        line.contains("order-7 (run 22OrWLEgX6PVtQ8wNuGT4b): the answer is not taken")
    }));
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_cannot_be_sent_holds_a_stop_up_no_longer_than_the_grace() {
    let fake = Fake::new();
    fake.plays(POLL, [Play::Decision(0, first())]);
    fake.plays(RESPOND, (0..100_000).map(|_| Play::Fail(SwfErrorKind::Unreachable)));
    let stop = fake.stop.clone();
    let stopped = async {
        sleep(Duration::from_secs(60)).await;
        stop.stop();
        Instant::now()
    };
    let told = Told::default();
    let options = told.options().patience(None);
    let ended = async {
        let ended = tokio::time::timeout(Duration::from_secs(3_600), decide(&fake, options)).await;
        (ended.expect("it ends"), Instant::now())
    };
    let (stopped, (ended, at)) = tokio::join!(stopped, ended);
    assert!(at - stopped <= Duration::from_secs(6), "{:?}", at - stopped);
    assert_eq!(ended.unwrap().lost, 1);
    let cut_off = "RespondDecisionTaskCompleted got no answer in time: the worker was stopped, and its grace is over";
    assert!(told.lines().iter().any(|line| line.contains(cut_off)), "{:?}", told.lines().last());
}

#[tokio::test(start_paused = true)]
async fn an_execution_to_which_something_has_happened_is_answered_without_decisions() {
    let fake = Fake::new();
    fake.plays(POLL, [Play::Decision(0, first())]);
    fake.plays(RESPOND, [Play::Fail(SwfErrorKind::UnhandledDecision)]);
    let tally = decide(&fake, options()).await.unwrap();
    assert_eq!(tally.answered, 1);
    let decided = decisions(&fake);
    assert!(begins(&decided[0]) && decided[1].is_empty(), "{decided:?}");
}

#[tokio::test(start_paused = true)]
async fn undecidable_tasks_are_reported_or_end_the_worker() {
    let fake = Fake::new();
    let told = Told::default();
    fake.plays(POLL, [Play::Decision(0, unknown()), Play::Decision(0, first())]);
    let tally = decide(&fake, told.options()).await.unwrap();
    assert_eq!((tally.answered, tally.failed), (1, 1));
    let line = "order-7 (run 22OrWLEgX6PVtQ8wNuGT4b): nothing is decided, its decision task is left to time out: ";
    assert!(told.lines()[0].starts_with(line), "{:?}", told.lines());

    let fake = Fake::new();
    fake.plays(POLL, [Play::Decision(0, unknown()), Play::Decision(0, first())]);
    let error = decide(&fake, options()).await.unwrap_err();
    let WorkerError::Undecided { execution, error: why } = &error else { panic!("{error}") };
    assert_eq!(execution.workflow_id, "order-7");
    assert!(matches!(**why, Undecided::OtherWorkflow { .. }), "{why}");
    assert_eq!(decisions(&fake).len(), 0);
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_decided_is_failed_where_that_is_wished() {
    let fake = Fake::new();
    fake.plays(POLL, [Play::Decision(0, unknown())]);
    let worker = DeciderWorker::new(Arc::clone(&fake), options(), [decider()])
        .unwrap()
        .on_undecided(OnUndecided::Fail);
    let tally = worker.run(&fake.stop).await.unwrap();
    assert_eq!((tally.answered, tally.failed), (1, 1));
    let details = Some("no machine of this worker is of workflow type `x 1.0`".to_owned());
    let fail = FailWorkflowExecution { reason: Some("States.Runtime".into()), details };
    assert_eq!(fake.heard()[1], Heard::Decided(vec![Decision::FailWorkflowExecution(fail)]));
}

#[tokio::test(start_paused = true)]
async fn a_history_without_an_end_is_not_kept_in_memory() {
    let fake = Fake::new();
    let told = Told::default();
    let events: Vec<_> = first().events.into_iter().cycle().take(10_000).collect();
    let page = DecisionTask { events, next_page_token: Some("next".into()), ..first() };
    // Ten pages of it, then another task.
    fake.plays(POLL, (0..10).map(|_| Play::Decision(0, page.clone())));
    fake.plays(POLL, [Play::Decision(0, first())]);
    let tally = decide(&fake, told.options()).await.unwrap();
    assert_eq!((tally.answered, tally.failed), (1, 1));
    let line = "the history has no end after 10 pages with 100000 events";
    assert!(told.lines()[0].ends_with(line), "{:?}", told.lines());
}

#[tokio::test(start_paused = true)]
async fn versions_of_a_machine_are_decided_side_by_side() {
    let decider = |version: &str| {
        Decider::new(&order::MACHINE, DeciderOptions::default().workflow_version(version)).unwrap()
    };
    for (versions, answered) in [(["2.0", "1.0"], 1), (["2.0", "3.0"], 0)] {
        let fake = Fake::new();
        fake.plays(POLL, [Play::Decision(0, first())]);
        let deciders = versions.map(decider);
        let worker =
            DeciderWorker::new(Arc::clone(&fake), Told::default().options(), deciders).unwrap();
        assert_eq!(worker.run(&fake.stop).await.unwrap().answered, answered);
    }
}

#[tokio::test(start_paused = true)]
async fn decisions_that_the_service_refuses_are_told() {
    let fake = Fake::new();
    let told = Told::default();
    fake.plays(POLL, [Play::Decision(0, first())]);
    fake.plays(RESPOND, [Play::Fail(SwfErrorKind::Refused)]);
    let tally = decide(&fake, told.options()).await.unwrap();
    assert_eq!((tally.answered, tally.failed), (0, 1));
    let told = told.lines();
    assert!(
        told[0].ends_with("the service does not take the decisions: Call was refused: Code: words"),
        "{told:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_poll_in_flight_may_bring_a_task_while_the_worker_stops() {
    for (after, answered) in [(4, 1), (6, 0)] {
        let fake = Fake::new();
        fake.plays(POLL, [Play::Decision(after, first())]);
        let stop = fake.stop.clone();
        let stopping = async {
            sleep(Duration::from_millis(1)).await;
            stop.stop();
        };
        let begun = Instant::now();
        let (tally, ()) = tokio::join!(decide(&fake, options()), stopping);
        assert_eq!(tally.unwrap().answered, answered);
        assert!(begun.elapsed() < Duration::from_secs(6), "the grace is five seconds");
    }
}

/// How the tasks behave.
#[derive(Clone, Default)]
struct Shop {
    dropped: Arc<AtomicU32>,
    running: Arc<AtomicU32>,
    most: Arc<AtomicU32>,
}

/// Counts when it is dropped.
struct Count(Arc<AtomicU32>);

impl Drop for Count {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

fn seconds(input: &Value) -> u64 {
    input.as_i64().and_then(|seconds| u64::try_from(seconds).ok()).unwrap_or(0)
}

impl order::Tasks for Shop {
    async fn charge_card(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        match input.as_str() {
            Some("panics") => panic!("out of cheese"),
            Some("refused") => {
                return Err(
                    TaskError::new("CardRefused", "no money").with_data(json!({"limit": 5}))
                );
            }
            Some("large") => return Ok(Value::from("x".repeat(40_000))),
            _ => {}
        }
        let running = self.running.fetch_add(1, Ordering::Relaxed) + 1;
        self.most.fetch_max(running, Ordering::Relaxed);
        let _count = Count(Arc::clone(&self.dropped));
        sleep(Duration::from_secs(seconds(&input))).await;
        self.running.fetch_sub(1, Ordering::Relaxed);
        let told =
            [cx.idempotency_key(), cx.operation(), cx.state().to_owned(), cx.token().to_string()];
        Ok(json!([Value::from(told.map(Value::from).to_vec()), cx.attempt(), input]))
    }

    /// Sends a heartbeat every second.
    async fn ship(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        let _count = Count(Arc::clone(&self.dropped));
        for _ in 0..seconds(&input) {
            cx.heartbeat();
            sleep(Duration::from_secs(1)).await;
        }
        Ok(json!("shipped"))
    }
}

fn task(operation: &str, name: &str, input: &str) -> ActivityTask {
    ActivityTask {
        task_token: "token".into(),
        activity_id: operation.into(),
        started_event_id: 7,
        workflow_execution: WorkflowExecution {
            workflow_id: "order-7".into(),
            run_id: "run-1".into(),
        },
        activity_type: ActivityType::new(name, "1.0"),
        input: Some(input.into()),
    }
}

fn charge(input: &str) -> Play {
    Play::Activity(0, task("Charge#0", "ChargeCard", input))
}

fn ship(input: &str) -> Play {
    Play::Activity(0, task("Ship#2", "Ship", input))
}

fn worker(fake: &Arc<Fake>, shop: &Shop, options: WorkerOptions) -> ActivityWorker<Fake> {
    let tasks = RemoteTasks::new(order::machine(shop.clone()));
    ActivityWorker::new(Arc::clone(fake), options).unwrap().serve(&decider(), &tasks)
}

/// The reports on one task.
async fn report(play: Play) -> (Heard, Tally) {
    let fake = Fake::new();
    fake.plays(POLL, [play]);
    let tally = worker(&fake, &Shop::default(), options()).run(&fake.stop).await.unwrap();
    let report =
        fake.heard().into_iter().find(|heard| !matches!(heard, Heard::Poll(_) | Heard::Beat));
    (report.unwrap(), tally)
}

#[tokio::test(start_paused = true)]
async fn a_task_sees_the_context_of_its_execution() {
    let (report, tally) = report(Play::Activity(0, task("Charge#0~2", "ChargeCard", "1"))).await;
    let told = r#"[["order-7:run-1.Charge#0~2","Charge#0~2","Charge","token"],2,1]"#;
    assert_eq!(report, Heard::Completed(told.to_owned()));
    assert_eq!((tally.answered, tally.failed, tally.lost), (1, 0, 0));
}

#[tokio::test(start_paused = true)]
async fn errors_and_panics_are_reported_with_name_and_cause() {
    let failed = |reason: &str, details: &str| Heard::Failed(reason.to_owned(), details.to_owned());
    let details = r#"asl:{"cause":"no money","data":{"limit":5}}"#;
    assert_eq!(report(charge("\"refused\"")).await.0, failed("CardRefused", details));
    let (Heard::Failed(reason, cause), tally) = report(charge("\"panics\"")).await else {
        panic!("it fails")
    };
    assert_eq!((reason.as_str(), cause.contains("out of cheese")), ("States.TaskFailed", true));
    assert_eq!((tally.answered, tally.failed), (1, 1));
}

#[tokio::test(start_paused = true)]
async fn a_result_that_is_too_large_names_the_state() {
    let (Heard::Failed(reason, cause), _) = report(charge("\"large\"")).await else {
        panic!("it fails")
    };
    assert_eq!(reason, "States.DataLimitExceeded");
    assert!(
        cause.starts_with(
            "the result of state `Charge` has 40002 characters; Amazon SWF takes 32768."
        ),
        "{cause}"
    );
}

#[tokio::test(start_paused = true)]
async fn what_the_worker_cannot_run_fails_with_words() {
    for (play, words) in [
        (
            Play::Activity(0, task("Charge#0", "Unknown", "1")),
            "this worker has no activity `Unknown` `1.0`",
        ),
        (
            Play::Activity(0, task("Other#0", "ChargeCard", "1")),
            "machine `order` has no task for the operation `Other#0`",
        ),
        (
            Play::Activity(0, task("3e2e6e55", "ChargeCard", "1")),
            "machine `order` has no task for the operation `3e2e6e55`",
        ),
        (charge("{"), "the input of `Charge#0` is not JSON: "),
    ] {
        let (Heard::Failed(reason, cause), _) = report(play).await else { panic!("it fails") };
        assert_eq!(reason, "States.TaskFailed");
        assert!(cause.starts_with(words), "{cause}");
    }
}

#[tokio::test(start_paused = true)]
async fn heartbeats_are_sent_at_a_quarter_of_the_limit_and_no_more() {
    let fake = Fake::new();
    fake.plays(POLL, [ship("16")]);
    let tally = worker(&fake, &Shop::default(), options().grace(Duration::from_secs(60)));
    let tally = tally.run(&fake.stop).await.unwrap();
    // The task says something each second; the state has 20 seconds.
    assert_eq!(fake.times(&Heard::Beat), [0, 5_000, 10_000, 15_000]);
    assert_eq!((tally.heartbeats, tally.answered), (4, 1));
    assert!(fake.heard().contains(&Heard::Completed("\"shipped\"".into())));
}

#[tokio::test(start_paused = true)]
async fn a_request_to_cancel_drops_the_task_and_says_so() {
    let fake = Fake::new();
    fake.plays(POLL, [ship("1000")]);
    fake.plays(BEAT, [Play::Done, Play::Fail(SwfErrorKind::Throttled), Play::Cancel]);
    let shop = Shop::default();
    let worker = worker(&fake, &shop, options().grace(Duration::from_secs(60)));
    let tally = worker.run(&fake.stop).await.unwrap();
    assert_eq!(fake.heard().last(), Some(&Heard::Canceled));
    assert_eq!((shop.dropped.load(Ordering::Relaxed), tally.failed, tally.retries), (1, 1, 1));
}

#[tokio::test(start_paused = true)]
async fn a_task_that_is_no_longer_open_is_dropped() {
    let fake = Fake::new();
    fake.plays(POLL, [ship("1000")]);
    fake.plays(BEAT, [Play::Done, Play::Fail(SwfErrorKind::Unknown)]);
    let shop = Shop::default();
    let worker = worker(&fake, &shop, options().grace(Duration::from_secs(60)));
    let tally = worker.run(&fake.stop).await.unwrap();
    assert_eq!(shop.dropped.load(Ordering::Relaxed), 1);
    assert_eq!((tally.answered, tally.failed, tally.heartbeats), (0, 1, 2));
}

#[tokio::test(start_paused = true)]
async fn a_silent_task_learns_of_a_request_to_cancel_where_that_is_wished() {
    let fake = Fake::new();
    fake.plays(POLL, [charge("1000")]);
    fake.plays(BEAT, [Play::Done, Play::Cancel]);
    let shop = Shop::default();
    let worker = worker(&fake, &shop, options().grace(Duration::from_secs(100)));
    worker.watch_cancels(Duration::from_secs(30)).run(&fake.stop).await.unwrap();
    assert_eq!(fake.times(&Heard::Beat), [30_000, 60_000]);
    assert_eq!(fake.heard().last(), Some(&Heard::Canceled));
    assert_eq!(shop.dropped.load(Ordering::Relaxed), 1);
}

#[tokio::test(start_paused = true)]
async fn tasks_in_flight_finish_within_the_grace_and_are_cut_off_after_it() {
    let fake = Fake::new();
    let told = Told::default();
    fake.plays(POLL, [charge("4"), charge("6")]);
    let shop = Shop::default();
    let begun = Instant::now();
    let tally = worker(&fake, &shop, told.options()).run(&fake.stop).await.unwrap();
    assert_eq!((tally.answered, tally.failed), (1, 1));
    assert_eq!(shop.dropped.load(Ordering::Relaxed), 2);
    assert_eq!(begun.elapsed().as_secs(), 5);
    assert_eq!(told.lines().last().unwrap(), "order-7: Charge#0 was cut off: the worker stops");
}

#[tokio::test(start_paused = true)]
async fn no_more_tasks_run_at_once_than_there_are_slots() {
    let fake = Fake::new();
    fake.plays(POLL, (0..12).map(|_| charge("1")));
    let shop = Shop::default();
    let options = options().pollers(4);
    let tally = worker(&fake, &shop, options).slots(3).run(&fake.stop).await.unwrap();
    assert_eq!((tally.answered, shop.most.load(Ordering::Relaxed)), (12, 3));
}

#[tokio::test(start_paused = true)]
async fn a_result_that_cannot_be_reported_ends_the_worker_after_the_others() {
    let fake = Fake::new();
    fake.plays(POLL, [charge("1"), charge("3"), Play::Empty(60_000)]);
    fake.plays(RESPOND, [Play::Fail(SwfErrorKind::NotPermitted)]);
    let shop = Shop::default();
    let error = worker(&fake, &shop, options()).run(&fake.stop).await.unwrap_err();
    assert!(
        matches!(&error, WorkerError::Service(error) if error.kind() == SwfErrorKind::NotPermitted),
        "{error}"
    );
    let completed =
        fake.heard().iter().filter(|heard| matches!(heard, Heard::Completed(_))).count();
    assert_eq!(completed, 2, "the other one is reported all the same");
}

#[tokio::test(start_paused = true)]
async fn heartbeats_carry_details_where_that_is_wished() {
    let fake = Fake::new();
    fake.plays(POLL, [ship("1000")]);
    fake.plays(BEAT, [Play::Done, Play::Done, Play::Cancel]);
    let worker = worker(&fake, &Shop::default(), options().grace(Duration::from_secs(60)));
    let worker = worker.heartbeat_details(|task, number| match number {
        1 | 2 => format!("{} {number}", task.activity_id),
        _ => "x".repeat(3_000),
    });
    worker.run(&fake.stop).await.unwrap();
    assert_eq!(fake.beats(), ["Ship#2 1".to_owned(), "Ship#2 2".to_owned(), "x".repeat(2_048)]);
}

#[test]
fn options_with_which_a_worker_would_do_nothing_are_errors() {
    let fake = Fake::new;
    let error = |options: WorkerOptions| {
        let deciding = DeciderWorker::new(fake(), options.clone(), [decider()]).unwrap_err();
        assert_eq!(ActivityWorker::new(fake(), options).unwrap_err(), deciding);
        deciding.to_string()
    };
    for (options, expected) in [
        (WorkerOptions::new("", "orders"), "option `domain`: it is empty"),
        (
            WorkerOptions::new("shop", "a:b"),
            "option `task_list`: `a:b` has `:`, which Amazon SWF forbids",
        ),
        (
            options().identity("i".repeat(257)),
            "option `identity`: it has 257 characters; Amazon SWF takes 256",
        ),
        (options().pollers(0), "option `pollers`: a worker without pollers does nothing"),
        (options().poll_limit(Duration::ZERO), "option `poll_limit`: no call ends in no time"),
        (options().call_limit(Duration::ZERO), "option `call_limit`: no call ends in no time"),
        (
            options().backoff(Backoff {
                first: Duration::from_secs(30),
                longest: Duration::from_secs(20),
            }),
            "option `backoff`: the first pause is longer than the longest",
        ),
    ] {
        assert_eq!(error(options), expected);
    }
}

fn checkpointing() -> Decider {
    Decider::new(&order::MACHINE, DeciderOptions::default().checkpoints(1)).unwrap()
}

/// A decision task whose history has a checkpoint: the newest events, and the others.
fn checkpointed(details: impl Fn(String) -> String) -> [DecisionTask; 2] {
    let mut task = first();
    let decided = checkpointing().decide(&task).unwrap().decisions;
    let Some(Decision::RecordMarker(marker)) = decided.first() else { panic!("{decided:?}") };
    let details = details(marker.details.clone().unwrap());
    let event = |id: i64, event_type: &str, fields: serde_json::Value| {
        let key = format!("{}{}EventAttributes", event_type[..1].to_lowercase(), &event_type[1..]);
        serde_json::from_value(serde_json::json!({
            "eventId": id, "eventTimestamp": 1_767_225_700, "eventType": event_type, key: fields,
        }))
        .unwrap()
    };
    let list = serde_json::json!({"name": "orders"});
    let charge = serde_json::json!({"activityId": "Charge#0", "activityType": {"name": "ChargeCard", "version": "1.0"},
        "taskList": list, "decisionTaskCompletedEventId": 4});
    let later = [
        event(
            4,
            "DecisionTaskCompleted",
            serde_json::json!({"scheduledEventId": 2, "startedEventId": 3}),
        ),
        event(
            5,
            "MarkerRecorded",
            serde_json::json!({"markerName": "aslCheckpoint", "details": details, "decisionTaskCompletedEventId": 4}),
        ),
        event(6, "ActivityTaskScheduled", charge),
        event(
            7,
            "TimerStarted",
            serde_json::json!({"timerId": "TimeoutSeconds", "startToFireTimeout": "86400", "decisionTaskCompletedEventId": 4}),
        ),
        event(
            8,
            "ActivityTaskFailed",
            serde_json::json!({"reason": "Refused", "scheduledEventId": 6, "startedEventId": 0}),
        ),
        event(9, "DecisionTaskScheduled", serde_json::json!({"taskList": list})),
        event(10, "DecisionTaskStarted", serde_json::json!({"scheduledEventId": 9})),
    ];
    task.events.sort_by_key(|event| event.event_id);
    task.events.extend(later);
    task.events.reverse();
    task.started_event_id = 10;
    let older = DecisionTask { events: task.events.split_off(8), ..task.clone() };
    [DecisionTask { next_page_token: Some("older".into()), ..task }, older]
}

/// The polls for decision tasks and the decisions of a worker that is handed these pages.
async fn read(
    pages: [DecisionTask; 2],
    reverse: Option<bool>,
) -> (Vec<Option<String>>, Vec<&'static str>) {
    let fake = Fake::new();
    fake.plays(POLL, pages.map(|page| Play::Decision(0, page)));
    let worker =
        DeciderWorker::new(Arc::clone(&fake), Told::default().options(), [checkpointing()])
            .unwrap();
    let worker = match reverse {
        Some(reverse) => worker.reverse_order(reverse),
        None => worker,
    };
    worker.run(&fake.stop).await.unwrap();
    let heard = fake.heard();
    let polls = heard.iter().filter_map(|heard| {
        if let Heard::Poll(token) = heard { Some(token.clone()) } else { None }
    });
    let decided = heard
        .iter()
        .find_map(|heard| if let Heard::Decided(decided) = heard { Some(decided) } else { None });
    let decided = decided.into_iter().flatten().map(Decision::decision_type).collect();
    (polls.take(2).collect(), decided)
}

#[tokio::test(start_paused = true)]
async fn a_worker_reads_pages_back_to_a_checkpoint_and_no_further() {
    let fails = vec!["FailWorkflowExecution"];
    let [mut newest, older] = checkpointed(|details| details);
    // Were the second page read, its decision task could not be another one.
    newest.next_page_token = Some("older".into());
    let (polls, decided) = read([newest.clone(), older.clone()], None).await;
    assert_eq!((polls, &decided), (vec![None, None], &fails));
    // All pages, where the oldest event is to come first, and where the checkpoint is damaged.
    let (polls, decided) = read([newest, older], Some(false)).await;
    assert_eq!((polls, &decided), (vec![None, Some("older".to_owned())], &fails));
    for damage in ["Charge", "aslCheckpoint/1"] {
        let pages = checkpointed(|details| details.replace(damage, "x"));
        let (polls, decided) = read(pages, None).await;
        assert_eq!((polls, &decided), (vec![None, Some("older".to_owned())], &fails));
    }
}
