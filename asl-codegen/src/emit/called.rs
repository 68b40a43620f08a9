//! The calls of tasks in a machine, as its transition table names them.

use super::names::Names;
use super::node::call_name;
use crate::ir::{self, Effect, Invoke, NodeId, NodeKind};
use crate::options::Options;
use crate::span::Span;

/// A call of a task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CalledTask<'m> {
    /// Name of the state.
    pub state: &'m str,
    /// Place of that name.
    pub span: Span,
    /// Name of the method in the trait `Tasks`.
    pub method: String,
    /// The Resource.
    pub resource: &'m str,
    /// SM4C: name of the function, subflow or event; empty in ASL.
    pub name: &'m str,
}

/// The calls of tasks in a machine that passed all checks, in the order of its nodes.
pub fn called_tasks<'m>(machine: &'m ir::Machine, options: &Options) -> Vec<CalledTask<'m>> {
    let names = Names::new(machine, options);
    let methods = names.methods();
    let call = |(id, node): (NodeId, &'m ir::Node)| {
        let NodeKind::Invoke(invoke) = &node.kind else { return None };
        let Invoke { effect: Effect::Task(call), .. } = invoke else { return None };
        let task = machine.tasks.get(call.task.index())?;
        let state = machine.states.get(node.state.index())?;
        Some(CalledTask {
            state: &state.name.value,
            span: state.name.span,
            method: methods.method_of(id).name.clone(),
            resource: &task.resource.value,
            name: if machine.sm4c.is_some() { call_name(task, invoke) } else { "" },
        })
    };
    (0..).map(NodeId).zip(&machine.nodes).filter_map(call).collect()
}
