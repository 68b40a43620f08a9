//! Calls that nobody waits for. They are in the state until an engine has taken them, so that none
//! is lost with a crash.

use serde::{Deserialize, Serialize};

use crate::error::{Failed, Failure, Timeout, bounded, names};
use crate::machine::sm4c::{CallRow, Work};
use crate::machine::{Effect, Form, Kind, Machine, Next, Node, NodeId, TaskRow};
use crate::value::{Map, Value};

use super::super::frames::{Frame, NONE, Waiting};
use super::super::operation_id::Around;
use super::super::{Command, Execution, OpKey, OperationId, Outcome};

/// A call to be made, and where it comes from.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Detached {
    serial: u64,
    node: NodeId,
    visit: u32,
    attempt: u32,
    /// Node, visit, attempt and index of the frames around it, outermost first.
    around: Vec<(NodeId, u32, u32, u32)>,
    input: Value,
}

impl Detached {
    /// Gives each of its nodes another number, from the outside in; told are the node around, by
    /// its new number, and the branch.
    pub(in super::super) fn each_node<E>(
        &mut self,
        mut moved: impl FnMut(u32, Option<(u32, u32)>) -> Result<u32, E>,
    ) -> Result<(), E> {
        let mut around = None;
        for (node, _, _, index) in &mut self.around {
            node.0 = moved(node.0, around)?;
            around = Some((node.0, *index));
        }
        self.node.0 = moved(self.node.0, around)?;
        Ok(())
    }

    pub(super) fn check(&self, machine: &Machine) -> Result<(), &'static str> {
        let around = self.around.iter().all(|(node, ..)| row(machine, *node).is_some());
        match row(machine, self.node) {
            Some(Node { kind: Kind::Invoke(Effect::Task(_)), .. }) if around => Ok(()),
            Some(_) | None => Err("a detached call comes from a node that makes none"),
        }
    }
}

fn row(machine: &Machine, node: NodeId) -> Option<&'static Node> {
    machine.nodes.get(usize::try_from(node.0).ok()?)
}

