//! Calls from any process.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::{Duration, Instant};

use asl_durable::{CallError, List, Order, Schedule, State};
use asl_postgres::Postgres;
use asl_runtime::{Value, json};

use crate::world::{LEASE, World, count, options, until};

/// Each of two processes answers calls for executions of both, and so does one without machines.
pub(crate) async fn every_process_answers_every_call(world: Arc<World>) {
    let place = world.place().await;
    let one = place.open().await;
    let other = place.open().await;
    let client = place.client().await;
    owners(&place.sql().await, 2..=2).await;
    let stores = [&one, &other, &client];
    let names: Vec<String> = (0..30).map(|number| format!("call-{number}")).collect();
    for (number, name) in names.iter().enumerate() {
        let started = stores[number % 3].start("three", name.as_str(), json!({})).await;
        assert!(started.expect("it starts").is_new);
        let again = stores[(number + 1) % 3].start("three", name.as_str(), json!({})).await;
        assert!(!again.expect("it is known").is_new);
        let taken = stores[number % 3].start("three", name.as_str(), json!({"other": 1})).await;
        assert!(matches!(taken, Err(CallError::NameTaken { .. })), "{taken:?}");
    }
    for store in stores {
        place.check(store, &names).await;
        for order in [Order::Id, Order::NewestFirst] {
            let (mut seen, mut after) = (Vec::new(), Some("".into()));
            while let Some(place) = after {
                let list = List::default().order(order).limit(7).after(place);
                let page = store.list(list).await.expect("a page");
                seen.extend(page.executions.iter().map(|it| it.id.to_string()));
                after = page.next;
            }
            assert_eq!(seen.len(), 30, "each one once: {seen:?}");
            assert_eq!(seen.iter().collect::<BTreeSet<_>>().len(), 30);
        }
        let versions = store.versions().await.expect("the versions");
        let three = versions.iter().find(|it| it.machine == "three").expect("it is known");
        assert_eq!((three.executions, three.unfinished), (30, 0));
    }
    let unknown = client.describe("three:nobody").await;
    assert!(matches!(unknown, Err(CallError::UnknownExecution { .. })), "{unknown:?}");
    client.purge(format!("three:{}", names[0])).await.expect("it is purged");
    let gone = one.purge(format!("three:{}", names[0])).await;
    assert!(matches!(gone, Err(CallError::UnknownExecution { .. })), "{gone:?}");
    assert_eq!(other.purge_before(std::time::SystemTime::now()).await.expect("purged"), 29);
    let rows = count(&place.sql().await, "select count(*) from asl_execution").await;
    assert_eq!(rows, 0, "the rows are gone as well");
}

/// Reports with tokens, cancellations and redrives reach the owner.
pub(crate) async fn reports_and_redrives_reach_the_owner(world: Arc<World>) {
    let place = world.place().await;
    let one = place.open().await;
    let other = place.open().await;
    owners(&place.sql().await, 2..=2).await;
    for number in 0..8 {
        let id = format!("approve:{number}");
        let (asks, reports) = if number % 2 == 0 { (&one, &other) } else { (&other, &one) };
        asks.start("approve", number.to_string(), ()).await.expect("it starts");
        let token = place.token(&id).await;
        reports.heartbeat(&token).await.expect("it is alive");
        if number < 4 {
            reports.success(&token, json!({"approved": number})).await.expect("it ends");
            let output = asks.wait(id.clone()).await.expect("it is there");
            assert_eq!(output, Ok(json!({"approved": number})));
            let late = reports.success(&token, Value::Null).await;
            assert!(matches!(late, Err(CallError::Token(_))), "{late:?}");
            continue;
        }
        reports.cancel(id.clone(), "Enough", "it takes too long").await.expect("it is cancelled");
        let failure = asks.wait(id.clone()).await.expect("it is there").expect_err("it failed");
        assert_eq!(failure.error(), Some("Enough"));
        let state = reports.describe(id.clone()).await.expect("it is there").summary.state;
        assert_eq!(state, State::Aborted);
        reports.redrive(id.clone()).await.expect("it continues");
        let state = asks.describe(id.clone()).await.expect("it is there").summary.state;
        assert_eq!(state, State::Running);
    }
}

