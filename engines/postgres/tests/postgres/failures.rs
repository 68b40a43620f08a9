//! Processes and servers that are killed or paused.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use asl_durable::{CallError, Durable};
use asl_runtime::json;

use crate::calls::owners;
use crate::proxy::Proxy;
use crate::world::{LEASE, PATIENCE, Process, World, count, options, until};
use crate::{damage, transactions};

/// Starts executions until it is told to stop, some at a time. Each one is started again until its
/// start was accepted.
pub(crate) struct Load {
    tasks: Vec<tokio::task::JoinHandle<Vec<String>>>,
    is_over: Arc<AtomicBool>,
}

/// Number of starts at a time.
const AT_ONCE: usize = 16;

impl Load {
    pub(crate) fn begin(store: &Durable) -> Self {
        let is_over = Arc::<AtomicBool>::default();
        let task = |at: usize| {
            let (store, is_over) = (store.clone(), Arc::clone(&is_over));
            tokio::spawn(async move {
                let mut names = Vec::new();
                while !is_over.load(Ordering::Relaxed) {
                    let name = format!("load-{at}-{}", names.len());
                    start(&store, &name).await;
                    names.push(name);
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
                names
            })
        };
        Self { tasks: (0..AT_ONCE).map(task).collect(), is_over }
    }

    pub(crate) async fn end(self) -> Vec<String> {
        self.is_over.store(true, Ordering::Relaxed);
        let mut names = Vec::new();
        for task in self.tasks {
            names.extend(task.await.expect("the names"));
        }
        names
    }
}

pub(crate) async fn start(store: &Durable, name: &str) {
    let from = Instant::now();
    loop {
        let starting = tokio::time::timeout(PATIENCE, store.start("three", name, json!({}))).await;
        match starting.unwrap_or_else(|_| panic!("the start of {name} has no answer")) {
            Ok(_) => return,
            Err(error) => assert!(matches!(error, CallError::Store(_)), "{error:?}"),
        }
        assert!(from.elapsed() < PATIENCE, "{name}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Three processes, of which one is killed again and again, and the server now and then: nothing
/// that was accepted is lost, nothing ends twice, and no result counts twice.
pub(crate) async fn processes_and_servers_are_killed(world: Arc<World>) {
    let (kills, between) = if world.is_quick { (3, 3) } else { (200, 10) };
    let place = world.place().await;
    let mut processes: Vec<Process> = (0..3).map(|_| place.process()).collect();
    let client = place.client().await;
    let load = Load::begin(&client);
    for number in 0..kills {
        tokio::time::sleep(Duration::from_millis(300)).await;
        let process = processes.remove(number % 3);
        process.kill();
        if number % between == between - 1 {
            world.server().kill();
            tokio::time::sleep(Duration::from_millis(200)).await;
            world.server().restart().expect("the server starts");
        }
        let started = place.process();
        processes.insert(number % 3, started);
    }
    let names = load.end().await;
    assert!(names.len() > kills, "{}", names.len());
    place.check(&client, &names).await;
    owners(&place.sql().await, 2..=3).await;
    for process in processes {
        process.close();
    }
    let sql = place.sql().await;
    let left = count(&sql, "select count(*) from asl_shard where owner is not null").await;
    assert_eq!(left, 0, "a process that is closed gives its shards back");
    eprintln!("  {} executions, {kills} kills of processes", names.len());
}

/// The executions of a process that is killed continue elsewhere as soon as its lease is over.
pub(crate) async fn another_process_continues(world: Arc<World>) {
    let place = world.place().await;
    let lost = place.process();
    let client = place.client().await;
    for number in 0..16 {
        client.start("pause", number.to_string(), json!({"seconds": 1})).await.expect("it starts");
    }
    let store = place.open().await;
    owners(&place.sql().await, 2..=2).await;
    let from = Instant::now();
    lost.kill();
    for number in 0..16 {
        let waiting = tokio::time::timeout(PATIENCE, client.wait(format!("pause:{number}")));
        let ended = waiting.await.expect("it ends").expect("it is there");
        assert_eq!(ended, Ok(json!("rested")));
    }
    let took = from.elapsed();
    eprintln!("  all executions continue {} ms after kill -9", took.as_millis());
    assert!(took < LEASE + Duration::from_secs(2), "{took:?}");
    drop(store);
}

/// A process that is paused beyond its lease writes nothing more when it wakes.
pub(crate) async fn a_paused_process_writes_nothing_more(world: Arc<World>) {
    let place = world.place().await;
    let paused = place.process();
    let client = place.client().await;
    let load = Load::begin(&client);
    tokio::time::sleep(Duration::from_millis(500)).await;
    paused.pause();
    let sql = place.sql().await;
    let epochs = epochs(&sql).await;
    let other = place.process();
    until("the shards go to the other process", || async {
        self::epochs(&sql).await.iter().zip(&epochs).all(|(new, old)| new > old)
    })
    .await;
    paused.resume();
    // It takes shards again, under new numbers.
    owners(&sql, 2..=2).await;
    let names = load.end().await;
    place.check(&client, &names).await;
    check_order(&sql).await;
    other.close();
    paused.close();
}

/// A shard that is taken away while its owner believes to have it: the next batch is refused, and
/// the start is made again where the shard is then.
pub(crate) async fn a_batch_of_a_lost_shard_is_refused(world: Arc<World>) {
    let place = world.place().await;
    let store = place.open().await;
    start(&store, "before").await;
    let sql = place.sql().await;
    let take = "update asl_shard set owner = 'other', epoch = epoch + 1, \
         lease_until = now() + interval '1 s'";
    let begun = epochs(&sql).await;
    sql.execute(take, &[]).await.expect("a change");
    let names: Vec<String> = (0..16).map(|number| format!("after-{number}")).collect();
    for name in &names {
        start(&store, name).await;
    }
    let late = "select count(*) from asl_batch b join asl_shard s using (shard) \
         where b.epoch = s.epoch - 1";
    // The other owner has written nothing.
    assert_eq!(count(&sql, late).await, 0);
    assert!(epochs(&sql).await.iter().zip(&begun).all(|(new, old)| *new >= old + 2));
    place.check(&store, &names).await;
    check_order(&sql).await;
}

/// While the server is away, calls wait or fail; when it is there again, everything continues.
pub(crate) async fn a_server_that_is_away_comes_back(world: Arc<World>) {
    let place = world.place().await;
    let store = place.open().await;
    let load = Load::begin(&store);
    tokio::time::sleep(Duration::from_millis(300)).await;
    world.server().kill();
    tokio::time::sleep(if world.is_quick { LEASE / 2 } else { LEASE * 2 }).await;
    world.server().restart().expect("the server starts");
    tokio::time::sleep(Duration::from_millis(500)).await;
    let names = load.end().await;
    place.check(&store, &names).await;
    check_order(&place.sql().await).await;
    store.close(Duration::from_secs(1)).await.expect("it closes");
}

/// A process that comes gets shards, and one that is closed gives its own to the others at once.
pub(crate) async fn shards_are_balanced(world: Arc<World>) {
    let place = world.place().await;
    let lease = Duration::from_secs(30);
    let one = place.open_with(options(lease)).await;
    let load = Load::begin(&one);
    let sql = place.sql().await;
    let other = place.open_with(options(lease)).await;
    owners(&sql, 2..=2).await;
    let from = Instant::now();
    other.close(Duration::from_secs(2)).await.expect("it closes");
    owners(&sql, 1..=1).await;
    assert!(from.elapsed() < lease / 2, "not only when the lease is over: {:?}", from.elapsed());
    let names = load.end().await;
    place.check(&one, &names).await;
}

async fn epochs(sql: &tokio_postgres::Client) -> Vec<i64> {
    let rows = sql.query("select epoch from asl_shard order by shard", &[]).await;
    rows.expect("the shards").iter().map(|row| row.get(0)).collect()
}

/// Checks that no batch of an epoch was written behind one of a later epoch.
pub(crate) async fn check_order(sql: &tokio_postgres::Client) {
    let wrong = "select count(*) from asl_batch b join asl_file f using (shard, file) \
         where exists (select from asl_batch e join asl_file g using (shard, file) \
             where e.shard = b.shard and (g.name, e.position) < (f.name, b.position) \
                 and e.epoch > b.epoch and f.name like '%.log' and g.name like '%.log')";
    assert_eq!(count(sql, wrong).await, 0, "a process wrote to a shard that it had lost");
}

/// Connections are lost with statements and with replies, so that it is unknown what was committed.
pub(crate) async fn connections_are_lost(world: Arc<World>) {
    let losses = if world.is_quick { 30 } else { 1_000 };
    let place = world.place().await;
    let proxy = Proxy::begin(world.port).await;
    let behind = place.behind(proxy.port);
    let store = behind.open().await;
    let load = Load::begin(&store);
    proxy.lose(if world.is_quick { 20 } else { 40 });
    let from = Instant::now();
    while proxy.losses() < losses && from.elapsed() < PATIENCE * 10 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    proxy.lose(0);
    let names = load.end().await;
    assert!(proxy.losses() >= losses);
    place.check(&store, &names).await;
    check_order(&place.sql().await).await;
    eprintln!("  {} executions, {} lost connections", names.len(), proxy.losses());
}

/// A network that is cut between one process and the server: the other one continues, and the first
/// one writes nothing when the network is back.
pub(crate) async fn the_network_of_a_process_is_cut(world: Arc<World>) {
    let place = world.place().await;
    let proxy = Proxy::begin(world.port).await;
    let lonely = place.behind(proxy.port).open().await;
    let store = place.open().await;
    let sql = place.sql().await;
    owners(&sql, 2..=2).await;
    let load = Load::begin(&store);
    proxy.cut(true);
    owners(&sql, 1..=1).await;
    proxy.cut(false);
    owners(&sql, 2..=2).await;
    let names = load.end().await;
    place.check(&lonely, &names).await;
    place.check(&store, &names).await;
    check_order(&sql).await;
}

/// The connection is lost between a commit and its answer: what was committed counts once. The
/// batch is written again at its place, and a task's transaction is found by its shard.
pub(crate) async fn a_commit_without_an_answer_counts_once(world: Arc<World>) {
    let place = world.place().await;
    let proxy = Proxy::begin(world.port).await;
    let store = place.behind(proxy.port).open().await;
    let sql = place.sql().await;
    sql.batch_execute(transactions::TABLES).await.expect("the tables");
    let names: Vec<String> = (0..4).map(|number| format!("unknown-{number}")).collect();
    for (name, losses) in names.iter().zip(1..) {
        proxy.lose_reply_to(&format!("three:{name}"));
        let started = store.start("three", name.as_str(), json!({})).await.expect("it starts");
        assert!(started.is_new, "{name}");
        assert_eq!(proxy.losses(), losses);
    }
    place.check(&store, &names).await;
    proxy.lose_reply_to("commit\0");
    store.start("effects", "unknown", json!({"millis": 1})).await.expect("it starts");
    let ended = tokio::time::timeout(PATIENCE, store.wait("effects:unknown")).await;
    assert_eq!(ended.expect("it ends").expect("it is there"), Ok(json!({"millis": 1})));
    assert_eq!(proxy.losses(), 5);
    assert_eq!(count(&sql, "select count(*) from effect").await, 2, "each task once");
    damage::has_no_gap(&sql).await;
    check_order(&sql).await;
}
