//! The memory that a look at a long history takes. The program has this test only, because it
//! measures its whole process.
//!
//! `ASL_TRANSITIONS` is the number of transitions, 10,000 by default, and `TMPDIR` the place of the
//! store: with 10,000,000 it has 2 GB.
#![expect(clippy::expect_used, reason = "tests")]

use std::time::Duration;
use std::{env, fs, process};

use asl_durable::{Durable, HistoryPage, HistoryRange, Options};
use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};

asl_machine!("definitions/durable/steps.asl.json");

/// Maximum memory of the process.
const MEBIBYTES: u64 = 200;

#[derive(Clone)]
struct Host;

impl steps::Tasks for Host {
    async fn step(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        let left = input.at(["left"]).and_then(Value::as_i64).unwrap_or_default();
        Ok(json!({ "left": (left - 1) }))
    }
}

/// A page with events: one that is far inside a long history may be asked for several times.
async fn page(store: &Durable, id: &str, mut range: HistoryRange) -> HistoryPage {
    loop {
        let page = store.history_page(id, range.clone()).await.expect("inputs are kept");
        if !page.events.is_empty() {
            return page;
        }
        range = range.continued(&page).expect("a history has events");
    }
}

fn ids(page: &HistoryPage) -> impl Iterator<Item = u64> {
    page.events.iter().filter_map(|event| event.at(["id"]).and_then(Value::as_u64))
}

/// The most memory that the process ever had, where the system tells it.
fn peak() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? / 1_024)
}

#[tokio::test]
async fn a_long_history_is_seen_from_both_ends_in_little_memory() {
    let wanted = env::var("ASL_TRANSITIONS");
    let transitions = wanted.map_or(10_000, |wanted| wanted.parse().expect("a number"));
    let directory = env::temp_dir().join(format!("asl-long-history-{}", process::id()));
    let options = Options::default();
    let store = Durable::open(&directory, vec![steps::machine(Host)], options);
    let store = store.await.expect("the temporary directory can be written");
    // A step and a choice each, and the last state.
    let (steps, events) = (transitions / 2, 2 + transitions / 2 * 7 + 2);
    let started = store
        .start("steps", "1", json!({ "left": (i64::try_from(steps).expect("it is small")) }))
        .await;
    let id = started.expect("a new execution").id;
    store.wait(id.clone()).await.expect("it is known").expect("it succeeds");

    let last = page(&store, &id, HistoryRange::default().reverse(true)).await;
    assert!(ids(&last).eq((events - 999..=events).rev()), "{:?}", ids(&last).next());
    let first = page(&store, &id, HistoryRange::default()).await;
    assert!(ids(&first).eq(1..=1_000));
    let inside = page(&store, &id, HistoryRange::default().after(events / 2).limit(10)).await;
    assert!(ids(&inside).eq(events / 2 + 1..=events / 2 + 10));
    assert!(peak().is_none_or(|peak| peak < MEBIBYTES), "{:?} MiB", peak());
    store.close(Duration::from_secs(10)).await.expect("it works");
    // What is left of a failed test may help; the next run has another directory.
    let _ = fs::remove_dir_all(&directory);
}
