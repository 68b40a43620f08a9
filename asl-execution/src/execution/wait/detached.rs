//! Detached calls. They stay in the state until an engine has taken them, so a crash loses none.

use serde::{Deserialize, Serialize};

use crate::execution::frame::{Frame, NONE, call_row_of, row};
use crate::execution::ids::operation_id::Around;
use crate::execution::observe::history_sm4c::observe_after;
use crate::execution::step::enter::resume;
use crate::execution::wait::task::given;
use crate::execution::{Command, Execution, OpKey, OperationId};
use crate::machine::{Effect, Kind, Machine, Next, Node, NodeId};
use asl_value::value::Value;

/// A detached call that no engine has taken yet, and its origin.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::execution) struct Detached {
    pub(in crate::execution) serial: u64,
    pub(in crate::execution) node: NodeId,
    pub(in crate::execution) visit: u32,
    pub(in crate::execution) attempt: u32,
    /// Node, visit, attempt and index of the frames around it, outermost first.
    pub(in crate::execution) around: Vec<(NodeId, u32, u32, u32)>,
    pub(in crate::execution) input: Value,
}

impl Detached {
    /// Renumbers each of its nodes, from the outside in. `moved` is given the new number of the
    /// outer node and the branch.
    pub(in crate::execution) fn each_node<E>(
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

    pub(in crate::execution) fn check(&self, machine: &Machine) -> Result<(), &'static str> {
        let around = self.around.iter().all(|(node, ..)| row(machine, *node).is_some());
        match row(machine, self.node) {
            Some(Node { kind: Kind::Invoke(Effect::Task(_)), .. }) if around => Ok(()),
            Some(_) | None => Err("a detached call comes from a node that makes none"),
        }
    }
}

/// Returns true if the call of a node is detached.
pub(in crate::execution) fn is_detached(run: &Execution, frame: &Frame) -> bool {
    call_row_of(run, frame).is_some_and(|call| call.detached)
}

/// Starts a detached call, and resumes the frame at once.
pub(in crate::execution) fn start_detached(
    run: &mut Execution,
    frame: &mut Frame,
    input: Value,
) -> Next {
    let around = run.state.frames.around(frame);
    let around = around.map(|(outer, at)| (outer.at.node, outer.at.visit, outer.attempt(), at));
    let mut around: Vec<_> = around.collect();
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

/// Issues the detached calls again that no engine has taken, after a restore.
#[inline]
pub(in crate::execution) fn issue_detached(run: &mut Execution) {
    let detached = run.state.setup().sm4c.as_ref().map(|globals| globals.detached.clone());
    for call in detached.into_iter().flatten() {
        command_detached(run, &call);
    }
}
