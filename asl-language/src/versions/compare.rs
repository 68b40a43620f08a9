//! Compares two machines state by state, from the outside in.

use std::collections::{BTreeMap, VecDeque};

use crate::transition::Cause;

use super::{Change, Comparison, NodeOutline, Outline, StateComparison, Verdict, WorkOutline};

/// The wait of a part of an execution in a node, as far as it matters for moving it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Held {
    /// The state has not started.
    Turn,
    /// Its task.
    Task,
    /// Time.
    Time,
    /// Its next attempt.
    Attempt,
    /// Events.
    Events,
    /// Child frames.
    Children,
}

/// The states of a machine, prepared for a comparison.
struct States {
    /// The nodes of each state, by scope and name, in their order.
    nodes: BTreeMap<(u32, String), Vec<u32>>,
    /// The node and branch to which each scope belongs.
    owners: BTreeMap<u32, (u32, usize)>,
}

impl States {
    #[inline]
    fn of(outline: &Outline) -> Self {
        let (mut nodes, mut owners) = (BTreeMap::<_, Vec<u32>>::new(), BTreeMap::new());
        for (number, node) in (0..).zip(&outline.nodes) {
            nodes.entry((node.scope, node.state.clone())).or_default().push(number);
            for (branch, scope) in node.inner(outline).into_iter().enumerate() {
                owners.insert(scope, (number, branch));
            }
        }
        Self { nodes, owners }
    }

    /// Path of a state, such as `Fan.1.Pay`. In SM4C only actions are inside states, so it is
    /// `Pay`.
    #[inline]
    fn path(&self, outline: &Outline, node: &NodeOutline) -> String {
        if outline.is_sm4c {
            return node.state.clone();
        }
        let (mut path, mut scope, mut levels) = (node.state.clone(), node.scope, 0);
        while let Some((owner, branch)) = self.owners.get(&scope) {
            let Some(around) = outline.node(*owner).filter(|around| around.scope != scope) else {
                break;
            };
            path = format!("{}.{branch}.{path}", around.state);
            // Hand-written tables may contain cycles.
            levels += 1;
            if levels > self.owners.len() {
                break;
            }
            scope = around.scope;
        }
        path
    }
}

impl WorkOutline {
    /// The nodes at which its branches, or its body, start.
    pub fn starts(&self) -> &[u32] {
        match self {
            Self::Fork(starts) => starts.as_slice(),
            Self::ForEach { body, .. } => std::slice::from_ref(body),
            Self::Plain | Self::Task { .. } | Self::Wait | Self::Await => &[],
        }
    }
}

impl NodeOutline {
    /// The scopes of its branches, or of its body.
    pub fn inner(&self, outline: &Outline) -> Vec<u32> {
        self.work.starts().iter().filter_map(|start| outline.scope_of(*start)).collect()
    }

    /// Identifies SM4C's nodes within their states.
    fn is_like(&self, other: &Self) -> bool {
        let work = |node: &Self| std::mem::discriminant(&node.work);
        (work(self), self.print.call, self.print.input, &self.action)
            == (work(other), other.print.call, other.print.input, &other.action)
    }
}

/// Two versions of a machine.
pub struct Pair<'o> {
    old: &'o Outline,
    new: &'o Outline,
    old_states: States,
    new_states: States,
}

impl<'o> Pair<'o> {
    #[inline]
    pub fn new(old: &'o Outline, new: &'o Outline) -> Self {
        Self { old, new, old_states: States::of(old), new_states: States::of(new) }
    }

    /// The node of the new machine that corresponds to one of the old machine. `scope` is the
    /// counterpart of the old node's scope.
    #[inline]
    pub fn counterpart(&self, at: u32, scope: u32) -> Result<u32, Change> {
        let Some(node) = self.old.node(at) else { return Err(Change::Removed) };
        let Some(found) = self.new_states.nodes.get(&(scope, node.state.clone())) else {
            if let Some(renamed) = self.renamed(node, scope) {
                return Ok(renamed);
            }
            let elsewhere = self.new.nodes.iter().find(|other| other.state == node.state);
            let moved = |other: &NodeOutline| Change::Moved(self.new_states.path(self.new, other));
            return Err(elsewhere.map_or(Change::Removed, moved));
        };
        let same = self
            .old_states
            .nodes
            .get(&(node.scope, node.state.clone()))
            .map_or(&[][..], Vec::as_slice);
        if self.old.is_sm4c {
            return self.like(at, node, same, found);
        }
        let ordinal = same.iter().position(|other| *other == at).unwrap_or_default();
        found.get(ordinal).copied().ok_or(Change::Removed)
    }

