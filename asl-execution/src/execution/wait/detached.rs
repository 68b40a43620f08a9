//! Detached calls. They stay in the state until an engine has taken them, so a crash loses none.

use std::mem;

use serde::{Deserialize, Serialize};

use crate::execution::frame::{Frame, NONE, Waiting};
use crate::execution::history_sm4c::observe_after;
use crate::execution::operation_id::Around;
use crate::execution::{Command, Execution, OpKey, OperationId, Outcome};
use asl_value::error::{Failed, Failure, Timeout, bounded, names};

use crate::execution::step::run::resume;
use crate::execution::wait::task::task_timed_out;
use crate::machine::sm4c::{CallRow, Work};
use crate::machine::{Effect, Form, Kind, Machine, Next, Node, NodeId, TaskRow};
use asl_value::value::{Map, Value};

/// A detached call that no engine has taken yet, and its origin.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Detached {
    pub(crate) serial: u64,
    pub(crate) node: NodeId,
    pub(crate) visit: u32,
    pub(crate) attempt: u32,
    /// Node, visit, attempt and index of the frames around it, outermost first.
    pub(crate) around: Vec<(NodeId, u32, u32, u32)>,
    pub(crate) input: Value,
}

impl Detached {
    /// Renumbers each of its nodes, from the outside in. `moved` is given the new number of the
    /// outer node and the branch.
    pub(crate) fn each_node<E>(
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

    pub(crate) fn check(&self, machine: &Machine) -> Result<(), &'static str> {
        let around = self.around.iter().all(|(node, ..)| row(machine, *node).is_some());
        match row(machine, self.node) {
            Some(Node { kind: Kind::Invoke(Effect::Task(_)), .. }) if around => Ok(()),
            Some(_) | None => Err("a detached call comes from a node that makes none"),
        }
    }
}

pub(crate) fn row(machine: &Machine, node: NodeId) -> Option<&'static Node> {
    machine.nodes.get(usize::try_from(node.0).ok()?)
}

/// The SM4C row of a node's call; `None` in ASL.
pub(crate) fn call_row_of(run: &Execution, frame: &Frame) -> Option<&'static CallRow> {
    match &run.sm4c_node(frame)?.work {
        Work::Call(row) => Some(row),
        Work::Plain | Work::Fork(_) | Work::Await(_) => None,
    }
}

/// Returns true if the call of a node is detached.
pub(crate) fn is_detached(run: &Execution, frame: &Frame) -> bool {
    call_row_of(run, frame).is_some_and(|call| call.detached)
}

/// Starts a detached call, and resumes the frame at once.
pub(crate) fn start_detached(run: &mut Execution, frame: &mut Frame, input: Value) -> Next {
    let mut around = Vec::new();
    let (mut parent, mut index) = (frame.parent, frame.index);
    while let Some(outer) = run.state.frames.frame(parent) {
        around.push((outer.at.node, outer.at.visit, outer.attempt(), index));
        (parent, index) = (outer.parent, outer.index);
    }
    around.reverse();
    let serial = run.next_serial();
    let (node, visit, attempt) = (frame.at.node, frame.at.visit, frame.attempt());
    let call = Detached { serial, node, visit, attempt, around, input };
    command_detached(run, &call);
    run.state.globals_mut().detached.push_back(call);
    observe_after(run, frame);
    resume(run, frame, Value::Null)
}

fn command_detached(run: &mut Execution, call: &Detached) {
    let around = call.around.iter().filter_map(|(node, visit, attempt, index)| {
        let state = row(run.machine, *node)?.state;
        Some(Around { state, visit: *visit, attempt: *attempt, index: *index })
    });
    let Some(node) = row(run.machine, call.node) else { return };
    let Kind::Invoke(Effect::Task(task)) = &node.kind else { return };
    let operation_id =
        OperationId { node, visit: call.visit, attempt: call.attempt, around: around.collect() };
    let op = OpKey { serial: call.serial, frame: NONE };
    run.commands.push(Command::Detach {
        op,
        task,
        input: given(task, call.input.clone()),
        operation_id,
    });
}

/// Returns true for a node that sends an event: its result is null, whatever the engine returns
/// (R31).
fn sends_event(run: &Execution, frame: &Frame) -> bool {
    matches!(run.node(frame).kind, Kind::Invoke(Effect::Task(TaskRow { form: Form::Event, .. })))
}

/// Checks the outcome of an SM4C call. A call that took too long has the result null.
pub(crate) fn check_sm4c_task(
    run: &mut Execution,
    frame: &Frame,
    waiting: &Waiting,
    outcome: &mut Outcome,
) -> Result<(), Failed> {
    let is_limited = matches!(waiting, Waiting::Ongoing(..))
        && call_row_of(run, frame).is_some_and(|call| call.null_after.is_some());
    match outcome {
        Outcome::Done(output) if sends_event(run, frame) => {
            *output = Value::Null;
            Ok(())
        }
        Outcome::Done(output) => {
            bounded(output).map_err(|cause| Box::new(Failure::new(names::TASK_FAILED, cause)))
        }
        Outcome::Items(..) | Outcome::Members(..) => {
            Err(Box::new(Failure::new(names::TASK_FAILED, "the engine's answer is none of a task")))
        }
        Outcome::Failed(error) => Err(mem::take(error).into_failure()),
        Outcome::TimedOut if is_limited => Ok(()),
        Outcome::TimedOut | Outcome::HeartbeatMissed => {
            Err(task_timed_out(run, frame, Timeout::Time))
        }
    }
}

/// Issues the detached calls again that no engine has taken, after a restore.
#[inline]
pub(crate) fn issue_detached(run: &mut Execution) {
    let detached = run.state.setup().sm4c.as_ref().map(|globals| globals.detached.clone());
    for call in detached.into_iter().flatten() {
        command_detached(run, &call);
    }
}

/// The input of a call. The context attributes of an event become text (reading R22).
#[inline]
pub(crate) fn given(task: &TaskRow, input: Value) -> Value {
    if task.form == Form::Event { event_input(input) } else { input }
}

fn event_input(mut input: Value) -> Value {
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

/// The SM4C row of the call that a node makes.
pub fn call_row(machine: &'static Machine, place: usize) -> Option<&'static CallRow> {
    machine.sm4c?;
    match &machine.nodes.get(place)?.sm4c.work {
        Work::Call(call) => Some(call),
        Work::Plain | Work::Fork(_) | Work::Await(_) => None,
    }
}
