//! Stores as tools see them: read as of a moment, reached through their processes, changed without
//! any.

use std::sync::Arc;
use std::time::Duration;

use asl_durable::{CallError, Durable, List, State, StoreError};
use asl_postgres::Postgres;
use asl_runtime::json;

use crate::machines::{Shop, three};
use crate::world::{LEASE, World, count};

/// An inspection has the contents of all shards as of its beginning, whoever has the store open.
pub(crate) async fn a_store_is_read_as_of_a_moment(world: Arc<World>) {
    let place = world.place().await;
    let empty = Postgres::inspect(&place.url).expect_err("there is no store");
    assert!(empty.to_string().starts_with("no store is in `postgres://127.0.0.1/"), "{empty}");
    let remote = Postgres::connect(&place.url).expect_err("there is no store");
    assert!(remote.to_string().contains("no store is in"), "{remote}");
    let tables = place.sql().await.query_one("select to_regclass('asl_store') is null", &[]).await;
    assert!(tables.expect("an answer").get::<_, bool>(0), "no store was created");

    let store = place.open().await;
    let names: Vec<String> = (0..20).map(|number| format!("t{number}")).collect();
    for name in &names {
        store
            .start("three", name.as_str(), json!({"name": (name.as_str())}))
            .await
            .expect("it starts");
    }
    place.check(&store, &names).await;
    store.start("pause", "later", json!({"seconds": 600})).await.expect("it starts");
    let inspection = Postgres::inspect(&place.url).expect("it is read");
    let inspection = inspection.with_machines([&three::MACHINE]);
    store.cancel("pause:later", "Enough", "").await.expect("it is cancelled");
    store.purge("three:t7").await.expect("it is purged");
    store.compact().await.expect("it is compacted");

    let page = inspection.list(&List::default().machine("three").limit(7));
    assert_eq!(page.executions.len(), 7);
    let rest = inspection.list(&List::default().machine("three").after(page.next.expect("more")));
    assert_eq!(rest.executions.len(), 13);
    let told = inspection.describe("three:t7").expect("it was there");
    assert_eq!(told.input, json!({"name": "t7"}));
    assert_eq!(
        inspection.describe("pause:later").expect("it is there").summary.state,
        State::Running
    );
    let history = inspection.history("three:t8").expect("its inputs are there");
    assert_eq!(history, store.history("three:t8").await.expect("a history"));
    let unknown = inspection.describe("three:nobody");
    assert!(matches!(unknown, Err(CallError::UnknownExecution { .. })), "{unknown:?}");
    let figures = inspection.statistics();
    assert_eq!(figures.executions.iter().map(|of| of.count).sum::<usize>(), 21);
    assert_eq!(figures.oldest.expect("one runs").id, "pause:later");
    let versions = inspection.versions();
    assert_eq!(versions.iter().map(|it| it.executions).sum::<usize>(), 21);
    let verified = inspection.verify();
    assert_eq!((verified.executions, verified.problems.len()), (21, 0));
    assert!(verified.records >= 20 * 5, "{verified:?}");
}

