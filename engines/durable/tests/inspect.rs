//! Reading a store that another handle or process has open.
#![expect(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, SystemTime};

use asl_durable::{CallError, Durable, Fault, JournalError, List, Options, State, StoreError};
use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};

asl_machine!("tests/machines/two_steps.asl.json", default_task_timeout = 60);

struct Steps;

impl two_steps::Tasks for Steps {
    async fn first(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        match input.at(["fails"]) {
            Some(_) => Err(TaskError::new("Broken", "by request")),
            None => Ok(input),
        }
    }

    async fn second(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        if input.at(["waits"]).is_some() {
            std::future::pending::<()>().await;
        }
        Ok(input)
    }
}

/// A directory that is removed afterwards.
struct Directory(PathBuf);

impl Directory {
    fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("asl-inspect-tests-{}-{number}", std::process::id());
        Self(std::env::temp_dir().join(name))
    }

    async fn open(&self, options: Options) -> Durable {
        Durable::open(&self.0, [two_steps::machine(Steps)], options).await.unwrap()
    }

    /// Name, contents and time of change of each file, and those of the directory.
    fn contents(&self) -> Vec<(PathBuf, Vec<u8>, SystemTime)> {
        let mut all: Vec<_> = fs::read_dir(&self.0)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.is_file())
            .map(|path| (path.clone(), fs::read(&path).unwrap(), changed(&path)))
            .collect();
        all.sort();
        all.push((self.0.clone(), Vec::new(), changed(&self.0)));
        all
    }

    fn newest_segment(&self) -> PathBuf {
        let names = self.contents().into_iter().map(|(path, ..)| path);
        names.filter(|path| path.extension().is_some_and(|end| end == "log")).max().unwrap()
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        // It may help to investigate a failed test; the next run creates another one.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn changed(path: &Path) -> SystemTime {
    path.metadata().unwrap().modified().unwrap()
}

fn fault(directory: impl AsRef<Path>) -> JournalError {
    let error = Durable::inspect(directory).unwrap_err();
    let StoreError::Journal(error) = error else { panic!("{error}") };
    error
}

/// Starts one execution that ends, one that fails and one that waits for its second task.
async fn start_three(store: &Durable) {
    store.start("two_steps", "done", json!({})).await.unwrap();
    store.start("two_steps", "failed", json!({"fails": 1})).await.unwrap();
    store.start("two_steps", "waits", json!({"waits": 1})).await.unwrap();
    assert!(store.wait("two_steps:done").await.unwrap().is_ok());
    assert!(store.wait("two_steps:failed").await.unwrap().is_err());
    while store.describe("two_steps:waits").await.unwrap().waits[0].state != "Second" {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

#[tokio::test]
async fn an_inspection_sees_everything_and_changes_nothing() {
    let directory = Directory::new();
    let store = directory.open(Options::default()).await;
    start_three(&store).await;
    let before = directory.contents();

    let inspection = Durable::inspect(&directory.0).unwrap();
    let all = inspection.list(&List::default()).executions;
    let states: Vec<_> = all.iter().map(|summary| (summary.id.as_str(), summary.state)).collect();
    let expected = [
        ("two_steps:done", State::Succeeded),
        ("two_steps:failed", State::Failed),
        ("two_steps:waits", State::Running),
    ];
    assert_eq!(states, expected);
    assert_eq!(all, store.list(List::default()).await.unwrap().executions);
    assert_eq!(inspection.list(&List::default().error("Broken")).executions.len(), 1);

    let failed = inspection.describe("two_steps:failed").unwrap();
    assert_eq!(failed.failure.unwrap().cause(), Some("by request"));
    assert_eq!(failed.input, json!({"fails": 1}));
    let waits = inspection.describe("two_steps:waits").unwrap();
    assert!(!waits.are_waits_known && waits.waits.is_empty());
    let unknown = inspection.history("two_steps:done").unwrap_err();
    assert!(matches!(unknown, CallError::WaitsForMachine { .. }), "{unknown}");

    let figures = inspection.statistics();
    assert_eq!(figures.executions.iter().map(|count| count.count).sum::<usize>(), 3);
    assert_eq!(figures.oldest.unwrap().id, "two_steps:waits");
    assert!(figures.needed_bytes > 0 && figures.bytes >= figures.needed_bytes);
    let verified = inspection.verify();
    assert_eq!((verified.executions, verified.problems.len()), (3, 0));
    assert!(verified.records >= 8 && verified.unfinished.is_none(), "{verified:?}");

    let inspection = inspection.with_machines([&two_steps::MACHINE]);
    for id in ["two_steps:done", "two_steps:failed", "two_steps:waits"] {
        let history = store.history(id).await.unwrap();
        assert_eq!(inspection.history(id).unwrap(), history);
    }
    let waits = inspection.describe("two_steps:waits").unwrap();
    assert_eq!((waits.are_waits_known, waits.waits[0].state), (true, "Second"));
    assert_eq!(inspection.verify().problems, []);
    assert_eq!(directory.contents(), before);
    store.close(Duration::ZERO).await.unwrap();
}

#[cfg(unix)]
#[tokio::test]
async fn a_directory_that_can_only_be_read_is_inspected() {
    use std::os::unix::fs::PermissionsExt;

    let directory = Directory::new();
    let store = directory.open(Options::default()).await;
    start_three(&store).await;
    store.close(Duration::ZERO).await.unwrap();
    let files = directory.contents();
    for (path, ..) in &files {
        let mode = if path.is_dir() { 0o500 } else { 0o400 };
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }
    let inspection = Durable::inspect(&directory.0).unwrap();
    assert_eq!(inspection.list(&List::default()).executions.len(), 3);
    assert_eq!(directory.contents(), files);
    fs::set_permissions(&directory.0, fs::Permissions::from_mode(0o700)).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_is_read_while_it_writes_rotates_and_compacts() {
    let directory = Directory::new();
    let options = Options::default().segment_bytes(16 << 10).snapshot_every(1);
    let store = directory.open(options).await;
    let is_over = AtomicBool::new(false);
    let path = directory.0.clone();
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let (mut reads, mut most) = (0, 0);
            while !is_over.load(Ordering::Relaxed) || reads < 20 {
                let inspection = Durable::inspect(&path).unwrap();
                let page = inspection.list(&List::default().limit(10_000));
                // Each start is on disk before the next one is requested.
                let ids = (0..page.executions.len()).map(|at| format!("two_steps:{at:05}"));
                let listed = page.executions.iter().map(|summary| summary.id.to_string());
                assert!(ids.eq(listed), "it is a prefix of what was started");
                assert!(page.executions.len() >= most);
                assert_eq!(inspection.verify().problems, []);
                (reads, most) = (reads + 1, page.executions.len());
            }
            (reads, most)
        });
        let runtime = tokio::runtime::Handle::current();
        tokio::task::block_in_place(|| {
            runtime.block_on(async {
                let end = SystemTime::now() + Duration::from_secs(3);
                let mut started = 0;
                while SystemTime::now() < end && started < 10_000 {
                    let input = json!({"text": ("x".repeat(300))});
                    let name = format!("{started:05}");
                    store.start("two_steps", name, input).await.unwrap();
                    started += 1;
                    if started % 50 == 0 {
                        store.compact().await.unwrap();
                    }
                }
                assert!(started > 100, "{started}");
            });
        });
        is_over.store(true, Ordering::Relaxed);
        let (reads, most) = reader.join().unwrap();
        assert!(reads >= 20 && most > 100, "{reads} reads, {most} executions");
    });
    store.close(Duration::from_secs(10)).await.unwrap();
}

