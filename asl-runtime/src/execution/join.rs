//! Side by side: starting the children of a Fork or ForEach, and cutting off those that lost.

use crate::error::{Failed, Failure, bounded};
use crate::history::{Details, EventType};
use crate::machine::for_each::{EachRow, Item};
use crate::machine::sm4c::ForkRow;
use crate::machine::{Call, Cx, Form, Kind, Position, StateKind, TaskRow};
use crate::value::{Text, Value};

use super::frames::{Frame, FrameId, Inputs, Join, ROOT, Waiting};
use super::map_run::window_of_run;
use super::sm4c::given;
use super::{Command, Execution, OpKey};

/// How many children there are. `None`: this is no node that has them.
pub(super) fn length(kind: &Kind, inputs: &Inputs) -> Option<u32> {
    let length = match (kind, inputs) {
        (Kind::Fork(branches), Inputs::Same(_)) => branches.len(),
        (Kind::ForEach(_), Inputs::Each(Value::Array(items))) => items.len(),
        (_, _) => return None,
    };
    u32::try_from(length).ok()
}

/// How many children may be at work at a time, where the row alone says it.
pub(super) fn fixed_window(kind: &Kind, fork: Option<&ForkRow>) -> Option<u32> {
    if let Some(fork) = fork {
        return Some(at_a_time(fork.window));
    }
    let Kind::ForEach(EachRow { window, run, .. }) = kind else { return Some(u32::MAX) };
    window.map(if run.is_some() { window_of_run } else { at_a_time })
}

/// 0 stands for no limit.
fn at_a_time(window: u32) -> u32 {
    if window == 0 { u32::MAX } else { window }
}

impl Execution {
    /// A join for the children of a frame; starting them is the next thing to do.
    pub(super) fn open_join(
        &mut self,
        frame: &mut Frame,
        inputs: Inputs,
        window: u32,
    ) -> Box<Join> {
        let node = self.node(frame);
        let Some(length) = length(&node.kind, &inputs) else {
            unreachable!("Fork and ForEach nodes return their own kind of step")
        };
        self.report_in(frame, EventType::StateStarted(node.state_kind), |_| Details {
            length: (node.state_kind == StateKind::Map).then_some(length),
            ..Details::default()
        });
        frame.waiting = Waiting::Children(None);
        Box::new(Join::new(inputs, length, at_a_time(window), frame.last_event))
    }

    /// The next child of a join; it may be that what it works on cannot be made.
    #[inline]
    pub(super) fn child(&mut self, parent: FrameId, join: &mut Join) -> Result<Frame, Failed> {
        if let Inputs::Run(run) = &mut join.inputs {
            return self.child_of_run(parent, run);
        }
        let index = join.started();
        let Some(frame) = self.state.frames.frame(parent) else {
            unreachable!("a parent stays in the arena")
        };
        let at = usize::try_from(index).unwrap_or(usize::MAX);
        let mut child = match (&self.node(frame).kind, &join.inputs) {
            (Kind::Fork(branches), Inputs::Same(input)) => {
                let Some(node) = branches.get(at) else {
                    unreachable!("a join has as many inputs as it says")
                };
                Frame::new(*node, input.clone(), parent, index, join.started_event)
            }
            (Kind::ForEach(row), Inputs::Each(items)) => {
                let Some(value) = items.item(at) else {
                    unreachable!("a join has as many inputs as it says")
                };
                self.iteration(frame, row, parent, join, value)?
            }
            (_, _) => unreachable!("a join is made for its node"),
        };
        if self.machine.uses.variables {
            self.inherit(&mut child);
        }
        if let Some(started) =
            self.report_iteration(parent, child.last_event, EventType::MapIterationStarted, index)
        {
            child.last_event = started;
        }
        Ok(child)
    }

    /// An iteration. As recorded, one that takes the place of another follows what that ended with.
    fn iteration(
        &self,
        frame: &Frame,
        row: &EachRow,
        parent: FrameId,
        join: &Join,
        value: &Value,
    ) -> Result<Frame, Failed> {
        let index = join.started();
        let previous = if index < join.window { join.started_event } else { join.last_event };
        if !row.selects && !self.machine.uses.context {
            return Ok(Frame::new(row.body, value.clone(), parent, index, previous));
        }
        let item = Item { index, value: value.clone(), key: None, source: None };
        let data = if row.selects { self.select(frame, &item)? } else { item.value.clone() };
        let mut child = Frame::new(row.body, data, parent, index, previous);
        if self.machine.uses.context {
            child.extra.get_or_insert_default().item = Some(item);
        }
        Ok(child)
    }

    /// What an iteration works on, as the machine makes it of the Map's data and an item.
    pub(super) fn select(&self, frame: &Frame, item: &Item) -> Result<Value, Failed> {
        let mut cx = Cx {
            entered: frame.entered,
            attempt: frame.attempt(),
            index: frame.index,
            ..Cx::default()
        };
        if self.machine.uses.variables {
            cx.vars = frame.vars();
        }
        if self.machine.uses.context || self.machine.uses.random {
            let (parent, at, serial) = (frame.parent, frame.at, self.state.serial);
            cx.position =
                Some(Position { execution: self, parent, at, serial, item: Some(item.clone()) });
        }
        let data = (self.machine.item)(frame.at.node, &frame.data, &mut cx, item)?;
        bounded(&data).map(|()| data).map_err(Failure::runtime_unplaced)
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
        frame.is_some_and(|frame| matches!(self.node(frame).kind, Kind::ForEach(_)))
    }

