//! The shards that this process owns, and the owners of the others.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::time::Instant;

use asl_durable::StoreError;
use asl_durable::shard::Shard;
use asl_language::hash::fnv1a;
use asl_language::random::scramble;
use asl_runtime::__engine::lock;

use crate::leases::{Lease, Taker};

/// A shard that this process owns.
#[derive(Clone)]
pub(crate) struct Owned {
    pub(crate) epoch: i64,
    pub(crate) shard: Arc<Shard>,
}

/// The shards of a store.
pub(crate) struct Shards {
    count: i32,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    owned: BTreeMap<i32, Owned>,
    /// Shards that are being closed.
    closing: Vec<Weak<Shard>>,
    /// The times since when no process has a shard open, and the reasons if it cannot be opened.
    without_owner: BTreeMap<i32, (Instant, Option<String>)>,
    /// The reasons why this process could not open shards.
    refused: BTreeMap<i32, (Instant, StoreError)>,
}

impl Shards {
    pub(crate) fn new(count: i32) -> Self {
        Self { count: count.max(1), state: Mutex::default() }
    }

    /// The number of shards.
    pub(crate) fn count(&self) -> i32 {
        self.count
    }

    /// The shard of an execution: the FNV-1a hash of its id, which must never change.
    pub(crate) fn of(&self, id: &str) -> i32 {
        let hash = fnv1a(id.as_bytes());
        let count = u64::from(self.count.unsigned_abs());
        i32::try_from((hash ^ hash >> 32) % count).unwrap_or(0)
    }

    /// A shard, if this process owns it.
    pub(crate) fn owned(&self, shard: i32) -> Option<Owned> {
        self.lock().owned.get(&shard).cloned()
    }

    /// The shards that this process owns, with their epochs.
    pub(crate) fn epochs(&self) -> BTreeMap<i32, i64> {
        self.lock().owned.iter().map(|(shard, owned)| (*shard, owned.epoch)).collect()
    }

    pub(crate) fn add(&self, shard: i32, owned: Owned) {
        let mut state = self.lock();
        state.refused.remove(&shard);
        state.without_owner.remove(&shard);
        state.owned.insert(shard, owned);
    }

    /// Removes a shard from the list, and drops its work, as a crash does.
    pub(crate) fn remove(&self, shard: i32) {
        let removed = self.lock().owned.remove(&shard);
        if let Some(owned) = removed {
            owned.shard.stop();
        }
    }

    /// Removes a shard that is to be closed.
    pub(crate) fn begin_closing(&self, shard: i32) -> Option<Owned> {
        let mut state = self.lock();
        let owned = state.owned.remove(&shard)?;
        state.closing.retain(|shard| shard.strong_count() > 0);
        state.closing.push(Arc::downgrade(&owned.shard));
        Some(owned)
    }

    /// Drops the work of all shards, also of those that are being closed: this process may have lost
    /// them.
    pub(crate) fn stop_all(&self) {
        let mut state = self.lock();
        let owned = std::mem::take(&mut state.owned);
        let closing = std::mem::take(&mut state.closing);
        drop(state);
        for shard in owned.into_values().map(|owned| owned.shard) {
            shard.stop();
        }
        for shard in closing.iter().filter_map(Weak::upgrade) {
            shard.stop();
        }
    }

    /// Notes if a process has a shard open, or the reason why it cannot be opened.
    pub(crate) fn note_owner(&self, shard: i32, is_owned: bool, problem: Option<&str>) {
        let mut state = self.lock();
        if is_owned && problem.is_none() {
            state.without_owner.remove(&shard);
            return;
        }
        let (_, known) = state.without_owner.entry(shard).or_insert((Instant::now(), None));
        *known = problem.map(str::to_owned);
    }

    /// The time since when no process has a shard open, and the reason if it cannot be opened.
    pub(crate) fn without_owner(&self, shard: i32) -> Option<(Instant, Option<String>)> {
        self.lock().without_owner.get(&shard).cloned()
    }

    pub(crate) fn note_refused(&self, shard: i32, problem: StoreError) {
        self.lock().refused.insert(shard, (Instant::now(), problem));
    }

    /// The moment when this process could not open a shard.
    pub(crate) fn refused_at(&self, shard: i32) -> Option<Instant> {
        self.lock().refused.get(&shard).map(|(at, _)| *at)
    }

    /// The first reason why this process could not open a shard.
    pub(crate) fn first_problem(&self) -> Option<StoreError> {
        self.lock().refused.values().next().map(|(_, problem)| problem.clone())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

/// The process that a shard should belong to: one that could open it, that has the most versions of
/// its unfinished executions, and, by rendezvous, has the greatest hash. If a process comes or goes,
/// only its own shards move.
pub(crate) fn preferred<'p>(lease: &Lease, processes: &'p [Taker]) -> Option<&'p str> {
    let rank = |taker: &'p Taker| {
        let has = |version: &&String| taker.versions.contains(version);
        let known = lease.needs.iter().filter(has).count();
        let mut key = taker.process.as_bytes().to_vec();
        key.extend(lease.shard.to_be_bytes());
        let is_able = !lease.refused.contains(&taker.process);
        (is_able, known, scramble(fnv1a(&key)), taker.process.as_str())
    };
    processes.iter().map(rank).max().map(|(.., process)| process)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shard_of_an_id_never_changes() {
        // Executions are looked for where an earlier release has put them.
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8, "the published test vector");
        let shards = Shards::new(16);
        assert_eq!(shards.of("order:1"), shards.of("order:1"));
        let mut counts = [0; 16];
        for number in 0..16_000 {
            counts[usize::try_from(shards.of(&format!("order:{number}"))).unwrap()] += 1;
        }
        assert!(counts.iter().all(|count| (800..1_200).contains(count)), "{counts:?}");
    }

    fn lease(shard: i32, refused: &[&str], needs: &[&str]) -> Lease {
        let [refused, needs] =
            [refused, needs].map(|it| it.iter().map(ToString::to_string).collect());
        Lease { shard, owner: None, epoch: 0, is_valid: false, problem: None, refused, needs }
    }

    fn taker(process: &str, versions: &[&str]) -> Taker {
        let versions = versions.iter().map(ToString::to_string).collect();
        Taker { process: process.to_owned(), versions }
    }

    #[test]
    fn only_the_shards_of_a_process_that_goes_move() {
        let three = ["a", "b", "c"].map(|process| taker(process, &[]));
        let two = ["a", "c"].map(|process| taker(process, &[]));
        let mut moved = 0;
        for shard in 0..300 {
            let lease = lease(shard, &[], &[]);
            let (before, after) = (preferred(&lease, &three), preferred(&lease, &two));
            assert!(before == after || before == Some("b"));
            moved += i32::from(before != after);
        }
        assert!((70..130).contains(&moved), "{moved}");
    }

    #[test]
    fn a_shard_prefers_processes_that_have_its_versions_and_can_open_it() {
        let processes = [taker("old", &["m@1"]), taker("new", &["m@1", "m@2"])];
        let owners = |refused: &[&str], needs: &[&str]| {
            let preferred =
                (0..50).map(|shard| preferred(&lease(shard, refused, needs), &processes));
            preferred.collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!(owners(&[], &["m@1"]).len(), 2, "they share what both can run");
        assert_eq!(owners(&[], &["m@1", "m@2"]), [Some("new")].into());
        assert_eq!(owners(&["new"], &["m@2"]), [Some("old")].into());
        assert_eq!(owners(&["new", "old"], &[]).len(), 2, "somebody must try again");
    }
}
