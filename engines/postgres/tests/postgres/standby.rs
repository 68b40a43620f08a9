//! Servers that take the place of others: ended in order, or standbys that are promoted.

use std::sync::Arc;
use std::time::Instant;

use asl_durable::{CallError, Durable};
use asl_runtime::json;
use asl_servers::postgres::Server;
use tokio_postgres::Client;

use crate::damage::has_no_gap;
use crate::failures::{Load, check_order, start};
use crate::world::{PATIENCE, Place, World, connect};

const SETTINGS: [&str; 1] = ["fsync=off"];

/// A server, its standby, and a store whose address names both.
struct Pair {
    primary: Server,
    standby: Server,
    place: Place,
}

impl Pair {
    /// Starts both, or tells why that is not possible.
    async fn begin(world: &World) -> Option<Self> {
        if !world.programs.join("pg_basebackup").is_file() {
            eprintln!("  skipped: there is no program pg_basebackup");
            return None;
        }
        let primary = Server::start(&world.programs, &SETTINGS).expect("the server starts");
        let standby = primary.standby(&SETTINGS).expect("the standby starts");
        let (one, other) = (primary.port(), standby.port());
        let url = format!(
            "postgres://asl@127.0.0.1:{one},127.0.0.1:{other}/postgres\
             ?target_session_attrs=read-write"
        );
        let place = Place { url, notes: world.place().await.notes };
        Some(Self { primary, standby, place })
    }

    /// The primary is lost, and the standby takes its place.
    async fn promote(&mut self) -> Client {
        self.primary.kill();
        let sql = connect(&self.standby.url()).await;
        let promoted = sql.query_one("select pg_promote()", &[]).await.expect("an answer");
        assert!(promoted.get::<_, bool>(0), "it is promoted");
        sql
    }
}

/// Waits until a query is true.
async fn holds(sql: &Client, query: &str) {
    let from = Instant::now();
    while !sql.query_one(query, &[]).await.expect("an answer").get::<_, bool>(0) {
        assert!(from.elapsed() < PATIENCE, "{query}");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

async fn set(sql: &Client, setting: &str) {
    sql.batch_execute(&format!("alter system set {setting}")).await.expect("a change");
    sql.batch_execute("select pg_reload_conf()").await.expect("a change");
}

/// A server that is ended in order, while executions run, and started again.
pub(crate) async fn a_server_is_restarted(world: Arc<World>) {
    let mut server = Server::start(&world.programs, &SETTINGS).expect("the server starts");
    let place = Place { url: server.url(), notes: world.place().await.notes };
    let store = place.open().await;
    let load = Load::begin(&store);
    start(&store, "before").await;
    server.stop().expect("it ends");
    server.restart().expect("it starts");
    start(&store, "after").await;
    place.check(&store, &load.end().await).await;
    place.check(&store, &["before".to_owned(), "after".to_owned()]).await;
    check_order(&place.sql().await).await;
}

/// A synchronous standby is promoted while executions run: nothing that was accepted is lost.
pub(crate) async fn a_synchronous_standby_loses_nothing(world: Arc<World>) {
    let Some(mut pair) = Pair::begin(&world).await else { return };
    let sql = connect(&pair.primary.url()).await;
    set(&sql, "synchronous_standby_names = '*'").await;
    holds(&sql, "select count(*) = 1 from pg_stat_replication where sync_state = 'sync'").await;
    let store = pair.place.open().await;
    let load = Load::begin(&store);
    start(&store, "before").await;
    let sql = pair.promote().await;
    start(&store, "after").await;
    pair.place.check(&store, &load.end().await).await;
    pair.place.check(&store, &["before".to_owned(), "after".to_owned()]).await;
    check_order(&sql).await;
    has_no_gap(&sql).await;
}

/// An asynchronous standby is promoted that has not received the last commits. The store notices it
/// at the next batch of each shard, and the caller learns that the server has lost something; the
/// executions that were lost are unknown, and all others continue.
pub(crate) async fn lost_commits_are_noticed(world: Arc<World>) {
    let Some(mut pair) = Pair::begin(&world).await else { return };
    let store = pair.place.open().await;
    let pause = async |name: String| {
        store.start("pause", name, json!({"seconds": 600})).await.expect("it starts");
    };
    for number in 0..20 {
        pause(format!("kept-{number}")).await;
    }
    let sql = connect(&pair.primary.url()).await;
    holds(&sql, "select bool_and(replay_lsn >= pg_current_wal_lsn()) from pg_stat_replication")
        .await;
    set(&connect(&pair.standby.url()).await, "primary_conninfo = ''").await;
    holds(&sql, "select count(*) = 0 from pg_stat_replication").await;
    for number in 0..20 {
        pause(format!("lost-{number}")).await;
    }
    let sql = pair.promote().await;
    let told = lost(&store).await;
    assert!(told.contains("the server has lost batches that it had confirmed"), "{told}");
    // Each shard is written to.
    let names: Vec<String> = (0..64).map(|number| format!("later-{number}")).collect();
    for name in &names {
        start(&store, name).await;
    }
    pair.place.check(&store, &names).await;
    for number in 0..20 {
        let gone = store.describe(format!("pause:lost-{number}")).await;
        assert!(matches!(gone, Err(CallError::UnknownExecution { .. })), "{gone:?}");
        store.describe(format!("pause:kept-{number}")).await.expect("it is there");
    }
    has_no_gap(&sql).await;
}

/// The answer to the first cancellation that reaches a shard with a gap. It may have had an effect,
/// so the store does not repeat it.
async fn lost(store: &Durable) -> String {
    let from = Instant::now();
    loop {
        for number in 0..20 {
            match store.cancel(format!("pause:lost-{number}"), "Enough", "").await {
                Err(CallError::Store(error)) if error.to_string().contains("lost batches") => {
                    return error.to_string();
                }
                cancelled => eprintln!("  lost-{number}: {cancelled:?}"),
            }
        }
        assert!(from.elapsed() < PATIENCE, "no shard has a gap");
    }
}