    /// The node of a task or a wait that has another name: the only new one that does the same, in the
    /// place of the only one that is gone.
    fn renamed(&self, node: &NodeOutline, scope: u32) -> Option<u32> {
        if self.old.is_sm4c || !matches!(node.work, WorkOutline::Task { .. } | WorkOutline::Wait) {
            return None;
        }
        let is_alike = |other: &NodeOutline| {
            let begin = |node: &NodeOutline| (node.print.call, node.print.input);
            other.work == node.work && begin(other) == begin(node)
        };
        let is_in = |states: &States, scope, name: &str| {
            states.nodes.contains_key(&(scope, name.to_owned()))
        };
        let gone = self.old.nodes.iter().filter(|other| {
            other.scope == node.scope
                && is_alike(other)
                && !is_in(&self.new_states, scope, &other.state)
        });
        let come = (0..).zip(&self.new.nodes).filter(|(_, other)| {
            other.scope == scope
                && is_alike(other)
                && !is_in(&self.old_states, node.scope, &other.state)
        });
        let come: Vec<u32> = come.map(|(number, _)| number).take(2).collect();
        match come.as_slice() {
            [one] if gone.take(2).count() == 1 => Some(*one),
            _ => None,
        }
    }

    /// Finds the counterpart in SM4C, where a state has several nodes, by what they do.
    #[inline]
    fn like(
        &self,
        at: u32,
        node: &NodeOutline,
        same: &[u32],
        found: &[u32],
    ) -> Result<u32, Change> {
        let like = |outline: &Outline, other: u32| {
            outline.node(other).is_some_and(|other| other.is_like(node))
        };
        let mut alike = same.iter().filter(|other| like(self.old, **other));
        let ordinal = alike.position(|other| *other == at).unwrap_or_default();
        if let Some(found) = found.iter().filter(|other| like(self.new, **other)).nth(ordinal) {
            return Ok(*found);
        }
        // At the start of a state none of its work is done.
        match (same.first(), found.first()) {
            (Some(first), Some(found)) if *first == at && node.work == WorkOutline::Plain => {
                Ok(*found)
            }
            (_, _) => {
                Err(Change::Action(node.action.clone().unwrap_or_else(|| "of its own".to_owned())))
            }
        }
    }

    /// Returns true if a part of an execution with this wait can continue in the other node.
    #[inline]
    pub fn movable(&self, from: u32, to: u32, held: Held, is_retried: bool) -> Result<(), Change> {
        let (Some(from), Some(to)) = (self.old.node(from), self.new.node(to)) else {
            return Err(Change::Removed);
        };
        let matters = |change: &Change| {
            let (call, children) = (held == Held::Task, held == Held::Children);
            (held != Held::Turn || !matches!(change, Change::Type(..)))
                && (call
                    || !matches!(change, Change::Resource(..) | Change::Call | Change::TaskInput))
                && (children || !matches!(change, Change::Branches(..) | Change::Processor))
                && (held == Held::Events || !matches!(change, Change::Events))
                && (is_retried || !matches!(change, Change::Retriers))
        };
        let blocks_migration = |change: &Change| change.blocks_migration() && matters(change);
        differences(self.old, from, self.new, to)
            .into_iter()
            .find(blocks_migration)
            .map_or(Ok(()), Err)
    }

    /// Returns true if time-outs of the other node differ.
    pub fn has_other_limits(&self, from: u32, to: u32) -> bool {
        let limits =
            |outline: &Outline, node: u32| outline.node(node).map(|node| node.print.limits);
        limits(self.old, from) != limits(self.new, to)
    }

    /// The counterpart of the scope of a branch or an iteration.
    #[inline]
    pub fn inner(&self, to: u32, branch: u32) -> Option<u32> {
        let node = self.new.node(to)?;
        let branch = if matches!(node.work, WorkOutline::ForEach { .. }) { 0 } else { branch };
        node.inner(self.new).get(usize::try_from(branch).ok()?).copied()
    }
}

