//! The tables of a store. `docs/guide/postgres.md` describes those for people.

use asl_durable::{Fault, JournalError, StoreError};
use tokio::time::Instant;
use tokio_postgres::Row;

use crate::failure::Failure;
use crate::link::{Link, Target};

/// Version of the tables.
pub(crate) const VERSION: i32 = 1;

/// The tables of version 1.
const TABLES: &str = include_str!("schema.sql");

/// True if there is a store.
pub(crate) const EXISTS: &str = "select to_regclass('asl_store') is not null";
/// The version and the number of shards of a store.
pub(crate) const STORE: &str = "select version, shards from asl_store";

/// The number of the lock that processes take while they create tables.
const LOCK: i64 = 0x61_73_6c_5f_70_67;

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
    shards_of(target, &found)
}

/// The number of shards of the store in this row of `asl_store`.
pub(crate) fn shards_of(target: &Target, found: &[Row]) -> Result<i32, StoreError> {
    let Some(row) = found.first() else {
        let failure = Failure::Refused("the table `asl_store` has no row".to_owned());
        return Err(failure.into_store(target.name()));
    };
    let version: i32 = row.get(0);
    if version != VERSION {
        let fault = Fault::Version(u32::try_from(version).unwrap_or(u32::MAX));
        let path = format!("{}: asl_store", target.name());
        return Err(StoreError::Journal(JournalError { path, fault }));
    }
    Ok(row.get(1))
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
            Err(Failure::Away(_)) if Instant::now() < deadline => {
                tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            }
            result => return result,
        }
    }
}
