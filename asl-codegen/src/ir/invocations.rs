//! The nodes that call tasks.

use super::{Effect, Invoke, Machine, NodeId, NodeKind, State, StateId, Task, TaskId};

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
        (0..).map(NodeId).zip(&self.nodes).filter_map(|(id, node)| match &node.kind {
            NodeKind::Invoke(invoke) => self.invocation(id, node.state, invoke),
            NodeKind::Eval(_)
            | NodeKind::Branch(_)
            | NodeKind::Fork(_)
            | NodeKind::ForEach(_)
            | NodeKind::Await(_)
            | NodeKind::End(_)
            | NodeKind::Fail(_) => None,
        })
    }

    fn invocation<'m>(
        &'m self,
        node: NodeId,
        state: StateId,
        invoke: &'m Invoke,
    ) -> Option<Invocation<'m>> {
        let Effect::Task(call) = &invoke.effect else { return None };
        let state = self.states.get(state.index())?;
        let task = self.tasks.get(call.task.index())?;
        Some(Invocation { node, state, id: call.task, task, invoke })
    }
}
