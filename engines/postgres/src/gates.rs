//! Gates of limits over the whole store. Calls at a time are slots, rows that processes lease, as
//! they lease shards. A rate is the time of the next call, which processes move on for some calls
//! at once.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use asl_durable::Limit;
use asl_durable::shard::{Gate, Passing, Permit};
use asl_runtime::__engine::lock;
use tokio::sync::{Notify, oneshot};
use tokio::time::{Instant, sleep_until, timeout};

use crate::database::Database;
use crate::failure::Failure;
use crate::link::Link;

/// Pause until slots are looked for again that other processes have.
const PAUSE: Duration = Duration::from_millis(50);
/// Time for which a process uses a slot for one call after the other, before others get it, and time
/// for which it then leaves it to them.
const FAIR: Duration = Duration::from_secs(1);
const REST: Duration = Duration::from_millis(100);
/// Time for which calls of a rate are reserved at once.
const AHEAD: Duration = Duration::from_millis(100);
/// Maximum number of calls that are reserved at once.
const MOST_AHEAD: f64 = 1_000.0;
/// A crash of the server may lose leases of slots, which is no worse than a pause of a process.
const BEGIN: &str = "set synchronous_commit = off";

const SLOTS: &str = "insert into asl_slot (task, slot) select $1, generate_series(1, $2::int4) \
     on conflict do nothing";
const ACQUIRE: &str = "with free as (select slot from asl_slot where task = $1 and slot <= $2 \
         and (process is null or leased_until < now()) order by slot limit $4 \
         for update skip locked) \
     update asl_slot s set process = $3, leased_until = now() + $5::float8 * interval '1 s' \
     from free f where s.task = $1 and s.slot = f.slot returning s.slot";
const RENEW: &str = "update asl_slot set leased_until = now() + $3::float8 * interval '1 s' \
     where task = $1 and process = $2 and slot = any($4::int4[])";
const RELEASE: &str = "update asl_slot set process = null, leased_until = null \
     where task = $1 and process = $2 and slot = any($3::int4[])";
/// The seconds until the first of `$3` calls.
const RESERVE: &str = "insert into asl_rate as r (task, next_call) \
         values ($1, clock_timestamp() + $2::float8 * $3::float8 * interval '1 s') \
     on conflict (task) do update set next_call = greatest(r.next_call, clock_timestamp()) \
         + $2::float8 * $3::float8 * interval '1 s' \
     returning extract(epoch from next_call - clock_timestamp())::float8 - $2::float8 * $3::float8";

/// All statements of this module, which are prepared to see that the tables are as they should be.
pub(crate) const STATEMENTS: [&str; 5] = [SLOTS, ACQUIRE, RENEW, RELEASE, RESERVE];

/// The gates of a process.
pub(crate) struct Gates {
    database: Arc<Database>,
    known: Mutex<BTreeMap<String, Arc<SharedGate>>>,
}

impl Gates {
    pub(crate) fn new(database: Arc<Database>) -> Self {
        Self { database, known: Mutex::default() }
    }

    /// The gate of a limit. The shards of the process share it.
    pub(crate) fn of(&self, limit: &Limit) -> Arc<dyn Gate> {
        let task = format!("{}.{}", limit.machine, limit.task);
        let mut gates = lock(&self.known);
        let gate = gates.entry(task.clone()).or_insert_with(|| {
            let at_once = limit.at_once.map(|most| i32::try_from(most.max(1)).unwrap_or(i32::MAX));
            let gate = Arc::new(SharedGate {
                task,
                at_once,
                interval: limit.interval(),
                state: Mutex::default(),
                woken: Arc::default(),
            });
            let worker = Worker {
                link: Link::beginning(Arc::clone(&self.database.target), BEGIN),
                process: self.database.process.clone(),
                lease: self.database.patience,
                woken: Arc::clone(&gate.woken),
                has_slots: at_once.is_none(),
                renewed: Instant::now(),
                rests_until: Instant::now(),
            };
            self.database.jobs.put(worker.run(Arc::downgrade(&gate)));
            gate
        });
        Arc::clone(gate) as Arc<dyn Gate>
    }
}

/// The gate of a limit in this process.
struct SharedGate {
    task: String,
    at_once: Option<i32>,
    interval: Option<Duration>,
    state: Mutex<State>,
    woken: Arc<Notify>,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<oneshot::Sender<Slot>>,
    /// Slots that this process has and that no call uses, and the times since when it has them.
    free: Vec<(i32, Instant)>,
    used: BTreeSet<i32>,
}

impl State {
    /// The slots that this process has. What a call has taken whose outcome is unknown is not among
    /// them, and not renewed.
    fn slots(&self) -> impl Iterator<Item = i32> {
        self.free.iter().map(|(slot, _)| *slot).chain(self.used.iter().copied())
    }
}

/// The permission for a call, and its slot if there are any.
struct Slot {
    gate: Arc<SharedGate>,
    slot: Option<(i32, Instant)>,
}

impl Drop for Slot {
    fn drop(&mut self) {
        if let Some(slot) = self.slot.take() {
            let mut state = lock(&self.gate.state);
            state.used.remove(&slot.0);
            state.free.push(slot);
            self.gate.woken.notify_one();
        }
    }
}

impl Gate for SharedGate {
    fn pass(&self) -> Passing {
        let (sender, granted) = oneshot::channel();
        lock(&self.state).waiting.push_back(sender);
        self.woken.notify_one();
        Box::pin(async move {
            match granted.await {
                Ok(slot) => Box::new(slot) as Permit,
                // The store is closed: nothing begins any more.
                Err(_) => std::future::pending().await,
            }
        })
    }
}

