//! Data flow: the shapes of the data at each state, and from them the paths, places and comparisons
//! that can never succeed.
//!
//! The machine's input and the results of tasks can be any value; the analysis follows them through
//! the states. An answer is never, maybe or always. Only *never* is a finding: a reachable state
//! certainly fails.

mod border;
mod choice;
mod condition;
#[cfg(feature = "types")]
mod demand;
mod evaluate;
mod exits;
mod fault;
mod join;
#[cfg(feature = "jq")]
mod jq;
#[cfg(not(feature = "jq"))]
#[path = "no_jq.rs"]
mod jq;
mod jsonata;
mod narrow;
mod needs;
mod nested;
mod order;
mod over;
mod place;
#[cfg(feature = "aws-models")]
mod services;
mod shape;
mod show;
mod sm4c;
mod solve;
mod transfer;
mod wanted;

#[cfg(test)]
mod tests;

pub use border::{Answer, Border, Borders, Origin, Place, Step};
#[cfg(feature = "types")]
pub use demand::{Demand, Force, Passed};
pub use fault::Read;
pub use needs::{Given, Needs, Taker};
#[cfg(feature = "aws-models")]
pub(crate) use services::described;
pub use shape::{Constant, Items, Kinds, Member, Members, Shape};
#[cfg(feature = "types")]
pub(crate) use show::show;
pub use solve::Flow;
pub use transfer::Stages;
pub use wanted::Wanted;

use std::collections::BTreeSet;

use fault::Fault;
use narrow::{Seen, reached};
use transfer::Pass;

use crate::ir::{Branch, Condition, Expr, Machine, Node, NodeId, NodeKind, StateId};
#[cfg(feature = "aws-models")]
use asl_source::diagnostics::Code;
use asl_source::diagnostics::{Diagnostic, Diagnostics, Severity};
use asl_source::options::Profile;
use asl_source::span::Span;

/// Checks all nodes that data reach.
pub(super) fn check(machine: &Machine, diagnostics: &mut Diagnostics) {
    let unread = unread(machine, diagnostics);
    let flow = Flow::new(machine, &unread, Borders::default());
    let sources = sources(machine);
    let mut reported = BTreeSet::new();
    for (id, node) in (0..).map(NodeId).zip(&machine.nodes) {
        if flow.is_unread(node) {
            continue;
        }
        for finding in flow.findings(machine, id) {
            if reported.insert((finding.span, finding.code.id())) {
                let from = sources.get(id.index()).into_iter().flatten();
                diagnostics.push(from.fold(finding, |finding, span| {
                    finding.related(*span, "the data come from here")
                }));
            }
        }
    }
    #[cfg(feature = "aws-models")]
    check_results(machine, &unread, &reported, diagnostics);
}

/// Reports what fails with the results that AWS's models know of. A service may be newer than its
/// model, so these are warnings.
#[cfg(feature = "aws-models")]
fn check_results(
    machine: &Machine,
    unread: &[bool],
    reported: &BTreeSet<(Span, &str)>,
    diagnostics: &mut Diagnostics,
) {
    let borders = Borders::default().with_services(machine);
    if !borders.has_services() {
        return;
    }
    let flow = Flow::new(machine, unread, borders);
    let mut places: BTreeSet<Span> = reported.iter().map(|(span, _)| *span).collect();
    for (id, node) in (0..).map(NodeId).zip(&machine.nodes) {
        if flow.is_unread(node) {
            continue;
        }
        for found in flow.findings(machine, id) {
            if places.insert(found.span) {
                let finding = Diagnostic::new(Code::ServiceResult, found.span, found.title)
                    .help("the result of the call is as AWS's models have it");
                diagnostics.push(Diagnostic { label: found.label, ..finding });
            }
        }
    }
}

/// The shapes of the data at each state, stage by stage. `None` if no data ever reach it.
pub fn stages(machine: &Machine) -> Vec<Option<Stages>> {
    let flow = Flow::new(machine, &[], Borders::default());
    machine.states.iter().map(|state| flow.stages(machine, state.entry)).collect()
}

