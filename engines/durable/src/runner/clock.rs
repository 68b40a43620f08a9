//! The clock of a store.

use std::time::{Duration, Instant};

use asl_runtime::__engine::now;

/// The system's time, adjusted so that it is never earlier than the journal and never stands still.
/// While the system's clock is behind because it was set back, this clock advances at the same
/// speed. Otherwise all timers would wait until the system's clock has caught up.
pub(super) struct Clock {
    /// In milliseconds since 1970.
    time: u64,
    at: Instant,
}

impl Clock {
    pub(super) fn new(least: u64) -> Self {
        Self { time: least.max(now()), at: Instant::now() }
    }

    pub(super) fn now(&mut self) -> u64 {
        self.read(now(), Instant::now())
    }

    fn read(&mut self, system: u64, at: Instant) -> u64 {
        let passed = at.saturating_duration_since(self.at).as_millis();
        let passed = u64::try_from(passed).unwrap_or(u64::MAX);
        // Carry the fraction of a millisecond over.
        self.at = self.at.checked_add(Duration::from_millis(passed)).unwrap_or(at);
        self.time = self.time.saturating_add(passed).max(system);
        self.time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_advances_while_the_system_clock_is_behind() {
        let start = Instant::now();
        let mut clock = Clock { time: 5_000_000, at: start };
        let after = |micros| start + Duration::from_micros(micros);
        assert_eq!(clock.read(1_000, start), 5_000_000);
        assert_eq!(clock.read(1_000, after(900)), 5_000_000);
        assert_eq!(clock.read(1_000, after(1_800)), 5_000_001);
        assert_eq!(clock.read(1_002, after(2_500)), 5_000_002);
        // The system's clock catches up, or the machine was suspended; then the clock is set back
        // again.
        assert_eq!(clock.read(9_000_000, after(3_000)), 9_000_000);
        assert_eq!(clock.read(0, after(4_000)), 9_000_001);
    }
}