/// Calls of tools reach the processes, and without any of them a caretaker makes changes.
pub(crate) async fn tools_reach_the_processes(world: Arc<World>) {
    let place = world.place().await;
    let store = place.open().await;
    store.start("pause", "one", json!({"seconds": 600})).await.expect("it starts");
    store.start("pause", "two", json!({"seconds": 600})).await.expect("it starts");
    // Calls of a tool block, also within a runtime.
    let mut remote = Postgres::connect(&place.url).expect("it is there");
    let told = remote.describe("pause:one").expect("it is there");
    assert_eq!(told.at(["status"]), Some(&json!("RUNNING")));
    remote.cancel("pause:one", "Enough", "by hand").expect("it is cancelled");
    let refused = remote.cancel("pause:one", "Enough", "").expect_err("it has ended");
    assert_eq!(refused.to_string(), "the execution `pause:one` has ended: ABORTED");
    assert!(remote.first_events("pause:one").expect("a history").contains("ExecutionAborted"));
    assert_eq!(remote.check().expect("the types fit"), json!([]));
    remote.redrive("pause:one").expect("it continues");
    let in_use = Postgres::caretaker(&place.url).await.expect_err("a process has it open");
    assert!(matches!(in_use, StoreError::Journal(_)), "{in_use}");
    drop(remote);
    store.close(Duration::from_secs(5)).await.expect("it closes");

    let caretaker = Postgres::caretaker(&place.url).await.expect("nobody has it open");
    let waits = caretaker.describe("pause:one").await.expect("it is there").summary.state;
    assert_eq!(waits, State::WaitsForMachine);
    caretaker.cancel("pause:two", "Enough", "").await.expect("it is cancelled");
    caretaker.purge("pause:two").await.expect("it is purged");
    caretaker.close(Duration::ZERO).await.expect("it closes");
    let store = place.open().await;
    assert_eq!(
        store.describe("pause:one").await.expect("it is there").summary.state,
        State::Running
    );
    let gone = store.describe("pause:two").await;
    assert!(matches!(gone, Err(CallError::UnknownExecution { .. })), "{gone:?}");
}

/// The files of a store whose process was killed are copied to directories, where a program writes
/// what their executions hold; the store has it afterwards, without a gap, and their rows show it.
pub(crate) async fn files_are_changed_in_directories(world: Arc<World>) {
    let place = world.place().await;
    let lost = place.process();
    let client = place.client().await;
    for number in 0..12 {
        let input = json!({"millis": 600_000, "seconds": 600});
        client.start("slow", number.to_string(), input).await.expect("it starts");
    }
    client.start("pause", "one", json!({"seconds": 600})).await.expect("it starts");
    place.has_lines("begun", 12).await;
    client.close(Duration::from_secs(1)).await.expect("it closes");
    let folder = world.socket().with_file_name("shards");
    std::fs::create_dir(&folder).expect("a folder");
    let shop = Shop::new(&place.notes, 0);
    let runtime = tokio::runtime::Handle::current();
    let (url, below) = (place.url.clone(), folder.clone());
    let change = move || {
        Postgres::in_directories(&url, &below, |directory| {
            runtime.block_on(async {
                let options = asl_durable::Options::default().socket(false);
                let opened = Durable::open(directory, shop.machines(), options).await;
                let opened = opened.map_err(|error| error.to_string())?;
                let closed = opened.close(Duration::ZERO).await;
                closed.map(|closed| closed.snapshots).map_err(|error| error.to_string())
            })
        })
    };
    let refused = tokio::task::spawn_blocking(change.clone()).await.expect("no panic");
    let refused = refused.expect_err("it is open");
    assert!(refused.contains("is in use by process"), "{refused}");
    lost.kill();
    tokio::time::sleep(LEASE).await;
    let sql = place.sql().await;
    let wakes = "select count(*) from asl_execution where wakes is not null";
    assert_eq!(count(&sql, wakes).await, 0, "it would be parked later");
    let bytes = "select sum(length(records))::int8 from asl_batch";
    let before: i64 = sql.query_one(bytes, &[]).await.expect("a sum").get(0);
    let written = tokio::task::spawn_blocking(change).await.expect("no panic").expect("it works");
    assert_eq!(written.iter().sum::<usize>(), 13, "{written:?}");
    assert_eq!(count(&sql, wakes).await, 1, "it is parked");
    assert_eq!(count(&sql, "select count(*) from asl_owners where owner is not null").await, 0);
    assert!(folder.read_dir().expect("the folder").next().is_none(), "nothing is left there");
    let after: i64 = sql.query_one(bytes, &[]).await.expect("a sum").get(0);
    assert!(after > before, "{before} {after}");
    crate::damage::has_no_gap(&sql).await;
    let store = place.open().await;
    for number in 0..12 {
        let id = format!("slow:{number}");
        let shown = store.describe(id.clone()).await.expect("it is there");
        assert_eq!(shown.summary.state, State::Running, "{id}");
        store.cancel(id, "Enough", "").await.expect("it is cancelled");
    }
}
