//! The nodes that call tasks.

use super::{Effect, Invoke, Machine, NodeId, NodeKind, State, Task, TaskId};

/// A node that calls a task.
pub(crate) struct Invocation<'m> {
    pub(crate) node: NodeId,
    pub(crate) state: &'m State,
    pub(crate) id: TaskId,
    /// The task with this id.
    pub(crate) task: &'m Task,
    pub(crate) invoke: &'m Invoke,
}

impl Machine {
    /// The nodes that call tasks, in their order.
    pub(crate) fn invocations(&self) -> impl Iterator<Item = Invocation<'_>> {
        let nodes = (0..).map(NodeId).zip(&self.nodes);
        nodes.filter_map(|(id, node)| {
            let NodeKind::Invoke(invoke) = &node.kind else { return None };
            let Effect::Task(call) = &invoke.effect else { return None };
            let state = self.states.get(node.state.index())?;
            let task = self.tasks.get(call.task.index())?;
            Some(Invocation { node: id, state, id: call.task, task, invoke })
        })
    }
}