/// Marks of the states in which an error was reported. They may not say what their author meant, so
/// the analysis takes nothing from them.
fn unread(machine: &Machine, diagnostics: &Diagnostics) -> Vec<bool> {
    let mut unread = vec![false; machine.states.len()];
    for error in diagnostics.iter().filter(|found| found.severity == Severity::Error) {
        // States are in the order of the definition: an error is in the last state that starts
        // before it, or in one that contains that state.
        let behind =
            machine.states.partition_point(|state| state.name.span.start <= error.span.start);
        let mut inner = behind.checked_sub(1);
        while let Some(mark) = inner.and_then(|index| unread.get_mut(index)).filter(|mark| !**mark)
        {
            *mark = true;
            let scope = inner.and_then(|index| machine.states.get(index)).map(|state| state.scope);
            let owner = scope
                .and_then(|scope| machine.scopes.get(scope.index()))
                .and_then(|scope| scope.owner);
            inner = owner
                .and_then(|(owner, _)| machine.nodes.get(owner.index()))
                .map(|node| node.state.index());
        }
    }
    unread
}

/// The spans of the states that lead to each node; none if there are many.
fn sources(machine: &Machine) -> Vec<Vec<Span>> {
    const MOST: usize = 3;
    let mut sources = vec![Vec::new(); machine.nodes.len()];
    let mut add = |to: NodeId, from: &Node| {
        let name = machine.states.get(from.state.index()).map(|state| state.name.span);
        if let (Some(list), Some(name)) = (sources.get_mut(to.index()), name) {
            let list: &mut Vec<Span> = list;
            if list.len() <= MOST && !list.contains(&name) {
                list.push(name);
            }
        }
    };
    for node in &machine.nodes {
        node.kind
            .targets()
            .into_iter()
            .filter_map(|target| target.node)
            .for_each(|to| add(to, node));
    }
    for scope in &machine.scopes {
        let owner = scope.owner.and_then(|(owner, _)| machine.nodes.get(owner.index()));
        if let (Some(owner), Some(start)) = (owner, scope.start.node) {
            add(start, owner);
        }
    }
    sources.iter_mut().filter(|list| list.len() > MOST).for_each(Vec::clear);
    sources
}

/// Adds what the conditions and outputs of a Choice fail with.
fn choose(pass: &mut Pass<'_>, branch: &Branch, profile: Profile, findings: &mut Vec<Diagnostic>) {
    let input = pass.choice(branch, profile);
    findings.extend(pass.exit_faults.drain(..).map(Fault::warning));
    condition::types(branch, &input, findings);
    let seen = Seen { data: pass.raw.clone(), variables: pass.variables.clone() };
    let found = expressions(branch, &seen, pass.head);
    let (certain, typed): (Vec<_>, _) = found.into_iter().partition(Fault::is_certain);
    findings.extend(certain.into_iter().map(Fault::warning));
    pass.faults.extend(typed);
    pass.faults.extend(condition::typed(branch, &input));
}

/// The failures of a Choice's conditions and outputs in JSONata, over the data that reach them.
fn expressions(branch: &Branch, seen: &Seen, head: Span) -> Vec<Fault> {
    let (mut faults, mut is_first) = (Vec::new(), true);
    let mut look = |seen: &Seen, condition: Option<&Condition>, output: Option<&Expr>| {
        let data = &seen.data;
        let mut pass = Pass::new(data, head, seen.variables.clone());
        if let Some(Condition::Jsonata(condition)) = condition {
            pass.jsonata(condition, data, "`Condition`", Wanted::Boolean);
        }
        if let Some(Condition::Jq(condition)) = condition {
            // Later conditions may never be asked.
            pass.condition(condition, std::mem::take(&mut is_first));
        }
        if let Some(output) = output {
            pass.evaluate(output, data);
        }
        faults.append(&mut pass.faults);
    };
    let (rules, rest) = reached(branch, seen);
    for (rule, (seen, holds)) in branch.rules.iter().zip(&rules) {
        look(seen, Some(&rule.condition), None);
        look(holds, None, rule.output_value.as_ref());
    }
    look(&rest, None, branch.output_value.as_ref());
    faults
}

