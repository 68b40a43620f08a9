//! Children that are in other shards than the executions that wait for them. Each one is a row of
//! `asl_child`, from before its start until its parent no longer waits for it. The owner of the
//! parent's shard looks at these rows at intervals, and cancels the children that are orphans.

use std::sync::Arc;

use asl_durable::CallError;
use asl_durable::shard::{Parent, Request};
use tokio::sync::mpsc;

use crate::failure::Failure;
use crate::link::Link;
use crate::orders::{Child, Order};
use crate::router::State;

/// Maximum number of children of a store that are in other shards than their parents. It turns
/// endless recursion of a machine into an error.
const MOST: i64 = 100_000;
/// Maximum number of children that are looked at together.
const AT_ONCE: i64 = 10_000;

/// Notes a child and its parent.
pub const ADOPT: &str = "with room as (select count(*) < $5 as is_there \
         from (select from asl_child limit $5) c), \
     added as (insert into asl_child (id, parent_shard, parent_id, serial) \
         select $1, $2, $3, $4 from room where is_there \
         on conflict do nothing) \
     select is_there from room";
const LIST: &str = "select id, parent_shard, parent_id, serial, \
         created < now() - interval '1 hour' \
     from asl_child \
     where parent_shard = any($1::int4[]) and (id, parent_id, serial) > ($3, $4, $5) \
     order by id, parent_id, serial limit $2";
const RELEASE: &str = "delete from asl_child c using unnest($1::text[], $2::text[], $3::int8[]) \
         as r (id, parent_id, serial) \
     where c.id = r.id and c.parent_id = r.parent_id and c.serial = r.serial";

/// All statements of this module, which are prepared to see that the tables are as they should be.
pub(crate) const STATEMENTS: [&str; 3] = [ADOPT, LIST, RELEASE];

/// Adds a child.
pub(crate) async fn adopt(
    link: &mut Link,
    child: &Child,
) -> Result<Result<(), CallError>, Failure> {
    let Child { id, parent_shard, parent } = child;
    let (parent, serial) = (parent.id.as_str(), serial_of(parent));
    let rows = link.query(ADOPT, &[id, parent_shard, &parent, &serial, &MOST]).await?;
    let is_there = rows.first().is_some_and(|row| row.get(0));
    let limit = usize::try_from(MOST).unwrap_or(usize::MAX);
    Ok(if is_there { Ok(()) } else { Err(CallError::TooManyChildren { limit }) })
}

/// The children whose parents are in these shards, and true for those that are old. They are as many
/// as are looked at together, behind this one or from the first one on.
pub(crate) async fn list(
    link: &mut Link,
    shards: &[i32],
    after: Option<&Child>,
) -> Result<Vec<(Child, bool)>, Failure> {
    let (id, parent, serial) = after.map_or(("", "", 0), |child| {
        (child.id.as_str(), child.parent.id.as_str(), serial_of(&child.parent))
    });
    let rows = link.query(LIST, &[&shards, &AT_ONCE, &id, &parent, &serial]).await?;
    let child = |row: &tokio_postgres::Row| {
        let serial = u64::try_from(row.get::<_, i64>(3)).unwrap_or(0);
        let parent = Parent { id: row.get::<_, &str>(2).into(), serial, is_elsewhere: true };
        (Child { id: row.get(0), parent_shard: row.get(1), parent }, row.get(4))
    };
    Ok(rows.iter().map(child).collect())
}

/// Removes children that no parent waits for.
pub(crate) async fn release(link: &mut Link, children: &[Child]) -> Result<(), Failure> {
    let ids: Vec<&str> = children.iter().map(|child| child.id.as_str()).collect();
    let parents: Vec<&str> = children.iter().map(|child| child.parent.id.as_str()).collect();
    let serials: Vec<i64> = children.iter().map(|child| serial_of(&child.parent)).collect();
    link.query(RELEASE, &[&ids, &parents, &serials]).await.map(drop)
}

fn serial_of(parent: &Parent) -> i64 {
    i64::try_from(parent.serial).unwrap_or(i64::MAX)
}

/// Cancels the children that no parent waits for, and reports them to the keeper.
pub(crate) async fn settle(
    state: Arc<State>,
    children: Vec<(Child, bool)>,
    orders: mpsc::UnboundedSender<Order>,
) {
    let mut over = Vec::new();
    for (child, is_old) in children {
        let check = Request::CheckParent(child.parent.clone());
        // With any other error it is unknown if the parent waits.
        let Err(CallError::Token(_)) = state.ask(child.parent_shard, check).await else { continue };
        let shard = state.shard_of(&child.id);
        let abandon = Request::Abandon(child.id.as_str().into(), child.parent.clone());
        let is_over = match state.ask(shard, abandon).await {
            Ok(_) => true,
            // It may be about to start.
            Err(CallError::UnknownExecution { .. }) => is_old,
            Err(_) => false,
        };
        if is_over {
            over.push(child);
        }
    }
    // The keeper may have ended.
    let _ = orders.send(Order::Settled(over));
}
