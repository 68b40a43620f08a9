//! Keeps the shards of this process: takes and renews leases, opens and closes shards, and passes
//! requests between processes. It runs on the thread of the store.

mod leasing;
mod mail;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use asl_durable::shard::Shard;
use asl_durable::{CallError, Closed, StoreError};
use asl_runtime::Compiled;
use asl_runtime::services::Services;
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{sleep_until, timeout};

use crate::database::Database;
use crate::inbox::Taken;
use crate::leases::Leases;
use crate::link::{Link, Note};
use crate::meter::Meter;
use crate::options::Options;
use crate::orders::{Child, Order, Sent};
use crate::router::State;
use crate::shards::{Owned, Shards};
use crate::tables::Journals;

use mail::Pending;

/// Shortest and longest time between two looks at the leases.
const SHORTEST_LOOK: Duration = Duration::from_millis(50);
const LONGEST_LOOK: Duration = Duration::from_millis(500);
/// The first statements of the connection that receives notifications.
const LISTEN: &str = "listen asl_requests; listen asl_replies; listen asl_shards";
/// Time beyond that of a close after which a process ends without giving its shards back.
const BEYOND_CLOSE: Duration = Duration::from_secs(1);
/// Pause after a failed call.
const PAUSE: Duration = Duration::from_millis(100);

/// The parameters with which the shards of a process are opened.
pub(crate) struct Opening {
    pub(crate) machines: Vec<Compiled>,
    pub(crate) options: Options,
    pub(crate) services: Services,
    /// The runtime of the tasks.
    pub(crate) runtime: Handle,
}

/// The state of the keeper.
#[expect(clippy::struct_excessive_bools, reason = "independent flags")]
pub(crate) struct Keeper {
    database: Arc<Database>,
    journals: Arc<Journals>,
    shards: Arc<Shards>,
    opening: Opening,
    leases: Leases,
    meter: Meter,
    link: Link,
    /// The connection that receives notifications. Changes that need not survive a crash of the
    /// server, unless a later one does, are made there: see `synchronous_commit` in their statements.
    ear: Link,
    orders: mpsc::UnboundedReceiver<Order>,
    /// For the tasks that open and close shards.
    sender: mpsc::WeakUnboundedSender<Order>,
    notes: mpsc::UnboundedReceiver<Note>,
    /// Shards that are being opened, with their epochs.
    in_opening: BTreeMap<i32, i64>,
    /// Shards that are being closed, and those of them whose leases are to be given back, with the
    /// reasons if they could not be opened.
    in_closing: BTreeSet<i32>,
    given: Vec<(i32, i64, Option<String>)>,
    pending: BTreeMap<i64, Pending>,
    /// The outbox from which requests are sent; none after a call whose outcome is unknown.
    outbox: Option<i64>,
    /// Requests of other processes that are in progress here, and the ends of some of them.
    taken: BTreeSet<Taken>,
    replies: Vec<(Taken, Vec<u8>)>,
    untaken: Vec<Taken>,
    /// True if requests may have been taken that this process does not know.
    has_lost_requests: bool,
    /// Requests that have their replies, or whose callers are gone.
    forgotten: Vec<i64>,
    /// Children to be noted, and children to be forgotten.
    adopted: Vec<(Child, oneshot::Sender<Result<(), CallError>>)>,
    released: Vec<Child>,
    /// True while children are looked at, and the last one of those.
    is_settling: bool,
    last_child: Option<Child>,
    /// The versions that unfinished executions of shards need.
    needed: Vec<(i32, i64, Vec<String>)>,
    /// The router, for calls of its own.
    state: Weak<State>,
    /// There may be requests of other processes, or replies from them.
    has_requests: bool,
    has_replies: bool,
    /// The moment before the last renewal of the leases.
    renewed: watch::Sender<Instant>,
    /// True if the leases are to be renewed now.
    is_renewal_due: bool,
    /// True if the leases are to be looked at now.
    is_look_due: bool,
    /// Number of looks at the leases.
    looks: u64,
    /// The last failure of the connection for requests.
    trouble: String,
    /// Reports the end of the first opening.
    ready: Option<oneshot::Sender<Result<(), StoreError>>>,
    closing: Option<(Instant, oneshot::Sender<Closed>)>,
    closed: Closed,
    is_stopped: bool,
}

/// The connections of a keeper to the rest of the store.
pub(crate) struct Wiring {
    pub(crate) database: Arc<Database>,
    pub(crate) shards: Arc<Shards>,
    pub(crate) link: Link,
    pub(crate) orders: mpsc::UnboundedReceiver<Order>,
    pub(crate) sender: mpsc::WeakUnboundedSender<Order>,
    pub(crate) state: Weak<State>,
    pub(crate) ready: oneshot::Sender<Result<(), StoreError>>,
}

