//! Leases of shards, by the server's clock.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio_postgres::Row;

use crate::failure::Failure;
use crate::link::{Link, Parameter};

const LEAVE: &str = "with given as (update asl_shard set owner = null, lease_until = null \
         where owner = $1 returning shard), \
     told as (select count(pg_notify('asl_shards', shard::text)) from given), \
     asked as (delete from asl_inbox where sender = $1) \
     delete from asl_process where process = $1 and (select true from told)";
const RENEW: &str = "with seen as (insert into asl_process as p \
         (process, takes_shards, program, versions, seen_until) \
         values ($1, $2, $3, $4, now() + $5::float8 * interval '1 s') \
         on conflict (process) do update set seen_until = excluded.seen_until, \
             takes_shards = excluded.takes_shards \
         returning xmax = 0 as is_new), \
     kept as (update asl_shard set lease_until = now() + $5::float8 * interval '1 s' \
         where owner = $1 returning shard, epoch) \
     select s.is_new, k.shard, k.epoch from seen s left join kept k on true";
const SHARDS: &str = "select shard, owner, epoch, coalesce(lease_until >= now(), false), problem, \
         refused, needs from asl_shard";
const PROCESSES: &str = "select process, versions from asl_process \
     where takes_shards and seen_until >= now() order by process";
/// Removes processes that have ended, and the requests that they have left.
const TIDY: &str = "with gone as (delete from asl_process \
         where seen_until < now() - interval '1 minute' returning process) \
     delete from asl_inbox i using gone g where i.sender = g.process";
const TAKE: &str = "with free as (select shard from asl_shard where shard = any($2::int4[]) \
         and (owner is null or owner = $1 or lease_until < now()) for update skip locked) \
     update asl_shard s set owner = $1, epoch = s.epoch + 1, \
         lease_until = now() + $3::float8 * interval '1 s' \
     from free f where s.shard = f.shard returning s.shard, s.epoch";
/// Gives a shard back, with the reason if it could not be opened.
const GIVE: &str = "with given as (update asl_shard s set owner = null, lease_until = null, \
         problem = coalesce($4, problem), \
         refused = case when $4::text is null then refused else array[$1] || array( \
             select r from unnest(s.refused) r join asl_process p on p.process = r \
             where r <> $1) end \
         where shard = $2 and owner = $1 and epoch = $3 returning shard) \
     select pg_notify('asl_shards', shard::text) from given";
/// Notes that a shard is open.
const OPENED: &str = "update asl_shard set problem = null \
     where shard = $2 and owner = $1 and epoch = $3";
/// Notes that this process can try again to open a shard.
const TRY_AGAIN: &str = "update asl_shard set refused = array_remove(refused, $1) \
     where shard = $2 and $1 = any(refused)";
/// Notes the versions of a shard's unfinished executions.
const NEED: &str = "update asl_shard set needs = $4 \
     where shard = $2 and owner = $1 and epoch = $3";

/// All statements of this module, which are prepared to see that the tables are as they should be.
pub(crate) const STATEMENTS: [&str; 10] =
    [LEAVE, RENEW, SHARDS, PROCESSES, TIDY, TAKE, GIVE, OPENED, TRY_AGAIN, NEED];

/// A shard as the database has it.
pub(crate) struct Lease {
    pub(crate) shard: i32,
    pub(crate) owner: Option<String>,
    pub(crate) epoch: i64,
    /// True if the owner's time is not over.
    pub(crate) is_valid: bool,
    /// The reason why it cannot be opened.
    pub(crate) problem: Option<String>,
    /// The processes that could not open it.
    pub(crate) refused: Vec<String>,
    /// The versions of its unfinished executions.
    pub(crate) needs: Vec<String>,
}

impl Lease {
    /// True if its owner has not renewed it.
    pub(crate) fn is_over(&self) -> bool {
        self.owner.is_some() && !self.is_valid
    }
}

/// A process that takes shards.
#[derive(Clone)]
pub(crate) struct Taker {
    pub(crate) process: String,
    /// The versions of machines that it has.
    pub(crate) versions: Vec<String>,
}

/// The result of a renewal.
pub(crate) struct Renewed {
    /// True if this process was not known: the first time, or after it was away for long.
    pub(crate) is_new: bool,
    /// The epochs of the shards that this process owns.
    pub(crate) epochs: BTreeMap<i32, i64>,
}

