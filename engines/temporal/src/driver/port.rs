//! Temporal as the engine of an [`OpenExecution`](asl_runtime::__engine::OpenExecution).

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use asl_runtime::__engine::{Open, Port, Sequence, Timer};
use asl_runtime::value::Text;

use super::bounds::bounded_id;
use super::effect::{Effect, LONGEST, TaskCall};
use asl_runtime::__engine::Directory;

/// Temporal as an engine.
pub(super) struct Temporal {
    pub(super) directory: Arc<Directory>,
    /// Ends of the time-outs of operations that were open in the previous run.
    pub(super) until: BTreeMap<String, u64>,
    /// The reason with which other machines are cancelled.
    pub(super) reason: Text,
}

impl Temporal {
    pub(super) fn new(directory: Arc<Directory>, until: BTreeMap<String, u64>) -> Self {
        let reason = Text::new_static("the machine that runs it no longer waits for it");
        Self { directory, until, reason }
    }
}

/// The task of an open operation, for the case that its worker is lost.
#[derive(Debug)]
pub(super) struct OpenTask {
    pub(super) call: TaskCall,
    /// The end of its time-out.
    pub(super) until: u64,
}

impl Port for Temporal {
    type Effect = Effect;
    type Data = Option<Box<OpenTask>>;

    fn find(&self, machine: &str) -> Option<Text> {
        self.directory.find(machine)
    }

    fn id(&self, key: String) -> Text {
        bounded_id(key)
    }

    fn until(&self, operation: &str) -> Option<u64> {
        self.until.get(operation).copied()
    }

    fn start_timer(&mut self, timer: Timer<'_>) -> Effect {
        let Timer { sequence, wake, clock, name, .. } = timer;
        // Temporal has no timers without a duration.
        let millis = wake.saturating_sub(clock).clamp(1, LONGEST);
        Effect::Timer { sequence, after: Duration::from_millis(millis), name: Text::from(name) }
    }

    fn stop_timer(&mut self, timer: Sequence) -> Option<Effect> {
        Some(Effect::CancelTimer(timer))
    }

    fn cancel(&mut self, call: Sequence, open: &Open<Self::Data>) -> Effect {
        if open.child.is_some() {
            return Effect::CancelChild(call, self.reason.clone());
        }
        Effect::CancelTask(call)
    }
}