/// Grants the permissions of a gate. It does not keep the database open.
struct Worker {
    link: Link,
    /// The process, as holder of slots.
    process: String,
    lease: Duration,
    woken: Arc<Notify>,
    /// True if the rows of all slots are there.
    has_slots: bool,
    renewed: Instant,
    /// No slots are taken before.
    rests_until: Instant,
}

impl Worker {
    /// Works until the gate is gone.
    async fn run(mut self, gate: Weak<SharedGate>) {
        loop {
            let Some(open) = gate.upgrade() else { return };
            // It is tried again: calls wait while the server is away.
            let is_waiting = self.work(&open).await.unwrap_or(true);
            drop(open);
            let pause = if is_waiting { PAUSE } else { self.lease / 3 };
            // Whatever woke it, it looks.
            let _ = timeout(pause, self.woken.notified()).await;
        }
    }

    /// Grants what can be granted. Returns true if calls are waiting.
    async fn work(&mut self, gate: &Arc<SharedGate>) -> Result<bool, Failure> {
        let wanted = {
            let mut state = lock(&gate.state);
            state.waiting.retain(|waiting| !waiting.is_closed());
            state.waiting.len()
        };
        let granted = match gate.at_once {
            Some(at_once) => self.take_slots(gate, at_once, wanted).await?,
            None => wanted,
        };
        match gate.interval {
            Some(interval) if granted > 0 => self.grant_by_rate(gate, interval, granted).await?,
            Some(_) | None => (0..granted).for_each(|_| grant(gate)),
        }
        Ok(!lock(&gate.state).waiting.is_empty())
    }

    /// Takes and gives back slots. Returns how many of the calls can have one.
    async fn take_slots(
        &mut self,
        gate: &SharedGate,
        at_once: i32,
        wanted: usize,
    ) -> Result<usize, Failure> {
        let seconds = self.lease.as_secs_f64();
        if !self.has_slots {
            self.link.query(SLOTS, &[&gate.task, &at_once]).await?;
            self.has_slots = true;
        }
        let (given, free, held) = {
            let mut state = lock(&gate.state);
            let is_kept = |since: &Instant| wanted > 0 && since.elapsed() < FAIR;
            let (kept, given): (Vec<_>, Vec<_>) =
                state.free.drain(..).partition(|(_, since)| is_kept(since));
            state.free = kept;
            let held: Vec<i32> = state.slots().collect();
            (given, state.free.len(), held)
        };
        if !given.is_empty() {
            let slots: Vec<i32> = given.iter().map(|(slot, _)| *slot).collect();
            self.link.query(RELEASE, &[&gate.task, &self.process, &slots]).await?;
            if wanted > 0 {
                self.rests_until = Instant::now() + REST;
            }
        }
        if !held.is_empty() && self.renewed.elapsed() >= self.lease / 3 {
            let from = Instant::now();
            self.link.query(RENEW, &[&gate.task, &self.process, &seconds, &held]).await?;
            self.renewed = from;
        }
        let missing = i64::try_from(wanted.saturating_sub(free)).unwrap_or(i64::MAX);
        if missing > 0 && Instant::now() >= self.rests_until {
            let most = missing.min(at_once.into());
            let rows = self
                .link
                .query(ACQUIRE, &[&gate.task, &at_once, &self.process, &most, &seconds])
                .await?;
            let since = Instant::now();
            let mut state = lock(&gate.state);
            for slot in rows.iter().map(|row| row.get(0)) {
                // After a lease that was not renewed in time, one may be in use here.
                if state.slots().all(|held| held != slot) {
                    state.free.push((slot, since));
                }
            }
        }
        Ok(wanted.min(lock(&gate.state).free.len()))
    }

    /// Grants permissions at the times that the rate gives.
    async fn grant_by_rate(
        &mut self,
        gate: &Arc<SharedGate>,
        interval: Duration,
        most: usize,
    ) -> Result<(), Failure> {
        let ahead = (AHEAD.as_secs_f64() / interval.as_secs_f64()).clamp(1.0, MOST_AHEAD);
        let mut count = 0_u32;
        while usize::try_from(count).unwrap_or(usize::MAX) < most && f64::from(count + 1) <= ahead {
            count += 1;
        }
        let parameters: [&(dyn tokio_postgres::types::ToSql + Sync); 3] =
            [&gate.task, &interval.as_secs_f64(), &f64::from(count)];
        let rows = self.link.query(RESERVE, &parameters).await?;
        let left: f64 = rows.first().map_or(0.0, |row| row.get(0));
        let left = Duration::try_from_secs_f64(left.max(0.0)).unwrap_or_default();
        let mut begin = Instant::now() + left;
        for _ in 0..count {
            sleep_until(begin).await;
            grant(gate);
            begin += interval;
        }
        Ok(())
    }
}

/// Lets the call begin that waits for the longest time.
fn grant(gate: &Arc<SharedGate>) {
    let mut state = lock(&gate.state);
    while let Some(waiting) = state.waiting.pop_front() {
        if waiting.is_closed() {
            continue;
        }
        let slot = match gate.at_once {
            Some(_) => {
                let Some(slot) = state.free.pop() else {
                    state.waiting.push_front(waiting);
                    return;
                };
                state.used.insert(slot.0);
                Some(slot)
            }
            None => None,
        };
        drop(state);
        // If the call is gone, the slot is free again.
        drop(waiting.send(Slot { gate: Arc::clone(gate), slot }));
        return;
    }
}
