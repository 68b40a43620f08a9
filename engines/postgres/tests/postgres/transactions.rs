//! Transactions of tasks.

use std::sync::Arc;
use std::time::Duration;

use asl_durable::List;
use asl_runtime::json;

use crate::calls::owners;
use crate::world::{PATIENCE, Place, World, count, until};

/// Rows are counted without a key of their own: a task that wrote twice would be seen.
pub(crate) const TABLES: &str = "create table account (name text primary key); \
     create table effect (execution text not null, task text not null, key text not null, \
         account text references account deferrable initially deferred); \
     insert into account values ('ada')";

/// Executions that are started at once.
const AT_ONCE: i64 = 40;

/// Tasks run again when processes are killed, and what they wrote is there exactly once.
pub(crate) async fn tasks_write_exactly_once(world: Arc<World>) {
    let place = world.place().await;
    let sql = place.sql().await;
    sql.batch_execute(TABLES).await.expect("the tables");
    let mut processes = vec![place.process(), place.process()];
    let client = place.client().await;
    let rounds = if world.is_quick { 2 } else { 40 };
    for round in 0..rounds {
        let begun = calls(&place);
        let starts = (0..AT_ONCE).map(|number| {
            client.start("effects", format!("e{round}-{number}"), json!({"millis": 300}))
        });
        for started in futures_util::future::join_all(starts).await {
            started.expect("it starts");
        }
        // Each of the processes has begun some by then, which are running.
        until("tasks begin", || async { calls(&place) >= begun + 12 }).await;
        processes.remove(0).kill();
        processes.push(place.process());
    }
    let executions = rounds * AT_ONCE;
    let done = "select count(*) from asl_execution where status = 'SUCCEEDED'";
    let failed = "select count(*) from asl_execution where status = 'FAILED'";
    until("all executions end", || async {
        assert_eq!(count(&sql, failed).await, 0, "none fails");
        count(&sql, done).await == executions
    })
    .await;
    assert_eq!(count(&sql, "select count(*) from effect").await, executions * 2, "each one once");
    let distinct = "select count(*) from (select distinct execution, task from effect) e";
    assert_eq!(count(&sql, distinct).await, executions * 2, "and all of them");
    let calls = calls(&place);
    assert!(calls > executions * 2, "tasks ran again: {calls}");
    assert_eq!(client.list(List::default().limit(1)).await.expect("a list").executions.len(), 1);
}

/// Rows that a failing task has written are not there, nor are those that a deferred constraint
/// refuses.
pub(crate) async fn a_task_that_fails_writes_nothing(world: Arc<World>) {
    let place = world.place().await;
    let store = place.open().await;
    let sql = place.sql().await;
    sql.batch_execute(TABLES).await.expect("the tables");
    store.start("effects", "fails", json!({"fails": true})).await.expect("it starts");
    let failure = store.wait("effects:fails").await.expect("it is there").expect_err("it fails");
    assert_eq!(failure.error(), Some("Failed"));
    assert_eq!(count(&sql, "select count(*) from effect").await, 0);
    store.start("effects", "refused", json!({"account": "nobody"})).await.expect("it starts");
    let output = store.wait("effects:refused").await.expect("it is there");
    assert_eq!(output, Ok(json!("refused")), "the constraint is an error of the task");
    assert_eq!(count(&sql, "select count(*) from effect where task = 'Bill'").await, 0);
    let booked = count(&sql, "select count(*) from effect where task = 'Book'").await;
    assert_eq!(booked, 1, "the task before has succeeded");
}

/// A transaction whose process is paused beyond its lease writes nothing, and keeps nobody waiting.
pub(crate) async fn a_paused_process_commits_no_transaction(world: Arc<World>) {
    let place = world.place().await;
    let sql = place.sql().await;
    sql.batch_execute(TABLES).await.expect("the tables");
    let process = place.process();
    let client = place.client().await;
    client.start("effects", "paused", json!({"millis": 1_000})).await.expect("it starts");
    until("a task begins", || async { !place.lines().is_empty() }).await;
    process.pause();
    let other = place.open().await;
    let output = tokio::time::timeout(PATIENCE, other.wait("effects:paused")).await;
    assert_eq!(output.expect("it ends").expect("it is there"), Ok(json!({"millis": 1_000})));
    process.resume();
    owners(&sql, 1..=2).await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(count(&sql, "select count(*) from effect").await, 2, "each task once");
}

/// The number of calls of tasks.
fn calls(place: &Place) -> i64 {
    let lines = place.lines();
    let calls = lines.iter().filter(|line| line.starts_with("effects:"));
    i64::try_from(calls.count()).expect("few")
}
