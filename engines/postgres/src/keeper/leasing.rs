//! The shards that this process takes, and those that it gives back.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use asl_durable::CallError;
use asl_durable::shard::{Reply, Request, Shard};

use super::{Keeper, version_name};
use crate::batch::Held;
use crate::children;
use crate::disk::ShardDisk;
use crate::failure::Failure;
use crate::leases::{Lease, Renewed, Taker};
use crate::orders::Order;
use crate::shards::preferred;

/// Looks between two removals of what processes that have ended left.
const TIDY_AFTER: u64 = 64;
/// Looks between two looks at children in other shards.
const SETTLE_AFTER: u64 = 4;
/// Time after which a shard that could not be opened is tried again.
const TRY_AGAIN: Duration = Duration::from_secs(2);
/// Time after which a process is preferred again for a shard that it could not open.
const PREFER_AGAIN: Duration = Duration::from_secs(60);

impl Keeper {
    /// Renews the leases, and takes and gives back shards.
    pub(super) async fn look(&mut self) {
        self.drop_failed();
        if !self.has_leases() {
            self.in_opening.clear();
        }
        self.fail_pending();
        if let Err(failure) = self.look_at_leases().await
            && self.looks == 0
            && let Some(ready) = self.ready.take()
        {
            let _ = ready.send(Err(failure.into_store(self.database.target.name())));
        }
        // The net below notifications, which a lost connection drops.
        (self.has_requests, self.has_replies) = (true, !self.pending.is_empty());
    }

    /// Drops shards that have failed. This process takes them again, if they are still its own.
    pub(super) fn drop_failed(&mut self) {
        for shard in self.shards.epochs().into_keys() {
            let failure = self.shards.owned(shard).and_then(|owned| owned.shard.failure());
            if let Some(failure) = failure {
                tell_failure(self.database.target.name(), shard, &failure);
                self.shards.remove(shard);
                self.meter.lost(1);
            }
        }
    }

    async fn look_at_leases(&mut self) -> Result<(), Failure> {
        let third = self.opening.options.lease / 3;
        if self.is_renewal_due || self.renewed.borrow().elapsed() >= third {
            self.renew().await?;
        }
        if self.looks % SETTLE_AFTER == SETTLE_AFTER - 1 {
            self.ask_needs();
            self.settle_children().await?;
        }
        if self.looks % TIDY_AFTER == TIDY_AFTER - 1 {
            self.leases.tidy(&mut self.ear).await?;
        }
        while let Some((shard, epoch, problem)) = self.given.last() {
            let shard = *shard;
            self.leases.give(&mut self.link, (shard, *epoch), problem.as_deref()).await?;
            self.given.pop();
            self.in_closing.remove(&shard);
        }
        let shards = self.leases.shards(&mut self.ear).await?;
        let takers = self.leases.processes(&mut self.ear).await?;
        self.note_problems(&shards).await?;
        let (wanted, unwanted) = self.compare(&shards, &takers);
        if self.closing.is_none() {
            let deadline = Instant::now() + self.opening.options.handover;
            for shard in unwanted {
                self.close(shard, deadline);
            }
            let taken = self.leases.take(&mut self.link, &wanted).await?;
            for (shard, epoch) in taken {
                let is_fail_over =
                    shards.iter().any(|lease| lease.shard == shard && lease.is_over());
                self.meter.taken(is_fail_over);
                self.open(shard, epoch);
            }
        }
        self.meter.owned(self.shards.epochs().len());
        self.looks += 1;
        self.report_ready();
        Ok(())
    }

    async fn renew(&mut self) -> Result<(), Failure> {
        let from = Instant::now();
        let Renewed { is_new, epochs } = self.leases.renew(&mut self.ear).await?;
        self.meter.renewed(from.elapsed());
        self.renewed.send_replace(from);
        self.is_renewal_due = false;
        self.drop_lost(&epochs);
        if is_new {
            // Others have removed this process, with the requests that it had sent.
            self.lose_pending();
        }
        Ok(())
    }

    /// Notes which shards are open, what they need, and which ones this process can try again to
    /// open.
    async fn note_problems(&mut self, shards: &[Lease]) -> Result<(), Failure> {
        for lease in shards {
            let is_owned = lease.is_valid && lease.owner.is_some();
            self.shards.note_owner(lease.shard, is_owned, lease.problem.as_deref());
            if lease.problem.is_some() && self.is_open(lease) {
                self.leases.note_opened(&mut self.ear, lease).await?;
            }
            let is_of = |it: &&(i32, i64, _)| (it.0, it.1) == (lease.shard, lease.epoch);
            if let Some((.., needs)) = self.needed.iter().find(is_of)
                && *needs != lease.needs
            {
                self.leases.note_needs(&mut self.ear, lease, needs).await?;
            }
            let refused_at = self.shards.refused_at(lease.shard);
            let is_long = refused_at.is_none_or(|at| at.elapsed() >= PREFER_AGAIN);
            if is_long && lease.refused.contains(&self.leases.process) {
                self.leases.try_again(&mut self.ear, lease.shard).await?;
            }
        }
        Ok(())
    }

