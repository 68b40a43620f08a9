//! The open operations, and what is open in Restate for them.

use std::time::Duration;

use asl_runtime::execution::OpKey;
use asl_runtime::machine::Form;

use crate::wire::Carried;

use super::child::ChildPlan;
use super::{AtOnce, Driver, Effect, Tag};

/// An open operation of the execution.
#[derive(Debug)]
pub(super) struct Open {
    /// Its name.
    pub(super) operation: String,
    pub(super) form: Form,
    /// The open call or machine.
    pub(super) call: Option<Tag>,
    /// True if another invocation could continue to wait for the call.
    pub(super) is_keyed: bool,
    /// Its timer, for a wait.
    pub(super) timer: Option<Tag>,
    /// The time-out of its task, and its time.
    pub(super) limit: Option<(Tag, u64)>,
    /// The timer for heartbeats.
    pub(super) silence: Option<Tag>,
    /// Maximum time between heartbeats, in milliseconds.
    pub(super) longest_silence: u64,
    /// Time of the last heartbeat.
    pub(super) beat: u64,
    pub(super) child: Option<Box<ChildPlan>>,
}

/// The meaning of a tag. Timers have the time at which they end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wait {
    Call(OpKey),
    Child(OpKey),
    Store(OpKey),
    Timer(OpKey, u64),
    Limit(OpKey, u64),
    Silence(OpKey, u64),
    Deadline(u64),
}

impl Open {
    pub(super) fn new(operation: String, form: Form) -> Self {
        Self {
            operation,
            form,
            call: None,
            is_keyed: false,
            timer: None,
            limit: None,
            silence: None,
            longest_silence: u64::MAX,
            beat: 0,
            child: None,
        }
    }

    /// The data of the operation for the next invocation.
    pub(super) fn carried(&self) -> Option<(String, Carried)> {
        let child =
            self.child.as_ref().and_then(|child| Some((child.invocation.clone()?, child.start())));
        let until = self.limit.map(|(_, until)| until);
        let is_keyed = self.is_keyed && self.call.is_some() && child.is_none();
        let carried = Carried { is_keyed, until, child };
        (carried != Carried::default()).then(|| (self.operation.clone(), carried))
    }
}

impl Driver {
    pub(super) fn wait(&mut self, wait: Wait) -> Tag {
        self.tags += 1;
        self.waits.insert(self.tags, wait);
        self.tags
    }

    pub(super) fn with_open(&mut self, op: OpKey, change: impl FnOnce(&mut Open)) {
        if let Some(open) = self.open.get_mut(&op) {
            change(open);
        }
    }

    /// Starts a sleep until a time.
    pub(super) fn until(&mut self, wait: Wait, wake: u64) -> Tag {
        self.entries += 2;
        let tag = self.wait(wait);
        self.at_once(AtOnce::Until { tag, wake });
        tag
    }

    /// Starts a sleep for a duration.
    pub(super) fn after(&mut self, wait: Wait, millis: u64) -> Tag {
        self.entries += 2;
        let tag = self.wait(wait);
        self.at_once(AtOnce::After { tag, after: Duration::from_millis(millis) });
        tag
    }

    /// Abandons an operation.
    pub(super) fn cut_off(&mut self, op: OpKey) {
        if let Some(tag) = self.open.get(&op).and_then(|open| open.call) {
            self.entries += 1;
            self.effects.push_back(Effect::Cancel { tag });
        }
        self.close(op);
    }

    /// Removes an operation. The ends of its sleeps are ignored.
    pub(super) fn close(&mut self, op: OpKey) {
        let Some(open) = self.open.remove(&op) else { return };
        let tags = [open.call, open.timer, open.limit.map(|(tag, _)| tag), open.silence];
        for tag in tags.into_iter().flatten() {
            self.waits.remove(&tag);
        }
    }
}
