//! Child executions: a child of a distributed Map is a frame of the same arena, but an execution of
//! its own in what it can see: it counts its own events, knows its own name and input, and its
//! failure is its own.
//!
//! The counter in use is always `State::events`. Between two calls that is the execution's own;
//! each child's is kept with its frame.

use asl_language::hash::fnv1a;
use asl_language::random::scramble;
use serde::{Deserialize, Serialize};

use crate::error::Failed;
use crate::machine::Kind;
use crate::machine::for_each::{EachRow, RunRow};
use crate::value::{Text, Value};

use super::drive::Starting;
use super::frames::{Frame, FrameId, NONE, ROOT};
use super::reports::veiled;
use super::{Execution, OpKey};

/// What the first frame of a child execution keeps.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Child {
    /// Its events so far.
    pub(super) events: u64,
    /// How many items it has.
    pub(super) items: u32,
    /// When it was started, in milliseconds since 1970.
    pub(super) started: u64,
    /// Its input, where anybody may ask for it.
    pub(super) input: Value,
    /// How often it was resumed after a failure.
    #[serde(default, skip_serializing_if = "super::is_zero")]
    pub(super) redrives: u32,
    /// When for the last time, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "super::is_zero")]
    pub(super) redriven: u64,
}

/// The child execution whose events are being counted. Boxed to keep a waiting execution small.
#[derive(Default)]
pub(super) struct Scope {
    /// Its first frame; [`NONE`] while it has no place in the arena.
    frame: FrameId,
    /// The events of the execution itself.
    root_events: u64,
    /// What the child is called, where the machine asks.
    child: Option<Who>,
}

/// Which child it is.
pub(super) struct Who {
    map: FrameId,
    index: u32,
    pub(super) started: u64,
    pub(super) input: Value,
    /// How often it was resumed, and when for the last time.
    pub(super) redriven: (u32, u64),
}

impl Who {
    fn new(frame: &Frame, child: &Child) -> Self {
        Self {
            map: frame.parent,
            index: frame.index,
            started: child.started,
            input: child.input.clone(),
            redriven: (child.redrives, child.redriven),
        }
    }
}

/// The names of a Map Run.
pub(super) struct RunNames {
    /// What AWS has a UUID for.
    pub(super) id: Text,
    /// Its ARN, as far as the machine has one.
    pub(super) arn: Text,
    label: &'static str,
}

impl Execution {
    /// Whether events of a child execution are being counted: they are not shown.
    pub(super) fn is_in_child(&self) -> bool {
        self.scope.is_some()
    }

    fn scope_frame(&self) -> FrameId {
        self.scope.as_ref().map_or(ROOT, |scope| scope.frame)
    }

    /// A child begins: its first event is its `ExecutionStarted`.
    pub(super) fn enter_child(&mut self, frame: &Frame) {
        self.leave(NONE);
        self.state.events = 1;
        if self.machine.uses.context
            && let Some(child) = frame.extra.as_ref().and_then(|extra| extra.child.as_ref())
        {
            self.scope.get_or_insert_default().child = Some(Who::new(frame, child));
        }
    }

    /// The child that was begun has a place in the arena now.
    pub(super) fn settle_child(&mut self, id: FrameId) {
        if let Some(scope) = &mut self.scope
            && scope.frame == NONE
        {
            scope.frame = id;
        }
    }

    /// Counts the events of the execution that a frame belongs to.
    pub(super) fn enter_scope_of(&mut self, id: FrameId) {
        if self.machine.uses.runs {
            let scope = self.scope_of(id);
            self.enter_scope(scope);
        }
    }

    /// Counts the execution's own events again.
    pub(super) fn leave_children(&mut self) {
        self.enter_scope(ROOT);
    }

    fn enter_scope(&mut self, scope: FrameId) {
        if scope == self.scope_frame() {
            return;
        }
        self.leave(scope);
        let frame = self.state.frames.frame(scope).filter(|_| scope != ROOT);
        let child = frame.and_then(|frame| Some((frame, frame.extra.as_ref()?.child.as_ref()?)));
        let (Some((frame, child)), Some(scope)) = (child, &mut self.scope) else { return };
        self.state.events = child.events;
        if self.machine.uses.context {
            scope.child = Some(Who::new(frame, child));
        }
    }

    /// Keeps the counter in use where it belongs.
    fn leave(&mut self, next: FrameId) {
        let events = self.state.events;
        let root_events = self.scope.take().map_or(events, |scope| {
            // One that has no place has ended.
            if let Some(child) =
                self.state.frames.child_mut(scope.frame).filter(|_| scope.frame != NONE)
            {
                child.events = events;
            }
            scope.root_events
        });
        if next == ROOT {
            self.state.events = root_events;
        } else {
            self.scope = Some(Box::new(Scope { frame: next, root_events, child: None }));
        }
    }

