//! Shards that go from one process to another.

use std::sync::Arc;
use std::time::{Duration, Instant};

use asl_durable::{CallError, Durable, List, State};
use asl_postgres::Postgres;
use asl_runtime::json;

use crate::calls::owners;
use crate::machines::{Shop, v2};
use crate::proxy::Proxy;
use crate::world::{LEASE, PATIENCE, Place, World, count, options, until};

/// Waits until a process owns at least so many shards.
async fn owned(sql: &tokio_postgres::Client, owner: &str, least: i64) {
    let query = format!("select count(*) from asl_shard where owner = '{owner}'");
    until(&query, || async { count(sql, &query).await >= least }).await;
}

async fn only_owner(sql: &tokio_postgres::Client) -> String {
    owners(sql, 1..=1).await;
    let row = sql.query_one("select min(owner) from asl_shard", &[]).await;
    row.expect("an owner").get(0)
}

/// A process that is closed, and has a task of some seconds in one shard, gives the others to another
/// process at once.
pub(crate) async fn a_slow_shard_keeps_no_other_one(world: Arc<World>) {
    let place = world.place().await;
    let lease = Duration::from_secs(30);
    let closing = place.open_with(options(lease)).await;
    let sql = place.sql().await;
    only_owner(&sql).await;
    closing.start("slow", "slow", json!({"millis": 8000})).await.expect("it starts");
    place.has_lines("begun", 1).await;
    let from = Instant::now();
    let closed = tokio::spawn(async move { closing.close(Duration::from_secs(20)).await });
    let other = place.open_with(options(lease)).await;
    let process = "select process from asl_process order by started desc limit 1";
    let process: String = sql.query_one(process, &[]).await.expect("a process").get(0);
    owned(&sql, &process, 15).await;
    assert!(!place.lines().contains(&"done".to_owned()), "{:?}", from.elapsed());
    let closed = closed.await.expect("no panic").expect("it closes");
    assert_eq!(closed.dropped, 0, "the task had the time");
    assert_eq!(place.lines().iter().filter(|line| *line == "begun").count(), 1);
    assert_eq!(other.wait("slow:slow").await.expect("it is there"), Ok(json!(null)));
}

/// A process whose network is cut drops its tasks when its leases are over, and can be closed.
pub(crate) async fn a_lost_lease_drops_tasks(world: Arc<World>) {
    let place = world.place().await;
    let proxy = Proxy::begin(world.port).await;
    let lonely = place.behind(proxy.port).open().await;
    let sql = place.sql().await;
    only_owner(&sql).await;
    for number in 0..4 {
        let start = lonely.start("slow", number.to_string(), json!({"millis": 60_000}));
        start.await.expect("it starts");
    }
    place.has_lines("begun", 4).await;
    proxy.cut(true);
    let from = Instant::now();
    place.has_lines("dropped", 4).await;
    let took = from.elapsed();
    assert!(took < LEASE + Duration::from_secs(2), "{took:?}");
    let from = Instant::now();
    let closed = lonely.close(Duration::from_secs(1)).await;
    let took = from.elapsed();
    assert!(took < Duration::from_secs(4), "{took:?}");
    assert!(matches!(closed, Ok(_) | Err(CallError::Closed)), "{closed:?}");
    let closed = lonely.describe("slow:0").await.expect_err("the store is closed");
    assert!(matches!(closed, CallError::Closed), "{closed:?}");
    proxy.cut(false);
}

/// A wait that is older than the time for which requests are made again survives the move of its
/// shard. The quick run has a younger one.
pub(crate) async fn a_long_wait_survives_a_move(world: Arc<World>) {
    let lease = Duration::from_secs(1);
    let age = if world.is_quick { Duration::from_secs(2) } else { lease * 2 + PATIENCE / 4 };
    let place = world.place().await;
    let store = place.open_with(options(lease)).await;
    let sql = place.sql().await;
    only_owner(&sql).await;
    let seconds = age.as_secs() + 3;
    let mut waiting = Vec::new();
    for number in 0..8 {
        let input = json!({"seconds": seconds});
        store.start("pause", number.to_string(), input).await.expect("it starts");
        let (store, name) = (store.clone(), format!("pause:{number}"));
        waiting.push(tokio::spawn(async move { store.wait(name).await }));
    }
    tokio::time::sleep(age).await;
    let other = place.open_with(options(lease)).await;
    owners(&sql, 2..=2).await;
    for wait in waiting {
        let ended = wait.await.expect("no panic").expect("the store is open");
        assert_eq!(ended, Ok(json!("rested")));
    }
    drop(other);
}

