//! The calls of tasks in a machine, as its transition table names them.

use super::names::Names;
use super::nested;
use crate::ir::{self, Invocation, NodeId};
use asl_source::options::Options;
use asl_source::span::Span;

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
    /// The node that calls it.
    pub node: NodeId,
    /// True if the method takes the payload of a request and returns that of the response.
    pub has_envelope: bool,
    /// The index in the option `machines` of the machine of which it starts an execution.
    pub starts: Option<usize>,
}

/// The calls of tasks in a machine that passed all checks, in the order of its nodes.
pub fn called_tasks<'m>(machine: &'m ir::Machine, options: &Options) -> Vec<CalledTask<'m>> {
    let names = Names::new(machine, options);
    let methods = names.methods();
    let started = nested::started(machine, options);
    let called =
        machine.invocations().map(|Invocation { node, state, task, invoke, .. }| CalledTask {
            state: &state.name.value,
            span: state.name.span,
            method: methods.method_of(node).name.clone(),
            resource: &task.resource.value,
            node,
            has_envelope: methods.entry(node).has_envelope,
            starts: started.get(&node).copied(),
            name: if machine.sm4c.is_some() { invoke.call_name(task) } else { "" },
        });
    called.collect()
}
