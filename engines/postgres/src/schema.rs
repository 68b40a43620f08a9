//! The tables of a store. `docs/guide/postgres.md` describes those for people.

use std::time::Duration;

use asl_durable::StoreError;
use tokio::time::{Instant, sleep};
use tokio_postgres::Row;

use crate::failure::Failure;
use crate::link::{Link, Target};
use crate::{children, gates, inbox, leases, tables, writer};

/// Version of the tables.
pub(crate) const VERSION: i32 = 2;

/// The tables of this version.
const TABLES: &str = include_str!("schema.sql");

/// True if there is a store.
pub(crate) const EXISTS: &str = "select to_regclass('asl_store') is not null";
/// The version and the number of shards of a store.
pub(crate) const STORE: &str = "select version, shards from asl_store";

/// The number of the lock that processes take while they create tables.
const LOCK: i64 = 0x61_73_6c_5f_70_67;

/// Pause between attempts.
const PAUSE: Duration = Duration::from_millis(50);

/// Most shards of a store.
const MOST_SHARDS: u16 = 1_024;

/// Opens the store of a database, and creates it if there is none. Returns the number of its
/// shards.
pub(crate) async fn open(
    target: &Target,
    link: &mut Link,
    shards: u16,
    deadline: Instant,
) -> Result<i32, StoreError> {
    let failed = |failure: Failure| failure.into_store(target.name());
    let found = link.persist(EXISTS, &[], deadline).await.map_err(failed)?;
    if !found.first().is_some_and(|row| row.get(0)) {
        create(link, shards.clamp(1, MOST_SHARDS), deadline).await.map_err(failed)?;
    }
    let found = link.persist(STORE, &[], deadline).await.map_err(failed)?;
    let shards = shards_of(target, &found)?;
    loop {
        match check(link).await {
            Ok(()) => return Ok(shards),
            Err(Failure::Away(_)) if Instant::now() < deadline => sleep(PAUSE).await,
            Err(failure) => return Err(failed(failure)),
        }
    }
}

/// The number of shards of the store in this row of `asl_store`.
pub(crate) fn shards_of(target: &Target, found: &[Row]) -> Result<i32, StoreError> {
    let failed = |error| Failure::Refused(error).into_store(target.name());
    let Some(row) = found.first() else {
        return Err(failed("the table `asl_store` has no row".to_owned()));
    };
    let version: i32 = row.get(0);
    if version != VERSION {
        return Err(failed(format!(
            "the tables are of version {version} by `asl_store`, and this program knows version \
             {VERSION}: use the program that created them"
        )));
    }
    Ok(row.get(1))
}

/// Compares all statements with the tables, which may have been changed by hand, and refuses a
/// server that confirms commits that it may lose.
async fn check(link: &mut Link) -> Result<(), Failure> {
    let statements = [
        tables::STATEMENTS.as_slice(),
        leases::STATEMENTS.as_slice(),
        inbox::STATEMENTS.as_slice(),
        children::STATEMENTS.as_slice(),
        gates::STATEMENTS.as_slice(),
        &[writer::WRITE],
    ];
    link.prepare(statements.into_iter().flatten().copied()).await?;
    let commit = link.query("select current_setting('synchronous_commit')", &[]).await?;
    if commit.first().is_some_and(|row| row.get::<_, &str>(0) == "off") {
        return Err(Failure::Refused(
            "`synchronous_commit` is off for this user, database or server: it would lose what it \
             has confirmed"
                .to_owned(),
        ));
    }
    Ok(())
}

/// Creates the tables, unless another process does so first.
async fn create(link: &mut Link, shards: u16, deadline: Instant) -> Result<(), Failure> {
    let sql = format!(
        "do $$ begin perform pg_advisory_xact_lock({LOCK}); \
         if to_regclass('asl_store') is null then {TABLES} \
         insert into asl_shard (shard) select generate_series(0, {}); \
         insert into asl_store (version, shards) values ({VERSION}, {shards}); \
         end if; end $$",
        shards - 1
    );
    loop {
        match link.run(&sql).await {
            // Another process may have created them, or the server was away in between.
            Err(Failure::Away(_)) if Instant::now() < deadline => sleep(PAUSE).await,
            result => return result,
        }
    }
}
