//! Statements that arrive again, later than others that followed them.

use std::sync::Arc;

use asl_postgres::testing;
use asl_runtime::json;

use crate::calls::owners;
use crate::world::{LEASE, World, count, until};

/// A batch that arrives again changes no row of an execution.
pub(crate) async fn a_late_batch_changes_no_row(world: Arc<World>) {
    let place = world.place().await;
    let store = place.open().await;
    store.start("three", "late", json!({})).await.expect("it starts");
    store.wait("three:late").await.expect("it is there").expect("it succeeded");
    let sql = place.sql().await;
    let query = "select b.shard, b.epoch, b.file, b.position, b.records, s.owner, e.version \
         from asl_batch b join asl_file f using (shard, file) join asl_shard s using (shard) \
         join asl_execution e using (shard) where f.name like '%.log' and b.position > 0 \
         order by b.position limit 1";
    let row = sql.query_one(query, &[]).await.expect("a batch");
    let (shard, epoch, file): (i32, i64, i64) = (row.get(0), row.get(1), row.get(2));
    let (position, records): (i64, Vec<u8>) = (row.get(3), row.get(4));
    let (owner, version): (String, String) = (row.get(5), row.get(6));
    let (none, labels): ([Option<i64>; 1], [&str; 1]) = ([None], [""]);
    let errors: [Option<&str>; 1] = [None];
    let statement = sql.prepare(testing::WRITE).await.expect("a statement");
    let written = sql
        .query(
            &statement,
            &[
                &[shard].as_slice(),
                &[epoch].as_slice(),
                &[file].as_slice(),
                &[position].as_slice(),
                &[records].as_slice(),
                &[1_i64].as_slice(),
                &["three:late"].as_slice(),
                &["three"].as_slice(),
                &[version].as_slice(),
                &["RUNNING"].as_slice(),
                &[0_i64].as_slice(),
                &none.as_slice(),
                &none.as_slice(),
                &errors.as_slice(),
                &labels.as_slice(),
                &[0_i32].as_slice(),
                &[1_i64].as_slice(),
                &["three:late"].as_slice(),
                &owner,
            ],
        )
        .await
        .expect("an answer");
    assert_eq!(written.len(), 1, "it is there, so it counts as written");
    let rows = sql.query("select status from asl_execution", &[]).await.expect("rows");
    let statuses: Vec<&str> = rows.iter().map(|row| row.get(0)).collect();
    assert_eq!(statuses, ["SUCCEEDED"]);
}

/// A request that arrives after its sender has begun another outbox is not there; a request that its
/// owner gives back or answers after another one has taken it stays with that one.
pub(crate) async fn late_mail_changes_nothing(world: Arc<World>) {
    let place = world.place().await;
    drop(place.client().await);
    let sql = place.sql().await;
    let process = "insert into asl_process (process, takes_shards, program, versions, seen_until) \
         values ('p', false, '', '{}', now() + interval '1 hour')";
    sql.execute(process, &[]).await.expect("a process");
    let send = async |outbox: i64, number: i64| {
        let text: &[&[u8]] = &[b"{}"];
        let sent = [number];
        let parameters: [&(dyn tokio_postgres::types::ToSql + Sync); 5] =
            [&"p", &outbox, &sent.as_slice(), &[3_i32].as_slice(), &text];
        let row = sql.query_one(testing::SEND, &parameters).await;
        row.expect("an answer").get::<_, i64>(0)
    };
    sql.query(testing::OUTBOX, &[&"p", &7_i64]).await.expect("an outbox");
    assert_eq!(send(7, 1).await, 1);
    sql.query(testing::OUTBOX, &[&"p", &8_i64]).await.expect("an outbox");
    assert_eq!(send(7, 2).await, 0, "it comes late");
    let numbers = "select array_agg(number) from asl_inbox";
    let row = sql.query_one(numbers, &[]).await.expect("the requests");
    assert_eq!(row.get::<_, Vec<i64>>(0), [1]);
    sql.execute("update asl_inbox set taken = 12", &[]).await.expect("its new owner has it");
    let (sender, number, old) = (["p"], [1_i64], [11_i64]);
    let late: [&(dyn tokio_postgres::types::ToSql + Sync); 3] =
        [&sender.as_slice(), &number.as_slice(), &old.as_slice()];
    sql.query(testing::UNTAKE, &late).await.expect("an answer");
    let reply: &[&[u8]] = &[b"late"];
    let [sender, number, old] = late;
    sql.query(testing::ANSWER, &[sender, number, old, &reply]).await.expect("an answer");
    let row = sql.query_one("select taken, reply is null from asl_inbox", &[]).await;
    let row = row.expect("the request");
    assert_eq!((row.get::<_, i64>(0), row.get::<_, bool>(1)), (12, true));
    // Two parents of one child do not replace each other.
    for parent in ["one", "other"] {
        let adopt: [&(dyn tokio_postgres::types::ToSql + Sync); 5] =
            [&"child", &1_i32, &parent, &1_i64, &100_i64];
        sql.query(testing::ADOPT, &adopt).await.expect("an answer");
    }
    let rows = sql.query("select parent_id from asl_child order by 1", &[]).await;
    let parents: Vec<String> = rows.expect("rows").iter().map(|row| row.get(0)).collect();
    assert_eq!(parents, ["one", "other"]);
}

/// Calls that wait for other processes are made again when all traces of their process were removed,
/// as after a cut of more than a minute.
pub(crate) async fn calls_survive_a_long_cut(world: Arc<World>) {
    let place = world.place().await;
    let store = place.open().await;
    let client = place.client().await;
    let sql = place.sql().await;
    owners(&sql, 1..=1).await;
    store.start("pause", "long", json!({"seconds": 3})).await.expect("it starts");
    let waiting = tokio::spawn({
        let client = client.clone();
        async move { client.wait("pause:long").await }
    });
    let sent = "select count(*) from asl_inbox where taken is not null";
    until("the call is taken", || async { count(&sql, sent).await > 0 }).await;
    let tidied = "with gone as (delete from asl_process where not takes_shards returning process) \
         delete from asl_inbox i using gone g where i.sender = g.process";
    assert_eq!(sql.execute(tidied, &[]).await.expect("a change"), 1);
    let ended = tokio::time::timeout(LEASE * 5, waiting).await.expect("it ends");
    assert_eq!(ended.expect("no panic").expect("it is there"), Ok(json!("rested")));
}
