//! The language's own errors that a state can raise. An entry for another one never matches.
//!
//! Errors that AWS documents count as possible, even if they were never observed.

use crate::ir::{Effect, Expr, Machine, Node, NodeKind, ScopeId};
use asl_language::error_names::PREFIX;

/// Properties of scopes, at any depth.
pub(super) struct Raises {
    /// By scope: true if there is a Task in it.
    tasks: Vec<bool>,
    /// By scope: true if a Task in it has a heartbeat.
    heartbeats: Vec<bool>,
    /// By scope: true if errors in it can have any name. They can in Tasks, in Maps that may read
    /// items from outside, and in Fail states whose error comes from the data.
    free: Vec<bool>,
    /// By state: true if it is in JSONata.
    jsonata: Vec<bool>,
}

impl Raises {
    /// Collects the properties of a machine's scopes.
    pub(super) fn new(machine: &Machine) -> Self {
        let none = vec![false; machine.scopes.len()];
        let jsonata = machine.states.iter().map(|state| state.is_jsonata).collect();
        let mut raises =
            Self { tasks: none.clone(), heartbeats: none.clone(), free: none, jsonata };
        for state in &machine.states {
            let Some(node) = machine.nodes.get(state.entry.index()) else { continue };
            if fails_freely(node) {
                mark(&mut raises.free, machine, state.scope);
            }
            if let Some(heartbeat) = heartbeat(node) {
                mark(&mut raises.tasks, machine, state.scope);
                if heartbeat {
                    mark(&mut raises.heartbeats, machine, state.scope);
                }
            }
        }
        raises
    }

    /// The reason for which a state never has an error of this name. `None` if it can.
    pub(super) fn never(&self, node: &Node, name: &str) -> Option<&'static str> {
        match &node.kind {
            NodeKind::Invoke(_) => self.never_of_task(node, name),
            NodeKind::Fork(fork) => self.never_of_scopes(name, &fork.branches),
            NodeKind::ForEach(each) if name.starts_with(PREFIX) => {
                self.never_of_scopes(name, &[each.body])
            }
            // An error of a reader may have a name of AWS's services.
            NodeKind::ForEach(_)
            | NodeKind::Eval(_)
            | NodeKind::Branch(_)
            | NodeKind::Await(_)
            | NodeKind::End(_)
            | NodeKind::Fail(_) => None,
        }
    }

    fn never_of_task(&self, node: &Node, name: &str) -> Option<&'static str> {
        let in_jsonata = self.jsonata.get(node.state.index()).is_some_and(|jsonata| *jsonata);
        match name {
            "States.NoChoiceMatched" => Some("only a Choice has this error"),
            "States.BranchFailed" => Some("only a Parallel has this error"),
            "States.ExceedToleratedFailureThreshold"
            | "States.ItemReaderFailed"
            | "States.ResultWriterFailed" => Some("only a Map has this error"),
            "States.QueryEvaluationError" if !in_jsonata => Some("only JSONata has this error"),
            "States.HeartbeatTimeout" if heartbeat(node) != Some(true) => {
                Some("the task has no `HeartbeatSeconds`")
            }
            _ => None,
        }
    }

    fn never_of_scopes(&self, name: &str, scopes: &[ScopeId]) -> Option<&'static str> {
        let any = |marks: &[bool]| {
            scopes.iter().any(|scope| marks.get(scope.index()).copied().unwrap_or(true))
        };
        match name {
            "States.Timeout" | "States.Permissions" if !any(&self.tasks) => {
                Some("there is no Task inside that could have it")
            }
            "States.HeartbeatTimeout" if !any(&self.heartbeats) => {
                Some("no Task inside has `HeartbeatSeconds`")
            }
            _ if !name.starts_with(PREFIX) && !any(&self.free) => {
                Some("there is no Task inside, and no Fail state of the machine has this error")
            }
            _ => None,
        }
    }
}

/// True if a node's errors can have names that are not in the definition.
fn fails_freely(node: &Node) -> bool {
    match &node.kind {
        NodeKind::Invoke(invoke) => matches!(invoke.effect, Effect::Task { .. }),
        NodeKind::ForEach(_) => true,
        NodeKind::Fail(fail) => !matches!(&fail.error, None | Some(Expr::Literal(_))),
        NodeKind::Eval(_)
        | NodeKind::Branch(_)
        | NodeKind::Fork(_)
        | NodeKind::Await(_)
        | NodeKind::End(_) => false,
    }
}

/// For a Task, true if it has a heartbeat.
fn heartbeat(node: &Node) -> Option<bool> {
    let NodeKind::Invoke(invoke) = &node.kind else { return None };
    match invoke.effect {
        Effect::Task(ref call) => Some(call.has_heartbeat()),
        Effect::Wait(_) => None,
    }
}

/// Marks a scope and all enclosing scopes, up to one that is already marked.
fn mark(marks: &mut [bool], machine: &Machine, scope: ScopeId) {
    let mut scope = Some(scope);
    while let Some(id) = scope {
        let Some(mark) = marks.get_mut(id.index()).filter(|mark| !**mark) else { return };
        *mark = true;
        let owner = machine.scopes.get(id.index()).and_then(|scope| scope.owner);
        let state =
            owner.and_then(|(node, _)| machine.nodes.get(node.index())).map(|node| node.state);
        scope = state.and_then(|state| machine.states.get(state.index())).map(|state| state.scope);
    }
}
