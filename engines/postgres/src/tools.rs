//! Access to stores for tools, which have no machines: `cargo asl store`.

use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use asl_durable::shard::{Reply, Request, answer};
use asl_durable::{
    CallError, Durable, Fault, Inspection, JournalError, Remote, RemoteError, StoreError,
};
use asl_runtime::Compiled;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;

use crate::batch::Held;
use crate::database::{Database, serve_once};
use crate::disk::ShardDisk;
use crate::failure::Failure;
use crate::link::{Link, Target};
use crate::options::Options;
use crate::schema;
use crate::store::Postgres;
use crate::tables::{Journals, Tables};
use crate::writer;

/// Maximum time of a call.
const PATIENCE: Duration = Duration::from_secs(30);
/// All shards are read as of one moment, and what they contained stays readable.
const SNAPSHOT: &str = "begin isolation level repeatable read read only";
/// The program of a process that owns shards, or may take some at any time.
const OWNER: &str = "select program from asl_process \
     where takes_shards and seen_until >= now() order by process limit 1";

type Question = (Request, mpsc::Sender<Result<Reply, CallError>>);

impl Postgres {
    /// Reads a store as [`Durable::inspect`] does, whether processes have it open or not. All shards
    /// are as of one moment.
    ///
    /// The result keeps a connection, and a transaction that only reads, so vacuum cannot remove what
    /// is deleted meanwhile: drop it soon.
    ///
    /// # Errors
    /// The database cannot be reached, has no store or one of another version, or a journal is
    /// damaged.
    pub fn inspect(url: &str) -> Result<Inspection, StoreError> {
        let database = snapshot(url)?;
        let shards = shards(&database)?;
        let journals = Arc::new(Journals::new(database, 0));
        Inspection::of_parts(
            (0..shards)
                .map(|shard| ShardDisk::new(Arc::clone(&journals), Held { shard, epoch: 0 })),
        )
    }

    /// Connects to the processes that have a store open, as [`Remote::connect`] does. Calls block the
    /// thread.
    ///
    /// # Errors
    /// The database cannot be reached or has no store, or no process with machines has it open.
    pub fn connect(url: &str) -> Result<Remote, RemoteError> {
        let unreachable = |error: &StoreError| RemoteError::Refused(error.to_string());
        // Opening a store would create one.
        let database = snapshot(url).map_err(|error| unreachable(&error))?;
        let found = shards(&database).and_then(|_| owner(&database));
        if found.map_err(|error| unreachable(&error))?.is_none() {
            let (path, why) = (database.target.name(), "no process with machines has it open");
            return Err(RemoteError::Unreachable { path: path.to_owned(), why: why.to_owned() });
        }
        let (asked, questions) = mpsc::channel::<Question>();
        let (report, opened) = mpsc::channel();
        let url = url.to_owned();
        let work = move |runtime: &Runtime| {
            let none: [Compiled; 0] = [];
            let opening = Postgres::open(&url, none, Options::default());
            let store = match runtime.block_on(opening) {
                Ok(store) => store,
                Err(error) => return drop(report.send(Err(error))),
            };
            drop(report.send(Ok(())));
            for (request, reply) in questions {
                // The caller may be gone.
                let _ = reply.send(runtime.block_on(answer(&store, request)));
            }
            // Nothing is in progress.
            let _ = runtime.block_on(store.close(Duration::ZERO));
        };
        in_thread(work).map_err(|error| unreachable(&error))?;
        let opened = opened.recv().unwrap_or_else(|_| Err(ended()));
        opened.map_err(|error| unreachable(&error))?;
        Ok(Remote::routed(Arc::new(move |request| {
            let (reply, replied) = mpsc::channel();
            asked.send((request, reply)).map_err(|_| CallError::Closed)?;
            replied.recv().unwrap_or(Err(CallError::Closed))
        })))
    }

