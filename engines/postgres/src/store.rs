//! Opens stores.

use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

use asl_durable::{Durable, StoreError};
use asl_runtime::Compiled;
use tokio::runtime::{Builder, Handle};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;

use crate::database::Database;
use crate::keeper::{Keeper, Opening, Wiring};
use crate::link::{Link, Target};
use crate::options::Options;
use crate::orders::Order;
use crate::router::{Routes, State};
use crate::schema;
use crate::shards::Shards;
use crate::writer;

/// Shortest lease: renewals need time.
const SHORTEST_LEASE: Duration = Duration::from_secs(1);
/// Time beyond two leases for which a request is made again while its shard moves.
const PATIENCE: Duration = Duration::from_secs(10);

/// Stores in PostgreSQL databases: see [`Postgres::open`].
#[derive(Debug)]
pub struct Postgres {}

impl Postgres {
    /// Opens the store of a database, such as `postgres://user:password@host/database`, and creates
    /// its tables if there are none. As for [`Durable::open`], each machine may be given in any
    /// number of versions, and new executions run in the last one. A process without machines owns
    /// no shards: it only makes calls.
    ///
    /// The handle is that of a store in a directory. [`Durable::close`] gives the shards to other
    /// processes. There are two differences: [`Durable::unfit_data`] is empty, so use
    /// [`Durable::check`]; and [`asl_durable::Description::waits`] is unknown for executions of
    /// other processes.
    ///
    /// Must be called within a tokio runtime with time enabled: the tasks run there.
    ///
    /// # Errors
    /// The database cannot be reached or used, its tables are of another version, or shards that
    /// this process has taken cannot be opened.
    pub async fn open(
        url: &str,
        machines: impl IntoIterator<Item: Into<Compiled>>,
        mut options: Options,
    ) -> Result<Durable, StoreError> {
        options.lease = options.lease.max(SHORTEST_LEASE);
        options.store.allow_unknown = true;
        if options.store.program.is_empty() {
            let file = std::env::current_exe().unwrap_or_default();
            let name = file.file_name().map(|name| name.to_string_lossy().into_owned());
            options.store.program = name.unwrap_or_default().into();
        }
        let target = Arc::new(Target::parse(url, options.lease)?);
        let machines: Vec<Compiled> = machines.into_iter().map(Into::into).collect();
        let (shards, mut opened) = start_thread(Arc::clone(&target), &options)?;
        let shards = ended(shards.await)??;
        let shards = Arc::new(Shards::new(shards));
        let (orders, received) = mpsc::unbounded_channel();
        let sender = orders.downgrade();
        let patience = options.lease * 2 + PATIENCE;
        let services = options.store.services.clone().unwrap_or_default();
        let runtime = Handle::current();
        let (close, closing) = watch::channel(None);
        let routes = Routes::new(Arc::clone(&shards), orders, close, patience, runtime.clone());
        let state = Arc::downgrade(&routes.state);
        let routed = Durable::routed(&machines, &services, |_| Arc::new(routes));
        let services = routed.services().clone();
        let (ready, settled) = oneshot::channel();
        let begun = Begun {
            shards,
            orders: received,
            closing,
            sender,
            state,
            ready,
            opening: Opening { machines, options, services, runtime },
        };
        if let Some(sender) = opened.take() {
            // If the thread has ended, so has the other channel.
            let _ = sender.send(begun);
        }
        ended(settled.await)??;
        Ok(routed)
    }
}

/// The parts that the thread needs once the handle is there.
struct Begun {
    shards: Arc<Shards>,
    orders: mpsc::UnboundedReceiver<Order>,
    closing: watch::Receiver<Option<std::time::Instant>>,
    sender: mpsc::WeakUnboundedSender<Order>,
    state: Weak<State>,
    ready: oneshot::Sender<Result<(), StoreError>>,
    opening: Opening,
}

/// Closes the database when the thread ends for any reason, so that no shard waits for it.
struct Guard(Arc<Database>);

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.close();
    }
}

type Opened = oneshot::Receiver<Result<i32, StoreError>>;

/// Starts the thread of a store, with a runtime of its own: the runtime of the tasks may be blocked
/// by one of them. Returns the receiver of the number of shards, and the sender of what the thread
/// then needs.
fn start_thread(
    target: Arc<Target>,
    options: &Options,
) -> Result<(Opened, Option<oneshot::Sender<Begun>>), StoreError> {
    let no_thread = |error: std::io::Error| StoreError::NoThread(error.to_string());
    let runtime = Builder::new_current_thread().enable_all().build().map_err(no_thread)?;
    let (report, opened) = oneshot::channel();
    let (sender, begun) = oneshot::channel();
    let (lease, count, connections) = (options.lease, options.shards, options.connections);
    let run = async move {
        let mut link = Link::new(Arc::clone(&target));
        let deadline = Instant::now() + lease;
        let shards = schema::open(&target, &mut link, count, deadline).await;
        let is_open = shards.is_ok();
        if report.send(shards).is_err() || !is_open {
            return;
        }
        // The caller may have dropped the future.
        let Ok(begun) = begun.await else { return };
        let Begun { shards, orders, closing, sender, state, ready, opening } = begun;
        let database = Arc::new(Database::new(target, lease));
        database.start(connections);
        writer::start(&database, connections);
        let _guard = Guard(Arc::clone(&database));
        let wiring = Wiring { database, shards, link, orders, sender, state, ready };
        Keeper::new(wiring, opening).run(closing).await;
    };
    let spawned = thread::Builder::new().name("asl-postgres".into()).spawn(move || {
        runtime.block_on(run);
    });
    spawned.map_err(no_thread)?;
    Ok((opened, Some(sender)))
}

/// The result of the thread, or the error that it has ended.
fn ended<T>(received: Result<T, oneshot::error::RecvError>) -> Result<T, StoreError> {
    received.map_err(|_| StoreError::NoThread("it ended unexpectedly".into()))
}
