//! Requests to shards of other processes, which are rows of `asl_inbox`: the process that owns the
//! shard takes them, and writes the replies. Notifications wake both sides, and each side also looks
//! at intervals.

use std::collections::BTreeMap;

use asl_durable::shard::{Reply, Request};
use asl_durable::{CallError, StoreError};
use serde::de::DeserializeOwned;

use crate::failure::Failure;
use crate::link::Link;

const SEND: &str = "with new as (insert into asl_inbox (sender, number, shard, request) \
         select $1, r.number, r.shard, r.request \
         from unnest($2::int8[], $3::int4[], $4::bytea[]) as r (number, shard, request) \
         on conflict do nothing returning shard) \
     select count(pg_notify('asl_requests', t.shard::text)) \
     from (select distinct shard from new) t";
/// Takes requests for shards that this process owns, unless it has them already. An earlier owner may
/// have taken one and not answered it.
const TAKE: &str = "with mine as (select i.sender, i.number, i.taken, o.epoch \
         from asl_inbox i \
         join unnest($1::int4[], $2::int8[]) as o (shard, epoch) on o.shard = i.shard \
         join asl_shard s on s.shard = o.shard and s.epoch = o.epoch and s.lease_until >= now() \
         where i.reply is null and i.taken is distinct from o.epoch \
         order by i.arrived limit 1000 for update of i skip locked) \
     update asl_inbox i set taken = m.epoch from mine m \
     where i.sender = m.sender and i.number = m.number \
     returning i.sender, i.number, i.shard, i.request, m.taken is not null";
/// Gives requests back that had no effect, for the next owner.
const UNTAKE: &str = "with free as (update asl_inbox i set taken = null \
         from unnest($1::text[], $2::int8[]) as r (sender, number) \
         where i.sender = r.sender and i.number = r.number and i.reply is null \
         returning i.shard) \
     select count(pg_notify('asl_requests', t.shard::text)) \
     from (select distinct shard from free) t";
const ANSWER: &str = "with told as (update asl_inbox i set reply = a.reply \
         from unnest($1::text[], $2::int8[], $3::bytea[]) as a (sender, number, reply) \
         where i.sender = a.sender and i.number = a.number and i.reply is null \
         returning i.sender) \
     select count(pg_notify('asl_replies', t.sender)) \
     from (select distinct sender from told) t";
const RECEIVE: &str = "delete from asl_inbox where sender = $1 and reply is not null \
     returning number, reply";
const FORGET: &str = "delete from asl_inbox where sender = $1 and number = any($2::int8[])";

/// Maximum number of requests that [`take`] takes, as its statement has it.
pub(crate) const AT_ONCE: usize = 1_000;

/// The number of a request of a process.
pub(crate) type Number = (String, i64);

/// A request that another process has sent.
pub(crate) struct Arrived {
    pub(crate) number: Number,
    pub(crate) shard: i32,
    pub(crate) request: Vec<u8>,
    /// True if an earlier owner of the shard has taken it.
    pub(crate) is_again: bool,
}

/// Sends requests: their numbers, their shards and their texts.
pub(crate) async fn send(
    link: &mut Link,
    process: &str,
    requests: &[(i64, i32, &[u8])],
) -> Result<(), Failure> {
    let numbers: Vec<i64> = requests.iter().map(|(number, ..)| *number).collect();
    let shards: Vec<i32> = requests.iter().map(|(_, shard, _)| *shard).collect();
    let texts: Vec<&[u8]> = requests.iter().map(|(.., text)| *text).collect();
    link.query(SEND, &[&process, &numbers, &shards, &texts]).await.map(drop)
}

/// Takes the requests for these shards, under their epochs.
pub(crate) async fn take(
    link: &mut Link,
    epochs: &BTreeMap<i32, i64>,
) -> Result<Vec<Arrived>, Failure> {
    let (shards, epochs): (Vec<i32>, Vec<i64>) = epochs.iter().map(|(a, b)| (*a, *b)).unzip();
    let rows = link.query(TAKE, &[&shards, &epochs]).await?;
    let arrived = |row: &tokio_postgres::Row| Arrived {
        number: (row.get(0), row.get(1)),
        shard: row.get(2),
        request: row.get(3),
        is_again: row.get(4),
    };
    Ok(rows.iter().map(arrived).collect())
}

/// Gives requests back for the next owner.
pub(crate) async fn untake(link: &mut Link, numbers: &[Number]) -> Result<(), Failure> {
    let (senders, numbers): (Vec<&str>, Vec<i64>) =
        numbers.iter().map(|(sender, number)| (sender.as_str(), *number)).unzip();
    link.query(UNTAKE, &[&senders, &numbers]).await.map(drop)
}

/// Sends replies to requests.
pub(crate) async fn answer(link: &mut Link, replies: &[(Number, Vec<u8>)]) -> Result<(), Failure> {
    let senders: Vec<&str> = replies.iter().map(|((sender, _), _)| sender.as_str()).collect();
    let numbers: Vec<i64> = replies.iter().map(|((_, number), _)| *number).collect();
    let texts: Vec<&[u8]> = replies.iter().map(|(_, text)| text.as_slice()).collect();
    link.query(ANSWER, &[&senders, &numbers, &texts]).await.map(drop)
}

/// Receives the replies to requests of this process.
pub(crate) async fn receive(
    link: &mut Link,
    process: &str,
) -> Result<Vec<(i64, Vec<u8>)>, Failure> {
    let rows = link.query(RECEIVE, &[&process]).await?;
    Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
}

/// Removes requests of this process whose callers are gone.
pub(crate) async fn forget(link: &mut Link, process: &str, numbers: &[i64]) -> Result<(), Failure> {
    link.query(FORGET, &[&process, &numbers]).await.map(drop)
}

/// The text of a request.
pub(crate) fn write_request(request: &Request) -> Result<Vec<u8>, CallError> {
    serde_json::to_vec(request).map_err(|error| elsewhere(format!("cannot send it: {error}")))
}

/// Reads the text of a request.
pub(crate) fn read_request(text: &[u8]) -> Result<Request, CallError> {
    read(text).map_err(|error| {
        elsewhere(format!("the request is of another version of this program: {error}"))
    })
}

/// The text of a reply.
pub(crate) fn write_reply(reply: &Result<Reply, CallError>) -> Vec<u8> {
    // It has no maps with keys other than texts, and nothing else can fail.
    serde_json::to_vec(reply).unwrap_or_default()
}

/// Reads the text of a reply.
pub(crate) fn read_reply(text: &[u8]) -> Result<Reply, CallError> {
    let reply: Result<Result<Reply, CallError>, _> = read(text);
    reply.unwrap_or_else(|error| {
        Err(elsewhere(format!("the reply is of another version of this program: {error}")))
    })
}

/// Reads JSON. Data may be nested deeper than `serde_json`'s own limit allows; `Value` has a limit
/// of its own, and nothing else nests.
fn read<T: DeserializeOwned>(text: &[u8]) -> Result<T, serde_json::Error> {
    let mut reader = serde_json::Deserializer::from_slice(text);
    reader.disable_recursion_limit();
    let read = T::deserialize(&mut reader)?;
    reader.end()?;
    Ok(read)
}

/// A failure outside of this process.
pub(crate) fn elsewhere(why: impl Into<String>) -> CallError {
    CallError::Store(StoreError::Elsewhere(why.into()))
}
