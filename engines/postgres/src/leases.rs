//! Leases of shards, by the server's clock.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::failure::Failure;
use crate::link::Link;

const LEAVE: &str = "with given as (update asl_shard set owner = null, lease_until = null \
         where owner = $1 returning shard), \
     told as (select count(pg_notify('asl_shards', shard::text)) from given), \
     asked as (delete from asl_inbox where sender = $1) \
     delete from asl_process where process = $1 and (select true from told)";
const RENEW: &str = "with seen as (insert into asl_process as p \
         (process, takes_shards, program, seen_until) \
         values ($1, $2, $3, now() + $4::float8 * interval '1 s') \
         on conflict (process) do update set seen_until = excluded.seen_until) \
     update asl_shard set lease_until = now() + $4::float8 * interval '1 s' \
     where owner = $1 returning shard, epoch";
const SHARDS: &str =
    "select shard, owner, epoch, coalesce(lease_until >= now(), false) from asl_shard";
const PROCESSES: &str =
    "select process from asl_process where takes_shards and seen_until >= now() order by process";
/// Removes processes that have ended, and the requests that they have left.
const TIDY: &str = "with gone as (delete from asl_process \
         where seen_until < now() - interval '1 minute' returning process) \
     delete from asl_inbox i using gone g where i.sender = g.process";
const TAKE: &str = "with free as (select shard from asl_shard where shard = any($2::int4[]) \
         and (owner is null or owner = $1 or lease_until < now()) for update skip locked) \
     update asl_shard s set owner = $1, epoch = s.epoch + 1, \
         lease_until = now() + $3::float8 * interval '1 s' \
     from free f where s.shard = f.shard returning s.shard, s.epoch";
const GIVE: &str = "with given as (update asl_shard set owner = null, lease_until = null \
         where shard = $2 and owner = $1 and epoch = $3 returning shard) \
     select pg_notify('asl_shards', shard::text) from given";

/// A shard as the database has it.
pub(crate) struct Lease {
    pub(crate) shard: i32,
    pub(crate) owner: Option<String>,
    pub(crate) epoch: i64,
    /// True if the owner's time is not over.
    pub(crate) is_valid: bool,
}

/// The leases of a process.
pub(crate) struct Leases {
    pub(crate) process: String,
    seconds: f64,
    /// False for a process that only makes requests.
    pub(crate) takes_shards: bool,
    program: String,
}

impl Leases {
    pub(crate) fn new(lease: Duration, takes_shards: bool, program: String) -> Self {
        let [one, other] = [(); 2].map(|()| asl_runtime::__engine::random_seed());
        let process = format!("{one:016x}{other:016x}");
        Self { process, seconds: lease.as_secs_f64(), takes_shards, program }
    }

    /// Gives everything back.
    pub(crate) async fn leave(&self, link: &mut Link) -> Result<(), Failure> {
        link.query(LEAVE, &[&self.process]).await.map(drop)
    }

    /// Makes this process known to the others, and renews all leases. Returns the epochs of the shards that this process owns.
    pub(crate) async fn renew(&self, link: &mut Link) -> Result<BTreeMap<i32, i64>, Failure> {
        let Self { process, seconds, takes_shards, program } = self;
        let rows = link.query(RENEW, &[process, takes_shards, program, seconds]).await?;
        Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
    }

    /// All shards.
    pub(crate) async fn shards(&self, link: &mut Link) -> Result<Vec<Lease>, Failure> {
        let rows = link.query(SHARDS, &[]).await?;
        let lease = |row: &tokio_postgres::Row| Lease {
            shard: row.get(0),
            owner: row.get(1),
            epoch: row.get(2),
            is_valid: row.get(3),
        };
        Ok(rows.iter().map(lease).collect())
    }

    /// The processes that take shards and that are there.
    pub(crate) async fn processes(&self, link: &mut Link) -> Result<Vec<String>, Failure> {
        let rows = link.query(PROCESSES, &[]).await?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
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

    /// Gives a shard back.
    pub(crate) async fn give(
        &self,
        link: &mut Link,
        shard: i32,
        epoch: i64,
    ) -> Result<(), Failure> {
        link.query(GIVE, &[&self.process, &shard, &epoch]).await.map(drop)
    }
}
