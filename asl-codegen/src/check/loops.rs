//! Loops: those that neither wait nor call a task nor compute anything, those whose data grow with
//! each round, and retries that last longer than the machine may run.

use std::collections::HashSet;

use super::cycles::cycles;
use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::expr::jsonpath::{Path, ReferenceStep, Root};
use crate::ir::{
    Assignment, Branch, Comparison, Condition, Effect, Eval, Expr, Machine, Node, NodeKind, Output,
    Place, Retrier, Selection,
};
use crate::span::Span;

/// Checks all loops.
pub(super) fn check(machine: &Machine, diagnostics: &mut Diagnostics) {
    idle(machine, diagnostics);
    growing(machine, diagnostics);
    outlasting(machine, diagnostics);
}

/// Reports loops that go round without anything that could end them, other than by chance in the
/// first round.
fn idle(machine: &Machine, diagnostics: &mut Diagnostics) {
    let part: Vec<bool> = machine.nodes.iter().map(is_idle).collect();
    for group in cycles(machine, &part) {
        let nodes = || group.iter().filter_map(|id| machine.nodes.get(id.index()));
        let leaves = |node: &Node| {
            node.kind
                .targets()
                .iter()
                .any(|target| target.node.is_none_or(|id| group.binary_search(&id).is_err()))
        };
        // That a loop without an exit never ends was reported.
        if !nodes().any(leaves) {
            continue;
        }
        let names = nodes()
            .filter_map(|node| machine.states.get(node.state.index()))
            .map(|state| &state.name);
        let mut names = names.take(4);
        let Some(first) = names.next() else { continue };
        let title = "this loop neither waits nor calls a task";
        let mut diagnostic = Diagnostic::new(Code::IdleLoop, first.span, title)
            .label(format!(
                "`{}` goes round as fast as it can, and nothing on the way computes anything",
                first.value
            ))
            .help("put a Wait or a Task into the loop, or count its rounds with `States.MathAdd`");
        for name in names {
            diagnostic = diagnostic.related(name.span, format!("through `{}`", name.value));
        }
        diagnostics.push(diagnostic);
    }
}

/// Whether a node neither takes time nor computes anything: once more it does the same again.
fn is_idle(node: &Node) -> bool {
    match &node.kind {
        NodeKind::Eval(eval) => {
            let whole =
                eval.input.select == Selection::Whole && eval.output.select == Selection::Whole;
            let result =
                eval.result.is_some() || eval.input.template.as_ref().is_none_or(is_literal);
            // Without either its input is its result: in itself it would grow.
            let nests = matches!(eval.output.place, Place::At(_)) && is_bare(eval);
            whole && result && !nests && eval.output.assign.iter().all(is_constant)
        }
        NodeKind::Branch(branch) => {
            let rules = branch.rules.iter();
            branch.input == Selection::Whole
                && branch.output == Selection::Whole
                && branch.assign.iter().all(is_constant)
                && rules.clone().all(|rule| rule.assign.iter().all(is_constant))
                && !rules.clone().any(|rule| asks_the_context(&rule.condition))
        }
        NodeKind::Invoke(_)
        | NodeKind::Fork(_)
        | NodeKind::ForEach(_)
        | NodeKind::Await(_)
        | NodeKind::End(_)
        | NodeKind::Fail(_) => false,
    }
}

fn is_literal(expr: &Expr) -> bool {
    matches!(expr, Expr::Literal(_))
}

fn is_constant(assignment: &Assignment) -> bool {
    is_literal(&assignment.value)
}

/// Whether an Eval hands its input on as it is.
fn is_bare(eval: &Eval) -> bool {
    eval.result.is_none() && eval.input.template.is_none()
}

/// Whether a condition looks at the clock and the like.
fn asks_the_context(condition: &Condition) -> bool {
    let is_context = |path: &Path| path.root == Root::Context;
    match condition {
        Condition::And(inner) | Condition::Or(inner) => inner.iter().any(asks_the_context),
        Condition::Not(inner) => asks_the_context(inner),
        Condition::Jq(_) => false,
        Condition::Compare { variable, comparison } => {
            let other = match comparison {
                Comparison::Place(_, _, path) => is_context(path),
                Comparison::String(..)
                | Comparison::Numeric(..)
                | Comparison::Boolean(_)
                | Comparison::Timestamp(..)
                | Comparison::Matches(_)
                | Comparison::Is(..) => false,
            };
            is_context(variable) || other
        }
    }
}

/// Where an Eval puts all of its input into itself.
struct Nesting<'a> {
    /// The path that says so.
    span: Span,
    /// The first name on the way to the copy.
    key: &'a str,
}

/// Reports loops in which each round puts the data into themselves.
fn growing(machine: &Machine, diagnostics: &mut Diagnostics) {
    let nestings: Vec<Option<Nesting<'_>>> = machine.nodes.iter().map(nesting).collect();
    let keys: HashSet<&str> = nestings.iter().flatten().map(|nesting| nesting.key).collect();
    if keys.is_empty() {
        return;
    }
    let part: Vec<bool> = machine
        .nodes
        .iter()
        .zip(&nestings)
        .map(|(node, nesting)| nesting.is_some() || keeps(node, &keys))
        .collect();
    for group in cycles(machine, &part) {
        for id in group {
            let Some(Some(nesting)) = nestings.get(id.index()) else { continue };
            diagnostics.push(
                Diagnostic::new(
                    Code::GrowingLoop,
                    nesting.span,
                    "each round of this loop puts the data into themselves",
                )
                .label(format!("all of the data, with `{}` of the last round in them", nesting.key))
                .help("take only what is needed, such as `$.items`"),
            );
        }
    }
}