impl Flow {
    /// The states that fail whenever they are reached, with the reason.
    pub fn failing(&self, machine: &Machine) -> Vec<(StateId, String)> {
        let nodes = (0..).map(NodeId).zip(&machine.nodes);
        let failing = nodes.flat_map(|(id, node)| {
            let raw = self.input(id);
            let passes = if raw.is_never() {
                Vec::new()
            } else {
                self.passes(machine, id, &raw, &mut Vec::new())
            };
            let own = passes.into_iter().next().map(|pass| pass.faults).unwrap_or_default();
            let own = own.into_iter().filter(Fault::ends_state);
            own.map(|fault| (node.state, fault.diagnostic(machine.profile).title))
        });
        failing.collect()
    }

    /// The findings at a node.
    fn findings(&self, machine: &Machine, id: NodeId) -> Vec<Diagnostic> {
        let raw = self.input(id);
        if machine.nodes.get(id.index()).is_none() || raw.is_never() {
            return Vec::new();
        }
        let mut findings = Vec::new();
        let mut passes = self.passes(machine, id, &raw, &mut findings).into_iter();
        let own = passes.next().map(|pass| pass.faults).unwrap_or_default();
        let own = own.into_iter().filter(Fault::is_certain);
        // In SM4C the levels of findings decide, whatever the profile.
        let profile = if self.is_sm4c { Profile::Aws } else { machine.profile };
        findings.extend(own.map(|fault| fault.diagnostic(profile)));
        // A catcher may never catch an error.
        let caught = passes.flat_map(|pass| pass.faults).filter(Fault::is_certain);
        findings.extend(caught.map(Fault::warning));
        findings
    }

    /// The passes through a node: its own, and those of its catchers.
    fn passes<'a>(
        &'a self,
        machine: &Machine,
        id: NodeId,
        raw: &'a Shape,
        findings: &mut Vec<Diagnostic>,
    ) -> Vec<Pass<'a>> {
        let Some(node) = machine.nodes.get(id.index()) else { return Vec::new() };
        let head =
            machine.states.get(node.state.index()).map_or(node.span, |state| state.name.span);
        let mut pass = Pass::new(raw, head, self.variables_at(id));
        pass.handle(&node.handlers);
        pass.begin();
        match &node.kind {
            NodeKind::Eval(eval) => {
                pass.output = Some(pass.eval(eval));
            }
            NodeKind::Invoke(invoke) => {
                pass.output = Some(pass.invoke(invoke, self.borders.result(id)));
            }
            NodeKind::Branch(branch) => {
                choose(&mut pass, branch, machine.profile, findings);
            }
            NodeKind::Fork(fork) => {
                pass.fork(fork);
                if !pass.fails() {
                    pass.output = Some(pass.joined(fork, |scope| self.end(scope)));
                }
            }
            NodeKind::ForEach(each) => {
                pass.item(each);
                if !pass.fails() {
                    pass.output = Some(pass.gathered(each, self.end(each.body)));
                }
            }
            NodeKind::Await(wait) => {
                for transition in &wait.transitions {
                    pass.event(transition);
                }
            }
            NodeKind::End(end) => {
                pass.output = Some(self.ended(end, &mut pass));
            }
            NodeKind::Fail(fail) => {
                fail.error.iter().for_each(|error| pass.text(error, "`Error`"));
                fail.cause.iter().for_each(|cause| pass.text(cause, "`Cause`"));
            }
        }
        let caught = node.kind.catchers().iter().map(|catcher| {
            let mut pass = Pass::new(raw, head, self.variables_at(id));
            pass.output = Some(pass.caught(catcher));
            pass
        });
        let caught: Vec<_> = caught.collect();
        std::iter::once(pass).chain(caught).collect()
    }

    /// The stages of a node. `None` if no data ever reach it.
    pub fn stages(&self, machine: &Machine, id: NodeId) -> Option<Stages> {
        let raw = self.input(id);
        let node = machine.nodes.get(id.index()).filter(|_| !raw.is_never())?;
        let pass = self.passes(machine, id, &raw, &mut Vec::new()).into_iter().next()?;
        let is_jsonata = machine.states.get(node.state.index()).is_some_and(|it| it.is_jsonata);
        Some(if is_jsonata { pass.stages.in_jsonata() } else { pass.stages })
    }
}