#[tokio::test]
async fn a_commit_that_is_not_whole_is_no_damage_and_other_changes_are() {
    let directory = Directory::new();
    let store = directory.open(Options::default()).await;
    start_three(&store).await;
    store.close(Duration::ZERO).await.unwrap();
    let segment = directory.newest_segment();
    let whole = fs::read(&segment).unwrap();
    fs::write(&segment, &whole[..whole.len() - 3]).unwrap();
    let missing = fault(&directory.0).to_string();
    assert!(missing.contains("which were on disk, are missing or damaged"), "{missing}");
    fs::remove_file(directory.0.join("store.tip")).unwrap();
    let verified = Durable::inspect(&directory.0).unwrap().verify();
    assert_eq!(verified.problems, []);
    assert_eq!(verified.unfinished.unwrap().0, segment.display().to_string());

    let mut damaged = whole.clone();
    damaged[200] ^= 1;
    fs::write(&segment, damaged).unwrap();
    let error = fault(&directory.0);
    assert!(matches!(error.fault, Fault::Damaged { .. }), "{error}");
    assert!(error.to_string().contains("journal-0000000001.log` is damaged at byte"), "{error}");
}

#[tokio::test]
async fn directories_without_a_store_are_errors_that_say_what_to_do() {
    let directory = Directory::new();
    let path = directory.0.display();
    let missing = fault(&directory.0).to_string();
    assert!(missing.starts_with(&format!("cannot list `{path}`: ")), "{missing}");
    fs::create_dir(&directory.0).unwrap();
    let empty = fault(&directory.0).to_string();
    let expected = format!(
        "no store is in `{path}`: name the directory with which the program opens its store"
    );
    assert_eq!(empty, expected);
    fs::write(directory.0.join("notes.txt"), "mine").unwrap();
    assert_eq!(fault(&directory.0).fault, Fault::NotAStore("notes.txt".to_owned()));
    fs::remove_file(directory.0.join("notes.txt")).unwrap();
    fs::write(directory.0.join("journal-0000000001.log"), "text ".repeat(40)).unwrap();
    assert_eq!(fault(&directory.0).fault, Fault::Foreign);
    fs::remove_file(directory.0.join("journal-0000000001.log")).unwrap();

    // A store is open, and nothing was started yet.
    let store = directory.open(Options::default()).await;
    assert_eq!(Durable::inspect(&directory.0).unwrap().list(&List::default()).executions, []);
    store.close(Duration::ZERO).await.unwrap();
}