/// The leases of a process.
pub(crate) struct Leases {
    pub(crate) process: String,
    seconds: f64,
    /// False for a process that only makes requests.
    pub(crate) takes_shards: bool,
    program: String,
    /// The versions of machines that the process has.
    versions: Vec<String>,
}

impl Leases {
    pub(crate) fn new(
        process: String,
        lease: Duration,
        program: String,
        versions: Vec<String>,
        is_caretaker: bool,
    ) -> Self {
        let takes_shards = is_caretaker || !versions.is_empty();
        Self { process, seconds: lease.as_secs_f64(), takes_shards, program, versions }
    }

    /// Gives everything back.
    pub(crate) async fn leave(&self, link: &mut Link) -> Result<(), Failure> {
        link.query(LEAVE, &[&self.process]).await.map(drop)
    }

    /// Makes this process known to the others, and renews all leases.
    pub(crate) async fn renew(&self, link: &mut Link) -> Result<Renewed, Failure> {
        let Self { process, seconds, takes_shards, program, versions } = self;
        let parameters: [Parameter<'_>; 5] = [process, takes_shards, program, versions, seconds];
        let rows = link.query(RENEW, &parameters).await?;
        let epoch = |row: &Row| Some((row.get::<_, Option<i32>>(1)?, row.get(2)));
        Ok(Renewed {
            is_new: rows.first().is_some_and(|row| row.get(0)),
            epochs: rows.iter().filter_map(epoch).collect(),
        })
    }

    /// All shards.
    pub(crate) async fn shards(&self, link: &mut Link) -> Result<Vec<Lease>, Failure> {
        let rows = link.query(SHARDS, &[]).await?;
        let lease = |row: &Row| Lease {
            shard: row.get(0),
            owner: row.get(1),
            epoch: row.get(2),
            is_valid: row.get(3),
            problem: row.get(4),
            refused: row.get(5),
            needs: row.get(6),
        };
        Ok(rows.iter().map(lease).collect())
    }

    /// The processes that take shards and that are there.
    pub(crate) async fn processes(&self, link: &mut Link) -> Result<Vec<Taker>, Failure> {
        let rows = link.query(PROCESSES, &[]).await?;
        Ok(rows.iter().map(|row| Taker { process: row.get(0), versions: row.get(1) }).collect())
    }

    /// Removes what processes that have ended left.
    pub(crate) async fn tidy(&self, link: &mut Link) -> Result<(), Failure> {
        link.query(TIDY, &[]).await.map(drop)
    }

    /// Takes those of these shards that are free, each under a new epoch.
    pub(crate) async fn take(
        &self,
        link: &mut Link,
        shards: &[i32],
    ) -> Result<Vec<(i32, i64)>, Failure> {
        if shards.is_empty() {
            return Ok(Vec::new());
        }
        let rows = link.query(TAKE, &[&self.process, &shards, &self.seconds]).await?;
        Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
    }

    /// Gives a shard back, with the reason if it could not be opened.
    pub(crate) async fn give(
        &self,
        link: &mut Link,
        (shard, epoch): (i32, i64),
        problem: Option<&str>,
    ) -> Result<(), Failure> {
        link.query(GIVE, &[&self.process, &shard, &epoch, &problem]).await.map(drop)
    }

    /// Notes that a shard is open.
    pub(crate) async fn note_opened(&self, link: &mut Link, lease: &Lease) -> Result<(), Failure> {
        link.query(OPENED, &[&self.process, &lease.shard, &lease.epoch]).await.map(drop)
    }

    /// Notes that this process can try again to open a shard.
    pub(crate) async fn try_again(&self, link: &mut Link, shard: i32) -> Result<(), Failure> {
        link.query(TRY_AGAIN, &[&self.process, &shard]).await.map(drop)
    }

    /// Notes the versions of a shard's unfinished executions.
    pub(crate) async fn note_needs(
        &self,
        link: &mut Link,
        lease: &Lease,
        needs: &[String],
    ) -> Result<(), Failure> {
        link.query(NEED, &[&self.process, &lease.shard, &lease.epoch, &needs]).await.map(drop)
    }
}
