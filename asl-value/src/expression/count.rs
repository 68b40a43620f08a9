//! Counters of a run.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// A number that goes up or down. Only one thread at a time has it: the others wait for that one.
#[derive(Debug)]
pub struct Count(AtomicU64);

impl Count {
    /// A counter that begins at this number.
    pub const fn new(count: u64) -> Self {
        Self(AtomicU64::new(count))
    }

    /// The number.
    #[inline]
    pub fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }

    /// Replaces the number.
    #[inline]
    pub fn set(&self, count: u64) {
        self.0.store(count, Relaxed);
    }
}
