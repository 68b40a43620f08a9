//! Executions that wait for executions in other shards.

use std::sync::Arc;
use std::time::Duration;

use asl_durable::{List, State};
use asl_runtime::json;

use crate::calls::owners;
use crate::world::{PATIENCE, Place, World, count, until};

/// Number of parents: with 16 shards, most of their children are in other ones.
const PARENTS: usize = 12;

/// Parents get the results of children in other shards and processes, also after a crash of their
/// own process.
pub(crate) async fn children_run_in_any_shard(world: Arc<World>) {
    let place = world.place().await;
    let lost = place.process();
    let store = place.open().await;
    owners(&place.sql().await, 2..=2).await;
    for number in 0..PARENTS {
        store.start("parent", number.to_string(), json!({"seconds": 1})).await.expect("a start");
    }
    lost.kill();
    for number in 0..PARENTS {
        let waiting = tokio::time::timeout(PATIENCE, store.wait(format!("parent:{number}")));
        let ended = waiting.await.expect("it ends").expect("it is there");
        assert_eq!(ended, Ok(json!("rested")));
    }
    let children = store.list(List::default().machine("pause")).await.expect("a list").executions;
    assert_eq!(children.len(), PARENTS, "each parent has one child");
    are_settled(&place).await;
}

/// Children whose parents no longer wait are cancelled, also if nobody owned the parents' shards in
/// between. Others with the same names are left alone.
pub(crate) async fn children_are_cancelled_with_their_parents(world: Arc<World>) {
    let place = world.place().await;
    let store = place.open().await;
    for number in 0..PARENTS {
        store.start("parent", number.to_string(), json!({"seconds": 600})).await.expect("a start");
    }
    let of_machine = || List::default().machine("pause").state(State::Running);
    until("each parent has a child", || async {
        store.list(of_machine()).await.expect("a list").executions.len() == PARENTS
    })
    .await;
    store.start("pause", "alone", json!({"seconds": 600})).await.expect("a start");
    // A row that names an execution of somebody else.
    let sql = place.sql().await;
    let foreign = "insert into asl_child (id, parent_shard, parent_id, serial) \
         select 'pause:alone', parent_shard, parent_id, serial from asl_child limit 1";
    sql.execute(foreign, &[]).await.expect("a row");
    for number in 0..PARENTS {
        let id = format!("parent:{number}");
        store.cancel(id, "Enough", "").await.expect("it is cancelled");
    }
    store.close(Duration::from_secs(1)).await.expect("it closes");
    let store = place.open().await;
    are_settled(&place).await;
    let running = store.list(of_machine()).await.expect("a list").executions;
    let running: Vec<&str> = running.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(running, ["pause:alone"]);
}

/// Waits until no parent has a child in another shard.
async fn are_settled(place: &Place) {
    let sql = place.sql().await;
    let children = "select count(*) from asl_child";
    until("no child is left", || async { count(&sql, children).await == 0 }).await;
}
