//! Side by side: starting the children of a Fork or ForEach, and cutting off those that lost.

use crate::history::{Details, EventType};
use crate::machine::{Effect, Kind, NodeId, StateKind};
use crate::value::{Text, Value};

use super::frames::{Frame, FrameId, Inputs, Join, Waiting};
use super::{Command, Execution, OpId};

/// How many children there are, and how many may be at work at a time. `None`: this is no such node.
pub(super) fn extent(kind: &Kind, inputs: &Inputs) -> Option<(u32, u32)> {
    let (length, window) = match (kind, inputs) {
        (Kind::Fork(branches), Inputs::Same(_)) => (branches.len(), 0),
        (Kind::ForEach { window, .. }, Inputs::Each(Value::Array(items))) => (items.len(), *window),
        (_, _) => return None,
    };
    let window = if window == 0 { u32::MAX } else { window };
    Some((u32::try_from(length).ok()?, window))
}

/// Where child number `index` starts, and on what.
#[inline]
fn start(kind: &Kind, inputs: &Inputs, index: u32) -> Option<(NodeId, Value)> {
    let at = usize::try_from(index).ok()?;
    match (kind, inputs) {
        (Kind::Fork(branches), Inputs::Same(input)) => Some((*branches.get(at)?, input.clone())),
        (Kind::ForEach { body, .. }, Inputs::Each(items)) => Some((*body, items.item(at)?.clone())),
        (_, _) => None,
    }
}

impl Execution {
    /// A join for the children of a frame; starting them is the next thing to do.
    pub(super) fn open_join(&mut self, frame: &mut Frame, inputs: Inputs) -> Box<Join> {
        let node = self.node(frame);
        let Some((length, window)) = extent(&node.kind, &inputs) else {
            unreachable!("Fork and ForEach nodes return their own kind of step")
        };
        self.report_in(frame, EventType::StateStarted(node.state_kind), |_| Details {
            length: (node.state_kind == StateKind::Map).then_some(length),
            ..Details::default()
        });
        let (started_event, last_event) = (frame.last_event, frame.last_event);
        frame.waiting = Waiting::Children(None);
        // Ordinary numbers of children need no second allocation; a large Map grows as it goes.
        let places = Vec::with_capacity(usize::try_from(length.min(64)).unwrap_or_default());
        Box::new(Join { inputs, length, window, open: 0, started_event, last_event, places })
    }

    /// The next child of a join.
    #[inline]
    pub(super) fn child(&mut self, parent: FrameId, join: &Join) -> Frame {
        let index = join.started();
        let frame = self.state.frames.frame(parent);
        let Some((node, data)) = frame.and_then(|frame| start(&self.node(frame).kind, &join.inputs, index)) else {
            unreachable!("a join is made for its node and has as many inputs as it says")
        };
        let mut child = Frame::new(node, data, parent, index, join.started_event);
        if self.machine.uses.variables {
            self.inherit(&mut child);
        }
        if let Some(started) = self.report_iteration(parent, child.last_event, EventType::MapIterationStarted, index) {
            child.last_event = started;
        }
        child
    }

    /// Inner scopes read the variables around them. Those stand still meanwhile, so a copy does.
    fn inherit(&self, child: &mut Frame) {
        let vars = self.state.frames.frame(child.parent).map_or(Value::Null, Frame::vars);
        if !vars.is_null() {
            child.extra.get_or_insert_default().vars = vars;
        }
    }

    #[inline]
    pub(super) fn is_for_each(&self, id: FrameId) -> bool {
        let frame = self.state.frames.frame(id);
        frame.is_some_and(|frame| matches!(self.node(frame).kind, Kind::ForEach { .. }))
    }

    /// An event of an iteration; branches have none.
    pub(super) fn report_iteration(&mut self, map: FrameId, previous: u64, kind: EventType, index: u32) -> Option<u64> {
        if !self.is_for_each(map) {
            return None;
        }
        let name = self.state.frames.frame(map).map(|frame| self.node(frame).state);
        let details = || Details { name: name.map(Text::new_static), index: Some(index), ..Details::default() };
        Some(self.report(previous, kind, details))
    }

    /// A child has failed. As recorded, a Task in it is then aborted as well, while a nested Parallel or a Fail state is not.
    pub(super) fn report_lost_child(&mut self, parent: FrameId, child: &Frame) {
        self.report_iteration(parent, child.last_event, EventType::MapIterationFailed, child.index);
        if self.node(child).state_kind == StateKind::Task {
            self.report_aborted(child, child.last_event);
        }
    }

    /// Cuts off a frame and everything below it.
    pub(super) fn abort_tree(&mut self, id: FrameId, is_iteration: bool, previous: u64) {
        let mut rest = vec![(id, is_iteration)];
        while let Some((id, is_iteration)) = rest.pop() {
            // The child whose failure brought us here has left the arena.
            let Some(frame) = self.state.frames.take(id) else { continue };
            self.state.frames.free(id);
            self.state.starved.remove(id);
            self.report_aborted(&frame, previous);
            if is_iteration {
                let details = || Details { index: Some(frame.index), ..Details::default() };
                self.report(previous, EventType::MapIterationAborted, details);
            }
            if let Some(serial) = frame.waiting.serial() {
                self.cancel_operation(OpId { serial, frame: id });
            }
            if let Waiting::Children(Some(join)) = &frame.waiting {
                let is_iteration = matches!(self.node(&frame).kind, Kind::ForEach { .. });
                rest.extend(join.open_children().rev().map(|child| (child, is_iteration)));
            }
        }
    }

    /// Cuts off everything, because the execution ends; told or not.
    pub(super) fn abort_all(&mut self, is_told: bool) {
        for id in self.state.frames.ids() {
            let Some(frame) = self.state.frames.take(id) else { continue };
            if is_told {
                self.report_aborted(&frame, frame.last_event);
            }
            if let Some(serial) = frame.waiting.serial() {
                self.cancel_operation(OpId { serial, frame: id });
            }
        }
    }

    /// What no engine was told to start needs no cancel; its command will never be fetched.
    pub(super) fn cancel_operation(&mut self, op: OpId) {
        if op.serial <= self.fetched {
            self.commands.push(Command::Cancel { op });
        }
    }

    pub(super) fn command_task(&mut self, op: OpId, frame: &Frame, input: Value) {
        let site = self.site(frame);
        let Kind::Invoke(Effect::Task(task)) = &site.node.kind else {
            unreachable!("only tasks return Step::Task, and restore checks what waits for one")
        };
        self.commands.push(Command::Run { op, task, input, site });
    }
}
