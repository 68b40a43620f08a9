//! The parts that only SM4C has: global data, error handlers, events, and results by name.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use asl_language::shape;
use asl_language::sm4c::Join;

use super::border::Step;
use super::jq;
use super::over::{Over, Variables};
use super::shape::{Kinds, Member, Members, Shape};
use super::transfer::Pass;
use crate::ir::{
    ErrorHandler, Eval, EventTransition, Exit, Machine, NodeId, NodeKind, Query, ScopeId, Target,
    TaskCall,
};

/// The global data at the start: null is an empty object.
pub(super) fn global(input: &Shape) -> Shape {
    match input.border() {
        Some(border) => {
            let there = Step::Only(shape::Kinds::NULL.others());
            Shape::Border(Rc::new(border.narrow(&[], &there)))
        }
        None => input.clone(),
    }
}

/// The scopes of actions within actions, by their nodes.
pub(super) fn inner_scopes(machine: &Machine) -> HashMap<NodeId, ScopeId> {
    let scopes = (0..).map(ScopeId).zip(&machine.scopes).skip(1);
    let scopes = scopes.filter(|_| machine.sm4c.is_some());
    scopes.filter_map(|(id, scope)| Some((scope.start.node?, id))).collect()
}

/// The nodes around or beside actions within actions whose errors change the global data.
pub(super) fn unsettled(machine: &Machine) -> HashSet<NodeId> {
    let inner = inner_scopes(machine);
    let nodes = || (0..).map(NodeId).zip(&machine.nodes);
    let changing = nodes().filter(|(id, node)| {
        inner.contains_key(id) && node.handlers.iter().any(|handler| handler.merge.is_some())
    });
    let states: HashSet<_> = changing.map(|(_, node)| node.state).collect();
    let has_inner = |kind: &NodeKind| matches!(kind, NodeKind::Fork(_) | NodeKind::ForEach(_));
    let around = nodes().filter(|(id, node)| {
        states.contains(&node.state) && (inner.contains_key(id) || has_inner(&node.kind))
    });
    around.map(|(id, _)| id).collect()
}

/// The targets of the transitions that lead to each exit action.
pub(super) fn noted(machine: &Machine) -> HashMap<NodeId, Vec<Target>> {
    let mut noted: HashMap<NodeId, Vec<Target>> = HashMap::new();
    for node in &machine.nodes {
        if let NodeKind::Eval(Eval { leave_for: Some(target), exit: Exit::Next(next), .. }) =
            &node.kind
            && let Some(exit) = next.node
        {
            noted.entry(exit).or_default().push(target.clone());
        }
    }
    noted
}

/// The result of a call as its node gets it: null without waiting, or when the time is over.
pub(super) fn awaited(call: &TaskCall, result: Shape) -> Shape {
    if call.detached {
        Shape::null()
    } else if call.null_after.is_some() {
        result.or(&Shape::null())
    } else {
        result
    }
}

/// The results of a parallel or a sequence by their names; never if it fails.
pub(super) fn keyed(join: Join, keys: &[String], ends: Vec<Shape>) -> Shape {
    let are_all = matches!(join, Join::All | Join::Settled);
    if are_all && ends.iter().any(Shape::is_never) {
        return Shape::never();
    }
    let mut object = Members::default();
    for (key, end) in keys.iter().zip(ends).filter(|(_, end)| !end.is_never()) {
        object.known.insert(key.clone(), Member::new(end, are_all));
    }
    Shape::from_kinds(Kinds { object: Some(object), ..Kinds::default() })
}

/// The data of an error: a host may add members.
fn error() -> Shape {
    let name = Shape::string().or(&Shape::null());
    Shape::object_with([("ClassName".to_owned(), name), ("Message".to_owned(), Shape::string())])
}

impl Pass<'_> {
    /// Begins with the data that error handlers of the node may have changed.
    pub(super) fn handle(&mut self, handlers: &[ErrorHandler]) {
        if handlers.is_empty() {
            return;
        }
        self.is_handled = true;
        self.may_be_null = handlers.iter().any(|handler| handler.policy.is_none());
        let before = self.variables.global();
        for handler in handlers.iter().filter_map(|handler| handler.merge.as_ref()) {
            self.merge(handler, &error(), false);
        }
        let after = before.or(&self.variables.global());
        // They change the data with each attempt.
        let again = handlers.iter().filter_map(|handler| handler.merge.as_ref());
        let mut changed = after.clone();
        for handler in again {
            self.variables.set_global(after.clone());
            self.merge(handler, &error(), false);
            changed = changed.or(&self.variables.global());
        }
        self.variables.set_global(if changed == after { after } else { Shape::Any });
    }

    /// Replaces the global data by the output of a result handler.
    pub(super) fn merge(&mut self, query: &Query, value: &Shape, is_certain: bool) {
        let over =
            Over { data: self.raw, input: self.raw, item: &Shape::Any, variables: &self.variables };
        let global = jq::merged(query, over, value, is_certain, &mut self.faults);
        self.variables.set_global(global);
    }

    /// Adds what a condition reads to the faults.
    pub(super) fn condition(&mut self, query: &Query, is_certain: bool) {
        let over =
            Over { data: self.raw, input: self.raw, item: &Shape::Any, variables: &self.variables };
        jq::condition(query, over, is_certain, &mut self.faults);
    }

    /// The variables behind a transition for events.
    pub(super) fn event(&mut self, transition: &EventTransition) -> Variables {
        let before = self.variables.clone();
        for group in &transition.groups {
            if let Some(condition) = &group.condition {
                self.condition(condition, false);
            }
        }
        for merge in transition.groups.iter().filter_map(|group| group.merge.as_ref()) {
            self.merge(merge, &Shape::some_object(), false);
        }
        std::mem::replace(&mut self.variables, before)
    }
}
