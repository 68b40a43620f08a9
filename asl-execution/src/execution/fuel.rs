//! The fuel of an execution: the transitions that it may make before it yields to its engine.

/// Default for the maximum transitions per call.
pub(super) const DEFAULT_LIMIT: u32 = 10_000;

/// The fuel that is left, and the amount that each call starts with.
pub(super) struct Fuel {
    left: u32,
    limit: u32,
}

impl Fuel {
    /// No fuel, until it is refilled; 0 stands for the default limit.
    pub(super) fn new(limit: u32) -> Self {
        Self { left: 0, limit: if limit == 0 { DEFAULT_LIMIT } else { limit } }
    }

    pub(super) fn has_default_limit(&self) -> bool {
        self.limit == DEFAULT_LIMIT
    }

    pub(super) fn limit(&self) -> u32 {
        self.limit
    }

    pub(super) fn left(&self) -> u32 {
        self.left
    }

    pub(super) fn is_empty(&self) -> bool {
        self.left == 0
    }

    pub(super) fn refill(&mut self) {
        self.left = self.limit;
    }

    /// Spends fuel for some transitions, at most what is left.
    pub(super) fn spend(&mut self, transitions: u32) {
        self.left = self.left.saturating_sub(transitions);
    }

    /// Spends fuel for one transition. Returns false if none is left.
    pub(super) fn take_one(&mut self) -> bool {
        let has_fuel = self.left > 0;
        self.spend(1);
        has_fuel
    }
}