impl Execution {
    /// What the call of a node has besides; `None` in ASL.
    pub(in super::super) fn call_row(&self, frame: &Frame) -> Option<&'static CallRow> {
        match &self.sm4c_node(frame)?.work {
            Work::Call(row) => Some(row),
            Work::Plain | Work::Fork(_) | Work::Await(_) => None,
        }
    }

    /// The SM4C row of the call that an operation makes; `None` in ASL.
    pub(crate) fn call_at(&self, operation_id: &OperationId) -> Option<&'static CallRow> {
        // The table is in the order of its addresses.
        let node: *const Node = operation_id.node;
        let place = self
            .machine
            .nodes
            .binary_search_by(|other| std::ptr::from_ref(other).cmp(&node))
            .ok()?;
        call_row(self.machine, place)
    }

    /// Whether nobody waits for the call of a node.
    pub(in super::super) fn is_detached(&self, frame: &Frame) -> bool {
        self.call_row(frame).is_some_and(|call| call.detached)
    }

    /// Makes a call that nobody waits for, and goes on.
    pub(in super::super) fn detach(&mut self, frame: &mut Frame, input: Value) -> Next {
        let mut around = Vec::new();
        let (mut parent, mut index) = (frame.parent, frame.index);
        while let Some(outer) = self.state.frames.frame(parent) {
            around.push((outer.at.node, outer.at.visit, outer.attempt(), index));
            (parent, index) = (outer.parent, outer.index);
        }
        around.reverse();
        let serial = self.next_serial();
        let (node, visit, attempt) = (frame.at.node, frame.at.visit, frame.attempt());
        let call = Detached { serial, node, visit, attempt, around, input };
        self.command_detached(&call);
        self.state.globals_mut().detached.push_back(call);
        self.observe_after(frame);
        self.resume(frame, Value::Null)
    }

    fn command_detached(&mut self, call: &Detached) {
        let around = call.around.iter().filter_map(|(node, visit, attempt, index)| {
            let state = row(self.machine, *node)?.state;
            Some(Around { state, visit: *visit, attempt: *attempt, index: *index })
        });
        let Some(node) = row(self.machine, call.node) else { return };
        let Kind::Invoke(Effect::Task(task)) = &node.kind else { return };
        let operation_id = OperationId {
            node,
            visit: call.visit,
            attempt: call.attempt,
            around: around.collect(),
        };
        let op = OpKey { serial: call.serial, frame: NONE };
        self.commands.push(Command::Detach {
            op,
            task,
            input: given(task, call.input.clone()),
            operation_id,
        });
    }

    /// True for a node that sends an event: the result is null, whatever the engine answers (R31).
    fn sends_event(&self, frame: &Frame) -> bool {
        matches!(
            self.node(frame).kind,
            Kind::Invoke(Effect::Task(TaskRow { form: Form::Event, .. }))
        )
    }

    /// How a call of SM4C has ended. One that took too long has a null for its answer.
    pub(in super::super) fn call_ended(
        &self,
        frame: &Frame,
        waiting: &Waiting,
        outcome: Outcome,
    ) -> Result<Value, Failed> {
        let is_limited = matches!(waiting, Waiting::Ongoing(..))
            && self.call_row(frame).is_some_and(|call| call.null_after.is_some());
        match outcome {
            Outcome::Done(_) if self.sends_event(frame) => Ok(Value::Null),
            Outcome::Done(output) => bounded(&output)
                .map(|()| output)
                .map_err(|cause| Box::new(Failure::new(names::TASK_FAILED, cause))),
            Outcome::Items(..) => Err(Box::new(Failure::new(
                names::TASK_FAILED,
                "the engine's answer is none of a task",
            ))),
            Outcome::Failed(error) => Err(error.into_failure()),
            Outcome::TimedOut if is_limited => Ok(Value::Null),
            Outcome::TimedOut | Outcome::HeartbeatMissed => Err(Failure::timed_out(Timeout::Time)),
        }
    }

    /// After a restore: what no engine has taken is to be taken again.
    pub(in super::super) fn issue_detached(&mut self) {
        let detached = self.state.setup().sm4c.as_ref().map(|globals| globals.detached.clone());
        for call in detached.into_iter().flatten() {
            self.command_detached(&call);
        }
    }

    /// Whether a call with this number, that nobody waits for, is still to be made.
    #[doc(hidden)]
    pub fn has_detached(&self, serial: u64) -> bool {
        let globals = self.state.setup().sm4c.as_ref();
        globals.is_some_and(|globals| globals.detached.iter().any(|call| call.serial == serial))
    }

    /// The engine has taken a detached call: a restored execution does not ask for it again.
    pub fn acknowledge(&mut self, op: OpKey) {
        if let Some(globals) = self.state.setup.as_mut().and_then(|setup| setup.sm4c.as_mut()) {
            // Engines take them in the order they come.
            if let Some(at) = globals.detached.iter().position(|call| call.serial == op.serial) {
                globals.detached.remove(at);
            }
        }
    }
}

/// What a call is given: the context attributes of an event are text, whatever made them (reading
/// R22).
pub(in super::super) fn given(task: &TaskRow, mut input: Value) -> Value {
    if task.form != Form::Event {
        return input;
    }
    let text = |value: &Value| {
        if value.as_str().is_some() { value.clone() } else { Value::text(value.to_json_string()) }
    };
    input.update("contextAttributes", |attributes| {
        if let Value::Object(members) = attributes {
            let members = members.entries().iter().map(|(name, value)| (name.clone(), text(value)));
            *attributes = Value::from(members.collect::<Map>());
        }
    });
    input
}

/// What SM4C's row of a node says of the call that it makes.
pub(crate) fn call_row(machine: &'static Machine, place: usize) -> Option<&'static CallRow> {
    match &machine.sm4c?.nodes.get(place)?.work {
        Work::Call(call) => Some(call),
        Work::Plain | Work::Fork(_) | Work::Await(_) => None,
    }
}
