//! Journals that lack rows, and tables that were changed by hand.

use std::sync::Arc;
use std::time::Duration;

use asl_durable::Durable;
use asl_postgres::Postgres;
use asl_runtime::json;
use tokio_postgres::Client;

use crate::world::{LEASE, Place, World, count, options};

/// The newest batches of the shard that has most of them: their file, and their positions.
async fn newest(sql: &Client) -> (i32, i64, Vec<i64>) {
    let query = "select b.shard, b.file, array_agg(b.position order by b.position) \
         from asl_batch b join asl_file f using (shard, file) \
         where f.name = (select max(name) from asl_file n where n.shard = b.shard \
             and n.name like '%.log') \
         group by b.shard, b.file order by count(*) desc limit 1";
    let row = sql.query_one(query, &[]).await.expect("batches");
    (row.get(0), row.get(1), row.get(2))
}

/// Counts the batches.
const BATCHES: &str = "select count(*) from asl_batch";

async fn run(place: &Place, store: &Durable, from: usize) -> Vec<String> {
    let names: Vec<String> = (from..from + 20).map(|number| format!("run-{number}")).collect();
    for name in &names {
        store.start("three", name.as_str(), json!({})).await.expect("it starts");
    }
    place.check(store, &names).await;
    names
}

/// The error of opening the store.
async fn refused(place: &Place) -> String {
    let machines = crate::machines::Shop::new(&place.notes, 0).machines();
    let opened = Postgres::open(&place.url, machines, options(LEASE)).await;
    opened.expect_err("it cannot be opened").to_string()
}

/// Batches with a gap before them, and batches that were altered, are damage: nothing is removed,
/// and calls for the shard get the reason.
pub(crate) async fn rows_that_cannot_be_read_are_damage(world: Arc<World>) {
    let place = world.place().await;
    let store = place.open().await;
    run(&place, &store, 0).await;
    store.close(Duration::from_secs(5)).await.expect("it closes");
    let sql = place.sql().await;
    let (shard, file, positions) = newest(&sql).await;
    let change = |set: &str| format!("{set} where shard = {shard} and file = {file} and position");
    let middle = positions[positions.len() / 2];
    let removed = change("delete from asl_batch") + &format!("= {middle} returning records, epoch");
    let removed = sql.query_one(&removed, &[]).await.expect("a row");
    let before = count(&sql, BATCHES).await;
    let text = refused(&place).await;
    assert!(text.contains("asl_batch") && text.contains(&format!("#{shard}/")), "{text}");
    let client = place.client().await;
    let unopened = "select problem from asl_shard where problem is not null";
    let told: String = sql.query_one(unopened, &[]).await.expect("one shard").get(0);
    assert!(told.contains("asl_batch"), "{told}");
    drop(client);
    // The row is there again, and the last one is altered.
    let (records, epoch): (&[u8], i64) = (removed.get(0), removed.get(1));
    let restore = "insert into asl_batch (shard, file, position, epoch, records) \
         values ($1, $2, $3, $4, $5)";
    sql.execute(restore, &[&shard, &file, &middle, &epoch, &records]).await.expect("a row");
    let last = positions.last().expect("a position");
    let altered = change(
        "update asl_batch set records = set_byte(records, length(records) - 1, \
             255 - get_byte(records, length(records) - 1))",
    );
    let alter = format!("{altered} = {last}");
    sql.execute(&alter, &[]).await.expect("a change");
    let text = refused(&place).await;
    assert!(text.contains("asl_batch"), "{text}");
    assert_eq!(count(&sql, BATCHES).await, before + 1, "nothing is removed");
    sql.execute(&alter, &[]).await.expect("the same change back");
    let store = place.open().await;
    run(&place, &store, 100).await;
}

/// A commit that the server has lost: the next batch is refused, and the shard continues from what
/// is there. The same for a shard whose owner was changed under the same number.
pub(crate) async fn nothing_is_written_behind_a_gap(world: Arc<World>) {
    let place = world.place().await;
    let store = place.open().await;
    run(&place, &store, 0).await;
    let sql = place.sql().await;
    let epochs = "select sum(epoch)::int8 from asl_shard";
    let begun: i64 = sql.query_one(epochs, &[]).await.expect("a sum").get(0);
    let lost = "delete from asl_batch b using (select b.shard, f.file, max(b.position) as position \
             from asl_batch b join asl_file f using (shard, file) \
             where f.name like '%.log' group by b.shard, f.file) l \
         where (b.shard, b.file, b.position) = (l.shard, l.file, l.position) and b.position > 0";
    assert!(sql.execute(lost, &[]).await.expect("a change") > 1);
    let mut names = Vec::new();
    for number in 0..40 {
        let name = format!("later-{number}");
        crate::failures::start(&store, &name).await;
        names.push(name);
    }
    place.check(&store, &names).await;
    let reopened: i64 = sql.query_one(epochs, &[]).await.expect("a sum").get(0);
    assert!(reopened > begun, "the shards were opened again");
    has_no_gap(&sql).await;
    // Another owner under the same number, as after a lost commit of its lease.
    let stolen = "update asl_shard set owner = 'other', lease_until = now() + interval '1 s'";
    sql.execute(stolen, &[]).await.expect("a change");
    let before = count(&sql, BATCHES).await;
    let start =
        tokio::time::timeout(Duration::from_millis(500), store.start("three", "stolen", json!({})));
    assert!(start.await.is_err(), "the batch of another owner is refused");
    assert_eq!(count(&sql, BATCHES).await, before);
    crate::failures::start(&store, "stolen").await;
    place.check(&store, &["stolen".to_owned()]).await;
    store.close(Duration::from_secs(5)).await.expect("it closes");
    has_no_gap(&sql).await;
}

pub(crate) async fn has_no_gap(sql: &Client) {
    let gaps = "select count(*) from (select position, \
             lag(position + length(records), 1, 0::int8) over (partition by shard, file \
                 order by position) as before \
         from asl_batch) b where b.position <> b.before";
    assert_eq!(count(sql, gaps).await, 0);
}

/// Tables that lack a column are an error that names it, also for a process that has them open.
pub(crate) async fn altered_tables_are_an_error(world: Arc<World>) {
    let place = world.place().await;
    let store = place.open().await;
    run(&place, &store, 0).await;
    let sql = place.sql().await;
    sql.batch_execute("alter table asl_child rename serial to number").await.expect("a change");
    let text = refused(&place).await;
    assert!(text.contains("serial") && text.contains("does not exist"), "{text}");
    let back = "alter table asl_child rename number to serial; alter table asl_batch add strict int \
         check (strict > 0) not null default 1; alter table asl_batch alter strict set default 0";
    sql.batch_execute(back).await.expect("a change");
    let failed = store.start("three", "strict", json!({})).await.expect_err("it is refused");
    assert!(failed.to_string().contains("asl_batch_strict_check"), "{failed}");
    sql.batch_execute("alter table asl_batch drop strict").await.expect("a change");
    run(&place, &store, 100).await;
}
