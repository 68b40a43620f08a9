//! The durable engine in real use: real directories, real threads, tasks on tokio.
#![expect(clippy::expect_used, reason = "tests")]

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use asl_durable::testing::{Core, RealDisk, Request};
use asl_durable::{CallError, Durable, List, Options, Start, State, WaitsFor};
use asl_runtime::storage::{Memory, ObjectName};
use asl_runtime::{Compiled, TaskContext, TaskError, Value, asl_machine, json};
use tokio::sync::Semaphore;

asl_machine!("definitions/durable/copies.asl.json");
asl_machine!("definitions/durable/family.asl.json");
asl_machine!("definitions/durable/kid.asl.json");
asl_machine!("definitions/durable/nap.asl.json");
asl_machine!("definitions/services/approval.asl.json");
asl_machine!("definitions/services/callback.asl.json");

/// A directory that is removed afterwards.
struct Directory(PathBuf);

impl Directory {
    fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path =
            std::env::temp_dir().join(format!("asl-durable-tests-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("the temporary directory can be written");
        Self(path)
    }

    async fn open(&self, host: &Host) -> Durable {
        Durable::open(&self.0, host.machines(), Options::default()).await.expect("it can be opened")
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        // It may help to investigate a failed test; the next run creates another one.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs the tasks when it is allowed to.
#[derive(Clone)]
struct Host(Arc<Inner>);

struct Inner {
    /// Number of tasks that may end.
    gate: Semaphore,
    /// Started tasks.
    keys: Mutex<Vec<String>>,
    tokens: Mutex<Vec<String>>,
}

impl Host {
    fn new(open: usize) -> Self {
        Self(Arc::new(Inner {
            gate: Semaphore::new(open),
            keys: Mutex::default(),
            tokens: Mutex::default(),
        }))
    }

    fn machines(&self) -> Vec<Compiled> {
        vec![
            approval::machine(self.clone()),
            callback::machine(self.clone()),
            family::machine(self.clone()),
            kid::machine(self.clone()),
        ]
    }

    fn keys(&self) -> Vec<String> {
        self.0.keys.lock().expect("nobody panics").clone()
    }

    /// Waits until this many tasks were started.
    async fn begun(&self, count: usize) {
        let all = async {
            while self.keys().len() < count {
                tokio::task::yield_now().await;
            }
        };
        let begun = tokio::time::timeout(PATIENCE, all).await;
        assert!(begun.is_ok(), "{count} tasks were to begin, and these have: {:?}", self.keys());
    }
}

impl approval::Tasks for Host {}
impl family::Tasks for Host {}
impl nap::Tasks for Host {}

impl kid::Tasks for Host {
    async fn work(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        self.0.keys.lock().expect("nobody panics").push(cx.idempotency_key());
        self.0.gate.acquire().await.expect("it is never closed").forget();
        match input.at(["number"]) {
            Some(number) if *number == json!(13) => {
                Err(TaskError::new("Unlucky", "it is thirteen"))
            }
            _ => Ok(json!({"worked": input})),
        }
    }
}

impl copies::Tasks for Host {
    async fn copy(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        self.0.keys.lock().expect("nobody panics").push(cx.idempotency_key());
        self.0.gate.acquire().await.expect("it is never closed").forget();
        Ok(input)
    }
}

impl callback::Tasks for Host {
    async fn send_message_approvals(&self, cx: &TaskContext, _: Value) -> Result<Value, TaskError> {
        self.0.tokens.lock().expect("nobody panics").push(cx.token().to_string());
        Ok(json!({"MessageId": "1"}))
    }
}

const PATIENCE: Duration = Duration::from_secs(20);

#[tokio::test]
async fn a_thousand_executions_run_concurrently() {
    let (directory, host) = (Directory::new(), Host::new(usize::MAX >> 3));
    let store = directory.open(&host).await;
    let mut started = Vec::new();
    for number in 0..1_000 {
        let store = store.clone();
        started.push(tokio::spawn(async move {
            let id = store.start("kid", format!("{number}"), json!({"number": (number)})).await?.id;
            store.wait(id).await
        }));
    }
    for (number, run) in (0..1_000).zip(started) {
        let result = run.await.expect("it does not panic").expect("the store works");
        match number {
            13 => assert_eq!(result.expect_err("unlucky").error(), Some("Unlucky")),
            _ => assert_eq!(result, Ok(json!({"worked": {"number": (number)}}))),
        }
    }
    let failed = List::default().state(State::Failed);
    let page = store.list(failed).await.expect("the store works");
    assert_eq!(page.executions.iter().map(|one| one.id.as_str()).collect::<Vec<_>>(), ["kid:13"]);
    let redriven = store.redrive("kid:13").await;
    assert!(redriven.is_ok(), "{redriven:?}");
    assert!(store.wait("kid:13").await.expect("the store works").is_err());
    assert_eq!(
        store.purge_before(std::time::SystemTime::now() + PATIENCE).await.expect("the store works"),
        1_000
    );
    assert!(store.compact().await.expect("the store works").after < 10_000);
    assert_eq!(store.close(PATIENCE).await.expect("it was open").dropped, 0);
}

#[tokio::test]
async fn closing_waits_for_running_tasks() {
    let (directory, host) = (Directory::new(), Host::new(0));
    let store = directory.open(&host).await;
    let id = store.start("kid", "slow", json!({})).await.expect("it starts").id;
    host.begun(1).await;
    let waiting = tokio::spawn({
        let (store, id) = (store.clone(), id.clone());
        async move { store.wait(id).await }
    });
    let closing = tokio::spawn({
        let store = store.clone();
        async move { store.close(PATIENCE).await }
    });
    // The store is closing, so it accepts nothing else.
    while !matches!(store.list(List::default()).await, Err(CallError::Closed)) {
        tokio::task::yield_now().await;
    }
    host.0.gate.add_permits(1);
    assert_eq!(closing.await.expect("no panic").expect("it was open").dropped, 0);
    assert_eq!(
        waiting.await.expect("no panic").expect("it was told in time"),
        Ok(json!({"worked": {}}))
    );
    assert!(matches!(store.describe(id.clone()).await, Err(CallError::Closed)));
    let again = directory.open(&host).await;
    assert_eq!(again.wait(id).await.expect("it works"), Ok(json!({"worked": {}})));
    assert_eq!(host.keys(), ["kid:slow.Work#0"], "it was done once");
}

#[tokio::test]
async fn dropped_tasks_start_again_with_the_same_key() {
    let (directory, host) = (Directory::new(), Host::new(0));
    let store = directory.open(&host).await;
    let id = store.start("kid", "slow", json!({})).await.expect("it starts").id;
    host.begun(1).await;
    assert_eq!(store.close(Duration::ZERO).await.expect("it was open").dropped, 1);
    let store = directory.open(&host).await;
    host.begun(2).await;
    assert_eq!(store.describe(id.clone()).await.expect("it works").waits[0].what, WaitsFor::Task);
    // Without closing, as in a crash: another process can open it at once.
    drop(store);
    let store = directory.open(&host).await;
    host.begun(3).await;
    assert!(store.cancel(id.clone(), "", "").await.is_ok());
    assert_eq!(
        store.wait(id).await.expect("it works").expect_err("cancelled").status(),
        asl_runtime::error::Status::Aborted
    );
    assert_eq!(host.keys(), ["kid:slow.Work#0"; 3]);
}

#[tokio::test]
async fn machines_start_machines_in_the_same_store() {
    let (directory, host) = (Directory::new(), Host::new(0));
    let store = directory.open(&host).await;
    let id = store.start("family", "f", json!({"number": 7})).await.expect("it starts").id;
    host.begun(2).await;
    // A crash in the middle: the children continue by themselves, and are not started twice.
    drop(store);
    let store = directory.open(&host).await;
    host.begun(4).await;
    host.0.gate.add_permits(2);
    let forgotten = "arn:aws:states:local:000000000000:execution:kid:forgotten";
    let output = store.wait(id.clone()).await.expect("it works").expect("it succeeds");
    let expected =
        json!([{"output": {"worked": {"number": 7}}, "status": "SUCCEEDED"}, {"arn": (forgotten)}]);
    assert_eq!(output, expected);
    assert!(store.wait(forgotten).await.expect("it works").is_ok());
    assert_eq!(store.list(List::default()).await.expect("it works").executions.len(), 3);
    // A cancelled parent also cancels the child that it waits for.
    let id = store.start("family", "g", json!({"number": 8})).await.expect("it starts").id;
    host.begun(5).await;
    assert!(store.cancel(id, "", "").await.is_ok());
    let aborted = List::default().state(State::Aborted);
    assert_eq!(store.list(aborted).await.expect("it works").executions.len(), 2);
}

#[tokio::test]
async fn workers_take_activities_and_report_by_token() {
    let (directory, host) = (Directory::new(), Host::new(0));
    let store = directory.open(&host).await;
    let id = store.start("approval", "a", json!({"amount": 7})).await.expect("it starts").id;
    let work = store.next_activity("Approval", "worker-1").await;
    let token = work.token().to_owned();
    assert_eq!(work.input(), &json!({"amount": 7}));
    work.heartbeat().await.expect("somebody waits");
    drop(store);
    drop(work);
    let store = directory.open(&host).await;
    let again = store.next_activity("Approval", "worker-2").await;
    assert_eq!(again.token(), token, "it is given out again");
    assert!(store.success(&token, json!({"approved": true})).await.is_ok());
    assert!(again.success(json!({"approved": false})).await.is_err(), "the first report counts");
    assert_eq!(store.wait(id.clone()).await.expect("it works"), Ok(json!({"approved": true})));
    let history = store.history(id.clone()).await.expect("it was kept").to_json_string();
    assert!(history.contains("worker-1"), "{history}");
    assert_eq!(history, store.history(id).await.expect("it was kept").to_json_string());
    let call = store.start("callback", "c", json!({})).await.expect("it starts").id;
    while host.0.tokens.lock().expect("nobody panics").is_empty() {
        tokio::task::yield_now().await;
    }
    let token = host.0.tokens.lock().expect("nobody panics")[0].clone();
    assert!(store.services().success(&token, json!("by the services")).await.is_ok());
    assert_eq!(store.wait(call).await.expect("it works"), Ok(json!("by the services")));
}

#[tokio::test]
async fn a_store_can_be_open_only_once() {
    let (directory, host) = (Directory::new(), Host::new(0));
    let store = directory.open(&host).await;
    let error = Durable::open(&directory.0, host.machines(), Options::default())
        .await
        .expect_err("it is open");
    let path = directory.0.display().to_string();
    assert!(
        error.to_string().contains(&path) && error.to_string().contains("in use by"),
        "{error}"
    );
    store.close(PATIENCE).await.expect("it was open");
    drop(directory.open(&host).await);
}

#[tokio::test]
async fn a_directory_without_a_store_is_not_changed() {
    let (directory, host) = (Directory::new(), Host::new(0));
    let file = directory.0.join("letter.txt");
    std::fs::write(&file, "Dear").expect("it can be written");
    let error = Durable::open(&directory.0, host.machines(), Options::default())
        .await
        .expect_err("it is no store");
    assert!(error.to_string().contains("is not a store, and `letter.txt` is in it"), "{error}");
    let error =
        Durable::open(&file, host.machines(), Options::default()).await.expect_err("it is a file");
    assert!(error.to_string().contains("letter.txt"), "{error}");
    assert_eq!(std::fs::read(&file).expect("it is there"), b"Dear");
}

#[tokio::test]
async fn garbage_is_removed_automatically() {
    let (directory, host) = (Directory::new(), Host::new(usize::MAX >> 3));
    let store = directory.open(&host).await;
    let kept = store.start("kid", "kept", json!({"number": 1})).await.expect("it starts").id;
    let big = "x".repeat(20_000);
    for number in 0..150 {
        let id = store
            .start("kid", format!("{number}"), json!({"big": (big.as_str())}))
            .await
            .expect("it starts")
            .id;
        assert!(store.wait(id.clone()).await.expect("it works").is_ok());
        assert!(store.purge(id).await.is_ok());
    }
    let size = || {
        let files = std::fs::read_dir(&directory.0).expect("it is there");
        files.filter_map(|file| Some(file.ok()?.metadata().ok()?.len())).sum::<u64>()
    };
    let shrinks = async {
        while size() > 3_000_000 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    assert!(tokio::time::timeout(PATIENCE, shrinks).await.is_ok(), "it still has {} bytes", size());
    store.close(PATIENCE).await.expect("it was open");
    let store = directory.open(&host).await;
    assert_eq!(store.wait(kept).await.expect("it works"), Ok(json!({"worked": {"number": 1}})));
}

#[tokio::test]
async fn a_distributed_map_continues_with_the_items_that_it_has_read() {
    let (directory, host) = (Directory::new(), Host::new(2));
    let storage = Memory::new();
    storage.put(ObjectName::new("in", "numbers.json"), b"[1, 2, 3, 4, 5]".to_vec());
    let options = || Options::default().storage(storage.clone());
    let open = || Durable::open(&directory.0, [copies::machine(host.clone())], options());
    let store = open().await.expect("it can be opened");
    let id = store.start("copies", "c", json!({})).await.expect("it starts").id;
    host.begun(5).await;
    let waits = |count: usize| {
        let (store, id) = (store.clone(), id.clone());
        async move {
            while store.describe(id.clone()).await.expect("it works").waits.len() != count {
                tokio::task::yield_now().await;
            }
        }
    };
    assert!(tokio::time::timeout(PATIENCE, waits(3)).await.is_ok(), "two of five have ended");
    store.close(Duration::ZERO).await.expect("it was open");
    let store = open().await.expect("it can be opened");
    host.begun(8).await;
    host.0.gate.add_permits(3);
    assert_eq!(store.wait(id).await.expect("it works"), Ok(json!([1, 2, 3, 4, 5])));
    assert_eq!(host.keys().len(), 8, "what had ended was not done again");
}

#[tokio::test]
async fn nothing_starts_if_the_caller_of_open_has_dropped_the_future() {
    let (directory, host) = (Directory::new(), Host::new(0));
    let store = directory.open(&host).await;
    store.start("kid", "slow", json!({})).await.expect("it starts");
    host.begun(1).await;
    drop(store);
    let mut opening = Box::pin(directory.open(&host));
    tokio::select! {
        biased;
        _ = &mut opening => unreachable!("a thread has to answer"),
        () = std::future::ready(()) => {}
    }
    drop(opening);
    // The lock is free: work of another process must not start here.
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    assert_eq!(host.keys(), ["kid:slow.Work#0"]);
}

#[tokio::test]
async fn time_advances_after_the_clock_was_set_back() {
    let (directory, host) = (Directory::new(), Host::new(0));
    let since =
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("it is later");
    let later = u64::try_from(since.as_millis()).expect("it is before the end of time") + 3_600_000;
    let disk = RealDisk::open(&directory.0).expect("it can be made");
    let (mut core, _) =
        Core::open(disk, &[&nap::MACHINE], &Options::default(), later).expect("it can be opened");
    for (ticket, time) in [(1, later), (2, later + 990)] {
        let start = Start::new("nap", json!({})).name(format!("{ticket}"));
        core.request(
            ticket,
            Request::Start { start: Box::new(start), seed: ticket, parent: None },
            time,
        )
        .expect("the disk works");
        core.commit().expect("the disk works");
    }
    drop(core);
    // By the clock the first one is to be woken in an hour; by the store's clock in ten
    // milliseconds.
    let store = Durable::open(&directory.0, [nap::machine(host)], Options::default())
        .await
        .expect("it can be opened");
    let result = tokio::time::timeout(PATIENCE, store.wait("nap:1")).await;
    assert_eq!(result.expect("it does not take an hour").expect("it works"), Ok(json!({})));
}

#[tokio::test]
async fn repeated_short_waits_are_answered_eventually() {
    let (directory, host) = (Directory::new(), Host::new(0));
    let store = directory.open(&host).await;
    let id = store.start("kid", "slow", json!({})).await.expect("it starts").id;
    let patient = tokio::spawn({
        let (store, id) = (store.clone(), id.clone());
        async move { store.wait(id).await }
    });
    for _ in 0..3_000 {
        let turn = tokio::time::timeout(Duration::ZERO, store.wait(id.clone())).await;
        assert!(turn.is_err(), "it goes on");
    }
    host.0.gate.add_permits(1);
    assert_eq!(store.wait(id).await.expect("it works"), Ok(json!({"worked": {}})));
    assert_eq!(patient.await.expect("no panic").expect("it works"), Ok(json!({"worked": {}})));
}
