//! Requests to shards of other processes, which are rows of `asl_inbox`: the process that owns the
//! shard takes them, and writes the replies. Notifications wake both sides, and each side also looks
//! at intervals.

use std::collections::{BTreeMap, BTreeSet};

use asl_durable::shard::{Reply, Request};
use asl_durable::{CallError, StoreError};
use serde::de::DeserializeOwned;

use crate::failure::Failure;
use crate::link::Link;

/// Sends requests, unless the process has another outbox since: a call that arrives late adds
/// nothing. It returns the number of outboxes of this number.
pub const SEND: &str = "with mine as (select process from asl_process \
         where process = $1 and outbox = $2 for share), \
     new as (insert into asl_inbox (sender, number, shard, request) \
         select m.process, r.number, r.shard, r.request \
         from unnest($3::int8[], $4::int4[], $5::bytea[]) as r (number, shard, request), mine m \
         on conflict do nothing returning shard) \
     select (select count(*) from mine), (select count(pg_notify('asl_requests', t.shard::text)) \
         from (select distinct shard from new) t)";
/// Begins a new outbox.
pub const OUTBOX: &str = "update asl_process set outbox = $2 where process = $1 returning outbox";
/// Takes requests for shards that this process owns, unless it has them already. With `$3` it
/// takes those again that it took under the same epochs and does not know: the answer was lost. An
/// earlier owner may have taken one and not answered it.
const TAKE: &str = "with mine as (select i.sender, i.number, i.arrived, i.taken, o.epoch, \
             length(i.request) as bytes \
         from asl_inbox i \
         join unnest($1::int4[], $2::int8[]) as o (shard, epoch) on o.shard = i.shard \
         join asl_shard s on s.shard = o.shard and s.epoch = o.epoch and s.lease_until >= now() \
         where i.reply is null and (i.taken is distinct from o.epoch or $3 and not exists ( \
             select from unnest($4::text[], $5::int8[]) as k (sender, number) \
             where k.sender = i.sender and k.number = i.number)) \
         order by i.arrived, i.sender, i.number limit 1000 for update of i skip locked), \
     fit as (select *, sum(bytes) over (order by arrived, sender, number) - bytes as before \
         from mine), \
     given as (update asl_inbox i set taken = s.epoch from fit s \
         where i.sender = s.sender and i.number = s.number and s.before < 16777216 \
         returning i.sender, i.number, i.shard, s.epoch, i.request, \
             s.taken is not null and s.taken <> s.epoch) \
     select *, set_config('synchronous_commit', 'off', true) from given";
/// Gives requests back that had no effect, for the next owner. If that has them already, nothing
/// changes.
pub const UNTAKE: &str = "with free as (update asl_inbox i set taken = null \
         from unnest($1::text[], $2::int8[], $3::int8[]) as r (sender, number, epoch) \
         where i.sender = r.sender and i.number = r.number and i.taken = r.epoch \
             and i.reply is null \
         returning i.shard) \
     select count(pg_notify('asl_requests', t.shard::text)) \
     from (select distinct shard from free) t";
/// Answers requests, unless their next owner has them already. A crash of the server may have lost
/// that they were taken.
pub const ANSWER: &str = "with told as (update asl_inbox i set reply = a.reply \
         from unnest($1::text[], $2::int8[], $3::int8[], $4::bytea[]) \
             as a (sender, number, epoch, reply) \
         where i.sender = a.sender and i.number = a.number \
             and coalesce(i.taken, a.epoch) = a.epoch and i.reply is null \
         returning i.sender) \
     select count(pg_notify('asl_replies', t.sender)) \
     from (select distinct sender from told) t";
/// The replies to requests. They are removed later: the answer may be lost.
const RECEIVE: &str = "select number, reply from (select number, reply, \
             sum(length(reply)) over (order by number) - length(reply) as before \
         from (select number, reply from asl_inbox where sender = $1 and reply is not null \
             order by number limit 1000) r) t \
     where before < 16777216 order by number";
const FORGET: &str = "with gone as (delete from asl_inbox \
         where sender = $1 and number = any($2::int8[])) \
     select set_config('synchronous_commit', 'off', true)";

/// All statements of this module, which are prepared to see that the tables are as they should be.
pub(crate) const STATEMENTS: [&str; 7] = [SEND, OUTBOX, TAKE, UNTAKE, ANSWER, RECEIVE, FORGET];

/// Maximum number of requests and replies of one call, and maximum bytes of them, as in the
/// statements.
pub(crate) const AT_ONCE: usize = 1_000;
pub(crate) const BYTES: usize = 16 << 20;

/// Returns true if a call that gave texts of these lengths may have left some for the next one.
pub(crate) fn is_full(lengths: impl ExactSizeIterator<Item = usize>) -> bool {
    lengths.len() >= AT_ONCE || lengths.fold(0, usize::saturating_add) >= BYTES
}