    /// The first frame of the child execution that a frame belongs to, or the root.
    pub(super) fn scope_of(&self, mut id: FrameId) -> FrameId {
        while let Some(frame) = self.state.frames.frame(id) {
            if frame.parent == NONE
                || frame.extra.as_ref().is_some_and(|extra| extra.child.is_some())
            {
                return id;
            }
            id = frame.parent;
        }
        ROOT
    }

    /// A fault that nothing catches ends the child execution it happens in, and nothing else: what
    /// is left of the child is cut off. Answers the child's first frame, for its Map to take.
    pub(super) fn fail_child(
        &mut self,
        frame: Frame,
        place: Option<FrameId>,
        starting: &mut Starting,
    ) -> Frame {
        let id = self.scope_frame();
        if id == NONE || place == Some(id) {
            if let Some(place) = place {
                self.state.frames.free(place);
            }
            return frame;
        }
        if let Some(place) = place {
            self.state.starved.remove(place);
            self.state.frames.free(place);
        }
        let Some(first) = self.state.frames.frame(id) else { return frame };
        let first = Frame {
            parent: first.parent,
            index: first.index,
            extra: first.extra.clone(),
            ..Frame::default()
        };
        while let Some((parent, join)) = starting.pop_if(|(parent, _)| *parent != first.parent) {
            self.state.frames.put_join(parent, join);
        }
        self.abort_silently(id);
        first
    }

    /// Cuts off a frame and everything below it; no event tells of it.
    pub(super) fn abort_silently(&mut self, id: FrameId) {
        let mut rest = vec![id];
        while let Some(id) = rest.pop() {
            let Some(frame) = self.state.frames.take(id) else { continue };
            self.state.frames.free(id);
            self.state.starved.remove(id);
            for serial in frame.waiting.serials() {
                self.cancel_operation(OpKey { serial, frame: id });
            }
            if let Some(join) = frame.waiting.join() {
                let mut children = join.open_children();
                children.reverse();
                rest.extend(children);
            }
        }
    }

    /// The names of the Map Run of a frame.
    pub(super) fn run_names(&self, map: &Frame) -> RunNames {
        let Kind::ForEach(EachRow { run: Some(RunRow { label, .. }), .. }) = &self.node(map).kind
        else {
            unreachable!("only distributed Maps have a run, and restore checks it")
        };
        let kept = map.extra.as_ref().and_then(|extra| extra.run.clone());
        let made = || {
            uuid(
                veiled(b"map run", self.state.seed)
                    ^ fnv1a(self.operation_id_of(map).to_string().as_bytes()),
            )
        };
        let id = kept.unwrap_or_else(made);
        let arn = Text::new(format!("{}/{label}:{id}", self.arn_of("mapRun")));
        RunNames { id, arn, label }
    }

    /// Name, ARN and the ARN of the machine of a child of a Map Run.
    pub(super) fn child_names(&self, run: &RunNames, index: u32) -> (Text, Text, Text) {
        let label = run.label;
        let name = uuid(fnv1a(run.id.as_bytes()) ^ scramble(u64::from(index).wrapping_add(1)));
        let execution = Text::new(format!("{}/{label}:{name}", self.arn_of("execution")));
        (name, execution, Text::new(format!("{}/{label}", self.own_machine_id())))
    }

    /// The machine's id as that of something else; an id that is no ARN stays as it is.
    fn arn_of(&self, kind: &str) -> String {
        self.own_machine_id().replacen(":stateMachine:", &format!(":{kind}:"), 1)
    }

    /// The child whose events are being counted, where the machine asks.
    pub(super) fn who(&self) -> Option<&Who> {
        self.scope.as_ref()?.child.as_ref()
    }

    /// Its name, its ARN, and the ARN of its machine.
    pub(super) fn names_here(&self) -> Option<(Text, Text, Text)> {
        let child = self.who()?;
        Some(self.child_names(&self.run_names(self.state.frames.frame(child.map)?), child.index))
    }

    /// The label of its Map: its machine is called after it.
    pub(super) fn label_here(&self) -> Option<&'static str> {
        Some(self.run_names(self.state.frames.frame(self.who()?.map)?).label)
    }
}

/// A number as a UUID of version 8, the one for numbers made in other ways.
fn uuid(number: u64) -> Text {
    let (high, low) = (scramble(number), scramble(number.wrapping_add(1)));
    let group = |number: u64, shift: u32, bits: u32| (number >> shift) & ((1 << bits) - 1);
    Text::new(format!(
        "{:08x}-{:04x}-8{:03x}-{:x}{:03x}-{:012x}",
        group(high, 32, 32),
        group(high, 16, 16),
        group(high, 0, 12),
        8 + group(low, 62, 2),
        group(low, 48, 12),
        group(low, 0, 48),
    ))
}

/// How a child of a distributed Map ended.
pub(super) type ChildResult = Result<Value, Failed>;
