//! Loops that neither wait nor call a task nor compute anything, loops whose data grow in each
//! iteration, and retries that last longer than the machine may run.

use std::collections::HashSet;

use super::cycles::cycles;
use crate::expr::jsonpath::{Path, ReferenceStep, Root};
use crate::ir::{
    Assignment, Branch, Comparison, Condition, Effect, Eval, Expr, Machine, Node, NodeId, NodeKind,
    Output, Place, Retrier, Selection,
};
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::span::Span;

/// Checks all loops of a machine in ASL.
pub(super) fn check(machine: &Machine, diagnostics: &mut Diagnostics) {
    idle(machine, diagnostics);
    growing(machine, diagnostics);
    outlasting(machine, diagnostics);
}

/// Reports states that lead to each other forever, without an event, a call or a delay on the way.
pub(super) fn check_sm4c(machine: &Machine, diagnostics: &mut Diagnostics) {
    let part: Vec<bool> = machine.nodes.iter().map(is_quick).collect();
    for group in cycles(machine, &part) {
        if has_exit(machine, &group) {
            continue;
        }
        let nodes = group.iter().filter_map(|id| machine.nodes.get(id.index()));
        let mut states: Vec<_> = nodes.map(|node| node.state).collect();
        states.sort_unstable();
        states.dedup();
        let mut names =
            states.iter().filter_map(|id| machine.states.get(id.index())).map(|state| &state.name);
        let Some(first) = names.next() else { continue };
        let mut diagnostic = Diagnostic::new(
            Code::SpinningState,
            first.span,
            "these states go round for ever",
        )
        .label("nothing on the way waits, and no condition leads out")
        .help("add a condition to one of the transitions, or events or a time-out to wait for");
        for name in names.take(3) {
            diagnostic = diagnostic.related(name.span, format!("through `{}`", name.value));
        }
        diagnostics.push(diagnostic);
    }
}

/// True if a transition or an unknown target leads out of a group of nodes, which is sorted.
fn has_exit(machine: &Machine, group: &[NodeId]) -> bool {
    let mut nodes = group.iter().filter_map(|id| machine.nodes.get(id.index()));
    let is_outside = |id| group.binary_search(&id).is_err();
    nodes.any(|node| node.kind.targets().iter().any(|target| target.node.is_none_or(is_outside)))
}

/// True if a node takes no time; a node with actions inside may take some.
fn is_quick(node: &Node) -> bool {
    match &node.kind {
        NodeKind::Eval(_) | NodeKind::Branch(_) | NodeKind::End(_) | NodeKind::Fail(_) => true,
        NodeKind::Invoke(_) | NodeKind::Fork(_) | NodeKind::ForEach(_) | NodeKind::Await(_) => {
            false
        }
    }
}

/// Reports loops in which no round after the first can end differently: nothing in them waits,
/// calls a task or computes anything.
fn idle(machine: &Machine, diagnostics: &mut Diagnostics) {
    let part: Vec<bool> = machine.nodes.iter().map(is_idle).collect();
    for group in cycles(machine, &part) {
        // A loop without an exit never ends, which `graph` reports.
        if !has_exit(machine, &group) {
            continue;
        }
        let nodes = group.iter().filter_map(|id| machine.nodes.get(id.index()));
        let names = nodes
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

/// True if a node neither takes time nor computes anything, so that it repeats itself.
fn is_idle(node: &Node) -> bool {
    match &node.kind {
        NodeKind::Eval(eval) => {
            let whole =
                eval.input.select == Selection::Whole && eval.output.select == Selection::Whole;
            let result =
                eval.result.is_some() || eval.input.template.as_ref().is_none_or(is_literal);
            // Without a template and result, the input is the result and would be nested in itself.
            let nests = matches!(eval.output.place, Place::At(_)) && is_bare(eval);
            let output = eval.output.template.as_ref().is_none_or(is_literal);
            whole && result && output && !nests && eval.output.assign.iter().all(is_constant)
        }
        NodeKind::Branch(branch) => {
            let rules = branch.rules.iter();
            branch.input == Selection::Whole
                && branch.output == Selection::Whole
                && branch.assign.iter().all(is_constant)
                && branch.output_value.as_ref().is_none_or(is_literal)
                && rules.clone().all(|rule| rule.assign.iter().all(is_constant))
                && rules.clone().all(|rule| rule.output_value.as_ref().is_none_or(is_literal))
                && !rules.clone().any(|rule| reads_more_than_data(&rule.condition))
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

/// True if the result of an Eval is its input, unchanged.
fn is_bare(eval: &Eval) -> bool {
    eval.result.is_none() && eval.input.template.is_none()
}

/// True if a condition reads the context object, such as its times, the clock, or random numbers.
fn reads_more_than_data(condition: &Condition) -> bool {
    let is_context = |path: &Path| path.root == Root::Context;
    match condition {
        Condition::And(inner) | Condition::Or(inner) => inner.iter().any(reads_more_than_data),
        Condition::Not(inner) => reads_more_than_data(inner),
        Condition::Jq(_) => false,
        Condition::Jsonata(expression) => expression.program.reads_more_than_data(),
        Condition::Compare { variable, comparison } => {
            let other = matches!(comparison, Comparison::Place(_, _, path) if is_context(path));
            is_context(variable) || other
        }
    }
}

/// An Eval that puts all of its input into itself.
struct Nesting<'a> {
    /// The path that copies the input.
    span: Span,
    /// The first name on the way to the copy.
    key: &'a str,
}

/// Reports loops in which each round copies the data into themselves.
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

/// The nesting in an Eval, if any.
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
                | Expr::Jsonata(_)
                | Expr::Array(_),
            ),
            None,
        ) => None,
    }
}

/// The first `$` in a template.
fn whole(expr: &Expr) -> Option<Span> {
    match expr {
        Expr::Path { path, .. } => path.is_data().then_some(path.span),
        Expr::Object(members) => members.iter().find_map(|(_, value)| whole(value)),
        Expr::Array(items) => items.iter().find_map(whole),
        Expr::Literal(_) | Expr::Call { .. } | Expr::Jq(_) | Expr::Jsonata(_) => None,
    }
}

/// True if a node keeps all of its input in its output, except for these keys and what it writes.
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
        for retrier in node.kind.retriers() {
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

/// Minimum of a retrier's delays in all, in seconds. Random delays can be zero.
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
    // The number of delays that still grow; those after them have the maximum length.
    let growing = (most / first).log(rate).ceil().clamp(0.0, attempts);
    let grown = first * (rate.powf(growing) - 1.0) / (rate - 1.0);
    if growing < attempts { grown + most * (attempts - growing) } else { grown }
}

fn seconds(seconds: f64) -> String {
    if seconds < 1e9 { format!("{seconds:.0} s") } else { "for more than 30 years".to_owned() }
}