/// The changes of a node.
#[inline]
fn differences(old: &Outline, from: &NodeOutline, new: &Outline, to: &NodeOutline) -> Vec<Change> {
    let mut changes = Vec::new();
    let kinds = || (from.state_kind.clone(), to.state_kind.clone());
    let is_same = from.print.call == to.print.call;
    let is_same_input = from.print.input == to.print.input;
    if from.state_kind != to.state_kind
        || std::mem::discriminant(&from.work) != std::mem::discriminant(&to.work)
    {
        let (old, new) = kinds();
        changes.push(if from.work == WorkOutline::Plain {
            Change::Became(old, new)
        } else {
            Change::Type(old, new)
        });
        return changes;
    }
    match (&from.work, &to.work) {
        (WorkOutline::Task { resource: old }, WorkOutline::Task { resource: new }) => {
            if old != new {
                changes.push(Change::Resource(old.clone(), new.clone()));
            } else if !is_same {
                changes.push(Change::Call);
            }
            changes.extend((!is_same_input).then_some(Change::TaskInput));
        }
        (WorkOutline::Fork(old), WorkOutline::Fork(new)) => {
            changes.extend(
                (!is_same || old.len() != new.len())
                    .then_some(Change::Branches(old.len(), new.len())),
            );
            changes.extend((!is_same_input).then_some(Change::Input));
        }
        (WorkOutline::ForEach { window: old, .. }, WorkOutline::ForEach { window: new, .. }) => {
            changes.extend((!is_same).then_some(Change::Processor));
            changes.extend((!is_same_input).then_some(Change::Input));
            changes.extend((old != new).then_some(Change::Window));
        }
        (WorkOutline::Wait, _) => {
            changes.extend((!is_same || !is_same_input).then_some(Change::Wait));
        }
        (WorkOutline::Await, _) => changes.extend((!is_same).then_some(Change::Events)),
        (_, _) => changes.extend((!is_same || !is_same_input).then_some(Change::Input)),
    }
    changes.extend((from.print.limits != to.print.limits).then_some(Change::Limits));
    changes.extend((from.print.output != to.print.output).then_some(Change::Output));
    if from.retry != to.retry {
        let names = |node: &NodeOutline| {
            node.retry.iter().map(|retrier| retrier.errors.clone()).collect::<Vec<_>>()
        };
        let is_kept = from.retry.is_empty() || names(from) == names(to);
        changes.push(if is_kept { Change::Retry } else { Change::Retriers });
    }
    if from.print.errors != to.print.errors || from.catch != to.catch {
        changes.push(Change::Errors);
    }
    changes.extend(exits(old, from, new, to));
    changes
}

/// Transitions with another target. In SM4C, those that exit the state.
#[inline]
fn exits(old: &Outline, from: &NodeOutline, new: &Outline, to: &NodeOutline) -> Vec<Change> {
    let causes = |outline: &Outline, node: &NodeOutline| -> Vec<(Cause, String)> {
        let name =
            |to: u32| outline.node(to).map_or_else(String::new, |node| format!("`{}`", node.state));
        let ways = node
            .exits
            .iter()
            .map(|(cause, to)| (*cause, to.map_or_else(|| "the end".to_owned(), name)));
        ways.filter(|(_, name)| !outline.is_sm4c || *name != format!("`{}`", node.state)).collect()
    };
    let (before, after) = (causes(old, from), causes(new, to));
    let nothing = || "nothing".to_owned();
    let mut changes = Vec::new();
    let length = before.len().max(after.len());
    for at in 0..length {
        let (old, new) = (before.get(at), after.get(at));
        if old == new {
            continue;
        }
        let Some(cause) = old.or(new).map(|(cause, _)| cause_name(*cause)) else { continue };
        let name =
            |way: Option<&(Cause, String)>| way.map_or_else(nothing, |(_, name)| name.clone());
        changes.push(Change::Exit(cause, name(old), name(new)));
    }
    changes
}

fn cause_name(cause: Cause) -> String {
    match cause {
        Cause::Next => "its end".to_owned(),
        Cause::Default => "its default".to_owned(),
        Cause::Timer => "its timer".to_owned(),
        Cause::Choice(_)
        | Cause::Catch(_)
        | Cause::Condition(_)
        | Cause::NoCondition
        | Cause::Event(_) => cause.to_string(),
    }
}

impl Outline {
    /// Compares this machine with a new one: the effect on executions.
    #[inline]
    pub fn compare(&self, new: &Self) -> Comparison {
        let mut states = Walk::new(self, new).run();
        states.sort_by_key(|(number, _)| *number);
        let old_states = States::of(self);
        let known: Vec<String> =
            self.nodes.iter().map(|node| old_states.path(self, node)).collect();
        let new_states = States::of(new);
        let mut added = Vec::new();
        for node in &new.nodes {
            let path = new_states.path(new, node);
            if !known.contains(&path) && !added.contains(&path) {
                added.push(path);
            }
        }
        Comparison {
            old: self.source.clone(),
            new: new.source.clone(),
            machine: self.changes(new),
            states: states.into_iter().map(|(_, state)| state).collect(),
            added,
        }
    }

    /// The changes that concern all executions.
    #[inline]
    pub fn changes(&self, new: &Self) -> Vec<Change> {
        let all = [
            (self.is_sm4c != new.is_sm4c, Change::Language),
            (!self.uses_context && new.uses_context, Change::Context),
            (self.is_aws != new.is_aws, Change::Profile),
            (self.has_quotas != new.has_quotas, Change::Quotas),
            (self.time_limit != new.time_limit, Change::Deadline),
        ];
        all.into_iter().filter(|(is_changed, _)| *is_changed).map(|(_, change)| change).collect()
    }
}

