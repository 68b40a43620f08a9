//! Error names in retriers and catchers: `States.ALL` alone and last, names that exist, entries that can match.
//! ASL: "Errors", "Appendix A".

use std::collections::{HashMap, HashSet};

use crate::diagnostics::{Code, Diagnostic, Diagnostics, nearest};
use crate::ir::predefined::{ALL, NAMES, PREFIX, RUNTIME, is_predefined};
use crate::ir::{Effect, Expr, Literal, Machine, NodeKind};
use crate::span::{Span, Spanned};

const TIMEOUT: &str = "States.Timeout";
const HEARTBEAT_TIMEOUT: &str = "States.HeartbeatTimeout";
const TASK_FAILED: &str = "States.TaskFailed";

/// A retrier or catcher, as far as this check goes.
struct Entry<'a> {
    errors: &'a [Spanned<String>],
    span: Span,
}

/// Which errors the state can have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    /// Those of a task.
    Task,
    /// Those of other states as well.
    Scopes,
}

/// Checks all lists.
pub(super) fn check(machine: &Machine, diagnostics: &mut Diagnostics) {
    let own = failures(machine);
    for node in &machine.nodes {
        let (source, retry, catch) = match &node.kind {
            NodeKind::Invoke(invoke) => match invoke.effect {
                Effect::Task { .. } => (Source::Task, &invoke.retry, &invoke.catch),
                Effect::Wait(_) => continue,
            },
            NodeKind::Fork(fork) => (Source::Scopes, &fork.retry, &fork.catch),
            NodeKind::ForEach(each) => (Source::Scopes, &each.retry, &each.catch),
            NodeKind::Eval(_) | NodeKind::Branch(_) | NodeKind::Await(_) | NodeKind::End(_) | NodeKind::Fail(_) => {
                continue;
            }
        };
        let retriers = retry.iter().map(|retrier| Entry { errors: &retrier.errors, span: retrier.span });
        list(&retriers.collect::<Vec<_>>(), "retrier", source, &own, diagnostics);
        let catchers = catch.iter().map(|catcher| Entry { errors: &catcher.errors, span: catcher.span });
        list(&catchers.collect::<Vec<_>>(), "catcher", source, &own, diagnostics);
    }
}

/// The errors that the machine's own Fail states end with.
fn failures(machine: &Machine) -> HashSet<&str> {
    let errors = machine.nodes.iter().filter_map(|node| match &node.kind {
        NodeKind::Fail(fail) => fail.error.as_ref(),
        NodeKind::Eval(_)
        | NodeKind::Invoke(_)
        | NodeKind::Branch(_)
        | NodeKind::Fork(_)
        | NodeKind::ForEach(_)
        | NodeKind::Await(_)
        | NodeKind::End(_) => None,
    });
    let names = errors.filter_map(|error| match error {
        Expr::Literal(Literal::String(name)) => Some(name.as_str()),
        Expr::Literal(_) | Expr::Path { .. } | Expr::Object(_) | Expr::Array(_) => None,
    });
    names.collect()
}

fn list(entries: &[Entry<'_>], noun: &str, source: Source, own: &HashSet<&str>, diagnostics: &mut Diagnostics) {
    let mut covered = Covered { names: HashMap::new(), source };
    for (index, entry) in entries.iter().enumerate() {
        all_alone(entry, diagnostics);
        if index + 1 < entries.len() {
            all_last(entry, noun, diagnostics);
        }
        for name in entry.errors {
            known(name, own, diagnostics);
        }
        covered.report(entry, noun, diagnostics);
        covered.add(entry);
    }
}

fn all_of<'a>(entry: &Entry<'a>) -> Option<&'a Spanned<String>> {
    entry.errors.iter().find(|name| name.value == ALL)
}

fn all_alone(entry: &Entry<'_>, diagnostics: &mut Diagnostics) {
    let Some(all) = all_of(entry).filter(|_| entry.errors.len() > 1) else { return };
    diagnostics.push(
        Diagnostic::new(Code::AllNotAlone, all.span, format!("`{ALL}` must stand alone"))
            .label("there are other names beside it")
            .help(format!("`{ALL}` stands for every error: remove the others, or move it to an entry of its own")),
    );
}

fn all_last(entry: &Entry<'_>, noun: &str, diagnostics: &mut Diagnostics) {
    let Some(all) = all_of(entry) else { return };
    diagnostics.push(
        Diagnostic::new(Code::AllNotLast, all.span, format!("`{ALL}` must be in the last {noun}"))
            .label(format!("no {noun} behind this one could ever match")),
    );
}

/// Reports `States.` names that the language does not have; error names of tasks are free.
fn known(name: &Spanned<String>, own: &HashSet<&str>, diagnostics: &mut Diagnostics) {
    let text = name.value.as_str();
    if !text.starts_with(PREFIX) || is_predefined(text) || own.contains(text) {
        return;
    }
    let diagnostic =
        Diagnostic::new(Code::UnknownStatesError, name.span, format!("the language has no error `{text}`"));
    if text == "States.OutputMatchFailure" {
        let help = "a `ResultPath` that does not fit is `States.ResultPathMatchFailure`";
        diagnostics.push(diagnostic.label("never raised").help(help));
        return;
    }
    diagnostics.push(match nearest(text, NAMES) {
        Some(nearest) => diagnostic.label(format!("did you mean `{nearest}`?")),
        None => diagnostic.label("names that begin with `States.` belong to the language"),
    });
}

/// The names that entries further up take.
struct Covered<'a> {
    names: HashMap<&'a str, Span>,
    source: Source,
}

impl<'a> Covered<'a> {
    fn add(&mut self, entry: &Entry<'a>) {
        for name in entry.errors {
            self.names.entry(name.value.as_str()).or_insert(entry.span);
        }
    }

    /// The entry that takes every error of a name before this place. What stands behind `States.ALL` is not said
    /// again: that it is not last was reported.
    fn by(&self, name: &str) -> Option<Span> {
        let is_own = name != ALL && !name.starts_with(PREFIX);
        let wider = match self.source {
            Source::Task if is_own => self.names.get(TASK_FAILED),
            Source::Task if name == HEARTBEAT_TIMEOUT => self.names.get(TIMEOUT),
            Source::Task | Source::Scopes => None,
        };
        self.names.get(name).or(wider).copied().filter(|_| name != ALL)
    }

    fn report(&self, entry: &Entry<'a>, noun: &str, diagnostics: &mut Diagnostics) {
        let taken: Vec<_> = entry.errors.iter().filter_map(|name| Some((name, self.by(&name.value)?))).collect();
        let uncatchable: Vec<_> = entry.errors.iter().filter(|name| name.value == RUNTIME).collect();
        let whole = !entry.errors.is_empty() && taken.len() + uncatchable.len() == entry.errors.len();
        for name in uncatchable {
            diagnostics.push(
                Diagnostic::new(Code::NeverMatches, name.span, format!("no {noun} is asked about `{RUNTIME}`"))
                    .label("this error always ends the execution"),
            );
        }
        for (name, by) in taken {
            let title = if whole {
                format!("this {noun} can never match")
            } else {
                format!("this {noun} never sees `{}`", name.value)
            };
            diagnostics.push(
                Diagnostic::new(Code::NeverMatches, name.span, title)
                    .label(format!("`{}` never comes this far", name.value))
                    .related(by, format!("this {noun} takes it first")),
            );
        }
    }
}
