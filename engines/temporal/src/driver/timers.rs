//! The timers of an execution, of which Temporal has a bounded number: the others start as these
//! end, the earliest first, and those that are due by then end without one.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use asl_runtime::__engine::{Wait, Waits};
use asl_runtime::value::Text;

use super::bounds::MOST_TIMERS;
use super::effect::{Effect, LONGEST, Sequence};

/// The timers of an execution.
#[derive(Default)]
pub(super) struct Timers {
    /// Those that Temporal has, with their times.
    open: BTreeMap<Sequence, u64>,
    /// The others, with their times and names.
    kept: BTreeMap<Sequence, (u64, Text)>,
    /// The same, by time.
    queue: BTreeSet<(u64, Sequence)>,
}

impl Timers {
    /// The effects with the timers that Temporal takes now.
    pub(super) fn start(
        &mut self,
        effects: impl Iterator<Item = Effect>,
        waits: &Waits,
        clock: u64,
    ) -> Vec<Effect> {
        let mut started = Vec::new();
        for effect in effects {
            match effect {
                Effect::Timer { sequence, after, name } => {
                    // Its wait is closed if another effect cancels it.
                    let wake = waits.get(sequence).and_then(Wait::wake);
                    let wake = wake.unwrap_or(clock);
                    if self.open.len() < MOST_TIMERS {
                        self.open.insert(sequence, wake);
                        started.push(Effect::Timer { sequence, after, name });
                    } else {
                        self.kept.insert(sequence, (wake, name));
                        self.queue.insert((wake, sequence));
                    }
                }
                Effect::CancelTimer(sequence) => {
                    if let Some((wake, _)) = self.kept.remove(&sequence) {
                        self.queue.remove(&(wake, sequence));
                    } else {
                        self.open.remove(&sequence);
                        started.push(effect);
                    }
                }
                other @ (Effect::Task { .. }
                | Effect::CancelTask(_)
                | Effect::Child { .. }
                | Effect::CancelChild(..)
                | Effect::Detached { .. }) => started.push(other),
            }
        }
        self.start_kept(&mut started, clock);
        started
    }

    /// Starts the earliest ones that there is room for. The very earliest always runs.
    fn start_kept(&mut self, started: &mut Vec<Effect>, clock: u64) {
        while let Some((wake, sequence)) = self.queue.first().copied() {
            let is_full = self.open.len() >= MOST_TIMERS;
            if is_full && self.open.values().any(|earlier| *earlier <= wake) {
                return;
            }
            self.queue.remove(&(wake, sequence));
            let name = self.kept.remove(&sequence).unwrap_or_default().1;
            self.open.insert(sequence, wake);
            let after = Duration::from_millis(wake.saturating_sub(clock).clamp(1, LONGEST));
            started.push(Effect::Timer { sequence, after, name });
        }
    }

    /// Removes a timer that Temporal has ended.
    pub(super) fn fired(&mut self, sequence: Sequence) {
        self.open.remove(&sequence);
    }

    /// Takes a timer that Temporal does not have and that is due.
    pub(super) fn take_due(&mut self, clock: u64) -> Option<Sequence> {
        let (wake, sequence) = self.queue.first().copied().filter(|(wake, _)| *wake <= clock)?;
        self.queue.remove(&(wake, sequence));
        self.kept.remove(&sequence);
        Some(sequence)
    }
}
