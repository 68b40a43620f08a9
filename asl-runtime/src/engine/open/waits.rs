//! The numbers of what is open in an engine.

use std::collections::BTreeMap;

use asl_execution::execution::OpKey;

/// Number of what is open in an engine: a timer, a task or another machine.
pub type Sequence = u32;

/// The meaning of a number. Timers have the time at which they end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wait {
    /// A task.
    Call(OpKey),
    /// Another machine.
    Child(OpKey),
    /// A read or write of a storage.
    Store(OpKey),
    /// A task or another machine that nothing waits for.
    Detached,
    /// A wait or a back-off.
    Timer(OpKey, u64),
    /// The pause before a lost task runs again.
    Again(OpKey, u64),
    /// A time-out.
    Limit(OpKey, u64),
    /// The time-out of heartbeats.
    Silence(OpKey, u64),
    /// The machine's own time-out.
    Deadline(u64),
}

impl Wait {
    /// The time of a timer.
    pub fn wake(self) -> Option<u64> {
        match self {
            Self::Timer(_, wake)
            | Self::Again(_, wake)
            | Self::Limit(_, wake)
            | Self::Silence(_, wake)
            | Self::Deadline(wake) => Some(wake),
            Self::Call(_) | Self::Child(_) | Self::Store(_) | Self::Detached => None,
        }
    }

    /// True for tasks and other machines.
    fn is_call(self) -> bool {
        match self {
            Self::Call(_) | Self::Child(_) | Self::Detached => true,
            Self::Store(_)
            | Self::Timer(..)
            | Self::Again(..)
            | Self::Limit(..)
            | Self::Silence(..)
            | Self::Deadline(_) => false,
        }
    }
}

/// The open operations and timers of an engine, by number.
#[derive(Default, Debug)]
pub struct Waits {
    /// The last number.
    last: Sequence,
    open: BTreeMap<Sequence, Wait>,
    calls: usize,
}

impl Waits {
    /// A number for what begins.
    pub fn insert(&mut self, wait: Wait) -> Sequence {
        self.last = self.last.saturating_add(1);
        self.put(self.last, wait);
        self.last
    }

    /// Gives a number another meaning.
    #[inline]
    pub fn put(&mut self, sequence: Sequence, wait: Wait) {
        self.remove(sequence);
        self.calls = self.calls.saturating_add(usize::from(wait.is_call()));
        self.open.insert(sequence, wait);
    }

    /// The meaning of a number, if it is open.
    pub fn get(&self, sequence: Sequence) -> Option<Wait> {
        self.open.get(&sequence).copied()
    }

    /// Removes a number.
    #[inline]
    pub fn remove(&mut self, sequence: Sequence) -> Option<Wait> {
        let wait = self.open.remove(&sequence)?;
        self.calls = self.calls.saturating_sub(usize::from(wait.is_call()));
        Some(wait)
    }

    /// True if nothing is open.
    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// Number of tasks and other machines.
    pub fn calls(&self) -> usize {
        self.calls
    }
}