impl Keeper {
    pub(crate) fn new(wiring: Wiring, opening: Opening) -> Self {
        let Wiring { database, shards, link, orders, sender, state, ready } = wiring;
        let (heard, notes) = mpsc::unbounded_channel();
        let program = opening.options.store.program.to_string();
        let versions = opening.machines.iter().map(|it| {
            let machine = it.machine();
            version_name(machine.name, &machine.version().to_string())
        });
        let (process, lease) = (database.process.clone(), opening.options.lease);
        let Options { is_caretaker, transactions, .. } = opening.options;
        Self {
            meter: Meter::new(database.target.name()),
            leases: Leases::new(process, lease, program, versions.collect(), is_caretaker),
            ear: Link::listening(Arc::clone(&database.target), LISTEN, heard),
            journals: Arc::new(Journals::new(Arc::clone(&database), transactions)),
            database,
            shards,
            opening,
            link,
            orders,
            sender,
            notes,
            in_opening: BTreeMap::new(),
            in_closing: BTreeSet::new(),
            given: Vec::new(),
            pending: BTreeMap::new(),
            outbox: None,
            taken: BTreeSet::new(),
            has_lost_requests: false,
            replies: Vec::new(),
            untaken: Vec::new(),
            forgotten: Vec::new(),
            adopted: Vec::new(),
            released: Vec::new(),
            is_settling: false,
            last_child: None,
            needed: Vec::new(),
            state,
            has_requests: false,
            has_replies: false,
            renewed: watch::Sender::new(Instant::now()),
            is_renewal_due: true,
            is_look_due: false,
            looks: 0,
            trouble: String::new(),
            ready: Some(ready),
            closing: None,
            closed: Closed::default(),
            is_stopped: false,
        }
    }

    /// Works until the store is closed.
    pub(crate) async fn run(mut self, closing: watch::Receiver<Option<Instant>>) {
        let (shards, renewed) = (Arc::clone(&self.shards), self.renewed.subscribe());
        let lease = self.opening.options.lease;
        tokio::select! {
            () = self.work() => {}
            // Calls of the keeper may be waiting for a server that does not answer.
            () = stop_lost(&shards, renewed, lease) => {}
            () = is_overdue(closing) => {}
        }
        self.end().await;
    }

    async fn work(&mut self) {
        let look = (self.opening.options.lease / 6).clamp(SHORTEST_LOOK, LONGEST_LOOK);
        let mut next = tokio::time::Instant::now();
        while !self.is_over() {
            tokio::select! {
                biased;
                () = sleep_until(next) => {
                    next = tokio::time::Instant::now() + look;
                    self.look().await;
                }
                order = self.orders.recv() => match order {
                    Some(order) => self.obey(order),
                    None => self.is_stopped = true,
                },
                Some(note) = self.notes.recv() => self.hear(&note),
            }
            while let Ok(order) = self.orders.try_recv() {
                self.obey(order);
            }
            while let Ok(note) = self.notes.try_recv() {
                self.hear(&note);
            }
            if std::mem::take(&mut self.is_look_due) || !self.given.is_empty() {
                next = tokio::time::Instant::now();
            }
            if self.looks > 0 {
                self.report_ready();
            }
            if let Err(failure) = self.exchange_mail().await {
                self.trouble = failure.to_string();
                next = next.min(tokio::time::Instant::now() + PAUSE);
                tokio::time::sleep(PAUSE).await;
            }
        }
    }

    fn hear(&mut self, note: &Note) {
        match note.channel.as_str() {
            "asl_requests" => {
                let shard = note.payload.parse().ok();
                self.has_requests |= shard.is_some_and(|it| self.shards.owned(it).is_some());
            }
            "asl_replies" => self.has_replies |= note.payload == self.leases.process,
            // A shard became free.
            _ => self.is_look_due |= self.leases.takes_shards && self.closing.is_none(),
        }
    }

    fn obey(&mut self, order: Order) {
        match order {
            Order::Remote(remote) => self.add_pending(remote),
            Order::Answered(taken, reply) => self.replies.push((taken, reply)),
            Order::Untaken(taken) => self.untaken.push(taken),
            Order::Adopt(child, answer) => self.adopted.push((child, answer)),
            Order::Settled(mut children) => {
                self.is_settling = false;
                self.released.append(&mut children);
            }
            Order::Needed(needed) => self.needed = needed,
            Order::Opened(shard, epoch, opened) => self.note_opened(shard, epoch, opened),
            Order::Closed(shard, epoch, closed) => self.note_closed(shard, epoch, closed),
            Order::Close(deadline, answer) => {
                self.closing = Some((deadline, answer));
                for shard in self.shards.epochs().into_keys() {
                    self.close(shard, deadline);
                }
                // Others must know that they may take the shards.
                self.leases.takes_shards = false;
                (self.is_renewal_due, self.is_look_due) = (true, true);
            }
            Order::Stop => self.is_stopped = true,
        }
    }

