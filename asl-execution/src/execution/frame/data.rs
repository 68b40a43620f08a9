//! A frame: one sequential part of an execution.

use serde::{Deserialize, Serialize};

use crate::execution::event_count::EventCount;
use crate::execution::frame::{FrameId, Waiting};
use crate::execution::observe::trace_span::TraceSpan;
use crate::machine::for_each::Item;
use crate::machine::{At, NodeId};
use asl_value::value::{Text, Value};

/// One sequential run: the machine itself, a branch, or an iteration.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::execution) struct Frame {
    pub(in crate::execution) data: Value,
    pub(in crate::execution) at: At,
    pub(in crate::execution) parent: FrameId,
    pub(in crate::execution) index: u32,
    /// The time of entry into the state, in milliseconds since 1970.
    pub(in crate::execution) entered: u64,
    /// Id of the event of that entry.
    pub(in crate::execution) entered_event: u64,
    /// The last event of this frame, which the next one follows.
    pub(in crate::execution) last_event: u64,
    /// Data that most frames do not have.
    pub(in crate::execution) extra: Option<Box<Extra>>,
    pub(in crate::execution) waiting: Waiting,
}

/// Data that most frames do not have. Boxed to keep a waiting execution small.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::execution) struct Extra {
    /// Uses of each retrier of the node in this visit; empty before the first retry.
    pub(in crate::execution) used: Vec<u32>,
    /// The time of the last retry in this visit, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::execution) retried: Option<u64>,
    /// The variables by name: an object, or null if there are none.
    pub(in crate::execution) vars: Value,
    /// Variables that the state has assigned, until its exit is reported.
    #[serde(skip)]
    pub(in crate::execution) assigned: Value,
    /// The item of an iteration.
    pub(in crate::execution) item: Option<Item>,
    /// SM4C: the delay before the last retry of this visit, in milliseconds, without jitter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::execution) delay: Option<f64>,
    /// Present in the first frame of a child execution.
    #[serde(default)]
    pub(in crate::execution) child: Option<Box<Child>>,
    /// The name of its Map Run, if a redrive has changed the data from which the name is derived.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::execution) run: Option<Text>,
    /// The name that its state had when this visit began, if a new version has renamed it. The names
    /// of its operations have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::execution) renamed: Option<Text>,
    /// The span of the state, if the execution is traced.
    #[serde(skip)]
    pub(in crate::execution) span: TraceSpan,
}

impl Frame {
    #[inline]
    pub(in crate::execution) fn new(
        node: NodeId,
        data: Value,
        parent: FrameId,
        index: u32,
        last_event: u64,
    ) -> Self {
        Self { data, at: At { node, visit: 0 }, parent, index, last_event, ..Self::default() }
    }

    /// Retries of this visit so far, over all retriers.
    pub(in crate::execution) fn attempt(&self) -> u32 {
        self.extra
            .as_ref()
            .map_or(0, |extra| extra.used.iter().fold(0, |sum, used| used.saturating_add(sum)))
    }

    /// Notes the time of a retry.
    pub(in crate::execution) fn begin_attempt(&mut self, now: u64) {
        if let Some(extra) = &mut self.extra {
            extra.retried = Some(now);
        }
    }

    /// The time at which the current attempt of its state began, in milliseconds since 1970.
    pub(in crate::execution) fn attempt_began(&self) -> u64 {
        let retried = self.extra.as_ref().and_then(|extra| extra.retried);
        retried.unwrap_or(self.entered)
    }

    /// Returns true if its state is being retried.
    pub(in crate::execution) fn is_retried(&self) -> bool {
        self.extra.as_ref().is_some_and(|extra| !extra.used.is_empty())
    }

    /// Its variables.
    pub(in crate::execution) fn vars(&self) -> Value {
        self.extra.as_ref().map_or(Value::Null, |extra| extra.vars.clone())
    }

    /// Takes the variables that its state has assigned, for the event of its exit.
    pub(in crate::execution) fn take_assigned(&mut self) -> Option<Value> {
        let assigned = std::mem::take(&mut self.extra.as_mut()?.assigned);
        if assigned.is_null() { None } else { Some(assigned) }
    }

    /// Drops the variables that its state has assigned, once its exit was reported.
    #[inline]
    pub(in crate::execution) fn forget_assigned(&mut self) {
        if let Some(extra) = &mut self.extra {
            extra.assigned = Value::Null;
        }
    }

    /// Starts a new visit: drops the data of the previous one.
    pub(in crate::execution) fn begin_visit(&mut self) {
        if let Some(extra) = &mut self.extra {
            if extra.vars.is_null() && extra.item.is_none() && extra.child.is_none() {
                self.extra = None;
            } else {
                extra.used.clear();
                (extra.delay, extra.run, extra.retried) = (None, None, None);
                extra.renamed = None;
                extra.span = TraceSpan::default();
            }
        }
    }
}

/// The data of a child execution, kept with its first frame.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::execution) struct Child {
    /// Its events so far.
    pub(in crate::execution) events: EventCount,
    /// Number of its items.
    pub(in crate::execution) items: u32,
    /// Its start, in milliseconds since 1970.
    pub(in crate::execution) started: u64,
    /// Its input, if the machine or a result file needs it.
    pub(in crate::execution) input: Value,
    /// Redrives so far.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(in crate::execution) redrives: u32,
    /// Time of the last redrive, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(in crate::execution) redriven: u64,
}

/// The child execution whose events are being counted. Boxed to keep a waiting execution small.
#[derive(Default)]
pub(in crate::execution) struct ChildScope {
    /// Its first frame; [`NONE`](super::NONE) while it has no place in the arena.
    pub(in crate::execution) frame: FrameId,
    /// The events of the execution itself.
    pub(in crate::execution) root_events: EventCount,
    /// The child's identity, if the machine reads the context object.
    pub(in crate::execution) child: Option<Who>,
}

/// The identity of a child execution.
pub(in crate::execution) struct Who {
    pub(in crate::execution) map: FrameId,
    pub(in crate::execution) index: u32,
    pub(in crate::execution) started: u64,
    pub(in crate::execution) input: Value,
    /// Redrives so far, and the time of the last one.
    pub(in crate::execution) redriven: (u32, u64),
}

impl Who {
    pub(in crate::execution) fn new(frame: &Frame, child: &Child) -> Self {
        Self {
            map: frame.parent,
            index: frame.index,
            started: child.started,
            input: child.input.clone(),
            redriven: (child.redrives, child.redriven),
        }
    }
}

pub(in crate::execution) fn is_zero<N: Default + PartialEq>(number: &N) -> bool {
    *number == N::default()
}