/// Parents wait for children whose shards cannot be opened for a while, and then get their results.
/// Calls for such a shard get the reason.
pub(crate) async fn parents_survive_errors_of_other_shards(world: Arc<World>) {
    let place = world.place().await;
    let store = place.open().await;
    let sql = place.sql().await;
    only_owner(&sql).await;
    for number in 0..6 {
        let input = json!({"seconds": 3});
        store.start("parent", number.to_string(), input).await.expect("it starts");
    }
    let children = "select count(*) from asl_child";
    until("children are elsewhere", || async { count(&sql, children).await >= 4 }).await;
    // The shards of the children go to a process that cannot open them.
    let taken = "update asl_shard set owner = 'ghost', epoch = epoch + 1, problem = 'it is haunted', \
             lease_until = now() + interval '1 hour' \
         where shard in (select shard from asl_execution where machine = 'pause') \
             and shard not in (select shard from asl_execution where machine = 'parent') \
         returning shard";
    let taken = sql.query(taken, &[]).await.expect("a change").len();
    assert!(taken > 0, "a child has a shard of its own");
    let child = "select e.id from asl_execution e join asl_shard s using (shard) \
         where s.owner = 'ghost' limit 1";
    let child: String = sql.query_one(child, &[]).await.expect("a child").get(0);
    // The process must see first that it has lost them.
    tokio::time::sleep(LEASE).await;
    let reason = store.describe(child).await.expect_err("nobody has it open").to_string();
    assert!(reason.contains("it is haunted"), "{reason}");
    // By now the waits of the parents have failed as well.
    tokio::time::sleep(LEASE).await;
    let given = "update asl_shard set owner = null, problem = null where owner = 'ghost'";
    sql.execute(given, &[]).await.expect("a change");
    for number in 0..6 {
        let waiting = tokio::time::timeout(PATIENCE, store.wait(format!("parent:{number}")));
        let ended = waiting.await.expect("it ends").expect("it is there");
        assert_eq!(ended, Ok(json!("rested")));
    }
}

/// A shard that a process owns, has not open, and that belongs to another one goes there.
pub(crate) async fn an_unopened_shard_is_given_back(world: Arc<World>) {
    let place = world.place().await;
    let (one, other) = (place.open().await, place.open().await);
    let sql = place.sql().await;
    owners(&sql, 2..=2).await;
    let swapped = "update asl_shard s set epoch = epoch + 1, \
             owner = (select o.owner from asl_shard o where o.owner <> s.owner limit 1) \
         where shard = 5 returning owner";
    let owner: String = sql.query_one(swapped, &[]).await.expect("a change").get(0);
    let again = format!("select count(*) from asl_shard where shard = 5 and owner <> '{owner}'");
    until("somebody else gets it", || async { count(&sql, &again).await > 0 }).await;
    let names: Vec<String> = (0..16).map(|number| format!("given-{number}")).collect();
    for name in &names {
        crate::failures::start(&one, name).await;
    }
    place.check(&other, &names).await;
}

/// A process with both versions of a machine.
async fn newer(place: &Place) -> Durable {
    let shop = Shop::new(&place.notes, 0);
    let mut machines = shop.machines();
    machines.push(v2::pause(shop));
    Postgres::open(&place.url, machines, options(LEASE)).await.expect("it opens")
}

async fn states(store: &Durable) -> (usize, usize) {
    let page = store.list(List::default().machine("pause").limit(100)).await.expect("a list");
    let count = |state| page.executions.iter().filter(|it| it.state == state).count();
    (count(State::Running), count(State::WaitsForMachine))
}

/// Executions of a version that a process does not have go to one that has it, also from the process
/// that their shards would belong to.
pub(crate) async fn executions_go_to_their_version(world: Arc<World>) {
    let place = world.place().await;
    let new = newer(&place).await;
    let sql = place.sql().await;
    only_owner(&sql).await;
    for number in 0..24 {
        let input = json!({"seconds": 600});
        new.start("pause", number.to_string(), input).await.expect("it starts");
    }
    let old = place.open().await;
    let from = Instant::now();
    until("all run", || async { from.elapsed() >= LEASE && states(&old).await == (24, 0) }).await;
    new.close(Duration::from_secs(1)).await.expect("it closes");
    only_owner(&sql).await;
    assert_eq!(states(&old).await, (0, 24), "they wait for their version");
    let new = newer(&place).await;
    until("all run again", || async { states(&old).await == (24, 0) }).await;
    drop(new);
}