    fn note_opened(&mut self, shard: i32, epoch: i64, opened: Result<Shard, StoreError>) {
        let is_expected = self.in_opening.get(&shard) == Some(&epoch);
        if is_expected {
            self.in_opening.remove(&shard);
        }
        match opened {
            Ok(opened) if is_expected && self.has_leases() => {
                self.shards.add(shard, Owned { epoch, shard: Arc::new(opened) });
                self.has_requests = true;
                if let Some((deadline, _)) = &self.closing {
                    self.close(shard, *deadline);
                }
            }
            // Another process has taken the shard meanwhile.
            Ok(_) => {}
            Err(problem) => {
                // Its lease is given back like that of one that was closed.
                self.in_closing.insert(shard);
                self.given.push((shard, epoch, Some(problem.to_string())));
                self.shards.note_refused(shard, problem);
            }
        }
    }

    /// Returns true if the leases of this process are not over.
    fn has_leases(&self) -> bool {
        self.renewed.borrow().elapsed() < self.opening.options.lease
    }

    /// Closes a shard.
    fn close(&mut self, shard: i32, deadline: Instant) {
        let Some(owned) = self.shards.begin_closing(shard) else { return };
        self.in_closing.insert(shard);
        let Some(sender) = self.sender.upgrade() else { return };
        drop(tokio::spawn(async move {
            let closed = match owned.shard.close(deadline) {
                Ok(closed) => closed.await.unwrap_or_default(),
                Err(_) => Closed::default(),
            };
            // Requests may still hold the shard.
            drop(owned.shard);
            let _ = sender.send(Order::Closed(shard, owned.epoch, closed));
        }));
    }

    fn note_closed(&mut self, shard: i32, epoch: i64, closed: Closed) {
        self.closed.dropped += closed.dropped;
        self.closed.snapshots += closed.snapshots;
        self.closed.without_snapshot += closed.without_snapshot;
        self.given.push((shard, epoch, None));
    }

    fn is_over(&self) -> bool {
        let is_closed = self.closing.is_some()
            && self.in_opening.is_empty()
            && self.in_closing.is_empty()
            && self.replies.is_empty()
            && self.untaken.is_empty();
        self.is_stopped || is_closed
    }

    /// Gives everything back, and answers who waits.
    async fn end(mut self) {
        self.shards.stop_all();
        self.database.close();
        // If the server is away, the leases end by themselves.
        drop(timeout(BEYOND_CLOSE, self.leases.leave(&mut self.link)).await);
        for (_, pending) in std::mem::take(&mut self.pending) {
            let _ = pending.answer.send(Sent::Replied(Err(CallError::Closed)));
        }
        self.orders.close();
        while let Ok(order) = self.orders.try_recv() {
            match order {
                Order::Remote(remote) => {
                    let _ = remote.answer.send(Sent::Replied(Err(CallError::Closed)));
                }
                Order::Close(deadline, answer) => self.closing = Some((deadline, answer)),
                Order::Closed(_, _, closed) => self.closed.dropped += closed.dropped,
                Order::Answered(..)
                | Order::Untaken(_)
                | Order::Adopt(..)
                | Order::Settled(_)
                | Order::Needed(_)
                | Order::Opened(..)
                | Order::Stop => {}
            }
        }
        if let Some((_, answer)) = self.closing {
            let _ = answer.send(self.closed);
        }
    }
}

/// Drops the work of all shards whenever the leases are over: others may have taken them, and their
/// tasks must not run here as well.
async fn stop_lost(shards: &Shards, mut renewed: watch::Receiver<Instant>, lease: Duration) {
    loop {
        let end = *renewed.borrow_and_update() + lease;
        tokio::select! {
            () = sleep_until(end.into()) => {
                shards.stop_all();
                if renewed.changed().await.is_err() {
                    return;
                }
            }
            changed = renewed.changed() => if changed.is_err() { return },
        }
    }
}

/// Returns when a close takes longer than it may.
async fn is_overdue(mut closing: watch::Receiver<Option<Instant>>) {
    let deadline = match closing.wait_for(Option::is_some).await {
        Ok(deadline) => *deadline,
        // All handles are gone, which is an order of its own.
        Err(_) => None,
    };
    match deadline {
        Some(deadline) => sleep_until((deadline + BEYOND_CLOSE).into()).await,
        None => std::future::pending().await,
    }
}

/// The name of a version of a machine.
fn version_name(machine: &str, version: &str) -> String {
    format!("{machine}@{version}")
}
