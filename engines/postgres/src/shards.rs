//! The shards that this process owns, and the owners of the others.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use asl_durable::StoreError;
use asl_durable::shard::Shard;
use asl_language::hash::fnv1a;
use asl_language::random::scramble;

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
    /// The times since when no process owns a shard.
    without_owner: BTreeMap<i32, Instant>,
    /// The reasons why this process could not open shards.
    problems: BTreeMap<i32, (Instant, StoreError)>,
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
        state.problems.remove(&shard);
        state.without_owner.remove(&shard);
        state.owned.insert(shard, owned);
    }

    pub(crate) fn remove(&self, shard: i32) -> Option<Owned> {
        self.lock().owned.remove(&shard)
    }

    pub(crate) fn remove_all(&self) -> BTreeMap<i32, Owned> {
        std::mem::take(&mut self.lock().owned)
    }

    /// Notes if a process owns a shard.
    pub(crate) fn note_owner(&self, shard: i32, is_owned: bool) {
        let mut state = self.lock();
        if is_owned {
            state.without_owner.remove(&shard);
        } else {
            state.without_owner.entry(shard).or_insert_with(Instant::now);
        }
    }

    /// The time since when no process owns a shard.
    pub(crate) fn without_owner_since(&self, shard: i32) -> Option<Instant> {
        self.lock().without_owner.get(&shard).copied()
    }

    pub(crate) fn note_problem(&self, shard: i32, problem: StoreError) {
        self.lock().problems.insert(shard, (Instant::now(), problem));
    }

    /// The reason why this process could not open a shard, and the time.
    pub(crate) fn problem(&self, shard: i32) -> Option<(Instant, StoreError)> {
        self.lock().problems.get(&shard).cloned()
    }

    /// The first reason why this process could not open a shard.
    pub(crate) fn first_problem(&self) -> Option<StoreError> {
        self.lock().problems.values().next().map(|(_, problem)| problem.clone())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The process that a shard should belong to, by rendezvous: the one with the greatest hash. If a
/// process comes or goes, only its own shards move.
pub(crate) fn preferred(shard: i32, processes: &[String]) -> Option<&str> {
    let weight = |process: &str| {
        let mut key = process.as_bytes().to_vec();
        key.extend(shard.to_be_bytes());
        scramble(fnv1a(&key))
    };
    processes.iter().map(|process| (weight(process), process.as_str())).max().map(|(_, it)| it)
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

    #[test]
    fn only_the_shards_of_a_process_that_goes_move() {
        let three: Vec<String> = ["a", "b", "c"].map(String::from).into();
        let two: Vec<String> = ["a", "c"].map(String::from).into();
        let mut moved = 0;
        for shard in 0..300 {
            let (before, after) = (preferred(shard, &three), preferred(shard, &two));
            assert!(before == after || before == Some("b"));
            moved += i32::from(before != after);
        }
        assert!((70..130).contains(&moved), "{moved}");
    }
}
