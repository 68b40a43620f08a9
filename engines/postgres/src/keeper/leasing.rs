//! The shards that this process takes, and those that it gives back.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use asl_durable::shard::Shard;

use super::Keeper;
use crate::children;
use crate::disk::ShardDisk;
use crate::failure::Failure;
use crate::leases::Lease;
use crate::orders::Order;
use crate::shards::preferred;

/// Looks between two removals of what processes that have ended left.
const TIDY_AFTER: u64 = 64;
/// Looks between two looks at children in other shards.
const SETTLE_AFTER: u64 = 4;
/// Time after which a shard that could not be opened is tried again.
const TRY_AGAIN: Duration = Duration::from_secs(2);

impl Keeper {
    /// Renews the leases, and takes and gives back shards.
    pub(super) async fn look(&mut self) {
        self.drop_failed();
        if self.renewed.elapsed() >= self.opening.options.lease {
            // Others may have taken them: their tasks must not run here as well.
            drop(self.shards.remove_all());
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
            let owned = self.shards.owned(shard);
            if owned.is_some_and(|owned| owned.shard.failure().is_some()) {
                drop(self.shards.remove(shard));
            }
        }
    }

    async fn look_at_leases(&mut self) -> Result<(), Failure> {
        let third = self.opening.options.lease / 3;
        if self.looks == 0 || self.renewed.elapsed() >= third {
            let from = Instant::now();
            let epochs = self.leases.renew(&mut self.ear).await?;
            self.renewed = from;
            self.drop_lost(&epochs);
        }
        if self.looks % SETTLE_AFTER == SETTLE_AFTER - 1 {
            self.settle_children().await?;
        }
        if self.looks % TIDY_AFTER == TIDY_AFTER - 1 {
            self.leases.tidy(&mut self.ear).await?;
        }
        while let Some((shard, epoch)) = self.given.last().copied() {
            self.leases.give(&mut self.link, shard, epoch).await?;
            self.given.pop();
            self.in_closing.remove(&shard);
        }
        let shards = self.leases.shards(&mut self.ear).await?;
        let processes = self.leases.processes(&mut self.ear).await?;
        let (wanted, unwanted) = self.compare(&shards, &processes);
        if self.closing.is_none() {
            let deadline = Instant::now() + self.opening.options.handover;
            for shard in unwanted {
                if let Some(owned) = self.shards.remove(shard) {
                    self.close(shard, owned, deadline);
                }
            }
            let taken = self.leases.take(&mut self.link, &wanted).await?;
            for (shard, epoch) in taken {
                self.open(shard, epoch);
            }
        }
        self.looks += 1;
        self.report_ready();
        Ok(())
    }

    /// Looks at the children of this process's shards that are in other ones.
    async fn settle_children(&mut self) -> Result<(), Failure> {
        let shards: Vec<i32> = self.shards.epochs().into_keys().collect();
        if self.is_settling || shards.is_empty() {
            return Ok(());
        }
        let list = children::list(&mut self.ear, &shards).await?;
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
                drop(self.shards.remove(shard));
            }
        }
        self.in_opening.retain(|shard, epoch| epochs.get(shard) == Some(epoch));
    }

    /// The shards to take, and those to give back.
    fn compare(&self, shards: &[Lease], processes: &[String]) -> (Vec<i32>, Vec<i32>) {
        let (mut wanted, mut unwanted) = (Vec::new(), Vec::new());
        for lease in shards {
            let Lease { shard, owner, epoch, is_valid } = lease;
            self.shards.note_owner(*shard, *is_valid && owner.is_some());
            let is_ours = owner.as_deref() == Some(&self.leases.process);
            let is_preferred = preferred(*shard, processes) == Some(&self.leases.process);
            let is_open = self.shards.owned(*shard).is_some_and(|owned| owned.epoch == *epoch);
            let is_busy = self.in_opening.contains_key(shard) || self.in_closing.contains(shard);
            if is_open && !is_preferred {
                unwanted.push(*shard);
            }
            let is_free = is_ours || owner.is_none() || !is_valid;
            let problem = self.shards.problem(*shard);
            let is_refused = problem.is_some_and(|(at, _)| at.elapsed() < TRY_AGAIN);
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
        let disk = ShardDisk::new(std::sync::Arc::clone(&self.database), shard, epoch);
        let (machines, options) =
            (self.opening.machines.clone(), self.opening.options.store.clone());
        let (services, runtime) = (self.opening.services.clone(), self.opening.runtime.clone());
        drop(tokio::spawn(async move {
            let opened = Shard::open(disk, machines, options, services, runtime).await;
            // The keeper may have ended.
            let _ = sender.send(Order::Opened(shard, epoch, opened));
        }));
    }

    /// Reports that the shards which were free are open, or that one could not be opened.
    pub(super) fn report_ready(&mut self) {
        if !self.in_opening.is_empty() {
            return;
        }
        if let Some(ready) = self.ready.take() {
            let problem = self.shards.first_problem();
            // The caller may have gone.
            let _ = ready.send(problem.map_or(Ok(()), Err));
        }
    }
}