/// How an Eval nests its input.
fn nesting(node: &Node) -> Option<Nesting<'_>> {
    let NodeKind::Eval(eval) = &node.kind else { return None };
    if eval.result.is_some()
        || eval.input.select != Selection::Whole
        || eval.output.select != Selection::Whole
    {
        return None;
    }
    let place = match &eval.output.place {
        Place::Whole => None,
        Place::Discard | Place::Merge(_) => return None,
        Place::At(path) => match path.steps.first()? {
            ReferenceStep::Key(key) => Some((key.as_str(), path.span)),
            ReferenceStep::Index(_) => return None,
        },
    };
    match (&eval.input.template, place) {
        (None, place) => place.map(|(key, span)| Nesting { span, key }),
        (Some(Expr::Object(members)), None) => {
            members.iter().find_map(|(key, value)| whole(value).map(|span| Nesting { span, key }))
        }
        (Some(template), Some((key, _))) => whole(template).map(|span| Nesting { span, key }),
        (
            Some(
                Expr::Literal(_)
                | Expr::Path { .. }
                | Expr::Call { .. }
                | Expr::Jq(_)
                | Expr::Array(_),
            ),
            None,
        ) => None,
    }
}

/// A `$` in a template.
fn whole(expr: &Expr) -> Option<Span> {
    match expr {
        Expr::Path { path, .. } => path.is_data().then_some(path.span),
        Expr::Object(members) => members.iter().find_map(|(_, value)| whole(value)),
        Expr::Array(items) => items.iter().find_map(whole),
        Expr::Literal(_) | Expr::Call { .. } | Expr::Jq(_) => None,
    }
}

/// Whether all of a node's input is in its output, other than under these keys and what it writes
/// itself.
fn keeps(node: &Node, keys: &HashSet<&str>) -> bool {
    match &node.kind {
        NodeKind::Eval(eval) => {
            let result = eval.result.is_some() || eval.input.template.is_some();
            leaves(&eval.input.select, &eval.output, keys, result)
        }
        NodeKind::Invoke(invoke) => {
            let result =
                matches!(invoke.effect, Effect::Task { .. }) || invoke.input.template.is_some();
            leaves(&invoke.input.select, &invoke.output, keys, result)
        }
        NodeKind::Fork(fork) => leaves(&fork.input.select, &fork.output, keys, true),
        NodeKind::ForEach(each) => leaves(&each.input, &each.output, keys, true),
        NodeKind::Branch(Branch { input, output, .. }) => {
            *input == Selection::Whole && *output == Selection::Whole
        }
        NodeKind::Await(_) | NodeKind::End(_) | NodeKind::Fail(_) => false,
    }
}

fn leaves(input: &Selection, output: &Output, keys: &HashSet<&str>, has_result: bool) -> bool {
    let placed = match &output.place {
        Place::Discard | Place::Merge(_) => true,
        Place::Whole => !has_result && *input == Selection::Whole,
        Place::At(path) => {
            matches!(path.steps.first(), Some(ReferenceStep::Key(key)) if !keys.contains(key.as_str()))
        }
    };
    placed && output.select == Selection::Whole
}

/// Reports retriers that wait longer than the machine may run.
fn outlasting(machine: &Machine, diagnostics: &mut Diagnostics) {
    let Some(limit) = machine.timeout_seconds else { return };
    for node in &machine.nodes {
        let retry = match &node.kind {
            NodeKind::Invoke(invoke) => &invoke.retry,
            NodeKind::Fork(fork) => &fork.retry,
            NodeKind::ForEach(each) => &each.retry,
            NodeKind::Eval(_)
            | NodeKind::Branch(_)
            | NodeKind::Await(_)
            | NodeKind::End(_)
            | NodeKind::Fail(_) => {
                continue;
            }
        };
        for retrier in retry {
            let waits = waits(retrier);
            if waits <= f64::from(limit) {
                continue;
            }
            diagnostics.push(
                Diagnostic::new(
                    Code::RetriesOutlast,
                    retrier.span,
                    "these retries last longer than the machine may run",
                )
                .label(format!("before its last attempt it waits {} in all", seconds(waits)))
                .help(format!(
                    "the machine's `TimeoutSeconds` is {limit}: give a smaller `MaxAttempts`"
                )),
            );
        }
    }
}

/// Seconds of all delays of a retrier at least; random ones can be short.
fn waits(retrier: &Retrier) -> f64 {
    if retrier.jitter {
        return 0.0;
    }
    let (first, rate) = (f64::from(retrier.interval_seconds), retrier.backoff_rate);
    let attempts = f64::from(retrier.max_attempts);
    let most = retrier.max_delay_seconds.map_or(f64::INFINITY, f64::from);
    if rate <= 1.0 {
        return first.min(most) * attempts;
    }
    // So many delays grow; those behind are as long as they may be.
    let growing = (most / first).log(rate).ceil().clamp(0.0, attempts);
    let grown = first * (rate.powf(growing) - 1.0) / (rate - 1.0);
    if growing < attempts { grown + most * (attempts - growing) } else { grown }
}

fn seconds(seconds: f64) -> String {
    if seconds < 1e9 { format!("{seconds:.0} s") } else { "for more than 30 years".to_owned() }
}
