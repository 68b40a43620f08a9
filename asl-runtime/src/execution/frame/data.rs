//! A frame: one sequential part of an execution.

use serde::{Deserialize, Serialize};

use crate::execution::child_scope::Child;
use crate::execution::frame::{FrameId, Waiting};
use crate::machine::for_each::Item;
use crate::machine::{At, NodeId};
use crate::value::{Text, Value};

/// One sequential run: the machine itself, a branch, or an iteration.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Frame {
    pub(crate) data: Value,
    pub(crate) at: At,
    pub(crate) parent: FrameId,
    pub(crate) index: u32,
    /// When the state was entered, in milliseconds since 1970.
    pub(crate) entered: u64,
    /// Id of the event that says so.
    pub(crate) entered_event: u64,
    /// The last event of this frame: what the next one follows.
    pub(crate) last_event: u64,
    /// What most frames do not have.
    pub(crate) extra: Option<Box<Extra>>,
    pub(crate) waiting: Waiting,
}

/// What most frames do not have. Boxed to keep a waiting execution small.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Extra {
    /// How often each retrier of the node was used in this visit; empty before the first retry.
    pub(crate) used: Vec<u32>,
    /// The variables by name: an object, or null where there are none.
    pub(crate) vars: Value,
    /// What the state has assigned, until the event of its exit says so.
    #[serde(skip)]
    pub(crate) assigned: Value,
    /// What it iterates over.
    pub(crate) item: Option<Item>,
    /// SM4C: the delay before the last retry of this visit, in milliseconds, before chance moved
    /// it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) delay: Option<f64>,
    /// It is the first frame of a child execution.
    #[serde(default)]
    pub(crate) child: Option<Box<Child>>,
    /// What its Map Run is called, where a redrive has taken away what the name was made of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) run: Option<Text>,
}

impl Frame {
    #[inline]
    pub(crate) fn new(
        node: NodeId,
        data: Value,
        parent: FrameId,
        index: u32,
        last_event: u64,
    ) -> Self {
        Self { data, at: At { node, visit: 0 }, parent, index, last_event, ..Self::default() }
    }

    /// Retries of this visit so far, over all retriers.
    pub(crate) fn attempt(&self) -> u32 {
        self.extra
            .as_ref()
            .map_or(0, |extra| extra.used.iter().fold(0, |sum, used| used.saturating_add(sum)))
    }

    /// Whether its state was entered before and is being retried.
    pub(crate) fn is_retried(&self) -> bool {
        self.extra.as_ref().is_some_and(|extra| !extra.used.is_empty())
    }

    /// Its variables.
    pub(crate) fn vars(&self) -> Value {
        self.extra.as_ref().map_or(Value::Null, |extra| extra.vars.clone())
    }

    /// What its state has assigned, for the event of its exit.
    pub(crate) fn take_assigned(&mut self) -> Option<Value> {
        let assigned = std::mem::take(&mut self.extra.as_mut()?.assigned);
        if assigned.is_null() { None } else { Some(assigned) }
    }

    /// A new visit: what belonged to the one before is forgotten.
    pub(crate) fn begin_visit(&mut self) {
        if let Some(extra) = &mut self.extra {
            if extra.vars.is_null() && extra.item.is_none() && extra.child.is_none() {
                self.extra = None;
            } else {
                extra.used.clear();
                (extra.delay, extra.run) = (None, None);
            }
        }
    }
}