/// The rows of executions say what the store says, without data.
pub(crate) async fn rows_show_executions(world: Arc<World>) {
    let place = world.place().await;
    let store = place.open().await;
    let secret = "a secret that no column has";
    store.start("three", "row", json!({"secret": secret})).await.expect("it starts");
    store.wait("three:row").await.expect("it is there").expect("it succeeded");
    store.start("approve", "row", json!({"secret": secret})).await.expect("it starts");
    place.token("approve:row").await;
    store.cancel("approve:row", "Enough", secret).await.expect("it is cancelled");
    store.start("pause", "row", json!({"seconds": 600})).await.expect("it starts");
    let sql = place.sql().await;
    let all = "select id, machine, status, error, stopped is not null, redrives, e::text \
         from asl_execution e order by id";
    let rows = sql.query(all, &[]).await.expect("the rows");
    let told: Vec<(String, String, String, Option<String>, bool)> = rows
        .iter()
        .map(|row| (row.get(0), row.get(1), row.get(2), row.get(3), row.get(4)))
        .collect();
    let row = |id: &str, machine: &str, status: &str, error: Option<&str>, is_over| {
        (id.to_owned(), machine.to_owned(), status.to_owned(), error.map(str::to_owned), is_over)
    };
    let expected = [
        row("approve:row", "approve", "ABORTED", Some("Enough"), true),
        row("pause:row", "pause", "RUNNING", None, false),
        row("three:row", "three", "SUCCEEDED", None, true),
    ];
    assert_eq!(told, expected);
    assert!(rows.iter().all(|row| !row.get::<_, String>(6).contains(secret)));
    for view in ["asl_list_executions", "asl_counts", "asl_owners"] {
        sql.query(&format!("select * from {view}"), &[]).await.expect("a view");
    }
}

/// A call to a shard that nobody owns ends with an error that says so.
pub(crate) async fn a_store_without_owners_says_so(world: Arc<World>) {
    let place = world.place().await;
    let client = place.client().await;
    let from = Instant::now();
    let error = client.start("three", "nobody", json!({})).await.expect_err("nobody is there");
    assert!(from.elapsed() < LEASE + Duration::from_secs(5), "{:?}", from.elapsed());
    let text = error.to_string();
    assert!(text.contains("no process owns shard") && text.contains("start one"), "{text}");
    // The request is gone with its caller: an owner that comes later must not start it.
    let store = place.open().await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(store.list(List::default()).await.expect("a list").executions, []);
}

/// Two processes have the same schedule, and each run starts once, also in the one that continues.
pub(crate) async fn processes_share_schedules(world: Arc<World>) {
    let place = world.place().await;
    let (one, other) = (place.open().await, place.open().await);
    let tick = || Schedule::new("tick", "pause", "* * * * * *").expect("a schedule");
    let shared = [&one, &other].map(|store| {
        store.schedule([tick().input(json!({"seconds": 0}))]).expect("the machine is there")
    });
    let sql = place.sql().await;
    let runs = "select count(*) from asl_execution where label = 'schedule:tick'";
    until("it runs", || async { count(&sql, runs).await >= 2 }).await;
    one.close(Duration::from_secs(1)).await.expect("it closes");
    until("it runs again", || async { count(&sql, runs).await >= 4 }).await;
    let twice = "select count(*) - count(distinct right(id, 16)) from asl_execution \
         where label = 'schedule:tick'";
    assert_eq!(count(&sql, twice).await, 0, "one for each second");
    drop(shared);
}

/// Tables of another version, an unknown database and a server that is not there are errors.
pub(crate) async fn what_cannot_be_used_is_an_error(world: Arc<World>) {
    let place = world.place().await;
    place.open().await.close(Duration::from_secs(1)).await.expect("it closes");
    let sql = place.sql().await;
    sql.execute("update asl_store set version = 7", &[]).await.expect("a change");
    let open = |url: String| async move {
        let none: Vec<asl_runtime::Compiled> = Vec::new();
        let opened = Postgres::open(&url, none, options(Duration::from_secs(1))).await;
        opened.expect_err("it cannot be used").to_string()
    };
    let text = open(place.url.clone()).await;
    assert!(text.contains("version 7") && text.contains("asl_store"), "{text}");
    let text = open(place.url.replace("store_", "nothing_")).await;
    assert!(text.contains("does not exist"), "{text}");
    let text = open("postgres://asl:secret@127.0.0.1:1/nothing".to_owned()).await;
    assert!(text.contains("postgres://127.0.0.1/nothing") && !text.contains("secret"), "{text}");
    // A user that may not create tables can use those that are there.
    let rights = "update asl_store set version = 2; create role app login; \
         grant select, insert, update, delete on all tables in schema public to app";
    sql.batch_execute(rights).await.expect("a role");
    let url = place.url.replace("asl@", "app@");
    let machines = crate::machines::Shop::new(&place.notes, 0).machines();
    let store = Postgres::open(&url, machines, options(LEASE)).await.expect("it opens");
    store.start("three", "app", json!({})).await.expect("it starts");
    place.check(&store, &["app".to_owned()]).await;
}

/// Waits until so many processes own all shards. With 16 shards, one of two processes has none in one
/// of 30,000 runs, and one of three in one of 200.
pub(crate) async fn owners(sql: &tokio_postgres::Client, wanted: RangeInclusive<i64>) {
    // None if a shard has no owner.
    let owners = "select case when bool_and(owner is not null and lease_until >= now()) \
         then count(distinct owner) else 0 end from asl_shard";
    until(owners, || async { wanted.contains(&count(sql, owners).await) }).await;
}