/// A walk through the scopes of the old machine, from the outside in.
pub(super) struct Walk<'o> {
    pub(super) pair: Pair<'o>,
    /// The counterpart of each scope of the old machine. `Err`: the state that contains it cannot
    /// be moved.
    pub(super) scopes: BTreeMap<u32, Result<u32, String>>,
    /// Scopes to visit, in order.
    rest: VecDeque<u32>,
}

impl<'o> Walk<'o> {
    #[inline]
    pub(super) fn new(old: &'o Outline, new: &'o Outline) -> Self {
        let mut scopes = BTreeMap::new();
        for (old_start, new_start) in
            [(Some(old.start), Some(new.start)), (old.on_timeout, new.on_timeout)]
        {
            let Some(scope) = old_start.and_then(|start| old.scope_of(start)) else { continue };
            let becomes = new_start
                .and_then(|start| new.scope_of(start))
                .ok_or_else(|| "the time-out".to_owned());
            scopes.entry(scope).or_insert(becomes);
        }
        let rest = scopes.keys().copied().collect();
        Self { pair: Pair::new(old, new), scopes, rest }
    }

    #[inline]
    fn run(mut self) -> Vec<(u32, StateComparison)> {
        let mut states: BTreeMap<String, (u32, StateComparison)> = BTreeMap::new();
        let mut nodes: BTreeMap<u32, Vec<(u32, &NodeOutline)>> = BTreeMap::new();
        for (at, node) in (0..).zip(&self.pair.old.nodes) {
            nodes.entry(node.scope).or_default().push((at, node));
        }
        while let Some((scope, (at, node))) = self.next(&mut nodes) {
            let (place, changes) = self.node(scope, at, node);
            let path = self.pair.old_states.path(self.pair.old, node);
            let (number, state) = states.entry(path.clone()).or_insert_with(|| {
                let state = StateComparison {
                    state: path,
                    old: node.place,
                    new: None,
                    verdict: Verdict::Same,
                    changes: vec![],
                };
                (at, state)
            });
            *number = at.min(*number);
            state.new = state.new.or(place);
            let worst = changes.iter().map(|change| {
                if change.blocks_migration() { Verdict::Stuck } else { Verdict::Movable }
            });
            state.verdict = worst.chain([state.verdict]).max().unwrap_or(state.verdict);
            for change in changes {
                if !state.changes.contains(&change) {
                    state.changes.push(change);
                }
            }
        }
        states.into_values().collect()
    }

    /// The next node; all nodes of a scope come before those of others.
    #[inline]
    pub(super) fn next(
        &mut self,
        nodes: &mut BTreeMap<u32, Vec<(u32, &'o NodeOutline)>>,
    ) -> Option<(u32, (u32, &'o NodeOutline))> {
        loop {
            let scope = *self.rest.front()?;
            match nodes.get_mut(&scope).filter(|nodes| !nodes.is_empty()) {
                Some(nodes) => return Some((scope, nodes.remove(0))),
                None => self.rest.pop_front(),
            };
        }
    }

    /// The changes of a node, and the new place of its state.
    #[inline]
    pub(super) fn node(
        &mut self,
        scope: u32,
        at: u32,
        node: &NodeOutline,
    ) -> (Option<(u32, u32)>, Vec<Change>) {
        let path = self.pair.old_states.path(self.pair.old, node);
        let found = match self.scopes.get(&scope) {
            Some(Ok(new_scope)) => self.pair.counterpart(at, *new_scope),
            Some(Err(around)) => Err(Change::Inside(around.clone())),
            None => Err(Change::Removed),
        };
        // A node of SM4C in which no execution waits may be removed.
        let is_free = self.pair.old.is_sm4c && node.work == WorkOutline::Plain;
        let (to, changes) = match found {
            Ok(to) => (self.pair.new.node(to), None),
            Err(Change::Action(_)) if is_free => (None, Some(vec![Change::Input])),
            Err(change) => (None, Some(vec![change])),
        };
        let changes = match (to, changes) {
            (Some(to), _) => {
                let mut changes = differences(self.pair.old, node, self.pair.new, to);
                if node.state != to.state {
                    changes.push(Change::Renamed(to.state.clone()));
                }
                changes
            }
            (None, changes) => changes.unwrap_or_default(),
        };
        let is_stuck = changes.iter().any(Change::blocks_migration);
        let inner = to.map_or_else(Vec::new, |to| to.inner(self.pair.new)).into_iter().map(Ok);
        let mut inner = inner.chain(std::iter::repeat_with(|| Err(path.clone())));
        for scope in node.inner(self.pair.old) {
            let becomes = inner.next().unwrap_or_else(|| Err(path.clone()));
            self.scopes.insert(scope, if is_stuck { Err(path.clone()) } else { becomes });
            self.rest.push_back(scope);
        }
        (to.map(|to| to.place), changes)
    }
}
