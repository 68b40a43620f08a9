//! Restate as the engine of an [`OpenExecution`](asl_runtime::__engine::OpenExecution).

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use asl_runtime::__engine::{Open, Port, Sequence, Timer, Wait};
use asl_runtime::value::Text;

use super::effect::{AtOnce, Effect};
use crate::wire::Carried;
use asl_runtime::__engine::Directory;

/// Restate as an engine.
pub(super) struct Restate {
    pub(super) directory: Arc<Directory>,
    /// Open operations of the previous invocation.
    pub(super) carried: BTreeMap<String, Carried>,
    /// Approximate number of journal entries.
    pub(super) entries: u64,
}

/// Data of an open operation in Restate.
#[derive(Debug, Default)]
pub(super) struct InRestate {
    /// True if another invocation could continue to wait for the call.
    pub(super) is_keyed: bool,
    /// The invocation id of its machine, once known.
    pub(super) invocation: Option<String>,
}

impl Port for Restate {
    type Effect = Effect;
    type Data = InRestate;

    fn find(&self, machine: &str) -> Option<Text> {
        self.directory.find(machine)
    }

    fn until(&self, operation: &str) -> Option<u64> {
        self.carried.get(operation)?.until
    }

    fn start_timer(&mut self, timer: Timer<'_>) -> Effect {
        self.entries += 2;
        let Timer { sequence: tag, wait, wake, clock, .. } = timer;
        Effect::AtOnce(match wait {
            Wait::Limit(..) | Wait::Silence(..) => {
                let after = Duration::from_millis(wake.saturating_sub(clock));
                AtOnce::After { tag, after }
            }
            Wait::Timer(..)
            | Wait::Deadline(_)
            | Wait::Again(..)
            | Wait::Call(_)
            | Wait::Child(_)
            | Wait::Store(_)
            | Wait::Detached => AtOnce::Until { tag, wake },
        })
    }

    /// A sleep cannot be stopped. Its end is ignored.
    fn stop_timer(&mut self, _timer: Sequence) -> Option<Effect> {
        None
    }

    fn cancel(&mut self, call: Sequence, _open: &Open<InRestate>) -> Effect {
        self.entries += 1;
        Effect::Cancel { tag: call }
    }
}

/// The data of an open operation for another invocation, if it needs any.
pub(super) fn carried(open: &Open<InRestate>) -> Option<(String, Carried)> {
    let invocation = open.data.invocation.clone().filter(|_| open.child.is_some());
    let start = || {
        let child = open.child.as_ref().and_then(|child| child.execution.as_ref());
        child.map_or(0, |execution| execution.start)
    };
    let child = invocation.map(|invocation| (invocation, start()));
    let until = open.limit.map(|(_, until)| until);
    let is_keyed = open.data.is_keyed && open.call.is_some() && child.is_none();
    let carried = Carried { is_keyed, until, child };
    (carried != Carried::default()).then(|| (open.operation.clone(), carried))
}