/// The number of a request of a process.
pub(crate) type Number = (String, i64);

/// A request that this process has taken, under an epoch.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Taken {
    pub(crate) number: Number,
    pub(crate) epoch: i64,
}

/// A request that another process has sent.
pub(crate) struct Arrived {
    pub(crate) taken: Taken,
    pub(crate) shard: i32,
    pub(crate) request: Vec<u8>,
    /// True if an earlier owner of the shard has taken it.
    pub(crate) is_again: bool,
}

/// Begins a new outbox. Requests that were sent from the one before, and have not arrived, never
/// will. Returns false if this process is not known.
pub(crate) async fn begin_outbox(
    link: &mut Link,
    process: &str,
    outbox: i64,
) -> Result<bool, Failure> {
    Ok(!link.query(OUTBOX, &[&process, &outbox]).await?.is_empty())
}

/// Sends requests: their numbers, their shards and their texts. Returns false if the process has
/// another outbox.
pub(crate) async fn send(
    link: &mut Link,
    (process, outbox): (&str, i64),
    requests: &[(i64, i32, &[u8])],
) -> Result<bool, Failure> {
    let numbers: Vec<i64> = requests.iter().map(|(number, ..)| *number).collect();
    let shards: Vec<i32> = requests.iter().map(|(_, shard, _)| *shard).collect();
    let texts: Vec<&[u8]> = requests.iter().map(|(.., text)| *text).collect();
    let sent = link.query(SEND, &[&process, &outbox, &numbers, &shards, &texts]).await?;
    Ok(sent.first().is_some_and(|row| row.get::<_, i64>(0) == 1))
}

/// Takes the requests for these shards, under their epochs. After a call whose answer was lost, it
/// takes all but the known ones.
pub(crate) async fn take(
    link: &mut Link,
    epochs: &BTreeMap<i32, i64>,
    known: Option<&BTreeSet<Taken>>,
) -> Result<Vec<Arrived>, Failure> {
    let (shards, epochs): (Vec<i32>, Vec<i64>) = epochs.iter().map(|(a, b)| (*a, *b)).unzip();
    let (senders, numbers): (Vec<&str>, Vec<i64>) =
        known.into_iter().flatten().map(|it| (it.number.0.as_str(), it.number.1)).unzip();
    let rows = link.query(TAKE, &[&shards, &epochs, &known.is_some(), &senders, &numbers]).await?;
    let arrived = |row: &tokio_postgres::Row| Arrived {
        taken: Taken { number: (row.get(0), row.get(1)), epoch: row.get(3) },
        shard: row.get(2),
        request: row.get(4),
        is_again: row.get(5),
    };
    Ok(rows.iter().map(arrived).collect())
}

/// Gives requests back for the next owner.
pub(crate) async fn untake(link: &mut Link, taken: &[Taken]) -> Result<(), Failure> {
    let senders: Vec<&str> = taken.iter().map(|it| it.number.0.as_str()).collect();
    let numbers: Vec<i64> = taken.iter().map(|it| it.number.1).collect();
    let epochs: Vec<i64> = taken.iter().map(|it| it.epoch).collect();
    link.query(UNTAKE, &[&senders, &numbers, &epochs]).await.map(drop)
}

/// Sends replies to requests.
pub(crate) async fn answer(link: &mut Link, replies: &[(Taken, Vec<u8>)]) -> Result<(), Failure> {
    let senders: Vec<&str> = replies.iter().map(|(it, _)| it.number.0.as_str()).collect();
    let numbers: Vec<i64> = replies.iter().map(|(it, _)| it.number.1).collect();
    let epochs: Vec<i64> = replies.iter().map(|(it, _)| it.epoch).collect();
    let texts: Vec<&[u8]> = replies.iter().map(|(_, text)| text.as_slice()).collect();
    link.query(ANSWER, &[&senders, &numbers, &epochs, &texts]).await.map(drop)
}

/// The replies to requests of this process, as many as one call gives. [`forget`] removes them.
pub(crate) async fn receive(
    link: &mut Link,
    process: &str,
) -> Result<Vec<(i64, Vec<u8>)>, Failure> {
    let rows = link.query(RECEIVE, &[&process]).await?;
    Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
}

/// Removes requests of this process that have replies, or whose callers are gone.
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

/// The reason of a failure after which a request may have had an effect.
pub(crate) const UNKNOWN: &str =
    "the connection or the owner of the shard was lost: it is unknown if the request had an effect";

/// A failure outside of this process.
pub(crate) fn elsewhere(why: impl Into<String>) -> CallError {
    CallError::Store(StoreError::Elsewhere(why.into()))
}