    fn is_open(&self, lease: &Lease) -> bool {
        self.shards.owned(lease.shard).is_some_and(|owned| owned.epoch == lease.epoch)
    }

    /// Asks the shards for the versions of their unfinished executions.
    fn ask_needs(&self) {
        let asked = self.shards.epochs().into_iter().filter_map(|(shard, epoch)| {
            let answered = self.shards.owned(shard)?.shard.ask(Request::Needs).ok()?;
            Some((shard, epoch, answered))
        });
        let asked: Vec<_> = asked.collect();
        let Some(sender) = self.sender.upgrade() else { return };
        drop(tokio::spawn(async move {
            let mut needed = Vec::new();
            for (shard, epoch, answered) in asked {
                let Ok(Ok(Reply::Needs(needs))) = answered.await else { continue };
                let names = needs.iter().map(|(name, hash)| version_name(name, &hash.to_string()));
                let mut names: Vec<String> = names.collect();
                names.sort_unstable();
                needed.push((shard, epoch, names));
            }
            // The keeper may have ended.
            let _ = sender.send(Order::Needed(needed));
        }));
    }

    /// Looks at the children of this process's shards that are in other ones.
    async fn settle_children(&mut self) -> Result<(), Failure> {
        let shards: Vec<i32> = self.shards.epochs().into_keys().collect();
        if self.is_settling || shards.is_empty() {
            return Ok(());
        }
        let list = children::list(&mut self.ear, &shards, self.last_child.as_ref()).await?;
        self.last_child = list.last().map(|(child, _)| child.clone());
        let (Some(state), Some(sender)) = (self.state.upgrade(), self.sender.upgrade()) else {
            return Ok(());
        };
        if !list.is_empty() {
            self.is_settling = true;
            drop(tokio::spawn(children::settle(state, list, sender)));
        }
        Ok(())
    }

    /// Drops shards that other processes own since.
    fn drop_lost(&mut self, epochs: &BTreeMap<i32, i64>) {
        for (shard, epoch) in self.shards.epochs() {
            if epochs.get(&shard) != Some(&epoch) {
                self.shards.remove(shard);
                self.meter.lost(1);
            }
        }
        self.in_opening.retain(|shard, epoch| epochs.get(shard) == Some(epoch));
    }

    /// The shards to take, and those to give back.
    fn compare(&mut self, shards: &[Lease], takers: &[Taker]) -> (Vec<i32>, Vec<i32>) {
        let (mut wanted, mut unwanted) = (Vec::new(), Vec::new());
        for lease in shards {
            let Lease { shard, owner, epoch, is_valid, .. } = lease;
            let is_ours = owner.as_deref() == Some(&self.leases.process);
            let is_preferred = preferred(lease, takers) == Some(&self.leases.process);
            let is_open = self.is_open(lease);
            let is_busy = self.in_opening.contains_key(shard) || self.in_closing.contains(shard);
            if is_open && !is_preferred {
                unwanted.push(*shard);
            }
            if is_ours && !is_open && !is_preferred && !is_busy {
                // It has failed here, and would wait for ever for the process that it belongs to.
                self.in_closing.insert(*shard);
                self.given.push((*shard, *epoch, None));
            }
            let is_free = is_ours || owner.is_none() || !is_valid;
            let refused_at = self.shards.refused_at(*shard);
            let is_refused = refused_at.is_some_and(|at| at.elapsed() < TRY_AGAIN);
            if is_preferred && is_free && !is_open && !is_busy && !is_refused {
                wanted.push(*shard);
            }
        }
        (wanted, unwanted)
    }

    /// Opens a shard that this process has taken.
    fn open(&mut self, shard: i32, epoch: i64) {
        self.in_opening.insert(shard, epoch);
        let Some(sender) = self.sender.upgrade() else { return };
        let disk = ShardDisk::new(Arc::clone(&self.journals), Held { shard, epoch });
        let (machines, options) =
            (self.opening.machines.clone(), self.opening.options.store.clone());
        let (services, runtime) = (self.opening.services.clone(), self.opening.runtime.clone());
        drop(tokio::spawn(async move {
            let opened = Shard::open(disk, machines, options, services, runtime).await;
            // The keeper may have ended.
            let _ = sender.send(Order::Opened(shard, epoch, opened));
        }));
    }

    /// Reports that the shards which were free are open, or that one could not be opened, which others
    /// can read by then.
    pub(super) fn report_ready(&mut self) {
        if !self.in_opening.is_empty() || !self.given.is_empty() {
            return;
        }
        if let Some(ready) = self.ready.take() {
            let problem = self.shards.first_problem();
            // The caller may have gone.
            let _ = ready.send(problem.map_or(Ok(()), Err));
        }
    }
}

/// Logs why a shard is opened again.
#[cfg(feature = "tracing")]
fn tell_failure(store: &str, shard: i32, failure: &CallError) {
    tracing::warn!(store, shard, reason = %failure, "the shard has failed, and is opened again");
}

#[cfg(not(feature = "tracing"))]
fn tell_failure(_: &str, _: i32, _: &CallError) {}