    /// An event of an iteration; branches have none.
    pub(super) fn report_iteration(
        &mut self,
        map: FrameId,
        previous: u64,
        kind: EventType,
        index: u32,
    ) -> Option<u64> {
        if !self.is_for_each(map) {
            return None;
        }
        let name = self.state.frames.frame(map).map(|frame| self.node(frame).state);
        let details = || Details {
            name: name.map(Text::new_static),
            index: Some(index),
            ..Details::default()
        };
        Some(self.report(previous, kind, details))
    }

    /// A child has succeeded: what follows it in its join.
    #[inline]
    pub(super) fn report_done(&mut self, parent: FrameId, join: &mut Join, child: &Frame) {
        join.last_event = child.last_event;
        let told = self.report_iteration(
            parent,
            child.last_event,
            EventType::MapIterationSucceeded,
            child.index,
        );
        join.end_event = told.unwrap_or(child.last_event);
    }

    /// A child has failed. As recorded, a Task in it is then aborted as well, while a nested
    /// Parallel or a Fail state is not.
    pub(super) fn report_lost_child(&mut self, parent: FrameId, child: &Frame) {
        self.report_iteration(parent, child.last_event, EventType::MapIterationFailed, child.index);
        if self.node(child).state_kind == StateKind::Task {
            self.report_aborted(child, child.last_event);
        }
    }

    /// Cuts off a frame and everything below it.
    pub(super) fn abort_tree(&mut self, id: FrameId, is_iteration: bool, previous: u64) {
        let parent =
            self.state.frames.frame(id).and_then(|frame| self.state.frames.frame(frame.parent));
        let mut rest = vec![(id, is_iteration, parent.map(|parent| self.node(parent).state))];
        while let Some((id, is_iteration, name)) = rest.pop() {
            // The child whose failure brought us here has left the arena.
            let Some(frame) = self.state.frames.take(id) else { continue };
            self.state.frames.free(id);
            self.state.starved.remove(id);
            if is_iteration {
                let details = || Details {
                    name: name.map(Text::new_static),
                    index: Some(frame.index),
                    ..Details::default()
                };
                self.report(previous, EventType::MapIterationAborted, details);
            }
            self.report_aborted(&frame, previous);
            for serial in frame.waiting.serials() {
                self.cancel_operation(OpKey { serial, frame: id });
            }
            let Some(join) = frame.waiting.join() else { continue };
            let children = join.open_children().into_iter();
            if join.is_run() {
                children.for_each(|child| self.abort_silently(child));
            } else {
                let node = self.node(&frame);
                let is_iteration = matches!(node.kind, Kind::ForEach(_));
                rest.extend(children.rev().map(|child| (child, is_iteration, Some(node.state))));
            }
        }
    }

    /// Cuts off everything, because the execution ends; told or not.
    pub(super) fn abort_all(&mut self, is_told: bool) {
        let is_own =
            |run: &Self, id| is_told && (!run.machine.uses.runs || run.scope_of(id) == ROOT);
        let ids: Vec<(FrameId, bool)> =
            self.state.frames.ids().map(|id| (id, is_own(self, id))).collect();
        for (id, is_own) in ids {
            let Some(frame) = self.state.frames.take(id) else { continue };
            if is_own {
                self.report_aborted(&frame, frame.last_event);
            }
            for serial in frame.waiting.serials() {
                self.cancel_operation(OpKey { serial, frame: id });
            }
        }
    }

    /// What no engine was told to start needs no cancel; its command will never be fetched.
    pub(super) fn cancel_operation(&mut self, op: OpKey) {
        if op.serial <= self.fetched {
            self.commands.push(Command::Cancel { op });
        }
    }

    pub(super) fn command_task(
        &mut self,
        op: OpKey,
        frame: &Frame,
        task: &'static TaskRow,
        call: Call,
    ) {
        let Call { input, timeout_seconds, heartbeat_seconds, credentials } = call;
        let operation_id = self.operation_id_of(frame);
        let timeout = u64::from(timeout_seconds.unwrap_or(task.timeout_seconds)) * 1000;
        let timeout = self.call_row(frame).and_then(|row| row.null_after).unwrap_or(timeout);
        let limits = self.limits(frame, timeout, heartbeat_seconds.or(task.heartbeat_seconds));
        let input = given(task, input);
        let is_held =
            matches!(&frame.waiting, Waiting::Ongoing(_, ongoing) if ongoing.is_submitted);
        self.commands.push(if is_held && task.form == Form::Token {
            Command::Hold { op, operation_id, limits }
        } else {
            Command::Run { op, task, input, operation_id, limits, credentials }
        });
    }
}
