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
use tokio::sync::{mpsc, oneshot};
use tokio::time::sleep_until;

use crate::database::Database;
use crate::failure::Failure;
use crate::inbox::Number;
use crate::leases::Leases;
use crate::link::{Link, Note};
use crate::options::Options;
use crate::orders::{Child, Order};
use crate::router::State;
use crate::shards::{Owned, Shards};

use mail::Pending;

/// Shortest and longest time between two looks at the leases.
const SHORTEST_LOOK: Duration = Duration::from_millis(50);
const LONGEST_LOOK: Duration = Duration::from_millis(500);
/// The first statements of the connection that receives notifications.
const LISTEN: &str = "set synchronous_commit = off; \
     listen asl_requests; listen asl_replies; listen asl_shards";
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
    shards: Arc<Shards>,
    opening: Opening,
    leases: Leases,
    link: Link,
    /// The connection that receives notifications. Its changes need not survive a crash of the
    /// server, unless a later change on another connection does, and then they do.
    ear: Link,
    orders: mpsc::UnboundedReceiver<Order>,
    /// For the tasks that open and close shards.
    sender: mpsc::WeakUnboundedSender<Order>,
    notes: mpsc::UnboundedReceiver<Note>,
    /// Shards that are being opened, with their epochs.
    in_opening: BTreeMap<i32, i64>,
    /// Shards that are being closed, and those of them whose leases are to be given back.
    in_closing: BTreeSet<i32>,
    given: Vec<(i32, i64)>,
    pending: BTreeMap<i64, Pending>,
    replies: Vec<(Number, Vec<u8>)>,
    untaken: Vec<Number>,
    /// Requests whose callers are gone.
    forgotten: Vec<i64>,
    /// Children to be noted, and children to be forgotten.
    adopted: Vec<(Child, oneshot::Sender<Result<(), CallError>>)>,
    released: Vec<Child>,
    /// True while children are looked at.
    is_settling: bool,
    /// The router, for calls of its own.
    state: Weak<State>,
    /// There may be requests of other processes, or replies from them.
    has_requests: bool,
    has_replies: bool,
    /// The moment before the last renewal of the leases.
    renewed: Instant,
    /// Number of looks at the leases.
    looks: u64,
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
        let takes_shards = !opening.machines.is_empty() || opening.options.is_caretaker;
        Self {
            leases: Leases::new(opening.options.lease, takes_shards, program),
            ear: Link::listening(Arc::clone(&database.target), LISTEN, heard),
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
            replies: Vec::new(),
            untaken: Vec::new(),
            forgotten: Vec::new(),
            adopted: Vec::new(),
            released: Vec::new(),
            is_settling: false,
            state,
            has_requests: false,
            has_replies: false,
            renewed: Instant::now(),
            looks: 0,
            ready: Some(ready),
            closing: None,
            closed: Closed::default(),
            is_stopped: false,
        }
    }

    /// Works until the store is closed.
    pub(crate) async fn run(mut self) {
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
                if self.hear_is_wanted(&note) {
                    next = tokio::time::Instant::now();
                }
                self.hear(&note);
            }
            if !self.given.is_empty() {
                next = tokio::time::Instant::now();
            }
            if self.looks > 0 {
                self.report_ready();
            }
            if self.exchange_mail().await.is_err() {
                next = next.min(tokio::time::Instant::now() + PAUSE);
                tokio::time::sleep(PAUSE).await;
            }
        }
        self.end().await;
    }

    /// Returns true if a note is a reason to look at the leases now: a shard became free.
    fn hear_is_wanted(&self, note: &Note) -> bool {
        note.channel == "asl_shards" && self.leases.takes_shards && self.closing.is_none()
    }

    fn hear(&mut self, note: &Note) {
        match note.channel.as_str() {
            "asl_requests" => {
                let shard = note.payload.parse().ok();
                self.has_requests |= shard.is_some_and(|it| self.shards.owned(it).is_some());
            }
            "asl_replies" => self.has_replies |= note.payload == self.leases.process,
            _ => {}
        }
    }

    fn obey(&mut self, order: Order) {
        match order {
            Order::Remote(remote) => self.add_pending(remote),
            Order::Answered(number, reply) => self.replies.push((number, reply)),
            Order::Untaken(number) => self.untaken.push(number),
            Order::Adopt(child, answer) => self.adopted.push((child, answer)),
            Order::Settled(mut children) => {
                self.is_settling = false;
                self.released.append(&mut children);
            }
            Order::Opened(shard, epoch, opened) => self.note_opened(shard, epoch, opened),
            Order::Closed(shard, epoch, closed) => self.note_closed(shard, epoch, closed),
            Order::Close(deadline, answer) => {
                self.closing = Some((deadline, answer));
                for (shard, owned) in self.shards.remove_all() {
                    self.close(shard, owned, deadline);
                }
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
            Ok(opened) if is_expected => {
                let owned = Owned { epoch, shard: Arc::new(opened) };
                match &self.closing {
                    Some((deadline, _)) => self.close(shard, owned, *deadline),
                    None => {
                        self.shards.add(shard, owned);
                        self.has_requests = true;
                    }
                }
            }
            // Another process has taken the shard meanwhile.
            Ok(_) => {}
            Err(problem) => {
                self.shards.note_problem(shard, problem);
                // Its lease is given back like that of one that was closed.
                self.in_closing.insert(shard);
                let closed = Order::Closed(shard, epoch, Closed::default());
                drop(self.sender.upgrade().map(|sender| sender.send(closed)));
            }
        }
    }

    /// Closes a shard that was removed from the list.
    fn close(&mut self, shard: i32, owned: Owned, deadline: Instant) {
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
        self.given.push((shard, epoch));
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
        drop(self.shards.remove_all());
        self.database.close();
        // If the server is away, the leases end by themselves.
        let _: Result<(), Failure> = self.leases.leave(&mut self.link).await;
        for (_, pending) in std::mem::take(&mut self.pending) {
            let _ = pending.answer.send(Err(CallError::Closed));
        }
        self.orders.close();
        while let Ok(order) = self.orders.try_recv() {
            if let Order::Remote(remote) = order {
                let _ = remote.answer.send(Err(CallError::Closed));
            }
        }
        if let Some((_, answer)) = self.closing {
            let _ = answer.send(self.closed);
        }
    }
}