    /// Opens a store that no process has open, for changes that need no machines: nothing continues
    /// in it.
    ///
    /// # Errors
    /// As for [`Postgres::open`], or a process with machines has it open.
    #[doc(hidden)]
    pub async fn caretaker(url: &str) -> Result<Durable, StoreError> {
        unowned(url)?;
        let options = Options { is_caretaker: true, ..Options::default() };
        let none: [Compiled; 0] = [];
        Self::open(url, none, options).await
    }
}

/// The number of shards of a store that no process with machines has open.
pub(crate) fn unowned(url: &str) -> Result<i32, StoreError> {
    let database = snapshot(url)?;
    let count = shards(&database)?;
    if let Some(program) = owner(&database)? {
        let fault = Fault::InUse(Some(program));
        let path = database.target.name().to_owned();
        return Err(StoreError::Journal(JournalError { path, fault }));
    }
    Ok(count)
}

/// The journals of a database for a process of their own. Dropping them ends its connections.
pub struct RealTables {
    database: Arc<Database>,
    journals: Arc<Journals>,
    _open: oneshot::Sender<()>,
}

impl RealTables {
    /// Connects to a store.
    ///
    /// # Errors
    /// As for [`Postgres::inspect`].
    pub fn connect(url: &str) -> Result<Self, StoreError> {
        let target = Arc::new(Target::parse(url, PATIENCE)?);
        let database = Arc::new(Database::new(target, PATIENCE));
        let (open, closed) = oneshot::channel();
        let served = Arc::clone(&database);
        in_thread(move |runtime| {
            runtime.block_on(async {
                served.start(1);
                writer::start(&served, 1);
                // The sender is never used.
                let _ = closed.await;
                served.close();
            });
        })?;
        let journals = Arc::new(Journals::new(Arc::clone(&database), 0));
        Ok(Self { database, journals, _open: open })
    }

    /// The tables.
    pub fn tables(&self) -> &dyn Tables {
        &*self.journals
    }

    /// The process, as owner of shards.
    pub fn process(&self) -> &str {
        &self.database.process
    }

    pub(crate) fn journals(&self) -> Arc<Journals> {
        Arc::clone(&self.journals)
    }

    pub(crate) fn target(&self) -> Arc<Target> {
        Arc::clone(&self.database.target)
    }
}

/// A database that is only read, as of now.
fn snapshot(url: &str) -> Result<Arc<Database>, StoreError> {
    let target = Arc::new(Target::parse(url, PATIENCE)?);
    let database = Arc::new(Database::new(Arc::clone(&target), PATIENCE));
    let calls = database.calls();
    in_thread(move |runtime| {
        runtime.block_on(serve_once(calls, Link::beginning(target, SNAPSHOT)));
    })?;
    Ok(database)
}

/// The program of a process that has the store open with machines.
fn owner(database: &Database) -> Result<Option<String>, StoreError> {
    let failed = |failure: Failure| failure.into_store(database.target.name());
    let owners = database.call(OWNER, Vec::new()).map_err(failed)?;
    Ok(owners.first().map(|owner| owner.get(0)))
}

/// The number of shards of the store in a database.
fn shards(database: &Database) -> Result<i32, StoreError> {
    let failed = |failure: Failure| failure.into_store(database.target.name());
    let exists = database.call(schema::EXISTS, Vec::new()).map_err(failed)?;
    if !exists.first().is_some_and(|row| row.get(0)) {
        let path = database.target.name().to_owned();
        return Err(StoreError::Journal(JournalError { path, fault: Fault::NoStore }));
    }
    let found = database.call(schema::STORE, Vec::new()).map_err(failed)?;
    schema::shards_of(&database.target, &found)
}

/// Works in a thread with a runtime of its own.
fn in_thread(work: impl FnOnce(&Runtime) + Send + 'static) -> Result<(), StoreError> {
    let no_thread = |error: std::io::Error| StoreError::NoThread(error.to_string());
    let runtime = Builder::new_current_thread().enable_all().build().map_err(no_thread)?;
    let builder = thread::Builder::new().name("asl-postgres-tool".into());
    builder.spawn(move || work(&runtime)).map(drop).map_err(no_thread)
}

fn ended() -> StoreError {
    StoreError::NoThread("it ended unexpectedly".into())
}
